//! Tests `chaffinch archive`: this year's comparison finds work from last year.

use std::fs;
use std::path::Path;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::binary::{line_of, output_of, run, stderr};
use crate::samples;
use crate::service::Service;

fn list(dir: &Path) -> Vec<Vec<String>> {
    let text = String::from_utf8(output_of(dir, &["archive", "list", "--data-dir", "data"])).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Returns the archived submissions of a report.
fn archived(report: &Value) -> Vec<&Value> {
    let submissions = report["submissions"].as_array().unwrap();
    submissions.iter().filter(|submission| !submission["archive"].is_null()).collect()
}

#[tokio::test]
async fn last_years_work_is_found_until_it_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let service = Service::start(dir);
    let client = service.client();
    let old = samples::argument("submissions");
    let add =
        ["archive", "add", "Last year", &old, "--year", "2024", "--wait", "--quiet", "--data-dir", "data"];
    let id = line_of(dir, &add);
    let rows = list(dir);
    assert_eq!((rows.len(), rows[0][0].as_str(), rows[0][1].as_str()), (1, id.as_str(), "Last year"));
    let [year, keeping, submissions, until, state, ..] = &rows[0][3..] else { panic!("{rows:?}") };
    assert_eq!((year.as_str(), keeping.as_str(), until.as_str()), ("2024", "sources", "-"));
    let children = fs::read_dir(samples::folder("submissions")).unwrap().count();
    assert_eq!((submissions.parse().ok(), state.as_str()), (Some(children), "done"));

    // One of the submissions is uploaded again, alone.
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "submissions", &mut files);
    let (path, text) = &files[0];
    let name = path.rsplit('/').next().unwrap().to_owned();
    let again = || Form::new().part("submissions", Part::bytes(text.clone()).file_name(name.clone()));
    let batch = client.upload(again()).await;
    assert_eq!(client.finished(&batch).await["status"], "done");
    let report = client.json(&format!("/batches/{batch}/report")).await;
    let found = archived(&report);
    assert!(!found.is_empty(), "{report}");
    let last_year = json!({"name": "Last year", "year": 2024, "reference": null});
    assert!(found.iter().all(|one| one["archive"] == last_year));
    let first = &report["pairs"][0];
    assert_eq!((&first["left_share_raw"], &first["rank"]), (&json!(1.0), &json!(1)), "{first}");
    let alone = client.send(again().text("archives", "none")).await.unwrap();
    assert_eq!(alone.status(), 422, "one submission and no archive is no comparison");

    // A query with a part of it finds it in the archive and in the batch.
    let answer = client.query(&json!({"text": String::from_utf8_lossy(text), "name": name})).await;
    let found = answer["documents"].as_array().unwrap();
    assert!(found.len() >= 2, "{answer}");
    let whole = |one: &&Value| one["text_containment"] == 1.0 && one["resemblance"] == 1.0;
    let whole: Vec<&Value> = found.iter().filter(whole).collect();
    assert!(whole.iter().any(|one| one["archive"]["name"] == "Last year"), "{answer}");
    assert!(whole.iter().any(|one| one["batch"]["id"] == batch.as_str()), "{answer}");
    // Its renamed copy also has the part, one line further down. The identical lines are only in the copy itself.
    let passage = |one: &Value, side: &str| one["passages"][0][side].clone();
    let own = whole.iter().filter(|one| passage(one, "text_lines") == passage(one, "lines"));
    assert_eq!(own.count(), 2, "in the archive and in the batch: {answer}");
    assert!(whole.iter().all(|one| one["sample"]["shared"].as_u64().unwrap() > 0), "{answer}");
    let rough = json!({"text": String::from_utf8_lossy(text), "name": name, "archives": ["Last year"],
        "window": 40, "limit_fingerprints": 50, "limit": 1});
    let rough = client.query(&rough).await;
    assert_eq!(rough["documents"].as_array().unwrap().len(), 1, "{rough}");
    assert_eq!(rough["documents"][0]["text_containment"], 1.0, "{rough}");

    // A finished batch is added to the same archive.
    let of_batch = ["archive", "add", "Last year", "--batch", &batch, "--wait", "--data-dir", "data"];
    assert_eq!(line_of(dir, &of_batch), id);
    assert_eq!(list(dir)[0][5], (children + 1).to_string());

    output_of(dir, &["archive", "remove", "Last year", "--reduce", "--data-dir", "data"]);
    assert_eq!(list(dir)[0][4], "reduced");
    output_of(dir, &["archive", "remove", &id, "--data-dir", "data"]);
    assert!(list(dir).is_empty());
    assert_eq!(client.send(again()).await.unwrap().status(), 422);
}

