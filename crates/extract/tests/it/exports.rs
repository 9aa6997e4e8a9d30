//! Tests who handed in what: exports whose names number submissions, folders of attempts, and folders that are tasks or
//! sections. One table is run as folders and zips.

use chaffinch_extract::{Layout, Request};

use crate::made::{Files, Place, batch, files, laid_out, listed, request, zip};
use crate::platforms::told;

struct Case {
    what: &'static str,
    files: &'static [&'static str],
    layout: &'static str,
    /// `name | author | attempt | time | paths`.
    expected: &'static [&'static str],
    /// Submission, path and beginning of the reason. `{}` stands for the upload.
    listed: &'static [&'static str],
}

const RECORD: &str = "the platform's own record of submissions; not compared";

const CASES: &[Case] = &[
    Case {
        what: "Brightspace: folders with number, name and time",
        files: &[
            "39-7 - Jane Smith - Sep 24, 2024 926 PM/main.py",
            "39-7 - Jane Smith - Sep 25, 2024 1105 AM/main.py",
            "39-7 - Bob Stone - Sep 24, 2024 1159 PM/main.py",
            "index.html",
        ],
        layout: "brightspace",
        expected: &[
            "Bob Stone | Bob Stone | 1 | 2024-09-24T23:59:00Z | main.py",
            "Jane Smith, attempt 1 | Jane Smith | 1 | 2024-09-24T21:26:00Z | main.py",
            "Jane Smith, attempt 2 | Jane Smith | 2 | 2024-09-25T11:05:00Z | main.py",
        ],
        listed: &["-: {}/index.html: the platform's own"],
    },
    Case {
        what: "Brightspace: files side by side",
        files: &[
            "1-7 - Jane Smith - Sep 24, 2024 926 PM - a.py",
            "1-7 - Jane Smith - Sep 24, 2024 926 PM - b.py",
            "2-7 - Bob Stone - Sep 24, 2024 1159 PM - a.py",
        ],
        layout: "brightspace",
        expected: &[
            "Bob Stone | Bob Stone | 1 | 2024-09-24T23:59:00Z | a.py",
            "Jane Smith | Jane Smith | 1 | 2024-09-24T21:26:00Z | a.py b.py",
        ],
        listed: &[],
    },
    Case {
        what: "Autolab: versions",
        files: &["ann@x.edu_1_main.c", "ann@x.edu_3_main.c", "bob@x.edu_2_main.c"],
        layout: "autolab",
        expected: &[
            "ann@x.edu, attempt 1 | ann@x.edu | 1 | - | main.c",
            "ann@x.edu, attempt 3 | ann@x.edu | 3 | - | main.c",
            "bob@x.edu | bob@x.edu | 2 | - | main.c",
        ],
        listed: &[],
    },
    Case {
        what: "PrairieLearn: one question, variants and submissions",
        files: &[
            "ann@x.edu_1_sort_1_1_7_main.py",
            "ann@x.edu_1_sort_1_2_99_main.py",
            "ann@x.edu_1_sort_2_1_100_main.py",
            "bob@x.edu_1_sort_1_1_8_main.py",
        ],
        layout: "prairielearn",
        expected: &[
            "ann@x.edu, attempt 1 | ann@x.edu | 1 | - | main.py",
            "ann@x.edu, attempt 2 | ann@x.edu | 2 | - | main.py",
            "ann@x.edu, attempt 3 | ann@x.edu | 3 | - | main.py",
            "bob@x.edu | bob@x.edu | - | - | main.py",
        ],
        listed: &[],
    },
    Case {
        what: "PrairieLearn: several questions are folders of a submission",
        files: &[
            "ann@x.edu_1_sort_1_1_7_main.py",
            "ann@x.edu_1_tree_1_1_9_main.py",
            "bob@x.edu_1_sort_1_1_8_main.py",
        ],
        layout: "prairielearn",
        expected: &[
            "ann@x.edu | ann@x.edu | - | - | sort/main.py tree/main.py",
            "bob@x.edu | bob@x.edu | - | - | sort/main.py",
        ],
        listed: &[],
    },
    Case {
        what: "Canvas: files of a quiz",
        files: &[
            "lee_ann12_question_5_77_main.py",
            "lee_ann12_question_6_78_main.py",
            "kim_bo13_question_5_79_main.py",
        ],
        layout: "canvas",
        expected: &[
            "kim_bo | kim_bo | - | - | question_5/main.py",
            "lee_ann | lee_ann | - | - | question_5/main.py question_6/main.py",
        ],
        listed: &[],
    },
    Case {
        what: "CodeGrade: attempts by time, its own files",
        files: &[
            "Ann Lee - 2024-10-01T12:30:05.123456/main.py",
            "Ann Lee - 2024-10-02T12:30:05.123456/main.py",
            "Ann Lee - 2024-10-02T12:30:05.123456/.cg-submission-id",
            "Bo Kim - 2024-10-01T12:30:05.123456/main.py",
        ],
        layout: "codegrade",
        expected: &[
            "Ann Lee, attempt 1 | Ann Lee | 1 | 2024-10-01T12:30:05Z | main.py",
            "Ann Lee, attempt 2 | Ann Lee | 2 | 2024-10-02T12:30:05Z | main.py",
            "Bo Kim | Bo Kim | 1 | 2024-10-01T12:30:05Z | main.py",
        ],
        listed: &["Ann Lee, attempt 2: .cg-submission-id: the platform's own"],
    },
    Case {
        what: "ILIAS: folders with name, user and number",
        files: &["Lee_Ann_alee_471/main.py", "Kim_Bo_bkim_472/main.py", "status.xlsx"],
        layout: "ilias",
        expected: &["Kim Bo | Kim Bo | - | - | main.py", "Lee Ann | Lee Ann | - | - | main.py"],
        listed: &["-: {}/status.xlsx: the platform's own"],
    },
    Case {
        what: "Sakai: attachments, and its own files apart",
        files: &[
            "Hw 3/grades.csv",
            "Hw 3/Smith, Jane(jsmith)/Submission attachment(s)/main.py",
            "Hw 3/Smith, Jane(jsmith)/timestamp.txt",
            "Hw 3/Smith, Jane(jsmith)/Smith, Jane(jsmith)_submissionText.html",
            "Hw 3/Stone, Bob(bstone)/Submission attachment(s)/src/main.py",
            "Hw 3/Stone, Bob(bstone)/comments.txt",
        ],
        layout: "sakai",
        expected: &[
            "Smith, Jane | Smith, Jane | - | - | Smith, Jane(jsmith)_submissionText.html main.py",
            "Stone, Bob | Stone, Bob | - | - | src/main.py",
        ],
        listed: &[
            "-: {}/Hw 3/grades.csv: the platform's own",
            "Smith, Jane: timestamp.txt: the platform's own",
            "Stone, Bob: comments.txt: the platform's own",
        ],
    },
    Case {
        what: "Submitty: numbered attempts with its own files",
        files: &[
            "submissions/ann/1/main.c",
            "submissions/ann/1/.submit.timestamp",
            "submissions/ann/2/main.c",
            "submissions/ann/2/.submit.timestamp",
            "submissions/ann/user_assignment_settings.json",
            "submissions/bob/1/main.c",
            "submissions/bob/1/.submit.timestamp",
        ],
        layout: "submitty",
        expected: &[
            "ann, attempt 1 | ann | 1 | - | main.c",
            "ann, attempt 2 | ann | 2 | - | main.c",
            "bob | bob | 1 | - | main.c",
        ],
        listed: &[
            "-: {}/submissions/ann/user_assignment_settings.json: the platform's own",
            "ann, attempt 1: .submit.timestamp: the platform's own",
            "ann, attempt 2: .submit.timestamp: the platform's own",
            "bob: .submit.timestamp: the platform's own",
        ],
    },
    Case {
        what: "Teams: an assignment and versions below each student, drafts beside",
        files: &[
            "Submitted files/Ann Lee/Homework 3/Version 1/main.py",
            "Submitted files/Ann Lee/Homework 3/Version 2/main.py",
            "Submitted files/Bo Kim/Homework 3/Version 1/main.py",
            "Working files/Ann Lee/Homework 3/main.py",
        ],
        layout: "teams",
        expected: &[
            "Ann Lee, attempt 1 | Ann Lee | 1 | - | main.py",
            "Ann Lee, attempt 2 | Ann Lee | 2 | - | main.py",
            "Bo Kim | Bo Kim | 1 | - | main.py",
        ],
        listed: &["-: {}/Working files: not in the folder `Submitted files`"],
    },
    Case {
        what: "folders of attempts, in any language",
        files: &["ann/Versuch 1/m.c", "ann/Versuch 2/m.c", "bob/Versuch 1/m.c"],
        layout: "attempts",
        expected: &[
            "ann, attempt 1 | ann | 1 | - | m.c",
            "ann, attempt 2 | ann | 2 | - | m.c",
            "bob | bob | 1 | - | m.c",
        ],
        listed: &[],
    },
    Case {
        what: "bare numbers without Submitty's time are folders of a submission",
        files: &["ann/1/m.c", "ann/2/m.c", "bob/1/m.c"],
        layout: "",
        expected: &["ann | - | - | - | 1/m.c 2/m.c", "bob | - | - | - | 1/m.c"],
        listed: &[],
    },
    Case {
        what: "a number that was added to a name is an attempt",
        files: &["Ann Lee.py", "Ann Lee (1).py", "Bo Kim.py", "Cy Fox (2).py"],
        layout: "",
        expected: &[
            "Ann Lee, attempt 1 | Ann Lee | 1 | - | Ann Lee.py",
            "Ann Lee, attempt 2 | Ann Lee | 2 | - | Ann Lee (1).py",
            "Bo Kim | - | - | - | Bo Kim.py",
            "Cy Fox (2) | - | - | - | Cy Fox (2).py",
        ],
        listed: &[],
    },
    Case {
        what: "many files of one name are by many people",
        files: &["main.py", "main (1).py", "main (2).py"],
        layout: "",
        expected: &[
            "main | - | - | - | main.py",
            "main (1) | - | - | - | main (1).py",
            "main (2) | - | - | - | main (2).py",
        ],
        listed: &[],
    },
    Case {
        what: "tasks with folders of students",
        files: &[
            "Q1 - Sort/Ann Lee 1/m.py",
            "Q1 - Sort/Bo Kim 2/m.py",
            "Q2 - Tree/Ann Lee 1/m.py",
            "Q2 - Tree/Bo Kim 2/m.py",
        ],
        layout: "task/student",
        expected: &[
            "Ann Lee 1 | - | - | - | Q1 - Sort/m.py Q2 - Tree/m.py",
            "Bo Kim 2 | - | - | - | Q1 - Sort/m.py Q2 - Tree/m.py",
        ],
        listed: &["-: {}: structure: the folders are tasks"],
    },
    Case {
        what: "tasks with files of students; one is late in the second task",
        files: &[
            "week_1/ann.py",
            "week_1/bob.py",
            "week_1/cid.py",
            "week_2/ann.py",
            "week_2/bob.py",
            "week_2/notes.txt",
        ],
        layout: "task/student",
        expected: &[
            "ann | - | - | - | week_1/ann.py week_2/ann.py",
            "bob | - | - | - | week_1/bob.py week_2/bob.py",
            "cid | - | - | - | week_1/cid.py",
        ],
        listed: &["-: {}/week_2/notes.txt: not a program", "-: {}: structure: the folders are tasks"],
    },
    Case {
        what: "tasks by number and word, and a student who did one of them",
        files: &[
            "01-sort/ann/m.py",
            "01-sort/bob/m.py",
            "01-sort/cid/m.py",
            "01-sort/dan/m.py",
            "02-tree/ann/m.py",
            "02-tree/bob/m.py",
        ],
        layout: "task/student",
        expected: &[
            "ann | - | - | - | 01-sort/m.py 02-tree/m.py",
            "bob | - | - | - | 01-sort/m.py 02-tree/m.py",
            "cid | - | - | - | 01-sort/m.py",
            "dan | - | - | - | 01-sort/m.py",
        ],
        listed: &["-: {}: structure: the folders are tasks"],
    },
    Case {
        what: "tasks by their date",
        files: &[
            "20240911/ann/m.py",
            "20240911/bob/m.py",
            "20240911/cid.py",
            "20240911/dan.py",
            "20240918/ann/m.py",
            "20240918/bob/m.py",
            "20240918/cid.py",
        ],
        layout: "task/student",
        expected: &[
            "ann | - | - | - | 20240911/m.py 20240918/m.py",
            "bob | - | - | - | 20240911/m.py 20240918/m.py",
            "cid | - | - | - | 20240911/cid.py 20240918/cid.py",
            "dan | - | - | - | 20240911/dan.py",
        ],
        listed: &["-: {}: structure: the folders are tasks"],
    },
    Case {
        what: "students by number, each with the same tasks",
        files: &[
            "20241311/popup/m.js",
            "20241311/world/m.js",
            "20241312/popup/m.js",
            "20241312/world/m.js",
            "20241313/popup/m.js",
        ],
        layout: "",
        expected: &[
            "20241311 | - | - | - | popup/m.js world/m.js",
            "20241312 | - | - | - | popup/m.js world/m.js",
            "20241313 | - | - | - | popup/m.js",
        ],
        listed: &[],
    },
    Case {
        what: "languages with files of students",
        files: &["c/dan.c", "c/eve.c", "python/ann.py", "python/bob.py", "python/cid.py"],
        layout: "task/student",
        expected: &[
            "ann | - | - | - | python/ann.py",
            "bob | - | - | - | python/bob.py",
            "cid | - | - | - | python/cid.py",
            "dan | - | - | - | c/dan.c",
            "eve | - | - | - | c/eve.c",
        ],
        listed: &["-: {}: structure: the folders are tasks"],
    },
    Case {
        what: "sections; two people of one name are two people",
        files: &[
            "Section A/ann/m.c",
            "Section A/bob/m.c",
            "Section A/cid/m.c",
            "Section B/ann/m.c",
            "Section B/dan/m.c",
        ],
        layout: "section/student",
        expected: &[
            "Section A/ann | - | - | - | m.c",
            "Section B/ann | - | - | - | m.c",
            "bob | - | - | - | m.c",
            "cid | - | - | - | m.c",
            "dan | - | - | - | m.c",
        ],
        listed: &["-: {}: structure: the folders are sections"],
    },
    Case {
        what: "students with folders of tasks stay submissions",
        files: &["Ann Lee/Q1/m.py", "Ann Lee/Q2/m.py", "Bo Kim/Q1/m.py", "Bo Kim/Q2/m.py"],
        layout: "",
        expected: &["Ann Lee | - | - | - | Q1/m.py Q2/m.py", "Bo Kim | - | - | - | Q1/m.py Q2/m.py"],
        listed: &[],
    },
    Case {
        what: "hidden folders beside others are no students",
        files: &[".github/a.py", "class/ann/m.py", "class/bob/m.py", "class/.states/s.py"],
        layout: "",
        expected: &["ann | - | - | - | m.py", "bob | - | - | - | m.py"],
        listed: &["-: {}/.github: a hidden folder", "-: {}/class/.states: a hidden folder"],
    },
    Case {
        what: "parts of a program are no students",
        files: &["lab1/src/a.c", "lab1/test/b.c", "lab2/src/a.c", "lab2/test/b.c"],
        layout: "",
        expected: &["lab1 | - | - | - | src/a.c test/b.c", "lab2 | - | - | - | src/a.c test/b.c"],
        listed: &[],
    },
    Case {
        what: "folders of people in folders that may be anything are asked about",
        files: &["red/Ann Lee/m.c", "red/Bo Kim/m.c", "blue/Cy Fox/m.c", "blue/Di Hay/m.c"],
        layout: "",
        expected: &["blue | - | - | - | Cy Fox/m.c Di Hay/m.c", "red | - | - | - | Ann Lee/m.c Bo Kim/m.c"],
        listed: &["-: {}: structure: the folders may be tasks or sections"],
    },
];

