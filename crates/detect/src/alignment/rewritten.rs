//! Finds rewritten matches: copied passages whose loops, conditions or assignments were written differently.
//!
//! The pieces are the pair's tiles and, outside the tiles, statements of equal form (`state`). Pieces that follow each
//! other on both sides with little between them are joined (`chain`). They are listed as one match if together they
//! have enough bits ([`MinBits`]), and if they have at least as many tokens as lie between them. Without these
//! conditions, any two short programs would look equal. Tiles that are long enough remain separate matches.
//!
//! Only the list of matches changes, not shares and suspicion. The time is linear in tokens and forms.

use crate::alignment::batch::{Sides, SubmissionData};
use crate::alignment::chain::{Agreement, Piece, Stretch, TOKEN, between, chains};
use crate::alignment::state::{AlignmentState, within};
use crate::alignment::tiles::{Tile, trimmed};

/// Least bits of joined pieces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MinBits {
    chain: f32,
    /// Least bits of a part of a chain that was cut by long tiles.
    part: f32,
}

impl MinBits {
    /// For pairs that are already suspicious. A match only has to show how the code was copied, not that it was.
    pub(crate) const FOR_SUSPECTS: Self = Self { chain: 8.0, part: 4.0 };

    /// For other pairs: so many bits that independent solutions of one task almost never have them in one place.
    pub(crate) const FOR_OTHERS: Self = Self { chain: 20.0, part: 8.0 };
}

/// Least tokens of a rewritten match on each side, if matches may be shorter.
const MIN_LENGTH: u32 = 16;

/// Tiles of at least this many tokens are separate matches.
const LONG: u32 = 40;

/// Most pieces by which a chain can grow at either end.
pub(crate) const GROWTH: usize = 64;

/// A passage on each side; the two agree piece by piece, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rewritten {
    /// From the first piece to the last.
    pub(crate) sides: [Stretch; 2],
    /// Number of tokens in the pieces, on the side that has fewer.
    pub(crate) tokens: u32,
    pub(crate) pieces: Vec<Piece>,
}

impl Rewritten {
    /// Returns the forms that both sides have in the pieces, in order.
    pub(crate) fn forms(&self, [left, right]: Sides<'_>) -> Vec<u32> {
        let mut forms = Vec::new();
        for piece in &self.pieces {
            match piece.agreed {
                Agreement::Form(form) => forms.push(form),
                // A form depends on the code around it, so equal tokens may have a form on one side only.
                Agreement::Tile(_) => {
                    let mut theirs: Vec<_> = forms_inside(right, piece.sides[1]).collect();
                    theirs.sort_unstable();
                    let ours = forms_inside(left, piece.sides[0]);
                    forms
                        .extend(ours.filter(|form| theirs.binary_search(form).is_ok()).map(|(_, form)| form));
                }
            }
        }
        forms
    }

    /// Returns the ids of the k-grams in the tiles, in order.
    pub(crate) fn kgrams(&self, left: SubmissionData<'_>) -> Vec<u32> {
        let tiles = self.pieces.iter().filter(|piece| matches!(piece.agreed, Agreement::Tile(_)));
        tiles.flat_map(|tile| left.kgrams_of(tile.sides[0].start, tile.sides[0].tokens())).copied().collect()
    }
}

/// Returns the forms of statements that lie completely in a stretch, each with the offset of its statement. The rest of
/// a statement that is only partly in a tile may differ.
fn forms_inside(side: SubmissionData<'_>, stretch: Stretch) -> impl Iterator<Item = (u32, u32)> {
    within(side.forms(), stretch)
        .filter(move |form| stretch.start <= form.start && form.end <= stretch.end)
        .map(move |form| (form.start - stretch.start, form.id))
}

/// Returns the rewritten matches of a pair, and the tiles that are not part of one.
pub(crate) fn rewritten(sides: Sides<'_>, tiles: &[Tile], enough: MinBits) -> (Vec<Rewritten>, Vec<Tile>) {
    let min_tokens = MIN_LENGTH.max(sides[0].min_match());
    let mut search = Search { enough, min_tokens, state: AlignmentState::new(sides, tiles) };
    let pieces = search.state.pieces(sides[0], tiles);
    let mut found = Vec::new();
    for chain in chains(&pieces, [&search.state.costs[0], &search.state.costs[1]]) {
        search.take(chain, sides, &mut found);
    }
    let mut is_joined = vec![false; tiles.len()];
    for piece in found.iter().flat_map(|found: &Rewritten| &found.pieces) {
        if let Agreement::Tile(tile) = piece.agreed {
            is_joined[tile as usize] = true;
        }
    }
    let alone = tiles.iter().zip(is_joined).filter(|(_, joined)| !joined).map(|(tile, _)| *tile).collect();
    (found, alone)
}