#[tokio::test]
async fn a_copy_between_two_exported_years_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let _service = Service::start(dir);
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "submissions", &mut files);
    let program = |at: usize| (files[at].0.rsplit('/').next().unwrap(), &files[at].1);
    // The second year has a copy of a program of the first, with other names and a comment.
    let (name, text) = program(0);
    let text = String::from_utf8(text.clone()).unwrap();
    for (year, other) in [("2023", 5), ("2024", 9)] {
        let folder = dir.join(year);
        fs::create_dir(&folder).unwrap();
        let renamed = format!("// mine\n{}", text.replace("int ", "int  "));
        let copied = if year == "2023" { &text } else { &renamed };
        fs::write(folder.join(format!("of-{year}-{name}")), copied).unwrap();
        fs::write(folder.join(program(other).0), program(other).1).unwrap();
        output_of(dir, &["archive", "add", year, year, "--wait", "--quiet", "--data-dir", "data"]);
        let lines = output_of(dir, &["archive", "export", year, "--data-dir", "data"]);
        fs::write(dir.join(format!("{year}.jsonl")), &lines).unwrap();
        let lines = String::from_utf8(lines).unwrap();
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        for line in &lines {
            let members: Vec<&String> = line.as_object().unwrap().keys().collect();
            assert_eq!(members, ["archive", "submission", "path", "scheme", "fingerprints"]);
            assert!(line["archive"] == year && line["fingerprints"].as_array().unwrap().len() > 10, "{line}");
        }
    }
    let cluster =
        ["corpus", "cluster", "--work-dir", "work", "--output", "c.jsonl", "2023.jsonl", "2024.jsonl"];
    output_of(dir, &cluster);
    let clusters = fs::read_to_string(dir.join("c.jsonl")).unwrap();
    let clusters: Vec<Value> = clusters.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let copies: Vec<&Value> = clusters.iter().filter(|row| row["kind"] != "single").collect();
    let [old, new] = copies[..] else { panic!("{clusters:?}") };
    assert_eq!(old["cluster"], new["cluster"]);
    let year_of = |row: &Value| row["document"].as_str().unwrap()[..9].to_owned();
    assert_eq!([year_of(old), year_of(new)], ["2023/of-2", "2024/of-2"]);
    let found = output_of(dir, &["corpus", "query", "--work-dir", "work", "--floor", "0.9", "2024.jsonl"]);
    let found = String::from_utf8(found).unwrap();
    assert!(
        found.lines().any(|row| row.contains("\"query\":\"2024/of-") && row.contains("\"2023/of-")),
        "{found}"
    );
}

#[test]
fn additions_are_stored_without_a_worker() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let old = samples::argument("submissions");
    let add = |arguments: &[&str]| {
        let all = [&["archive", "add", "--data-dir", "data"], arguments].concat();
        let output = run(dir, &all);
        (output.status.code(), stderr(&output))
    };
    let (code, said) = add(&["2024", &old]);
    assert!(code == Some(1) && said.contains("chaffinch user add"), "{said}");
    output_of(dir, &["user", "add", "ada", "--data-dir", "data"]);
    let (code, said) = add(&["2024", &old, "--reduced", "--keep-until", "2999-01-01"]);
    assert!(code == Some(0) && said.contains("A worker"), "{said}");
    assert_eq!(list(dir)[0][2..], ["ada", "-", "reduced", "0", "2999-01-01", "queued"]);

    for (arguments, words) in [
        (&["2024", &old, "--year", "2024"][..], "already"),
        (&["none", &old], "none"),
        (&["2025", &old, "--keep-until", "yesterday"], "yesterday"),
        (&["2025", &old, "--language", "klingon"], "klingon"),
        (&["2025"], "PATH"),
        (&["2025", &old, "--batch", "0190a2f0-0000-7000-8000-000000000000"], "--batch"),
    ] {
        let (code, said) = add(arguments);
        assert!(code == Some(2) && said.contains(words), "{arguments:?}: {said}");
    }
    for (arguments, words) in [
        (&["2025", "nowhere"][..], "nowhere"),
        (&["2025", "--batch", "0190a2f0-0000-7000-8000-000000000000"], "no comparison"),
        (&["2025", &old, "--course", "Alchemy"], "Alchemy"),
    ] {
        let (code, said) = add(arguments);
        assert!(code == Some(1) && said.contains(words), "{arguments:?}: {said}");
    }
    output_of(dir, &["user", "add", "grace", "--data-dir", "data"]);
    let (code, said) = add(&["2025", &old]);
    assert!(code == Some(2) && said.contains("--account"), "{said}");
    let (code, said) = add(&["2024", &old, "--account", "grace"]);
    assert_eq!(code, Some(0), "{said}");
    let remove = run(dir, &["archive", "remove", "2024", "--data-dir", "data"]);
    assert_eq!(remove.status.code(), Some(1));
    assert!(stderr(&remove).contains("--course"), "{}", stderr(&remove));
    output_of(dir, &["archive", "remove", "2024", "--course", "grace", "--data-dir", "data"]);
    assert_eq!(list(dir).len(), 1);
}
