//! Attacks with the largest fields of forms, and with many requests for a long constant document.

use std::time::Instant;

use futures_util::future::join_all;
use reqwest::StatusCode;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

use super::{Target, bombs, row};

/// Largest size of a form field in bytes.
const MAX_FIELD: usize = 1 << 20;

/// Number of requests for the OpenAPI document at the same time.
const READERS: usize = 200;

/// Form fields, each with a valid line.
const FIELDS: [(&str, &str); 4] = [
    ("encodings", "**/*[a-c]*?*.{c,h,java}=windows-1251\n"),
    ("teams", "Ada, Bob, Carol\n"),
    ("staff", "Sample solution\n"),
    ("handed_out", "0123456789abcdef\n"),
];

/// Sends each field with its largest size. It is refused with its limit, or accepted.
pub(super) async fn full_fields(database: &str, target: &Target) {
    for (field, line) in FIELDS {
        let (gauge, began) = (target.gauge(), Instant::now());
        let part = Part::bytes(bombs::class([])).file_name("class.zip");
        let form = Form::new().part("submissions", part).text(field, line.repeat(MAX_FIELD / line.len()));
        let answer = target.client.send(form).await.unwrap();
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        let outcome = match body["id"].as_str() {
            Some(batch) => target.client.finished(batch).await["status"].as_str().unwrap().to_owned(),
            None => format!("{} {}", status.as_u16(), body["code"].as_str().unwrap()),
        };
        assert!(["done", "422 invalid-field"].contains(&outcome.as_str()), "{field}: {body}");
        row(database, &format!("a MiB of `{field}`"), &outcome, &gauge.read().await, began.elapsed());
    }
}

/// Many clients request the OpenAPI document at once. It is made once and sent to all.
pub(super) async fn description(database: &str, target: &Target) {
    let (gauge, began) = (target.gauge(), Instant::now());
    let answers = join_all((0..READERS).map(|_| target.client.get("/openapi.json"))).await;
    let mut length = 0;
    for answer in answers {
        assert_eq!(answer.status(), StatusCode::OK);
        length = answer.bytes().await.unwrap().len();
    }
    let what = format!("{READERS} requests at once for the OpenAPI document, {} KB", length / 1_000);
    row(database, &what, "200", &gauge.read().await, began.elapsed());
}
