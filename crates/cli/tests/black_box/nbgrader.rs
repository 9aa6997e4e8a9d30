//! Tests the comparison of what nbgrader collects: a recorded tree, and the tree that nbgrader itself makes when an
//! assignment is released, fetched, submitted and collected.
//!
//! `scripts/soak nbgrader` installs nbgrader and runs the latter (`CHAFFINCH_TEST_NBGRADER` selects another folder with
//! its programs).

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::binary::{command, output_of, stderr};

/// The original of a student, the same with other names, and work of another student's own.
const SOLUTIONS: [(&str, &str); 3] = [
    (
        "ada",
        "def squares(n):\n    if n < 1:\n        raise ValueError('n must be at least 1')\n    found = []\n    \
         for i in range(1, n + 1):\n        if i % 3 == 0:\n            found.append(i ** 2 + 7)\n        else:\n            \
         found.append(i ** 2 - i // 2)\n    while len(found) > 50:\n        found.pop(0)\n    return found\n",
    ),
    (
        "bob",
        "def squares(count):\n    if count < 1:\n        raise ValueError('count must be at least 1')\n    out = []\n    \
         for k in range(1, count + 1):\n        if k % 3 == 0:\n            out.append(k ** 2 + 7)\n        else:\n            \
         out.append(k ** 2 - k // 2)\n    while len(out) > 50:\n        out.pop(0)\n    return out\n",
    ),
    (
        "cid",
        "def squares(n):\n    assert n >= 1\n    return list(map(lambda x: x * x, range(1, n + 1)))[-50:]\n",
    ),
];

/// What nbgrader puts in the place of a solution in the released version.
const STUB: &str = "# YOUR CODE HERE\nraise NotImplementedError()";

/// Returns a notebook of an assignment in which students write one cell.
fn notebook(solution: &str) -> String {
    let cell = |id: &str, source: &str, solution: bool| {
        let nbgrader = json!({
            "grade": !solution, "grade_id": id, "locked": !solution, "points": 1, "schema_version": 3,
            "solution": solution, "task": false
        });
        json!({
            "cell_type": "code", "execution_count": null, "id": id, "metadata": {"nbgrader": nbgrader},
            "outputs": [], "source": source
        })
    };
    let checks = "values = squares(10)\nassert values[0] == 1 and len(values) == 10\nfor value in values:\n    \
                  assert value > 0, f'{value} is not positive'\nprint('all checks passed', sum(values))";
    let kernel = json!({"display_name": "Python 3", "language": "python", "name": "python3"});
    json!({
        "cells": [cell("squares", solution, true), cell("checks", checks, false)],
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4, "nbformat_minor": 5
    })
    .to_string()
}

