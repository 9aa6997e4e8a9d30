//! Tests exports of learning platforms: the command line and the service recognize them in the same way, and handle
//! attempts in the same way.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::binary::{output_of, run, stderr};
use crate::client::form;
use crate::samples;
use crate::service::Service;
use crate::webdriver::Browser;

/// Returns a program, or its disguised copy: with other names and an additional statement.
fn program(seed: usize) -> String {
    let line = |at: usize| {
        let operator =
            |by: usize| ["+", "-", "*", "/", "%", "&", "|"][(seed * 131 + at * 17 + by * by) / 5 % 7];
        format!("int f{at}(int a) {{\n    return a {} g(a) {} {at};\n}}\n", operator(1), operator(7))
    };
    (0..30).map(line).collect()
}

/// An upload, the layout that is recognized in it, and `name author attempt time` of its submissions.
type Export = (&'static str, Vec<(String, String)>, &'static [[&'static str; 4]]);

fn exports() -> Vec<Export> {
    let file = |path: &str, seed: usize| (path.to_owned(), program(seed));
    vec![
        (
            "moodle",
            vec![
                file("Ada Lovelace_101_assignsubmission_file_/main.c", 1),
                file("Bob_102_assignsubmission_file_/main.c", 1),
                file("Carol_103_assignsubmission_file_/main.c", 3),
            ],
            &[["Ada Lovelace", "Ada Lovelace", "", ""], ["Bob", "Bob", "", ""], ["Carol", "Carol", "", ""]],
        ),
        (
            "blackboard",
            vec![
                // The first attempt is the copy. The second is the copy with a half of the author's own.
                file("gradebook_X_ada_attempt_2024-10-01-12-00-00_main.c", 1),
                ("gradebook_X_ada_attempt_2024-10-03-12-00-00_main.c".to_owned(), program(1)[..900].to_owned() + &program(5)),
                file("gradebook_X_bob_attempt_2024-09-30-12-00-00_main.c", 1),
                file("gradebook_X_carol_attempt_2024-10-02-12-00-00_main.c", 3),
            ],
            &[
                ["ada, attempt 1", "ada", "1", "2024-10-01T12:00:00Z"],
                ["ada, attempt 2", "ada", "2", "2024-10-03T12:00:00Z"],
                ["bob", "bob", "1", "2024-09-30T12:00:00Z"],
                ["carol", "carol", "1", "2024-10-02T12:00:00Z"],
            ],
        ),
        (
            "canvas",
            vec![
                file("ada_11_901_main.c", 1),
                file("ada_11_902_main-1.c", 2),
                file("bob_LATE_12_903_main.c", 1),
            ],
            &[["ada, attempt 1", "ada", "1", ""], ["ada, attempt 2", "ada", "2", ""], ["bob", "bob", "", ""]],
        ),
        (
            "github-classroom",
            vec![file("hw1-ada/main.c", 1), file("hw1-bob/main.c", 1)],
            &[["hw1-ada", "ada", "", ""], ["hw1-bob", "bob", "", ""]],
        ),
        (
            "dodona",
            vec![
                ("info.csv".to_owned(), "filename,full_name,created_at\na.c,Ada,2024-10-01 12:00:00 +0200\nb.c,Bob,2024-10-02 12:00:00 +0200\n".to_owned()),
                file("a.c", 1),
                file("b.c", 1),
            ],
            &[["Ada", "Ada", "1", "2024-10-01T12:00:00+02:00"], ["Bob", "Bob", "1", "2024-10-02T12:00:00+02:00"]],
        ),
        (
            "gradescope",
            vec![
                (
                    "submission_metadata.yml".to_owned(),
                    "submission_1:\n  :submitters:\n  - :name: Ada\n  :created_at: 2024-10-01 12:00:00 Z\nsubmission_2:\n  :submitters:\n  - :name: Bob\n".to_owned(),
                ),
                file("submission_1/main.c", 1),
                file("submission_2/main.c", 1),
            ],
            &[["Ada", "Ada", "", "2024-10-01T12:00:00Z"], ["Bob", "Bob", "", ""]],
        ),
    ]
}

fn told(report: &Value) -> Vec<[String; 4]> {
    let word = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let submissions = report["submissions"].as_array().unwrap();
    submissions
        .iter()
        .map(|one| ["name", "author", "attempt", "submitted_at"].map(|key| word(&one[key])))
        .collect()
}

#[tokio::test]
async fn exports_are_recognised_alike_on_the_command_line_and_by_the_service() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    for (layout, files, expected) in exports() {
        let zip = samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())));
        fs::write(dir.path().join("class.zip"), &zip).unwrap();
        let here = output_of(dir.path(), &["compare", "--quiet", "--format", "json", "class.zip"]);
        let here: Value = serde_json::from_slice(&here).unwrap();
        assert_eq!(told(&here), expected, "{layout}");
        assert_eq!(here["layouts"], serde_json::json!([layout]));

        let id = client.upload(form(zip, None)).await;
        client.finished(&id).await;
        let there = client.json(&format!("/batches/{id}/report")).await;
        for part in ["submissions", "pairs", "skipped", "layouts"] {
            assert_eq!(there[part], here[part], "{layout} {part}");
        }

        let tree = String::from_utf8(output_of(dir.path(), &["compare", "--dry-run", "class.zip"])).unwrap();
        for [name, author, ..] in expected {
            assert!(tree.contains(&format!("{name} (by {author}")), "{tree}");
        }

        // Submissions of the same author are not compared with each other. The first copy ranks before the disguised
        // one.
        let pairs = here["pairs"].as_array().unwrap();
        let person = |name: &Value| name.as_str().unwrap().split(',').next().unwrap().to_owned();
        assert!(pairs.iter().all(|pair| person(&pair["left"]) != person(&pair["right"])), "{pairs:?}");
        if layout == "blackboard" {
            let names: Vec<_> = pairs.iter().map(|pair| (&pair["left"], &pair["right"])).collect();
            assert_eq!(names[0], (&Value::from("ada, attempt 1"), &Value::from("bob")), "{names:?}");
            assert_eq!(names[1], (&Value::from("ada, attempt 2"), &Value::from("bob")), "{names:?}");
        }
    }
}

