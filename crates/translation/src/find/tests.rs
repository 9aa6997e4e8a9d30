//! Tests of the search, on programs of the gold standard.

use std::fs;
use std::path::PathBuf;

use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::{LazyStream, Reading, SourceFile};

use super::*;

/// A file that was read.
struct OwnedFile {
    text: String,
    stream: LazyStream,
}

fn file(path: &str, text: String) -> OwnedFile {
    let stream = tokenize(&SourceFile::plain(path, text.clone()), Choice::Auto).into();
    OwnedFile { text, stream }
}

/// The independent solutions of a task in C and Python, and one in C translated into Python, which comes last.
fn class() -> Vec<OwnedFile> {
    let gold = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../evaluation/gold"));
    let mut paths = Vec::new();
    for (language, ending) in [("c", "c"), ("python", "py")] {
        paths.extend((1..=8).map(|number| gold.join(format!("{language}/maze/{number:02}.{ending}"))));
    }
    paths.push(gold.join("translations/maze/c-07.py"));
    let read = |path: PathBuf| file(&path.display().to_string(), fs::read_to_string(path).unwrap());
    paths.into_iter().map(read).collect()
}

fn submission<'a>(files: &[&'a OwnedFile]) -> TranslationSubmission<'a> {
    let files = files.iter().map(|file| Reading { text: &file.text, stream: &file.stream });
    TranslationSubmission { files: files.collect(), is_archived: false, team: None }
}

fn submissions(files: &[OwnedFile]) -> Vec<TranslationSubmission<'_>> {
    files.iter().map(|file| submission(&[file])).collect()
}

const ALL: TranslationOptions = TranslationOptions { max_pairs: 0, pairs_with_passages: 1 };

/// Original and translation.
const COPY: (u32, u32) = (6, 16);

fn sides(pair: &TranslatedPair) -> (u32, u32) {
    (pair.left, pair.right)
}

#[test]
fn a_translation_comes_first_and_its_statements_correspond() {
    let files = class();
    let found = find(&submissions(&files), &[], ALL);
    assert_eq!((found.comparable, found.compared), (8 * 9, 8 * 9));
    let first = &found.pairs[0];
    assert_eq!(sides(first), COPY);
    assert!(first.expect.unwrap() < TRANSLATION_CUTOFF && !found.is_small, "{first:?}");
    let passages = first.passages.as_ref().unwrap();
    let tokens = |right: bool| -> usize {
        let statements = passages.iter().flat_map(|passage| &passage.statements);
        statements.map(|(one, other)| if right { other.len() } else { one.len() }).sum()
    };
    assert!(files[6].stream.tokens() / 2 < tokens(false), "{passages:?}");
    assert!(files[16].stream.tokens() / 2 < tokens(true), "{passages:?}");
    for passage in passages {
        assert!(passage.statements.is_sorted_by(|a, b| a.0.end <= b.0.start && a.1.end <= b.1.start));
    }
    assert!(found.pairs[1..].iter().all(|pair| pair.passages.is_none()));
    let two = find(&submissions(&files), &[], TranslationOptions { max_pairs: 2, ..ALL });
    assert_eq!((two.compared, two.pairs.len()), (72, 2));
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let files = class();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| find(&submissions(&files), &[], ALL))
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn teams_archives_and_starter_code_are_respected() {
    let files = class();
    let has_copy = |found: &Translations| found.pairs.iter().any(|pair| sides(pair) == COPY);

    let mut team = submissions(&files);
    (team[6].team, team[16].team) = (Some(7), Some(7));
    assert!(!has_copy(&find(&team, &[], ALL)));

    let mut archived = submissions(&files);
    (archived[6].is_archived, archived[16].is_archived) = (true, true);
    let found = find(&archived, &[], ALL);
    assert!(!has_copy(&found));
    assert_eq!((found.comparable, found.compared), (7 * 8, 7 * 8 + 7 + 8));

    // What was handed out counts for nobody.
    let handed_out = Reading { text: &files[6].text, stream: &files[6].stream };
    let found = find(&submissions(&files), &[handed_out], ALL);
    assert!(found.pairs.iter().all(|pair| pair.left != 6), "{:?}", found.pairs[0]);
}

#[test]
fn a_submission_in_two_languages_is_not_compared_with_itself() {
    let files = class();
    let class = [submission(&[&files[6], &files[16]]), submission(&[&files[0], &files[8]])];
    let found = find(&class, &[], ALL);
    assert_eq!(found.pairs.iter().map(sides).collect::<Vec<_>>(), [(0, 1)]);
    assert_eq!(found.pairs[0].expect, None, "two pairs of programs do not say what is usual");
    assert!(found.is_small && !found.pairs[0].too_short);
}

/// In a class too small for expect values, a literal translation is far more similar than every unrelated pair.
#[test]
fn a_translation_in_a_small_class_has_a_similarity_that_no_other_pair_has() {
    let gold = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../evaluation/gold"));
    let read = |path: &str| file(path, fs::read_to_string(gold.join(path)).unwrap());
    let paths = [
        "python/stock/03.py",
        "python/stock/05.py",
        "java/stock/05.java",
        "translations/stock/python-03.java",
    ];
    let files = paths.map(read);
    let found = find(&submissions(&files), &[], ALL);
    assert_eq!((sides(&found.pairs[0]), found.is_small), ((0, 3), true));
    assert!(TRANSLATION_SIMILARITY <= found.pairs[0].similarity, "{:?}", found.pairs[0]);
    assert!(found.pairs[1..].iter().all(|pair| pair.similarity < TRANSLATION_SIMILARITY));
}

#[test]
fn nothing_is_found_in_one_language_in_others_or_in_texts_that_were_not_kept() {
    let files = class();
    let of_c = submissions(&files[..8]);
    assert_eq!(find(&of_c, &[], ALL), Translations::default());
    let unknown = [file("a.txt", "some words".into()), file("b.hs", "main = print 1".into())];
    assert_eq!(find(&submissions(&unknown), &[], ALL), Translations::default());
    let mut unkept = submissions(&files);
    for submission in &mut unkept {
        submission.files[0].text = "";
    }
    assert_eq!(find(&unkept, &[], ALL), Translations::default());
    assert_eq!(find(&[], &[], ALL), Translations::default());
}
