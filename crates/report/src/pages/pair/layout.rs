//! How a pair is laid out: the order of its files, its parts, and in which of them each match lies.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::code::Column;
use crate::code::chain::{self, heaviest};
use crate::code::parts;
use crate::code::{Layer, Passage, Stretch};
use crate::frame::{Frame, PairView};
use crate::locale::Locale;
use crate::model::PairId;
use crate::model::{File, Match, Pair, Region, Report, Submission};
use crate::pages::shared::sides;
use crate::source::Sources;

/// What one side of a part may cost, in bytes of HTML: two of them, their frame and the map of the pair stay under
/// 1 MB.
const SIDE: u64 = 400_000;
/// A row of the list of matches with its places in the orders and its form.
const LISTED: u64 = 1_900;

/// Which side of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Left = 0,
    Right = 1,
}

impl Which {
    pub(super) const BOTH: [Self; 2] = [Self::Left, Self::Right];

    pub(super) fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    pub(super) fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    pub(super) fn region(self, found: &Match) -> &Region {
        match self {
            Self::Left => &found.left,
            Self::Right => &found.right,
        }
    }

    /// The fragment of a match on this side.
    pub(super) fn fragment(self, number: u32) -> String {
        format!("{}-{number}", self.letter())
    }
}

/// Both sides of a pair, divided into parts.
#[derive(Debug)]
pub struct PairLayout<'a> {
    id: PairId,
    columns: [Column<'a>; 2],
    parts: Vec<[Range<usize>; 2]>,
    /// First and last slot of each match, a side.
    places: Vec<[Range<usize>; 2]>,
    /// Matches that lie in the same order on both sides: indexes, in that order.
    chain: Vec<usize>,
}

