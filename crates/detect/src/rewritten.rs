//! Rewritten matches: what is listed of a copy whose loops, conditions and updates were written another way.
//!
//! Pieces are the pair's tiles and, where no tile lies, statements of equal form (`forms`). Those that follow each
//! other on both sides with little between them are joined (`chain`), and listed as one match where what they tell
//! together is enough ([`Enough`]) and they are not fewer than what lies between them. Without that guard any two
//! short programs would look equal. Tiles that are long enough to speak for themselves stay matches of their own.
//!
//! Only what is listed changes: shares and suspicion know nothing of it. Linear in tokens and forms.

use crate::{
    chain::{Agreed, Costs, IDLE, Piece, Stretch, TOKEN, WALL, between, chains, is_behind},
    figures::Known,
    forms::Form,
    runs::shared,
    tiling::Tile,
};

/// Bits that joined pieces tell at least.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Enough {
    chain: f32,
    /// A part of a chain, where long tiles cut it.
    part: f32,
}

impl Enough {
    /// Where all that the pair shares says that one is a copy, a match has to tell how, no longer that.
    pub(crate) const OF_SUSPECTS: Self = Self { chain: 8.0, part: 4.0 };

    /// So much that independent solutions of one task hardly ever have it in one place.
    pub(crate) const OF_OTHERS: Self = Self { chain: 20.0, part: 8.0 };
}

/// Tokens of the shortest rewritten match, a side.
const SHORTEST: u32 = 16;

/// Tiles of so many tokens are matches of their own.
const LONG: u32 = 40;

/// A form whose occurrences on both sides multiply to more than this joins chains and begins none.
const FREQUENT: usize = 64;

/// Statements a side among which a chain's next piece is looked for.
const REACH: usize = 6;

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
    pub(crate) fn forms(&self, left: Known<'_>) -> Vec<u32> {
        let mut forms = Vec::new();
        for piece in &self.pieces {
            match piece.agreed {
                Agreed::Form(form) => forms.push(form),
                // The rest of a statement that is only begun need not agree.
                Agreed::Tile(_) => forms.extend(
                    within(left.forms, piece.sides[0])
                        .filter(|form| piece.sides[0].start <= form.start && form.end <= piece.sides[0].end)
                        .map(|form| form.id),
                ),
            }
        }
        forms
    }
}

/// A statement, or what tiles leave of it, under one of its forms.
#[derive(Debug, Clone, Copy)]
struct Spot {
    form: u32,
    stretch: Stretch,
    bits: f32,
}

/// The owner of a position that no match has.
const FREE: u32 = u32::MAX;

/// The owner of a position that a rewritten match has.
const TAKEN: u32 = u32::MAX - 1;

/// The rewritten matches of a pair, and the tiles that are no part of one.
pub(crate) fn rewritten(
    left: Known<'_>,
    right: Known<'_>,
    tiles: &[Tile],
    enough: Enough,
) -> (Vec<Rewritten>, Vec<Tile>) {
    let mut search = Search::new(left, right, tiles, enough);
    let pieces = search.pieces(left, tiles);
    let mut found = Vec::new();
    for chain in chains(&pieces, [&search.costs[0], &search.costs[1]]) {
        search.take(chain, &mut found);
    }
    let mut is_joined = vec![false; tiles.len()];
    for piece in found.iter().flat_map(|found: &Rewritten| &found.pieces) {
        if let Agreed::Tile(tile) = piece.agreed {
            is_joined[tile as usize] = true;
        }
    }
    let alone = tiles.iter().zip(is_joined).filter(|(_, joined)| !joined).map(|(tile, _)| *tile).collect();
    (found, alone)
}

struct Search {
    enough: Enough,
    /// Which tile has each position.
    owners: [Vec<u32>; 2],
    /// In the order of the text.
    spots: [Vec<Spot>; 2],
    costs: [Costs; 2],
}

impl Search {
    fn new(left: Known<'_>, right: Known<'_>, tiles: &[Tile], enough: Enough) -> Self {
        let owners = [left, right].map(|side| vec![FREE; side.indexed.tokens() as usize]);
        let mut search =
            Self { enough, owners, spots: [Vec::new(), Vec::new()], costs: [costs(left), costs(right)] };
        for (number, tile) in (0..).zip(tiles) {
            for (side, stretch) in stretches(tile).into_iter().enumerate() {
                search.owners[side][positions(stretch)].fill(number);
            }
        }
        for (side, known) in [left, right].into_iter().enumerate() {
            let mut last = None;
            for form in known.forms {
                let whole = Stretch { start: form.start, end: form.end };
                let rest = match last {
                    Some((same, rest)) if same == whole => rest,
                    _ => uncovered(&search.owners[side], whole),
                };
                last = Some((whole, rest));
                if let Some(stretch) = rest {
                    let bits = form.bits * stretch.tokens() as f32 / whole.tokens() as f32;
                    search.spots[side].push(Spot { form: form.id, stretch, bits });
                }
            }
        }
        search
    }