#[test]
fn everybody_hands_in_their_own() {
    for case in CASES {
        let all = files(case.files);
        let mut place = Place::new();
        for (input, root) in
            [(place.folder("class", &all), "class"), (place.upload("class.zip", &zip(&all)), "class.zip")]
        {
            let found = batch(&request(vec![input]));
            assert_eq!(told(&found), case.expected, "{} ({root})", case.what);
            assert_eq!(found.layouts.join(" "), case.layout, "{}", case.what);
            let lines = listed(&found);
            assert_eq!(lines.len(), case.listed.len(), "{}: {lines:?}", case.what);
            for expected in case.listed {
                let expected = expected.replace("{}", root);
                assert!(lines.iter().any(|line| line.starts_with(&expected)), "{expected}: {lines:?}");
            }
        }
    }
}

#[test]
fn times_and_texts_of_platforms_are_read() {
    let with = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let person = "Smith, Jane(jsmith)";
    let all: Files = vec![
        with("Stone, Bob(bstone)/Submission attachment(s)/main.py", "b = 1\n"),
        with(&format!("{person}/Submission attachment(s)/main.py"), "a = 1\n"),
        with(&format!("{person}/timestamp.txt"), "20260920154512345"),
        with(&format!("{person}/{person}_submissionText.html"), "  \n"),
    ];
    let found = batch(&request(vec![Place::new().upload("s.zip", &zip(&all))]));
    assert_eq!(
        told(&found),
        [
            "Smith, Jane | Smith, Jane | - | 2026-09-20T15:45:12Z | main.py",
            "Stone, Bob | Stone, Bob | - | - | main.py"
        ]
    );
}

