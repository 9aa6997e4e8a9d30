//! Moves the offsets of a report to where edits of a text put them.

use super::text_edits::Edits;
use crate::model::{File, Match, Region};

/// Returns all regions of a match, with their submissions.
pub(super) fn regions(found: &mut Match, left: u32, right: u32) -> impl Iterator<Item = (u32, &mut Region)> {
    let lefts = std::iter::once(&mut found.left).chain(&mut found.left_further);
    let rights = std::iter::once(&mut found.right).chain(&mut found.right_further);
    lefts.map(move |region| (left, region)).chain(rights.map(move |region| (right, region)))
}

pub(super) fn move_region(region: &mut Region, edits: &Edits) {
    (region.start_byte, region.end_byte) = edits.new_range(region.start_byte, region.end_byte);
}

/// Moves the parts of a match: its pieces, and the comments that only one side has.
pub(super) fn move_parts(found: &mut Match, left: Option<&Edits>, right: Option<&Edits>) {
    let new_range = |edits: Option<&Edits>, (start, end): (u32, u32)| {
        edits.map_or((start, end), |edits| edits.new_range(start, end))
    };
    for piece in &mut found.pieces {
        (piece.left, piece.right) = (new_range(left, piece.left), new_range(right, piece.right));
    }
    found.left_differing_comments.iter_mut().for_each(|comment| *comment = new_range(left, *comment));
    found.right_differing_comments.iter_mut().for_each(|comment| *comment = new_range(right, *comment));
}

pub(super) fn move_file(file: &mut File, edits: &Edits) {
    file.bytes = edits.new_offset(file.bytes);
    for (start, end, _) in &mut file.masked {
        (*start, *end) = edits.new_range(*start, *end);
    }
    file.masked.retain(|(start, end, _)| start < end);
    for (start, end, _) in &mut file.handed_in_before {
        (*start, *end) = edits.new_range(*start, *end);
    }
    file.handed_in_before.retain(|(start, end, _)| start < end);
    for start in file.cells.iter_mut().flatten() {
        *start = edits.new_offset(*start);
    }
}