impl<'a> PairLayout<'a> {
    /// Lays out a pair with its matches; None where the report does not list both of its submissions.
    pub fn new(frame: &Frame, report: &'a Report, pair: &Pair, sources: &'a Sources) -> Option<Self> {
        let (left, right) = sides(report, pair.id)?;
        let matches = pair.matches.as_deref().unwrap_or_default();
        let aside = |passage: &Passage| {
            let found = passage.number.checked_sub(1).and_then(|at| matches.get(at as usize));
            found.map_or(0, |found| LISTED + said(found))
        };
        let column = |which: Which, submission: &'a Submission| {
            let matches = by_file(which, matches);
            let files = ordered(submission, &matches).into_iter().map(|file| {
                let text = sources.text(submission.id, file.file);
                let passages = matches
                    .get(&file.file)
                    .map_or_else(Vec::new, |found| passages(frame.words, which, found));
                (file, passages, text.ok_or_else(|| sources.why_missing(submission)))
            });
            Column::new(files, aside)
        };
        let mut columns = [column(Which::Left, left), column(Which::Right, right)];
        let places: Vec<[Range<usize>; 2]> = matches
            .iter()
            .map(|found| {
                Which::BOTH.map(|which| {
                    let region = which.region(found);
                    let slot = |byte| columns[which as usize].slot(region.file, byte).unwrap_or_default();
                    slot(region.start_byte)..slot(region.end_byte.saturating_sub(1)) + 1
                })
            })
            .collect();
        let links: Vec<chain::Link> = (places.iter().zip(matches))
            .map(|([left, right], found)| chain::Link {
                left: left.start,
                right: right.start,
                weight: found.tokens.into(),
            })
            .collect();
        let chain = heaviest(&links);
        let anchors: Vec<[usize; 2]> = chain
            .iter()
            .flat_map(|&at| {
                let [left, right] = &places[at];
                [[left.start, right.start], [left.end, right.end]]
            })
            .collect();
        let parts = parts([columns[0].costs(), columns[1].costs()], &anchors, SIDE);
        let mut layout =
            Self { id: pair.id, parts, places, chain, columns: [Column::empty(), Column::empty()] };
        for which in Which::BOTH {
            for passage in columns[which as usize].sheets.iter_mut().flat_map(|sheet| &mut sheet.passages) {
                let here = layout.part_of(which, passage.number);
                passage.href = layout.href(frame, which.other(), passage.number, here);
            }
        }
        layout.columns = columns;
        Some(layout)
    }

    /// Number of parts, 1 at least.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The part in which a match begins, by its fragment (`l-7`: number 7 on the left side). None where there is no
    /// such match.
    pub fn part_at(&self, fragment: &str) -> Option<usize> {
        let (letter, number) = fragment.split_once('-')?;
        let which = Which::BOTH.into_iter().find(|which| letter == which.letter().to_string())?;
        let number: u32 = number.parse().ok()?;
        self.places.get(number.checked_sub(1)? as usize)?;
        Some(self.part_of(which, number))
    }

    /// The part in which each match begins, on the left and on the right side.
    pub fn whereabouts(&self) -> Vec<[usize; 2]> {
        let numbers = 1..=self.places.len() as u32;
        numbers.map(|number| Which::BOTH.map(|which| self.part_of(which, number))).collect()
    }

    /// Both sides have a text, so that their lines can be compared.
    pub fn has_texts(&self) -> bool {
        self.columns.iter().all(|column| column.sheets.iter().any(|sheet| sheet.text.is_ok()))
    }

    pub(super) fn part(&self, part: usize) -> Option<&[Range<usize>; 2]> {
        self.parts.get(part.checked_sub(1)?)
    }

    pub(super) fn column(&self, which: Which) -> &Column<'a> {
        &self.columns[which as usize]
    }

    /// First slot and the one after the last of a match, by its index.
    pub(super) fn place(&self, which: Which, at: usize) -> &Range<usize> {
        &self.places[at][which as usize]
    }

    /// The part, from 1, in which a match begins on a side.
    pub(super) fn part_of(&self, which: Which, number: u32) -> usize {
        let slot = self.places[number as usize - 1][which as usize].start;
        self.part_with(which, slot)
    }

    /// The part, from 1, that has a slot.
    pub(super) fn part_with(&self, which: Which, slot: usize) -> usize {
        self.parts.partition_point(|part| part[which as usize].end <= slot).min(self.parts.len() - 1) + 1
    }

    /// Where a match begins on a side, seen from a part.
    pub(super) fn href(&self, frame: &Frame, which: Which, number: u32, from: usize) -> String {
        let fragment = which.fragment(number);
        match self.part_of(which, number) {
            part if part == from => format!("#{fragment}"),
            part => format!("{}#{fragment}", frame.place.pair_part(self.id, PairView::Matches, part)),
        }
    }

    /// Numbers of the matches of a part that lie in the same order on both sides.
    pub(super) fn chain_in(&self, part: usize) -> String {
        let numbers = self.chain.iter().map(|&at| at as u32 + 1);
        let here =
            numbers.filter(|&number| Which::BOTH.map(|which| self.part_of(which, number)) == [part; 2]);
        here.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// What the list quotes of a match, in bytes at most: every character may become an entity or a mark.
fn said(found: &Match) -> u64 {
    let quoted = found.evidence.iter().flatten().map(|evidence| 200 + 8 * evidence.text.len() as u64);
    let further =
        found.left_further.iter().chain(&found.right_further).map(|region| 60 + region.path.len() as u64);
    let archived = found.archived_in.iter().map(|name| 150 + name.len() as u64);
    quoted.chain(further).chain(archived).sum::<u64>() + 2 * found.left.path.len() as u64
}

/// Numbers and matches of a side, by the file they lie in.
fn by_file(which: Which, matches: &[Match]) -> BTreeMap<u32, Vec<(u32, &Match)>> {
    let mut files: BTreeMap<u32, Vec<(u32, &Match)>> = BTreeMap::new();
    for (number, found) in (1..).zip(matches) {
        files.entry(which.region(found).file).or_default().push((number, found));
    }
    files
}

/// Files with matches first, so that what is alike begins at the top: on the left in their own order, on the right in
/// that of the left file with which they share most. Then the others.
fn ordered<'a>(submission: &'a Submission, matches: &BTreeMap<u32, Vec<(u32, &Match)>>) -> Vec<&'a File> {
    let place = |file: &File| {
        let mut shared: BTreeMap<u32, u32> = BTreeMap::new();
        for (_, found) in matches.get(&file.file).into_iter().flatten() {
            *shared.entry(found.left.file).or_default() += found.tokens;
        }
        let most = shared.into_iter().max_by_key(|&(left, tokens)| (tokens, Reverse(left)));
        (most.is_none(), most.map(|(left, _)| left), file.file)
    };
    let mut files: Vec<&File> = submission.files.iter().collect();
    files.sort_by_cached_key(|file| place(file));
    files
}

/// What agrees of a rewritten match. One statement may have agreed with several of the other side.
fn stretches(here: Which, found: &Match) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::with_capacity(found.pieces.len());
    for piece in &found.pieces {
        let (start, end) = match here {
            Which::Left => piece.left,
            Which::Right => piece.right,
        };
        if stretches.last().is_none_or(|last| last.end <= start) {
            stretches.push(Stretch { start, end, exact: piece.exact });
        }
    }
    stretches
}

/// One side's regions in a file, in the order of the text, numbered as the pair lists them. Where their numbers lead
/// is not known yet.
fn passages(words: Locale, here: Which, matches: &[(u32, &Match)]) -> Vec<Passage> {
    let mut passages: Vec<Passage> = matches
        .iter()
        .map(|&(number, found)| Passage {
            start: here.region(found).start_byte,
            end: here.region(found).end_byte,
            number,
            id: here.fragment(number),
            href: String::new(),
            label: words.say("pair-match-go").number("number", number).number("tokens", found.tokens).plain(),
            layer: Layer::of(found.literal.as_deref()),
            stretches: stretches(here, found),
        })
        .collect();
    passages.sort_by_key(|passage| (passage.start, passage.end));
    passages
}
