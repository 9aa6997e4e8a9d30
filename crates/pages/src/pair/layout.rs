//! The layout of a pair: the order of its files, its parts, and the part of each match.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use chaffinch_report::{File, FileText, Match, Pair, PairId, Report, Side, Sources, Submission};

use crate::code::{
    ChainLink, Column, Layer, Passage, Stretch, differing_words, divide, heaviest_chain, outside_comments,
};
use crate::frame::{Frame, PairView};
use crate::locale::Locale;
use crate::rows::missing_text;

/// Limit of one side of a part, in bytes of HTML. Two sides, their frame and the map of the pair stay under 1 MB.
const MAX_SIDE_BYTES: u64 = 400_000;
/// Size of a row in the list of matches, with its places in the orders and its form, in bytes of HTML.
const LIST_ROW_BYTES: u64 = 1_900;

/// Both sides of a pair, divided into parts.
#[derive(Debug)]
pub struct PairLayout<'a> {
    id: PairId,
    columns: [Column<'a>; 2],
    parts: Vec<[Range<usize>; 2]>,
    /// Slots of each match on each side.
    places: Vec<[Range<usize>; 2]>,
    /// Indexes of the matches that are in the same order on both sides, in that order.
    chain: Vec<usize>,
}

impl<'a> PairLayout<'a> {
    /// Lays out a pair with its matches. Returns `None` if the report does not list both of its submissions.
    pub fn new(frame: &Frame, report: &'a Report, pair: &Pair, sources: &'a Sources) -> Option<Self> {
        let (left, right) = report.sides(pair.id)?;
        let matches = pair.matches.as_deref().unwrap_or_default();
        let aside = |passage: &Passage| {
            let found = passage.number.checked_sub(1).and_then(|at| matches.get(at as usize));
            found.map_or(0, |found| LIST_ROW_BYTES + list_row_cost(found))
        };
        let words = differing_words(pair, sources);
        let column = |side: Side, submission: &'a Submission| {
            let matches = matches_by_file(side, matches);
            let files = order_files(submission, &matches).into_iter().map(|file| {
                let Some(found) = matches.get(&file.file) else {
                    return (file, Vec::new(), text_beside(sources, submission, file));
                };
                let text = sources.text(submission.id, file.file);
                let passages = passages(frame.words, side, found, &words);
                (file, passages, text.ok_or_else(|| missing_text(sources, submission)))
            });
            Column::new(files, aside)
        };
        let mut columns = [column(Side::Left, left), column(Side::Right, right)];
        let places: Vec<[Range<usize>; 2]> = matches
            .iter()
            .map(|found| {
                Side::BOTH.map(|side| {
                    let region = side.region(found);
                    let slot = |byte| columns[side as usize].slot(region.file, byte).unwrap_or_default();
                    slot(region.start_byte)..slot(region.end_byte.saturating_sub(1)) + 1
                })
            })
            .collect();
        let links: Vec<ChainLink> = (places.iter().zip(matches))
            .map(|([left, right], found)| ChainLink {
                left: left.start,
                right: right.start,
                weight: found.tokens.into(),
            })
            .collect();
        let chain = heaviest_chain(&links);
        let anchors: Vec<[usize; 2]> = chain
            .iter()
            .flat_map(|&at| {
                let [left, right] = &places[at];
                [[left.start, right.start], [left.end, right.end]]
            })
            .collect();
        let parts = divide([columns[0].costs(), columns[1].costs()], &anchors, MAX_SIDE_BYTES);
        let mut layout = Self { id: pair.id, parts, places, chain, columns: Default::default() };
        for side in Side::BOTH {
            for passage in
                columns[side as usize].files.iter_mut().flat_map(|column_file| &mut column_file.passages)
            {
                let here = layout.part_of(side, passage.number);
                passage.href = layout.href(frame, side.other(), passage.number, here);
            }
        }
        layout.columns = columns;
        Some(layout)
    }

    /// Returns the number of parts, at least 1.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the part in which a match begins, by its fragment (`l-7`: number 7 on the left side); `None` if there is
    /// no such match.
    pub fn part_at(&self, fragment: &str) -> Option<usize> {
        let (letter, number) = fragment.split_once('-')?;
        let side = Side::BOTH.into_iter().find(|side| letter == side.letter().to_string())?;
        let number: u32 = number.parse().ok()?;
        self.places.get(number.checked_sub(1)? as usize)?;
        Some(self.part_of(side, number))
    }

    /// Returns the part in which each match begins, on the left and on the right side.
    pub fn match_parts(&self) -> Vec<[usize; 2]> {
        let numbers = 1..=self.places.len() as u32;
        numbers.map(|number| Side::BOTH.map(|side| self.part_of(side, number))).collect()
    }

    /// Returns whether both sides have a text, so that their lines can be compared.
    pub fn has_texts(&self) -> bool {
        self.columns.iter().all(|column| column.files.iter().any(|column_file| column_file.text.is_ok()))
    }

    pub(super) fn part(&self, part: usize) -> Option<&[Range<usize>; 2]> {
        self.parts.get(part.checked_sub(1)?)
    }

    pub(super) fn column(&self, side: Side) -> &Column<'a> {
        &self.columns[side as usize]
    }

    /// Returns the slots of a match on a side, by its index.
    pub(super) fn place(&self, side: Side, at: usize) -> &Range<usize> {
        &self.places[at][side as usize]
    }

    /// Returns the part, from 1, in which a match begins on a side.
    pub(super) fn part_of(&self, side: Side, number: u32) -> usize {
        let slot = self.places[number as usize - 1][side as usize].start;
        self.part_with(side, slot)
    }

    /// Returns the part, from 1, that contains a slot.
    pub(super) fn part_with(&self, side: Side, slot: usize) -> usize {
        self.parts.partition_point(|part| part[side as usize].end <= slot).min(self.parts.len() - 1) + 1
    }

    /// Returns the link to a match on a side, from a part.
    pub(super) fn href(&self, frame: &Frame, side: Side, number: u32, from: usize) -> String {
        let fragment = side.fragment(number);
        match self.part_of(side, number) {
            part if part == from => format!("#{fragment}"),
            part => format!("{}#{fragment}", frame.place.pair_part(self.id, PairView::Matches, part)),
        }
    }

    /// Returns the numbers of a part's matches that are in the same order on both sides.
    pub(super) fn chain_in(&self, part: usize) -> String {
        let numbers = self.chain.iter().map(|&at| at as u32 + 1);
        let here = numbers.filter(|&number| Side::BOTH.map(|side| self.part_of(side, number)) == [part; 2]);
        here.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// Returns an upper bound of what the list quotes of a match, in bytes of HTML. Every character may become an entity or
/// a mark.
fn list_row_cost(found: &Match) -> u64 {
    let quoted = found.evidence.iter().flatten().map(|evidence| 200 + 8 * evidence.text.len() as u64);
    let further =
        found.left_further.iter().chain(&found.right_further).map(|region| 60 + region.path.len() as u64);
    let archived = found.archived_in.iter().map(|name| 150 + name.len() as u64);
    quoted.chain(further).chain(archived).sum::<u64>() + 2 * found.left.path.len() as u64
}

/// Returns the text of a file without matches, or the key of the reason why it is not shown. Libraries are often longer
/// than all work beside them.
fn text_beside<'a>(
    sources: &'a Sources,
    submission: &Submission,
    file: &File,
) -> Result<&'a FileText<'a>, &'static str> {
    if file.is_ignored() {
        return Err("missing-ignored");
    }
    sources.text(submission.id, file.file).ok_or_else(|| missing_text(sources, submission))
}

