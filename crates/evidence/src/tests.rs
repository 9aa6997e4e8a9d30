//! Tests of the crate's public interface. The real engine reads and compares the programs.

use chaffinch_detect::{Analysis, Background, Counts, Options, Region, analyse};
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::{
    ArchiveLabel, FileRecord, LazyStream, LineTable, Reading, SourceFile, SubmissionHeader, TokenStream,
    TokenizedFile, TokenizedSubmission,
};
use proptest::prelude::*;

use crate::{
    Agreement, Evidence, EvidenceKind, MAX_EVIDENCE, MatchEvidence, PairEvidence, QUOTED, Rename, find,
};

mod literal;

/// Returns a program with a few texts: a comment at the beginning, at the end and inside, a string, a number, a name.
fn program(shape: usize, [comment, string, number, name]: [&str; 4]) -> String {
    let operator =
        |at: usize| ["+", "-", "*", "/", "%", "&", "|", "^"][(shape * 131 + at * 17 + shape * at / 3) % 8];
    let line = |at: usize| {
        format!("    v{at} = v{at} {} g(v{}) {} {at};\n", operator(at), at / 2, operator(at * at + shape))
    };
    let body: String = (0..24).map(line).collect();
    format!(
        "{comment}\nint {name}(int a) {{\n{body}{comment}\n    puts({string});\n    return a * {number};\n}}\n{comment}\n"
    )
}

const PLAIN: [&str; 4] = ["", "\"\"", "1", "f"];

struct Batch {
    texts: Vec<String>,
    tokenized: Vec<TokenizedSubmission>,
    handed_out: Vec<(String, LazyStream)>,
    analysis: Analysis,
    numbers: Vec<u32>,
}

impl Batch {
    /// Creates a batch. The last `archived` texts are earlier submissions.
    fn new(texts: Vec<String>, archived: usize, handed_out: &[String]) -> Self {
        Self::of("main.c", texts, archived, handed_out)
    }

    /// Creates a batch of files of this name.
    fn of(path: &str, texts: Vec<String>, archived: usize, handed_out: &[String]) -> Self {
        let read = |text: &String| {
            let file = SourceFile::plain(path, text.as_str());
            tokenize(&file, Choice::Auto)
        };
        let batch = texts.len() - archived;
        let tokenized: Vec<TokenizedSubmission> = (texts.iter().enumerate())
            .map(|(at, text)| TokenizedSubmission {
                header: SubmissionHeader::named(format!("s{at:03}")),
                archive: (batch <= at).then(|| ArchiveLabel {
                    name: "old".into(),
                    year: None,
                    reference: None,
                }),
                files: vec![TokenizedFile {
                    record: FileRecord {
                        path: path.into(),
                        encoding: "UTF-8",
                        cells: None,
                        digest: [at as u8; 32],
                        bytes: text.len() as u32,
                        lines: LineTable::new(text),
                        notes: vec![],
                        provenance: None,
                    },
                    stream: read(text).into(),
                }],
            })
            .collect();
        let handed_out: Vec<(String, LazyStream)> =
            handed_out.iter().map(|text| (text.clone(), read(text).into())).collect();
        let streams: Vec<TokenStream> = handed_out.iter().map(|(_, stream)| stream.clone().into()).collect();
        let analysis = analyse(
            &tokenized,
            &streams,
            &Background::default(),
            &Options { max_pairs: 0, ..Options::DEFAULT },
            &(),
        );
        let numbers = (1..).take(texts.len()).collect();
        Self { texts, tokenized, handed_out, analysis, numbers }
    }

    fn find(&self) -> Vec<PairEvidence<'_>> {
        let readings: Vec<Vec<Reading>> = (self.texts.iter().zip(&self.tokenized))
            .map(|(text, submission)| vec![Reading { text, stream: &submission.files[0].stream }])
            .collect();
        let handed_out: Vec<Reading> =
            self.handed_out.iter().map(|(text, stream)| Reading { text, stream }).collect();
        find(&self.analysis, &readings, &self.numbers, &handed_out)
    }

    /// Returns all that is known of one pair.
    fn of_pair(&self, left: u32, right: u32) -> PairEvidence<'_> {
        let at = self.analysis.pairs.iter().position(|pair| (pair.left, pair.right) == (left, right));
        at.map(|at| self.find().swap_remove(at)).unwrap_or_default()
    }

    /// Returns all unusual texts on one pair.
    fn on(&self, left: u32, right: u32) -> Vec<Evidence> {
        self.of_pair(left, right).matches.into_iter().flat_map(|found| found.listed).collect()
    }

    /// Returns the text from the end of the token before a region to the token after it.
    fn around(&self, submission: u32, region: &Region) -> &str {
        let spans = &self.tokenized[submission as usize].files[0].stream.spans;
        let before = (region.tokens.start as usize).checked_sub(1).map_or(0, |at| spans[at].end);
        let text = &self.texts[submission as usize];
        let after = spans.get(region.tokens.end as usize).map_or(text.len() as u32, |span| span.start);
        &text[before as usize..after as usize]
    }
}

