//! Tests repositories whose lists and objects are larger than any honest one.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::json;

use super::{MONDAY, Work, class, compared, names, notes, outline, program, skipped};
use crate::binary::{command, run, stderr};

/// Stores objects of one type, one for each text, and returns their ids.
fn stored(work: &Work, kind: &str, texts: &[String]) -> Vec<String> {
    let folder = work.folder.parent().unwrap().parent().unwrap();
    let store = |text: &String| {
        fs::write(folder.join("object"), text).unwrap();
        let path = folder.join("object").display().to_string();
        work.git(MONDAY, &["hash-object", "-t", kind, "-w", "--literally", &path])
    };
    texts.iter().map(store).collect()
}

/// Returns a tree of these entries (mode, name, id), made by git.
fn tree(work: &Work, entries: impl Iterator<Item = (&'static str, String, String)>) -> String {
    let line = |(mode, name, id): (&str, String, String)| {
        let kind = if mode == "040000" { "tree" } else { "blob" };
        format!("{mode} {kind} {id}\t{name}\n")
    };
    let list = entries.map(line).collect::<Vec<_>>().concat();
    let path = work.folder.join(".git/list");
    fs::write(&path, list).unwrap();
    let output = command("git", &work.folder)
        .args(["mktree", "--missing"])
        .stdin(fs::File::open(path).unwrap())
        .output();
    String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
}

#[test]
fn a_repository_with_huge_lists_costs_a_fixed_amount() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path(), [("ada", 'a'), ("bob", 'b')]);
    let eve = Work::new(&class.join("eve"));
    let link = stored(&eve, "blob", &["x".to_owned()]).remove(0);
    // 32 MB in the list of every commit except the last one.
    let long = "n".repeat(2000);
    let many = tree(&eve, (0..15_500).map(|n| ("120000", format!("{long}{n:06}"), link.clone())));
    let files: Vec<String> = (0..6).map(|n| program(char::from(b'e' + n), 40)).collect();
    let files = stored(&eve, "blob", &files);
    let mut parent: Option<String> = None;
    for count in 0..=files.len() {
        let mut entries: Vec<_> =
            (0..count).map(|n| ("100644", format!("f{n}.py"), files[n].clone())).collect();
        if count < files.len() {
            entries.push(("040000", "x".to_owned(), many.clone()));
        }
        let tree = tree(&eve, entries.into_iter());
        let mut arguments = vec!["commit-tree", &tree, "-m", "work"];
        arguments.extend(parent.iter().flat_map(|parent| ["-p", parent.as_str()]));
        parent = Some(eve.git(MONDAY, &arguments));
    }
    eve.git(MONDAY, &["update-ref", "refs/heads/main", &parent.unwrap()]);
    // So many links in one commit that the list of what was skipped would be longer than a list may be.
    let fay = Work::with_commits(&class.join("fay"), &[(MONDAY, "main.py", &program('f', 40))]);
    let link = stored(&fay, "blob", &["x".to_owned()]).remove(0);
    let main = fay.git(MONDAY, &["rev-parse", "HEAD:main.py"]);
    let links = (0..15_500).map(|n| ("120000", format!("{long}{n:06}"), link.clone()));
    let all = tree(&fay, links.chain([("100644", "main.py".to_owned(), main)]));
    let commit = fay.git(MONDAY, &["commit-tree", &all, "-m", "links"]);
    fay.git(MONDAY, &["update-ref", "refs/heads/main", &commit]);

    let report = compared(dir.path(), &["--clones", "class"]);
    assert_eq!(report["layouts"], json!(["git"]));
    assert_eq!(names(&report), ["ada", "bob", "eve", "fay"]);
    // Four lists of earlier commits were read.
    let noted = (0..6).filter(|n| !notes(&report, "eve", &format!("f{n}.py")).is_empty()).count();
    assert_eq!(noted, 4);
    let more =
        " more skipped files are not listed, because the list has 65536 bytes (the limit for one repository)";
    assert!(skipped(&report).iter().any(|line| line.starts_with("fay") && line.ends_with(more)));
}

