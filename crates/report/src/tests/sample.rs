//! A small hand-made batch: several files per side, boilerplate, common code, an earlier submission without sources,
//! and hostile names and texts of every kind. Tokens are words.

use std::ops::Range;

use chaffinch_detect as detect;
use chaffinch_evidence::{
    Agreement, Evidence, EvidenceKind, Literal, MatchEvidence, PairEvidence, Rename, Renames,
};
use chaffinch_report::{Background, Report, ReportHeading, Sources, WorkSource};
use chaffinch_submission::{
    ArchiveLabel, FileRecord, LineTable, Scheme, Skipped, Span, SubmissionHeader, TokenStream, TokenizedFile,
    TokenizedSubmission,
};

pub(crate) const HOSTILE_NAME: &str = "=cmd()|<script>alert(1)</script>";
pub(crate) const HOSTILE_PATH: &str = "evil\u{202E}c.exe/\"><img src=x>\u{7}.c";
const ARCHIVED: &str = "spring/old & \u{2066}bold\u{2069}";

const FIRST_MAIN: &str = "#include <stdio.h>\n#include <stdlib.h>\n\n/* sum\n   of it <script>alert(1)</script> */\n\
    int total ( int * a , int n )\n{\n\tint s = 0 ;\n\n\tfor ( int i = 0 ; i < n ; ++ i )\n\t\ts += a [ i ] ;\n\
    \treturn s ;\n}\n\nint main ( void ) { printf ( \"%d \u{1B}[31m \u{202E} \0\" , total ( x , 3 ) ) ; }\n";
const FIRST_LIST: &str = "struct node { int v ; struct node * next ; } ;\r\nstruct node * push ( int v ) ;\r\rstatic int one = 1 ;";
const FIRST_README: &str = "nothing shared here\n";
const SECOND_MAIN: &str = "struct node { int v ; struct node * next ; } ;\nstruct node * push ( int v ) ;\n\n\
    int total ( int * a , int n )\n{\n\tint s = 0 ;\n\n\tfor ( int i = 0 ; i < n ; ++ i )\n\t\ts += a [ i ] ;\n\
    \treturn s ;\n}\n\n#include <stdio.h>\n#include <stdlib.h>\nint main ( void ) { return 0 ; }\n";

const TOTAL: (&str, &str) = ("int total", "return s ;");
const NODE: (&str, &str) = ("struct node {", "push ( int v ) ;");
const MAIN: (&str, &str) = ("int main", "{");
const INCLUDES: (&str, &str) = ("#include <stdio.h>", "#include <stdlib.h>");

const SCHEME: Scheme = Scheme { family: "c", normalizer: 1, k: 3, w: 2 };

fn file(path: &str, text: &str, notes: &[&str]) -> TokenizedFile {
    let mut spans = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (character.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(first)) => {
                spans.push(Span { start: first as u32, end: at as u32 });
                start = None;
            }
            _ => {}
        }
    }
    TokenizedFile {
        record: FileRecord {
            path: path.to_owned(),
            encoding: "UTF-8",
            cells: None,
            digest: [text.len() as u8; 32],
            bytes: text.len() as u32,
            lines: LineTable::new(text),
            notes: notes.iter().map(|&note| note.to_owned()).collect(),
            provenance: None,
        },
        stream: TokenStream {
            language: "c",
            scheme: SCHEME,
            values: vec![7; spans.len()],
            spans,
            texts: Vec::new(),
            comments: Vec::new(),
            forms: Vec::new(),
            lines: Vec::new(),
            statements: vec![0],
            lexical: 1,
            notes: vec!["12 syntax errors; compared anyway".to_owned()],
        }
        .into(),
    }
}

fn submission(name: &str, files: Vec<TokenizedFile>) -> TokenizedSubmission {
    TokenizedSubmission { header: SubmissionHeader::named(name), archive: None, files }
}

/// Returns the tokens from the first token of `from` to the last of `to`.
fn tokens(file: &TokenizedFile, text: &str, (from, to): (&str, &str)) -> Range<u32> {
    let start = text.find(from).expect("the sample has it");
    let end = start + text[start..].find(to).expect("the sample has it") + to.len();
    let inside = |span: &&Span| span.start >= start as u32 && span.end <= end as u32;
    let first = file.stream.spans.iter().position(|span| inside(&span)).expect("it has tokens") as u32;
    first..first + file.stream.spans.iter().filter(inside).count() as u32
}

/// All values of the sample.
pub(crate) struct Sample {
    pub(crate) analysis: detect::Analysis,
    pub(crate) submissions: Vec<TokenizedSubmission>,
    pub(crate) skipped: Vec<Skipped>,
}

