//! Tests which commits count, and what the history says about a file.

use std::fs;

use serde_json::json;

use super::{FRIDAY, MONDAY, TUESDAY, Work, compared, names, notes, outline, program, skipped};
use crate::binary::{output_of, run, stderr};

#[test]
fn the_last_commit_up_to_the_deadline_is_compared() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("hw1-submissions");
    Work::with_commits(
        &class.join("ada"),
        &[
            (MONDAY, "main.py", &program('a', 20)),
            (TUESDAY, "main.py", &program('a', 40)),
            (FRIDAY, "main.py", "print('nothing')\n"),
        ],
    );
    Work::with_commits(&class.join("bob"), &[(TUESDAY, "src/main.py", &program('a', 40))]);
    Work::with_commits(&class.join("cid"), &[(FRIDAY, "main.py", &program('c', 40))]);
    Work::with_commits(&class.join("dot"), &[(MONDAY, "main.py", &program('d', 40))]);
    Work::new(&class.join("eve"));
    fs::create_dir(class.join("fay")).unwrap();
    fs::write(class.join("notes.txt"), "late: cid\n").unwrap();
    // A folder that was cloned has the default branch of the original, whatever is checked out.
    let dot = Work { folder: dir.path().to_owned() };
    dot.git(MONDAY, &["clone", "--quiet", "hw1-submissions/dot", "dot"]);
    fs::remove_dir_all(class.join("dot")).unwrap();
    fs::rename(dir.path().join("dot"), class.join("dot")).unwrap();
    let dot = Work { folder: class.join("dot") };
    dot.git(TUESDAY, &["checkout", "--quiet", "-b", "feedback"]);
    dot.write("feedback.md", "Good.\n");
    dot.commit(TUESDAY);

    let report = compared(dir.path(), &["--clones", "hw1-submissions", "--deadline", "2026-11-24T19:00:00Z"]);
    assert_eq!(report["layouts"], json!(["git"]));
    assert_eq!(
        outline(&report),
        [
            "ada | 2026-11-24T19:00:00Z | main.py 40",
            "bob | 2026-11-24T19:00:00Z | src/main.py 40",
            "dot | 2026-11-23T08:00:00Z | main.py 40",
        ]
    );
    assert_eq!((&report["pairs"][0]["left"], &report["pairs"][0]["right"]), (&json!("ada"), &json!("bob")));
    let late = "no commit up to the deadline 2026-11-24T19:00:00Z";
    let within = |name: &str, reason: &str| format!("-: hw1-submissions.tar/{name}: {reason}");
    assert_eq!(
        skipped(&report),
        [
            within("cid", late),
            within("eve", late),
            within("fay", "not a git repository"),
            within("notes.txt", "not a folder with a git repository"),
        ]
    );
    // A second before, the last commit of one is the first, and another has none.
    let earlier = ["--clones", "hw1-submissions", "--deadline", "2026-11-24T19:59:59+01:00"];
    let report = compared(dir.path(), &earlier);
    assert_eq!(outline(&report)[0], "ada | 2026-11-23T08:00:00Z | main.py 20");
    assert!(skipped(&report)[0].contains("bob: no commit up to the deadline 2026-11-24T19:59:59+01:00"));
    // Without a deadline, the last commit counts. Skipped repositories are printed.
    let output = run(dir.path(), &["compare", "--clones", "hw1-submissions", "--dry-run"]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("cid (by cid, attempt 1, 2026-11-27T08:00:00Z)"), "{text}");
    assert!(stderr(&output).contains("skipped eve: no commit\n"), "{}", stderr(&output));
    // A table gives the names.
    fs::write(class.join("info.csv"), "filename,full_name,team\nada,Ada Lovelace,red\nbob,Bob,red\n")
        .unwrap();
    let report = compared(dir.path(), &["--clones", "hw1-submissions", "--team", "hw1-submissions/info.csv"]);
    assert_eq!(names(&report), ["Ada Lovelace", "Bob", "cid", "dot"]);
    assert_eq!(report["settings"]["review"]["teams"], json!([["Ada Lovelace", "Bob"]]));
}

#[test]
fn a_file_that_was_added_whole_has_a_note() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let ada = Work::with_commits(
        &class.join("ada"),
        &[
            (MONDAY, "grown.py", &program('g', 25)),
            (MONDAY, "short.py", &program('s', 29)),
            (MONDAY, "old/moved.py", &program('m', 20)),
            (MONDAY, "old/moved.py", &program('m', 40)),
            (TUESDAY, "whole.py", &program('w', 40)),
            (TUESDAY, "grown.py", &program('g', 40)),
            // A tenth may follow later.
            (FRIDAY, "whole.py", &program('w', 44)),
        ],
    );
    fs::create_dir(ada.folder.join("new")).unwrap();
    ada.git(FRIDAY, &["mv", "old/moved.py", "new/moved.py"]);
    ada.commit(FRIDAY);
    // What was merged was written where it comes from: step by step, or at once.
    ada.git(FRIDAY, &["checkout", "--quiet", "-b", "feature", "HEAD~4"]);
    for lines in [15, 40] {
        ada.write("steps.py", &program('p', lines));
        ada.commit(TUESDAY);
    }
    ada.write("branch.py", &program('b', 40));
    ada.commit(TUESDAY);
    ada.git(FRIDAY, &["checkout", "--quiet", "main"]);
    ada.git(FRIDAY, &["merge", "--quiet", "--no-ff", "--message", "merge", "feature"]);
    let all = ada.git(FRIDAY, &["rev-list", "--count", "HEAD"]);
    Work::with_commits(&class.join("bob"), &[(TUESDAY, "main.py", &program('b', 40))]);

    let report = compared(dir.path(), &["--clones", "class"]);
    let whole = format!("Added whole in one commit, 2026-11-24 19:00 UTC (1 of {all} commits)");
    for (path, expected) in [
        ("whole.py", Some(&whole)),
        ("branch.py", Some(&whole)),
        ("grown.py", None),
        ("short.py", None),
        ("new/moved.py", None),
        ("steps.py", None),
    ] {
        assert_eq!(notes(&report, "ada", path).first(), expected, "{path}");
    }
    let only = "Added whole in one commit, 2026-11-24 19:00 UTC (the only commit)";
    assert_eq!(notes(&report, "bob", "main.py"), [only]);
    // The pages show it like other notes of files.
    output_of(dir.path(), &["compare", "--quiet", "--clones", "class", "--output", "report"]);
    let page = fs::read_to_string(dir.path().join("report/index.html")).unwrap();
    assert!(page.contains(only), "no note on the first page");
    // A clone without older commits says nothing about them.
    let address = format!("file://{}", class.join("ada").display());
    ada.git(FRIDAY, &["clone", "--quiet", "--depth", "1", &address, "../shallow"]);
    fs::remove_dir_all(class.join("ada")).unwrap();
    let report = compared(dir.path(), &["--clones", "class"]);
    assert_eq!(notes(&report, "shallow", "whole.py"), <[&str; 0]>::default());
}
