//! Tests a client generated from the OpenAPI document: openapi-python-client accepts the whole document, and the client
//! uploads a class, waits, and reads the result.
//!
//! `scripts/test` fetches openapi-python-client (`CHAFFINCH_TEST_GENERATOR` selects another program, with its Python in
//! the same folder).

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::samples::archive as sample;
use crate::service::Service;

/// Runs a command successfully and returns its output.
fn said(command: &mut Command) -> String {
    let output =
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; scripts/test fetches it"));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_made_of_the_document_without_a_warning_and_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let usual = root.join("../../target/python/bin/openapi-python-client");
    let generator = std::env::var_os("CHAFFINCH_TEST_GENERATOR").map_or(usual, PathBuf::from);
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let made = dir.path().join("made");
    let told = said(
        Command::new(&generator)
            .args(["generate", "--fail-on-warning", "--config"])
            .arg(root.join("tests/generated/config.yml"))
            .args(["--url", &format!("{}/api/v1/openapi.json", service.address), "--output-path"])
            .arg(&made),
    );
    assert!(!told.to_lowercase().contains("warning"), "{told}");

    let class = dir.path().join("class.zip");
    std::fs::write(&class, sample("submissions")).unwrap();
    let handout = crate::samples::argument("handout/checkout.c");
    let told = said(
        Command::new(generator.with_file_name("python"))
            .arg(root.join("tests/generated/client.py"))
            .arg(&made)
            .args([&service.address, service.client().token()])
            .arg(&class)
            .arg(&handout),
    );
    print!("{told}");
    for line in [
        "accepted\tWeek 3\tauto\t50",
        "ended\tdone\t20",
        "listed\tWeek 3",
        "masked\t3",
        "refused\tnot-found\t404",
    ] {
        assert!(told.lines().any(|said| said == line), "{line}: {told}");
    }
}
