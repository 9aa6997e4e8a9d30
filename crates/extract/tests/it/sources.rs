//! Tests exports of otter-grader, by themselves and in the exports of other platforms, exported git repositories, and
//! tables of names beside folders and archives.

use chaffinch_extract::{CloneList, ListedClone, PathRemark};
use chaffinch_submission::Batch;

use crate::made::{Files, Place, batch, listed, request, upload, zip};

/// Returns `name | author | attempt | time | paths` of each submission.
fn outlined(batch: &Batch) -> Vec<String> {
    let line = |s: &chaffinch_submission::Submission| {
        let or = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let paths: Vec<&str> = s.files.iter().map(|file| file.path.as_str()).collect();
        let attempt = or(s.header.attempt.map(|attempt| attempt.to_string()));
        format!(
            "{} | {} | {attempt} | {} | {}",
            s.header.name,
            or(s.header.author.clone()),
            or(s.header.submitted_at.clone()),
            paths.join(" ")
        )
    };
    batch.submissions.iter().map(line).collect()
}

fn class(files: Vec<(&str, Vec<u8>)>) -> Vec<u8> {
    zip(&files.into_iter().map(|(path, content)| (path.to_owned(), content)).collect())
}

const MONDAY: &str = "hw_1_2026_11_23T08_00_00_000001.zip";
const FRIDAY: &str = "hw_1_2026_11_27T19_50_23_426755.zip";

/// Returns an export of otter-grader with this name, which has everything that one may have.
fn export(name: &str) -> Vec<u8> {
    let notebook = format!(
        r#"{{"cells": [{{"cell_type": "code", "source": "x = '{name}'"}}], "metadata": {{}}, "nbformat": 4}}"#
    );
    class(vec![
        ("hw_1.ipynb", notebook.into_bytes()),
        ("__zip_filename__", name.as_bytes().to_vec()),
        (".OTTER_LOG", vec![0x80, 4, 0x95, 0, 0]),
        ("hw_1.otter", b"{\"notebook\": \"hw_1.ipynb\"}".to_vec()),
    ])
}

const OWN: &str = "a record of otter-grader; left out";

#[test]
fn exports_of_otter_are_named_by_the_folder_around_them() {
    let ada = format!("class/ada/{MONDAY}");
    let again = format!("class/ada/{FRIDAY}");
    // A platform may rename an export, which has its own name inside.
    let bytes = class(vec![
        (&ada, export(MONDAY)),
        (&again, export(FRIDAY)),
        ("class/ada/readme.txt", b"the second one counts".to_vec()),
        ("class/bob.zip", class(vec![("submission (1).zip", export(FRIDAY))])),
    ]);
    let found = upload("class.zip", &bytes).unwrap().0;
    assert_eq!(found.layouts, ["otter-grader"]);
    assert_eq!(
        outlined(&found),
        [
            "ada, attempt 1 | ada | 1 | 2026-11-23T08:00:00Z | hw_1.ipynb",
            "ada, attempt 2 | ada | 2 | 2026-11-27T19:50:23Z | hw_1.ipynb",
            "bob | bob | 1 | 2026-11-27T19:50:23Z | hw_1.ipynb",
        ]
    );
    let of_bob: Vec<String> = listed(&found).into_iter().filter(|line| line.starts_with("bob")).collect();
    assert_eq!(
        of_bob,
        [
            format!("bob: .OTTER_LOG: {OWN}"),
            format!("bob: __zip_filename__: {OWN}"),
            format!("bob: hw_1.otter: {OWN}")
        ]
    );
    assert!(listed(&found).iter().any(|line| line.starts_with("-: class.zip/class/ada/readme.txt: ")));
    assert_eq!(found.submissions[0].files[0].text, format!("x = '{MONDAY}'"));
}

#[test]
fn exports_of_otter_side_by_side_have_no_author() {
    let expected = [
        "hw_1_2026_11_23T08_00_00_000001 | - | - | 2026-11-23T08:00:00Z | hw_1.ipynb",
        "hw_1_2026_11_27T19_50_23_426755 | - | - | 2026-11-27T19:50:23Z | hw_1.ipynb",
    ];
    let both = class(vec![(MONDAY, export(MONDAY)), (FRIDAY, export(FRIDAY))]);
    let found = upload("class.zip", &both).unwrap().0;
    assert_eq!(
        (outlined(&found), found.layouts.join(" ")),
        (expected.map(str::to_owned).to_vec(), "otter-grader".into())
    );
    // As single uploads.
    let mut place = Place::new();
    let inputs = [MONDAY, FRIDAY].map(|name| place.upload(name, &export(name)));
    let found = batch(&request(inputs.to_vec()));
    assert_eq!(outlined(&found), expected);
    // A table says whose they are.
    let table = format!("filename,full_name\n{MONDAY},Ada\n{FRIDAY},Bob\n").into_bytes();
    let named = class(vec![("info.csv", table), (MONDAY, export(MONDAY)), (FRIDAY, export(FRIDAY))]);
    let found = upload("class.zip", &named).unwrap().0;
    assert_eq!(found.layouts, ["dodona", "otter-grader"]);
    assert_eq!(outlined(&found)[0], "Ada | Ada | - | 2026-11-23T08:00:00Z | hw_1.ipynb");
}

