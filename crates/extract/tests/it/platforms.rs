//! Tests exports of learning platforms with one table, which is run as folders, zips, tars and 7z. Also tests clutter
//! among submissions, and what a request says about encodings and starter code.

use chaffinch_extract::{HandedOut, Layout, Request, Suggestion};
use chaffinch_submission::Batch;

use crate::made::{
    Files, Place, batch, compressed, files, laid_out, listed, outline, request, run, sevenzip, tar, upload,
    zip,
};

struct Case {
    what: &'static str,
    /// Path and content. Empty content stands for a line of C.
    files: &'static [(&'static str, &'static str)],
    /// Name used in reports and requests. Empty: nothing is recognised.
    layout: &'static str,
    /// `name | author | attempt | time | paths`.
    expected: &'static [&'static str],
    listed: &'static [&'static str],
}

const STRAY: &str = "not a program; not compared, because it is next to the folders of submissions (the structure \
                     `children` compares it)";
const RECORD: &str = "the platform's own record of submissions; not compared";

const CASES: &[Case] = &[
    Case {
        what: "Moodle, in folders; two of one name; typed text beside files",
        files: &[
            ("Ada Lovelace_101_assignsubmission_file_/src/main.c", ""),
            ("Ada Lovelace_101_assignsubmission_onlinetext_/onlinetext.html", "<p>see file</p>"),
            ("Jan Jansen_102_assignsubmission_file_/main.c", ""),
            ("Jan Jansen_103_assignsubmission_file_/main.c", ""),
        ],
        layout: "moodle",
        expected: &[
            "Ada Lovelace | Ada Lovelace | - | - | onlinetext.html src/main.c",
            "Jan Jansen (102) | Jan Jansen (102) | - | - | main.c",
            "Jan Jansen (103) | Jan Jansen (103) | - | - | main.c",
        ],
        listed: &[],
    },
    Case {
        what: "Moodle, files side by side",
        files: &[
            ("Ada_101_assignsubmission_file_main.c", ""),
            ("Ada_101_assignsubmission_file_lib.c", ""),
            ("Bob_102_assignsubmission_file_main.c", ""),
        ],
        layout: "moodle",
        expected: &["Ada | Ada | - | - | lib.c main.c", "Bob | Bob | - | - | main.c"],
        listed: &[],
    },
    Case {
        what: "Stud.IP: several files of one person, a folder, and a file without an owner",
        files: &[
            (
                "archive_filelist.csv",
                "Name;Größe;Vorname;Nachname;Downloads;Datum;Pfad\n\
                 main.c;9;Ada;Lovelace;0;\"05.11.2024 12:30\";\"Übung 1/main.c\"\n\
                 list.c;9;Ada;Lovelace;0;\"06.11.2024 08:00\";\"Übung 1/list.c\"\n\
                 main[1].c;9;Jo;Stone;0;\"05.11.2024 13:00\";\"Übung 1/main[1].c\"\n\
                 a.c;9;;;0;\"05.11.2024 13:00\";\"Übung 1/old/a.c\"\n\
                 gone.c;9;Jo;Stone;0;\"05.11.2024 13:00\";\"Übung 1/gone.c\"\n",
            ),
            ("Übung 1/main.c", ""),
            ("Übung 1/list.c", ""),
            ("Übung 1/main[1].c", ""),
            ("Übung 1/old/a.c", ""),
        ],
        layout: "stud.ip",
        expected: &[
            "Ada Lovelace | Ada Lovelace | - | 2024-11-06T08:00:00Z | list.c main.c",
            "Jo Stone | Jo Stone | - | 2024-11-05T13:00:00Z | main[1].c",
            "Übung 1/old/a | - | - | 2024-11-05T13:00:00Z | a.c",
        ],
        listed: &["archive_filelist.csv"],
    },
    Case {
        what: "Stud.IP: one person uploaded everything",
        files: &[
            (
                "archive_filelist.csv",
                "Name,Size,First name,Last name,Date,Path\n\
                 main.c,9,Sam,Staff,05.11.2024 12:30,ada/main.c\n\
                 main.c,9,Sam,Staff,05.11.2024 12:30,bob/main.c\n",
            ),
            ("ada/main.c", ""),
            ("bob/main.c", ""),
        ],
        layout: "",
        expected: &["ada | - | - | - | main.c", "bob | - | - | - | main.c"],
        listed: &["archive_filelist.csv"],
    },
    Case {
        what: "Canvas: late, of several files, handed in again",
        files: &[
            ("lovelaceada_11_901_main.py", "a = 1"),
            ("lovelaceada_11_902_util.py", "b = 1"),
            ("boolegeorge_LATE_12_903_main-1.py", "c = 1"),
            ("noether_13_904_main.py", "d = 1"),
            ("noether_13_905_main-2.py", "e = 1"),
            ("own_14_906_part-3.py", "f = 1"),
        ],
        layout: "canvas",
        expected: &[
            "boolegeorge | boolegeorge | 2 | - | main-1.py",
            "lovelaceada | lovelaceada | - | - | main.py util.py",
            "noether, attempt 1 | noether | 1 | - | main.py",
            "noether, attempt 3 | noether | 3 | - | main-2.py",
            "own | own | - | - | part-3.py",
        ],
        listed: &[],
    },
    Case {
        what: "Blackboard: attempts in the order of their times, its own notes set apart",
        files: &[
            ("gradebook_CS1_ada_attempt_2024-10-02-12-30-05_main.py", "a = 1"),
            ("gradebook_CS1_ada_attempt_2024-10-02-12-30-05.txt", "Name: Ada (ada)"),
            ("gradebook_CS1_ada_attempt_2024-10-01-08-00-00_main.py", "a = 2"),
            ("gradebook_CS1_bob_attempt_2024-10-01-09-00-00_main.py", "b = 1"),
            ("gradebook_CS1_bob_attempt_2024-10-01-09-00-00_util.py", "b = 2"),
        ],
        layout: "blackboard",
        expected: &[
            "Ada, attempt 1 | Ada | 1 | 2024-10-01T08:00:00Z | main.py",
            "Ada, attempt 2 | Ada | 2 | 2024-10-02T12:30:05Z | main.py",
            "bob | bob | 1 | 2024-10-01T09:00:00Z | main.py util.py",
        ],
        listed: &["gradebook_CS1_ada_attempt_2024-10-02-12-30-05.txt"],
    },
    Case {
        what: "Blackboard: where the name of a user has underscores, the notes or the other assignments tell where it ends",
        files: &[
            (
                "Homework 1_a_smith_attempt_2024-10-01-12-30-05.txt",
                "Name: Anna Smith (a_smith)\nAssignment: Homework 1\n",
            ),
            ("Homework 1_a_smith_attempt_2024-10-01-12-30-05_main.py", "a = 1"),
            ("Homework 1_b_smith_attempt_2024-10-01-12-30-05_main.py", "a = 1"),
            ("Homework 1_kim_attempt_2024-10-01-12-30-05_main.py", "c = 1"),
        ],
        layout: "blackboard",
        expected: &[
            "Anna Smith | Anna Smith | 1 | 2024-10-01T12:30:05Z | main.py",
            "b_smith | b_smith | 1 | 2024-10-01T12:30:05Z | main.py",
            "kim | kim | 1 | 2024-10-01T12:30:05Z | main.py",
        ],
        listed: &["Homework 1_a_smith_attempt_2024-10-01-12-30-05.txt"],
    },
    Case {
        what: "Blackboard: a note tells what the names alone would tell otherwise",
        files: &[
            ("Lab_s_ada_attempt_2024-10-01-12-30-05.txt", "Name: Ada (s_ada)"),
            ("Lab_s_ada_attempt_2024-10-01-12-30-05_main.py", "a = 1"),
            ("Lab_s_bob_attempt_2024-10-02-12-30-05.txt", "Name: Bob (s_bob)"),
            ("Lab_s_bob_attempt_2024-10-02-12-30-05_main.py", "b = 1"),
        ],
        layout: "blackboard",
        expected: &[
            "Ada | Ada | 1 | 2024-10-01T12:30:05Z | main.py",
            "Bob | Bob | 1 | 2024-10-02T12:30:05Z | main.py",
        ],
        listed: &["Lab_s_ada_attempt_2024-10-01-12-30-05.txt", "Lab_s_bob_attempt_2024-10-02-12-30-05.txt"],
    },
    Case {
        what: "Canvas, graded without names, some of it typed in or an address",
        files: &[
            ("anon_aB3xZ_9001_main.py", "a = 1"),
            ("anon_aB3xZ_9002_util.py", "a = 2"),
            ("LATE_anon_12345_9003_main.py", "b = 1"),
            ("anon_q7Tr2_link.html", "<p>c</p>"),
        ],
        layout: "canvas",
        expected: &[
            "anon_12345 | anon_12345 | - | - | main.py",
            "anon_aB3xZ | anon_aB3xZ | - | - | main.py util.py",
            "anon_q7Tr2 | anon_q7Tr2 | - | - | link.html",
        ],
        listed: &[],
    },
    Case {
        what: "Gradescope: names and times from its list, a group",
        files: &[
            (
                "assignment_1_export/submission_metadata.yml",
                "submission_7:\n  :submitters:\n  - :name: Ada\n    :sid: '1'\n  - :name: Bob\n  :created_at: 2024-10-01 12:00:00.5 Z\n\
                 submission_8:\n  :submitters:\n  - :name: Carol\n  :created_at: 2024-10-02 12:00:00 -0700\n",
            ),
            ("assignment_1_export/submission_7/main.c", ""),
            ("assignment_1_export/submission_8/src/main.c", ""),
        ],
        layout: "gradescope",
        expected: &[
            "Ada, Bob | Ada, Bob | - | 2024-10-01T12:00:00Z | main.c",
            "Carol | Carol | - | 2024-10-02T12:00:00-07:00 | src/main.c",
        ],
        listed: &["assignment_1_export/submission_metadata.yml"],
    },
    Case {
        what: "Gradescope without its list",
        files: &[("submission_7/main.c", ""), ("submission_8/main.c", "")],
        layout: "gradescope",
        expected: &["submission_7 | - | - | - | main.c", "submission_8 | - | - | - | main.c"],
        listed: &[],
    },
    Case {
        what: "GitHub Classroom: repositories keep their names",
        files: &[("hw1-submissions/hw1-ada/main.c", ""), ("hw1-submissions/hw1-bob-smith/main.c", "")],
        layout: "github-classroom",
        expected: &["hw1-ada | ada | - | - | main.c", "hw1-bob-smith | bob-smith | - | - | main.c"],
        listed: &[],
    },
    Case {
        what: "repositories as GitHub packs them, with their branch",
        files: &[("hw1-adam-main/main.c", ""), ("hw1-adele-main/main.c", ""), ("hw1-ad-main/main.c", "")],
        layout: "github-classroom",
        expected: &[
            "hw1-ad-main | ad | - | - | main.c",
            "hw1-adam-main | adam | - | - | main.c",
            "hw1-adele-main | adele | - | - | main.c",
        ],
        listed: &[],
    },
    Case {
        what: "Dodona: namesakes by their numbers, in a list that a program for tables saved",
        files: &[
            (
                "info.csv",
                "\u{feff}filename;full_name;id;status;submission_id;created_at;labels\r\n\
                 ex/1.py;Wei;1;correct;71;2024-10-01 12:00:00 UTC;A\r\n\
                 ex/2.py;Wei;2;correct;72;2024-10-02 12:00:00 UTC;A\r\n\
                 ex/3.py;Wei;2;correct;73;2024-10-03 12:00:00 UTC;A\r\n",
            ),
            ("ex/1.py", "a = 1"),
            ("ex/2.py", "a = 1"),
            ("ex/3.py", "a = 2"),
        ],
        layout: "dodona",
        expected: &[
            "Wei (1) | Wei (1) | 1 | 2024-10-01T12:00:00Z | 1.py",
            "Wei (2), attempt 1 | Wei (2) | 1 | 2024-10-02T12:00:00Z | 2.py",
            "Wei (2), attempt 2 | Wei (2) | 2 | 2024-10-03T12:00:00Z | 3.py",
        ],
        listed: &["info.csv"],
    },
    Case {
        what: "Dodona: every row a submission, attempts by time, what is ignored was handed out",
        files: &[
            (
                "info.csv",
                "filename,full_name,id,status,created_at,ignored\n\
                 ex/1.py,Ada,1,wrong,2019-07-23 17:12:37 +0200,\n\
                 ex/2.py,Ada,2,correct,2019-07-23 16:30:00 +0100,\n\
                 ex/3.py,Bob,3,correct,2019-07-24 10:00:00 +0200,\n\
                 start.py,,,,,true\n\
                 gone.py,Eve,5,,,\n",
            ),
            ("ex/1.py", "a = 1"),
            ("ex/2.py", "a = 2"),
            ("ex/3.py", "b = 1"),
            ("start.py", "s = 1"),
        ],
        layout: "dodona",
        expected: &[
            "Ada, attempt 1 | Ada | 1 | 2019-07-23T17:12:37+02:00 | 1.py",
            "Ada, attempt 2 | Ada | 2 | 2019-07-23T16:30:00+01:00 | 2.py",
            "Bob | Bob | 1 | 2019-07-24T10:00:00+02:00 | 3.py",
        ],
        listed: &["info.csv"],
    },
    Case {
        what: "nbgrader: the collected tree, one with a zone that no table explains, one without a time",
        files: &[
            ("submitted/ada/ps1/problem1.py", ""),
            ("submitted/ada/ps1/timestamp.txt", "2026-11-25 19:50:23.426755 UTC"),
            ("submitted/ada/ps1/submission_secret.txt", "a9485af6"),
            ("submitted/bob/ps1/problem1.py", ""),
            ("submitted/bob/ps1/src/help.py", ""),
            ("submitted/bob/ps1/timestamp.txt", "2026-11-24 08:00:00 CET\n"),
            ("submitted/cid/ps1/problem1.py", ""),
        ],
        layout: "nbgrader",
        expected: &[
            "ada | ada | - | 2026-11-25T19:50:23Z | problem1.py",
            "bob | bob | - | - | problem1.py src/help.py",
            "cid | cid | - | - | problem1.py",
        ],
        listed: &[
            "submitted/ada/ps1/submission_secret.txt",
            "submitted/ada/ps1/timestamp.txt",
            "submitted/bob/ps1/timestamp.txt",
        ],
    },
    Case {
        what: "nbgrader: the exchange holds every attempt",
        files: &[
            ("inbound/ada+ps1+2026-11-25 08:00:00.1 UTC+qPYyGNVpDDcu/a.py", ""),
            ("inbound/ada+ps1+2026-11-24 08:00:00.1 UTC+3mmlBJ9vO9RV/a.py", ""),
            ("inbound/b+b+ps1+2026-11-24 09:00:00.1 UTC/a.py", ""),
        ],
        layout: "nbgrader",
        expected: &[
            "ada, attempt 1 | ada | 1 | 2026-11-24T08:00:00Z | a.py",
            "ada, attempt 2 | ada | 2 | 2026-11-25T08:00:00Z | a.py",
            "b+b | b+b | 1 | 2026-11-24T09:00:00Z | a.py",
        ],
        listed: &[],
    },
    Case {
        what: "projects with a file of a time in them are none of nbgrader's",
        files: &[
            ("ada/main.py", ""),
            ("ada/data/timestamp.txt", "2026-11-25 19:50:23 UTC"),
            ("bob/src/main.py", ""),
            ("bob/data/timestamp.txt", "2026-11-25 19:50:23 UTC"),
        ],
        layout: "",
        expected: &[
            "ada | - | - | - | data/timestamp.txt main.py",
            "bob | - | - | - | data/timestamp.txt src/main.py",
        ],
        listed: &[],
    },
    Case {
        what: "JPlag: a root of submissions",
        files: &[("root/ada/src/Main.java", "class A {}"), ("root/bob/Main.java", "class B {}")],
        layout: "",
        expected: &["ada | - | - | - | src/Main.java", "bob | - | - | - | Main.java"],
        listed: &[],
    },
    Case {
        what: "numbered students are no repositories",
        files: &[("student-01/main.c", ""), ("student-02/main.c", "")],
        layout: "",
        expected: &["student-01 | - | - | - | main.c", "student-02 | - | - | - | main.c"],
        listed: &[],
    },
    Case {
        what: "a table of students' own is none of Dodona's",
        files: &[("info.csv", "filename,size\nnothing.bin,3\n"), ("ada/main.c", ""), ("bob/main.c", "")],
        layout: "",
        expected: &["ada | - | - | - | main.c", "bob | - | - | - | main.c"],
        listed: &["info.csv"],
    },
    Case {
        what: "one student of Moodle is not opened, and a stray file hides nothing",
        files: &[
            ("Ada_101_assignsubmission_file_/one.c", ""),
            ("Ada_101_assignsubmission_file_/two.c", ""),
            ("Bob_102_assignsubmission_file_/one.c", ""),
            ("Cid_103_assignsubmission_file_/one.c", ""),
            ("Dot_104_assignsubmission_file_/one.c", ""),
            ("readme.txt", "the export of Monday"),
        ],
        layout: "moodle",
        expected: &[
            "Ada | Ada | - | - | one.c two.c",
            "Bob | Bob | - | - | one.c",
            "Cid | Cid | - | - | one.c",
            "Dot | Dot | - | - | one.c",
        ],
        listed: &["readme.txt"],
    },
];