impl Sample {
    pub(crate) fn new() -> Self {
        let first = submission(
            "a01",
            vec![
                file("list.c", FIRST_LIST, &[]),
                file("main.c", FIRST_MAIN, &["3 undecodable bytes were replaced"]),
                file("README", FIRST_README, &[]),
            ],
        );
        let second = submission(HOSTILE_NAME, vec![file(HOSTILE_PATH, SECOND_MAIN, &[])]);
        let archive = Some(ArchiveLabel { name: "spring".to_owned(), year: Some(2024), reference: None });
        let old =
            TokenizedSubmission { archive, ..submission(ARCHIVED, vec![file("old.c", SECOND_MAIN, &[])]) };
        let found = |left_file: usize, right: &TokenizedFile, what: (&str, &str), groups: u32| {
            let left_text = [FIRST_LIST, FIRST_MAIN, FIRST_README][left_file];
            let left = tokens(&first.files[left_file], left_text, what);
            let right = tokens(right, SECOND_MAIN, what);
            assert_eq!(left.len(), right.len(), "{what:?}");
            detect::Match {
                tokens: left.len() as u32,
                left: detect::Region { file: left_file as u32, tokens: left },
                right: detect::Region { file: 0, tokens: right },
                handed_in_before: [None, None],
                groups,
                archived: groups - 2,
                archived_in: (2..groups).collect(),
                left_further: Vec::new(),
                right_further: Vec::new(),
                pieces: Vec::new(),
            }
        };
        let matches = |right: &TokenizedSubmission, groups: u32| {
            let right = &right.files[0];
            vec![
                found(1, right, TOTAL, groups),
                found(0, right, NODE, groups),
                found(1, right, MAIN, groups),
                found(1, right, INCLUDES, groups),
            ]
        };
        let pair = |left: u32, right: u32, matches: Option<Vec<detect::Match>>| detect::Pair {
            left,
            right,
            expect: (left == 0).then_some(0.001_234_5),
            suspicion: 31.41592,
            through: (left == 1).then_some(0),
            similarity: 2.0 / 3.0,
            too_short: false,
            same_text_tokens: if left == 0 { 0 } else { 90 },
            left_share: 0.9999,
            right_share: 0.00001,
            left_share_raw: 1.0,
            right_share_raw: 0.5,
            matched_tokens: 61,
            matched_lines: [14, 9],
            longest_match: 40,
            resemblance: 1.0 / 7.0,
            left_containment: 0.25,
            right_containment: 0.75,
            why: matches.is_some().then(explanation),
            matches,
            unlisted: 0,
            references: Vec::new(),
            finding: None,
        };
        let masked = |file: &TokenizedFile, text: &str| {
            let mut masked = vec![(tokens(file, text, INCLUDES), detect::Mask::Boilerplate)];
            // Inside a match and beyond its end.
            masked.push((tokens(file, text, ("int main", "{")), detect::Mask::Common));
            masked.sort_by_key(|(tokens, _)| tokens.start);
            masked
        };
        let figures = |masked| detect::SubmissionFigures {
            tokens: 100,
            counted_tokens: 90,
            too_short: false,
            masked,
            team: None,
            staff: false,
        };
        let too_short = detect::Pair { too_short: true, suspicion: 2.0, ..pair(1, 2, None) };
        let analysis = detect::Analysis {
            settings: detect::DetectionSettings {
                schemes: vec![(SCHEME, vec!["c"])],
                common_limit: 10,
                submission_limit: 0,
                cutoff: 10.0,
                cutoff_expect: None,
                cutoff_rate: None,
                expect_values: detect::ExpectValues::ClassTooSmall,
                min_match: 9,
                boilerplate_run: 20,
                too_short: 40,
                neighbours: 100,
                findings: detect::FindingStatistics {
                    usual_share: 0.4,
                    bits: 18.0,
                    distance: 0.8,
                    common: 0.6,
                    given_tokens: 64,
                    given_share: 1.0 / 3.0,
                },
                screening: detect::Screening { frequent_kgrams: 0, extensions: Some(0), all_verified: true },
                boilerplate_files: 1,
                templates: Vec::new(),
                teams: Vec::new(),
                staff: Vec::new(),
                count_vendored: false,
                count_given: false,
            },
            submissions: vec![
                figures(vec![vec![], masked(&first.files[1], FIRST_MAIN), vec![]]),
                figures(vec![masked(&second.files[0], SECOND_MAIN)]),
                figures(vec![vec![]]),
            ],
            pairs: vec![pair(0, 1, Some(matches(&second, 2))), pair(0, 2, Some(matches(&old, 3))), too_short],
            references: Vec::new(),
            counts: vec![detect::Counts::Group(0), detect::Counts::Group(1), detect::Counts::Archived],
            verified_pairs: 3,
            judged: detect::JudgedPairs::default(),
            findings: Vec::new(),
            clusters: vec![detect::Cluster {
                between: Vec::new(),
                submissions: vec![0, 1, 2],
                similarity: 0.6,
                expect: Some(0.001_234_5),
                suspicion: 31.41592,
                links: vec![
                    detect::Link { left: 0, right: 1, expect: Some(0.001_234_5), suspicion: 31.41592 },
                    detect::Link { left: 0, right: 2, expect: Some(0.001_234_5), suspicion: 31.41592 },
                ],
            }],
            duplicates: vec![detect::Duplicates {
                kind: detect::DuplicateKind::LexicallyEquivalent,
                submissions: vec![1, 2],
            }],
            distribution: detect::Distribution {
                submissions: 2,
                pairs: 1,
                too_alike: 1,
                bars: vec![
                    detect::Bar { from: 0.0, to: Some(16.0), pairs: 0, strongest: 0 },
                    detect::Bar { from: 16.0, to: None, pairs: 1, strongest: 2 },
                ],
                by_expect: Vec::new(),
                chance: None,
            },
            left_out: None,
            common_elsewhere: 14,
            own_work_pairs: 0,
        };
        let skipped = vec![Skipped {
            submission: Some(HOSTILE_NAME.to_owned()),
            path: "a/<b>.class".to_owned(),
            reason: "not text".to_owned(),
        }];
        Self { analysis, submissions: vec![first, second, old], skipped }
    }

