//! The pieces from which chains of rewritten matches are made: where two sides agree, inside and outside of tiles.
//!
//! Records which match owns each position, so that no position is used twice.

use crate::alignment::batch::{Sides, SubmissionData};
use crate::alignment::chain::{Agreement, BARRIER, Costs, IDLE, Piece, Stretch, TOKEN, is_behind};
use crate::alignment::tiles::Tile;
use crate::features::forms::Form;
use crate::index::kgrams::shared;

/// A form is frequent if the product of its numbers of occurrences on both sides exceeds this. It can extend a chain,
/// but not begin one.
const FREQUENT: usize = 64;

/// Number of statements per side that are searched for a chain's next piece.
const REACH: usize = 6;

/// A statement, or the part of it outside tiles, with one of its forms.
#[derive(Debug, Clone, Copy)]
struct FormOccurrence {
    form: u32,
    stretch: Stretch,
    bits: f32,
}

/// The owner of a position that is in no match.
const FREE: u32 = u32::MAX;

/// The owner of a position that is in a rewritten match.
const TAKEN: u32 = u32::MAX - 1;

/// What may agree in a pair, and which positions are taken.
pub(crate) struct AlignmentState {
    /// The owner of each position: a tile, [`FREE`] or [`TAKEN`].
    owners: [Vec<u32>; 2],
    /// Occurrences of forms, in the order of the text.
    occurrences: [Vec<FormOccurrence>; 2],
    pub(crate) costs: [Costs; 2],
}

impl AlignmentState {
    pub(crate) fn new(sides: Sides<'_>, tiles: &[Tile]) -> Self {
        let owners = sides.map(|side| vec![FREE; side.indexed.tokens as usize]);
        let mut state = Self { owners, occurrences: Default::default(), costs: sides.map(costs) };
        for (number, tile) in (0..).zip(tiles) {
            for (side, stretch) in stretches(tile).into_iter().enumerate() {
                state.owners[side][positions(stretch)].fill(number);
            }
        }
        for (side, known) in sides.into_iter().enumerate() {
            let mut last = None;
            for form in known.forms() {
                let whole = Stretch { start: form.start, end: form.end };
                let rest = match last {
                    Some((same, rest)) if same == whole => rest,
                    _ => uncovered(&state.owners[side], whole),
                };
                last = Some((whole, rest));
                if let Some(stretch) = rest {
                    let bits = form.bits * stretch.tokens() as f32 / whole.tokens() as f32;
                    state.occurrences[side].push(FormOccurrence { form: form.id, stretch, bits });
                }
            }
        }
        state
    }

