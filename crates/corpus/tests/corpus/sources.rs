//! Every kind of source and format, and documents that cannot be read.

use std::io::Write as _;

use chaffinch_corpus::{DocumentSource, Error, Measure, Policy};
use serde_json::json;

use super::{HALF, Place, every, pairs, rows, run, told};

pub(crate) const ROSE: &str = "a rose is a rose is a rose and it is red";

#[test]
fn one_text_in_every_format_is_one_document() {
    let place = Place::new();
    place.file("docs/a.txt", ROSE.as_bytes());
    place.file(
        "docs/b.html",
        b"<title>A Rose</title><p>is a <b>rose</b> is<br>a rose<script>x()</script> and it is red",
    );
    place.file("docs/c.md", b"# A rose\n\nis a *rose* is a rose\n\n- and it is\n- red\n");
    let utf16: Vec<u8> = format!("\u{feff}{ROSE}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.file("docs/d.txt", &utf16);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(ROSE.as_bytes()).unwrap();
    place.file("docs/e.gz", &gz.finish().unwrap());
    place.file("docs/f", format!("<!DOCTYPE html><body>{ROSE}").as_bytes());
    place.file("docs/g.bin", b"\0\0\0");
    let source = DocumentSource::new(&place.path("docs")).unwrap();
    let run = run(&place.work(), &[source], every(3)).unwrap();
    let rows = rows(&run, HALF);
    let kinds: Vec<_> = told(&rows).into_iter().map(|(_, cluster, kind)| (cluster, kind)).collect();
    let lexical = (1, "lexically-equivalent");
    // A compressed file is the same as its uncompressed text.
    let expected = [(1, "identical"), lexical, lexical, lexical, (1, "identical"), lexical, (7, "single")];
    assert_eq!(kinds, expected);
    assert_eq!(rows[6]["reason"], "not text: it holds NUL bytes");
    assert!(rows[0]["document"].as_str().unwrap().ends_with("docs/a.txt"));
}

#[test]
fn source_code_is_read_by_its_front_end() {
    let place = Place::new();
    let program = |name: &str| {
        format!("int f(int {name}) {{ if ({name} > 1) return {name} * f({name} - 1); return 1; }}")
    };
    place.file("code/a.c", program("n").as_bytes());
    place.file("code/b.c", program("n").replace(' ', "\n  ").as_bytes());
    place.file("code/c.c", program("number").as_bytes());
    place.file("code/d.txt", program("n").replace('*', "* ").as_bytes());
    let run = run(&place.work(), &[DocumentSource::new(&place.path("code")).unwrap()], every(10)).unwrap();
    let rows = rows(&run, HALF);
    let kinds: Vec<_> = rows.iter().map(|row| row["kind"].as_str().unwrap()).collect();
    // Two differ in layout, one in names, and the last is read as words.
    assert_eq!(kinds, ["lexically-equivalent", "lexically-equivalent", "shingle-equivalent", "single"]);
}

#[test]
fn exported_fingerprints_are_compared_within_a_scheme() {
    let place = Place::new();
    let line = |archive: &str, scheme: &str, fingerprints: std::ops::Range<u64>| {
        let fingerprints: Vec<u64> = fingerprints.collect();
        let line = json!({"archive": archive, "submission": "s1", "path": "a \"b\".c", "scheme": scheme,
            "fingerprints": fingerprints});
        line.to_string()
    };
    let lines =
        [line("2023", "c/1/1", 0..40), line("2024", "c/1/1", 20..60), line("2025", "java/1/1", 0..40)];
    let without_archive = json!({"path": "c.c", "fingerprints": [1, 2]}).to_string();
    place.file("export.jsonl", [&lines.join("\n"), "\n", &without_archive].concat().as_bytes());
    let source = DocumentSource::new(&place.path("export.jsonl")).unwrap();
    let run = run(&place.work(), &[source], every(3)).unwrap();
    let rows = rows(&run, Policy { measure: Measure::Containment, threshold: 0.5 });
    let names: Vec<_> = rows.iter().map(|row| row["document"].as_str().unwrap()).collect();
    assert_eq!(names, ["2023/s1/a \"b\".c", "2024/s1/a \"b\".c", "2025/s1/a \"b\".c", "c.c"]);
    let clusters: Vec<_> = rows.iter().map(|row| row["cluster"].as_u64()).collect();
    assert_eq!(clusters, [Some(1), Some(1), Some(3), None]);
    assert_eq!(rows[3]["kind"], "skipped");
}

#[test]
fn zips_and_lines_give_the_same_as_files() {
    let place = Place::new();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(place.path("docs.zip")).unwrap());
    for (name, text) in [("x/one.txt", ROSE), ("x/two.html", "<p>A rose is something else<p>entirely")] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let lines = format!(
        "{}\n\n{}",
        json!({"id": 7, "content": ROSE}),
        json!({"url": "u", "text": "<p>a rose is something else entirely", "format": "html"})
    );
    let packed = zstd::encode_all(lines.as_bytes(), 0).unwrap();
    let sources = [
        DocumentSource::new(&place.path("docs.zip")).unwrap(),
        place.file("docs.jsonl.zst", &packed),
        place.file("single.txt", b"A ROSE is something else, entirely"),
    ];
    let run = run(&place.work(), &sources, every(3)).unwrap();
    let rows = rows(&run, HALF);
    let clusters: Vec<_> = told(&rows)
        .into_iter()
        .map(|(name, cluster, _)| (name.rsplit('/').next().unwrap(), cluster))
        .collect();
    assert_eq!(clusters, [("one.txt", 1), ("two.html", 2), ("7", 1), ("u", 2), ("single.txt", 2)]);
}

