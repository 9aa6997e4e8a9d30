//! Expect values of pairs: the two models of chance joined.
//!
//! A pair has the smaller value of the two, the class's own tail (`scoring::chance`) and the rarest run
//! (`scoring::rare_run`). Whatever they say, a pair that shares few bits is not improbable ([`MIN_BITS`]).

use rayon::prelude::*;

use crate::{
    alignment::batch::Batch,
    features::document_frequency::DocumentFrequencies,
    groups::parties::Parties,
    results::{chance::Chance, submission::Counts},
    scoring::{chance::pairs_of, rare_run, scored_pair::ScoredPair, strength::Strength},
};

/// A pair with this suspicion, in bits, has at least the expect value 1, whatever the models say. It is four times
/// smaller for each further bit.
const MIN_BITS: f64 = 5.0;

/// Smallest expect value by a run: a run is beyond chance, but how far beyond does not tell how much was copied.
const BY_RUN: f64 = 0.01;

/// The numbers of pairs that chance chooses from: those of the class, and those of the class with others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Population {
    class: f64,
    archived: f64,
    staff: f64,
}

impl Population {
    /// Counts the pairs of students who take part, with each other, with `archived` submissions and with staff.
    pub(crate) fn new(students: usize, archived: usize, staff: usize) -> Self {
        let with = |others: usize| (students * others) as f64;
        Self { class: pairs_of(students) as f64, archived: with(archived), staff: with(staff) }
    }
}

/// Sets the expect values of judged pairs. `strengths` are in the order of `scored`.
pub(crate) fn set(
    scored: &mut [ScoredPair],
    strengths: &[Strength],
    chance: &Chance,
    population: Population,
    parties: &Parties,
    batch: Batch<'_>,
    frequencies: &DocumentFrequencies<'_>,
) {
    let groups = Counts::groups(frequencies.counts);
    scored.par_iter_mut().zip(strengths).for_each_init(
        || frequencies.counter(),
        |counter, (pair, strength)| {
            let counts = [pair.left, pair.right].map(|side| frequencies.counts[side as usize]);
            let among = match counts {
                _ if parties.has_staff((pair.left, pair.right)) => population.staff,
                [_, Counts::Archived] => population.archived,
                _ => population.class,
            };
            let mut expect = chance.expected(strength.raised, among);
            if BY_RUN < expect && rare_run::MIN_SUSPICION <= pair.suspicion {
                let sides = [pair.left, pair.right].map(|side| batch.submission(side));
                let in_batch =
                    counts.iter().filter(|counts| matches!(counts, Counts::Group(_))).count() as u32;
                let apart = in_batch - u32::from(in_batch == 2 && counts[0] == counts[1]);
                let by_run = rare_run::expected(sides, counter, (groups, apart), among);
                expect = by_run.map_or(expect, |by_run| expect.min(by_run.max(BY_RUN)));
            }
            let by_bits = (2.0 * (MIN_BITS - pair.suspicion)).exp2();
            pair.expect = Some(expect.max(by_bits.min(among)));
        },
    );
}
