//! Tests which pairs are found, and that nothing but the submissions decides it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{json, names, sample_report};
use crate::binary::{BINARY, command, run, stderr};
use crate::samples;

#[test]
fn finds_who_copied_from_whom() {
    let report = sample_report();
    assert_eq!(report["format"], 1);
    assert_eq!(report["submissions"].as_array().unwrap().len(), 20);
    assert_eq!(report["skipped"].as_array().unwrap().len(), 0, "{}", report["skipped"]);
    assert_eq!(report["boilerplate"]["files"], 2);
    // The pairs that samples/README.md names, and nothing else above them.
    let copied = BTreeSet::from([
        ("s01", "s02"),
        ("s03", "s04"),
        ("s05", "s06"),
        ("s07", "s17"),
        ("s08", "s09"),
        ("s10", "s19"),
        ("s11", "s12"),
        ("s13", "s20"),
        ("s14", "s16"),
    ]);
    let first: BTreeSet<_> =
        report["pairs"].as_array().unwrap().iter().take(copied.len()).map(names).collect();
    assert_eq!(first, copied);
    let duplicates = report["duplicates"].as_array().unwrap();
    assert!(
        duplicates.iter().any(|set| set["submissions"] == serde_json::json!(["s01", "s02"])),
        "s02 is s01 but for comments and layout: {duplicates:?}"
    );
}

