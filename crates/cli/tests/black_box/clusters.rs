//! Tests that REST and the command line give the same clusters of an archive, on either database.

use std::path::Path;

use chaffinch_storage_tests::server::TestDatabase;
use serde_json::Value;

use crate::binary::{output_of, run, stderr};
use crate::client::form;
use crate::samples;
use crate::service::Service;

/// Returns the lines that the command prints.
fn lines(dir: &Path, arguments: &[&str], place: &[&str]) -> Vec<Value> {
    let all = [&["archive", "clusters"], arguments, place].concat();
    let text = String::from_utf8(output_of(dir, &all)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Adds the samples, some of which are copies, to an archive and compares the answers of both interfaces.
async fn both_ways_agree(service: &Service, dir: &Path, place: &[&str]) {
    let client = service.client();
    let batch = client.upload(form(samples::archive("submissions"), None)).await;
    client.finished(&batch).await;
    let id = client.archive("Last \"year\"\u{202e}", &batch).await;
    for (measure, threshold) in [("resemblance", "0.5"), ("containment", "0.8")] {
        let query = format!("/archives/{id}/clusters?measure={measure}&threshold={threshold}&limit=1000");
        let answer = client.json(&query).await;
        let mut rows = answer["submissions"].as_array().unwrap().clone();
        rows.sort_by_key(|row| row["number"].as_u64());
        let arguments = ["--measure", measure, "--threshold", threshold, &id];
        let lines = lines(dir, &arguments, place);
        assert_eq!(lines.len(), rows.len());
        for (line, row) in lines.iter().zip(&rows) {
            assert_eq!(line["document"], row["name"]);
            for same in ["number", "cluster", "representative", "kind", "fingerprints"] {
                assert_eq!(line[same], row[same], "{same}: {line} {row}");
            }
            for same in ["number", "shared", "resemblance", "containment", "other_containment"] {
                assert_eq!(line["strongest"][same], row["strongest"][same], "{same}: {line} {row}");
            }
        }
        let summary = &answer["summary"];
        let number = |name: &str| summary[name].as_u64().unwrap();
        assert!(0 < number("clusters") && 0 < number("single"), "{summary}");
        assert_eq!(number("clustered") + number("single"), lines.len() as u64);
    }
    let by_name = lines(dir, &["Last \"year\"\u{202e}"], place);
    assert_eq!(by_name, lines(dir, &[&id], place));
    let page = client.page(&format!("/archives/{id}/clusters")).await;
    assert!(String::from_utf8(page).unwrap().contains("div class=\"alike\""));
}

#[tokio::test]
async fn rest_and_the_command_line_agree() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    both_ways_agree(&service, dir.path(), &["--data-dir", "data"]).await;
    let refused = |arguments: &[&str]| {
        let output = run(dir.path(), &[&["archive", "clusters", "--data-dir", "data"], arguments].concat());
        (output.status.code(), stderr(&output))
    };
    let (code, said) = refused(&["nothing"]);
    assert!(code == Some(1) && said.contains("chaffinch archive list"), "{said}");
    let (code, said) = refused(&["--threshold", "2", "nothing"]);
    assert!(code == Some(2) && said.contains("between 0 and 1"), "{said}");
    let left = std::fs::read_dir(dir.path().join("data/work")).unwrap().count();
    assert_eq!(left, 4, "those of the service: its runner, its asker, its clusterer, its surveyor");
}

#[tokio::test(flavor = "multi_thread")]
async fn rest_and_the_command_line_agree_on_postgres() {
    let database = TestDatabase::empty().await;
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start_on(dir.path(), &database.url(), "1");
    both_ways_agree(&service, dir.path(), &["--data-dir", "elsewhere", "--database-url", &database.url()])
        .await;
}