/// Returns a field of every element of a list.
fn names<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|one| one[field].as_str().unwrap()).collect()
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Compares `submitted/` in a course folder, with its release as starter code, and checks the report.
fn check(course: &Path) {
    let compared = |arguments: &[&str]| -> Value {
        let all = [&["compare", "--quiet", "--format", "json"], arguments].concat();
        serde_json::from_slice(&output_of(course, &all)).unwrap()
    };
    let report = compared(&["--base", "release/ps1", "submitted"]);
    assert_eq!(report["layouts"], json!(["nbgrader"]));
    let submissions = report["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), SOLUTIONS.len());
    for (submission, (student, _)) in submissions.iter().zip(SOLUTIONS) {
        assert_eq!((&submission["name"], &submission["author"]), (&json!(student), &json!(student)));
        let written =
            fs::read_to_string(course.join(format!("submitted/{student}/ps1/timestamp.txt"))).unwrap();
        let time = format!("{}Z", written[..19].replace(' ', "T"));
        assert_eq!(submission["submitted_at"], json!(time), "{written}");
        let files = names(&submission["files"], "path");
        assert_eq!(files, ["problem1.ipynb"]);
    }
    let first = &report["pairs"][0];
    let mut pair = [&first["left"], &first["right"]].map(|name| name.as_str().unwrap());
    pair.sort_unstable();
    assert_eq!(pair, ["ada", "bob"], "{first}");
    // The checks, which follow the solution, are starter code.
    assert!(first["why"]["ignored"]["boilerplate"].as_u64().unwrap() > 0, "{first}");
    let solution = SOLUTIONS[0].1.lines().count() as u64;
    let matches = first["matches"].as_array().unwrap();
    assert!(matches.iter().all(|one| one["left"]["end_line"].as_u64().unwrap() <= solution), "{first}");
    for student in SOLUTIONS.map(|(student, _)| student) {
        for record in ["timestamp.txt", "submission_secret.txt"] {
            let path = format!("submitted/{student}/ps1/{record}");
            let skipped = names(&report["skipped"], "path");
            assert!(skipped.iter().any(|one| one.ends_with(&path)), "{path}: {skipped:?}");
        }
    }
    // The whole course gives the same pairs, without naming the starter code.
    let whole = compared(&["."]);
    assert_eq!((&whole["pairs"], &whole["layouts"]), (&report["pairs"], &report["layouts"]));
}

#[test]
fn a_recorded_tree_is_compared() {
    let dir = tempfile::tempdir().unwrap();
    let course = dir.path();
    write(&course.join("nbgrader_config.py"), "c = get_config()\n");
    write(&course.join("source/ps1/problem1.ipynb"), &notebook(SOLUTIONS[2].1));
    write(&course.join("release/ps1/problem1.ipynb"), &notebook(STUB));
    for (day, (student, solution)) in (20..).zip(SOLUTIONS) {
        let of = |name: &str| course.join(format!("submitted/{student}/ps1/{name}"));
        write(&of("problem1.ipynb"), &notebook(solution));
        write(&of("timestamp.txt"), &format!("2026-11-{day} 19:50:23.426755 UTC"));
        write(&of("submission_secret.txt"), "a9485af69fe359cb4fd85f39744425be5458467be695c9b6");
    }
    check(course);
}

/// Runs a command of nbgrader in a folder.
fn nbgrader(dir: &Path, arguments: &[&str]) {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/nbgrader/bin");
    let programs = std::env::var_os("CHAFFINCH_TEST_NBGRADER").map_or_else(usual, PathBuf::from);
    let program = programs.join("nbgrader");
    assert!(program.exists(), "{} is not there; scripts/soak nbgrader installs it", program.display());
    // nbgrader starts programs that are installed beside it.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let output = command(program, dir).args(arguments).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

#[test]
#[ignore = "installs nbgrader; scripts/soak nbgrader runs it"]
fn what_nbgrader_collects_is_compared() {
    let dir = tempfile::tempdir().unwrap();
    let settings = format!(
        "c = get_config()\nc.CourseDirectory.course_id = 'course'\nc.Exchange.root = '{}'\n",
        dir.path().join("exchange").display()
    );
    let course = dir.path().join("course");
    write(&course.join("nbgrader_config.py"), &settings);
    let marked = format!("### BEGIN SOLUTION\n{}### END SOLUTION", SOLUTIONS[2].1);
    write(&course.join("source/ps1/problem1.ipynb"), &notebook(&marked));
    // nbgrader accepts only an exchange that everybody may write to.
    fs::create_dir(dir.path().join("exchange")).unwrap();
    fs::set_permissions(dir.path().join("exchange"), fs::Permissions::from_mode(0o777)).unwrap();
    nbgrader(&course, &["generate_assignment", "ps1"]);
    nbgrader(&course, &["release_assignment", "ps1"]);
    for (student, solution) in SOLUTIONS {
        let home = dir.path().join(student);
        write(&home.join("nbgrader_config.py"), &settings);
        nbgrader(&home, &["fetch_assignment", "ps1"]);
        let file = home.join("ps1/problem1.ipynb");
        let mut fetched: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        nbgrader(&home, &["submit", "ps1", "--student", student]);
        fetched["cells"][0]["source"] = json!(solution);
        fs::write(&file, fetched.to_string()).unwrap();
        nbgrader(&home, &["submit", "ps1", "--student", student]);
    }
    nbgrader(&course, &["collect", "ps1"]);
    check(&course);

    // The exchange still has both attempts of everybody.
    let inbound = dir.path().join("exchange/course/inbound");
    let report: Value = serde_json::from_slice(&output_of(
        &inbound,
        &["compare", "--quiet", "--format", "json", "--base", "../outbound/ps1", "."],
    ))
    .unwrap();
    let attempts = names(&report["submissions"], "name");
    let expected = ["ada", "bob", "cid"].map(|student| [1, 2].map(|at| format!("{student}, attempt {at}")));
    assert_eq!(attempts, expected.as_flattened());
    let first = &report["pairs"][0];
    assert_eq!((&first["left"], &first["right"]), (&json!("ada, attempt 2"), &json!("bob, attempt 2")));
}
