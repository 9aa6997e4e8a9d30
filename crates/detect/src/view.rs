//! A view of the batch: which features each submission has, and how much each of them tells.
//!
//! A feature is a k-gram, a statement, a line; a view knows none of that. A feature counts by how improbable it is
//! that an unrelated submission of this batch has it: with n others of which o have it too,
//! `log2((n + 1) / (o + 1/2))` bits, times the view's own weight of it. Once it is known who forms a group, the others
//! are groups.

use rayon::prelude::*;

use crate::{groups::Groups, live::Postings};

/// An occurrence of a feature: hash, submission and the feature's weight in one number, which sorts faster than
/// three.
pub(crate) struct Occurrence(u128);

impl Occurrence {
    pub(crate) fn new(hash: u64, submission: usize, weight: f32) -> Self {
        Self(u128::from(hash) << 64 | (submission as u128) << 32 | u128::from(weight.to_bits()))
    }

    fn hash(&self) -> u64 {
        (self.0 >> 64) as u64
    }

    fn submission(&self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn weight(&self) -> f32 {
        f32::from_bits(self.0 as u32)
    }
}

/// The features by which neighbours are looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Walked {
    All,
    None,
}

/// How much a feature tells.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rarity {
    /// By how few others have it.
    Counted,
    /// So many bits, whoever has it.
    Flat(f32),
}

/// A bit in [`View::weight`].
const A_BIT: f32 = 1024.0;

/// Sums of [`View::weight`] in bits.
pub(crate) fn in_bits(weights: u32) -> f64 {
    f64::from(weights) / f64::from(A_BIT)
}

/// One view.
pub(crate) struct View {
    /// Distinct features of each submission, ascending.
    pub(crate) lists: Vec<Vec<u32>>,
    /// Those of them by which neighbours are looked for; none where that is all of them.
    walked: Option<Vec<Vec<u32>>>,
    /// Who has which of the features by which neighbours are looked for.
    pub(crate) holders: Postings,
    weights: Vec<f32>,
    rarity: Rarity,
    /// Against other submissions.
    pub(crate) bits: Bits,
}

/// What each feature tells.
pub(crate) struct Bits {
    each: Vec<f32>,
    /// The sum over each submission's features.
    whole: Vec<f64>,
}

impl View {
    /// `weights` gives a number for each feature; `walked` restricts the search for neighbours.
    pub(crate) fn new(
        lists: Vec<Vec<u32>>,
        walked: Option<Vec<Vec<u32>>>,
        weights: Vec<f32>,
        rarity: Rarity,
    ) -> Self {
        let mut having = vec![0_u32; weights.len()];
        for &feature in lists.iter().flatten() {
            having[feature as usize] += 1;
        }
        let holders = Postings::invert(walked.as_ref().unwrap_or(&lists), weights.len());
        let bits = Bits { each: Vec::new(), whole: Vec::new() };
        let mut view = Self { lists, walked, holders, weights, rarity, bits };
        view.bits = view.bits_against(&having, view.lists.len(), 2);
        view
    }

    /// The bits of features that so many of `all` have, two sides' own (`own` of `all`) among them.
    fn bits_against(&self, having: &[u32], all: usize, own: usize) -> Bits {
        let others = all.saturating_sub(own) as f64;
        let each: Vec<f32> = having
            .iter()
            .zip(&self.weights)
            .map(|(&having, &weight)| match self.rarity {
                Rarity::Counted => {
                    let also = f64::from(having.saturating_sub(own as u32));
                    ((others + 1.0) / (also + 0.5)).log2() as f32 * weight
                }
                Rarity::Flat(bits) => bits * weight,
            })
            .collect();
        let sum = |list: &Vec<u32>| list.iter().map(|&feature| f64::from(each[feature as usize])).sum();
        let whole = self.lists.iter().map(sum).collect();
        Bits { each, whole }
    }

