use proptest::prelude::*;

use super::*;
use crate::{LazyStream, Passage, Span};

struct Known;

impl NameResolver for Known {
    fn language(&self, name: &str) -> Option<&'static str> {
        ["c", "cpp"].into_iter().find(|known| *known == name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        (name == "c").then_some("c")
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        ["UTF-8", "UTF-16LE"].into_iter().find(|known| *known == name)
    }
}

/// Knows encodings, but no languages or families.
struct Forgotten;

impl NameResolver for Forgotten {
    fn language(&self, _: &str) -> Option<&'static str> {
        None
    }

    fn family(&self, _: &str) -> Option<&'static str> {
        None
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        Known.encoding(name)
    }
}

/// Makes spans from gaps and lengths.
fn spans(rows: &[(u32, u32)]) -> Vec<Span> {
    let mut end = 0;
    rows.iter()
        .map(|(gap, length)| {
            let start = end + gap;
            end = start + length;
            Span { start, end }
        })
        .collect()
}

fn passages(of: u32) -> impl Strategy<Value = Vec<Passage>> {
    let hash = prop_oneof![any::<u64>(), 0..4_u64];
    let length = prop_oneof![any::<u32>(), 0..40_u32];
    let ends = (0..of.max(1), 0..of.max(1));
    prop::collection::vec((hash, ends, length), 0..if of == 0 { 1 } else { 30 }).prop_map(|rows| {
        let passage = |(hash, (a, b), length): (u64, (u32, u32), u32)| Passage {
            hash,
            tokens: a.min(b)..a.max(b) + 1,
            length,
        };
        let mut passages: Vec<Passage> = rows.into_iter().map(passage).collect();
        passages.sort_by_key(|passage| passage.tokens.start);
        passages
    })
}

/// Generates any file that holds its invariants.
fn file() -> impl Strategy<Value = TokenizedFile> {
    let token =
        (prop_oneof![any::<u64>(), 0..9_u64], prop_oneof![any::<u32>(), 0..9_u32], (0..300_u32, 1..300_u32));
    let tokens = (prop::collection::vec(token, 0..60), any::<bool>());
    (tokens, prop::collection::vec((0..50_u32, 1..5000_u32), 0..5))
        .prop_flat_map(|((tokens, with_texts), comments)| {
            let count = tokens.len() as u32;
            let cuts = prop::collection::btree_set(0..count.max(1), 0..20);
            let record = (
                ".{0,12}",
                prop::option::of(prop::collection::btree_set(0..9_u32, 0..4)),
                any::<[u8; 32]>(),
                prop::collection::btree_set(1..9000_u32, 0..20),
                prop::collection::vec(".{0,9}", 0..3),
            );
            let rest = (any::<u32>(), any::<u128>(), any::<[u16; 3]>(), any::<bool>());
            (Just((tokens, with_texts, comments)), cuts, passages(count), passages(count), record, rest)
        })
        .prop_map(|((tokens, with_texts, comments), cuts, forms, lines, record, rest)| {
            let (path, cells, digest, starts, notes) = record;
            let (bytes, lexical, [normalizer, k, w], cpp) = rest;
            let spans_of: Vec<(u32, u32)> = tokens.iter().map(|token| token.2).collect();
            let (spans, comments) = (spans(&spans_of), spans(&comments));
            let of_text =
                9000 + spans.last().map_or(0, |last| last.end) + comments.last().map_or(0, |last| last.end);
            let starts = starts.into_iter().collect();
            let statements =
                if tokens.is_empty() { Vec::new() } else { std::iter::once(0).chain(cuts).collect() };
            let mut statements: Vec<u32> = statements;
            statements.dedup();
            let record = FileRecord {
                path,
                encoding: if cpp { "UTF-8" } else { "UTF-16LE" },
                cells: cells.map(|cells| cells.into_iter().collect()),
                digest,
                bytes,
                lines: LineTable::from_starts(starts, of_text).unwrap(),
                notes: notes.clone(),
                provenance: None,
            };
            let stream = TokenStream {
                language: if cpp { "cpp" } else { "c" },
                scheme: Scheme { family: "c", normalizer, k: k % 99 + 1, w: w % 99 + 1 },
                values: tokens.iter().map(|token| token.0).collect(),
                texts: if with_texts { tokens.iter().map(|token| token.1).collect() } else { Vec::new() },
                spans,
                comments,
                statements,
                forms,
                lines,
                lexical,
                notes,
            };
            TokenizedFile { record, stream: stream.into() }
        })
}