#[test]
fn exports_of_otter_in_other_exports_give_their_times() {
    for (platform, ada, bob) in [
        (
            "moodle",
            format!("Ada_101_assignsubmission_file_/{MONDAY}"),
            format!("Bob_102_assignsubmission_file_/{FRIDAY}"),
        ),
        ("canvas", format!("ada_11_901_{MONDAY}"), format!("bob_LATE_12_903_{FRIDAY}")),
    ] {
        let found =
            upload("class.zip", &class(vec![(&ada, export(MONDAY)), (&bob, export(FRIDAY))])).unwrap().0;
        assert_eq!(found.layouts, [platform, "otter-grader"]);
        let times: Vec<_> = found.submissions.iter().map(|one| one.header.submitted_at.as_deref()).collect();
        assert_eq!(times, [Some("2026-11-23T08:00:00Z"), Some("2026-11-27T19:50:23Z")], "{platform}");
        assert!(found.submissions.iter().all(|one| one.files.len() == 1), "{platform}");
        assert_eq!(listed(&found).iter().filter(|line| line.contains(OWN)).count(), 6, "{platform}");
    }
}

#[test]
fn a_table_names_folders_and_archives_of_any_structure() {
    let table = "filename,full_name,created_at,team\n\
                 g1/a,Ada,2026-11-23T08:00:00+01:00,red\n./g1/b.zip,Bob,2026-11-23 09:00,red\ng2/,Cid,,\n";
    let c = || b"int x;\n".to_vec();
    let bytes = class(vec![
        ("info.csv", table.as_bytes().to_vec()),
        ("g1/a/main.c", c()),
        ("g1/a/src/list.c", c()),
        ("g1/b.zip", class(vec![("main.c", c())])),
        ("g2/main.c", c()),
        ("eve/main.c", c()),
    ]);
    let found = upload("class.zip", &bytes).unwrap().0;
    assert_eq!(
        outlined(&found),
        [
            "Ada | Ada | 1 | 2026-11-23T08:00:00+01:00 | main.c src/list.c",
            "Bob | Bob | 1 | 2026-11-23T09:00:00Z | main.c",
            "Cid | Cid | - | - | main.c",
            "eve | - | - | - | main.c",
        ]
    );
}

fn remark(path: &str, text: &str) -> PathRemark {
    PathRemark { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn exported_repositories_keep_notes_and_reasons() {
    let note = "Added whole in one commit, 2026-11-23 08:00 UTC (1 of 3 commits)";
    let ada = ListedClone {
        name: "ada".to_owned(),
        path: Some("1.tar".to_owned()),
        submitted_at: Some("2026-11-23T08:00:00Z".to_owned()),
        notes: vec![
            remark("src/main.c", note),
            remark("gone.c", "about nothing"),
            remark("main.h", &format!("\u{202e}{}", "x".repeat(1_000))),
        ],
        skipped: vec![remark("lib", "a submodule"), remark("../x", "an unsafe path")],
    };
    let bob = ListedClone { name: "bob".to_owned(), path: Some("2".to_owned()), ..ListedClone::default() };
    let cid = ListedClone {
        name: "cid".to_owned(),
        skipped: vec![remark(".", "no commit")],
        ..ListedClone::default()
    };
    let gone = ListedClone { path: Some("1.tar".to_owned()), ..cid.clone() };
    let list = CloneList { chaffinch_clones: 1, clones: vec![ada, bob, cid, gone] };
    let c = || b"int x;\n".to_vec();
    let files = |list: Vec<u8>| {
        class(vec![
            ("clones.json", list),
            ("info.csv", b"filename,full_name,created_at\nada,Ada Lovelace,2020-01-01\nzoe,Zoe,\n".to_vec()),
            ("1.tar/src/main.c", c()),
            ("1.tar/main.h", c()),
            ("2/main.c", c()),
        ])
    };
    let found = upload("hw1.zip", &files(serde_json::to_vec(&list).unwrap())).unwrap().0;
    assert_eq!(found.layouts, ["git"]);
    assert_eq!(
        outlined(&found),
        [
            "Ada Lovelace | Ada Lovelace | 1 | 2026-11-23T08:00:00Z | main.h src/main.c",
            "bob | bob | - | - | main.c"
        ]
    );
    let [header, main] = &found.submissions[0].files[..] else { panic!("two files") };
    assert_eq!(main.notes, [note]);
    assert_eq!(header.notes, [format!("\\u{{202e}}{}", "x".repeat(CloneList::MAX_TEXT - 3))]);
    assert_eq!(
        listed(&found),
        [
            "-: hw1.zip/cid: no commit",
            "-: hw1.zip/cid: no commit",
            "-: hw1.zip/info.csv: the platform's own record of submissions; not compared",
            "Ada Lovelace: ../x: an unsafe path",
            "Ada Lovelace: lib: a submodule",
        ]
    );
    // Other JSON, and other versions, say nothing.
    for text in ["{\"clones\": []}", "{\"chaffinch_clones\": 2, \"clones\": []}", "[]"] {
        let found = upload("hw1.zip", &files(text.as_bytes().to_vec())).unwrap().0;
        assert_eq!(found.layouts, <[&str; 0]>::default(), "{text}");
    }
}

#[test]
fn a_repository_whose_archive_is_damaged_is_listed_by_name() {
    let list = r#"{"chaffinch_clones": 1, "clones": [{"name": "ada", "path": "1"}, {"name": "bob", "path": "2.zip"},
        {"name": "cid", "path": "3"}]}"#;
    let all: Files = [
        ("clones.json", list.as_bytes()),
        ("1/main.c", b"int x;\n"),
        ("2.zip", b"no zip"),
        ("3/main.c", b"int y;\n"),
    ]
    .map(|(path, content)| (path.to_owned(), content.to_vec()))
    .to_vec();
    let found = upload("hw1.zip", &zip(&all)).unwrap().0;
    assert_eq!(outlined(&found), ["ada | ada | - | - | main.c", "cid | cid | - | - | main.c"]);
    assert!(listed(&found).iter().any(|line| line.starts_with("bob: .: ")), "{:?}", listed(&found));
}
