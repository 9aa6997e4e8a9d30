//! Expect values of pairs: the two models of chance joined. A pair has the smaller value of the two. Whatever they say, a
//! pair that shares few bits is not improbable ([`MIN_BITS`]). A pair of versions of one program (`findings`) has at most
//! the default cut-off, as all of them are named.
//!
//! The first model is the class's own tail (`scoring::chance`). The second says how improbable the longest and rarest run
//! of tokens is that two submissions share; for nearly identical programs, that is the whole program, however many have
//! parts of it. A class full of copies, or of one template, hides its own tail. A long run that nobody else has does not
//! depend on it: the longest run of chance grows with the logarithm of the number of comparisons (extreme values of
//! matching runs: Karlin and Altschul 1990), so the number of expected pairs decreases exponentially with its length. A
//! run counts as many *rare tokens* as it has distinct k-grams (a repeated line is one line), times the share of the most
//! bits that its passage has in this class, and times the square root of its share of the smaller side: a library that
//! two programs contain is less than a program that another contains. Near-identical submissions count as one group, so
//! that what many copied from each other stays rare.

use rayon::prelude::*;

use crate::alignment::batch::{Batch, Sides};
use crate::alignment::tiles::{covered_tokens, long_tiles_of, tiles_of};
use crate::features::view::{MAX_BITS, idf_bits};
use crate::groups::{Class, Parties, Units};
use crate::index::distinct;
use crate::index::kgrams::NONE;
use crate::index::postings::FrequencyCounter;
use crate::scoring::chance::{first_of_sets, pairs_of};
use crate::scoring::ranking::ScoredPair;
use crate::scoring::strength::{Baselines, Strength};
use crate::{Chance, Counts, DEFAULT_CUTOFF_EXPECT};

/// A pair with this suspicion, in bits, has at least the expect value 1, whatever the models say. It is four times
/// smaller for each further bit.
const MIN_BITS: f64 = 5.0;

/// Smallest expect value by a run: a run is beyond chance, but how far beyond does not tell how much was copied.
const BY_RUN: f64 = 0.01;

/// The numbers of pairs that chance chooses from: those of students who take part, with each other, with archived
/// submissions, with staff and with reference answers.
#[derive(Debug, Clone, Copy)]
struct Population {
    class: f64,
    archived: f64,
    staff: f64,
    references: f64,
}

/// The models of chance for a class.
#[derive(Clone, Copy)]
pub(crate) struct Models<'a> {
    chance: &'a Chance,
    population: Population,
    parties: &'a Parties,
    pub(crate) batch: &'a Batch<'a>,
    /// Number of groups in the batch.
    groups: usize,
    /// For each group of near-identical submissions, by its smallest member, the number of its members.
    group_sizes: &'a [u32],
    /// Number of submissions that belong to groups.
    submissions: u32,
}

impl<'a> Models<'a> {
    /// Creates the models of a class from the tail. `takes_part` are the submissions from which it was estimated;
    /// `group_sizes` is as [`Counts::sizes`] returns it.
    pub(crate) fn new(
        chance: &'a Chance,
        class: &'a Class,
        takes_part: &[bool],
        batch: &'a Batch<'a>,
        group_sizes: &'a [u32],
        units: &Units,
    ) -> Self {
        let (_, students) = first_of_sets(takes_part, &units.sets);
        let with = |others: usize| (students * others) as f64;
        let population = Population {
            class: pairs_of(students) as f64,
            archived: with(class.references - class.batch),
            staff: with(class.parties.staff_among(class.batch)),
            references: with(class.all - class.references),
        };
        let groups = Counts::groups(batch.counts);
        let submissions = group_sizes.iter().sum();
        Self { chance, population, parties: &class.parties, batch, groups, group_sizes, submissions }
    }

    /// Sets the expect values of pairs. `strengths` are those of all candidates.
    pub(crate) fn set(self, scored: &mut [ScoredPair], strengths: &[Strength]) {
        scored.par_iter_mut().for_each_init(
            || self.batch.kgram_counter(),
            |counter, pair| {
                let by_tail = self.by_tail(pair, strengths);
                let by_run = (BY_RUN < by_tail).then(|| self.by_run(pair, counter)).flatten();
                pair.expect = Some(self.joined(pair, by_tail, by_run));
            },
        );
    }

    /// Returns the number of pairs of the class that chance chooses from.
    pub(crate) fn class_pairs(self) -> u64 {
        self.population.class as u64
    }

    /// Returns the number of pairs that chance chooses from.
    fn among(self, pair: &ScoredPair) -> f64 {
        match self.batch.counts[pair.right as usize] {
            _ if self.batch.coverage.references.contains(&pair.right) => self.population.references,
            _ if self.parties.has_staff((pair.left, pair.right)) => self.population.staff,
            Counts::Archived => self.population.archived,
            _ => self.population.class,
        }
    }

    /// Returns how many pairs as strong as this one the tail of the class expects.
    pub(crate) fn by_tail(self, pair: &ScoredPair, strengths: &[Strength]) -> f64 {
        self.chance.expected(strengths[pair.candidate as usize].raised, self.among(pair))
    }