/// The preview shows the warnings before the comparison, with the same texts as the report.
#[tokio::test]
async fn a_preview_names_files_that_are_not_parsed() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let tangled = "a<".repeat(8_500);
    let files = [
        ("ada/A.java", tangled.as_str()),
        ("bob/B.java", "class B { int x = 1; }"),
        ("cid/C.java", "class {"),
    ];
    let zip = samples::zip(files.iter().map(|(path, text)| (*path, text.as_bytes())));
    fs::write(dir.path().join("class.zip"), &zip).unwrap();

    let draft = client.draft(form(zip, None)).await;
    let parsing: Vec<Vec<String>> = (0..files.len())
        .map(|at| draft["preview"]["submissions"][at]["files"][0]["parsing"].clone())
        .map(|notes| serde_json::from_value(notes).unwrap())
        .collect();
    assert!(parsing[0][0].starts_with("too complex to parse"), "{parsing:?}");
    assert_eq!(parsing[1], [""; 0]);
    assert!(parsing[2][0].contains("syntax error"), "{parsing:?}");
    let page = client.page(&format!("/drafts/{}", draft["id"].as_str().unwrap())).await;
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains(&parsing[0][0]) && page.contains("Parser warnings"), "{page}");

    let tree = String::from_utf8(output_of(dir.path(), &["compare", "--dry-run", "class.zip"])).unwrap();
    assert!(parsing.iter().flatten().all(|note| tree.contains(note.as_str())), "{tree}");
    let report = output_of(dir.path(), &["compare", "--quiet", "--format", "json", "class.zip"]);
    let report: Value = serde_json::from_slice(&report).unwrap();
    for (submission, notes) in report["submissions"].as_array().unwrap().iter().zip(&parsing) {
        let told: Vec<String> = serde_json::from_value(submission["files"][0]["notes"].clone()).unwrap();
        assert_eq!(&told, notes);
    }
}

