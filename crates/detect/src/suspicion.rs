//! The number that ranks pairs: evidence in bits, discounted by how little of the programs it is.
//!
//! A shared k-gram counts by how improbable it is that an unrelated submission of this batch has it: with n other
//! submissions of which o have it too, `log2((n + 1) / (o + 1/2))` bits. Each distinct k-gram counts once a pair,
//! and as k-grams overlap, a token is in k of them, the sum is divided by k. That is the *evidence* E. The
//! *share* is E over the evidence that a whole side could give, between the smaller side (a small program inside
//! a large one) and the larger (two fragments of one idiom): `E / (small^(3/4) * large^(1/4))`. Then
//!
//! `suspicion = E * share^(5/2)`
//!
//! The exponents come from labelled corpora (`docs/detection.md`): the rank is that of
//! `share * E^(2/5)`.

use crate::live::{Live, Postings};

/// Evidence by k-gram id, and what each submission could give at most.
pub(crate) struct Rarity {
    /// Bits of each id, already divided by k.
    bits: Vec<f32>,
    /// The sum over a submission's distinct ids.
    whole: Vec<f64>,
}

impl Rarity {
    /// Counts who has what; `k_of` gives the k of an id's scheme.
    pub(crate) fn new(live: &[Live<'_>], holders: &Postings, k_of: &[u16]) -> Self {
        let others = live.len().saturating_sub(2) as f64;
        let bits: Vec<f32> = (0_u32..)
            .zip(k_of)
            .map(|(id, &k)| {
                let having = holders.of(id).len().saturating_sub(2) as f64;
                (((others + 1.0) / (having + 0.5)).log2() / f64::from(k)) as f32
            })
            .collect();
        let sum = |live: &Live<'_>| live.distinct().iter().map(|&id| f64::from(bits[id as usize])).sum();
        let whole = live.iter().map(sum).collect();
        Self { bits, whole }
    }

    /// Bits of one id, for weighing neighbours; at least 1 so that every shared k-gram is seen.
    pub(crate) fn weight(&self, id: u32) -> u32 {
        ((self.bits[id as usize] * 1024.0) as u32).max(1)
    }

    /// The suspicion of one submission with each of `others`, from the exact sets of unmasked k-grams.
    ///
    /// `seen` is a bit for each id, all clear before and after. Looking ids up in it replaces a merge of two lists
    /// for each pair, and a bit an id stays in the processor's cache where a list of sums would not.
    pub(crate) fn suspicions(
        &self,
        live: &[Live<'_>],
        left: u32,
        others: impl Iterator<Item = u32>,
        seen: &mut [u64],
    ) -> Vec<f64> {
        let place = |id: u32| (id as usize / 64, 1_u64 << (id % 64));
        let own = live[left as usize].distinct();
        for (word, bit) in own.iter().map(|&id| place(id)) {
            seen[word] |= bit;
        }
        let suspicions = others
            .map(|right| {
                let mut evidence = 0.0;
                for &id in live[right as usize].distinct() {
                    let (word, bit) = place(id);
                    if seen[word] & bit != 0 {
                        evidence += f64::from(self.bits[id as usize]);
                    }
                }
                suspicion(evidence, self.whole[left as usize], self.whole[right as usize])
            })
            .collect();
        for (word, _) in own.iter().map(|&id| place(id)) {
            seen[word] = 0;
        }
        suspicions
    }
}

/// Evidence, discounted by the share of what either side could give.
fn suspicion(evidence: f64, left: f64, right: f64) -> f64 {
    let (small, large) = (left.min(right), left.max(right));
    if small <= 0.0 {
        return 0.0;
    }
    evidence * (evidence / (small.powf(0.75) * large.powf(0.25))).powf(2.5)
}
