//! A view of the batch: which features each submission has, and how much each of them tells.
//!
//! A feature is a k-gram, a statement, or three texts in a row; a view knows none of that. A
//! feature counts by how improbable it is that an unrelated submission of this batch has it: with n other
//! submissions of which o have it too, `log2((n + 1) / (o + 1/2))` bits, times the view's own weight of it.

use rayon::prelude::*;

use crate::live::Postings;

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

/// One view.
pub(crate) struct View {
    /// Distinct features of each submission, ascending.
    pub(crate) lists: Vec<Vec<u32>>,
    /// Those of them by which neighbours are looked for; none where that is all of them.
    walked: Option<Vec<Vec<u32>>>,
    /// Who has which of the features by which neighbours are looked for.
    pub(crate) holders: Postings,
    /// Bits of each feature.
    bits: Vec<f32>,
    /// The sum over each submission's features.
    whole: Vec<f64>,
}

impl View {
    /// `weights` gives a number for each feature; `walked` restricts the search for neighbours.
    pub(crate) fn new(lists: Vec<Vec<u32>>, walked: Option<Vec<Vec<u32>>>, weights: &[f32]) -> Self {
        let mut having = vec![0_u32; weights.len()];
        for &feature in lists.iter().flatten() {
            having[feature as usize] += 1;
        }
        let others = lists.len().saturating_sub(2) as f64;
        let bits: Vec<f32> = having
            .iter()
            .zip(weights)
            .map(|(&having, &weight)| {
                let also = f64::from(having.saturating_sub(2));
                ((others + 1.0) / (also + 0.5)).log2() as f32 * weight
            })
            .collect();
        let sum = |list: &Vec<u32>| list.iter().map(|&feature| f64::from(bits[feature as usize])).sum();
        let whole = lists.iter().map(sum).collect();
        let holders = Postings::invert(walked.as_ref().unwrap_or(&lists), weights.len());
        Self { lists, walked, holders, bits, whole }
    }

    /// From every occurrence of a feature, in any order. Equal hashes are one feature, of one weight.
    pub(crate) fn intern(mut found: Vec<Occurrence>, submissions: usize, walked: Walked) -> Self {
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
        Self::new(lists, walked, &weights)
    }

    /// Number of features.
    pub(crate) fn features(&self) -> usize {
        self.bits.len()
    }

    /// The features by which a submission's neighbours are looked for.
    pub(crate) fn walked(&self, submission: u32) -> &[u32] {
        &self.walked.as_ref().unwrap_or(&self.lists)[submission as usize]
    }

    /// Bits of a feature as a whole number, for weighing neighbours; at least 1 so that whatever is shared counts.
    pub(crate) fn weight(&self, feature: u32) -> u32 {
        ((self.bits[feature as usize] * 1024.0) as u32).max(1)
    }

    /// What one submission shares with each of `others`, exactly.
    ///
    /// `seen` is a bit for each feature, all clear before and after. Looking features up in it replaces a merge of
    /// two lists for each pair, and a bit a feature stays in the processor's cache where a list of sums would not.
    pub(crate) fn shared(
        &self,
        left: u32,
        others: impl Iterator<Item = u32>,
        seen: &mut [u64],
    ) -> Vec<Evidence> {
        let place = |feature: u32| (feature as usize / 64, 1_u64 << (feature % 64));
        let own = &self.lists[left as usize];
        for (word, bit) in own.iter().map(|&feature| place(feature)) {
            seen[word] |= bit;
        }
        let evidence = others
            .map(|right| {
                let mut shared = 0.0;
                for &feature in &self.lists[right as usize] {
                    // Multiplied rather than branched on: half of the branches would be mispredicted.
                    let has = (seen[feature as usize / 64] >> (feature % 64) & 1) as u8;
                    shared += f64::from(self.bits[feature as usize]) * f64::from(has);
                }
                Evidence { shared, left: self.whole[left as usize], right: self.whole[right as usize] }
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