/// Returns the numbers and matches of a side, by file.
fn matches_by_file(side: Side, matches: &[Match]) -> BTreeMap<u32, Vec<(u32, &Match)>> {
    let mut files: BTreeMap<u32, Vec<(u32, &Match)>> = BTreeMap::new();
    for (number, found) in (1..).zip(matches) {
        files.entry(side.region(found).file).or_default().push((number, found));
    }
    files
}

/// Returns the files in the order of display, so that similar code begins at the top. Files with matches come first: on
/// the left in their own order, on the right in that of the left file with which they share most. The others follow.
fn order_files<'a>(submission: &'a Submission, matches: &BTreeMap<u32, Vec<(u32, &Match)>>) -> Vec<&'a File> {
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

/// Returns one side's passages in a file, in the order of the text, numbered as in the list of matches. Their links are
/// set later.
fn passages(
    words: Locale,
    here: Side,
    matches: &[(u32, &Match)],
    differing: &[[Vec<(u32, u32)>; 2]],
) -> Vec<Passage> {
    let mut passages: Vec<Passage> = matches
        .iter()
        .map(|&(number, found)| Passage {
            start: here.region(found).start_byte,
            end: here.region(found).end_byte,
            number,
            id: here.fragment(number),
            href: String::new(),
            label: words.say("pair-match-go").number("number", number).number("tokens", found.tokens).plain(),
            layer: Layer::from_literal(found.literal.as_deref()),
            stretches: (here.pieces(found))
                .map(|(start, end, piece)| Stretch { start, end, exact: piece.exact })
                .collect(),
            own_comments: here.differing_comments(found).to_vec(),
            differing: Vec::new(),
        })
        .map(|passage| {
            let words = &differing[passage.number as usize - 1][here as usize];
            Passage { differing: outside_comments(&passage, words), ..passage }
        })
        .collect();
    passages.sort_by_key(|passage| (passage.start, passage.end));
    passages
}