    /// Tiles, and statements of equal form that is not frequent; by their stretches.
    fn pieces(&self, left: Known<'_>, tiles: &[Tile]) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = (0..)
            .zip(tiles)
            .map(|(number, tile)| {
                let sides = stretches(tile);
                Piece { sides, bits: bits_within(left.forms, sides[0]), agreed: Agreed::Tile(number) }
            })
            .collect();
        let [in_left, in_right] = [0, 1].map(|side: usize| {
            let mut places: Vec<(u32, u32)> =
                self.spots[side].iter().zip(0..).map(|(spot, at)| (spot.form, at)).collect();
            places.sort_unstable();
            places
        });
        shared(&in_left, &in_right, |_, in_left, in_right| {
            if in_left.len() * in_right.len() <= FREQUENT {
                for &(_, l) in in_left {
                    pieces.extend(in_right.iter().map(|&(_, r)| self.piece(l as usize, r as usize)));
                }
            }
        });
        pieces.sort_by_key(|piece| piece.sides);
        pieces
    }

    fn piece(&self, left: usize, right: usize) -> Piece {
        let (left, right) = (self.spots[0][left], self.spots[1][right]);
        Piece {
            sides: [left.stretch, right.stretch],
            bits: left.bits.min(right.bits),
            agreed: Agreed::Form(left.form),
        }
    }

    /// Whether a piece is still to be had.
    fn has(&self, piece: &Piece) -> bool {
        let owner = match piece.agreed {
            Agreed::Tile(tile) => tile,
            Agreed::Form(_) => FREE,
        };
        (0..2).all(|side| self.owners[side][piece.sides[side].start as usize] == owner)
    }

    fn is_behind(&self, piece: &Piece, next: &Piece) -> bool {
        is_behind(piece, next, [&self.costs[0], &self.costs[1]])
    }

    /// Adds to `found` what is left of a chain that tells enough.
    fn take(&mut self, mut chain: Vec<Piece>, found: &mut Vec<Rewritten>) {
        chain.retain(|piece| self.has(piece));
        if bits(&chain) < self.enough.part {
            return;
        }
        let chain = self.grown(&chain);
        let all = chain.chunk_by(|piece, next| self.nothing_between(piece, next));
        let enough: Vec<&[Piece]> = all.filter(|joined| self.is_enough(joined, self.enough.chain)).collect();
        for joined in enough {
            let parts = joined.split(is_long);
            let enough: Vec<_> = parts.filter(|part| self.is_enough(part, self.enough.part)).collect();
            for part in enough {
                let sides = whole(part);
                for (owners, stretch) in self.owners.iter_mut().zip(sides) {
                    owners[positions(stretch)].fill(TAKEN);
                }
                found.push(Rewritten { sides, tokens: tokens(part), pieces: part.to_vec() });
            }
        }
    }

    /// No position of another match, and an order that is still one after pieces have gone.
    fn nothing_between(&self, piece: &Piece, next: &Piece) -> bool {
        self.is_behind(piece, next)
            && (0..2).all(|side| {
                let (from, to) = (piece.sides[side].end, next.sides[side].start);
                (from..to).all(|at| self.owners[side][at as usize] == FREE)
            })
    }

    /// Several pieces, dense and telling.
    fn is_enough(&self, pieces: &[Piece], enough: f32) -> bool {
        let tokens = tokens(pieces);
        let left_out = |side: usize| -> u64 {
            let each = pieces.windows(2).map(|two| (two[0].sides[side], two[1].sides[side]));
            each.map(|(one, next)| if one == next { 0 } else { between(one, next, &self.costs[side]) }).sum()
        };
        1 < pieces.len()
            && SHORTEST <= tokens
            && enough <= bits(pieces)
            && (0..2).all(|side| left_out(side) <= TOKEN * u64::from(tokens))
    }

