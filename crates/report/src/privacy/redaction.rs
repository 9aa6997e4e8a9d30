//! One side of a pair for the other's eyes: of one submission only what matches is left.

use std::collections::BTreeMap;
use std::ops::Range;

use super::hide_names::hide_names;
use super::moved_offsets::{move_file, move_pieces, move_region, regions};
use super::text_edits::Edits;
use crate::model::{Pair, PairId, Report, Side};
use crate::source::Sources;

/// What the author of the `reader` side may be handed of a pair: the report with this pair alone, every name hidden
/// but those of `shown` (numbers; the reader's own, say), all of the reader's code, and of the other side the matched passages; its other lines are
/// there, empty. The pair must have its matches. None where the report does not list it.
pub fn redact(
    report: &Report,
    sources: &Sources,
    id: PairId,
    reader: Side,
    shown: &[u32],
) -> Option<(Report, Sources<'static>)> {
    let other = reader.other().of(id);
    let mut report = Report { pairs: vec![report.pair(id)?.clone()], ..report.head() };
    let kept = passages(report.pairs.first()?, reader.other());
    let mut edits: BTreeMap<u32, Edits> = BTreeMap::new();
    let mut blanked = sources.map(|(submission, file), text| {
        if submission != other {
            return text.to_owned();
        }
        let (text, changed) = blank(text, kept.get(&file).map_or(&[][..], Vec::as_slice));
        edits.insert(file, changed);
        text
    });
    // Whoever is no part of the pair is no part of what is handed out.
    blanked.keep(&[id.left, id.right]);
    for file in report.submissions.iter_mut().filter(|one| one.id == other).flat_map(|one| &mut one.files) {
        if let Some(edits) = edits.get(&file.file) {
            move_file(file, edits);
        }
    }
    for found in report.pairs.iter_mut().flat_map(|pair| pair.matches.iter_mut().flatten()) {
        let of_file = |file: u32| edits.get(&file);
        match reader {
            Side::Left => move_pieces(found, None, of_file(found.right.file)),
            Side::Right => move_pieces(found, of_file(found.left.file), None),
        }
        for (submission, region) in regions(found, id.left, id.right) {
            if submission == other
                && let Some(edits) = edits.get(&region.file)
            {
                move_region(region, edits);
            }
        }
    }
    Some(hide_names(&report, &blanked, shown))
}

/// What matches on one side, by file: ascending, disjoint.
fn passages(pair: &Pair, side: Side) -> BTreeMap<u32, Vec<Range<u32>>> {
    let mut passages: BTreeMap<u32, Vec<Range<u32>>> = BTreeMap::new();
    for found in pair.matches.iter().flatten() {
        let (region, further) = match side {
            Side::Left => (&found.left, &found.left_further),
            Side::Right => (&found.right, &found.right_further),
        };
        for region in std::iter::once(region).chain(further) {
            // A report that says something else than it should must not cost the page.
            if region.start_byte <= region.end_byte {
                passages.entry(region.file).or_default().push(region.start_byte..region.end_byte);
            }
        }
    }
    for ranges in passages.values_mut() {
        ranges.sort_by_key(|range| (range.start, range.end));
        let mut joined: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
        for range in ranges.drain(..) {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        *ranges = joined;
    }
    passages
}

/// Takes out everything but `kept` and the ends of lines; what stands before a passage in its first line becomes
/// blanks, so that the passage keeps its shape.
fn blank(text: &str, kept: &[Range<u32>]) -> (String, Edits) {
    let fit = |at: u32| text.floor_char_boundary(at as usize);
    let mut gaps = Vec::new();
    let mut at = 0;
    for range in kept {
        gaps.push((at..fit(range.start), true));
        at = fit(range.end);
    }
    gaps.push((at.min(text.len())..text.len(), false));
    let mut replacements: Vec<(Range<usize>, String)> = Vec::new();
    for (gap, before_passage) in gaps {
        let mut start = gap.start;
        let mut pieces = text[gap].split_inclusive(['\n', '\r']).peekable();
        while let Some(piece) = pieces.next() {
            let content = piece.trim_end_matches(['\n', '\r']);
            let unended = content.len() == piece.len();
            let blanks = if unended && pieces.peek().is_none() && before_passage {
                content.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect()
            } else if unended || (piece.ends_with('\n') && text[..start].ends_with('\r')) {
                // A last line with nothing in it would be none, and a CR next to an LF one end instead of two.
                " ".repeat(content.len().min(1))
            } else {
                String::new()
            };
            if content != blanks {
                replacements.push((start..start + content.len(), blanks));
            }
            start += piece.len();
        }
    }
    Edits::apply(text, replacements.iter().map(|(range, blanks)| (range.clone(), blanks.as_str())))
}