    /// Returns how many pairs are expected to share a run as long and rare as the one of this pair, or to be as long and
    /// nearly identical; `None` if it shares none that is long enough.
    pub(crate) fn by_run(self, pair: &ScoredPair, counter: &mut FrequencyCounter<'_>) -> Option<f64> {
        let counts = [pair.left, pair.right].map(|side| self.batch.counts[side as usize]);
        let is_small_group = match counts {
            [Counts::Group(group), right] => {
                right == counts[0] && 2 * self.group_sizes[group as usize] <= self.submissions
            }
            _ => false,
        };
        if !is_small_group && pair.suspicion < MIN_SUSPICION {
            return None;
        }
        self.batch.sides([pair.left, pair.right], |sides| {
            let among = self.among(pair);
            let as_equal = is_small_group.then(|| expected_equal(sides, among)).flatten();
            let expected = as_equal.or_else(|| {
                let groups = (self.groups, Counts::groups_of_pair(counts));
                let is_suspect = MIN_SUSPICION <= pair.suspicion;
                is_suspect.then(|| expected_rare(sides, counter, groups, among)).flatten()
            });
            expected.map(|by_run| by_run.max(BY_RUN))
        })
    }

    /// Returns the expect value that a submission of the class would have with a copy of it in which only names are new.
    pub(crate) fn of_copy(self, submission: u32, baselines: &Baselines) -> f64 {
        let (suspicion, strength) = baselines.of_copy(submission);
        let among = self.population.class;
        let kgrams = self.batch.submission(submission).kgrams.len() as f64;
        let by_run = by_length(kgrams, among).max(BY_RUN);
        at_least(suspicion, self.chance.expected(strength, among).min(by_run), among)
    }

    fn joined(self, pair: &ScoredPair, by_tail: f64, by_run: Option<f64>) -> f64 {
        let by_models = by_run.map_or(by_tail, |by_run| by_tail.min(by_run));
        let expect = at_least(pair.suspicion, by_models, self.among(pair));
        // What the finding says of all its members, a weak pair of them need not say.
        if pair.versions.is_some() { expect.min(DEFAULT_CUTOFF_EXPECT) } else { expect }
    }
}

/// Raises an expect value to what a pair with this suspicion has at least.
fn at_least(suspicion: f64, expect: f64, among: f64) -> f64 {
    let by_bits = (2.0 * (MIN_BITS - suspicion)).exp2();
    expect.max(by_bits.min(among))
}

/// Shortest run that is considered, in tokens. Among people who worked alone, most longest runs are shorter.
const MIN_RUN: u32 = 80;

/// Rare tokens by which the number of expected pairs falls to 1/e.
const DECAY: f64 = 12.0;

/// Resemblance from which two programs are equal as a whole. At 0.9, independent solutions of a task of 20 lines are.
const EQUAL: f64 = 0.95;

/// Runs of a pair that are considered, longest first.
const MAX_RUNS: usize = 3;

/// Least suspicion of a pair whose runs are considered. A run of [`MIN_RUN`] rare tokens has more, unless it is a small
/// part of both sides.
pub(crate) const MIN_SUSPICION: f64 = 40.0;

/// Returns how many of `among` pairs are expected to share so many rare tokens in one run.
fn by_length(rare_tokens: f64, among: f64) -> f64 {
    among * (-rare_tokens / DECAY).exp()
}

/// Returns how many of `among` pairs are expected to be as long as this one and equal; `None` if the two are not
/// ([`EQUAL`]). All that both have is one run then: that others have parts of it does not make it likely that two people
/// write all of it.
///
/// Long programs of a uniform class have all its k-grams, each in an order of its own. So the two must be equal in common
/// runs, too.
fn expected_equal(sides: Sides<'_>, among: f64) -> Option<f64> {
    let [left, right] = sides;
    let common = left.unmasked.common(right.unmasked);
    let all = (left.kgrams.len() + right.kgrams.len()) as f64 - f64::from(common);
    let is_equal = || {
        let counted = f64::from(left.counted + right.counted);
        EQUAL * counted <= f64::from(2 * covered_tokens(&tiles_of(sides)))
    };
    (common > 0 && EQUAL * all <= f64::from(common) && is_equal())
        .then(|| by_length(f64::from(common), among))
}

/// Returns how many of `among` pairs are expected to share a run as long and rare as the one of this pair; `None` if
/// they share none that is long enough. `groups` is the number of groups in the batch, and `own` how many of them the
/// pair is.
fn expected_rare(
    sides: Sides<'_>,
    counter: &mut FrequencyCounter<'_>,
    (groups, own): (usize, u32),
    among: f64,
) -> Option<f64> {
    let [left, right] = sides;
    let tiles = long_tiles_of(sides, MIN_RUN);
    let smaller = f64::from(left.counted.min(right.counted).max(1));
    let rare_tokens = tiles.iter().take(MAX_RUNS).map(|tile| {
        let passage = left.kgrams_of(tile.left, tile.tokens);
        let others = counter.of_passage(passage).groups.saturating_sub(own);
        let bits = idf_bits(others, groups.saturating_sub(own as usize)).clamp(0.0, MAX_BITS);
        let distinct = distinct(passage.iter().copied().filter(|&id| id != NONE));
        distinct.len() as f64 * bits / MAX_BITS * (f64::from(tile.tokens) / smaller).sqrt()
    });
    let longest = rare_tokens.reduce(f64::max)?;
    Some(by_length(longest, among))
}
