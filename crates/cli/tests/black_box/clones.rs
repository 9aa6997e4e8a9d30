//! Tests git repositories as submissions, with real repositories that the program `git` makes: deadlines, history, lists of
//! addresses, and repositories that try to run something or to reach other files.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use crate::binary::{BINARY, command, output_of, run, stderr};
use crate::service::Service;

const MONDAY: &str = "2026-11-23T08:00:00+00:00";
const TUESDAY: &str = "2026-11-24T20:00:00+01:00";
const FRIDAY: &str = "2026-11-27T08:00:00+00:00";

/// A repository of a student.
struct Work {
    folder: PathBuf,
}

impl Work {
    fn new(folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        let work = Self { folder: folder.to_owned() };
        work.git(MONDAY, &["init", "--quiet", "--initial-branch=main"]);
        work
    }

    /// Runs git and returns what it prints.
    fn git(&self, time: &str, arguments: &[&str]) -> String {
        let mut command = command("git", &self.folder);
        for who in ["AUTHOR", "COMMITTER"] {
            command
                .env(format!("GIT_{who}_NAME"), "somebody")
                .env(format!("GIT_{who}_EMAIL"), "somebody@example.org")
                .env(format!("GIT_{who}_DATE"), time);
        }
        let output = command.env("GIT_CONFIG_NOSYSTEM", "1").args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn write(&self, path: &str, text: &str) {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Commits everything in the folder.
    fn commit(&self, time: &str) {
        self.git(time, &["add", "--all"]);
        self.git(time, &["commit", "--quiet", "--no-verify", "--message", "work"]);
    }

    /// Returns the repository after commits of one file each.
    fn of(folder: &Path, commits: &[(&str, &str, &str)]) -> Self {
        let work = Self::new(folder);
        for (time, path, text) in commits {
            work.write(path, text);
            work.commit(time);
        }
        work
    }
}

/// Returns a program of so many lines. Programs with different letters share nothing but their form.
fn program(letter: char, lines: usize) -> String {
    let signs = ["+", "-", "*", "//", "%", "|", "&", "^"];
    let line = |n: usize| {
        let sign = |step: usize| signs[(n * step + letter as usize * n + n * n / 3) % signs.len()];
        format!("{letter}{n} = {letter}{} {} {n} {} {letter}0 {} 7\n", n / 2, sign(1), sign(3), sign(5))
    };
    (0..lines).map(line).collect()
}

fn compared(dir: &Path, arguments: &[&str]) -> Value {
    let all = [&["compare", "--quiet", "--format", "json"], arguments].concat();
    serde_json::from_slice(&output_of(dir, &all)).unwrap()
}

/// Returns the submissions as `name | time | path lines, ...`.
fn outline(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let files = |one: &Value| -> Vec<String> {
        let files = one["files"].as_array().unwrap().iter();
        files.map(|file| format!("{} {}", text(&file["path"]), file["lines"])).collect()
    };
    let submissions = report["submissions"].as_array().unwrap().iter();
    submissions
        .map(|one| {
            assert_eq!(one["name"], one["author"]);
            format!("{} | {} | {}", text(&one["name"]), text(&one["submitted_at"]), files(one).join(", "))
        })
        .collect()
}

/// Returns the skipped files as `submission: path: reason`.
fn skipped(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let skipped = report["skipped"].as_array().unwrap().iter();
    skipped
        .map(|one| format!("{}: {}: {}", text(&one["submission"]), text(&one["path"]), text(&one["reason"])))
        .collect()
}

/// Returns the notes of a file.
fn notes(report: &Value, submission: &str, path: &str) -> Vec<String> {
    let named = |list: &Value, field: &str, name: &str| {
        list.as_array().unwrap().iter().find(|one| one[field] == name).unwrap().clone()
    };
    let file = named(&named(&report["submissions"], "name", submission)["files"], "path", path);
    file["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_last_commit_up_to_the_deadline_is_compared() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("hw1-submissions");
    Work::of(
        &class.join("ada"),
        &[
            (MONDAY, "main.py", &program('a', 20)),
            (TUESDAY, "main.py", &program('a', 40)),
            (FRIDAY, "main.py", "print('nothing')\n"),
        ],
    );
    Work::of(&class.join("bob"), &[(TUESDAY, "src/main.py", &program('a', 40))]);
    Work::of(&class.join("cid"), &[(FRIDAY, "main.py", &program('c', 40))]);
    Work::of(&class.join("dot"), &[(MONDAY, "main.py", &program('d', 40))]);
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
    let names: Vec<&Value> =
        report["submissions"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Ada Lovelace", "Bob", "cid", "dot"]);
    assert_eq!(report["settings"]["review"]["teams"], json!([["Ada Lovelace", "Bob"]]));
}

#[test]
fn a_file_that_was_added_whole_has_a_note() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let ada = Work::of(
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
    Work::of(&class.join("bob"), &[(TUESDAY, "main.py", &program('b', 40))]);

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

/// A program that leaves a mark when it is run.
fn trap(dir: &Path) -> String {
    let script = dir.join("trap");
    fs::write(&script, format!("#!/bin/sh\ntouch '{}'\n", dir.join("sprung").display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script.display().to_string()
}

#[test]
fn a_hostile_repository_runs_nothing_and_reaches_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let trap = trap(dir.path());
    Work::of(&class.join("ada"), &[(MONDAY, "main.py", &program('a', 40))]);
    let secret = Work::of(&dir.path().join("secret"), &[(MONDAY, "exam.py", &program('x', 40))]);

    let eve = Work::new(&class.join("eve"));
    eve.write("main.py", &program('e', 40));
    eve.write("other.py", &program('o', 40));
    eve.write(".gitattributes", "* filter=evil diff=evil\n");
    eve.write("big.py", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n");
    eve.write("node_modules/x/index.js", &program('n', 40));
    symlink(&secret.folder, eve.folder.join("link")).unwrap();
    eve.commit(MONDAY);
    let own = eve.git(MONDAY, &["rev-parse", "HEAD"]);
    eve.git(MONDAY, &["update-index", "--add", "--cacheinfo", &format!("160000,{own},lib")]);
    eve.write(".gitmodules", &format!("[submodule \"lib\"]\n\tpath = lib\n\turl = ext::{trap}\n"));
    eve.git(MONDAY, &["add", ".gitmodules"]);
    eve.git(MONDAY, &["commit", "--quiet", "--message", "lib"]);
    // An object is missing, and the configuration says how to fetch it.
    let missing = eve.git(MONDAY, &["rev-parse", "HEAD:other.py"]);
    fs::remove_file(eve.folder.join(".git/objects").join(&missing[..2]).join(&missing[2..])).unwrap();
    for (key, value) in [
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
        ("remote.origin.url", &format!("ext::{trap}")),
        ("remote.origin.uploadpack", &trap),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
        ("filter.evil.smudge", &trap),
        ("filter.evil.clean", &trap),
        ("filter.evil.process", &trap),
        ("filter.evil.required", "true"),
        ("diff.evil.textconv", &trap),
        ("diff.evil.command", &trap),
        ("diff.external", &trap),
        ("core.fsmonitor", &trap),
        ("core.hooksPath", &dir.path().display().to_string()),
        ("core.pager", &trap),
        ("core.editor", &trap),
        ("core.sshCommand", &trap),
        ("core.gitProxy", &trap),
        ("core.alternateRefsCommand", &trap),
        ("credential.helper", &format!("!{trap}")),
        ("gpg.program", &trap),
        ("log.showSignature", "true"),
        ("uploadpack.packObjectsHook", &trap),
        ("alias.rev-list", &format!("!{trap}")),
    ] {
        eve.git(MONDAY, &["config", key, value]);
    }
    for hook in ["post-checkout", "pre-commit", "reference-transaction", "fsmonitor-watchman"] {
        fs::create_dir_all(eve.folder.join(".git/hooks")).unwrap();
        symlink(&trap, eve.folder.join(".git/hooks").join(hook)).unwrap();
        symlink(&trap, dir.path().join(hook)).unwrap();
    }
    assert!(!dir.path().join("sprung").exists(), "the trap is set, and not sprung by the test");

    // Repositories that are those of somebody else.
    for (name, content) in [("file", "gitdir: ../../secret/.git\n"), ("main.py", "x = 1\n")] {
        fs::create_dir_all(class.join("file")).unwrap();
        fs::write(class.join("file").join(name.replace("file", ".git")), content).unwrap();
    }
    fs::create_dir(class.join("linked")).unwrap();
    symlink(secret.folder.join(".git"), class.join("linked/.git")).unwrap();
    symlink(&secret.folder, class.join("whole")).unwrap();
    let common = Work::new(&class.join("common"));
    fs::write(common.folder.join(".git/commondir"), "../../../secret/.git\n").unwrap();
    let borrowing = Work::of(&class.join("borrowing"), &[(MONDAY, "main.py", "x = 1\n")]);
    let alternates = format!("{}\n", secret.folder.join(".git/objects").display());
    fs::write(borrowing.folder.join(".git/objects/info/alternates"), alternates).unwrap();
    // One that git cannot read.
    let broken = Work::of(&class.join("broken"), &[(MONDAY, "main.py", "x = 1\n")]);
    let commit = broken.git(MONDAY, &["rev-parse", "HEAD"]);
    fs::remove_file(broken.folder.join(".git/objects").join(&commit[..2]).join(&commit[2..])).unwrap();

    let report = compared(dir.path(), &["--clones", "class"]);
    assert!(!dir.path().join("sprung").exists(), "something was run");
    assert_eq!(
        outline(&report),
        [
            "ada | 2026-11-23T08:00:00Z | main.py 40",
            "eve | 2026-11-23T08:00:00Z | .gitattributes 1, .gitmodules 3, main.py 40",
        ]
    );
    assert!(!report.to_string().contains("exam.py"), "{report}");
    let found = skipped(&report);
    for expected in [
        "-: class.tar/borrowing: some of its objects are in another repository (objects/info/alternates)",
        "-: class.tar/broken: git cannot read it: ",
        "-: class.tar/common: an additional work tree of another repository",
        "-: class.tar/file: its .git is not a folder, so it belongs to another repository",
        "-: class.tar/linked: its .git is not a folder, so it belongs to another repository",
        "-: class.tar/whole: a link; links are not followed",
        "eve: big.py: a pointer of Git LFS; the content is not in the repository",
        "eve: lib: a submodule; submodules are not followed",
        "eve: link: a link; links are not followed",
        "eve: node_modules: installed packages; left out",
        "eve: other.py: missing from the repository",
    ] {
        assert!(found.iter().any(|line| line.starts_with(expected)), "{expected}: {found:#?}");
    }
    assert_eq!(found.len(), 11, "{found:#?}");
}

/// Makes a pipe that nobody writes to. Anybody who opens it to read waits without end.
fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_pipe_or_a_device_in_a_repository_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let student =
        |name: &str, letter| Work::of(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    for (name, letter) in [("ada", 'a'), ("bob", 'b')] {
        student(name, letter);
    }
    // The configuration is not read, whatever it is.
    let terminal = student("configured", 'c');
    fs::write(terminal.folder.join(".git/config"), "[include]\npath = /dev/ptmx\n").unwrap();
    pipe(&student("piped", 'd').folder.join(".git/config"));
    fs::write(student("damaged", 'e').folder.join(".git/config"), "[core\n").unwrap();
    for path in
        ["info/attributes", "info/grafts", "objects/info/commit-graph", "objects/pack/multi-pack-index"]
    {
        let place = class.join("piped/.git").join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        pipe(&place);
    }
    // References and objects are read only from files.
    let refused = [
        "HEAD",
        "packed-refs",
        "shallow",
        "refs/heads/main",
        "objects/pack/pack-1.idx",
        "reftable/tables.list",
    ];
    for (at, path) in refused.iter().enumerate() {
        let place = student(&format!("refused-{at}"), 'f').folder.join(".git").join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        pipe(&place);
    }
    let object = student("refused-object", 'g');
    let commit = object.git(MONDAY, &["rev-parse", "HEAD"]);
    pipe(&object.folder.join(".git/objects").join(&commit[..2]).join(&commit[2..]));
    symlink("/dev/zero", student("refused-device", 'h').folder.join(".git/packed-refs")).unwrap();

    let output = run(dir.path(), &["compare", "--format", "json", "--clones", "class"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&Value> =
        report["submissions"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["ada", "bob", "configured", "damaged", "piped"]);
    for (at, path) in refused.iter().enumerate() {
        let expected = format!("skipped refused-{at}: its {path} is not a file that can be read");
        assert!(stderr(&output).contains(&expected), "{expected}: {}", stderr(&output));
    }
    for name in ["object", "device"] {
        assert!(stderr(&output).contains(&format!("skipped refused-{name}: its ")), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn git_reaches_the_repository_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    for (name, letter) in [("ada", 'a'), ("bob", 'b')] {
        Work::of(&dir.path().join("class").join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    }
    fs::write(dir.path().join("secret"), "exam").unwrap();
    // Stands for a git that was taken over: says what it can read, and leaves a mark where it can write.
    let tool = dir.path().join("tool/bin");
    fs::create_dir_all(&tool).unwrap();
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\ncd {dir}\ntouch sprung\n\
         for one in secret class/ada/.git/HEAD class/bob/.git/HEAD; do\n\
         cat $one >/dev/null 2>&1 && reads=\"$reads $one\"\ndone\n\
         echo \"fatal: reads:$reads\" >&2\nexit 128\n",
        dir = dir.path().display()
    );
    fs::write(tool.join("git"), script).unwrap();
    fs::set_permissions(tool.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", tool.display(), std::env::var("PATH").unwrap());
    let output =
        command(BINARY, dir.path()).args(["compare", "--clones", "class"]).env("PATH", path).output();
    let said = stderr(&output.unwrap());
    if crate::confinement::confines(dir.path()) {
        for name in ["ada", "bob"] {
            let line = format!("skipped {name}: git cannot read it: reads: class/{name}/.git/HEAD\n");
            assert!(said.contains(&line), "{said}");
        }
        assert!(!dir.path().join("sprung").exists());
    }
}

#[test]
fn other_forms_of_repositories_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let packed = Work::of(&class.join("packed"), &[(MONDAY, "main.py", &program('p', 40))]);
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
    let class = dir.path().join("class");
    for (name, letter) in [("ada", 'a'), ("bob", 'b')] {
        Work::of(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    }
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
    let fay = Work::of(&class.join("fay"), &[(MONDAY, "main.py", &program('f', 40))]);
    let link = stored(&fay, "blob", &["x".to_owned()]).remove(0);
    let main = fay.git(MONDAY, &["rev-parse", "HEAD:main.py"]);
    let links = (0..15_500).map(|n| ("120000", format!("{long}{n:06}"), link.clone()));
    let all = tree(&fay, links.chain([("100644", "main.py".to_owned(), main)]));
    let commit = fay.git(MONDAY, &["commit-tree", &all, "-m", "links"]);
    fay.git(MONDAY, &["update-ref", "refs/heads/main", &commit]);

    let report = compared(dir.path(), &["--clones", "class"]);
    assert_eq!(report["layouts"], json!(["git"]));
    let names: Vec<&Value> =
        report["submissions"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["ada", "bob", "eve", "fay"]);
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
    let class = dir.path().join("class");
    for (name, letter) in [("ada", 'a'), ("bob", 'b')] {
        Work::of(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    }
    let eve = Work::of(&class.join("eve"), &[(MONDAY, "main.py", &program('e', 40))]);
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
    Work::of(&class.join("ada"), &[(MONDAY, "main.py", &program('a', 40))]);
    let eve = Work::of(&class.join("eve"), &[(MONDAY, "main.py", &program('e', 40))]);
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
    assert_eq!(outline(&report)[1], "eve | 2026-11-23T08:00:00Z | a\\u{a}b.py 40, main.py 40");
    let found = skipped(&report);
    for expected in
        ["eve: ../evil.py: an unsafe path", "-: class.tar/eve.tar/.git: ", "eve: c:\\x5Cevil.py: "]
    {
        assert!(found.iter().any(|line| line.starts_with(expected)), "{expected}: {found:#?}");
    }

    // Folders of folders that stand for ten billion files.
    for _ in 0..10 {
        let names: Vec<String> = (0..10).map(|n| format!("f{n}")).collect();
        let entries: Vec<_> = names.iter().map(|name| ("40000", name.as_str(), all.as_str())).collect();
        all = tree(&entries);
    }
    commit(&all);
    Work::of(&class.join("bob"), &[(MONDAY, "main.py", &program('b', 40))]);
    let report = compared(dir.path(), &["--clones", "class"]);
    assert_eq!(outline(&report).len(), 2);
    let reason = "-: class.tar/eve: its list of files or commits is longer than 33554432 bytes (the limit)";
    assert_eq!(skipped(&report), [reason]);
}

#[test]
fn a_list_names_paths_and_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    for name in ["ada/hw1", "bob/hw1", "cid", "dot"] {
        let letter = name.chars().next().unwrap();
        Work::of(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    }
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
    let names: Vec<&Value> =
        report["submissions"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Cid, jr.", "ada/hw1", "bob/hw1", "dot"]);
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
    let class = dir.path().join("class");
    for (name, letter) in [("ada", 'a'), ("bob", 'a'), ("cid", 'c')] {
        Work::of(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    }
    Work::of(&class.join("dot"), &[(FRIDAY, "main.py", &program('d', 40))]);
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
    Work::of(&dir.path().join("class/ada"), &[(MONDAY, "main.py", &program('a', 40))]);
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
