//! A stored report as JSON: bytes that begin with `{` are one; others are changes to a report of three sample programs,
//! each a value somewhere in it and what it becomes. Whatever can be read is written the same again, and every page,
//! table and copy of it can be made.

use std::sync::LazyLock;

use chaffinch_detect::Options;
use chaffinch_jobs::pipeline;
use chaffinch_normalize::Choice;
use chaffinch_pages::{EvidenceContext, Locale, evidence_file, export};
use chaffinch_report::{PseudonymKey, Report, Side, Sources, csv, hide_names, redact};
use chaffinch_submission::{Batch, SourceFile, Submission, SubmissionHeader};
use serde_json::Value;

/// Bytes of one change.
const CHANGE: usize = 6;
/// Bytes of each program: enough to match, and few pages to make.
const TEXT: usize = 1_500;
/// Changes of one input.
const CHANGES: usize = 16;

/// A report and its texts.
struct Base {
    report: Value,
    submissions: Vec<Submission>,
}

static BASE: LazyLock<Base> = LazyLock::new(|| {
    let program = |name: &str, text: &str| Submission {
        header: SubmissionHeader::named(name),
        archive: None,
        files: vec![SourceFile::plain("main.c", &text[..text.floor_char_boundary(TEXT)])],
    };
    let texts = [
        include_str!("../../samples/submissions/s01/checkout.c"),
        include_str!("../../samples/submissions/s02/checkout.c"),
        include_str!("../../samples/submissions/s03/checkout.c"),
    ];
    let submissions =
        ["one", "three", "two"].iter().zip(texts).map(|(name, text)| program(name, text)).collect();
    let batch = Batch { submissions, ..Batch::default() };
    let comparison = pipeline::Comparison {
        title: "Exercise",
        revision: 1,
        options: Options::DEFAULT,
        translations: true,
    };
    let outcome = pipeline::run(batch, [Vec::new(), Vec::new()], Choice::Auto, &comparison, &());
    let report = serde_json::from_str(&outcome.report.to_json()).expect("a report is JSON");
    Base { report, submissions: outcome.submissions }
});

/// What a fuzzer made.
pub fn check(data: &[u8]) {
    let report = if data.starts_with(b"{") {
        serde_json::from_slice(data).ok()
    } else {
        serde_json::from_value(changed(data)).ok()
    };
    if let Some(report) = report {
        check_report(&report, &Sources::from_submissions(&BASE.submissions));
    }
}

/// What was found once.
pub fn replay(data: &[u8]) {
    check(data);
}

fn check_report(report: &Report, sources: &Sources) {
    let json = report.to_json();
    let again: Report = serde_json::from_str(&json).expect("what was written can be read");
    assert_eq!(&again, report, "writing changes a report");
    assert_eq!(again.to_json(), json);
    let table = csv(report);
    assert!(std::str::from_utf8(&table).is_ok());
    check_pages(report, sources);
    let key = PseudonymKey::new(b"fuzz", report.submissions.len() as u32);
    let (hidden, _) = hide_names(report, sources, key, &[]);
    assert_eq!(hidden.submissions.len(), report.submissions.len());
    for pair in report.pairs.iter().take(2).filter(|pair| pair.matches.is_some()) {
        for side in [Side::Left, Side::Right] {
            let _ = redact(report, sources, pair.id, side, key, &[]);
        }
        let occasion = EvidenceContext {
            revised: None,
            made: None,
            made_by: None,
            hide_names: true,
            key,
            reader: None,
            case: None,
        };
        let ids = [pair.id.left, pair.id.right];
        let _ = evidence_file(Locale::english(), report, sources, &ids, &occasion);
    }
}

fn check_pages(report: &Report, sources: &Sources) {
    let sink = &mut |path: &str, bytes: &[u8]| {
        assert!(!path.starts_with('/') && !path.contains(".."), "{path}");
        assert!(std::str::from_utf8(bytes).is_ok(), "{path}");
        Ok(())
    };
    export(Locale::english(), report, sources, sink).expect("nothing is written");
}

/// The report of the samples with some values changed.
fn changed(data: &[u8]) -> Value {
    let mut report = BASE.report.clone();
    for change in data.chunks_exact(CHANGE).take(CHANGES) {
        let mut at = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let with = u16::from_le_bytes([change[3], change[4]]);
        // Beyond the last value: the first ones once more.
        for _ in 0..2 {
            match nth(&mut report, at) {
                Ok(value) => {
                    become_other(value, change[2], with);
                    break;
                }
                Err(rest) => at %= at - rest,
            }
        }
    }
    report
}

/// The value that comes n-th in the text, or how many are missing.
fn nth(value: &mut Value, n: usize) -> Result<&mut Value, usize> {
    if n == 0 {
        return Ok(value);
    }
    let mut n = n - 1;
    let inner: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(values) => Box::new(values.iter_mut()),
        Value::Object(fields) => Box::new(fields.values_mut()),
        _ => Box::new(std::iter::empty()),
    };
    for value in inner {
        match nth(value, n) {
            Ok(found) => return Ok(found),
            Err(rest) => n = rest,
        }
    }
    Err(n)
}

fn become_other(value: &mut Value, how: u8, with: u16) {
    *value = match (how % 8, &mut *value) {
        (0, _) => Value::Null,
        // Larger than any file, and still a sum of some fits.
        (1, Value::Number(_)) => (1 << 24).into(),
        (2, Value::Number(number)) => (number.as_u64().unwrap_or(0) + u64::from(with)).into(),
        (3, Value::Number(_)) => (f64::from(with) * 65536.0).into(),
        (4, Value::Number(_)) => (-i64::from(with)).into(),
        (_, Value::Number(_) | Value::Null) => with.into(),
        (1, Value::String(_)) => String::new().into(),
        (2, Value::String(text)) => format!("{text}\u{202e}</script>\0{text}").into(),
        (_, Value::String(_)) => with.to_string().into(),
        (1, Value::Array(_)) => Value::Array(Vec::new()),
        (2, Value::Array(values)) => {
            if let Some(last) = values.last().cloned() {
                values.push(last);
            }
            return;
        }
        (3, Value::Array(values)) => {
            values.reverse();
            return;
        }
        (_, Value::Array(values)) => {
            values.truncate(usize::from(with % 4));
            return;
        }
        (_, Value::Bool(yes)) => (!*yes).into(),
        (_, Value::Object(_)) => return,
    };
}

/// The report of the samples, and some changes.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![serde_json::to_vec(&BASE.report).expect("a report is JSON")];
    for at in 0..400_u16 {
        let [low, high] = (at * 7).to_le_bytes();
        seeds.push(vec![low, high, (at % 8) as u8, 3, 0, 0]);
    }
    seeds
}
