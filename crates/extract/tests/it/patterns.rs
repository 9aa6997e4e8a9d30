//! Tests patterns of the files that are compared.

use chaffinch_extract::{Layout, Request};

use crate::made::{Place, batch, files, listed, outline, request, zip};

const CLASS: [&str; 7] = [
    "ann/src/main.c",
    "ann/src/list.c",
    "ann/tests/main.c",
    "ann/notes.txt",
    "bob/main.c",
    "bob/src/tests/a.c",
    "bob/given.c",
];

/// Reads the class and returns its submissions, and what was left out with the reasons.
fn read(include: &[&str], exclude: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut place = Place::new();
    let owned = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
    let input = place.upload("class.zip", &zip(&files(&CLASS)));
    let request = Request { include: owned(include), exclude: owned(exclude), ..request(vec![input]) };
    let batch = batch(&request);
    (outline(&batch), listed(&batch))
}

#[test]
fn patterns_decide_what_is_compared() {
    let (left, skipped) = read(&["*.c"], &["tests/", "/given.c"]);
    assert_eq!(left, ["ann: src/list.c src/main.c", "bob: main.c"]);
    assert_eq!(
        skipped,
        [
            "ann: notes.txt: matches none of the patterns of what is compared",
            "ann: tests/main.c: left out by the pattern `tests/`",
            "bob: given.c: left out by the pattern `/given.c`",
            "bob: src/tests/a.c: left out by the pattern `tests/`",
        ]
    );
}

#[test]
fn a_pattern_is_taken_back() {
    let (left, _) = read(&[], &["*.c", "!main.c", "*.txt"]);
    assert_eq!(left, ["ann: src/main.c tests/main.c", "bob: main.c"]);
}

/// Classes of which the names tell the structure.
const STRUCTURES: [&[&str]; 6] = [
    &CLASS,
    &["top/class/ann/main.c", "top/class/ann/notes.txt", "top/class/bob/src/main.c", "top/class/grades.csv"],
    &[
        "Ann Lee_101_assignsubmission_file_/main.c",
        "Ann Lee_101_assignsubmission_file_/tests/a.c",
        "Bo Xu_102_assignsubmission_file_/main.c",
    ],
    &["ann.c", "bob.c", "notes.txt"],
    &["hw1/ann.py", "hw1/bob.py", "hw2/ann.py", "hw2/bob.py"],
    &[
        "ann/app.js",
        "ann/package.json",
        "ann/node_modules/a/index.js",
        "bob/app.js",
        "bob/__MACOSX/app.js",
        "bob/dist/a.js",
        "bob/package.json",
    ],
];

#[test]
fn an_outline_of_names_leaves_what_is_compared() {
    for paths in STRUCTURES {
        for (include, exclude) in [
            ("", ""),
            ("*.c", ""),
            ("", "tests/"),
            ("", "/main.c"),
            ("src/", "*.txt"),
            ("*.py *.js", "/app.js"),
        ] {
            let owned = |patterns: &str| patterns.split_whitespace().map(str::to_owned).collect();
            let (include, exclude): (Vec<String>, Vec<String>) = (owned(include), owned(exclude));
            let mut place = Place::new();
            let input = place.upload("class.zip", &zip(&files(paths)));
            let request = Request {
                include: include.clone(),
                exclude: exclude.clone(),
                // An outline does not know the content, by which data is set apart.
                data: true,
                least: 0,
                ..request(vec![input])
            };
            let batch = batch(&request);
            let mut compared: Vec<String> = batch
                .submissions
                .iter()
                .flat_map(|submission| submission.files.iter().map(|file| file.path.clone()))
                .collect();
            compared.sort();
            let inside = paths.iter().map(|path| format!("class.zip/{path}")).collect::<Vec<_>>();
            let names = inside.iter().map(String::as_str);
            let found = chaffinch_extract::outline(names, Layout::Auto, &include, &exclude).unwrap();
            let left = found.left.iter();
            let mut left: Vec<String> = left.flat_map(|(path, count)| vec![path.clone(); *count]).collect();
            left.sort();
            assert_eq!(left, compared, "{paths:?} {include:?} {exclude:?}");
            assert_eq!(found.submissions, batch.submissions.len(), "{paths:?} {include:?} {exclude:?}");
            let refused: usize = found.refused.values().sum();
            assert_eq!(refused + left.len(), found.files);
        }
    }
}

#[test]
fn an_outline_counts_archives_and_names_the_pattern() {
    let paths = ["class/ann.zip", "class/bob/main.c", "class/bob/a.txt", "class/eve/../../etc"];
    let found = chaffinch_extract::outline(paths, Layout::Auto, &[], &["*.txt".to_owned()]).unwrap();
    assert_eq!((found.submissions, found.files, found.archives), (1, 2, 1));
    assert_eq!(found.refused["left out by the pattern `*.txt`"], 1);
    let bad = chaffinch_extract::outline(paths, Layout::Auto, &[], &["[z-a]".to_owned()]).unwrap_err();
    assert!(bad.to_string().contains("`[z-a]`"), "{bad}");
    let many: Vec<String> = (0..100_001).map(|n| format!("class/{n}.c")).collect();
    let names = many.iter().map(String::as_str);
    let refused = chaffinch_extract::outline(names, Layout::Auto, &[], &[]).unwrap_err();
    assert!(refused.to_string().contains("100"), "{refused}");
}
