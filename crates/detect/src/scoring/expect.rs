//! Expect values of pairs: the two models of chance joined.
//!
//! A pair has the smaller value of the two, the class's own tail (`scoring::chance`) and the rarest run
//! (`scoring::rare_run`), which for nearly identical programs is the whole program, however many have parts of it. Whatever they say, a pair that shares few bits is not improbable ([`MIN_BITS`]).

use rayon::prelude::*;

use crate::{
    alignment::batch::Batch,
    features::document_frequency::FrequencyCounter,
    groups::{class::Class, parties::Parties},
    results::{chance::Chance, submission::Counts},
    scoring::{
        chance::{first_of_sets, pairs_of},
        rare_run,
        scored_pair::ScoredPair,
        strength::Strength,
    },
};

/// A pair with this suspicion, in bits, has at least the expect value 1, whatever the models say. It is four times
/// smaller for each further bit.
const MIN_BITS: f64 = 5.0;

/// Smallest expect value by a run: a run is beyond chance, but how far beyond does not tell how much was copied.
const BY_RUN: f64 = 0.01;

/// The numbers of pairs that chance chooses from: those of the class, and those of the class with others.
#[derive(Debug, Clone, Copy)]
struct Population {
    class: f64,
    archived: f64,
    staff: f64,
    references: f64,
}

impl Population {
    /// Counts the pairs of students who take part, with each other, with archived submissions, with staff and with
    /// reference answers.
    fn new(students: usize, class: &Class) -> Self {
        let with = |others: usize| (students * others) as f64;
        Self {
            class: pairs_of(students) as f64,
            archived: with(class.references - class.batch),
            staff: with(class.parties.staff_among(class.batch)),
            references: with(class.all - class.references),
        }
    }
}

/// The models of chance for a class.
#[derive(Clone, Copy)]
pub(crate) struct Models<'a> {
    chance: &'a Chance,
    population: Population,
    parties: &'a Parties,
    batch: &'a Batch<'a>,
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
    ) -> Self {
        let (_, students) = first_of_sets(takes_part, &class.parties.sets());
        let population = Population::new(students, class);
        let groups = Counts::groups(batch.counts);
        let submissions = group_sizes.iter().sum();
        Self { chance, population, parties: &class.parties, batch, groups, group_sizes, submissions }
    }

    /// Sets the expect values of pairs. `strengths` are those of all candidates.
    pub(crate) fn set(self, scored: &mut [ScoredPair], strengths: &[Strength]) {
        scored.par_iter_mut().for_each_init(
            || self.counter(),
            |counter, pair| {
                let by_tail = self.by_tail(pair, strengths);
                let by_run = (BY_RUN < by_tail).then(|| self.by_run(pair, counter)).flatten();
                pair.expect = Some(self.joined(pair, by_tail, by_run));
            },
        );
    }

    /// Returns a counter of document frequencies, one for each thread.
    pub(crate) fn counter(self) -> FrequencyCounter<'a> {
        self.batch.kgram_frequencies().counter()
    }

    /// Returns the number of pairs of the class that chance chooses from.
    pub(crate) fn class_pairs(self) -> u64 {
        self.population.class as u64
    }

    /// Returns the number of pairs that chance chooses from.
    fn among(self, pair: &ScoredPair) -> f64 {
        match self.batch.counts[pair.right as usize] {
            _ if self.batch.coverage.references().contains(&pair.right) => self.population.references,
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
        if !is_small_group && pair.suspicion < rare_run::MIN_SUSPICION {
            return None;
        }
        self.batch.sides(pair.left, pair.right, |left, right| {
            let (sides, among) = ([left, right], self.among(pair));
            let as_equal = is_small_group.then(|| rare_run::expected_equal(sides, among)).flatten();
            let expected = as_equal.or_else(|| {
                let groups = (self.groups, Counts::groups_of_pair(counts));
                let is_suspect = rare_run::MIN_SUSPICION <= pair.suspicion;
                is_suspect.then(|| rare_run::expected(sides, counter, groups, among)).flatten()
            });
            expected.map(|by_run| by_run.max(BY_RUN))
        })
    }

    fn joined(self, pair: &ScoredPair, by_tail: f64, by_run: Option<f64>) -> f64 {
        let by_bits = (2.0 * (MIN_BITS - pair.suspicion)).exp2();
        by_run.map_or(by_tail, |by_run| by_tail.min(by_run)).max(by_bits.min(self.among(pair)))
    }
}