    pub(crate) fn report(&self) -> Report {
        self.numbered(&[1, 2, 3])
    }

    /// Returns the report with these ids.
    pub(crate) fn numbered(&self, ids: &[u32]) -> Report {
        let heading = ReportHeading {
            title: "Lists & <sums>",
            revision: 1,
            ids,
            skipped: &self.skipped,
            layouts: &[],
            translations: None,
            background: Background {
                submissions: 240,
                sources: vec![WorkSource {
                    id: Some("0198c0de-0000-7000-8000-000000000001".to_owned()),
                    title: "Task 1, 2024".to_owned(),
                    state: Some(3),
                    submissions: 290,
                    people: 112,
                    left_out: 38,
                    ..WorkSource::default()
                }],
                passages: 0,
            },
            own_work: None,
            handed_in_before: &Vec::new(),
        };
        chaffinch_report::build(&self.analysis, &self.submissions, evidence(ids), heading)
    }
}

/// Evidence by pair and match. Of the first pair, it is everything for the first match and nothing for the second. Of the
/// second pair, it is only how literally the first two matches agree. It is unknown for all others.
fn evidence(ids: &[u32]) -> Vec<PairEvidence<'static>> {
    let comment = Evidence {
        kind: EvidenceKind::Comment,
        text: "/* sum of it <script>alert(1)</script> \u{202E}\u{1B}[31m */".to_owned(),
        usual: None,
        groups: 2,
        archived: 1,
    };
    let literal =
        Evidence { kind: EvidenceKind::Literal, text: "48271".to_owned(), archived: 0, ..comment.clone() };
    let misspelling = Evidence {
        kind: EvidenceKind::Misspelling,
        text: "lenght".to_owned(),
        usual: Some("length".to_owned()),
        groups: 1,
        archived: 0,
    };
    let agreement = Agreement {
        tokens: 1_000,
        identical: 994,
        differing_names: 2,
        differing_literals: 1,
        differing_ignored: 3,
    };
    let first = MatchEvidence {
        listed: vec![comment, literal, misspelling],
        literal: Some(Literal::Renamed),
        agreement: Some(agreement),
        ..MatchEvidence::default()
    };
    let rename = |name: &'static str, other: &'static str| Rename {
        name: name.into(),
        other: other.into(),
        places: 43,
        consistent: 41,
    };
    let listed = match ids {
        [1, 2, ..] => rename("<b>node", "person\u{202E}"),
        _ => rename("person\u{202E}", "<b>node"),
    };
    let renames = Renames { listed: vec![listed], count: 3 };
    let only = |literal| MatchEvidence { literal: Some(literal), ..MatchEvidence::default() };
    let second = vec![only(Literal::SameCharacters), only(Literal::SameTokens)];
    vec![
        PairEvidence { matches: vec![first, only(Literal::Renamed)], renames: Some(renames) },
        PairEvidence { matches: second, renames: None },
    ]
}

/// Returns the texts. The earlier submission has none.
pub(crate) fn sources() -> Sources<'static> {
    let mut sources = Sources::new();
    sources.insert(1, 0, FIRST_LIST);
    sources.insert(1, 1, FIRST_MAIN);
    sources.insert(1, 2, FIRST_README);
    sources.insert(2, 0, SECOND_MAIN);
    sources
}

/// Returns the text of one file.
pub(crate) fn text_of(submission: u32, file: u32) -> &'static str {
    match (submission, file) {
        (1, 0) => FIRST_LIST,
        (1, 1) => FIRST_MAIN,
        (1, 2) => FIRST_README,
        _ => SECOND_MAIN,
    }
}

/// Why a pair has its score; statements have most of the evidence.
fn explanation() -> detect::Explanation {
    let view = |view: detect::ViewKind| {
        let bits = if view == detect::ViewKind::Statements { 60.0 } else { 20.5 };
        detect::ViewEvidence {
            view,
            bits,
            bits_at_most: 100.0,
            left_bits: 80.0,
            right_bits: 75.0,
            suspicion: bits / 2.0,
        }
    };
    detect::Explanation {
        views: detect::ViewKind::ALL.map(view).into(),
        usual: 1.25,
        expect_by_class: Some(0.01),
        expect_by_run: Some(0.0001),
        ignored: detect::IgnoredTokens { boilerplate: 6, common: 0, elsewhere: 1, vendored: 0, given: 0 },
        rarest: vec![detect::RarePassage { found: 1, bits: 42.0 }],
    }
}