/// Returns the pairs of people with the same name, by the names of their submissions, in the order of names.
fn pairs_of(report: &Value) -> Vec<[&str; 2]> {
    let mut pairs: Vec<[&str; 2]> = report["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| {
            let mut names = ["left", "right"].map(|side| pair[side].as_str().unwrap());
            names.sort_unstable();
            names
        })
        .collect();
    let first_name = |name: &'_ str| name.trim_start_matches("old/")[..3].to_owned();
    pairs.retain(|[one, other]| first_name(one) == first_name(other));
    pairs.sort_unstable();
    pairs
}

#[tokio::test]
async fn people_with_the_same_name_stay_two_people() {
    let dir = tempfile::tempdir().unwrap();
    let export = |people: &[(&str, usize)]| {
        let files: Vec<(String, String)> = people
            .iter()
            .map(|(who, seed)| (format!("{who}_assignsubmission_file_/main.c"), program(*seed)))
            .collect();
        samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())))
    };
    let first = export(&[("Wei_4001", 1), ("Kim_4003", 3), ("Lee_4004", 5)]);
    let second = export(&[("Wei_4002", 1), ("Kim_4003", 3)]);
    let service = Service::start(dir.path());
    let client = service.client();
    let id = client.upload(form(first.clone(), None)).await;
    client.finished(&id).await;
    let alone = client.json(&format!("/batches/{id}/report")).await;
    let authors = |report: &Value| -> Vec<String> {
        let mut authors: Vec<String> = told(report).into_iter().map(|[_, author, ..]| author).collect();
        authors.sort();
        authors
    };
    assert_eq!(authors(&alone), ["Kim", "Lee", "Wei"]);

    // In the late work, the other Wei is another person, and the second attempt of Kim is by the same Kim.
    client.late(&id, form(second.clone(), None)).await;
    client.finished(&id).await;
    let report = client.json(&format!("/batches/{id}/report")).await;
    assert_eq!(pairs_of(&report), [["Wei", "Wei (4002)"]]);
    assert_eq!(authors(&report), ["Kim", "Kim", "Lee", "Wei (4001)", "Wei (4002)"]);

    // The comparison with an archive gives the same result in both.
    let archive = client.archive("old", &id).await;
    let third = client
        .upload(
            form(export(&[("Wei_4009", 1), ("Kim_4003", 3), ("Ann_1", 9)]), None).text("archives", archive),
        )
        .await;
    client.finished(&third).await;
    let there = client.json(&format!("/batches/{third}/report")).await;
    assert_eq!(pairs_of(&there), [["Wei", "old/Wei"], ["Wei", "old/Wei (4002)"]]);

    fs::write(dir.path().join("new.zip"), first).unwrap();
    fs::write(dir.path().join("old.zip"), second).unwrap();
    let arguments = ["compare", "--quiet", "--format", "json", "--archive", "old.zip", "new.zip"];
    let here: Value = serde_json::from_slice(&output_of(dir.path(), &arguments)).unwrap();
    assert_eq!(pairs_of(&here), [["Wei", "old/Wei"]]);
}