struct Search {
    enough: MinBits,
    /// Least tokens of a rewritten match on each side.
    min_tokens: u32,
    state: AlignmentState,
}

impl Search {
    /// Adds those parts of a chain to `found` that are still free and have enough bits.
    fn take(&mut self, mut chain: Vec<Piece>, sides: Sides<'_>, found: &mut Vec<Rewritten>) {
        chain.retain(|piece| self.state.has(piece));
        if bits(&chain) < self.enough.part {
            return;
        }
        let chain = self.grown(&chain);
        let all = chain.chunk_by(|piece, next| self.state.nothing_between(piece, next));
        let enough: Vec<&[Piece]> = all.filter(|joined| self.is_enough(joined, self.enough.chain)).collect();
        for joined in enough {
            for part in joined.split(is_long) {
                // A statement with several forms may already be a piece of the part before.
                let part: Vec<Piece> = part.iter().filter(|piece| self.state.has(piece)).copied().collect();
                if self.is_enough(&part, self.enough.part) {
                    self.state.give(whole(&part));
                    let part = trim_ends(part, sides);
                    let sides = whole(&part);
                    found.push(Rewritten { sides, tokens: tokens(&part), pieces: part });
                }
            }
        }
    }

    /// Returns whether there are several pieces, with little between them and enough bits.
    fn is_enough(&self, pieces: &[Piece], enough: f32) -> bool {
        let tokens = tokens(pieces);
        let left_out = |side: usize| -> u64 {
            let each = pieces.windows(2).map(|two| (two[0].sides[side], two[1].sides[side]));
            each.map(|(one, next)| if one == next { 0 } else { between(one, next, &self.state.costs[side]) })
                .sum()
        };
        pieces.len() > 1
            && self.min_tokens <= tokens
            && enough <= bits(pieces)
            && (0..2).all(|side| left_out(side) <= TOKEN * u64::from(tokens))
    }

    /// Returns a chain extended by statements of equal form between its pieces, and before and after them.
    fn grown(&self, chain: &[Piece]) -> Vec<Piece> {
        let mut before: Vec<Piece> = Vec::new();
        while before.len() < GROWTH {
            let first = before.last().unwrap_or(&chain[0]);
            let Some(next) = self.state.nearest_before(first) else { break };
            before.push(next);
        }
        before.reverse();
        let mut grown = before;
        for (at, piece) in chain.iter().enumerate() {
            grown.push(*piece);
            let next = chain.get(at + 1);
            for _ in 0..GROWTH {
                let last = grown.last().expect("a piece was pushed");
                let Some(between) = self.state.nearest_behind(last, next) else { break };
                grown.push(between);
            }
        }
        grown
    }
}

/// Lets the tiles at the ends of a rewritten match begin and end at statements.
fn trim_ends(mut pieces: Vec<Piece>, sides: Sides<'_>) -> Vec<Piece> {
    let trim = |piece: &Piece| {
        let [here, there] = piece.sides;
        let tile = Tile { left: here.start, right: there.start, tokens: here.tokens() };
        let Tile { left, right, tokens } = trimmed(sides, tile);
        [left, right].map(|start| Stretch { start, end: start + tokens })
    };
    let is_tile = |piece: &&mut Piece| matches!(piece.agreed, Agreement::Tile(_));
    if let Some(first) = pieces.first_mut().filter(is_tile) {
        let inner = trim(first);
        for (stretch, inner) in first.sides.iter_mut().zip(inner) {
            stretch.start = inner.start;
        }
    }
    if let Some(last) = pieces.last_mut().filter(is_tile) {
        let inner = trim(last);
        for (stretch, inner) in last.sides.iter_mut().zip(inner) {
            stretch.end = inner.end;
        }
    }
    pieces
}

fn is_long(piece: &Piece) -> bool {
    matches!(piece.agreed, Agreement::Tile(_)) && LONG <= piece.sides[0].tokens()
}

fn whole(pieces: &[Piece]) -> [Stretch; 2] {
    let (first, last) = (&pieces[0], &pieces[pieces.len() - 1]);
    [0, 1].map(|side: usize| Stretch { start: first.sides[side].start, end: last.sides[side].end })
}

fn bits(pieces: &[Piece]) -> f32 {
    pieces.iter().map(|piece| piece.bits).sum()
}

/// Returns the number of tokens in the pieces, each counted once, on the side that has fewer.
fn tokens(pieces: &[Piece]) -> u32 {
    let of = |side: usize| -> u32 {
        pieces
            .chunk_by(|piece, next| piece.sides[side] == next.sides[side])
            .map(|same| same[0].sides[side].tokens())
            .sum()
    };
    of(0).min(of(1))
}
