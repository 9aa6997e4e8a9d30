//! Sketches that were made before, in place of texts: whether they can be compared with those of this run, and which of
//! their values are used.

use std::num::NonZeroU64;

use chaffinch_sketch::{Levels, Parameters, Sample};

use super::harvest::Material;
use super::record::{Record, Text};
use crate::document::sizes::{self};
use crate::document::{Document, Sequence, Size, State};
use crate::error::{Error, Result};

/// Turns a sketch into the one that this run would have made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filter {
    /// Values are kept if they are 0 modulo this.
    modulus: NonZeroU64,
    /// The levels that decide the document's level, whatever the line says. A document that is already at its level
    /// stays there.
    levels: Levels,
}

/// Returns the filter that turns sketches with a line's parameters into sketches of this run. Sketches made in the same
/// way stay as they are. `MOD_25` is a filter of `MOD_5` for every document, and so is a ladder if all of its levels
/// are a filter of the sample. Other samples cannot be filtered.
pub(super) fn filter(name: &str, record: &Record, material: Material, ours: &Parameters) -> Result<Filter> {
    let expected = material.parameters(*ours);
    let levels = sizes::levels(expected.sample)?;
    let kept = Filter { modulus: NonZeroU64::MIN, levels };
    let Some(text) = &record.parameters else { return Ok(kept) };
    let filter = text.parse::<Parameters>().ok().and_then(|theirs| {
        // Ready-made sets have no shingles, so their shingle length does not matter.
        let shingle = if material == Material::Features { expected.shingle } else { theirs.shingle };
        if (Parameters { shingle, sample: expected.sample, ..theirs }) != expected {
            return None;
        }
        match (theirs.sample, expected.sample) {
            (theirs, ours) if theirs == ours => Some(kept),
            (Sample::LadderTo(_, finer), Sample::Modulus(_)) | (Sample::Modulus(finer), _) => {
                let modulus = levels.finest();
                (modulus.get() % finer == 0).then_some(Filter { modulus, ..kept })
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

/// Appends the values of a line's sketch that pass the filter to `out`, and returns the document. Returns `None` if the
/// line has no valid sketch.
pub(super) fn sketch(record: &Record, filter: Filter, out: &mut Vec<u64>) -> Option<Document> {
    let begin = out.len();
    let mut before = None;
    for digits in record.sketch.as_ref()? {
        let value = u64::from_str_radix(digits, 16).ok()?;
        if before.replace(value).is_some_and(|before| value <= before) {
            return None;
        }
        if value % filter.modulus == 0 {
            out.push(value);
        }
    }
    if filter.levels.top() > 0 {
        let mut values = out.split_off(begin);
        filter.levels.reduce(&mut values);
        out.append(&mut values);
    }
    let values = &out[begin..];
    let mut sequence = Sequence::default();
    sequence.feed(values);
    let number = |digits: &Option<Text>| u128::from_str_radix(digits.as_deref().unwrap_or("0"), 16).ok();
    Some(Document {
        raw: number(&record.identical)?,
        canonical: number(&record.lexical)?,
        sketched: sequence.end(),
        size: Size::new(values, filter.levels),
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