fn of(case: &Case) -> Files {
    let content = |path: &str, text: &str| {
        if text.is_empty() { format!("int x; // {path}\n") } else { text.to_owned() }
    };
    case.files.iter().map(|(path, text)| ((*path).to_owned(), content(path, text).into_bytes())).collect()
}

pub(crate) fn told(batch: &Batch) -> Vec<String> {
    let line = |s: &chaffinch_submission::Submission| {
        let or = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let paths: Vec<&str> = s.files.iter().map(|file| file.path.as_str()).collect();
        let attempt = or(s.header.attempt.map(|attempt| attempt.to_string()));
        let (author, time) = (or(s.header.author.clone()), or(s.header.submitted_at.clone()));
        format!("{} | {author} | {attempt} | {time} | {}", s.header.name, paths.join(" "))
    };
    batch.submissions.iter().map(line).collect()
}

#[test]
fn exports_are_recognised_however_they_are_packed() {
    for case in CASES {
        let all = of(case);
        let mut place = Place::new();
        let mut given = vec![
            (place.folder("class", &all), "class"),
            (place.upload("class.zip", &zip(&all)), "class.zip"),
            (place.upload("class.7z", &sevenzip(&all)), "class.7z"),
            // One more container around it is opened.
            (place.upload("o.zip", &zip(&vec![("class.zip".to_owned(), zip(&all))])), "o.zip/class.zip"),
        ];
        if all.iter().all(|(path, _)| path.len() < 100) {
            let (_, xz) = compressed(&tar(&all)).into_iter().nth(1).unwrap();
            given.push((place.upload("class.tar.xz", &xz), "class.tar.xz"));
        }
        for (input, root) in given {
            let found = batch(&request(vec![input]));
            assert_eq!(told(&found), case.expected, "{} ({root})", case.what);
            assert_eq!(found.layouts.join(" "), case.layout, "{}", case.what);
            let is_stray = |path: &str| path == "readme.txt" || case.layout.is_empty();
            let reason = |path: &str| if is_stray(path) { STRAY } else { RECORD };
            let expected: Vec<_> =
                case.listed.iter().map(|path| format!("-: {root}/{path}: {}", reason(path))).collect();
            assert_eq!(listed(&found), expected, "{}", case.what);
        }
    }
}