#[tokio::test]
async fn options_that_match_nothing_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let files = [("ada/a.c", program(1)), ("bob/b.c", program(2))];
    let zip = samples::zip(files.iter().map(|(path, text)| (*path, text.as_bytes())));
    fs::write(dir.path().join("class.zip"), &zip).unwrap();
    fs::write(dir.path().join("teams.csv"), "ada,nobody\n").unwrap();
    let said =
        ["compare", "--format", "json", "--staff", "ghost", "--staff", "bob", "--handed-out", "starter"];
    let rest = ["--encoding", "*.py=latin1", "--encoding", "*.c=utf-8", "--team", "teams.csv", "class.zip"];
    let output = run(dir.path(), &[&said[..], &rest[..]].concat());
    let here: Value = serde_json::from_slice(&output.stdout).unwrap();
    let listed = |of: &Value| -> Vec<String> {
        let lines = of["skipped"].as_array().unwrap().iter();
        lines
            .map(|line| format!("{}: {}", line["path"].as_str().unwrap(), line["reason"].as_str().unwrap()))
            .collect()
    };
    let lines = listed(&here);
    for (line, (name, words)) in lines.iter().zip([
        ("*.py=windows-1252", "`encodings`"),
        ("ghost", "`staff`"),
        ("nobody", "`teams`"),
        ("starter", "`handed_out`"),
    ]) {
        assert!(line.starts_with(&format!("{name}: ")) && line.contains(words), "{line}");
        assert!(stderr(&output).contains(line.as_str()), "{}", stderr(&output));
    }
    assert_eq!(lines.len(), 4);
    assert_eq!(here["settings"]["handed_out"], json!(["starter"]));
    assert_eq!(here["settings"]["encodings"], json!(["*.py=latin1", "*.c=utf-8"]));

    let service = Service::start(dir.path());
    let client = service.client();
    let wishes = || {
        let form = form(zip.clone(), None).text("staff", "ghost\nbob").text("handed_out", "starter");
        form.text("encodings", "*.py=latin1\n*.c=utf-8").text("teams", "ada,nobody\n")
    };
    let id = client.upload(wishes()).await;
    client.finished(&id).await;
    let there = client.json(&format!("/batches/{id}/report")).await;
    assert_eq!(
        (listed(&there), &there["settings"]["handed_out"]),
        (lines.clone(), &here["settings"]["handed_out"])
    );
    let mut looked_at = listed(&client.draft(wishes()).await["preview"]);
    looked_at.sort();
    assert_eq!(looked_at, lines);

    // An option may name a person whose work is late.
    let late = samples::zip([("ghost/x.py", &b"x = 1\n"[..]), ("starter/c.c", program(5).as_bytes())]);
    client.late(&id, form(late, None)).await;
    client.finished(&id).await;
    let later = listed(&client.json(&format!("/batches/{id}/report")).await);
    assert_eq!(later, [lines[2].clone()]);
}

#[test]
fn a_rule_that_cannot_be_one_is_wrong_usage() {
    let output = run(tempfile::tempdir().unwrap().path(), &["compare", "--encoding", "*.c=klingon", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("`klingon` is not an encoding"), "{}", stderr(&output));
}

/// Returns an upload with one example of everything that a preview shows.
pub(crate) fn to_look_at() -> Vec<u8> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, name) in ["Ada", "Bob", "Carol", "Solution"].iter().enumerate() {
        let folder = format!("{name}_10{number}_assignsubmission_file_");
        files.push((format!("{folder}/main.c"), program(number).into_bytes()));
        files.push((format!("{folder}/start.h"), program(9).into_bytes()));
    }
    files.push(("Ada_100_assignsubmission_file_/old.c".to_owned(), b"// caf\xe9 \xe1\xe2".to_vec()));
    files.push(("Ada_100_assignsubmission_file_/node_modules/x.js".to_owned(), b"x".to_vec()));
    samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())))
}

/// Drops files of this disk on the middle of an element.
async fn drop_on(browser: &Browser, selector: &str, files: &Value) {
    let place = browser
        .script(&format!("const box = document.querySelector(\"{selector}\").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"))
        .await;
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({ "items": [], "files": files, "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": place[0], "y": place[1], "data": data });
        browser.devtools("Input.dispatchDragEvent", event).await;
        if kind == "dragOver" {
            browser.find(".drop-overlay:not([hidden]) p").await;
        }
    }
    browser.find(".drop-overlay[hidden]").await;
}

/// Writes the folder `class` with three submissions and a stray, and the archive `late.zip` with two.
fn write_class(dir: &Path) -> Value {
    for (at, name) in ["ada", "bob", "carol"].iter().enumerate() {
        let lib = dir.join("class").join(name).join("lib");
        fs::create_dir_all(&lib).unwrap();
        fs::write(lib.join("main.c"), program(at / 2)).unwrap();
    }
    fs::write(dir.join("class/grades.csv"), "ada,1\n").unwrap();
    let late = samples::zip([("dora/main.py", &b"x = 1\n"[..]), ("eve/main.c", program(8).as_bytes())]);
    fs::write(dir.join("late.zip"), late).unwrap();
    fs::write(dir.join("start.c"), program(9)).unwrap();
    json!([dir.join("class"), dir.join("late.zip")])
}

