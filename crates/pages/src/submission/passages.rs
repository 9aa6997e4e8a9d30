//! The passages that a submission shares with others, and who these are. Pure.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use chaffinch_report::{Pair, PairId, Region, Side};

use crate::code::Layer;
use crate::frame::{Frame, PageLocation};

/// Shortest passage next to another one, in bytes: about two lines. A shorter one is joined with its neighbour.
const MIN_STRETCH_BYTES: u32 = 80;

/// The part of its pair's page in which each match begins, for pairs with several parts. The service does not need it.
#[derive(Debug, Default)]
pub struct MatchParts(BTreeMap<PairId, Vec<[usize; 2]>>);

impl MatchParts {
    /// Stores the parts of a pair: those of each match, on the left and on the right side.
    pub fn insert(&mut self, id: PairId, parts: Vec<[usize; 2]>) {
        self.0.insert(id, parts);
    }

    fn part(&self, id: PairId, number: u32, side: usize) -> usize {
        self.0.get(&id).and_then(|parts| parts.get(number as usize - 1)).map_or(1, |parts| parts[side])
    }
}

/// One side of a match of the submission.
#[derive(Debug)]
pub(super) struct SharedRegion<'a> {
    pub(super) region: &'a Region,
    tokens: u32,
    groups: u32,
    archived: u32,
    layer: Layer,
    /// Comments that the other submission does not have.
    differing_comments: &'a [(u32, u32)],
    /// Id and name of the other submission.
    other: (u32, &'a str),
    pair: PairId,
    number: u32,
}

/// Returns what a submission shares, by file, in the order of the text.
pub(super) fn shared_by_file<'a>(id: u32, pairs: &[&'a Pair]) -> BTreeMap<u32, Vec<SharedRegion<'a>>> {
    let mut shared: BTreeMap<u32, Vec<SharedRegion>> = BTreeMap::new();
    for pair in pairs {
        for (number, found) in (1..).zip(pair.matches.iter().flatten()) {
            let (side, other) = if pair.id.left == id {
                (Side::Left, (pair.id.right, pair.right.as_str()))
            } else {
                (Side::Right, (pair.id.left, pair.left.as_str()))
            };
            let region = side.region(found);
            shared.entry(region.file).or_default().push(SharedRegion {
                region,
                tokens: found.tokens,
                groups: found.groups,
                archived: found.archived,
                layer: Layer::from_literal(found.literal.as_deref()),
                differing_comments: side.differing_comments(found),
                other,
                pair: pair.id,
                number,
            });
        }
    }
    for regions in shared.values_mut() {
        regions.sort_by_key(|shared| (shared.region.start_byte, shared.region.end_byte, shared.other.0));
    }
    shared
}

/// Returns the lines of the bytes at which regions begin and end. Stretches begin and end at the same bytes.
pub(super) fn lines_of(shared: &[SharedRegion]) -> BTreeMap<u32, u32> {
    let ends = shared.iter().map(|shared| (shared.region.end_byte, shared.region.end_line));
    let page_starts = shared.iter().map(|shared| (shared.region.start_byte, shared.region.start_line));
    ends.chain(page_starts).collect()
}

/// Bytes of a file that the same other submissions have, with the matches that contain them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SharedStretch {
    pub(super) bytes: Range<u32>,
    /// Indexes of the regions.
    pub(super) regions: BTreeSet<usize>,
}

/// Divides a file where the set of other submissions changes. A short stretch is joined with its neighbour.
pub(super) fn stretches(shared: &[SharedRegion]) -> Vec<SharedStretch> {
    let mut bounds: Vec<(u32, bool, usize)> = Vec::with_capacity(2 * shared.len());
    for (at, SharedRegion { region, .. }) in shared.iter().enumerate() {
        if region.start_byte < region.end_byte {
            bounds.push((region.start_byte, true, at));
            bounds.push((region.end_byte, false, at));
        }
    }
    bounds.sort_unstable();
    let others = |regions: &BTreeSet<usize>| -> BTreeSet<u32> {
        regions.iter().map(|&at| shared[at].other.0).collect()
    };
    let mut stretches: Vec<SharedStretch> = Vec::new();
    let mut open: BTreeSet<usize> = BTreeSet::new();
    let mut from = 0;
    for events in bounds.chunk_by(|one, next| one.0 == next.0) {
        let here = events[0].0;
        if !open.is_empty() {
            let piece = SharedStretch { bytes: from..here, regions: open.clone() };
            let touched = stretches.last_mut().filter(|last| last.bytes.end == from);
            match touched {
                Some(last)
                    if piece.bytes.len() < MIN_STRETCH_BYTES as usize
                        || last.bytes.len() < MIN_STRETCH_BYTES as usize
                        || others(&last.regions) == others(&piece.regions) =>
                {
                    last.bytes.end = here;
                    last.regions.extend(piece.regions);
                }
                _ => stretches.push(piece),
            }
        }
        for &(_, begins, at) in events {
            if begins {
                open.insert(at);
            } else {
                open.remove(&at);
            }
        }
        from = here;
    }
    stretches
}

