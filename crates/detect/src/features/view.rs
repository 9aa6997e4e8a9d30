//! A view of the batch: the features of each submission, and the bits of each feature.
//!
//! A feature may be a k-gram, a statement or a line; this module does not distinguish them. The bits of a feature show
//! how improbable it is that an unrelated submission of this batch has it. With n others, of which o have it too, it
//! has `log2((n + 1) / (o + 1/2))` bits, [`MAX_BITS`] at most, times its weight in the view. Once groups are known, the
//! others are groups.

use std::ops::Range;

use rayon::prelude::*;

use crate::groups::Groups;
use crate::index::kgrams::NONE;
use crate::index::numbering::Numbered;
use crate::index::postings::Postings;
use crate::references::{Coverage, Shared};

/// How the bits of a feature are computed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rarity {
    /// From the number of others that have it.
    Counted,
    /// A fixed number of bits, however many have it. It is lower only if nearly all do ([`MAX_FLAT_FACTOR`]).
    Flat(f32),
}

impl Rarity {
    /// Returns the bits of a feature of weight 1 that nobody else has.
    fn most(self) -> f64 {
        match self {
            Self::Counted => MAX_BITS,
            Self::Flat(bits) => f64::from(bits),
        }
    }
}

/// Most bits of a feature. A class cannot show how rare a feature is that fewer than one in 128 have. Without this
/// limit, suspicion would grow with the class.
pub(crate) const MAX_BITS: f64 = 7.0;

/// A feature of [`Rarity::Flat`] has at most this many times its counted bits. What four in five have copied keeps all
/// of its 2 bits; what all have was handed out.
const MAX_FLAT_FACTOR: f64 = 8.0;

/// Features that more submissions have are not used to find neighbours: the work would be quadratic. Longer runs take
/// their place (`features::long_runs`).
pub const MAX_POSTINGS: u32 = 512;

/// The value of one bit in [`View::weight`].
const WEIGHT_PER_BIT: f32 = 1024.0;

/// Converts bits to a whole number ([`in_bits`]), for weighing neighbours. It is at least 1, so that everything shared
/// counts.
pub(crate) fn as_weight(bits: f32) -> u32 {
    ((bits * WEIGHT_PER_BIT) as u32).max(1)
}

/// Converts a sum of [`View::weight`] to bits.
pub(crate) fn in_bits(weights: u64) -> f64 {
    weights as f64 / f64::from(WEIGHT_PER_BIT)
}

/// Returns the bits of a feature that `also` of `others` have too.
pub(crate) fn idf_bits(also: u32, others: usize) -> f64 {
    ((others as f64 + 1.0) / (f64::from(also) + 0.5)).log2()
}

/// A place of a feature in a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) feature: u32,
    /// Its tokens, end excluded.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A view of the batch.
pub(crate) struct View {
    /// Distinct features of each submission, with those first that others have too.
    lists: Vec<Vec<u32>>,
    /// For each submission, the number of its features that others have.
    met: Vec<usize>,
    /// For each submission, the features used to find neighbours; `None` if all are used.
    walked: Option<Vec<Vec<u32>>>,
    /// The submissions that have each feature used to find neighbours; none if there are too many ([`MAX_POSTINGS`]).
    pub(crate) postings: Postings,
    weights: Vec<f32>,
    /// For each feature, the one that it extends ([`NONE`] if none); empty if no feature extends another.
    extended: Vec<u32>,
    rarity: Rarity,
    /// For each submission that agrees with a reference answer, all places of its features, sorted.
    places: Vec<Vec<Place>>,
    /// The bits of features against other submissions.
    pub(crate) bits: Bits,
}

/// The bits of each feature.
pub(crate) struct Bits {
    each: Vec<f32>,
    /// For each submission, the sum over its features.
    pub(crate) whole: Vec<f64>,
    /// For each submission, the bits that it shares with another one on average.
    pub(crate) usual: Vec<f64>,
}

