//! Tests the rule for submissions with one table, which is run as folders on disk, and as zips and tars uploaded under
//! other names.

use chaffinch_extract::{Layout, Limits, Request, is_structure_note};
use chaffinch_submission::{Named, Skipped, Submission};

use crate::made::{
    Files, Place, batch, files, gzip, laid_out, listed, outline, request, run, tar, write_files, zip,
};

/// A given input. Names of containers have no extension here.
enum Given {
    /// The files of a folder or archive.
    Container(&'static str, &'static [&'static str]),
    /// A loose file.
    Loose(&'static str),
}
use Given::{Container, Loose};

struct Case {
    what: &'static str,
    layout: Layout,
    given: &'static [Given],
    /// `name: path path`. Empty if fewer than two submissions are found.
    expected: &'static [&'static str],
}

const AUTO: Layout = Layout::Auto;

const CASES: &[Case] = &[
    Case {
        what: "children of one container",
        layout: AUTO,
        given: &[Container("class", &["bob/main.c", "alice/main.c", "alice/lib/util.c"])],
        expected: &["alice: lib/util.c main.c", "bob: main.c"],
    },
    Case {
        what: "loose children lose their ending, folders keep theirs",
        layout: AUTO,
        given: &[Container("class", &["s1.c", "s2.tar.c", "v1.2/main.c"])],
        expected: &["s1: s1.c", "s2.tar: s2.tar.c", "v1.2: main.c"],
    },
    Case {
        what: "a container whose only child is a container is opened, repeatedly",
        layout: AUTO,
        given: &[Container("upload", &["class/task/a/main.c", "class/task/b/main.c"])],
        expected: &["a: main.c", "b: main.c"],
    },
    Case {
        what: "only containers are opened on the way: a program beside stops it",
        layout: AUTO,
        given: &[Container("class", &["task/a/main.c", "task/b/main.c", "late.c"])],
        expected: &["late: late.c", "task: a/main.c b/main.c"],
    },
    Case {
        what: "strays beside folders are no submissions; a program is one",
        layout: AUTO,
        given: &[Container(
            "class",
            &["a/main.c", "b/main.c", "grades.xlsx", "pairs.csv", "photo.png", "readme.txt", "late.c"],
        )],
        expected: &["a: main.c", "b: main.c", "late: late.c"],
    },
    Case {
        what: "strays do not stop the opening of the only container",
        layout: AUTO,
        given: &[Container("class", &["task/a/main.c", "task/b/main.c", "notes.txt", "task/grades.csv"])],
        expected: &["a: main.c", "b: main.c"],
    },
    Case {
        what: "strays beside given containers",
        layout: AUTO,
        given: &[Container("class", &["a.c", "b.c"]), Loose("grades.csv"), Loose("late.py")],
        expected: &["a: a.c", "b: b.c", "late: late.py"],
    },
    Case {
        what: "loose texts without folders are submissions",
        layout: AUTO,
        given: &[Container("class", &["a.txt", "b.txt"])],
        expected: &["a: a.txt", "b: b.txt"],
    },
    Case {
        what: "children: what is beside folders is a submission as well",
        layout: Layout::Children,
        given: &[Container("class", &["a/main.c", "notes.txt"])],
        expected: &["a: main.c", "notes: notes.txt"],
    },
    Case {
        what: "junk beside the only child does not stop it",
        layout: AUTO,
        given: &[Container(
            "class",
            &["task/a/main.c", "task/b/main.c", "__MACOSX/task/._main.c", ".DS_Store", "task/.git/config"],
        )],
        expected: &["a: main.c", "b: main.c"],
    },
    Case {
        what: "junk inside submissions is listed",
        layout: AUTO,
        given: &[Container("class", &["a/main.c", "a/.git/HEAD", "a/src/.DS_Store", "b/Thumbs.db", "b/b.c"])],
        expected: &["a: main.c", "b: b.c"],
    },
    Case {
        what: "a zip of zips: each is a submission, opened",
        layout: AUTO,
        given: &[Container("class", &["alice.zip!/main.c", "bob.zip!/main.c", "carol.tar.gz!/x/main.c"])],
        expected: &["alice: main.c", "bob: main.c", "carol: x/main.c"],
    },
    Case {
        what: "a zip whose only child is a zip is opened",
        layout: AUTO,
        given: &[Container("class", &["all.zip!/a.c", "all.zip!/b.c"])],
        expected: &["a: a.c", "b: b.c"],
    },
    Case {
        what: "an archive in a submission is part of it",
        layout: AUTO,
        given: &[Container("class", &["alice/hw.zip!/main.c", "bob/hw.zip!/main.c", "bob/readme.txt"])],
        expected: &["alice: hw.zip/main.c", "bob: hw.zip/main.c readme.txt"],
    },
    Case {
        what: "several containers: the children of all",
        layout: AUTO,
        given: &[Container("monday", &["a/main.c", "b/main.c"]), Container("friday", &["c/main.c", "d.c"])],
        expected: &["a: main.c", "b: main.c", "c: main.c", "d: d.c"],
    },
    Case {
        what: "several containers: container/child where names collide",
        layout: AUTO,
        given: &[Container("monday", &["a/main.c", "b/main.c"]), Container("friday", &["a.c", "c/main.c"])],
        expected: &["b: main.c", "c: main.c", "friday/a: a.c", "monday/a: main.c"],
    },
    Case {
        what: "several containers are each opened",
        layout: AUTO,
        given: &[
            Container("monday", &["x/a/main.c", "x/b/main.c"]),
            Container("friday", &["x/a.c", "x/c.c"]),
        ],
        expected: &["b: main.c", "c: c.c", "friday/a: a.c", "monday/a: main.c"],
    },
    Case {
        what: "a container with one submission in it is opened too far; `children` says otherwise",
        layout: AUTO,
        given: &[Container("monday", &["a/x.c", "b/x.c"]), Container("friday", &["c/y.c", "c/z.c"])],
        expected: &["a: x.c", "b: x.c", "y: y.c", "z: z.c"],
    },
    Case {
        what: "one child that differs in its ending only",
        layout: AUTO,
        given: &[Container("class", &["main.c", "main.py", "other.c"])],
        expected: &["class/main.c: main.c", "class/main.py: main.py", "other: other.c"],
    },
    Case {
        what: "loose files are one submission each",
        layout: AUTO,
        given: &[Loose("alice.c"), Loose("bob.py")],
        expected: &["alice: alice.c", "bob: bob.py"],
    },
    Case {
        what: "loose files of one name are told apart by their folders",
        layout: AUTO,
        given: &[Loose("work/alice/main.c"), Loose("work/bob/main.c"), Loose("carol.c")],
        expected: &["alice/main: main.c", "bob/main: main.c", "carol: carol.c"],
    },
    Case {
        what: "a mix: containers are opened, loose files are one each",
        layout: AUTO,
        given: &[Container("class", &["a/main.c", "b/main.c"]), Loose("late.c")],
        expected: &["a: main.c", "b: main.c", "late: late.c"],
    },
    Case {
        what: "names that differ in case are two",
        layout: AUTO,
        given: &[Container("class", &["Alice/Main.c", "Alice/main.c", "alice/main.c"])],
        expected: &["Alice: Main.c main.c", "alice: main.c"],
    },
    Case {
        what: "one submission is too few",
        layout: AUTO,
        given: &[Container("class", &["alice/main.c"])],
        expected: &[],
    },
    Case { what: "nothing is too few", layout: AUTO, given: &[Container("class", &[])], expected: &[] },
    Case {
        what: "only junk is too few",
        layout: AUTO,
        given: &[Container("class", &[".DS_Store", "__MACOSX/a"])],
        expected: &[],
    },
    Case {
        what: "children: the given container is not looked through",
        layout: Layout::Children,
        given: &[Container("class", &["task/a/main.c", "task/b/main.c"]), Loose("late.c")],
        expected: &["late: late.c", "task: a/main.c b/main.c"],
    },
    Case {
        what: "children: a container with one submission in it stays shut",
        layout: Layout::Children,
        given: &[Container("monday", &["a/x.c", "b/x.c"]), Container("friday", &["c/y.c", "c/z.c"])],
        expected: &["a: x.c", "b: x.c", "c: y.c z.c"],
    },
    Case {
        what: "whole: each path is one submission",
        layout: Layout::Whole,
        given: &[
            Container("alice", &["main.c", "lib/util.c"]),
            Container("bob", &["x/y/main.c"]),
            Loose("c.c"),
        ],
        expected: &["alice: lib/util.c main.c", "bob: x/y/main.c", "c: c.c"],
    },
    Case {
        what: "whole: one path is too few",
        layout: Layout::Whole,
        given: &[Container("class", &["a/main.c", "b/main.c"])],
        expected: &[],
    },
];

/// Runs a case with containers that `make` creates. `ending` is the extension of their names.
fn check(case: &Case, ending: &str, make: &dyn Fn(&mut Place, &str, &Files) -> chaffinch_extract::Input) {
    let mut place = Place::new();
    let mut inputs: Vec<_> = case
        .given
        .iter()
        .map(|given| match given {
            Container(name, paths) => make(&mut place, &format!("{name}{ending}"), &files(paths)),
            Loose(name) => place.upload(name, b"int x;\n"),
        })
        .collect();
    for _ in 0..2 {
        let found = run(&laid_out(case.layout, inputs.clone()));
        if case.expected.is_empty() {
            assert_eq!(found.unwrap_err().0, "too-few-submissions", "{} ({ending})", case.what);
        } else {
            let (batch, survey) =
                found.unwrap_or_else(|refusal| panic!("{} ({ending}): {refusal:?}", case.what));
            assert_eq!(outline(&batch), case.expected, "{} ({ending})", case.what);
            let strays = case.what.starts_with("strays");
            let junk = case.what.starts_with("junk");
            let fits = |line: &Skipped| {
                (strays && line.reason.starts_with("not a program"))
                    || (junk && line.reason.ends_with("data; left out"))
            };
            let skipped: Vec<&Skipped> =
                batch.skipped.iter().filter(|line| !is_structure_note(line)).collect();
            assert!(skipped.iter().all(|line| fits(line)), "{} ({ending}): {skipped:?}", case.what);
            assert_eq!(!skipped.is_empty(), strays || junk, "{} ({ending})", case.what);
            assert_eq!(survey.set_aside > 0, junk, "{} ({ending})", case.what);
        }
        // The order of uploads has no effect.
        inputs.reverse();
    }
}

#[test]
fn the_rule_holds_for_folders_zips_and_tars() {
    for case in CASES {
        check(case, "", &|place, name, files| place.folder(name, files));
        check(case, ".zip", &|place, name, files| place.upload(name, &zip(files)));
        check(case, ".tar", &|place, name, files| place.upload(name, &tar(files)));
        check(case, ".tar.gz", &|place, name, files| place.upload(name, &gzip(&tar(files))));
        check(case, ".TGZ", &|place, name, files| place.upload(name, &gzip(&tar(files))));
        check(case, ".zip", &|place, name, files| {
            let backwards = files.iter().rev().cloned().collect();
            place.upload(name, &zip(&backwards))
        });
    }
}

#[test]
fn the_current_folder_has_a_name_too() {
    let mut place = Place::new();
    let mut class = place.folder("class", &files(&["main.c"]));
    class.name = ".".to_owned();
    let other = place.folder("other/", &files(&["main.c"]));
    let found = batch(&laid_out(Layout::Whole, vec![class, other]));
    assert_eq!(outline(&found), ["other: main.c", "upload-1: main.c"]);
}

#[test]
fn uploads_of_one_name_are_numbered_in_an_order_of_their_own() {
    let mut place = Place::new();
    let mut inputs: Vec<_> =
        ["int a;", "int b;", "int c;"].iter().map(|text| place.upload("main.c", text.as_bytes())).collect();
    let found = batch(&request(inputs.clone()));
    assert_eq!(outline(&found), ["main.c: main.c", "main.c (2): main.c", "main.c (3): main.c"]);
    inputs.rotate_left(1);
    assert_eq!(batch(&request(inputs)), found);
}

#[test]
fn earlier_submissions_follow_under_the_name_of_their_archive() {
    let mut place = Place::new();
    let class = place.folder("class", &files(&["zoe/main.c", "bob/main.c"]));
    let old = place.upload("task1-2023.zip", &zip(&files(&["task/bob/main.c", "task/amy.c"])));
    let older = place.folder("archive", &files(&["x.c", "y.c"]));
    let sent = Request { archives: vec![old, older], ..request(vec![class]) };
    for layout in [Layout::Auto, Layout::Whole] {
        let sent = Request { layout, ..sent.clone() };
        let found = match layout {
            // With earlier submissions in an archive, one submission is enough.
            Layout::Whole => batch(&sent).submissions.split_off(1),
            _ => batch(&sent).submissions.split_off(2),
        };
        let found: Vec<_> =
            found.iter().map(|s| (s.header.name.as_str(), s.archive.as_ref().unwrap().year)).collect();
        let expected = [
            ("archive/x", None),
            ("archive/y", None),
            ("task1-2023/amy", Some(2023)),
            ("task1-2023/bob", Some(2023)),
        ];
        assert_eq!(found, expected);
    }
}

#[test]
fn archives_of_one_name_and_names_like_archived_ones_stay_apart() {
    let mut place = Place::new();
    let monday = place.folder("monday", &files(&["a.c", "b.c"]));
    let friday = place.folder("friday", &files(&["a.c"]));
    // The batch has `monday/a` because of a collision. An archive named `monday` produces the same name.
    let archive = place.folder("monday", &files(&["a.c"]));
    let sent = Request { archives: vec![archive], ..request(vec![monday, friday]) };
    assert_eq!(outline(&batch(&sent)), ["b: b.c", "friday/a: a.c", "monday/a: a.c", "monday/a (2): a.c"]);

    let class = place.folder("class", &files(&["a.c", "b.c"]));
    let one = place.upload("2022/task.zip", &zip(&files(&["a.c"])));
    let two = place.upload("2023/task.zip", &zip(&files(&["a.c"])));
    let sent = Request { archives: vec![two, one], ..request(vec![class]) };
    let found = batch(&sent).submissions.split_off(2);
    let found: Vec<_> =
        found.iter().map(|s| (s.header.name.as_str(), s.archive.as_ref().unwrap().year)).collect();
    assert_eq!(found, [("2022/task/a", Some(2022)), ("2023/task/a", Some(2023))]);
}

#[test]
fn boilerplate_is_every_file_under_the_name_of_its_container() {
    let mut place = Place::new();
    let class = place.folder("class", &files(&["a.c", "b.c"]));
    let handout = place.upload("handout.zip", &zip(&files(&["src/start.c", ".DS_Store", "inner.zip!/x.h"])));
    let loose = place.upload("start.py", b"print()\n");
    let again = place.upload("start.py", b"print(1)\n");
    let empty = place.folder("empty", &files(&[]));
    let sent = Request { boilerplate: vec![loose, handout, again, empty], ..request(vec![class]) };
    let found = batch(&sent);
    let paths: Vec<_> = found.boilerplate.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["handout/inner.zip/x.h", "handout/src/start.c", "start.py", "start.py (2)"]);
    assert_eq!(
        listed(&found),
        ["-: empty: contains no file", "-: handout/.DS_Store: macOS metadata; left out"]
    );
}

#[test]
fn reference_answers_are_separated_like_submissions_and_come_last() {
    let mut place = Place::new();
    let class = place.folder("class", &files(&["a.c", "b.c"]));
    let old = place.folder("2023", &files(&["z.c"]));
    let mut several = files(&["one.c", "two/main.c"]);
    several.push(("blank.c".to_owned(), b" \n\t\n".to_vec()));
    let several = place.folder("answers", &several);
    let loose = place.upload("one.c", b"int answer;\n");
    let [model, other] = ["language-model:GPT-4, prompt 2", "other"].map(|label| label.parse().unwrap());
    let references = vec![(model, several), (other, loose)];
    let found = batch(&Request { references, archives: vec![old], ..request(vec![class]) });
    let label = |submission: &Submission| match &submission.archive {
        Some(archive) => {
            format!("{} {:?}", submission.header.name, archive.reference.as_ref().map(ToString::to_string))
        }
        None => submission.header.name.clone(),
    };
    assert_eq!(
        found.submissions.iter().map(label).collect::<Vec<_>>(),
        [
            "a",
            "b",
            "2023/z None",
            "reference/one Some(\"language-model:GPT-4, prompt 2\")",
            "reference/one (2) Some(\"other\")",
            "reference/two Some(\"language-model:GPT-4, prompt 2\")",
        ]
    );
    assert_eq!(
        listed(&found),
        ["reference/blank: blank.c: nothing to compare: the reference answer is empty"]
    );
}

#[test]
fn junk_is_listed_by_name_and_much_of_it_as_a_number() {
    let mut place = Place::new();
    let mut paths: Vec<String> =
        (0..30).flat_map(|at| [format!("s{at:02}/a.c"), format!("s{at:02}/._a.c")]).collect();
    paths.extend(
        ["__MACOSX/._s00", "__MACOSX/s01/._a.c", "s00/Thumbs.db", "s01/.git/HEAD", "s01/.git/config"]
            .map(str::to_owned),
    );
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let expected = |root: &str| {
        let mut lines = vec![
            format!("-: {root}: macOS metadata; left out (11 more)"),
            format!("-: {root}/__MACOSX: macOS metadata; left out"),
        ];
        lines.extend((0..19).map(|at| format!("-: {root}/s{at:02}/._a.c: macOS metadata; left out")));
        lines.push(format!("-: {root}/s00/Thumbs.db: Windows metadata; left out"));
        lines.push(format!("-: {root}/s01/.git: version control data; left out"));
        lines.sort();
        lines
    };
    let archive = batch(&request(vec![place.upload("class.zip", &zip(&files(&paths)))]));
    let folder = batch(&request(vec![place.folder("class", &files(&paths))]));
    let sorted = |batch: &chaffinch_submission::Batch| {
        let mut lines = listed(batch);
        lines.sort();
        lines
    };
    assert_eq!((archive.submissions.len(), folder.submissions.len()), (30, 30));
    assert_eq!(sorted(&archive), expected("class.zip"));
    assert_eq!(sorted(&folder), expected("class"));

    // A file that was sent by itself.
    let [a, b, junk] = ["a.c", "b.c", "._c.c"].map(|name| place.upload(name, b"int x;\n"));
    let sent = request(vec![a, b, junk]);
    assert_eq!(listed(&batch(&sent)), ["-: ._c.c: macOS metadata; left out"]);
    // Where the sender named each file, none is junk, except for what is in an archive among them.
    let tarball = place.upload("d.tar", &tar(&files(&["._d.c", "inner.zip!/._e.c", "inner.zip!/e.c"])));
    let named = Request {
        files_named: true,
        layout: Layout::Whole,
        submissions: [sent.submissions, vec![tarball]].concat(),
        ..Request::default()
    };
    let found = batch(&named);
    assert_eq!(outline(&found), ["._c: ._c.c", "a: a.c", "b: b.c", "d: ._d.c inner.zip/e.c"]);
    assert_eq!(listed(&found), ["d: inner.zip/._e.c: macOS metadata; left out"]);
}

#[test]
fn submissions_without_a_readable_file_are_only_listed() {
    let mut place = Place::new();
    let mut class = files(&["a/main.c", "b/main.c", "nothing/", "broken.zip"]);
    class.push(("binary/prog".to_owned(), b"\x7fELF\0".to_vec()));
    class.push(("picture.png".to_owned(), b"\x89PNG\r\n\x1a\n".to_vec()));
    class.push(("hollow.zip".to_owned(), zip(&vec![])));
    class.push(("blank/main.c".to_owned(), vec![]));
    let input = place.folder("class", &class);
    let found = batch(&request(vec![input]));
    assert_eq!(outline(&found), ["a: main.c", "b: main.c", "blank: main.c"]);
    assert_eq!(
        listed(&found),
        [
            "-: class/picture.png: not a program; not compared, because it is next to the folders of submissions (the structure `children` compares it)",
            "binary: .: nothing to analyse: none of its files can be read",
            "binary: prog: not text (ELF program)",
            "broken: .: not a zip archive, although its name says so",
            "broken: .: nothing to analyse: none of its files can be read",
            "hollow: .: nothing to analyse: it contains no file",
            "nothing: .: nothing to analyse: it contains no file",
        ]
    );
}

#[test]
fn what_is_ignored_is_only_listed() {
    let mut place = Place::new();
    let input = place.folder("class", &files(&["a/main.c", "b/main.c", "c/main.c"]));
    let ignored = ["c", "ghost"].map(str::to_owned).into();
    let found = batch(&Request { ignored, ..request(vec![input]) });
    assert_eq!(outline(&found), ["a: main.c", "b: main.c"]);
    assert_eq!(
        listed(&found),
        [
            "-: ghost: named in `ignored`, but no submission matches; it has no effect",
            "c: .: ignored, as chosen in the preview",
        ]
    );
}

#[test]
fn too_few_shows_what_was_found_within_a_screen() {
    let mut place = Place::new();
    let mut class = files(&["alice/main.c"]);
    class.extend((0..500).map(|n| (format!("alice/doc/page{n:03}.png"), b"\x89PNG\r\n".to_vec())));
    let input = place.folder("class", &class);
    let (code, message) = run(&request(vec![input])).unwrap_err();
    assert_eq!(code, "too-few-submissions");
    assert!(message.starts_with("a comparison needs at least two submissions with a readable file; 1 found"));
    assert!(
        message.contains("class/\n  alice/\n    doc/\n      page000.png (not text (PNG image))\n"),
        "{message}"
    );
    assert!(message.contains("      ... and 492 more\n    main.c"), "{message}");
    assert!(message.lines().count() < 45);
}

#[test]
fn links_and_pipes_on_disk_are_listed_not_followed() {
    let mut place = Place::new();
    let input = place.folder("class", &files(&["a/main.c", "b/main.c"]));
    std::os::unix::fs::symlink("/etc/passwd", input.place.join("a/link.c")).unwrap();
    // A loop, and a link in place of a submission.
    std::os::unix::fs::symlink("..", input.place.join("b/up")).unwrap();
    std::os::unix::fs::symlink("/etc", input.place.join("etc")).unwrap();
    let socket = std::os::unix::net::UnixListener::bind(input.place.join("a/socket")).unwrap();
    let found = batch(&request(vec![input]));
    drop(socket);
    assert_eq!(outline(&found), ["a: main.c", "b: main.c"]);
    assert_eq!(
        listed(&found),
        [
            "-: class/etc: a link; links are not followed",
            "a: link.c: a link; links are not followed",
            "a: socket: not a regular file",
            "b: up: a link; links are not followed",
        ]
    );
}

#[test]
fn folders_deeper_than_the_limit_are_listed() {
    let mut place = Place::new();
    let deep = format!("a/{}main.c", "d/".repeat(10));
    let input = place.folder("class", &files(&[&deep, "a/main.c", "b/main.c"]));
    let limits = Limits { path_depth: 5, ..Limits::default() };
    let found = batch(&Request { limits, ..request(vec![input]) });
    assert_eq!(outline(&found), ["a: main.c", "b: main.c"]);
    assert_eq!(found.skipped.len(), 1);
    assert!(found.skipped[0].reason.contains("the limit is 5"), "{}", found.skipped[0].reason);
}

#[test]
fn names_on_disk_that_are_not_utf8_are_shown_escaped() {
    use std::os::unix::ffi::OsStrExt;
    let mut place = Place::new();
    let input = place.folder("class", &files(&["b.c"]));
    let folder = input.place.join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    write_files(&folder, &files(&["main.c"]));
    assert_eq!(outline(&batch(&request(vec![input]))), ["b: b.c", "caf\\xE9: main.c"]);
}

#[test]
fn what_is_not_there_is_said_to_be_missing() {
    let place = Place::new();
    let input =
        chaffinch_extract::Input { name: "class.zip".to_owned(), place: place.folder.path().join("none") };
    let refused = run(&request(vec![input])).unwrap_err();
    assert_eq!(refused, ("not-found", "class.zip: no such file or folder".to_owned()));
}

#[test]
fn a_failing_disk_is_our_fault_not_the_senders() {
    // The system returns an I/O error for a read of a process's own memory at address 0.
    let input = chaffinch_extract::Input { name: "a.c".to_owned(), place: "/proc/self/mem".into() };
    let refusal = chaffinch_extract::extract(&request(vec![input])).unwrap_err();
    assert_eq!((refusal.code(), refusal.to_string().as_str()), ("io", "a.c cannot be read"));
    assert!(!refusal.is_about_the_request());
}

#[test]
fn layouts_have_words() {
    for layout in [Layout::Auto, Layout::Children, Layout::Whole, Layout::TaskStudent] {
        assert_eq!(layout.name().parse(), Ok(layout));
    }
    let unknown = "wide".parse::<Layout>().unwrap_err();
    assert_eq!(unknown.to_string(), "`wide` is not a layout; use auto, children, whole or task/student");
}

#[test]
fn one_is_enough_where_earlier_ones_are_known() {
    let mut place = Place::new();
    let class = place.folder("class", &files(&["alice/main.c", "alice/main.h"]));
    let nothing = place.folder("nothing", &vec![("alice/page.png".to_owned(), b"\x89PNG\r\n".to_vec())]);
    let asked = |input| Request { least: 1, layout: Layout::Whole, ..request(vec![input]) };
    assert_eq!(batch(&asked(class)).submissions.len(), 1);
    let (code, message) = run(&asked(nothing)).unwrap_err();
    assert_eq!(code, "too-few-submissions");
    assert!(
        message.starts_with("at least one submission is needed with a readable file; 0 found"),
        "{message}"
    );
}