/// Returns the comments in a stretch that no other submission has: those that differ in every match around them.
pub(super) fn own_comments(shared: &[SharedRegion], stretch: &SharedStretch) -> Vec<(u32, u32)> {
    let regions: Vec<&SharedRegion> = stretch.regions.iter().map(|&at| &shared[at]).collect();
    let is_own = |&(start, end): &(u32, u32)| {
        let mut around =
            regions.iter().filter(|one| one.region.start_byte <= start && end <= one.region.end_byte);
        around.all(|one| one.differing_comments.binary_search(&(start, end)).is_ok())
    };
    let inside = |comment: &&(u32, u32)| stretch.bytes.start <= comment.0 && comment.1 <= stretch.bytes.end;
    let all: BTreeSet<(u32, u32)> =
        regions.iter().flat_map(|one| one.differing_comments.iter().filter(inside)).copied().collect();
    all.into_iter().filter(is_own).collect()
}

/// Another submission that has a passage or part of it.
#[derive(Debug)]
pub(super) struct SharingSubmission {
    pub(super) name: String,
    /// Link to its longest match in the passage.
    pub(super) href: String,
    /// Tokens of all its matches in the passage.
    pub(super) tokens: u32,
    pub(super) matches: u32,
}

/// Facts about a passage.
#[derive(Debug)]
pub(super) struct PassageSummary {
    pub(super) lines: RangeInclusive<u32>,
    pub(super) sharers: Vec<SharingSubmission>,
    /// Smallest and largest number of groups of the class that have a match in it.
    pub(super) groups: RangeInclusive<u32>,
    /// Largest number of archived submissions that have a match in it.
    pub(super) archived: u32,
    pub(super) layer: Layer,
}

impl PassageSummary {
    pub(super) fn new(
        frame: &Frame,
        shared: &[SharedRegion],
        stretch: &SharedStretch,
        lines: &BTreeMap<u32, u32>,
        match_parts: &MatchParts,
        id: u32,
    ) -> Self {
        let regions: Vec<&SharedRegion> = stretch.regions.iter().map(|&at| &shared[at]).collect();
        let of = |value: fn(&SharedRegion) -> u32| regions.iter().map(move |shared| value(shared));
        let line = |byte: u32| lines.get(&byte).copied();
        let first = line(stretch.bytes.start).unwrap_or(1);
        let layer = regions.first().map_or(Layer::Unknown, |shared| shared.layer);
        Self {
            lines: first..=line(stretch.bytes.end).unwrap_or(first).max(first),
            groups: of(|shared| shared.groups).min().unwrap_or(0)
                ..=of(|shared| shared.groups).max().unwrap_or(0),
            archived: of(|shared| shared.archived).max().unwrap_or(0),
            layer: if regions.iter().all(|shared| shared.layer == layer) { layer } else { Layer::Unknown },
            sharers: sharers(&frame.place, regions, match_parts, id),
        }
    }
}

/// Returns the submissions that have a passage, most of it first.
fn sharers(
    place: &PageLocation,
    mut regions: Vec<&SharedRegion>,
    match_parts: &MatchParts,
    id: u32,
) -> Vec<SharingSubmission> {
    regions.sort_by_key(|shared| (shared.other.0, Reverse(shared.tokens)));
    let mut sharers: Vec<SharingSubmission> = regions
        .chunk_by(|one, next| one.other == next.other)
        .map(|of_one| {
            let &&SharedRegion { pair, number, other: (_, name), .. } = &of_one[0];
            let (side, letter) = if pair.left == id { (0, 'l') } else { (1, 'r') };
            let fragment = format!("{letter}-{number}");
            SharingSubmission {
                name: name.to_owned(),
                href: place.in_pair(pair, &fragment, || match_parts.part(pair, number, side)),
                tokens: of_one.iter().map(|shared| shared.tokens).sum(),
                matches: of_one.len() as u32,
            }
        })
        .collect();
    sharers.sort_by_key(|sharer| Reverse(sharer.tokens));
    sharers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(start_byte: u32, end_byte: u32) -> Region {
        Region {
            path: String::new(),
            start_line: start_byte,
            end_line: end_byte - 1,
            start_byte,
            end_byte,
            file: 0,
        }
    }

    fn cut(regions: &[(u32, u32, u32)]) -> Vec<(Range<u32>, Vec<u32>)> {
        let held: Vec<Region> = regions.iter().map(|&(start, end, _)| region(start, end)).collect();
        let shared: Vec<SharedRegion> = held
            .iter()
            .zip(regions)
            .map(|(region, &(.., other))| SharedRegion {
                region,
                tokens: 10,
                groups: 2,
                archived: 0,
                layer: Layer::Renamed,
                differing_comments: &[],
                other: (other, ""),
                pair: PairId { left: 1, right: other },
                number: 1,
            })
            .collect();
        let others = |stretch: &SharedStretch| {
            let others: BTreeSet<u32> = stretch.regions.iter().map(|&at| shared[at].other.0).collect();
            others.into_iter().collect()
        };
        stretches(&shared).iter().map(|stretch| (stretch.bytes.clone(), others(stretch))).collect()
    }

    #[test]
    fn a_passage_ends_where_others_come_in_or_drop_out() {
        assert_eq!(
            cut(&[(0, 500, 2), (200, 800, 3), (900, 1000, 2)]),
            [(0..200, vec![2]), (200..500, vec![2, 3]), (500..800, vec![3]), (900..1000, vec![2])]
        );
        // Two adjacent matches with the same submission are one passage.
        assert_eq!(cut(&[(0, 300, 2), (300, 600, 2)]), [(0..600, vec![2])]);
        // A few bytes more or less do not make a passage, and no passage is lost.
        assert_eq!(cut(&[(0, 500, 2), (10, 490, 3)]), [(0..500, vec![2, 3])]);
        assert_eq!(cut(&[(0, 20, 2)]), [(0..20, vec![2])]);
    }
}