fn small() -> TokenizedFile {
    let record = FileRecord {
        path: "a.c".into(),
        encoding: "UTF-8",
        cells: None,
        digest: [7; 32],
        bytes: 6,
        lines: LineTable::new("a b\nb\n"),
        notes: Vec::new(),
        provenance: None,
    };
    let stream = TokenStream {
        language: "c",
        scheme: Scheme { family: "c", normalizer: 2, k: 6, w: 4 },
        values: vec![1, 2, 2],
        spans: spans(&[(0, 1), (1, 1), (1, 1)]),
        texts: vec![3, 4, 4],
        comments: Vec::new(),
        statements: vec![0, 2],
        forms: vec![Passage { hash: 5, tokens: 0..2, length: 3 }],
        lines: Vec::new(),
        lexical: 6,
        notes: vec!["n".into()],
    };
    TokenizedFile { record, stream: stream.into() }
}

/// Changes the stream of a file.
fn edit(file: &mut TokenizedFile, change: impl FnOnce(&mut TokenStream)) {
    let mut stream = TokenStream::from(file.stream.clone());
    change(&mut stream);
    file.stream = stream.into();
}

/// Uses everything in an unpacked file, which must not panic.
fn look_at(file: &TokenizedFile) {
    let TokenizedFile { record, stream } = file;
    let tokens = stream.values.len();
    assert_eq!(stream.spans.len(), tokens);
    assert!(stream.texts.is_empty() || stream.texts.len() == tokens);
    assert_eq!(stream.statement_ranges().map(|range| stream.values[range].len()).sum::<usize>(), tokens);
    for passage in stream.forms.iter().chain(&stream.lines) {
        assert!(!stream.values[passage.tokens.start as usize..passage.tokens.end as usize].is_empty());
    }
    for span in &stream.spans {
        assert!(record.lines.line_of(span.start) <= record.lines.count());
    }
    let _ = stream.scheme.t();
}

/// Databases hold bytes in this format. A change here needs another [`VERSION`].
#[test]
fn the_format_is_this() {
    let mut expected = vec![VERSION];
    expected.extend(b"\x03a.c\x05UTF-8\x00");
    expected.extend([7; 32]);
    expected.extend(b"\x06\x06\x02\x04\x02\x00");
    expected.extend(b"\x01c\x01c\x02\x06\x04");
    expected.extend(6_u128.to_le_bytes());
    expected.extend(b"\x01\x01n");
    expected.extend(b"\x01\x02\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0");
    expected.extend(b"\x02\x00\x00\x03\0\0\0\x04\0\0\0\x01\x01");
    expected.extend(b"\x03\x00\x00\x02\x00\x01\x01");
    expected.extend(b"\x00\x02\x00\x02");
    expected.extend(b"\x01\x05\0\0\0\0\0\0\0\x01\x00\x00\x02\x02");
    expected.extend(b"\x00\x00\x00");
    assert_eq!(pack(&small()), expected);
}

/// Databases still hold bytes of the versions before. They do not say where a file is from, and the digest of the first
/// says too little, and is not known then.
#[test]
fn earlier_versions_are_read_without_what_they_lack() {
    let mut packed = pack(&small());
    assert_eq!(packed.pop(), Some(0), "the provenance");
    packed[0] = 2;
    let mut expected = small();
    assert_eq!(unpack(&packed, &Known), Ok(expected.clone()));
    packed[0] = 1;
    edit(&mut expected, |stream| stream.lexical = 0);
    assert_eq!(unpack(&packed, &Known), Ok(expected));
}