/// Returns a class whose first two submissions are the given ones. The others have the texts `others`.
fn class(size: usize, first: &str, second: &str, others: [&str; 4]) -> Vec<String> {
    let others = (2..size).map(|shape| program(shape, others));
    [first.to_owned(), second.to_owned()].into_iter().chain(others).collect()
}

fn item(kind: EvidenceKind, text: &str, groups: u32) -> Evidence {
    Evidence { kind, text: text.into(), usual: None, groups, archived: 0 }
}

#[test]
fn what_only_two_have_is_listed() {
    let left = program(0, ["// the Elephants  never\t forget", "\"gimme a number pal\"", "48271", "f"]);
    let right = program(0, ["/* the elephants\n * never forget */", "\"gimme a number pal\"", "48271", "g"]);
    // The two are different enough not to be one group.
    let right = right.replace("g(v2)", "g(3) + h()").replace("g(v5)", "3 - h(4) * k()");
    let batch = Batch::new(class(30, &left, &right, PLAIN), 0, &[]);
    let expected = [
        item(EvidenceKind::Comment, "// the Elephants never forget", 2),
        item(EvidenceKind::Literal, "\"gimme a number pal\"", 2),
        item(EvidenceKind::Literal, "48271", 2),
    ];
    let mut found = batch.on(0, 1);
    found.dedup();
    for expected in &expected {
        assert!(found.contains(expected), "{found:?}");
    }
    assert!(found.iter().all(|found| expected.contains(found)), "{found:?}");
}

#[test]
fn what_many_have_and_what_was_handed_out_is_not() {
    let texts = ["// the elephants never forget", "\"gimme a number pal\"", "48271", "f"];
    let same = program(0, texts);
    let others = Batch::new(class(30, &same, &same, texts), 0, &[]);
    assert_eq!(others.on(0, 1), []);
    let alone = Batch::new(class(30, &same, &same, PLAIN), 0, &[]);
    let found = alone.on(0, 1);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|found| found.groups == 1), "copies of one file are one group");
    let handout = program(77, texts);
    assert_eq!(Batch::new(class(30, &same, &same, PLAIN), 0, &[handout]).on(0, 1), []);
}

#[test]
fn more_is_asked_where_few_are_compared() {
    let same = program(0, ["// all of them", "\"\"", "48271", "f"]);
    assert_eq!(Batch::new(class(30, &same, &same, PLAIN), 0, &[]).on(0, 1).len(), 1, "the number");
    let same = program(0, ["// all of them indeed", "\"\"", "1", "f"]);
    assert_eq!(Batch::new(class(30, &same, &same, PLAIN), 0, &[]).on(0, 1).len(), 1);
    assert_eq!(Batch::new(class(5, &same, &same, PLAIN), 0, &[]).on(0, 1), []);
}

#[test]
fn earlier_submissions_count_by_themselves() {
    let texts = ["// the elephants never forget", "\"\"", "1", "f"];
    let mut all = class(30, &program(0, texts), &program(0, PLAIN), PLAIN);
    all.push(program(0, texts));
    let batch = Batch::new(all, 1, &[]);
    let found = batch.on(0, 30);
    let expected = Evidence { archived: 1, ..item(EvidenceKind::Comment, texts[0], 1) };
    assert_eq!(found, [expected]);
}

#[test]
fn a_slip_is_listed_where_others_write_otherwise() {
    let slip = program(0, ["", "\"\"", "1", "readLenghtOf"]);
    let batch = Batch::new(class(30, &slip, &slip, ["/* its length */", "\"\"", "1", "f"]), 0, &[]);
    let expected = Evidence { usual: Some("length".into()), ..item(EvidenceKind::Misspelling, "lenght", 1) };
    assert_eq!(batch.on(0, 1), [expected]);
    // A misspelling without the usual word, a real word, and a word that is not one edit away.
    for (name, others) in [("lenghtOf", "/* */"), ("setCasual", "/* causal */"), ("matrixes", "/* matrix */")]
    {
        let slip = program(0, ["", "\"\"", "1", name]);
        let batch = Batch::new(class(30, &slip, &slip, [others, "\"\"", "1", "f"]), 0, &[]);
        assert_eq!(batch.on(0, 1), [], "{name}");
    }
}

