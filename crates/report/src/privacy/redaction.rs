//! Redacts one side of a pair for the author of the other: only its matching passages stay.

use std::collections::BTreeMap;
use std::ops::Range;

use super::hide_names::hide_names;
use super::pseudonym_key::PseudonymKey;
use super::text_edits::{Edits, move_file, move_parts, move_region, regions};
use crate::model::{Pair, PairId, Report, Side};
use crate::sources::Sources;

/// Returns what the author of the `reader` side may get of a pair. The report contains this pair alone, with every name
/// hidden except those of `shown` (numbers, such as the reader's own), and with the ids of [`hide_names`]. It contains all
/// code of the reader, and the matched passages of the other side, whose other lines are empty. The pair must have its
/// matches. Returns `None` if the report does not list it.
pub fn redact(
    report: &Report,
    sources: &Sources,
    id: PairId,
    reader: Side,
    key: PseudonymKey,
    shown: &[u32],
) -> Option<(Report, Sources<'static>)> {
    let other = reader.other().of(id);
    let pair = report.pair(id)?;
    let shared = passages(pair, reader.other());
    let mut report = report.head();
    // Its rank among equally strong pairs does not depend on names only if all of them are there.
    *report.listed_mut().find(|listed| listed.id == id)? = pair.clone();
    let mut edits: BTreeMap<u32, Edits> = BTreeMap::new();
    let mut blanked = sources.map(|(submission, file), text| {
        if submission != other {
            return text.to_owned();
        }
        let (text, changed) = blank(text, shared.get(&file).map_or(&[][..], Vec::as_slice));
        edits.insert(file, changed);
        text
    });
    // Everybody else is removed from what is handed out.
    blanked.retain_submissions(&[id.left, id.right]);
    for file in report.submissions.iter_mut().filter(|one| one.id == other).flat_map(|one| &mut one.files) {
        if let Some(edits) = edits.get(&file.file) {
            move_file(file, edits);
        }
    }
    for found in report.listed_mut().flat_map(|pair| pair.matches.iter_mut().flatten()) {
        // What the other one handed in elsewhere is not the reader's business.
        match reader {
            Side::Left => found.right_handed_in_before = None,
            Side::Right => found.left_handed_in_before = None,
        }
        let of_file = |file: u32| edits.get(&file);
        match reader {
            Side::Left => move_parts(found, None, of_file(found.right.file)),
            Side::Right => move_parts(found, of_file(found.left.file), None),
        }
        for (submission, region) in regions(found, id.left, id.right) {
            if submission == other
                && let Some(edits) = edits.get(&region.file)
            {
                move_region(region, edits);
            }
        }
    }
    let (mut report, sources) = hide_names(&report, &blanked, key, shown);
    let id = PairId::new(key.code(id.left), key.code(id.right));
    let pair = report.pair(id)?.clone();
    (report.references, report.translations) = (Vec::new(), None);
    report.pairs = vec![pair];
    Some((report, sources))
}

/// Returns the matching bytes of one side, by file: ascending, disjoint.
fn passages(pair: &Pair, side: Side) -> BTreeMap<u32, Vec<Range<u32>>> {
    let mut passages: BTreeMap<u32, Vec<Range<u32>>> = BTreeMap::new();
    for found in pair.matches.iter().flatten() {
        for region in side.all_regions(found) {
            // A report with wrong ranges must not make the page fail.
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

/// Removes everything except `shared` and the line ends. Text before a passage in its first line becomes blanks, so that
/// the passage keeps its shape.
fn blank(text: &str, shared: &[Range<u32>]) -> (String, Edits) {
    let fit = |at: u32| text.floor_char_boundary(at as usize);
    let mut gaps = Vec::new();
    let mut at = 0;
    for range in shared {
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
                // A last line without characters would not be a line, and a CR next to an LF would be one line end
                // instead of two.
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