#[test]
fn the_provenance_is_kept() {
    for provenance in [None, Some(Provenance::Vendored), Some(Provenance::Generated)] {
        let mut file = small();
        file.record.provenance = provenance;
        assert_eq!(unpack(&pack(&file), &Known), Ok(file));
    }
}

#[test]
fn each_fault_has_its_error() {
    let packed = pack(&small());
    let unknown = |kind, name: &str| Err(Damaged::Unknown { kind, name: name.into() });
    assert_eq!(unpack(&packed, &Forgotten), unknown(NameOf::Language, "c"));
    let mut later = packed.clone();
    later[0] = VERSION + 1;
    assert_eq!(unpack(&later, &Known), Err(Damaged::Version { found: VERSION + 1 }));
    let longer = [&packed[..], &[0]].concat();
    assert_eq!(unpack(&longer, &Known), Err(Damaged::Torn));
    for end in 0..packed.len() {
        assert!(unpack(&packed[..end], &Known).is_err(), "cut at {end}");
    }
    // A count of 2^32 - 1 rows.
    let mut greedy = packed[..1].to_vec();
    greedy.extend([0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert_eq!(unpack(&greedy, &Known), Err(Damaged::Torn));
}

#[test]
fn what_no_file_has_is_refused() {
    let check = |what, change: &dyn Fn(&mut TokenizedFile)| {
        let mut file = small();
        change(&mut file);
        assert_eq!(unpack(&pack(&file), &Known), Err(Damaged::Impossible { what }));
    };
    check("spans", &|file| edit(file, |stream| stream.spans[1].end = 1));
    check("spans", &|file| edit(file, |stream| stream.spans[2] = Span { start: 6, end: 7 }));
    check("spans", &|file| edit(file, |stream| stream.comments = vec![Span { start: 6, end: 9 }]));
    check("statements", &|file| edit(file, |stream| stream.statements = vec![1, 2]));
    check("statements", &|file| edit(file, |stream| stream.statements = vec![0, 3]));
    check("statements", &|file| edit(file, |stream| stream.statements = vec![0, 2, 2]));
    check("statements", &|file| edit(file, |stream| stream.statements.clear()));
    check("passages", &|file| edit(file, |stream| stream.forms[0].tokens = 2..4));
    check("passages", &|file| edit(file, |stream| stream.forms[0].tokens = 2..2));
    check("scheme", &|file| edit(file, |stream| stream.scheme.k = 0));
    check("scheme", &|file| edit(file, |stream| stream.scheme.w = u16::MAX));
    check("cells", &|file| file.record.cells = Some(vec![0, 7]));
}

proptest! {
    #[test]
    fn files_survive(file in file()) {
        prop_assert_eq!(unpack(&pack(&file), &Known), Ok(file));
    }

    #[test]
    fn streams_survive(file in file()) {
        let stream = TokenStream::from(file.stream);
        let lazy = LazyStream::pack(&stream);
        prop_assert_eq!(lazy.tokens(), stream.values.len());
        prop_assert_eq!(&*lazy.read_values(), &stream.values);
        prop_assert_eq!(&*lazy.read(), &stream);
        prop_assert_eq!(&lazy.values, &stream.values, "unpacked for good");
        prop_assert_eq!(TokenStream::from(lazy), stream);
    }

    #[test]
    fn damage_is_an_error_or_another_file(
        file in file(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = pack(&file);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(file) = unpack(&bytes, &Known) {
            look_at(&file);
        }
    }

    #[test]
    fn arbitrary_bytes_are_no_file(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [&[VERSION][..], &bytes].concat();
        prop_assert!(unpack(&bytes, &Known).is_err());
    }
}
