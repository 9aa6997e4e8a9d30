//! Archived programs of which only the normalized tokens were kept.

use chaffinch_normalize::{Choice, reduce, tokenize};
use chaffinch_submission::{
    ArchiveLabel, FileRecord, LineTable, SourceFile, SubmissionHeader, TokenizedFile, TokenizedSubmission,
};

use super::analyse;
use crate::{Analysis, Options};

/// Returns a program of `lines` functions. Names and numbers vanish, so it differs from others in its operators.
fn program(seed: usize, lines: usize) -> String {
    let operator = |line: usize, at: usize| {
        let mixed = (seed * 8191 + line * 127 + at * 31 + 1) * (seed + 3 * line + 7);
        ["+", "-", "*", "/", "%", "&", "|", "^"][mixed / 11 % 8]
    };
    let line = |line: usize| {
        let [a, b, c] = [1, 2, 3].map(|at| operator(line, at));
        format!("int f{line}(int a) {{\n  return a {a} g(a) {b} {line} {c} h(a, 'x');\n}}\n")
    };
    (0..lines).map(line).collect()
}

fn submission(name: &str, text: &str) -> TokenizedSubmission {
    let source = SourceFile::plain("a.c", text);
    let stream = tokenize(&source, Choice::Auto);
    // Any function that gives equal digests for equal texts is good enough.
    let digest = [stream.lexical.to_le_bytes(); 2].concat().try_into().unwrap();
    let record = FileRecord {
        path: source.path,
        encoding: source.encoding,
        cells: None,
        digest,
        bytes: text.len() as u32,
        lines: LineTable::new(text),
        notes: Vec::new(),
        provenance: None,
    };
    TokenizedSubmission {
        header: SubmissionHeader::named(name),
        archive: None,
        files: vec![TokenizedFile { record, stream: stream.into() }],
    }
}

/// Returns a class and archived submissions after it, which were kept in one of two ways.
fn class(kept: fn(&TokenizedFile) -> TokenizedFile) -> Vec<TokenizedSubmission> {
    let mut class: Vec<TokenizedSubmission> =
        (0..9).map(|at| submission(&format!("s{at}"), &program(at, 30))).collect();
    let old = [program(4, 30), program(100, 30), program(101, 30), program(101, 30)];
    class.extend(old.iter().enumerate().map(|(at, text)| {
        let mut old = submission(&format!("old/{at}"), text);
        old.archive = Some(ArchiveLabel { name: "old".into(), year: Some(2024), reference: None });
        old.files = old.files.iter().map(kept).collect();
        old
    }));
    class
}

fn run(class: &[TokenizedSubmission]) -> Analysis {
    analyse(class, &[], &Options { max_pairs: 0, ..Options::DEFAULT }, &())
}

#[test]
fn a_reduced_archive_is_found_on_the_same_lines() {
    let (whole, less) = (class(TokenizedFile::clone), class(reduce));
    let (from_whole, from_less) = (run(&whole), run(&less));
    let [best, other] = [&from_whole.pairs[0], &from_less.pairs[0]];
    assert_eq!((best.left, best.right), (4, 9));
    assert_eq!((other.left, other.right), (4, 9));
    assert_eq!(best.matched_tokens, other.matched_tokens);
    assert_eq!(best.matched_lines, other.matched_lines);
    assert!(from_less.settings.cutoff <= other.suspicion, "{}", other.suspicion);
    let lines = |class: &[TokenizedSubmission], analysis: &Analysis| -> Vec<(u32, u32)> {
        let line = |at: usize, token: u32| {
            let file = &class[at].files[0];
            file.record.lines.line_of(file.stream.spans[token as usize].start)
        };
        let matches = analysis.pairs[0].matches.as_deref().unwrap();
        matches
            .iter()
            .map(|found| (line(4, found.left.tokens.start), line(9, found.right.tokens.start)))
            .collect()
    };
    assert_eq!(lines(&whole, &from_whole), lines(&less, &from_less));
}

/// Files without digests are not treated as copies of each other.
#[test]
fn reduced_files_are_no_copies_of_each_other_by_what_was_not_kept() {
    let mut class = class(reduce);
    // No digests are known, not even those of the batch.
    for submission in &mut class[..3] {
        submission.files = submission.files.iter().map(reduce).collect();
    }
    let duplicates = run(&class).duplicates;
    let sets: Vec<&[u32]> = duplicates.iter().map(|set| &set.submissions[..]).collect();
    assert_eq!(sets, [&[4, 9]], "{duplicates:?}");
}
