//! Tests what a report does not say: names where they are hidden, and places of the machine.

use std::fs;

use serde_json::Value;

use super::json;
use crate::binary::output_of;
use crate::samples;

#[test]
fn names_are_hidden_on_request() {
    let submissions = samples::argument("submissions");
    let shown = json(&[&submissions]);
    let hidden = json(&["--hide-names", &submissions]);
    let pairs = |report: &Value| report["pairs"].as_array().unwrap().len();
    assert_eq!(pairs(&shown), pairs(&hidden));
    for submission in hidden["submissions"].as_array().unwrap() {
        let code = submission["id"].as_str().unwrap();
        assert!(code.starts_with(char::is_alphabetic), "{code}");
        assert_eq!(submission["name"], format!("Person {code}"));
    }
    let text = hidden.to_string();
    for submission in shown["submissions"].as_array().unwrap() {
        assert!(!text.contains(submission["name"].as_str().unwrap()));
    }
}

/// Attack: a reader has a class list, whose places are the numbers. The same class with other names, so that its alphabet
/// has another order, gives a report that says the same of each program.
#[test]
fn hidden_names_cannot_be_read_off_a_class_list() {
    let mut programs = Vec::new();
    for name in ["s01", "s02", "s03", "s04", "s05"] {
        let mut files = Vec::new();
        samples::collect(&samples::folder("submissions").join(name), "", &mut files);
        programs.push(files);
    }
    // Two copies: their pairs are equally strong, so that something else decides which one comes first.
    programs.extend([programs[0].clone(), programs[0].clone()]);
    let first = ["ann", "bea", "cid", "dan", "eve", "fay", "gil"];
    let other = ["fay", "cid", "gil", "ann", "dan", "eve", "bea"];
    let reports = [first, other].map(|names| {
        let dir = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for (name, program) in names.iter().zip(&programs) {
            files.extend(program.iter().map(|(path, bytes)| (format!("{name}{path}"), bytes.as_slice())));
        }
        let zip = dir.path().join("class.zip");
        fs::write(&zip, samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), *bytes)))).unwrap();
        let class = zip.to_str().unwrap();
        let report = json(&["--hide-names", class]);
        assert_eq!(report, json(&["--hide-names", class]), "the same files give the same report");
        let folder = dir.path().join("report");
        let made = ["compare", "--quiet", "--hide-names", "--output", folder.to_str().unwrap(), class];
        output_of(dir.path(), &made);
        let mut written = Vec::new();
        samples::collect(&folder, "", &mut written);
        let of_pairs =
            written.iter().filter(|(path, _)| path.contains("/pairs/") || path.contains("/submissions/"));
        let is_code = |id: &str| {
            id.len() >= 2
                && id.bytes().enumerate().all(|(at, sign)| {
                    if at % 2 == 0 { sign.is_ascii_uppercase() } else { sign.is_ascii_digit() }
                })
        };
        for (path, _) in of_pairs {
            let name = path.rsplit('/').next().unwrap().split(['.']).next().unwrap();
            let id = name.trim_end_matches("-diff");
            assert!(id.split('-').all(is_code), "{path}");
        }
        report
    });
    let list = |report: &Value, name: &str| report[name].as_array().unwrap().clone();
    let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
    for report in &reports {
        let ids: Vec<String> = list(report, "submissions").iter().map(|one| text(one, "id")).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        for pair in list(report, "pairs") {
            let id = text(&pair, "id");
            let (left, right) = id.split_once('-').unwrap();
            assert!(left < right, "{id}");
        }
        for pairs in list(report, "pairs").windows(2) {
            let strength =
                |pair: &Value| (pair["expect"].clone(), pair["suspicion"].clone(), pair["too_short"].clone());
            assert!(
                strength(&pairs[0]) != strength(&pairs[1]) || text(&pairs[0], "id") < text(&pairs[1], "id")
            );
        }
        for group in list(report, "clusters").iter().chain(&list(report, "duplicates")) {
            let members: Vec<&str> =
                group["submissions"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
            assert!(members.is_sorted(), "{members:?}");
        }
    }
    // What is said does not depend on the names: the same figures, rank by rank.
    let figures = reports.each_ref().map(|report| {
        let pairs = list(report, "pairs");
        let figure = |pair: &Value| {
            (pair["expect"].clone(), pair["suspicion"].clone(), pair["matched_tokens"].clone())
        };
        pairs.iter().map(figure).collect::<Vec<_>>()
    });
    assert_eq!(figures[0], figures[1]);
}

#[test]
fn no_place_of_this_machine_is_in_a_report() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().canonicalize().unwrap();
    let program = |name: &str| {
        format!("int {name}(int n) {{ int s = 0; while (0 < n) {{ s += n * n; n -= 1; }} return s; }}\n")
            .repeat(4)
    };
    for folder in
        ["2022/ms1/gr1", "2022/ms1/gr2", "2023/ms1/gr1", "2023/ms1/gr2", "old/2021/x", "given", "answer"]
    {
        fs::create_dir_all(place.join(folder)).unwrap();
        fs::write(place.join(folder).join("m.c"), program(&folder.replace('/', "_"))).unwrap();
        // Files that are only listed, with a reason.
        fs::write(place.join(folder).join("a.zip"), b"no archive").unwrap();
        fs::write(place.join(folder).join("m.exe"), [0, 1, 2, 0]).unwrap();
        std::os::unix::fs::symlink(place.join("given/m.c"), place.join(folder).join("link.c")).unwrap();
        let deep = place.join(folder).join(["d"; 70].join("/"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("m.c"), "int x;").unwrap();
    }
    let at = |path: &str| place.join(path).to_str().unwrap().to_owned();
    let arguments = [
        "--archive",
        &at("old/2021"),
        "--base",
        &at("given"),
        "--reference",
        &format!("other={}", at("answer")),
        "--background",
        &at("old"),
        &at("2022/ms1"),
        &at("2023/ms1"),
    ];
    let report = json(&arguments);
    let own: Vec<&str> = report["submissions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|submission| submission["archive"].is_null())
        .map(|submission| submission["name"].as_str().unwrap())
        .collect();
    assert_eq!(own, ["2022/ms1/gr1", "2022/ms1/gr2", "2023/ms1/gr1", "2023/ms1/gr2"]);
    assert!(report["skipped"].as_array().unwrap().len() > 10);
    let folder = place.file_name().unwrap().to_str().unwrap();
    assert!(!report.to_string().contains(folder), "{report}");
    output_of(&place, &[&["compare", "--quiet"], &arguments[..]].concat());
    let mut files = Vec::new();
    samples::collect(&place.join("chaffinch-report"), "", &mut files);
    for (path, bytes) in files {
        assert!(!String::from_utf8_lossy(&bytes).contains(folder), "{path}");
    }
}
