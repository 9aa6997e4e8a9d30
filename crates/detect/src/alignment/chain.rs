//! Pieces on which two sides agree, joined in order: chains of pieces with little between them.
//!
//! Knows positions and bits; neither tokens nor forms. Linear in pieces: each looks back at [`LOOK_BACK`] others.

/// What lies between two pieces of a chain costs at most this much a side (40 tokens that do something).
const GAP: u64 = 40 * TOKEN;

/// What a token between two pieces costs.
pub(crate) const TOKEN: u64 = 4;

/// What a token of a statement without forms costs: it does nothing, or closes a block.
pub(crate) const IDLE: u64 = 1;

/// What nothing bridges: a masked token, the beginning of a file.
pub(crate) const BARRIER: u64 = 1 << 20;

/// Earlier pieces that a piece is tried behind.
const LOOK_BACK: usize = 64;

/// Positions of one side, end excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stretch {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Stretch {
    pub(crate) fn tokens(self) -> u32 {
        self.end - self.start
    }
}

/// A stretch of each side, which agree. On either side two pieces have disjoint stretches or the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub(crate) sides: [Stretch; 2],
    pub(crate) bits: f32,
    pub(crate) agreed: Agreement,
}

/// In what a piece's stretches agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// Token by token: the number of the tile.
    Tile(u32),
    /// Statements, or what tiles leave of them, that have this form.
    Form(u32),
}

/// What it costs to leave positions out: costs of all tokens before each, with the wall at it if a file begins there.
pub(crate) type Costs = Vec<u64>;

/// Whether `next` comes behind `piece` on both sides, and not too far.
pub(crate) fn is_behind(piece: &Piece, next: &Piece, costs: [&Costs; 2]) -> bool {
    (0..2).all(|side| {
        let (one, other) = (piece.sides[side], next.sides[side]);
        // One statement with two forms may stand for two statements of the other side.
        one == other || (one.end <= other.start && between(one, other, costs[side]) <= GAP)
    })
}

/// What lies between two stretches, the first being before the second.
pub(crate) fn between(one: Stretch, other: Stretch, costs: &Costs) -> u64 {
    let last = one.end as usize - 1;
    // The walls at `last` and the cost of its own token belong to the stretch.
    let within = costs[last + 1].min(costs[last] + TOKEN);
    costs[other.start as usize].saturating_sub(within)
}

/// Chains that are worth most first. Every piece is in one chain; `pieces` are sorted by their stretches.
pub(crate) fn chains(pieces: &[Piece], costs: [&Costs; 2]) -> Vec<Vec<Piece>> {
    let mut best: Vec<(f32, Option<usize>)> = Vec::with_capacity(pieces.len());
    for (at, piece) in pieces.iter().enumerate() {
        let (mut most, mut before) = (0.0, None);
        for earlier in (at.saturating_sub(LOOK_BACK)..at).rev() {
            let (worth, _): (f32, _) = best[earlier];
            // The nearest of equals.
            if most < worth && is_behind(&pieces[earlier], piece, costs) {
                (most, before) = (worth, Some(earlier));
            }
        }
        best.push((most + piece.bits, before));
    }
    let mut ends: Vec<usize> = (0..pieces.len()).collect();
    ends.sort_by(|&a, &b| best[b].0.total_cmp(&best[a].0).then(a.cmp(&b)));
    let mut is_taken = vec![false; pieces.len()];
    let mut chains = Vec::new();
    for end in ends {
        let mut chain = Vec::new();
        let mut next = Some(end);
        while let Some(at) = next.filter(|&at| !is_taken[at]) {
            is_taken[at] = true;
            chain.push(pieces[at]);
            next = best[at].1;
        }
        if !chain.is_empty() {
            chain.reverse();
            chains.push(chain);
        }
    }
    chains
}