impl View {
    /// Creates a view of numbered features, which are distinct in each submission. `walked` are those used to find
    /// neighbours if they differ; the weights are for both. The feature `f` extends `extended[f]`: anybody who has `f` has
    /// both. It counts for what it tells beyond the other one. `groups` are the groups of submissions, if there are any.
    pub(crate) fn new(
        Numbered { mut lists, weights }: Numbered,
        extended: Vec<u32>,
        walked: Option<Vec<Vec<u32>>>,
        rarity: Rarity,
        groups: Option<&Groups>,
    ) -> Self {
        let mut document_frequencies = count_documents(&lists, weights.len());
        let met = lists.par_iter_mut().map(|list| first_met(list, &document_frequencies)).collect();
        let count = |lists: &[Vec<u32>]| match groups {
            None => count_documents(lists, weights.len()),
            Some(groups) => count_groups(lists, weights.len(), groups),
        };
        if groups.is_some() {
            document_frequencies = count(&lists);
        }
        if let Some(walked) = &walked {
            for (frequency, only_walked) in document_frequencies.iter_mut().zip(count(walked)) {
                *frequency = if *frequency == 0 { only_walked } else { *frequency };
            }
        }
        let all = groups.map_or(lists.len(), |groups| groups.count);
        let postings = Postings::invert(walked.as_ref().unwrap_or(&lists), weights.len(), MAX_POSTINGS);
        // Copied, so that the lists are no larger than they are.
        let is_walked = |feature: &u32| !postings.of(*feature).is_empty();
        let walked = walked.map(|walked| {
            let copied = |mut list: Vec<u32>| {
                list.retain(is_walked);
                list.as_slice().to_vec()
            };
            walked.into_par_iter().map(copied).collect()
        });
        let bits = Bits { each: Vec::new(), whole: Vec::new(), usual: Vec::new() };
        let mut view =
            Self { lists, met, walked, postings, weights, extended, rarity, places: Vec::new(), bits };
        view.bits = view.bits_against(&document_frequencies, all, 2);
        view
    }

    /// Computes bits from document frequencies among `all`. The two sides themselves are `own` of these.
    fn bits_against(&self, document_frequencies: &[u32], all: usize, own: usize) -> Bits {
        let others = all.saturating_sub(own);
        let tells = |document_frequencies: u32| {
            let counted = idf_bits(document_frequencies.saturating_sub(own as u32), others);
            match self.rarity {
                Rarity::Counted => counted.min(MAX_BITS) as f32,
                Rarity::Flat(bits) => f64::from(bits).min(MAX_FLAT_FACTOR * counted) as f32,
            }
        };
        let most = document_frequencies.iter().copied().max().unwrap_or(0);
        let of_count: Vec<f32> = (0..=most).map(tells).collect();
        let of_feature = |feature: u32| of_count[document_frequencies[feature as usize] as usize];
        let each: Vec<f32> = (0..)
            .zip(&self.weights)
            .map(|(feature, &weight)| {
                (of_feature(feature) - self.extended_by(feature).map_or(0.0, of_feature)) * weight
            })
            .collect();
        // How probable it is that another one has a feature. A class of two or three tells nothing of that: the factor
        // makes it small there.
        let size = all as f64;
        let factor = (size - 2.0).max(0.0) / (size - 1.0).max(1.0).powi(2);
        let sums = |list: &Vec<u32>| {
            list.iter().fold((0.0, 0.0), |(whole, usual), &feature| {
                let bits = f64::from(each[feature as usize]);
                let others = f64::from(document_frequencies[feature as usize].saturating_sub(1));
                (whole + bits, usual + bits * others * factor)
            })
        };
        let (whole, usual) = self.lists.par_iter().map(sums).unzip();
        Bits { each, whole, usual }
    }

    /// Returns the feature that a feature extends.
    fn extended_by(&self, feature: u32) -> Option<u32> {
        self.extended.get(feature as usize).copied().filter(|&extended| extended != NONE)
    }

