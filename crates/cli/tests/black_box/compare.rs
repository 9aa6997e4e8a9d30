//! Tests `chaffinch compare` on the sample assignment.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::binary::{self, BINARY, command, output_of, run, stderr};
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
fn csv_has_a_line_a_pair() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    let submissions = samples::argument("submissions");
    let text =
        output_of(dir.path(), &["compare", "--quiet", "--format", "csv", "--base", &base, &submissions]);
    let text = String::from_utf8(text).unwrap();
    let pairs = sample_report()["pairs"].as_array().unwrap().len();
    assert_eq!(text.lines().count(), 1 + pairs);
    assert!(text.lines().next().unwrap().contains("suspicion"));
}

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
fn evidence_is_one_file_about_the_requested_submissions() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    let report = json(&[&submissions]);
    let pair = &report["pairs"][0];
    let ids = pair["id"].as_str().unwrap().replace('-', ",");
    let html = output_of(dir.path(), &["compare", "--quiet", "--evidence", &ids, &submissions]);
    let html = String::from_utf8(html).unwrap();
    let (left, right) = names(pair);
    assert!(html.contains(&format!("<h1>{left} and {right}</h1>")), "{left} {right}");
    assert!(!html.contains("<script") && !html.contains("<link"));
    // In a folder, the file has a name that says what it is about.
    let title = ["--title", "Week 3", "--output", "."];
    let options = [&["compare", "--quiet", "--evidence", &ids, &submissions][..], &title].concat();
    output_of(dir.path(), &options);
    assert!(dir.path().join(format!("week-3_{left}-{right}.html")).exists());
    output_of(dir.path(), &[&options[..], &["--hide-names"]].concat());
    let files: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("_without-names.html"))
        .collect();
    assert!(matches!(&files[..], [name] if !name.contains(left) && !name.contains(right)), "{files:?}");
    let nobody = run(dir.path(), &["compare", "--evidence", "1,1", &submissions]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(stderr(&nobody).contains(pair["id"].as_str().unwrap()));
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

#[test]
fn html_makes_a_folder_that_needs_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    let submissions = samples::argument("submissions");
    let arguments = ["compare", "--base", &base, "--title", "Checkout <2025>", &submissions];
    output_of(dir.path(), &arguments);
    let folder = dir.path().join("chaffinch-report");
    let mut files = Vec::new();
    samples::collect(&folder, "", &mut files);
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(index.contains("Checkout &#60;2025&#62;") || index.contains("Checkout &lt;2025&gt;"));
    let html = |path: &str| Path::new(path).extension().is_some_and(|ending| ending == "html");
    for (path, bytes) in files.iter().filter(|(path, _)| html(path)) {
        let page = scraper::Html::parse_document(std::str::from_utf8(bytes).unwrap());
        for (selector, attribute) in
            [("a[href]", "href"), ("link[href]", "href"), ("script[src]", "src"), ("img[src]", "src")]
        {
            for element in page.select(&scraper::Selector::parse(selector).unwrap()) {
                let link = element.attr(attribute).unwrap();
                let target = link.split(['#', '?']).next().unwrap();
                assert!(!link.contains("//") && !link.starts_with('/'), "{path} links out: {link}");
                if !target.is_empty() {
                    let place = folder.join(path.trim_start_matches('/'));
                    let file = place.parent().unwrap().join(target);
                    assert!(file.exists(), "{path} links to {link}, which is not there");
                }
            }
        }
    }
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["chaffinch-report"], "nothing half-written is left");

    // An existing report is overwritten only with --force.
    let before = fs::read(folder.join("index.html")).unwrap();
    let refused = run(dir.path(), &arguments);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(fs::read(folder.join("index.html")).unwrap(), before);
    fs::write(folder.join("stale.html"), "old").unwrap();
    output_of(dir.path(), &[&arguments[..], &["--force"]].concat());
    assert!(folder.join("index.html").exists() && !folder.join("stale.html").exists());
}

