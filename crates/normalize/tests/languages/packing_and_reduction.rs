//! What is stored of a file: packed and unpacked, whole and reduced, for a program in every language.

use std::fs;

use chaffinch_normalize::{Choice, language, languages, reduce, tokenize};
use chaffinch_submission::packed::{NameResolver, pack, unpack};
use chaffinch_submission::{FileRecord, LineTable, SourceFile, TokenizedFile};

use crate::support::is_prose;

struct Known;

impl NameResolver for Known {
    fn language(&self, name: &str) -> Option<&'static str> {
        language(name).map(chaffinch_normalize::Language::name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        languages().iter().map(|language| language.scheme().family).find(|family| *family == name)
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        (name == "UTF-8").then_some("UTF-8")
    }
}

fn file(name: &str, text: &str) -> TokenizedFile {
    let source = SourceFile::plain("folder/sample", text);
    let record = FileRecord {
        path: source.path.clone(),
        encoding: source.encoding,
        cells: Some(vec![0, text.find('\n').map_or(0, |end| end as u32 + 1)]),
        digest: [7; 32],
        bytes: text.len() as u32,
        lines: LineTable::new(text),
        notes: vec!["a note".into()],
        provenance: None,
    };
    TokenizedFile {
        record,
        stream: tokenize(&source, Choice::Fixed(language(name).expect("a language of that name"))).into(),
    }
}

fn samples() -> Vec<TokenizedFile> {
    let sample = |name: &str, ending: &str| {
        let path = format!("{}/samples/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
        file(name, &fs::read_to_string(path).expect("every language has a sample"))
    };
    languages().iter().map(|language| sample(language.name(), language.endings()[0])).collect()
}

#[test]
fn packed_programs_are_unpacked_unchanged() {
    for file in samples() {
        assert_eq!(unpack(&pack(&file), &Known).as_ref(), Ok(&file));
        let reduce = reduce(&file);
        assert_eq!(unpack(&pack(&reduce), &Known), Ok(reduce));
    }
}

#[test]
fn reduced_programs_compare_as_before_and_stand_on_the_same_lines() {
    for file in samples().into_iter().filter(|file| !is_prose(language(file.stream.language).unwrap())) {
        let reduce = reduce(&file);
        assert_eq!(reduce.stream.values, file.stream.values);
        assert_eq!(reduce.stream.statements, file.stream.statements);
        assert_eq!(reduce.stream.forms, file.stream.forms);
        assert_eq!(reduce.record.lines.count(), file.record.lines.count());
        let lines = |file: &TokenizedFile| -> Vec<(u32, u32)> {
            let line = |byte| file.record.lines.line_of(byte);
            file.stream.spans.iter().map(|span| (line(span.start), line(span.end - 1))).collect()
        };
        assert_eq!(lines(&reduce), lines(&file), "{}", file.stream.language);
        let cell_lines = |file: &TokenizedFile| -> Vec<u32> {
            file.record.cells.iter().flatten().map(|&cell| file.record.lines.line_of(cell)).collect()
        };
        assert_eq!(cell_lines(&reduce), cell_lines(&file));
    }
}

/// Returns two programs that differ only in what an author chose to type.
#[test]
fn a_reduced_file_contains_nothing_typed() {
    let check = |name, one: &str, other: &str| {
        let (one, other) = (file(name, one), file(name, other));
        assert_ne!(one.stream, other.stream);
        let reduce = [reduce(&one), reduce(&other)].map(|mut file| {
            // The size of the text is kept.
            file.record.bytes = 0;
            pack(&file)
        });
        assert_eq!(reduce[0], reduce[1]);
    };
    check(
        "c",
        "int count_words(char *s) { /* mine */\n  int number = 17;\n  return printf(\"%d\\n\", number + s[0]); }\n",
        "int f(char *line)   { \n  int n = 4711; // so\n  return g(\"hello\", n+line[9]); }\n",
    );
    check("python", "def area(side):\n    return side * 3.14\n", "def f(x):\n  return x*2 # ?\n");
    check("text", "Roses are red,\nviolets are blue.\n", "Violets are blue,\nroses\n");
}
