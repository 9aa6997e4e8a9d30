//! Tests invalid names everywhere a name can be: fields, headers, queries, bodies, and every id of every path.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::client::Client;

/// Attacks on the database, the page, the header, the template, the file system and the terminal.
const PAYLOADS: [&str; 16] = [
    "'; drop table batch; --",
    "1 or 1=1",
    "\" union select * from account --",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "{{7*7}}${7*7}<%= 7*7 %>#{7*7}",
    "{% include \"/etc/passwd\" %}",
    "a\r\nSet-Cookie: evil=1",
    "a\r\n\r\n<html>",
    "../../../../etc/passwd",
    "..\\..\\windows\\win.ini",
    "/etc/passwd\0.c",
    "%2e%2e%2f%00",
    "$(touch /tmp/evil)`id`|id;id",
    "\u{202e}\u{feff}\u{0}\u{7f}\u{1b}[2J",
    "=HYPERLINK(\"http://example.org\")",
];

/// Unexpected statuses that the service answered.
pub(super) type Faults = Vec<String>;

fn note(faults: &mut Faults, what: &str, status: u16) {
    if status >= 500 {
        faults.push(format!("{what}: {status}"));
    }
}

/// Escapes a part of a path or query.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |escaped, byte| format!("{escaped}%{byte:02X}"))
}

/// Sends the payloads in every field and name of an upload and in every header that the service reads.
pub(super) async fn in_uploads(client: &Client, full: bool) -> Faults {
    let mut faults = Faults::new();
    let files = |name: &str| {
        let file = |text: &'static str, name: String| Part::bytes(text.as_bytes()).file_name(name);
        Form::new()
            .part("submissions", file("int a;", format!("{name}a.c")))
            .part("submissions", file("int b;", "b.c".to_owned()))
    };
    for payload in PAYLOADS.into_iter().step_by(if full { 1 } else { 3 }) {
        let sent = client.send(files(payload)).await.unwrap();
        note(&mut faults, &format!("a file called {payload:?}"), sent.status().as_u16());
        let fields = [
            "title",
            "course",
            "language",
            "layout",
            "archives",
            "cutoff",
            "keep_until",
            "staff",
            "teams",
            "notify_url",
            payload,
        ];
        for field in fields {
            let sent = client.send(files("").text(field.to_owned(), payload)).await.unwrap();
            note(&mut faults, &format!("{field}={payload:?}"), sent.status().as_u16());
        }
        for header in [
            "idempotency-key",
            "accept-language",
            "x-request-id",
            "x-forwarded-for",
            "x-forwarded-host",
            "cookie",
            "if-none-match",
            "origin",
        ] {
            // A client cannot send the other payloads as headers.
            let Ok(value) = reqwest::header::HeaderValue::from_bytes(payload.as_bytes()) else { continue };
            let answer = client.ask_with(Method::GET, "/batches", header, value).await;
            note(&mut faults, &format!("{header}: {payload:?}"), answer.status().as_u16());
            assert!(!answer.headers().contains_key("set-cookie"), "{header}: {payload:?}");
        }
        for body in [
            json!({ "batch": payload, "submissions": [payload], "title": payload, "text": payload }),
            json!({ "name": payload, "content": payload, "language": payload, "archives": [payload] }),
        ] {
            for path in ["/cases", "/archives", "/documents/query"] {
                let answer = client.ask_json(Method::POST, path, &body).await;
                note(&mut faults, &format!("{path} {body}"), answer.status().as_u16());
            }
        }
    }
    faults
}

/// Requests every API path and every page by every method, with an invalid value in the place of each id.
pub(super) async fn in_ids(client: &Client, batch: &str, full: bool) -> Faults {
    let mut faults = Faults::new();
    let described = client.json("/openapi.json").await;
    let mut paths: Vec<String> = described["paths"].as_object().unwrap().keys().cloned().collect();
    let pages = [
        "",
        "/pairs/{pair}",
        "/pairs/{pair}/evidence.html",
        "/submissions/{submission}",
        "/skipped",
        "/review",
    ];
    paths.extend(pages.map(|page| format!("/batches/{{batch}}{page}")));
    paths.extend(["/cases/{case}", "/archives/{archive}", "/static/{path}"].map(str::to_owned));
    assert!(paths.len() > 20 && paths.iter().any(|path| path.contains('{')), "{paths:?}");
    let numbers = [
        "0",
        "-1",
        "4294967296",
        "18446744073709551616",
        "1-0",
        "0-0",
        "1-1",
        "4294967295-4294967295",
        "1e9",
        "٣",
    ];
    let long = "x".repeat(5_000);
    let every = if full { 1 } else { 13 };
    let tricks: Vec<&str> = PAYLOADS.iter().chain(&numbers).copied().chain([long.as_str()]).collect();
    for (nth, path) in paths.iter().enumerate() {
        // In a short run, each path is tested with some values and each value with some paths. A long run tests all
        // combinations.
        for trick in tricks.iter().skip(nth % every).step_by(every) {
            for real_first in [true, false] {
                let filled = fill(path, trick, if real_first { Some(batch) } else { None });
                for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
                    // A request that contains only the real batch id could delete that batch.
                    if !filled.contains(&escaped(trick)) {
                        continue;
                    }
                    let answer = client.anywhere(method.clone(), &filled).await;
                    let status = answer.status().as_u16();
                    note(&mut faults, &format!("{method} {path} with {trick:?}"), status);
                    if method == Method::GET && status == 200 {
                        let body = answer.text().await.unwrap();
                        assert!(!body.contains("root:"), "{path} with {trick:?} shows a file");
                    }
                }
            }
        }
    }
    let list = format!("/api/v1/batches/{batch}/pairs");
    for trick in tricks.iter().step_by(every) {
        for query in [
            "page",
            "after",
            "limit",
            "sort",
            "order",
            "q",
            "view",
            "part",
            "submissions",
            "names",
            "for",
            "course",
        ] {
            for path in [list.as_str(), "/api/v1/batches", "/api/v1/cases", "/", &format!("/batches/{batch}")]
            {
                let answer =
                    client.anywhere(Method::GET, &format!("{path}?{query}={}", escaped(trick))).await;
                note(&mut faults, &format!("{path}?{query}={trick:?}"), answer.status().as_u16());
                let kind = answer
                    .headers()
                    .get("content-type")
                    .and_then(|kind| kind.to_str().ok())
                    .unwrap_or_default();
                if kind.starts_with("text/html") && trick.contains('<') {
                    assert!(
                        !answer.text().await.unwrap().contains(trick),
                        "{path}?{query} repeats {trick:?}"
                    );
                }
            }
        }
    }
    faults
}

/// Puts a value in the place of each id. The first id of a batch may be a real one.
fn fill(path: &str, trick: &str, batch: Option<&str>) -> String {
    let mut filled = String::new();
    for part in path.split_inclusive('/') {
        match (part.strip_prefix('{'), batch) {
            (Some(name), Some(batch)) if name.starts_with("batch") => {
                filled.push_str(batch);
                filled.push_str(if part.ends_with('/') { "/" } else { "" });
            }
            (Some(_), _) => {
                filled.push_str(&escaped(trick));
                filled.push_str(if part.ends_with('/') { "/" } else { "" });
            }
            (None, _) => filled.push_str(part),
        }
    }
    filled
}
