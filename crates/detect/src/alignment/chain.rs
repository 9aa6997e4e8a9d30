//! Chains: pieces on which two sides agree, joined in order, with little between them.
//!
//! Works on positions and bits only, not on tokens or forms. It takes linear time, as each piece is compared with at
//! most [`LOOK_BACK`] earlier ones.

/// Highest cost of what lies between two pieces of a chain, per side (40 tokens with an effect).
const GAP: u64 = 40 * TOKEN;

/// Cost of a token between two pieces.
pub(crate) const TOKEN: u64 = 4;

/// Cost of a token in a statement without forms, which has no effect or only closes a block.
pub(crate) const IDLE: u64 = 1;

/// Cost that no chain can bridge: a masked token, or the beginning of a file.
pub(crate) const BARRIER: u64 = 1 << 20;

/// Number of earlier pieces that are tried as the predecessor of a piece.
const LOOK_BACK: usize = 64;

/// Positions on one side, end excluded.
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

/// A stretch of each side; the two agree. On either side, two pieces have disjoint stretches or the same one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub(crate) sides: [Stretch; 2],
    pub(crate) bits: f32,
    pub(crate) agreed: Agreement,
}

/// How a piece's stretches agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// Token by token, as the tile with this number.
    Tile(u32),
    /// As statements, or the parts of them outside tiles, that have this form.
    Form(u32),
}

/// Cumulative costs of leaving positions out. Each entry is the cost of all tokens before a position, and includes
/// [`BARRIER`] if a file begins there.
pub(crate) type Costs = Vec<u64>;

/// Returns whether `next` comes after `piece` on both sides, and close enough to it.
pub(crate) fn is_behind(piece: &Piece, next: &Piece, costs: [&Costs; 2]) -> bool {
    (0..2).all(|side| {
        let (one, other) = (piece.sides[side], next.sides[side]);
        // A statement with two forms may stand for two statements of the other side.
        one == other || (one.end <= other.start && between(one, other, costs[side]) <= GAP)
    })
}

/// Returns the cost of what lies between two stretches, of which the first comes before the second.
pub(crate) fn between(one: Stretch, other: Stretch, costs: &Costs) -> u64 {
    let last = one.end as usize - 1;
    // Barriers at `last` and the cost of its own token belong to the stretch.
    let within = costs[last + 1].min(costs[last] + TOKEN);
    costs[other.start as usize].saturating_sub(within)
}

/// Returns chains, those with the most bits first. Every piece is in one chain. `pieces` must be sorted by their
/// stretches.
pub(crate) fn chains(pieces: &[Piece], costs: [&Costs; 2]) -> Vec<Vec<Piece>> {
    let mut best: Vec<(f32, Option<usize>)> = Vec::with_capacity(pieces.len());
    for (at, piece) in pieces.iter().enumerate() {
        let (mut most, mut before) = (0.0, None);
        for earlier in (at.saturating_sub(LOOK_BACK)..at).rev() {
            let (worth, _): (f32, _) = best[earlier];
            // Of equal chains, take the nearest.
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
