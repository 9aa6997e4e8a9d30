//! Tests reference answers from the command line and through the service.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::binary::{output_of, run, stderr};
use crate::samples;
use crate::service::Service;
use crate::submit::done;

/// Writes reference answers: what s01 handed in, an empty one, and the starter code.
fn answers(dir: &Path) -> Vec<String> {
    let folder = dir.join("answers");
    fs::create_dir(&folder).unwrap();
    fs::copy(samples::folder("submissions").join("s01/checkout.c"), folder.join("copied.c")).unwrap();
    fs::write(folder.join("empty.c"), "\n").unwrap();
    let model = format!("language-model:GPT-4, prompt 2={}", folder.display());
    let handout = format!("other={}", samples::argument("handout"));
    let options = ["--reference", &model, "--reference", &handout, "--base", &samples::argument("handout")];
    options.iter().map(|&option| option.to_owned()).chain([samples::argument("submissions")]).collect()
}

fn compared(dir: &Path, more: &[&str], arguments: &[String]) -> Value {
    let arguments = arguments.iter().map(String::as_str);
    let all: Vec<&str> = ["compare", "--quiet", "--format", "json"]
        .into_iter()
        .chain(more.iter().copied())
        .chain(arguments)
        .collect();
    serde_json::from_slice(&output_of(dir, &all)).unwrap()
}

fn pair<'a>(report: &'a Value, list: &str, left: &str, right: &str) -> Option<&'a Value> {
    report[list].as_array().unwrap().iter().find(|pair| pair["left"] == left && pair["right"] == right)
}

#[test]
fn who_copied_the_same_answer_is_listed_with_it_and_not_with_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = answers(dir.path());
    let report = compared(dir.path(), &["--max-pairs", "0"], &arguments);
    let without = compared(dir.path(), &["--max-pairs", "0"], &arguments[4..]);
    assert_eq!(without["references"], json!([]));
    let rank = |report: &Value| pair(report, "pairs", "s01", "s02").unwrap()["rank"].as_u64().unwrap();
    assert!(rank(&without) <= 9);
    assert!(rank(&report) > 9, "the other copies are before it");

    let both = pair(&report, "pairs", "s01", "s02").unwrap();
    assert_eq!(both["references"][0]["reference"], "reference/copied");
    assert!(both["references"][0]["tokens"].as_u64().unwrap() > 40);
    for name in ["s01", "s02"] {
        let found = pair(&report, "references", name, "reference/copied").unwrap();
        assert!(!found["matches"].as_array().unwrap().is_empty());
        assert!(
            report["clusters"]
                .as_array()
                .unwrap()
                .iter()
                .all(|cluster| { !cluster["submissions"].as_array().unwrap().contains(&json!(name)) })
        );
    }
    // s16 is a disguised copy of s01, and resembles the answer too.
    assert_eq!(report["references"].as_array().unwrap().len(), 3);
    // Copies that have nothing to do with the answer keep all their figures but the rank.
    for (left, right) in [("s03", "s04"), ("s08", "s09")] {
        let figures = |report| {
            let mut pair = pair(report, "pairs", left, right).unwrap().clone();
            pair.as_object_mut()
                .unwrap()
                .retain(|name, _| !["rank", "expect", "why"].contains(&name.as_str()));
            pair
        };
        assert_eq!(figures(&report)["left_share"], figures(&without)["left_share"]);
        assert_eq!(figures(&report)["matches"], figures(&without)["matches"]);
    }

    let submissions = report["submissions"].as_array().unwrap();
    let answer = |name: &str| submissions.iter().find(|submission| submission["name"] == name).unwrap();
    let model = json!({"kind": "language-model", "source": "GPT-4, prompt 2"});
    assert_eq!(
        answer("reference/copied")["archive"],
        json!({"name": "reference", "year": null, "reference": model})
    );
    let handed_out = submissions.iter().filter(|one| one["archive"]["reference"]["kind"] == "other");
    for file in handed_out.flat_map(|one| one["files"].as_array().unwrap()) {
        assert!(file["notes"].to_string().contains("equals the starter code"), "{file}");
    }
    assert_eq!(
        report["skipped"],
        json!([{"submission": "reference/empty", "path": "empty.c", "reason": "nothing to compare: the reference answer is empty"}])
    );
}