    /// A chain with the statements of equal form between its pieces, before and behind them.
    fn grown(&self, chain: &[Piece]) -> Vec<Piece> {
        let mut before: Vec<Piece> = Vec::new();
        while before.len() < GROWTH {
            let first = before.last().unwrap_or(&chain[0]);
            let Some(next) = self.nearest_before(first) else { break };
            before.push(next);
        }
        before.reverse();
        let mut grown = before;
        for (at, piece) in chain.iter().enumerate() {
            grown.push(*piece);
            let next = chain.get(at + 1);
            for _ in 0..GROWTH {
                let last = grown.last().expect("a piece was pushed");
                let Some(between) = self.nearest_behind(last, next) else { break };
                grown.push(between);
            }
        }
        grown
    }

    /// The free pair of equal forms closest behind a piece, before `next`.
    fn nearest_behind(&self, piece: &Piece, next: Option<&Piece>) -> Option<Piece> {
        let from = [0, 1].map(|side: usize| {
            let start = piece.sides[side].start;
            self.spots[side].partition_point(|spot| spot.stretch.start < start)
        });
        self.nearest(
            |steps| [from[0] + steps[0], from[1] + steps[1]],
            |found| {
                found.sides != piece.sides
                    && self.is_behind(piece, found)
                    && next.is_none_or(|next| found.sides != next.sides && self.is_behind(found, next))
            },
        )
    }

    /// The free pair of equal forms closest before a piece.
    fn nearest_before(&self, piece: &Piece) -> Option<Piece> {
        let to = [0, 1].map(|side: usize| {
            let start = piece.sides[side].start;
            self.spots[side].partition_point(|spot| spot.stretch.start <= start)
        });
        // Out of range wraps to an index that no spot has.
        let at = |steps: [usize; 2]| [0, 1].map(|side: usize| to[side].wrapping_sub(1 + steps[side]));
        self.nearest(at, |found| found.sides != piece.sides && self.is_behind(found, piece))
    }

    /// The first by steps of both sides together.
    fn nearest(&self, at: impl Fn([usize; 2]) -> [usize; 2], fits: impl Fn(&Piece) -> bool) -> Option<Piece> {
        let steps = (0..2 * REACH).flat_map(|sum| (0..=sum).map(move |left| [left, sum - left]));
        steps.filter(|steps| steps.iter().all(|&step| step < REACH)).find_map(|steps| {
            let [l, r] = at(steps);
            let (left, right) = (self.spots[0].get(l)?, self.spots[1].get(r)?);
            let found = (left.form == right.form).then(|| self.piece(l, r))?;
            (self.has(&found) && fits(&found)).then_some(found)
        })
    }
}

fn is_long(piece: &Piece) -> bool {
    matches!(piece.agreed, Agreed::Tile(_)) && LONG <= piece.sides[0].tokens()
}

fn stretches(tile: &Tile) -> [Stretch; 2] {
    [tile.left, tile.right].map(|start| Stretch { start, end: start + tile.tokens })
}

fn positions(stretch: Stretch) -> std::ops::Range<usize> {
    stretch.start as usize..stretch.end as usize
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

/// What tiles leave of a statement, if it is in one piece.
fn uncovered(owners: &[u32], statement: Stretch) -> Option<Stretch> {
    let covered = |at: &u32| owners[*at as usize] != FREE;
    let start = (statement.start..statement.end).find(|at| !covered(at))?;
    let end = (start..statement.end).rev().find(|at| !covered(at))? + 1;
    (!(start..end).any(|at| covered(&at))).then_some(Stretch { start, end })
}

/// The forms of statements that a stretch has tokens of.
fn within(forms: &[Form], stretch: Stretch) -> impl Iterator<Item = &Form> {
    let first = forms.partition_point(|form| form.end <= stretch.start);
    forms[first..].iter().take_while(move |form| form.start < stretch.end)
}

/// What the forms of statements in a stretch tell; of a statement that is partly in it, a part.
fn bits_within(forms: &[Form], stretch: Stretch) -> f32 {
    within(forms, stretch)
        .map(|form| {
            let tokens = form.end.min(stretch.end) - form.start.max(stretch.start);
            form.bits * tokens as f32 / (form.end - form.start) as f32
        })
        .sum()
}

fn costs(side: Known<'_>) -> Costs {
    let mut each = vec![IDLE; side.mask.len()];
    for form in side.forms {
        each[form.start as usize..form.end as usize].fill(TOKEN);
    }
    let mut costs = Vec::with_capacity(each.len() + 1);
    let mut starts = side.indexed.files.iter().map(|file| file.start as usize).peekable();
    let mut sum = 0;
    for at in 0..=each.len() {
        while starts.next_if(|&start| start <= at).is_some() {
            sum += WALL;
        }
        costs.push(sum);
        if let Some(&cost) = each.get(at) {
            sum += if side.mask[at].is_some() { WALL } else { cost };
        }
    }
    costs
}