#[test]
fn blackboard_notes_give_names() {
    let at = |user: &str, rest: &str| format!("Lab_{user}_attempt_2024-10-01-12-30-05{rest}");
    let all: Files = vec![
        (at("a_smith", ".txt"), b"Name: Anna Smith (a_smith)\nAssignment: Lab\n".to_vec()),
        (at("a_smith", "_main.py"), b"a = 1\n".to_vec()),
        (at("b_lee", "_main.py"), b"b = 1\n".to_vec()),
    ];
    let found = batch(&request(vec![Place::new().upload("lab.zip", &zip(&all))]));
    assert_eq!(
        told(&found),
        [
            "Anna Smith | Anna Smith | 1 | 2024-10-01T12:30:05Z | main.py",
            "b_lee | b_lee | 1 | 2024-10-01T12:30:05Z | main.py"
        ]
    );
}

#[test]
fn tasks_can_be_named_by_the_user() {
    let all = files(&["alpha/ann.py", "alpha/bob.py", "beta/ann.py", "beta/cid.py"]);
    let mut place = Place::new();
    let input = place.upload("class.zip", &zip(&vec![("class.zip".to_owned(), zip(&all))]));
    let found = batch(&laid_out(Layout::TaskStudent, vec![input]));
    assert_eq!(
        told(&found),
        [
            "ann | - | - | - | alpha/ann.py beta/ann.py",
            "bob | - | - | - | alpha/bob.py",
            "cid | - | - | - | beta/cid.py"
        ]
    );
    assert_eq!(listed(&found), [""; 0]);
}