#[test]
fn layout_children_switches_it_off() {
    let mut place = Place::new();
    let input = place.upload("class.zip", &zip(&of(&CASES[0])));
    let found = batch(&laid_out(Layout::Children, vec![input]));
    assert_eq!(found.submissions[0].header.name, "Ada Lovelace_101_assignsubmission_file_");
    assert_eq!((found.submissions[0].header.author.as_ref(), found.layouts.len()), (None, 0));
}

#[test]
fn what_dodona_ignores_is_boilerplate() {
    let case = CASES.iter().find(|case| case.what.starts_with("Dodona: every row")).unwrap();
    let found = upload("class.zip", &zip(&of(case))).unwrap().0;
    let paths: Vec<_> = found.boilerplate.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["class.zip/start.py"]);
}

/// The course folder of nbgrader, with two assignments in it.
const COURSE: &[(&str, &str)] = &[
    ("nbgrader_config.py", "c = get_config()\n"),
    ("source/ps1/p.py", "s = 1\n"),
    ("release/ps1/p.py", "r = 1\n"),
    ("release/ps2/q.py", "r = 2\n"),
    ("autograded/ada/ps1/p.py", "g = 1\n"),
    ("submitted/notes.txt", "late: none\n"),
    ("submitted/ada/grades.txt", "1\n"),
    ("submitted/ada/ps1/p.py", "a = 1\n"),
    ("submitted/ada/ps1/timestamp.txt", "2026-11-25 19:50:23 UTC"),
    ("submitted/ada/ps1/feedback/2026/p.html", "<p>good</p>"),
    ("submitted/ada/ps1/.ipynb_checkpoints/p-checkpoint.py", "a = 0\n"),
    ("submitted/bob/ps1/p.py", "b = 1\n"),
    ("submitted/bob/ps1/timestamp.txt", "2026-11-25 20:50:23 UTC"),
    ("submitted/bob/ps2/q.py", "b = 2\n"),
    ("submitted/bob/ps2/timestamp.txt", "2026-11-26 20:50:23 UTC"),
];