#[test]
fn a_renamed_match_says_how_much_is_identical_and_which_names_differ() {
    let left = program(0, ["", "\"\"", "7", "total"]);
    let right = program(0, ["", "\"no\"", "8", "sum"]).replace("v3 ", "count ").replace("v3)", "count)");
    let batch = Batch::new(class(30, &left, &right, PLAIN), 0, &[]);
    let (of_pair, back) = (batch.of_pair(0, 1), Batch::new(class(30, &right, &left, PLAIN), 0, &[]));
    let [found] = &of_pair.matches[..] else { panic!("one match: {of_pair:?}") };
    let places = left.matches("v3 ").count() + left.matches("v3)").count();
    let tokens = batch.tokenized[0].files[0].stream.values.len() as u32;
    // The number at the end stands once; every other differing name or literal once more.
    let identical = tokens - places as u32 - 3;
    let expected =
        Agreement { tokens, identical, differing_names: 2, differing_literals: 2, differing_ignored: 0 };
    assert_eq!(found.agreement, Some(expected));
    let row = |name: &'static str, other: &'static str, places: usize| Rename {
        name: name.into(),
        other: other.into(),
        places: places as u32,
        consistent: places as u32,
    };
    assert_eq!(of_pair.renames.unwrap().listed, [row("v3", "count", places), row("total", "sum", 1)]);
    let turned = [row("count", "v3", places), row("sum", "total", 1)];
    assert_eq!(back.of_pair(0, 1).renames.unwrap().listed, turned);
    let late = Batch { numbers: (1..31).rev().collect(), ..batch };
    assert_eq!(late.of_pair(0, 1).renames.unwrap().listed, turned, "the right side has the smaller number");
}

#[test]
fn a_comment_of_one_side_differs() {
    let left = program(0, ["/* one */", "\"\"", "1", "f"]).replace("v5 = ", "v5 /* Mine! */ = ");
    let right = program(0, ["// ONE\n", "\"\"", "1", "f"]).replace("v7 = ", "/* yours */ v7 = ");
    let batch = Batch::new(class(30, &left, &right, PLAIN), 0, &[]);
    let of_pair = batch.of_pair(0, 1);
    let [found] = &of_pair.matches[..] else { panic!("one match: {of_pair:?}") };
    let quoted = |side: usize| -> Vec<&str> {
        let spans = found.differing_comments[side].iter();
        spans.map(|span| &batch.texts[side][span.start as usize..span.end as usize]).collect()
    };
    assert_eq!((quoted(0), quoted(1)), (vec!["/* Mine! */"], vec!["/* yours */"]));
}

#[test]
fn a_line_with_an_unusual_blank_is_listed() {
    let slip = program(0, PLAIN).replace("v20 = v20 ", "v20  = v20 ");
    let once = class(30, &slip, &slip, PLAIN);
    let listed = Batch::new(once, 0, &[]).on(0, 1);
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert!(listed[0].text.starts_with("v20␣␣= v20 ") && listed[0].kind == EvidenceKind::Typing);
    let habit = program(0, PLAIN).replace(" = ", "  = ");
    assert_eq!(Batch::new(class(30, &habit, &habit, PLAIN), 0, &[]).on(0, 1), [], "both always type so");
    assert_eq!(Batch::new(class(30, &slip, &program(0, PLAIN), PLAIN), 0, &[]).on(0, 1), [], "one side only");
    assert_eq!(Batch::new(class(30, &slip, &slip, PLAIN), 0, &[slip]).on(0, 1), [], "it was handed out");
}

#[test]
fn a_rare_name_that_was_not_renamed_is_listed() {
    let renamed = |name: &str| program(0, ["", "\"\"", "1", name]).replace("v3 ", "count ");
    let left = program(0, ["", "\"\"", "1", "emptyShelfOf"]);
    let on = |right: &str, others: &str| {
        let batch = Batch::new(class(30, &left, right, ["", "\"\"", "1", others]), 0, &[]);
        batch.on(0, 1)
    };
    assert_eq!(on(&renamed("emptyShelfOf"), "f"), [item(EvidenceKind::Name, "emptyShelfOf", 1)]);
    assert_eq!(on(&left, "f"), [], "an identical match says it already");
    assert_eq!(on(&renamed("emptyShelf_of"), "f"), [], "the names differ");
    assert_eq!(on(&renamed("emptyShelfOf"), "empty_shelf_of"), [], "others have it in another spelling");
    let used = |text: &str| text.replace("int emptyShelfOf(int a)", "f").replace("h()", "emptyShelfOf()");
    let batch = Batch::new(class(30, &used(&left), &used(&renamed("emptyShelfOf")), PLAIN), 0, &[]);
    assert_eq!(batch.on(0, 1), [], "nobody declares it");
    // Another name in the place of this one.
    let moved = renamed("otherShelfOf").replace("int v5 ", "int emptyShelfOf ");
    assert_eq!(on(&moved, "f"), []);
}

