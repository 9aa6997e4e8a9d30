//! Tests that the service behaves as the OpenAPI document says: schemathesis sends valid and invalid requests for every
//! call, alone and in sequences, and checks every answer against the document.
//!
//! `scripts/test` fetches schemathesis (`CHAFFINCH_TEST_SCHEMATHESIS` selects another program). Each run makes the same
//! requests on every machine. `CHAFFINCH_SCHEMATHESIS_SECONDS` and `CHAFFINCH_SCHEMATHESIS_SEED` select other requests
//! and the time for them, as in `scripts/soak api`.

use std::path::Path;
use std::process::Command;

use crate::client::form;
use crate::samples::archive as sample;
use crate::service::Service;

/// Number of random requests of each call, in addition to those that cover its description. All take a minute.
const EXAMPLES: &str = "20";
/// Seed that gives the same requests in every run.
const SEED: &str = "1";

fn variable(name: &str, usual: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| usual.to_owned())
}

fn length() -> [String; 2] {
    match std::env::var("CHAFFINCH_SCHEMATHESIS_SECONDS") {
        Ok(seconds) => ["--max-time".to_owned(), seconds],
        Err(_) => ["--max-examples".to_owned(), EXAMPLES.to_owned()],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn schemathesis_finds_no_answer_that_the_document_does_not_promise() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start_quietly(dir.path());
    let client = service.client();
    let batch = client.upload(form(sample("submissions"), None)).await;
    assert_eq!(client.finished(&batch).await["status"], "done");
    let archive = client.archive("earlier", &batch).await;
    let case = client.send_json("/cases", &serde_json::json!({"batch": batch, "submissions": [1, 2]})).await;
    let known =
        serde_json::json!({"batch": [batch], "archive": [archive], "case": [case["id"]], "pair": ["1-2"]});

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let usual = root.join("../../target/python/bin/schemathesis");
    let program = variable("CHAFFINCH_TEST_SCHEMATHESIS", &usual.display().to_string());
    // It runs in a folder of its own, because it leaves files.
    for file in ["hooks.py", "schemathesis.toml"] {
        std::fs::copy(root.join("tests/schemathesis").join(file), dir.path().join(file)).unwrap();
    }
    let output = Command::new(&program)
        .current_dir(dir.path())
        .args(["--config-file", "schemathesis.toml", "run", "--checks", "all", "--warnings", "off"])
        .args(length())
        .args(["--seed", &variable("CHAFFINCH_SCHEMATHESIS_SEED", SEED)])
        .args(["--header", &format!("Authorization: Bearer {}", client.token())])
        .arg(format!("{}/api/v1/openapi.json", service.address))
        .env("CHAFFINCH_KNOWN", known.to_string())
        .env("PYTHONPATH", dir.path())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; scripts/test fetches it"));
    let told = String::from_utf8_lossy(&output.stdout);
    println!("{told}");
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("Tested: ") && told.contains("✅ Stateful"), "{told}");
}
