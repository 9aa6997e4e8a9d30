//! Tests the search for translated copies from the command line and through the service, on programs of the gold standard.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::binary::{output_of, run, stderr};
use crate::service::Service;
use crate::submit::done;

/// Writes a class: independent programs in C and Python, and a translation of `c-07`.
fn class(dir: &Path) -> String {
    let gold = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../evaluation/gold"));
    let folder = dir.join("class");
    fs::create_dir(&folder).unwrap();
    for (language, ending) in [("c", "c"), ("python", "py")] {
        for number in 1..=8 {
            let from = gold.join(format!("{language}/maze/{number:02}.{ending}"));
            fs::copy(from, folder.join(format!("{language}-{number:02}.{ending}"))).unwrap();
        }
    }
    fs::copy(gold.join("translations/maze/c-07.py"), folder.join("translated.py")).unwrap();
    folder.display().to_string()
}

fn compared(dir: &Path, arguments: &[&str]) -> Value {
    serde_json::from_slice(&output_of(dir, arguments)).unwrap()
}

#[test]
fn a_translation_is_listed_apart_and_no_other_figure_changes() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path());
    let ordinary = ["compare", "--quiet", "--format", "json", "--max-pairs", "0", &class];
    let without = compared(dir.path(), &ordinary);
    let mut report = compared(dir.path(), &[&ordinary[..], &["--translations"]].concat());
    assert_eq!(without["translations"], Value::Null);

    let translations = report["translations"].take();
    assert_eq!(report, without);
    assert_eq!((&translations["comparable"], &translations["compared"]), (&json!(72), &json!(72)));
    let pairs = translations["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 72);
    let first = &pairs[0];
    assert_eq!((&first["left"], &first["right"]), (&json!("c-07"), &json!("translated")));
    assert_eq!(first["languages"], json!(["c", "python"]));
    assert!(first["expect"].as_f64().unwrap() <= 1.0, "{first}");
    assert!(first["left_share"].as_f64().unwrap() > 0.5, "{first}");
    for found in first["matches"].as_array().unwrap() {
        assert_eq!((&found["literal"], &found["evidence"]), (&json!("translated"), &Value::Null));
    }
    let ranks = pairs.iter().map(|pair| pair["rank"].as_u64().unwrap());
    let before = without["pairs"].as_array().unwrap().len() as u64;
    assert!(ranks.eq(before + 1..=before + 72));
}

#[test]
fn the_folder_shows_both_sides_of_a_translation() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path());
    let ended = run(dir.path(), &["compare", "--translations", "--output", "out", &class]);
    done(&ended);
    assert!(stderr(&ended).contains("possible translation"), "{}", stderr(&ended));
    let read = |name: &str| fs::read_to_string(dir.path().join("out").join(name)).unwrap();
    let overview = read("index.html");
    assert!(overview.contains("Possible translations") && overview.contains("C ↔ Python"));
    let report: Value = serde_json::from_str(&read("report.json")).unwrap();
    let id = report["translations"]["pairs"][0]["id"].as_str().unwrap();
    assert!(overview.contains(&format!("pairs/{id}.html")));
    let page = read(&format!("pairs/{id}.html"));
    assert!(page.contains("in different languages") && page.contains("data-match=\"1\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_gives_the_list_of_compare_again_and_again() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path());
    let arguments = ["compare", "--quiet", "--format", "json", "--title", "Week 3", "--translations", &class];
    let expected = compared(dir.path(), &arguments);
    let service = Service::start(dir.path());
    let client = service.client();
    let submit = ["submit", "--server", &service.address, "--token", client.token(), "--title", "Week 3"];
    let submit = |more: &[&str]| run(dir.path(), &[&submit[..], more, &[&class]].concat());
    let ordinary = submit(&[]);
    let ordinary = String::from_utf8(done(&ordinary).to_vec()).unwrap();
    assert_eq!(client.finished(ordinary.trim()).await["status"], "done");
    let path = format!("/batches/{}", ordinary.trim());
    assert_eq!(client.json(&format!("{path}/report")).await["translations"], Value::Null);

    let asked = submit(&["--translations"]);
    let id = String::from_utf8(done(&asked).to_vec()).unwrap();
    let path = format!("/batches/{}", id.trim());
    assert_eq!(client.finished(id.trim()).await["status"], "done");
    let report = client.json(&format!("{path}/report")).await;
    assert_eq!(report["translations"], expected["translations"]);
    let first = &report["translations"]["pairs"][0];
    let pair = format!("{path}/pairs/{}", first["id"].as_str().unwrap());
    assert_eq!(client.json(&pair).await, *first);
    let page = String::from_utf8(client.page(&pair).await).unwrap();
    assert!(page.contains("in different languages"), "{page}");
    let overview = String::from_utf8(client.page(&path).await).unwrap();
    assert!(overview.contains("Possible translations"));

    client.send_json(&format!("{path}/rescore"), &json!({"common_limit": 18})).await;
    assert_eq!(client.finished(id.trim()).await["status"], "done");
    let again = client.json(&format!("{path}/report")).await;
    assert_eq!((&again["revision"], &again["translations"]["comparable"]), (&json!(2), &json!(72)));
}