#[test]
fn the_folder_has_a_list_and_pages_of_reference_answers() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = answers(dir.path());
    let all: Vec<&str> =
        ["compare", "--output", "out"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
    let ended = run(dir.path(), &all);
    done(&ended);
    assert!(stderr(&ended).contains("3 submissions that resemble a reference answer"), "{}", stderr(&ended));
    let read = |name: &str| fs::read_to_string(dir.path().join("out").join(name)).unwrap();
    let overview = read("index.html");
    assert!(overview.contains("Resembles a reference answer"));
    assert!(overview.contains("GPT-4, prompt 2"), "the source stands beside the answer");
    let table = read("references.csv");
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.lines().nth(1).unwrap().ends_with("language-model,\"GPT-4, prompt 2\""), "{table}");
    let report: Value = serde_json::from_str(&read("report.json")).unwrap();
    let id = report["references"][0]["id"].as_str().unwrap().to_owned();
    let page = read(&format!("pairs/{id}.html"));
    assert!(page.contains("does not show who wrote the code"));
    let both = pair(&report, "pairs", "s01", "s02").unwrap()["id"].as_str().unwrap().to_owned();
    assert!(read(&format!("pairs/{both}.html")).contains("are not counted"));
}

#[test]
fn a_reference_without_kind_or_path_is_wrong_usage() {
    let dir = tempfile::tempdir().unwrap();
    for (reference, reason) in
        [("answers", "KIND=PATH"), ("machine=answers", "not a kind"), ("other=", "no path")]
    {
        let ended = run(dir.path(), &["compare", "--reference", reference, "class"]);
        assert_eq!(ended.status.code(), Some(2));
        assert!(stderr(&ended).contains(reason), "{}", stderr(&ended));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_gives_the_report_of_compare_again_and_again() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = answers(dir.path());
    let expected = compared(dir.path(), &["--title", "Week 3"], &arguments);
    let service = Service::start(dir.path());
    let client = service.client();
    let mut submit =
        vec!["submit", "--server", &service.address, "--token", client.token(), "--title", "Week 3"];
    submit.extend(arguments.iter().map(String::as_str));
    let id = String::from_utf8(done(&run(dir.path(), &submit)).to_vec()).unwrap();
    let path = format!("/batches/{}", id.trim());
    assert_eq!(client.finished(id.trim()).await["status"], "done");
    let parts = ["submissions", "pairs", "references", "clusters", "skipped", "boilerplate"];
    let report = client.json(&format!("{path}/report")).await;
    for part in parts {
        assert_eq!(report[part], expected[part], "{part}");
    }
    let listed = client.json(&format!("{path}/pairs?limit=200")).await;
    assert!(
        listed["pairs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|pair| !pair["right"].to_string().contains("reference/"))
    );
    let resembling = report["references"][0]["id"].as_str().unwrap();
    let pair = client.json(&format!("{path}/pairs/{resembling}")).await;
    assert_eq!(pair, report["references"][0]);
    let page = String::from_utf8(client.page(&format!("{path}/pairs/{resembling}")).await).unwrap();
    assert!(page.contains("does not show who wrote the code") && page.contains("checkout"), "{page}");
    let overview = String::from_utf8(client.page(&path).await).unwrap();
    assert!(overview.contains("Resembles a reference answer"));

    client.send_json(&format!("{path}/rescore"), &json!({"common_limit": 18})).await;
    assert_eq!(client.finished(id.trim()).await["status"], "done");
    let again = client.json(&format!("{path}/report")).await;
    assert_eq!(again["revision"], 2);
    assert_eq!(
        again["submissions"].as_array().unwrap().len(),
        expected["submissions"].as_array().unwrap().len()
    );
    assert_eq!(again["references"].as_array().unwrap().len(), 3);
}