#[test]
fn matches_point_at_the_bytes_they_name() {
    let report = sample_report();
    let text = |submission: &str, path: &str| {
        fs::read_to_string(samples::folder("submissions").join(submission).join(path)).unwrap()
    };
    let mut seen = 0;
    for pair in report["pairs"].as_array().unwrap() {
        let (left, right) = names(pair);
        for found in pair["matches"].as_array().into_iter().flatten() {
            for (submission, side) in [(left, &found["left"]), (right, &found["right"])] {
                let text = text(submission, side["path"].as_str().unwrap());
                let offset = |name: &str| usize::try_from(side[name].as_u64().unwrap()).unwrap();
                let (start, end) = (offset("start_byte"), offset("end_byte"));
                let passage = &text[start..end];
                assert_eq!(passage.trim(), passage, "a match begins and ends with a token");
                assert_eq!(offset("start_line"), text[..start].matches('\n').count() + 1);
                assert_eq!(offset("end_line"), text[..end - 1].matches('\n').count() + 1);
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "only {seen} regions");
}

#[test]
fn same_bytes_for_any_thread_count_and_order_of_arguments() {
    let dir = tempfile::tempdir().unwrap();
    let mut folders: Vec<String> = fs::read_dir(samples::folder("submissions"))
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    folders.sort();
    let base = samples::argument("handout");
    let report = |threads: &str, folders: &[String]| {
        let output = command(BINARY, dir.path())
            .env("RAYON_NUM_THREADS", threads)
            .args(["compare", "--quiet", "--format", "json", "--layout", "whole", "--base", &base])
            .args(folders)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        output.stdout
    };
    let one = report("1", &folders);
    assert!(one == report("4", &folders), "the thread count changes the report");
    folders.reverse();
    assert!(one == report("4", &folders), "the order of arguments changes the report");
}

#[test]
fn a_folder_and_its_archive_give_the_same_pairs() {
    let dir = tempfile::tempdir().unwrap();
    let archive = dir.path().join("class.zip");
    fs::write(&archive, samples::archive("submissions")).unwrap();
    let base = samples::argument("handout");
    let zipped = json(&["--base", &base, archive.to_str().unwrap()]);
    assert_eq!(zipped["pairs"], sample_report()["pairs"]);
}

#[test]
fn earlier_submissions_are_compared_against_but_not_with_each_other() {
    let dir = tempfile::tempdir().unwrap();
    // s01 and s02 are from last year and copies of each other. s16 is a copy of s01.
    let [now, before] = ["now", "before"].map(|name| dir.path().join(name));
    for (folder, names) in [(&now, ["s16", "s03"]), (&before, ["s01", "s02"])] {
        for name in names {
            let mut files = Vec::new();
            samples::collect(&samples::folder("submissions").join(name), name, &mut files);
            for (path, bytes) in files {
                let path = folder.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
        }
    }
    let base = samples::argument("handout");
    let report = json(&["--base", &base, "--archive", before.to_str().unwrap(), now.to_str().unwrap()]);
    let archived: Vec<_> = report["submissions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|submission| !submission["archive"].is_null())
        .map(|submission| submission["name"].as_str().unwrap())
        .collect();
    assert_eq!(archived, ["before/s01", "before/s02"]);
    let pairs: Vec<_> = report["pairs"].as_array().unwrap().iter().map(names).collect();
    assert!(pairs.contains(&("s16", "before/s01")), "{pairs:?}");
    assert!(!pairs.contains(&("before/s01", "before/s02")), "{pairs:?}");
}

#[test]
fn what_submissions_to_other_tasks_have_is_no_evidence() {
    let dir = tempfile::tempdir().unwrap();
    let mut handout = Vec::new();
    samples::collect(&samples::folder("handout"), "handout", &mut handout);
    let other_task = |count: usize| -> String {
        let folder = dir.path().join(format!("other-{count}"));
        for at in 0..count {
            let submission = folder.join(format!("x{at:02}"));
            fs::create_dir_all(&submission).unwrap();
            for (path, bytes) in &handout {
                fs::write(submission.join(Path::new(path).file_name().unwrap()), bytes).unwrap();
            }
            // An own part, or else it would be a copy of what the class has.
            let signs = ["+", "-", "*", "/", "%", "<<"];
            let line = |number: usize| {
                let sign = |step: usize| signs[number / (at + 2 + step) % signs.len()];
                format!(
                    "int f{number}(int a, int b) {{ return a {} b {} (a {} 1); }}\n",
                    sign(0),
                    sign(1),
                    sign(2)
                )
            };
            fs::write(submission.join("own.c"), (0..200).map(line).collect::<String>()).unwrap();
        }
        folder.to_str().unwrap().to_owned()
    };
    let submissions = samples::argument("submissions");
    let masked = |report: &Value| {
        let files =
            report["submissions"].as_array().unwrap().iter().flat_map(|one| one["files"].as_array().unwrap());
        let ranges = files.flat_map(|file| file["masked"].as_array().unwrap());
        ranges.filter(|range| range[2] == "elsewhere").count()
    };
    let three = json(&["--background", &other_task(3), &submissions]);
    assert_eq!(three["settings"]["background"]["submissions"], 3);
    let source = &three["settings"]["background"]["sources"][0];
    assert_eq!(source["title"], "other-3", "not where it is");
    assert_eq!(source["people"], 3);
    assert!(masked(&three) > 0);
    let listed = three["submissions"].as_array().unwrap();
    assert_eq!(listed.len(), 20, "only the class is in the report");
    // Two may have it from each other.
    let two = json(&["--background", &other_task(2), &submissions]);
    assert_eq!((two["settings"]["background"]["submissions"].as_u64(), masked(&two)), (Some(2), 0));
    assert_eq!(two["pairs"], json(&[&submissions])["pairs"]);
}

#[test]
fn max_pairs_and_matches_change_no_number() {
    let base = samples::argument("handout");
    let submissions = samples::argument("submissions");
    let all = json(&["--base", &base, "--max-pairs", "0", &submissions]);
    let some = json(&["--base", &base, "--max-pairs", "5", "--matches", "2", &submissions]);
    let (all, some) = (all["pairs"].as_array().unwrap(), some["pairs"].as_array().unwrap());
    assert_eq!(some.len(), 5);
    assert!(all.len() > 5);
    assert!(some[1]["matches"].is_array() && some[2]["matches"].is_null());
    assert_eq!(some[..2], all[..2]);
    assert_eq!(some[4]["suspicion"], all[4]["suspicion"]);
}

#[test]
fn a_team_is_not_reported_against_itself_and_staff_apart() {
    let dir = tempfile::tempdir().unwrap();
    let report = sample_report();
    let (left, right) = names(&report["pairs"][0]);
    let table = dir.path().join("teams.csv");
    fs::write(&table, format!("member,team\n{left},1\n{right},1\n")).unwrap();
    let (base, submissions) = (samples::argument("handout"), samples::argument("submissions"));
    let with = |flag: &str, value: &str| json(&["--base", &base, flag, value, &submissions]);
    let in_teams = with("--team", table.to_str().unwrap());
    let pairs = in_teams["pairs"].as_array().unwrap();
    assert!(pairs.iter().all(|pair| names(pair) != (left, right)));
    assert_eq!(in_teams["settings"]["review"]["teams"], serde_json::json!([[left, right]]));
    let staff = with("--staff", left);
    let last = staff["pairs"].as_array().unwrap().last().unwrap();
    assert!(names(last).0 == left || names(last).1 == left);
    assert!(
        staff["submissions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["name"] == left && one["staff"] == true)
    );
    fs::write(&table, "member,team\n,1\n").unwrap();
    let wrong = run(dir.path(), &["compare", "--team", table.to_str().unwrap(), &submissions]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn the_cutoff_is_a_number_of_pairs_expected_by_chance() {
    let submissions = samples::argument("submissions");
    let usual = json(&[&submissions]);
    let strict = json(&["--cutoff-expect", "1e-4", &submissions]);
    assert_eq!(
        (&usual["settings"]["cutoff_expect"], &strict["settings"]["cutoff_expect"]),
        (&1.0.into(), &1e-4.into())
    );
    let pairs = |report: &Value| -> Vec<Value> {
        let pairs = report["pairs"].as_array().unwrap().iter();
        pairs.map(|pair| serde_json::json!([pair["id"], pair["expect"], pair["suspicion"]])).collect()
    };
    assert_eq!(pairs(&usual), pairs(&strict), "it changes no figure");
    let links = |report: &Value| -> Vec<f64> {
        let clusters = report["clusters"].as_array().unwrap().iter();
        let links = clusters.flat_map(|cluster| cluster["links"].as_array().unwrap());
        links.map(|link| link["expect"].as_f64().unwrap()).collect()
    };
    assert!(!links(&strict).is_empty() && links(&strict).iter().all(|&expect| expect <= 1e-4));
    assert!(links(&usual).iter().any(|&expect| expect > 1e-4));
    // Two submissions are too few to expect anything.
    let two = [1, 2].map(|number| samples::argument(&format!("submissions/s0{number}")));
    let small = json(&["--layout", "whole", "--cutoff-expect", "0.01", &two[0], &two[1]]);
    assert_eq!(small["settings"]["cutoff_expect"], Value::Null);
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run(dir.path(), &["compare", "--cutoff-expect", "0", &submissions]).status.code(), Some(2));
}
