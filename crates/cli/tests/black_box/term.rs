//! Tests the evidence over the tasks of a course with the real binary: two uploads, then the command.

use std::fs;

use reqwest::multipart::{Form, Part};
use serde_json::Value;

use crate::binary::{output_of, run, stderr};
use crate::samples;
use crate::service::Service;

#[tokio::test]
async fn a_course_combines_its_comparisons() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let service = Service::start(dir);
    let client = service.client();
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "submissions", &mut files);
    // The second task has the same code with one more line each, so it is no second upload of the first.
    for (title, end) in [("Sheet 1", ""), ("Sheet 2", "\n")] {
        let files: Vec<(String, Vec<u8>)> =
            files.iter().map(|(path, text)| (path.clone(), [&text[..], end.as_bytes()].concat())).collect();
        let zip = samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_slice())));
        let form =
            Form::new().part("submissions", Part::bytes(zip).file_name("class.zip")).text("title", title);
        let batch = client.upload(form).await;
        assert_eq!(client.finished(&batch).await["status"], "done");
    }
    let course = client.json("/courses").await["courses"][0]["id"].as_str().unwrap().to_owned();
    let course = |more: &[&str]| {
        let (first, rest) = more.split_first().unwrap();
        let mut arguments = vec!["course", first, &course, "--data-dir", "data"];
        arguments.extend(rest);
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let said = |more: &[&str]| {
        let arguments = course(more);
        output_of(dir, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let report: Value = serde_json::from_slice(&said(&["evidence", "--format", "json"])).unwrap();
    assert_eq!((&report["current"], report["tasks"].as_array().unwrap().len()), (&Value::Bool(true), 2));
    let first = &report["evidence"][0];
    assert!(first["expect"].as_f64().unwrap() < 0.1 && first["shared"] == 2, "{first}");
    assert_eq!(first["tasks"].as_array().unwrap().iter().filter(|task| task["counts"] == true).count(), 2);

    let text = String::from_utf8(said(&["evidence"])).unwrap();
    let columns: Vec<&str> = text.lines().next().unwrap().split('\t').collect();
    assert_eq!(
        columns[1..],
        [first["left"].as_str().unwrap(), first["right"].as_str().unwrap(), "2", "Sheet 1; Sheet 2"]
    );
    said(&["evidence", "--format", "csv", "--output", "evidence.csv"]);
    let csv = fs::read_to_string(dir.join("evidence.csv")).unwrap();
    assert!(csv.starts_with("rank,left,right,expect,"), "{csv}");

    let (left, table) = (columns[1], dir.join("people.csv"));
    fs::write(&table, format!("name,person\n{left},Ann Lee\n")).unwrap();
    said(&["people", table.to_str().unwrap()]);
    let text = String::from_utf8(said(&["evidence"])).unwrap();
    assert!(text.lines().next().unwrap().contains("Ann Lee"), "{text}");

    fs::write(&table, "name,person\nx,\n").unwrap();
    let arguments = course(&["people", table.to_str().unwrap()]);
    let refused = run(dir, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("row 2"), "{}", stderr(&refused));
}