#[test]
fn a_course_of_nbgrader_gives_its_release_as_starter_code() {
    let all: Files = COURSE
        .iter()
        .filter(|(path, _)| !path.starts_with("submitted/bob/ps2"))
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    let found = upload("course.zip", &zip(&all)).unwrap().0;
    assert_eq!(
        told(&found),
        ["ada | ada | - | 2026-11-25T19:50:23Z | p.py", "bob | bob | - | 2026-11-25T20:50:23Z | p.py"]
    );
    let paths: Vec<_> = found.boilerplate.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["course.zip/release/ps1/p.py"]);
    let beside = "not in the folder `submitted` of nbgrader; left out";
    assert_eq!(
        listed(&found),
        [
            format!("-: course.zip/autograded: {beside}"),
            format!("-: course.zip/nbgrader_config.py: {beside}"),
            format!("-: course.zip/notes.txt: {STRAY}"),
            format!("-: course.zip/release: {beside}"),
            format!("-: course.zip/source: {beside}"),
            "-: course.zip/submitted/ada/grades.txt: not in the folder of an assignment; not compared"
                .to_owned(),
            format!("-: course.zip/submitted/ada/ps1/timestamp.txt: {RECORD}"),
            format!("-: course.zip/submitted/bob/ps1/timestamp.txt: {RECORD}"),
            "ada: .ipynb_checkpoints: automatic copies of notebooks; left out".to_owned(),
            "ada: feedback: feedback of nbgrader; left out".to_owned(),
        ]
    );
}