    /// Returns the tiles, and the pairs of statements with an equal form that is not frequent, sorted by their
    /// stretches.
    pub(crate) fn pieces(&self, left: SubmissionData<'_>, tiles: &[Tile]) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = (0..)
            .zip(tiles)
            .map(|(number, tile)| {
                let sides = stretches(tile);
                Piece { sides, bits: bits_within(left.forms(), sides[0]), agreed: Agreement::Tile(number) }
            })
            .collect();
        let [in_left, in_right] = [0, 1].map(|side: usize| {
            let mut places: Vec<(u32, u32)> =
                self.occurrences[side].iter().zip(0..).map(|(spot, at)| (spot.form, at)).collect();
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
        let (left, right) = (self.occurrences[0][left], self.occurrences[1][right]);
        Piece {
            sides: [left.stretch, right.stretch],
            bits: left.bits.min(right.bits),
            agreed: Agreement::Form(left.form),
        }
    }

    /// Returns whether a piece is still available.
    pub(crate) fn has(&self, piece: &Piece) -> bool {
        let owner = match piece.agreed {
            Agreement::Tile(tile) => tile,
            Agreement::Form(_) => FREE,
        };
        (0..2).all(|side| self.owners[side][piece.sides[side].start as usize] == owner)
    }

    fn is_behind(&self, piece: &Piece, next: &Piece) -> bool {
        is_behind(piece, next, [&self.costs[0], &self.costs[1]])
    }

    /// Assigns positions to a rewritten match.
    pub(crate) fn give(&mut self, sides: [Stretch; 2]) {
        for (owners, stretch) in self.owners.iter_mut().zip(sides) {
            owners[positions(stretch)].fill(TAKEN);
        }
    }

    /// Returns whether `next` is close enough after `piece` and there is no other match between them. Pieces that were
    /// removed in the meantime may have changed this.
    pub(crate) fn nothing_between(&self, piece: &Piece, next: &Piece) -> bool {
        self.is_behind(piece, next)
            && (0..2).all(|side| {
                let (from, to) = (piece.sides[side].end, next.sides[side].start);
                (from..to).all(|at| self.owners[side][at as usize] == FREE)
            })
    }

    /// Returns the free pair of equal forms nearest after a piece, and before `next`.
    pub(crate) fn nearest_behind(&self, piece: &Piece, next: Option<&Piece>) -> Option<Piece> {
        let from = [0, 1].map(|side: usize| {
            let start = piece.sides[side].start;
            self.occurrences[side].partition_point(|spot| spot.stretch.start < start)
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

    /// Returns the free pair of equal forms nearest before a piece.
    pub(crate) fn nearest_before(&self, piece: &Piece) -> Option<Piece> {
        let to = [0, 1].map(|side: usize| {
            let start = piece.sides[side].start;
            self.occurrences[side].partition_point(|spot| spot.stretch.start <= start)
        });
        // A position out of range wraps around to an index that does not exist.
        let at = |steps: [usize; 2]| [0, 1].map(|side: usize| to[side].wrapping_sub(1 + steps[side]));
        self.nearest(at, |found| found.sides != piece.sides && self.is_behind(found, piece))
    }

    /// Returns the first pair that fits, by the sum of steps on both sides.
    fn nearest(&self, at: impl Fn([usize; 2]) -> [usize; 2], fits: impl Fn(&Piece) -> bool) -> Option<Piece> {
        let steps = (0..2 * REACH).flat_map(|sum| (0..=sum).map(move |left| [left, sum - left]));
        steps.filter(|steps| steps.iter().all(|&step| step < REACH)).find_map(|steps| {
            let [l, r] = at(steps);
            let (left, right) = (self.occurrences[0].get(l)?, self.occurrences[1].get(r)?);
            let found = (left.form == right.form).then(|| self.piece(l, r))?;
            (self.has(&found) && fits(&found)).then_some(found)
        })
    }
}

fn stretches(tile: &Tile) -> [Stretch; 2] {
    [tile.left, tile.right].map(|start| Stretch { start, end: start + tile.tokens })
}

fn positions(stretch: Stretch) -> std::ops::Range<usize> {
    stretch.start as usize..stretch.end as usize
}

/// Returns the part of a statement outside tiles, if it is contiguous.
fn uncovered(owners: &[u32], statement: Stretch) -> Option<Stretch> {
    let covered = |at: &u32| owners[*at as usize] != FREE;
    let start = (statement.start..statement.end).find(|at| !covered(at))?;
    let end = (start..statement.end).rev().find(|at| !covered(at))? + 1;
    (!(start..end).any(|at| covered(&at))).then_some(Stretch { start, end })
}

/// Returns the forms of statements that have tokens in a stretch.
pub(crate) fn within(forms: &[Form], stretch: Stretch) -> impl Iterator<Item = &Form> {
    let first = forms.partition_point(|form| form.end <= stretch.start);
    forms[first..].iter().take_while(move |form| form.start < stretch.end)
}

/// Returns the bits of the forms of statements in a stretch. A statement that is partly in it counts in proportion.
fn bits_within(forms: &[Form], stretch: Stretch) -> f32 {
    within(forms, stretch)
        .map(|form| {
            let tokens = form.end.min(stretch.end) - form.start.max(stretch.start);
            form.bits * tokens as f32 / (form.end - form.start) as f32
        })
        .sum()
}

fn costs(side: SubmissionData<'_>) -> Costs {
    let mut each = vec![IDLE; side.mask.len()];
    for form in side.forms() {
        each[form.start as usize..form.end as usize].fill(TOKEN);
    }
    let mut costs = Vec::with_capacity(each.len() + 1);
    let mut starts = side.indexed.files.iter().map(|file| file.start as usize).peekable();
    let mut sum = 0;
    for at in 0..=each.len() {
        while starts.next_if(|&start| start <= at).is_some() {
            sum += BARRIER;
        }
        costs.push(sum);
        if let Some(&cost) = each.get(at) {
            sum += if side.mask[at].is_some() { BARRIER } else { cost };
        }
    }
    costs
}