#[tokio::test]
async fn files_and_folders_dropped_anywhere_are_looked_at_and_compared() {
    let dir = tempfile::tempdir().unwrap();
    let files = write_class(dir.path());
    let service = Service::start(dir.path());
    let browser = Browser::start().await;
    browser.sign_in(service.link.as_deref().unwrap()).await;
    browser.submit(".heading a[href='/batches/new']").await;
    browser.find("fieldset.drop.live").await;

    // An upload of nothing says in place what is missing.
    browser.click("button.primary[type=submit]").await;
    assert_eq!(
        browser.texts("fieldset.drop .missing").await,
        ["Choose the submissions first: an archive file, a folder or single files."]
    );
    assert_eq!(browser.script("return document.activeElement.id").await, "submissions");

    drop_on(&browser, "h1", &files).await;
    browser.find("fieldset.drop .chosen li:nth-child(2)").await;
    assert_eq!(browser.texts("fieldset.drop .chosen .name").await, ["class/", "late.zip"]);
    assert_eq!(browser.script("return document.getElementById('missing').textContent").await, "");
    // Title and language follow the files, also those in the archive.
    assert_eq!(browser.script("return document.getElementById('title').value").await, "class");
    let detected = "const auto = document.querySelector('#language option');
        return new Promise((done) => { const wait = () => /Python/.test(auto.textContent) ? done(auto.textContent) : setTimeout(wait, 10); wait(); })";
    assert_eq!(browser.script(detected).await, "Detect automatically (C, Python)");

    // What patterns leave of the files is shown while they are typed.
    browser.click("details:has(#exclude) > summary").await;
    browser.enter("#exclude", "*.py\nlib/").await;
    browser.find("#patterns-left li:nth-child(2)").await;
    assert_eq!(
        browser.texts("#patterns-left li").await,
        [
            "1 file: left out by the pattern `*.py`",
            "3 files: left out by the pattern `lib/`",
            "Compared: main.c"
        ]
    );
    browser.script("document.getElementById('exclude').value = ''").await;

    // The second area takes what is dropped on it while it is open.
    browser.click("details.starter summary").await;
    drop_on(&browser, "details.starter .drop", &json!([dir.path().join("start.c")])).await;
    browser.find("details.starter .chosen li").await;
    assert_eq!(browser.texts(".chosen .name").await, ["class/", "late.zip", "start.c"]);

    // Selects a folder by the other way, and removes it again.
    browser.click(".chosen li:first-child button").await;
    browser.choose_file("input[name=folder]", &dir.path().join("class")).await;
    browser.find(".chosen li:nth-child(2)").await;

    browser.click("button[formaction='/drafts']").await;
    browser.find("button[name=do][value=run]").await;
    let rows = ".draft-rows th[scope=row]";
    assert_eq!(browser.texts(rows).await, ["ada", "bob", "carol", "dora", "eve"]);
    let ada = browser.texts("#submissions ~ .scroll tbody tr:first-child li bdi").await;
    assert_eq!(ada, ["lib/main.c"]);
    browser.click("input[name=ignore][value=eve]").await;
    browser.click("button[name=do][value=run]").await;
    // The page of the running batch becomes the report by itself.
    browser.find("main a[href*='/pairs/1-2']").await;
    let batch = browser.url().await.rsplit('/').next().unwrap().to_owned();
    let report = service.client().json(&format!("/batches/{batch}/report")).await;
    let named = |list: &str, key: &str| -> Vec<String> {
        report[list]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one[key].as_str().unwrap_or("-").to_owned())
            .collect()
    };
    assert_eq!(named("submissions", "name"), ["ada", "bob", "carol", "dora"]);
    assert_eq!(named("skipped", "path"), ["class.tar/grades.csv", "."]);
    assert_eq!(report["title"], "class");
    assert_eq!(report["boilerplate"]["files"], 1);
}