#[test]
fn feature_sets_need_no_text_and_do_not_meet_texts() {
    let place = Place::new();
    let set = |name: &str, features: &[&str]| json!({"document": name, "features": features});
    let sets = place.lines(
        "sets.jsonl",
        &[
            set("a", &["x", "y", "z"]),
            set("b", &["z", "y", "x", "x"]),
            set("c", &["x", "y", "q"]),
            set("d", &["q"]),
        ],
    );
    let run_of_sets = run(&place.work(), std::slice::from_ref(&sets), every(10)).unwrap();
    let rows = rows(&run_of_sets, HALF);
    assert_eq!(
        told(&rows),
        [("a", 1, "identical"), ("b", 1, "identical"), ("c", 1, "similar"), ("d", 4, "single")]
    );
    let pairs = pairs(&run_of_sets, 0.0);
    assert_eq!(
        pairs[0],
        json!({"left": "a", "right": "c", "count": 2, "resemblance": 0.5, "left_containment": 2.0 / 3.0, "right_containment": 2.0 / 3.0, "kind": "similar"})
    );
    let text = place.lines("text.jsonl", &[json!({"document": "t", "text": ROSE})]);
    let refused = run(&place.path("other"), &[sets, text], every(10)).unwrap_err();
    let Error::Mixed { document, found, first, .. } = refused else { panic!("{refused}") };
    assert_eq!((document.as_str(), found.as_str(), first.as_str()), ("t", "text", "a"));
}

#[test]
fn a_zip_whose_entries_share_their_bytes_is_refused() {
    let place = Place::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["a", "b"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(ROSE.as_bytes()).unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    let honest = place.file("honest.zip", &bytes);
    assert_eq!(rows(&run(&place.work(), &[honest], every(3)).unwrap(), HALF)[1]["kind"], "identical");
    // Change the second entry's position in the list of contents to that of the first.
    let second = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    bytes[second + 42..second + 46].fill(0);
    let bomb = place.file("bomb.zip", &bytes);
    let refused = run(&place.path("other"), &[bomb], every(3)).unwrap_err();
    assert!(matches!(refused, Error::Overlap { .. }), "{refused}");
    assert!(refused.to_string().contains("bomb.zip"));
}

#[test]
fn what_is_no_document_is_a_row_with_a_reason() {
    let place = Place::new();
    let text = b"{\"document\": \"line\\nbreak\", \"text\": \"a b c d\"}\nnot json\n[]\n{\"text\": \"\\u0000\", \"document\": \"nul\"}\n\
        {\"document\": \"odd\", \"text\": \"x\", \"format\": \"klingon\"}\n{\"document\": \"short\", \"text\": \"a b\"}\n\xff\xfe\n";
    let source = place.file("lines.jsonl", text);
    let rows = rows(&run(&place.work(), &[source], every(3)).unwrap(), HALF);
    let reasons: Vec<_> = rows.iter().map(|row| row["reason"].as_str().unwrap_or("-")).collect();
    let no_record = "no JSON object with text, features or sketch";
    assert_eq!(
        reasons,
        [
            "-",
            no_record,
            no_record,
            "not text: it holds NUL bytes",
            no_record,
            "too short: it has fewer words than a shingle",
            no_record
        ]
    );
    assert_eq!(rows[0]["document"], "line\nbreak");
    assert!(rows[1]["document"].as_str().unwrap().ends_with("lines.jsonl:2"));
    assert_eq!(rows[1]["cluster"], json!(null));
}

#[test]
fn broken_utf8_separates_words() {
    let place = Place::new();
    place.file("docs/a.txt", b"a rose\xff\xfeis a\xc3 rose");
    place.file("docs/b.txt", b"a rose is a rose");
    let rows = rows(
        &run(&place.work(), &[DocumentSource::new(&place.path("docs")).unwrap()], every(3)).unwrap(),
        HALF,
    );
    assert_eq!(rows[1]["kind"], "lexically-equivalent");
}