    /// The bits of features against other *groups*: for two submissions of one group, and for two of different ones.
    /// None where groups change nothing.
    pub(crate) fn bits_by_groups(&self, groups: &Groups) -> Option<[Bits; 2]> {
        if matches!(self.rarity, Rarity::Flat(_)) {
            return None;
        }
        let mut having = vec![0_u32; self.weights.len()];
        let mut last = vec![u32::MAX; self.weights.len()];
        for &submission in &groups.order {
            let group = groups.of[submission as usize];
            for &feature in &self.lists[submission as usize] {
                let last = &mut last[feature as usize];
                having[feature as usize] += u32::from(*last != group);
                *last = group;
            }
        }
        Some([1, 2].map(|own| self.bits_against(&having, groups.count, own)))
    }

    /// From every occurrence of a feature, in any order. Equal hashes are one feature, of one weight.
    pub(crate) fn intern(
        mut found: Vec<Occurrence>,
        submissions: usize,
        walked: Walked,
        rarity: Rarity,
    ) -> Self {
        found.par_sort_unstable_by_key(|occurrence| occurrence.0);
        let mut lists = vec![Vec::new(); submissions];
        let mut weights = Vec::new();
        for same in found.chunk_by(|a, b| a.hash() == b.hash()) {
            for of_one in same.chunk_by(|a, b| a.submission() == b.submission()) {
                lists[of_one[0].submission() as usize].push(weights.len() as u32);
            }
            weights.push(same[0].weight());
        }
        let walked = match walked {
            Walked::All => None,
            Walked::None => Some(vec![Vec::new(); submissions]),
        };
        Self::new(lists, walked, weights, rarity)
    }

    /// Number of features.
    pub(crate) fn features(&self) -> usize {
        self.weights.len()
    }

    /// The features by which a submission's neighbours are looked for.
    pub(crate) fn walked(&self, submission: u32) -> &[u32] {
        &self.walked.as_ref().unwrap_or(&self.lists)[submission as usize]
    }

    /// Bits of a feature as a whole number ([`in_bits`]), for weighing neighbours; at least 1 so that whatever is
    /// shared counts.
    pub(crate) fn weight(&self, feature: u32) -> u32 {
        ((self.bits.each[feature as usize] * A_BIT) as u32).max(1)
    }

    /// What one submission shares with each of `others`, exactly, by the bits that go for the two.
    ///
    /// `seen` is a bit for each feature, all clear before and after. Looking features up in it replaces a merge of
    /// two lists for each pair, and a bit a feature stays in the processor's cache where a list of sums would not.
    pub(crate) fn shared<'a>(
        &self,
        left: u32,
        others: impl Iterator<Item = (u32, &'a Bits)>,
        seen: &mut [u64],
    ) -> Vec<Evidence> {
        let place = |feature: u32| (feature as usize / 64, 1_u64 << (feature % 64));
        let own = &self.lists[left as usize];
        for (word, bit) in own.iter().map(|&feature| place(feature)) {
            seen[word] |= bit;
        }
        let evidence = others
            .map(|(right, bits)| {
                let mut shared = 0.0;
                for &feature in &self.lists[right as usize] {
                    // Multiplied rather than branched on: half of the branches would be mispredicted.
                    let has = (seen[feature as usize / 64] >> (feature % 64) & 1) as u8;
                    shared += f64::from(bits.each[feature as usize]) * f64::from(has);
                }
                Evidence { shared, left: bits.whole[left as usize], right: bits.whole[right as usize] }
            })
            .collect();
        for (word, _) in own.iter().map(|&feature| place(feature)) {
            seen[word] = 0;
        }
        evidence
    }
}

/// Bits that two submissions share, and that either has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
    pub(crate) shared: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
}

/// Number of features that two ascending lists share. Both cursors advance without a branch: the order of ids is
/// random, so that a branch a step would be mispredicted half the time.
pub(crate) fn common(left: &[u32], right: &[u32]) -> u32 {
    let (mut l, mut r, mut count) = (0, 0, 0);
    while l < left.len() && r < right.len() {
        let (a, b) = (left[l], right[r]);
        count += u32::from(a == b);
        l += usize::from(a <= b);
        r += usize::from(b <= a);
    }
    count
}