#[test]
fn an_object_that_needs_too_much_memory_is_refused_with_the_limit() {
    let dir = tempfile::tempdir().unwrap();
    let class = class(dir.path(), [("ada", 'a'), ("bob", 'b')]);
    let eve = Work::with_commits(&class.join("eve"), &[(MONDAY, "main.py", &program('e', 40))]);
    // A commit of a few bytes that claims to have 600 MB, for which git asks for memory.
    let id = "a".repeat(40);
    let place = eve.folder.join(".git/objects").join(&id[..2]);
    fs::create_dir_all(&place).unwrap();
    let file = fs::File::create(place.join(&id[2..])).unwrap();
    let mut object = ZlibEncoder::new(file, Compression::fast());
    let tree = eve.git(MONDAY, &["rev-parse", "HEAD^{tree}"]);
    let head = format!("tree {tree}\nauthor e <e> 1 +0000\ncommitter e <e> 1 +0000\n\n");
    object.write_all(format!("commit {}\0{head}", 600 << 20).as_bytes()).unwrap();
    object.finish().unwrap();
    fs::write(eve.folder.join(".git/refs/heads/main"), format!("{id}\n")).unwrap();
    let output = run(dir.path(), &["compare", "--format", "json", "--clones", "class"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let expected =
        "skipped eve: git needs more than 536870912 bytes of memory for it (the limit for one repository)";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}

#[test]
fn a_tree_that_git_would_not_write_is_contained() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    Work::with_commits(&class.join("ada"), &[(MONDAY, "main.py", &program('a', 40))]);
    let eve = Work::with_commits(&class.join("eve"), &[(MONDAY, "main.py", &program('e', 40))]);
    let object = eve.git(MONDAY, &["rev-parse", "HEAD:main.py"]);
    let tree = |entries: &[(&str, &str, &str)]| {
        let entry = |(mode, name, object): &(&str, &str, &str)| {
            let object = (0..20).map(|n| u8::from_str_radix(&object[2 * n..2 * n + 2], 16).unwrap());
            format!("{mode} {name}\0").into_bytes().into_iter().chain(object).collect::<Vec<u8>>()
        };
        let content: Vec<u8> = entries.iter().flat_map(entry).collect();
        fs::write(eve.folder.join("../../tree"), content).unwrap();
        eve.git(MONDAY, &["hash-object", "-t", "tree", "-w", "--literally", "../../tree"])
    };
    let commit = |tree: &str| {
        let commit = eve.git(MONDAY, &["commit-tree", tree, "-m", "tree"]);
        eve.git(MONDAY, &["update-ref", "refs/heads/main", &commit]);
    };
    let up = tree(&[("100644", "evil.py", &object)]);
    let mut all = tree(&[
        ("100644", "a\nb.py", &object),
        ("100644", "c:\\evil.py", &object),
        ("100644", "main.py", &object),
        ("40000", "..", &up),
        ("40000", ".git", &up),
    ]);
    commit(&all);
    let report = compared(dir.path(), &["--clones", "class"]);
    assert_eq!(outline(&report)[1], "eve | 2026-11-23T08:00:00Z | a\\u{a}b.py 40, evil.py 40, main.py 40");
    let found = skipped(&report);
    for expected in ["eve: ../evil.py: an unsafe path", "-: class.tar/eve.tar/.git: "] {
        assert!(found.iter().any(|line| line.starts_with(expected)), "{expected}: {found:#?}");
    }

    // Folders of folders that stand for ten billion files.
    for _ in 0..10 {
        let names: Vec<String> = (0..10).map(|n| format!("f{n}")).collect();
        let entries: Vec<_> = names.iter().map(|name| ("40000", name.as_str(), all.as_str())).collect();
        all = tree(&entries);
    }
    commit(&all);
    Work::with_commits(&class.join("bob"), &[(MONDAY, "main.py", &program('b', 40))]);
    let report = compared(dir.path(), &["--clones", "class"]);
    assert_eq!(outline(&report).len(), 2);
    let reason = "-: class.tar/eve: its list of files or commits is longer than 33554432 bytes (the limit)";
    assert_eq!(skipped(&report), [reason]);
}
