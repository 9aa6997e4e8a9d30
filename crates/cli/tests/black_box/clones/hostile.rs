//! Tests repositories that try to run something or to reach other files.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{MONDAY, Work, class, compared, names, outline, program, skipped, trap};
use crate::binary::{BINARY, command, run, stderr};

#[test]
fn a_hostile_repository_runs_nothing_and_reaches_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let class = dir.path().join("class");
    let trap = trap(dir.path());
    Work::with_commits(&class.join("ada"), &[(MONDAY, "main.py", &program('a', 40))]);
    let secret = Work::with_commits(&dir.path().join("secret"), &[(MONDAY, "exam.py", &program('x', 40))]);

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
    let borrowing = Work::with_commits(&class.join("borrowing"), &[(MONDAY, "main.py", "x = 1\n")]);
    let alternates = format!("{}\n", secret.folder.join(".git/objects").display());
    fs::write(borrowing.folder.join(".git/objects/info/alternates"), alternates).unwrap();
    // One that git cannot read.
    let broken = Work::with_commits(&class.join("broken"), &[(MONDAY, "main.py", "x = 1\n")]);
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
    let class = class(dir.path(), [("ada", 'a'), ("bob", 'b')]);
    let student = |name: &str, letter| {
        Work::with_commits(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))])
    };
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
    assert_eq!(names(&report), ["ada", "bob", "configured", "damaged", "piped"]);
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
    class(dir.path(), [("ada", 'a'), ("bob", 'b')]);
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