#[test]
fn several_assignments_of_nbgrader_are_refused_by_name() {
    let all: Files =
        COURSE.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    let (code, message) = upload("course.zip", &zip(&all)).unwrap_err();
    assert_eq!(code, "several-assignments");
    assert!(message.starts_with("2 assignments (ps1, ps2), and a comparison has one; "), "{message}");
    // Two uploads of one assignment each.
    let mut place = Place::new();
    let one = |name: &str, assignment: &str| {
        let file = |path: &str, text: &str| (format!("{name}/{assignment}/{path}"), text.as_bytes().to_vec());
        zip(&vec![file("p.py", "a = 1\n"), file("timestamp.txt", "2026-11-25 19:50:23 UTC")])
    };
    let inputs = vec![place.upload("a.zip", &one("ada", "ps1")), place.upload("b.zip", &one("bob", "ps2"))];
    assert_eq!(run(&request(inputs)).unwrap_err().0, "several-assignments");
    // With another structure, nothing of nbgrader counts.
    let input = place.upload("course.zip", &zip(&all));
    let found = batch(&laid_out(Layout::Children, vec![input]));
    assert_eq!((found.submissions.len(), found.layouts.len()), (5, 0));
}

#[test]
fn several_exports_are_taken_together() {
    let mut place = Place::new();
    let monday = place.upload("monday.zip", &zip(&of(&CASES[1])));
    let friday = place.upload("friday.zip", &zip(&files(&["hw1-eve/main.c", "hw1-fay/main.c"])));
    let found = batch(&request(vec![monday, friday]));
    assert_eq!(found.layouts, ["github-classroom", "moodle"]);
    let names: Vec<_> = found.submissions.iter().map(|s| s.header.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Bob", "hw1-eve", "hw1-fay"]);
}

#[test]
fn one_student_of_two_exports_is_called_by_both() {
    let mut place = Place::new();
    let export = |place: &mut Place, name: &str| {
        let numbered = ["Kim_4003_assignsubmission_file_/main.c", "Lee_4004_assignsubmission_file_/main.c"];
        place.upload(name, &zip(&files(&numbered)))
    };
    let inputs = vec![export(&mut place, "Kim.zip"), export(&mut place, "mB.zip")];
    let names = told(&batch(&request(inputs)));
    let line = |name: &str, author: &str| format!("{name} | {author} | - | - | main.c");
    assert_eq!(
        names,
        [line("Kim/Kim", "Kim"), line("Kim/Lee", "Lee"), line("mB/Kim", "Kim"), line("mB/Lee", "Lee")]
    );
}

#[test]
fn nobodys_work_is_left_out_and_listed_once() {
    let all: Vec<&str> = vec![
        "a/main.js",
        "a/package.json",
        "a/yarn.lock",
        "a/node_modules/x/index.js",
        "a/node_modules/y/index.js",
        "a/dist/app.js",
        "a/jquery.min.js",
        "a/.idea/workspace.xml",
        "b/main.py",
        "b/__pycache__/main.pyc",
        "b/env/pyvenv.cfg",
        "b/env/lib/python3/site.py",
        "b/env/mine.py",
        "c/src/main.rs",
        "c/Cargo.toml",
        "c/target/debug/build.rs",
        "d/App.csproj",
        "d/bin/x.cs",
        "d/obj/y.cs",
        // In doubt, the file is the author's.
        "e/build/main.c",
        "e/target/main.c",
        "e/lib/main.c",
        // A file, not a folder.
        "e/node_modules",
    ];
    let all = files(&all);
    let mut place = Place::new();
    let given = [
        place.folder("class", &all),
        place.upload("class.zip", &zip(&all)),
        place.upload("class.tar", &tar(&all)),
        place.upload("class.7z", &sevenzip(&all)),
    ];
    for input in given {
        let found = batch(&request(vec![input]));
        assert_eq!(
            outline(&found),
            [
                "a: jquery.min.js main.js yarn.lock",
                "b: env/mine.py main.py",
                "c: Cargo.toml src/main.rs",
                "d: App.csproj",
                "e: build/main.c lib/main.c node_modules target/main.c",
            ]
        );
        assert_eq!(
            listed(&found),
            [
                "a: .idea: editor settings; left out",
                "a: dist: build output; left out",
                "a: node_modules: installed packages; left out",
                "a: package.json: data next to other work; not compared (choose a language for all files to compare it)",
                "b: __pycache__: build output; left out",
                "b: env/lib: a virtual environment; left out",
                "b: env/pyvenv.cfg: a virtual environment; left out",
                "c: target: build output; left out",
                "d: bin: build output; left out",
                "d: obj: build output; left out",
            ]
        );
    }
}

#[test]
fn data_is_compared_where_it_is_the_work_or_a_language_is_chosen() {
    let mut place = Place::new();
    let all = files(&[
        "ada/main.py",
        "ada/values.csv",
        "ada/note.txt",
        "bob/values.csv",
        "bob/note.txt",
        "cid/cid.json",
    ]);
    let input = place.upload("class.zip", &zip(&all));
    let sent = request(vec![input]);
    let found = batch(&sent);
    assert_eq!(outline(&found), ["ada: main.py note.txt", "bob: note.txt values.csv", "cid: cid.json"]);
    assert!(listed(&found)[0].starts_with("ada: values.csv: data next to other work; not compared"));
    let found = batch(&Request { data: true, ..sent });
    assert_eq!(outline(&found)[0], "ada: main.py note.txt values.csv");
    assert!(listed(&found).is_empty());
}

#[test]
fn what_is_said_of_encodings_and_of_what_was_handed_out_holds() {
    let mut all = files(&["a/main.c", "b/main.c", "starter/main.c"]);
    for name in ["a", "b", "starter"] {
        all.push((format!("{name}/greek.c"), b"// caf\xe9 \xe1\xe2\xe3\n".to_vec()));
    }
    let mut place = Place::new();
    let input = place.upload("class.zip", &zip(&all));
    let plain = run(&request(vec![input.clone()])).unwrap().1;
    let suggested: Vec<_> = plain.submissions.iter().map(|s| s.suggestion).collect();
    assert_eq!(suggested, [None, None, Some(Suggestion::HandedOut)]);
    let greek = plain.submissions[0].files[0].digest;
    let file = &plain.submissions[0].files[0];
    assert_eq!((file.bytes, &*file.language), (12, "text"));

    let sent = Request {
        encodings: vec!["a/*.c=ISO-8859-7".parse().unwrap()],
        handed_out: HandedOut { files: [greek].into(), submissions: ["starter".to_owned()].into() },
        ..request(vec![input])
    };
    let found = batch(&sent);
    assert_eq!(outline(&found), ["a: greek.c main.c", "b: greek.c main.c"]);
    assert_eq!(found.submissions[0].files[0].encoding, "ISO-8859-7");
    assert!(found.submissions[0].files[0].text.contains("caf\u{3b9}"));
    assert_eq!(found.submissions[1].files[0].encoding, "windows-1252");
    let handed_out: Vec<_> = found.boilerplate.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(handed_out, ["a/greek.c", "starter/greek.c", "starter/main.c"]);
}

#[test]
fn what_most_have_is_probably_handed_out() {
    let mut all = files(&["a/main.c", "b/main.c", "c/main.c", "d/main.c", "d/own.py"]);
    for name in ["a", "b", "c"] {
        all.push((format!("{name}/start.h"), b"int start;".to_vec()));
        all.push((format!("{name}/empty.c"), vec![]));
    }
    all.push(("d/two.c".to_owned(), b"int two;".to_vec()));
    all.push(("a/two.c".to_owned(), b"int two;".to_vec()));
    let survey = upload("class.zip", &zip(&all)).unwrap().1;
    let shared: Vec<_> = survey.shared_files().into_iter().map(|file| (file.path, file.authors)).collect();
    assert_eq!(shared, [("start.h".to_owned(), 3)]);
    assert_eq!((survey.languages(), survey.encodings()), (vec![("text", 13)], vec![("UTF-8", 13)]));
}
