//! Sketches that were made before, instead of texts: whether they compare with those of this run, and which of their values
//! do. Pure.

use std::num::NonZeroU64;

use chaffinch_fingerprint::{Parameters, Sample};

use super::harvest::Material;
use super::record::{Record, Text};
use crate::document::{Document, Sequence, State};
use crate::error::{Error, Result};

/// Of a sketch of these parameters, the values that are 0 modulo this are what this run would have kept: 1 where both are
/// made alike. `MOD_25` is a filter of `MOD_5`, whatever the document; nothing else is a filter of anything.
pub(super) fn modulus(
    name: &str,
    record: &Record,
    material: Material,
    ours: &Parameters,
) -> Result<NonZeroU64> {
    let Some(text) = &record.parameters else { return Ok(NonZeroU64::MIN) };
    let expected = match material {
        Material::Texts => *ours,
        // Ready-made sets are kept whole, and have no shingles.
        Material::Features => Parameters { sample: Sample::Modulus(NonZeroU64::MIN), ..*ours },
    };
    let filter = text.parse::<Parameters>().ok().and_then(|theirs| {
        let shingle = if material == Material::Features { expected.shingle } else { theirs.shingle };
        if (Parameters { shingle, sample: expected.sample, ..theirs }) != expected {
            return None;
        }
        match (theirs.sample, expected.sample) {
            (theirs, ours) if theirs == ours => Some(NonZeroU64::MIN),
            (Sample::Modulus(finer), Sample::Modulus(coarser)) => {
                (coarser.get() % finer == 0).then_some(coarser)
            }
            _ => None,
        }
    });
    filter.ok_or_else(|| Error::Mixed {
        document: name.to_owned(),
        found: format!("a sketch with {}", &**text),
        first: "this run".to_owned(),
        expected: expected.to_string(),
    })
}

/// The sketch of a line, of which the values that are 0 modulo `modulus` are appended to `out`; `None` where the line holds
/// none.
pub(super) fn sketch(record: &Record, modulus: NonZeroU64, out: &mut Vec<u64>) -> Option<Document> {
    let begin = out.len();
    let mut before = None;
    for digits in record.sketch.as_ref()? {
        let value = u64::from_str_radix(digits, 16).ok()?;
        if before.replace(value).is_some_and(|before| value <= before) {
            return None;
        }
        if value % modulus == 0 {
            out.push(value);
        }
    }
    let values = &out[begin..];
    let mut sequence = Sequence::default();
    sequence.feed(values);
    let number = |digits: &Option<Text>| u128::from_str_radix(digits.as_deref().unwrap_or("0"), 16).ok();
    Some(Document {
        raw: number(&record.identical)?,
        canonical: number(&record.lexical)?,
        sketched: sequence.end(),
        size: values.len() as u32,
        state: match record.state {
            Some(state) => match State::from_number(state)? {
                State::Sketched if values.is_empty() => State::Unsampled,
                state => state,
            },
            None if values.is_empty() => State::Unsampled,
            None => State::Sketched,
        },
        ..Document::SKIPPED
    })
}