    /// Returns the weight of a feature if nobody else has it, nor what it extends.
    fn weight_alone(&self, feature: u32) -> f32 {
        if self.extended_by(feature).is_some() { 0.0 } else { self.weights[feature as usize] }
    }

    /// Returns the bits of features against other *groups*: for two sides in one group ([`Groups::sides`]), and for two
    /// sides in different groups.
    pub(crate) fn bits_by_groups(&self, groups: &Groups) -> [Bits; 2] {
        let document_frequencies = count_groups(&self.lists, self.weights.len(), groups);
        [1, 2].map(|own| self.bits_against(&document_frequencies, groups.count, own))
    }

    /// Sets the places of features, of each submission that agrees with a reference answer. Only features that a pair may
    /// leave out are kept: those of which every place has a token that agrees.
    pub(crate) fn with_places(self, mut places: Vec<Vec<Place>>, coverage: &Coverage) -> Self {
        places.par_iter_mut().enumerate().for_each(|(submission, places)| {
            places.sort_unstable();
            let agreeing = coverage.any(submission as u32);
            *places = features_within(places, &agreeing).flatten().copied().collect();
        });
        Self { places, ..self }
    }

    /// Returns the features of a submission that others have, too.
    fn met(&self, submission: u32) -> &[u32] {
        &self.lists[submission as usize][..self.met[submission as usize]]
    }

    /// Returns the distinct features of each submission, in no order.
    pub(crate) fn lists(&self) -> &[Vec<u32>] {
        &self.lists
    }

    /// Returns the weight of each feature.
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns the number of features.
    pub(crate) fn features(&self) -> usize {
        self.weights.len()
    }

    /// Returns the features used to find a submission's neighbours.
    pub(crate) fn walked(&self, submission: u32) -> &[u32] {
        &self.walked.as_ref().unwrap_or(&self.lists)[submission as usize]
    }

    /// Returns the bits of a feature, for weighing neighbours ([`as_weight`]).
    pub(crate) fn weight(&self, feature: u32) -> u32 {
        as_weight(self.bits.each[feature as usize])
    }

    /// Returns the bits that what two submissions share would have if nobody else had it. `own` is as for
    /// [`View::shared`].
    pub(crate) fn shared_at_most(&self, left: u32, right: u32, own: &mut [f32]) -> f64 {
        let alone = self.sum_without([left, right], &[], |feature| self.weight_alone(feature), own);
        alone.max(0.0) * self.rarity.most()
    }

    /// Returns exactly what one submission shares with each of `others`, with the given bits.
    ///
    /// `own` has a number for each feature, all zero before and after. Adding up these numbers for the features of the
    /// others replaces a merge of two lists for each pair. It needs no branches, half of which would be mispredicted.
    pub(crate) fn shared(
        &self,
        left: u32,
        others: impl Iterator<Item = u32>,
        bits: &Bits,
        own: &mut [f32],
    ) -> Vec<Evidence> {
        let features = self.met(left);
        for &feature in features {
            own[feature as usize] = bits.each[feature as usize];
        }
        let evidence = others
            .map(|right| {
                let (fours, rest) = self.met(right).as_chunks::<4>();
                let mut sums = [0.0_f64; 4];
                for &[a, b, c, d] in fours {
                    sums[0] += f64::from(own[a as usize]);
                    sums[1] += f64::from(own[b as usize]);
                    sums[2] += f64::from(own[c as usize]);
                    sums[3] += f64::from(own[d as usize]);
                }
                let rest: f64 = rest.iter().map(|&feature| f64::from(own[feature as usize])).sum();
                let shared = (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest;
                Evidence { shared, left: bits.whole[left as usize], right: bits.whole[right as usize] }
            })
            .collect();
        for &feature in features {
            own[feature as usize] = 0.0;
        }
        evidence
    }
}

impl View {
    /// Returns as [`View::shared`] and [`View::shared_at_most`] what two submissions share if these tokens of them do not
    /// count. A feature is left out if every place of it has such a token.
    pub(crate) fn shared_without(
        &self,
        sides: [u32; 2],
        tokens: &Shared,
        bits: &Bits,
        own: &mut [f32],
    ) -> (Evidence, f64) {
        let out = self.without(sides, tokens);
        let alone = self.sum_without(sides, &out, |feature| self.weight_alone(feature), own);
        (self.evidence_without(sides, &out, bits, own), alone * self.rarity.most())
    }

