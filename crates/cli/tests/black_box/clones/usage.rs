//! Tests how repositories are named, where they are read from, and what wrong usage says.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use serde_json::{Value, json};

use super::{FRIDAY, MONDAY, TUESDAY, Work, class, compared, names, notes, outline, program, skipped, trap};
use crate::binary::{BINARY, command, stderr};
use crate::service::Service;

#[test]
fn other_forms_of_repositories_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let packed = Work::with_commits(&class.join("packed"), &[(MONDAY, "main.py", &program('p', 40))]);
    packed.git(MONDAY, &["gc", "--quiet"]);
    let forms: [(&str, &[&str]); 2] =
        [("sha256", &["--object-format=sha256"]), ("reftable", &["--ref-format=reftable"])];
    for (name, options) in forms {
        fs::create_dir_all(class.join(name)).unwrap();
        let work = Work { folder: class.join(name) };
        work.git(MONDAY, &[&["init", "--quiet", "--initial-branch=main"], options].concat());
        work.write("main.py", &program(name.chars().next().unwrap(), 40));
        work.commit(MONDAY);
    }
    let report = compared(dir.path(), &["--clones", "class"]);
    let at = |name| format!("{name} | 2026-11-23T08:00:00Z | main.py 40");
    assert_eq!(outline(&report), ["packed", "reftable", "sha256"].map(at));
}

#[test]
fn a_list_names_paths_and_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path(), [("ada/hw1", 'a'), ("bob/hw1", 'b'), ("cid", 'c'), ("dot", 'd')]);
    let cid = Work { folder: class.join("cid") };
    cid.git(MONDAY, &["clone", "--quiet", "--bare", ".", "../bare.git"]);
    // Stands for ssh: the last argument is what is called on the other machine.
    let ssh = dir.path().join("ssh");
    fs::write(&ssh, "#!/bin/sh\nfor last; do :; done\nexec sh -c \"$last\"\n").unwrap();
    fs::set_permissions(&ssh, fs::Permissions::from_mode(0o755)).unwrap();
    let trap = trap(dir.path());
    let list = format!(
        "# address, name\n\n\
         ada/hw1\n\
         file://{class}/bob/hw1\n\
         ./bare.git , \"Cid, jr.\"\n\
         ssh://git@machine.example{class}/dot\n\
         ssh://git@machine.example{class}/nothing, fay\n\
         ext::{trap}, eve\n\
         -uploadpack={trap}, gil\n\
         http://machine.example/x, hal\n",
        class = class.display()
    );
    fs::write(class.join("list.txt"), list).unwrap();
    let output = command(BINARY, dir.path())
        .args(["compare", "--format", "json", "--clones", "class/list.txt"])
        .env("GIT_SSH_COMMAND", &ssh)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!dir.path().join("sprung").exists(), "something was run");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(names(&report), ["Cid, jr.", "ada/hw1", "bob/hw1", "dot"]);
    let only = "Added whole in one commit, 2026-11-23 08:00 UTC (the only commit)";
    assert_eq!(notes(&report, "dot", "main.py"), [only]);
    let found = skipped(&report);
    for (name, reason) in [
        ("eve", "no such folder; an address begins with "),
        ("fay", "cannot be cloned: "),
        ("gil", "no such folder; an address begins with "),
        ("hal", "an address begins with https://, ssh:// or file://, everything else is a path"),
    ] {
        let expected = format!("-: list.txt.tar/{name}: {reason}");
        assert!(found.iter().any(|line| line.starts_with(&expected)), "{expected}: {found:#?}");
        assert!(stderr(&output).contains(&format!("skipped {name}: {reason}")), "{}", stderr(&output));
    }
    // Two repositories by one name are attempts of one author.
    fs::write(class.join("list.txt"), "ada/hw1,Ada\nbob/hw1,Ada\ncid\n").unwrap();
    let report = compared(dir.path(), &["--clones", "class/list.txt"]);
    let submissions = report["submissions"].as_array().unwrap().iter();
    let names: Vec<[&Value; 2]> = submissions.map(|one| [&one["name"], &one["author"]]).collect();
    let expected = [["Ada, attempt 1", "Ada"], ["Ada, attempt 2", "Ada"], ["cid", "cid"]];
    assert_eq!(json!(names), json!(expected));
}

#[test]
fn a_service_gives_the_report_that_compare_gives() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path(), [("ada", 'a'), ("bob", 'a'), ("cid", 'c')]);
    Work::with_commits(&class.join("dot"), &[(FRIDAY, "main.py", &program('d', 40))]);
    let service = Service::start(dir.path());
    let arguments = ["--clones", "class", "--deadline", TUESDAY, "--title", "Week 3", "--format", "json"];
    let output = command(BINARY, dir.path())
        .args(["submit", "--server", &service.address])
        .args(arguments)
        .env("CHAFFINCH_TOKEN", service.client().token())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let own = compared(dir.path(), &arguments[..6]);
    for part in ["title", "layouts", "submissions", "pairs", "skipped"] {
        assert_eq!(report[part], own[part], "{part}");
    }
    assert_eq!(notes(&report, "ada", "main.py").len(), 1);
}

#[test]
fn wrong_usage_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    Work::with_commits(&dir.path().join("class/ada"), &[(MONDAY, "main.py", &program('a', 40))]);
    fs::create_dir(dir.path().join("empty")).unwrap();
    let failed = |arguments: &[&str], path: Option<&str>| {
        let mut command: Command = command(BINARY, dir.path());
        command.arg("compare").args(arguments);
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let output = command.output().unwrap();
        (output.status.code(), stderr(&output))
    };
    for (arguments, message) in [
        (&["--clones", "empty"][..], "empty names no git repository"),
        (&["--clones", "class", "--layout", "whole"], "--clones needs --layout auto"),
        (&["--clones", "class", "--deadline", "2026-11-25"], "must be a time with a zone"),
        (&["--deadline", MONDAY, "class"], "--clones"),
        (&["--clones", "class"], "; 1 found. "),
    ] {
        let (code, text) = failed(arguments, None);
        assert!(code == Some(2) && text.contains(message), "{arguments:?}: {code:?} {text}");
    }
    let (code, text) = failed(&["--clones", "class"], Some("/nowhere"));
    assert!(code == Some(1) && text.contains("needs the program git"), "{text}");
    // One repository and earlier submissions.
    fs::create_dir(dir.path().join("2025")).unwrap();
    for name in ["old.py", "older.py"] {
        fs::write(dir.path().join("2025").join(name), program('a', 40)).unwrap();
    }
    let report = compared(dir.path(), &["--clones", "class/ada", "--archive", "2025"]);
    assert_eq!(report["submissions"][0]["name"], "ada");
}