#[test]
fn hostile_texts_are_cut_and_change_nothing_else() {
    let huge = format!("/* <script>\u{202e}\u{1b}[31m{} */", "ü\0 Wörter\r\n".repeat(60_000));
    let same = program(0, [&huge, "\"\"", "1", "f"]);
    let batch = Batch::new(class(30, &same, &same, PLAIN), 0, &[]);
    let found = batch.on(0, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].text.chars().count(), QUOTED);
    assert!(found[0].text.starts_with("/* <script>\u{202e}\u{1b}[31mü\0 Wörter ü"), "{:?}", found[0].text);
    assert!(found[0].text.ends_with('…'));
}

#[test]
fn without_texts_nothing_is_claimed() {
    let same = program(0, ["// the elephants never forget", "\"\"", "1", "f"]);
    let mut batch = Batch::new(class(30, &same, &same, PLAIN), 0, &[]);
    batch.texts[1].clear();
    let of_pair = batch.of_pair(0, 1);
    assert_eq!(batch.on(0, 1), []);
    assert_eq!(of_pair.renames, None);
    assert!(of_pair.matches.iter().all(|found| found.agreement.is_some()), "the hashes of texts were kept");
}

/// Generates comments from words, some of which are rare.
fn comment() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "matrix",
        "length",
        "lenght",
        "of",
        "the",
        "columns",
        "colums",
        "receive",
        "recieve",
        "ÄRGER",
        "ärger",
        "*",
        "\n",
        "  ",
        "\u{202e}",
        "<b>",
        "\\",
        "x1",
        "CamelCase",
    ]);
    prop::collection::vec(word, 1..9).prop_map(|words| format!("/* {} */", words.join(" ")))
}

fn any_program() -> impl Strategy<Value = String> {
    let number = prop::sample::select(vec!["7", "48271", "3.14159", "0x5bd1e995", "6007"]);
    let string = prop::sample::select(vec!["\"\"", "\"gimme a number\"", "\"%d of all colums\\n\"", "\"x\""]);
    let name = prop::sample::select(vec!["f", "readLength", "readLenght", "sumColumns"]);
    (0_usize..4, comment(), string, number, name)
        .prop_map(|(shape, comment, string, number, name)| program(shape, [&comment, string, number, name]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_is_listed_stands_on_both_sides(
        texts in prop::collection::vec(any_program(), 4..26),
        archived in 0_usize..3,
    ) {
        let batch = Batch::new(texts, archived, &[]);
        let found = batch.find();
        prop_assert_eq!(&found, &batch.find());
        prop_assert_eq!(found.len(), batch.analysis.pairs.len());
        let plain = |text: &str| -> String {
            text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
        };
        for (pair, found) in batch.analysis.pairs.iter().zip(&found) {
            let matches = pair.matches.as_ref().unwrap();
            prop_assert_eq!(matches.len(), found.matches.len());
            for (of_match, MatchEvidence { listed, .. }) in matches.iter().zip(&found.matches) {
                prop_assert!(listed.len() <= MAX_EVIDENCE);
                for (at, evidence) in listed.iter().enumerate() {
                    prop_assert!(!listed[..at].contains(evidence), "twice: {evidence:?}");
                    prop_assert!(evidence.text.chars().count() <= QUOTED && !evidence.text.contains('\n'));
                    let text = evidence.text.trim_end_matches('…');
                    for around in [
                        batch.around(pair.left, &of_match.left),
                        batch.around(pair.right, &of_match.right),
                    ] {
                        let stands = match evidence.kind {
                            EvidenceKind::Literal | EvidenceKind::Name => around.contains(text),
                            EvidenceKind::Typing => around.contains(&text.replace('␣', " ")),
                            EvidenceKind::Comment | EvidenceKind::Misspelling => plain(around).contains(&plain(text)),
                        };
                        prop_assert!(stands, "{evidence:?} is not in {around:?}");
                    }
                    // Counts the groups by hand. A quotation may be the beginning of a longer text.
                    let holds = |text: &String| match evidence.kind {
                        EvidenceKind::Literal | EvidenceKind::Name => text.contains(&evidence.text),
                        EvidenceKind::Typing => text.contains(&evidence.text.replace('␣', " ")),
                        EvidenceKind::Comment | EvidenceKind::Misspelling => plain(text).contains(&plain(&evidence.text)),
                    };
                    let rare_texts = (0..batch.texts.len()).filter(|&at| holds(&batch.texts[at]));
                    let (mut groups, old): (Vec<_>, Vec<_>) =
                        rare_texts.map(|at| batch.analysis.counts[at]).partition(|counts| *counts != Counts::Archived);
                    groups.sort_unstable();
                    groups.dedup();
                    prop_assert!(evidence.groups as usize <= groups.len() && evidence.archived as usize <= old.len());
                    prop_assert!(evidence.groups + evidence.archived <= 2);
                }
            }
        }
    }
}