    /// Returns as [`View::shared`] what two submissions share without these features.
    pub(crate) fn evidence_without(
        &self,
        sides: [u32; 2],
        out: &[Vec<u32>; 2],
        bits: &Bits,
        own: &mut [f32],
    ) -> Evidence {
        let whole = |side: usize| {
            let without: f64 = out[side].iter().map(|&feature| f64::from(bits.each[feature as usize])).sum();
            (bits.whole[sides[side] as usize] - without).max(0.0)
        };
        Evidence {
            shared: self.sum_without(sides, out, |feature| bits.each[feature as usize], own),
            left: whole(0),
            right: whole(1),
        }
    }

    /// Returns the sum of `each` over the features that both submissions have, without those of one side that are `out`.
    fn sum_without(
        &self,
        [left, right]: [u32; 2],
        out: &[Vec<u32>],
        each: impl Fn(u32) -> f32,
        own: &mut [f32],
    ) -> f64 {
        for &feature in self.met(left) {
            own[feature as usize] = each(feature);
        }
        for &feature in out.iter().flatten() {
            own[feature as usize] = 0.0;
        }
        let sum = self.met(right).iter().map(|&feature| f64::from(own[feature as usize])).sum();
        for &feature in self.met(left) {
            own[feature as usize] = 0.0;
        }
        sum
    }

    /// Returns the features of each side that a pair leaves out if these tokens do not count.
    pub(crate) fn without(&self, sides: [u32; 2], tokens: &Shared) -> [Vec<u32>; 2] {
        [0, 1].map(|side| {
            let within = features_within(&self.places[sides[side] as usize], &tokens[side]);
            within.map(|places| places[0].feature).collect()
        })
    }
}

/// Returns the places of each feature of which every place has one of these tokens, which are ascending.
fn features_within<'p>(places: &'p [Place], tokens: &[Range<u32>]) -> impl Iterator<Item = &'p [Place]> {
    let is_within = |place: &Place| {
        let next = tokens.get(tokens.partition_point(|tokens| tokens.end <= place.start));
        next.is_some_and(|tokens| tokens.start < place.end)
    };
    let of_features = places.chunk_by(|one, other| one.feature == other.feature);
    of_features.filter(move |places| places.iter().all(is_within))
}

/// Returns how many of the lists have each feature.
fn count_documents(lists: &[Vec<u32>], features: usize) -> Vec<u32> {
    let mut document_frequencies = vec![0_u32; features];
    for list in lists {
        for &feature in list {
            document_frequencies[feature as usize] += 1;
        }
    }
    document_frequencies
}

/// Returns how many groups have each feature.
fn count_groups(lists: &[Vec<u32>], features: usize, groups: &Groups) -> Vec<u32> {
    let mut document_frequencies = vec![0_u32; features];
    let mut last = vec![None; features];
    for &submission in &groups.order {
        let group = groups.of[submission as usize];
        for &feature in &lists[submission as usize] {
            let last = &mut last[feature as usize];
            document_frequencies[feature as usize] += u32::from(*last != group);
            *last = group;
        }
    }
    document_frequencies
}

/// Moves the features that at least two submissions have to the front, and returns their number.
fn first_met(list: &mut [u32], document_frequencies: &[u32]) -> usize {
    let mut met = 0;
    for at in 0..list.len() {
        let feature = list[at];
        list.swap(met, at);
        met += usize::from(document_frequencies[feature as usize] >= 2);
    }
    met
}

/// The bits that two submissions share, and the bits of either one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
    pub(crate) shared: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
}

#[cfg(test)]
mod tests;
