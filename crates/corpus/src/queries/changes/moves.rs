//! Matches documents whose name is gone with documents of a new name in the next sweep that resemble them.
//!
//! Copies that were folded to one representative are treated as one document: a sweep loses or gains it once.

use std::cmp::Ordering;

use crate::error::{Error, Result};
use crate::queries::index::Index;

/// A document that the next sweep lacks, or that the sweep before lacked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact {
    pub(super) representative: u32,
    pub(super) sweep: u16,
    /// Whether the sweep gained the document; otherwise the next sweep lost it.
    pub(super) is_new: bool,
    /// The first document with this fact.
    pub(super) document: u32,
    /// The document of the other kind that resembles it most, and how much.
    pub(super) like: Option<(u32, f64)>,
}

impl Fact {
    fn key(&self) -> (u32, u16, bool, u32) {
        (self.representative, self.sweep, self.is_new, self.document)
    }
}

/// Documents that were lost or gained.
pub(super) struct Moves(Vec<Fact>);

impl Moves {
    /// Compares what was lost with what is new in the next sweep.
    pub(super) fn new(index: &Index, mut facts: Vec<Fact>, threshold: f64) -> Result<Self> {
        let floor = index.run.floor();
        if threshold < floor {
            return Err(Error::Floor { floor, threshold });
        }
        facts.sort_unstable_by_key(Fact::key);
        facts.dedup_by_key(|fact| (fact.representative, fact.sweep, fact.is_new));
        let mut moves = Self(facts);
        let mut has = vec![0_u64; index.documents() as usize / 64 + 1];
        for fact in &moves.0 {
            has[fact.representative as usize / 64] |= 1 << (fact.representative % 64);
        }
        let mut at = 0;
        while let Some(fact) = moves.0.get(at) {
            let representative = fact.representative;
            let slice = moves.of(representative);
            at = slice.1;
            moves.join(slice, slice, 1.0);
        }
        let sizes = index.run.sizes()?;
        let is_told = |document: u32| {
            has.get(document as usize / 64).is_some_and(|bits| bits >> (document % 64) & 1 == 1)
        };
        index.run.each_counted(|left, right, shared| {
            if !is_told(left) || !is_told(right) {
                return Ok(());
            }
            let resemblance = sizes.overlap(left, right, shared).resemblance();
            if let Some(share) = resemblance.filter(|share| share.is_at_least(threshold)) {
                let (left, right) = (moves.of(left), moves.of(right));
                moves.join(left, right, share.value());
                moves.join(right, left, share.value());
            }
            Ok(())
        })?;
        Ok(moves)
    }

    /// Returns the range of facts of a representative.
    fn of(&self, representative: u32) -> (usize, usize) {
        let start = self.0.partition_point(|fact| fact.representative < representative);
        let length = self.0[start..].partition_point(|fact| fact.representative == representative);
        (start, start + length)
    }

    /// Matches documents lost in the first range with those gained in the second.
    fn join(&mut self, lost: (usize, usize), gained: (usize, usize), resemblance: f64) {
        for at in lost.0..lost.1 {
            let fact = self.0[at];
            let wanted = (fact.sweep + 1, true);
            let among = &self.0[gained.0..gained.1];
            if let (false, Ok(other)) =
                (fact.is_new, among.binary_search_by_key(&wanted, |other| (other.sweep, other.is_new)))
            {
                let other = gained.0 + other;
                let (from, to) = (fact.document, self.0[other].document);
                self.0[at].take(to, resemblance);
                self.0[other].take(from, resemblance);
            }
        }
    }

    /// Returns what is known of a representative in a sweep.
    pub(super) fn find(&self, representative: u32, sweep: u16, is_new: bool) -> Option<&Fact> {
        let key = (representative, sweep, is_new);
        let at = self.0.binary_search_by_key(&key, |fact| (fact.representative, fact.sweep, fact.is_new));
        at.ok().map(|at| &self.0[at])
    }
}

impl Fact {
    /// Keeps the best match; of equally good ones, the first.
    fn take(&mut self, document: u32, resemblance: f64) {
        let is_better = |(other, best): (u32, f64)| {
            resemblance.total_cmp(&best).then(other.cmp(&document)) == Ordering::Greater
        };
        if self.like.is_none_or(is_better) {
            self.like = Some((document, resemblance));
        }
    }
}
