//! Byte ranges and lines of token ranges, and the rounding of numbers.

use std::ops::Range;

use chaffinch_submission::{FileRecord, Span};

use crate::model;

/// Digits after the point to which every number of a report is rounded, so that the last bits of a sum are neither
/// shown nor compared.
pub const DIGITS: i32 = 4;

/// Returns the region of a byte range, at least one byte long.
pub(super) fn region_of(bytes: Range<u32>, file: u32, record: &FileRecord) -> model::Region {
    model::Region {
        path: record.path.clone(),
        start_line: record.lines.line_of(bytes.start),
        end_line: record.lines.line_of(bytes.end - 1),
        start_byte: bytes.start,
        end_byte: bytes.end,
        file,
    }
}

/// Returns the bytes from the first byte of the first token to the last byte of the last one. Ranges of an analysis are
/// never empty.
pub(super) fn bytes_of(tokens: &Range<u32>, spans: &[Span]) -> Range<u32> {
    spans[tokens.start as usize].start..spans[tokens.end as usize - 1].end
}

/// Rounds an expect value to three significant digits, as it may be tiny.
pub fn round_expect(expect: f64) -> f64 {
    format!("{expect:.2e}").parse().unwrap_or(expect)
}

pub(super) fn round(number: f64) -> f64 {
    let scale = 10_f64.powi(DIGITS);
    (number * scale).round() / scale
}

/// Rounds a share down. Only a share of everything is 1.
pub(super) fn round_share(part: u32, of: u32) -> f64 {
    let scale = 10_f64.powi(DIGITS);
    (f64::from(part) / f64::from(of.max(1)) * scale).floor() / scale
}