#[tokio::test]
async fn the_home_page_opens_the_sample_and_takes_drops() {
    let dir = tempfile::tempdir().unwrap();
    let files = write_class(dir.path());
    let service = Service::start(dir.path());
    let browser = Browser::start().await;
    browser.sign_in(service.link.as_deref().unwrap()).await;
    drop_on(&browser, ".first-visit", &files).await;
    browser.find("form#upload .chosen li:nth-child(2)").await;
    assert!(browser.url().await.ends_with("/batches/new"));
    assert_eq!(browser.texts(".chosen .name").await, ["class/", "late.zip"]);
    assert_eq!(browser.script("return document.getElementById('title').value").await, "class");
    // A second drop adds to the same form.
    drop_on(&browser, "h1", &json!([dir.path().join("start.c")])).await;
    browser.find(".chosen li:nth-child(3)").await;

    browser.open(&service.address).await;
    browser.click("form[action='/batches/sample'] button").await;
    browser.find("main a[href*='/pairs/']").await;
    let batch = browser.url().await.rsplit('/').next().unwrap().to_owned();
    let report = service.client().json(&format!("/batches/{batch}/report")).await;
    // 26 submissions and a reference answer.
    assert_eq!((&report["title"], report["submissions"].as_array().unwrap().len()), (&json!("Sample"), 27));
    assert_eq!(report["boilerplate"]["files"], 1);
    let findings = report["findings"].as_array().unwrap().iter();
    let kinds: Vec<_> =
        findings.map(|one| (&one["kind"], one["submissions"].as_array().unwrap().len())).collect();
    assert_eq!(kinds, [(&json!("versions"), 4), (&json!("given-code"), 10)]);
    let sides = |pair: &Value| [pair["left"].clone(), pair["right"].clone()];
    assert_eq!(sides(&report["references"][0])[0], json!("s26"));
    assert_eq!(sides(&report["translations"]["pairs"][0]), [json!("s11"), json!("s25")]);
}

#[tokio::test]
async fn strays_and_what_cannot_be_read_are_in_no_count() {
    let class = [
        ("ada/main.c", program(1).into_bytes()),
        ("bob/main.c", program(1).into_bytes()),
        ("carol.c", program(3).into_bytes()),
        ("grades.xlsx", b"PK\x03\x04\0\0".to_vec()),
        ("pairs.csv", b"ada,bob\n".to_vec()),
        ("photo.png", b"\x89PNG\r\n\x1a\n".to_vec()),
        ("readme.txt", b"the class of Monday\n".to_vec()),
        ("zoe/photo.png", b"\x89PNG\r\n\x1a\n".to_vec()),
    ];
    let zip = samples::zip(class.iter().map(|(path, bytes)| (*path, bytes.as_slice())));
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("class.zip"), &zip).unwrap();
    let here = output_of(dir.path(), &["compare", "--quiet", "--format", "json", "class.zip"]);
    let here: Value = serde_json::from_slice(&here).unwrap();
    let names: Vec<_> = told(&here).into_iter().map(|[name, ..]| name).collect();
    assert_eq!(names, ["ada", "bob", "carol"]);
    let listed = |report: &Value| -> Vec<String> {
        let lines = report["skipped"].as_array().unwrap().iter();
        lines
            .map(|line| {
                format!("{}/{}", line["submission"].as_str().unwrap_or("-"), line["path"].as_str().unwrap())
            })
            .collect()
    };
    let strays =
        ["grades.xlsx", "pairs.csv", "photo.png", "readme.txt"].map(|name| format!("-/class.zip/{name}"));
    let expected: Vec<String> =
        strays.into_iter().chain(["zoe/.", "zoe/photo.png"].map(str::to_owned)).collect();
    assert_eq!(listed(&here), expected);

    let service = Service::start(dir.path());
    let client = service.client();
    let id = client.upload(form(zip, None)).await;
    client.finished(&id).await;
    let there = client.json(&format!("/batches/{id}/report")).await;
    assert_eq!((told(&there), listed(&there)), (told(&here), expected));
    assert_eq!(there["pairs"], here["pairs"]);
}
