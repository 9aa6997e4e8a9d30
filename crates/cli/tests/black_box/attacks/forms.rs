//! Fields of a form with as much in them as fits, and a document that is long and always the same.

use std::time::Instant;

use futures_util::future::join_all;
use reqwest::StatusCode;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

use super::{Target, bombs, row};

/// Bytes that a field of a form may have.
const MAX_FIELD: usize = 1 << 20;

/// Requests for the OpenAPI document at the same time.
const READERS: usize = 200;

/// Fields, and a line of each that is right by itself.
const FIELDS: [(&str, &str); 4] = [
    ("encodings", "**/*[a-c]*?*.{c,h,java}=windows-1251\n"),
    ("teams", "Ada, Bob, Carol\n"),
    ("staff", "Sample solution\n"),
    ("handed_out", "0123456789abcdef\n"),
];

/// Sends each field as full as it may be: refused with its limit, or taken.
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

/// The OpenAPI document for many at once: made once, sent to all.
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