#[test]
fn force_replaces_nothing_but_reports() {
    let dir = tempfile::tempdir().unwrap();
    let precious = dir.path().join("home");
    fs::create_dir(&precious).unwrap();
    fs::write(precious.join("thesis.tex"), "years of work").unwrap();
    let submissions = samples::argument("submissions");
    let output = run(dir.path(), &["compare", "--force", "--output", "home", &submissions]);
    assert_eq!(output.status.code(), Some(1));
    assert!(precious.join("thesis.tex").exists());
}

#[test]
fn wrong_usage_is_2_and_shows_what_was_found() {
    let dir = tempfile::tempdir().unwrap();
    let one = samples::folder("submissions").join("s01");
    let only = run(dir.path(), &["compare", "--layout", "whole", one.to_str().unwrap()]);
    assert_eq!(only.status.code(), Some(2));
    assert!(stderr(&only).contains("checkout.c"), "the tree that was found: {}", stderr(&only));
    for arguments in [
        &["compare"][..],
        &["compare", "--language", "klingon", "x"],
        &["compare", "--format", "pdf", "x"],
        &["compare", "--max-pairs", "-1", "x"],
        &["nonsense"],
        &[],
    ] {
        assert_eq!(run(dir.path(), arguments).status.code(), Some(2), "{arguments:?}");
    }
    let absent = run(dir.path(), &["compare", "no-such-folder"]);
    assert_eq!(absent.status.code(), Some(1));
    assert!(stderr(&absent).contains("no-such-folder"));
    assert!(!dir.path().join("chaffinch-report").exists());
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    let mut child = command(BINARY, dir.path())
        .args(["compare", "--quiet", "--format", "json", "--max-pairs", "0", &submissions])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut beginning = [0; 16];
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut beginning).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
}

#[test]
fn quiet_is_quiet_and_json_lines_are_json() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    let quiet = run(dir.path(), &["compare", "--quiet", "--format", "json", &submissions]);
    assert_eq!(stderr(&quiet), "");
    let spoken = run(dir.path(), &["compare", "--log-format", "json", "--format", "csv", &submissions]);
    let lines = stderr(&spoken);
    assert!(lines.lines().count() > 2, "{lines}");
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["message"].is_string());
    }
}

#[test]
fn a_file_appears_complete_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    fs::write(dir.path().join("report.json"), "older").unwrap();
    let arguments = ["compare", "--quiet", "--format", "json", "--output", "report.json", &submissions];
    assert_eq!(output_of(dir.path(), &arguments), b"");
    let report: Value = serde_json::from_slice(&fs::read(dir.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["format"], 1);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn folders_above_the_report_are_made() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    for (format, place, made) in
        [("csv", "a/b/report.csv", "a/b/report.csv"), ("html", "c/d/report", "c/d/report/index.html")]
    {
        output_of(dir.path(), &["compare", "--format", format, "--output", place, &submissions]);
        assert!(dir.path().join(made).is_file(), "{made}");
    }
}

#[test]
fn the_last_line_counts_in_good_english() {
    let dir = tempfile::tempdir().unwrap();
    let submission = |name| samples::folder("submissions").join(name).display().to_string();
    let (one, other) = (submission("s03"), submission("s04"));
    let two = run(dir.path(), &["compare", "--layout", "whole", "--format", "csv", &one, &other]);
    let found = "Found: 1 pair at or above the cut-off, 2 submissions equal to another.";
    assert_eq!(stderr(&two).lines().last(), Some(format!("2 submissions. {found}").as_str()));
}

#[test]
fn the_binary_alone_in_an_empty_directory_compares() {
    let dir = tempfile::tempdir().unwrap();
    let alone = dir.path().join("chaffinch");
    binary::copy_to(&alone);
    let class = dir.path().join("class.zip");
    fs::write(&class, samples::archive("submissions")).unwrap();
    let output = command(&alone, dir.path()).args(["compare", "class.zip"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(dir.path().join("chaffinch-report/index.html").exists());
}
