//! Rewritten matches: what is listed of a copy whose loops, conditions and updates were written another way.
//!
//! Pieces are the pair's tiles and, where no tile lies, statements of equal form (`ground`). Those that follow each
//! other on both sides with little between them are joined (`chain`), and listed as one match where what they tell
//! together is enough ([`MinBits`]) and they are not fewer than what lies between them. Without that guard any two
//! short programs would look equal. Tiles that are long enough to speak for themselves stay matches of their own.
//!
//! Only what is listed changes: shares and suspicion know nothing of it. Linear in tokens and forms.

use crate::alignment::{
    chain::{Agreement, Piece, Stretch, TOKEN, between, chains},
    state::{AlignmentState, within},
    submission_data::SubmissionData,
    tiling::Tile,
};

/// Bits that joined pieces tell at least.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MinBits {
    chain: f32,
    /// A part of a chain, where long tiles cut it.
    part: f32,
}

impl MinBits {
    /// Where all that the pair shares says that one is a copy, a match has to tell how, no longer that.
    pub(crate) const FOR_SUSPECTS: Self = Self { chain: 8.0, part: 4.0 };

    /// So much that independent solutions of one task hardly ever have it in one place.
    pub(crate) const FOR_OTHERS: Self = Self { chain: 20.0, part: 8.0 };
}

/// Tokens of the shortest rewritten match, a side.
const MIN_LENGTH: u32 = 16;

/// Tiles of so many tokens are matches of their own.
const LONG: u32 = 40;

/// Pieces by which a chain grows at either end.
pub(crate) const GROWTH: usize = 64;

/// A passage of each side that agree piece by piece, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rewritten {
    /// From the first piece to the last.
    pub(crate) sides: [Stretch; 2],
    /// Tokens of the pieces on the side that has fewer.
    pub(crate) tokens: u32,
    pub(crate) pieces: Vec<Piece>,
}

impl Rewritten {
    /// The forms of what agrees, in order.
    pub(crate) fn forms(&self, left: SubmissionData<'_>) -> Vec<u32> {
        let mut forms = Vec::new();
        for piece in &self.pieces {
            match piece.agreed {
                Agreement::Form(form) => forms.push(form),
                // The rest of a statement that is only begun need not agree.
                Agreement::Tile(_) => forms.extend(
                    within(left.forms, piece.sides[0])
                        .filter(|form| piece.sides[0].start <= form.start && form.end <= piece.sides[0].end)
                        .map(|form| form.id),
                ),
            }
        }
        forms
    }
}

/// The rewritten matches of a pair, and the tiles that are no part of one.
pub(crate) fn rewritten(
    left: SubmissionData<'_>,
    right: SubmissionData<'_>,
    tiles: &[Tile],
    enough: MinBits,
) -> (Vec<Rewritten>, Vec<Tile>) {
    let mut search = Search { enough, state: AlignmentState::new(left, right, tiles) };
    let pieces = search.state.pieces(left, tiles);
    let mut found = Vec::new();
    for chain in chains(&pieces, [&search.state.costs[0], &search.state.costs[1]]) {
        search.take(chain, &mut found);
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
    state: AlignmentState,
}

impl Search {
    /// Adds to `found` what is left of a chain that tells enough.
    fn take(&mut self, mut chain: Vec<Piece>, found: &mut Vec<Rewritten>) {
        chain.retain(|piece| self.state.has(piece));
        if bits(&chain) < self.enough.part {
            return;
        }
        let chain = self.grown(&chain);
        let all = chain.chunk_by(|piece, next| self.state.nothing_between(piece, next));
        let enough: Vec<&[Piece]> = all.filter(|joined| self.is_enough(joined, self.enough.chain)).collect();
        for joined in enough {
            for part in joined.split(is_long) {
                // A statement of several forms may have been a piece of the part before, too.
                let part: Vec<Piece> = part.iter().filter(|piece| self.state.has(piece)).copied().collect();
                if self.is_enough(&part, self.enough.part) {
                    let sides = whole(&part);
                    self.state.give(sides);
                    found.push(Rewritten { sides, tokens: tokens(&part), pieces: part });
                }
            }
        }
    }

    /// Several pieces, dense and telling.
    fn is_enough(&self, pieces: &[Piece], enough: f32) -> bool {
        let tokens = tokens(pieces);
        let left_out = |side: usize| -> u64 {
            let each = pieces.windows(2).map(|two| (two[0].sides[side], two[1].sides[side]));
            each.map(|(one, next)| if one == next { 0 } else { between(one, next, &self.state.costs[side]) })
                .sum()
        };
        1 < pieces.len()
            && MIN_LENGTH <= tokens
            && enough <= bits(pieces)
            && (0..2).all(|side| left_out(side) <= TOKEN * u64::from(tokens))
    }

    /// A chain with the statements of equal form between its pieces, before and behind them.
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

/// Tokens of the pieces, each counted once, on the side that has fewer.
fn tokens(pieces: &[Piece]) -> u32 {
    let of = |side: usize| -> u32 {
        pieces
            .chunk_by(|piece, next| piece.sides[side] == next.sides[side])
            .map(|same| same[0].sides[side].tokens())
            .sum()
    };
    of(0).min(of(1))
}
