//! Tests `chaffinch compare` on the sample assignment.

mod hidden;
mod match_length;
mod output;
mod results;

use serde_json::Value;

use crate::binary::output_of;
use crate::samples;

fn json(arguments: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let all = [&["compare", "--quiet", "--format", "json"], arguments].concat();
    serde_json::from_slice(&output_of(dir.path(), &all)).unwrap()
}

fn sample_report() -> Value {
    json(&["--base", &samples::argument("handout"), &samples::argument("submissions")])
}

fn names(pair: &Value) -> (&str, &str) {
    (pair["left"].as_str().unwrap(), pair["right"].as_str().unwrap())
}
