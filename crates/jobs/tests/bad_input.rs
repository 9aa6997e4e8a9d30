//! Sends very bad files through upload and tokenization. Each is either analysed or listed with its reason, and costs
//! no more than a counted budget.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use chaffinch_extract::{Input, Request, extract};
use chaffinch_normalize::{Choice, FrontEnd, language, tokenize};
use chaffinch_submission::{Batch, SourceFile};

/// The expected result for a file.
enum Fate {
    /// The file is read in this language, from this encoding, and gives at least this many tokens.
    Read(&'static str, &'static str, usize),
    /// The file is listed as skipped, and the reason contains this text.
    Listed(&'static str),
}

use Fate::{Listed, Read};

const GOOD: &str = "int main(void) { return 1; } // gr\u{fc}\u{df}e, na\u{ef}ve caf\u{e9}\n";

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

/// Encodes a text in Latin-1. Every character must fit into one byte.
fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// A program on one line, as minifiers write it.
fn minified() -> Vec<u8> {
    let unit = "function a(b,c){return b<c?a(c,b-1):{d:[b,c],e:\"x;y\"}};var f=a(1,2)||{};";
    unit.repeat((5 << 20) / unit.len() + 1).into_bytes()
}

fn nested(open: &str, inside: &str, close: &str) -> Vec<u8> {
    let depth = 100_000;
    [open.repeat(depth), inside.to_owned(), close.repeat(depth)].concat().into_bytes()
}

/// Bytes of a compiled program under a misleading name: no known signature, no pattern.
fn binary() -> Vec<u8> {
    (0..4096_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

/// Name, bytes and expected result of a file.
type Case = (&'static str, Vec<u8>, Fate);

fn cases() -> Vec<Case> {
    let marked = format!("\u{feff}{GOOD}");
    let quoted = "int a; // \u{201c}gr\u{f6}\u{df}er\u{201d} \u{2013} f\u{fc}r 5 \u{20ac} geh\u{f6}rt es den M\u{e4}dchen\n";
    let windows: Vec<u8> = quoted
        .chars()
        .map(|c| match c {
            '\u{201c}' => 0x93,
            '\u{201d}' => 0x94,
            '\u{2013}' => 0x96,
            '\u{20ac}' => 0x80,
            other => u8::try_from(u32::from(other)).unwrap(),
        })
        .collect();
    let mixed =
        ["int a; // gr\u{fc}\u{df}e aus M\u{fc}nchen, sch\u{f6}n\n".as_bytes(), b"int b; // caf\xe9\n"]
            .concat();
    let notebook =
        br#"{"cells": [{"cell_type": "code", "source": ["%matplotlib inline\n", "x = 1"]}], "nbformat": 4}"#;
    vec![
        ("unparsable.c", b"int int ) { ] ;; = = ?? \"open\n @@ }".to_vec(), Read("c", "UTF-8", 10)),
        ("unparsable.py", b"def ( : = = 'open\n\tx ]] lambda\n".to_vec(), Read("python", "UTF-8", 5)),
        ("empty.c", Vec::new(), Read("c", "UTF-8", 0)),
        ("blank.py", b"\n \n\t\n".to_vec(), Read("python", "UTF-8", 0)),
        ("minified.js", minified(), Listed("minified; not compared, because it is larger than 1 MiB")),
        ("minified.jsx", minified(), Read("javascript", "UTF-8", 1_000_000)),
        ("minified.c", minified(), Read("c", "UTF-8", 1_000_000)),
        ("brackets.c", nested("(", "1", ")"), Read("c", "UTF-8", 200_000)),
        ("braces.c", nested("{", ";", "}"), Read("c", "UTF-8", 200_000)),
        // The files with fewer tokens than brackets are too deeply nested to parse. Of repeated parts, the first is
        // compared.
        ("blocks.c", nested("if(a){", "", "}"), Read("c", "UTF-8", 2_000)),
        ("lists.py", nested("[", "1", "]"), Read("python", "UTF-8", 2_000)),
        ("open.py", nested("(", "", ""), Read("python", "UTF-8", 1_000)),
        ("forms.scm", nested("(if ", "1", ")"), Read("scheme", "UTF-8", 300_000)),
        ("comments.pas", nested("(*", "", ""), Read("pascal", "UTF-8", 100_000)),
        ("binary.c", binary(), Listed("not text")),
        ("program.py", b"\x7fELF\x02\x01\x01\0\0\0".to_vec(), Listed("not text (ELF program)")),
        ("zeros.java", vec![0; 1000], Listed("not text")),
        ("picture.ipynb", b"\x89PNG\r\n\x1a\n\0\0".to_vec(), Listed("not text (PNG image)")),
        ("little-marked.c", utf16(&marked, u16::to_le_bytes), Read("c", "UTF-16LE", 9)),
        ("big-marked.c", utf16(&marked, u16::to_be_bytes), Read("c", "UTF-16BE", 9)),
        ("little.c", utf16(GOOD, u16::to_le_bytes), Read("c", "UTF-16LE", 9)),
        ("big.c", utf16(GOOD, u16::to_be_bytes), Read("c", "UTF-16BE", 9)),
        ("latin1.c", latin1(GOOD), Read("c", "windows-1252", 9)),
        ("windows.c", windows, Read("c", "windows-1252", 3)),
        ("mixed.c", mixed, Read("c", "UTF-8", 6)),
        ("notes.ipynb", notebook.to_vec(), Read("python", "UTF-8", 3)),
        ("damaged.ipynb", b"{\"cells\": [{".to_vec(), Read("text", "UTF-8", 1)),
        ("nested.ipynb", nested("{\"cells\":[", "", ""), Read("text", "UTF-8", 100_000)),
        ("submission", b"#!/usr/bin/perl\nmy $x = 1;\n".to_vec(), Read("perl", "UTF-8", 5)),
    ]
}

fn gathered() -> (Vec<Case>, Batch) {
    let cases = cases();
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, _) in &cases {
        let place = folder.path().join(name.replace('.', "-"));
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join(name), bytes).unwrap();
    }
    let input = Input { name: "class".to_owned(), place: folder.path().to_owned() };
    let batch = extract(&Request { submissions: vec![input], ..Request::default() }).unwrap();
    (cases, batch)
}

#[test]
fn every_bad_file_is_analysed_or_listed_with_its_reason() {
    let (cases, batch) = gathered();
    for (name, bytes, fate) in &cases {
        let files = || batch.submissions.iter().flat_map(|submission| &submission.files);
        let file = files().find(|file| file.path == *name);
        let listed = batch.skipped.iter().find(|skipped| skipped.path == *name);
        match (fate, file, listed) {
            (Read(language, encoding, tokens), Some(file), None) => {
                assert_eq!(file.encoding, *encoding, "{name}");
                check(file, language, *tokens, bytes.len());
            }
            (Listed(reason), None, Some(skipped)) => {
                assert!(skipped.reason.contains(reason), "{name}: {}", skipped.reason);
            }
            (_, file, listed) => panic!("{name}: {:?} {listed:?}", file.map(|file| &file.notes)),
        }
    }
}

fn check(file: &SourceFile, name: &str, tokens: usize, bytes: usize) {
    let stream = tokenize(file, Choice::Auto);
    let count = stream.values.len();
    assert_eq!(stream.language, name, "{}", file.path);
    assert!((tokens..=bytes).contains(&count), "{}: {count} tokens", file.path);
    assert_eq!(stream.spans.len(), count);
    // A file that cannot be parsed within the budget is scanned, and a note says so.
    let parsed = language(name).unwrap().front_end() == FrontEnd::TreeSitter;
    let large = file.text.len() > 1 << 20;
    let said = stream.notes.iter().any(|note| note.contains("more than the limit of the parser (1048576)"));
    assert_eq!(said, parsed && large, "{}: {:?}", file.path, stream.notes);
    let repeats =
        stream.notes.iter().filter(|note| note.contains("only repeat the tokens before them")).count();
    assert!(stream.notes.len() <= 1 + repeats, "{}: {:?}", file.path, stream.notes);
}

#[test]
fn files_that_were_read_differently_have_a_note() {
    let (_, batch) = gathered();
    for (path, note) in [
        ("damaged.ipynb", "not a valid notebook"),
        ("nested.ipynb", "not a valid notebook"),
        ("mixed.c", "undecodable sequence of bytes was replaced"),
    ] {
        let files = batch.submissions.iter().flat_map(|submission| &submission.files);
        let file = files.into_iter().find(|file| file.path == path).unwrap();
        assert!(file.notes.iter().any(|said| said.contains(note)), "{path}: {:?}", file.notes);
    }
}