#[test]
fn a_folder_alone_is_one_submission_where_there_is_earlier_work() {
    let mut place = Place::new();
    let old = place.folder("old", &files(&["a/m.c", "b/m.c"]));
    let now = place.folder("now", &files(&["gr1/a.c", "gr1/b.c"]));
    let with_archive = Request { archives: vec![old.clone()], ..request(vec![now.clone()]) };
    let found = batch(&with_archive);
    assert_eq!(told(&found)[0], "gr1 | - | - | - | a.c b.c");
    assert_eq!(found.submissions.len(), 3);
    assert!(listed(&found)[0].contains("this folder is one submission"), "{:?}", listed(&found));
    // Without, each file is one.
    let found = batch(&request(vec![now]));
    assert_eq!(told(&found), ["a | - | - | - | a.c", "b | - | - | - | b.c"]);
    assert!(listed(&found)[0].contains("each file in this folder is a submission"), "{:?}", listed(&found));
    // A folder around several submissions is opened.
    let now = place.folder("now", &files(&["hw/gr1/a.c", "hw/gr2/b.c"]));
    let found = batch(&Request { archives: vec![old], ..request(vec![now]) });
    assert_eq!(told(&found)[..2], ["gr1 | - | - | - | a.c", "gr2 | - | - | - | b.c"]);
}

#[test]
fn records_have_their_own_reason() {
    assert!(chaffinch_extract::is_platform_file(&chaffinch_submission::Skipped {
        submission: None,
        path: "index.html".to_owned(),
        reason: RECORD.to_owned()
    }));
}
