//! Combines the tasks of a course into one list of pairs of people, and the probabilities of several tasks into one.

use std::collections::BTreeMap;

use crate::term::{Task, TaskPair};

/// Largest number of listed pairs.
pub const MAX_LISTED: usize = 1000;

/// What the tasks of a course say together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// Number of pairs of people who have a task in common: what chance chooses from.
    pub pairs: u64,
    /// Number of pairs with at most the expect value that was asked for, listed or not.
    pub named: u64,
    /// The pairs with the strongest evidence, at most [`MAX_LISTED`], strongest first.
    pub listed: Vec<PairEvidence>,
}

/// What all tasks say of two people.
#[derive(Debug, Clone, PartialEq)]
pub struct PairEvidence {
    /// The two people, the smaller number first.
    pub people: [u32; 2],
    /// Number of pairs with as much evidence that chance would leave in this course.
    pub expect: f64,
    /// Number of tasks of both.
    pub shared: u32,
    /// What the tasks say in which they have more in common than most, in the order of the tasks.
    pub tasks: Vec<TaskEvidence>,
}

impl PairEvidence {
    /// Returns the first task that the evidence rests on: the moment it began.
    pub fn since(&self) -> Option<u32> {
        self.tasks.iter().find(|task| task.counts).map(|task| task.task)
    }
}

/// What one task says of two people.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TaskEvidence {
    /// Position of the task in the input.
    pub task: u32,
    /// Number of pairs as strong as theirs that chance would leave in the class of this task.
    pub expect: f64,
    /// Their submissions, in the order of the people. Of several, the strongest pair.
    pub submissions: [u32; 2],
    /// Whether the combined evidence rests on it, see [`combined`].
    pub counts: bool,
}

/// Weaker evidence of a task counts as chance: a pair that one in twenty pairs of the class exceeds. A course has millions
/// of such pairs, and they change nothing that stands out.
const WEAKEST: f64 = 0.05;

/// Evidence of a task about two people, with the logarithm of its probability.
type Found = ([u32; 2], f64, TaskEvidence);

/// Combines tasks. They are in the order of time, and people are numbered from 0.
///
/// In each task, two people have the probability E/N, where N pairs of the class could have been as strong as theirs and
/// chance would leave E. Somebody with several submissions has that many chances more. The result is multiplied by the
/// number of pairs of people. Pairs that were not verified, or are weak, count as chance: as tasks of both with the
/// probability 1. Pairs with at most the expect value `cutoff` are counted as named.
pub fn over_tasks(tasks: &[Task], cutoff: f64) -> Evidence {
    let people = tasks.iter().flat_map(|task| &task.members).map(|member| member.person + 1).max();
    let people = people.unwrap_or(0) as usize;
    let attendance = Attendance::new(tasks, people);
    let pairs = attendance.pairs();
    let mut found: Vec<Found> =
        tasks.iter().zip(0..).flat_map(|(task, number)| strongest(task, number, people)).collect();
    // Within a pair, in the order of the tasks.
    found.sort_by_key(|(people, ..)| *people);
    let mut listed: Vec<PairEvidence> = found
        .chunk_by(|one, other| one.0 == other.0)
        .filter_map(|of_pair| {
            let people = of_pair[0].0;
            let shared = attendance.shared(people);
            let probabilities: Vec<f64> =
                of_pair.iter().map(|(_, ln_probability, _)| *ln_probability).collect();
            let combined = combined(&probabilities, shared as usize);
            let mut tasks: Vec<TaskEvidence> = of_pair.iter().map(|(.., evidence)| *evidence).collect();
            combined.tasks.iter().for_each(|&at| tasks[at].counts = true);
            let expect = ((pairs as f64).ln() + combined.ln_probability).exp();
            (!combined.tasks.is_empty()).then_some(PairEvidence { people, expect, shared, tasks })
        })
        .collect();
    listed.sort_by(|a, b| a.expect.total_cmp(&b.expect).then(a.people.cmp(&b.people)));
    let named = listed.partition_point(|pair| pair.expect <= cutoff) as u64;
    listed.truncate(MAX_LISTED);
    Evidence { pairs, named, listed }
}

/// Returns the strongest pair of each two people in a task, by people.
fn strongest(task: &Task, number: u32, people: usize) -> Vec<Found> {
    let last = task.members.iter().map(|member| member.submission).max().unwrap_or(0) as usize;
    let mut persons = vec![None; last + 1];
    let mut submissions = vec![0.0_f64; people];
    for member in &task.members {
        persons[member.submission as usize] = Some(member.person);
        submissions[member.person as usize] += 1.0;
    }
    let person = |submission: u32| persons.get(submission as usize).copied().flatten();
    let ln_among = (task.among.max(1) as f64).ln();
    let mut found: Vec<Found> = task
        .pairs
        .iter()
        .filter_map(|&TaskPair { left, right, expect }| {
            let (one, other) = (person(left)?, person(right)?);
            let (people, submitted) =
                if one < other { ([one, other], [left, right]) } else { ([other, one], [right, left]) };
            let chances = submissions[one as usize] * submissions[other as usize];
            let ln_probability = expect.ln() - ln_among + chances.ln();
            let evidence = TaskEvidence { task: number, expect, submissions: submitted, counts: false };
            (one != other && ln_probability <= WEAKEST.ln()).then_some((people, ln_probability, evidence))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    found.dedup_by_key(|(people, ..)| *people);
    found
}

/// Who handed in what: a set of tasks for each person.
struct Attendance {
    /// Number of words of a set.
    words: usize,
    sets: Vec<u64>,
}

impl Attendance {
    fn new(tasks: &[Task], people: usize) -> Self {
        let words = tasks.len().div_ceil(64);
        let mut sets = vec![0; words * people];
        for (at, task) in tasks.iter().enumerate() {
            for member in &task.members {
                sets[member.person as usize * words + at / 64] |= 1 << (at % 64);
            }
        }
        Self { words, sets }
    }

    fn set(&self, person: u32) -> &[u64] {
        &self.sets[person as usize * self.words..][..self.words]
    }

    /// Returns the number of tasks that both have.
    fn shared(&self, [one, other]: [u32; 2]) -> u32 {
        self.set(one).iter().zip(self.set(other)).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// Returns the number of pairs of people who share a task.
    fn pairs(&self) -> u64 {
        // People with the same tasks are counted together, because there are few sets of tasks.
        let mut counts: BTreeMap<&[u64], u64> = BTreeMap::new();
        for set in self.sets.chunks(self.words.max(1)) {
            *counts.entry(set).or_default() += 1;
        }
        let counts: Vec<(&[u64], u64)> = counts.into_iter().collect();
        let meet = |a: &[u64], b: &[u64]| a.iter().zip(b).any(|(a, b)| a & b != 0);
        let mut pairs = 0;
        for (at, (set, count)) in counts.iter().enumerate() {
            if set.iter().any(|&tasks| tasks != 0) {
                pairs += count * (count - 1) / 2;
            }
            let others = counts[at + 1..].iter().filter(|(other, _)| meet(set, other));
            pairs += count * others.map(|(_, others)| others).sum::<u64>();
        }
        pairs
    }
}

/// What several tasks say together of two people.
#[derive(Debug, Clone, PartialEq)]
pub struct Combined {
    /// Natural logarithm of an upper bound of the probability that chance alone gives evidence as strong as this.
    pub ln_probability: f64,
    /// The tasks that it rests on: positions in the input, strongest first. Empty if nothing is improbable.
    pub tasks: Vec<usize>,
}

/// Combines the natural logarithms of the probabilities of single tasks. `shared` is the number of tasks of both people;
/// tasks that are not among the probabilities are those in which chance explains everything.
///
/// Fisher's method multiplies the probabilities of all tasks, so one task with a copy would drown among many without.
/// Here it is applied to the strongest j tasks, for each j, and the best j counts. The bound corrects for both choices:
/// for j out of `shared` tasks there are C(`shared`, j) choices, and there are `shared` values of j. It therefore holds
/// for every number of tasks (union bound), whichever of them are the strong ones.
pub fn combined(ln_probabilities: &[f64], shared: usize) -> Combined {
    let mut strongest: Vec<usize> = (0..ln_probabilities.len()).collect();
    strongest.sort_by(|&a, &b| ln_probabilities[a].total_cmp(&ln_probabilities[b]));
    let mut best = (0.0, 0);
    let mut sum = 0.0;
    for (&task, chosen) in strongest.iter().zip(1..) {
        sum -= ln_probabilities[task].min(0.0);
        let bound = (shared as f64).ln() + ln_choose(shared, chosen) + ln_gamma_tail(chosen, sum);
        if bound < best.0 {
            best = (bound, chosen);
        }
    }
    strongest.truncate(best.1);
    Combined { ln_probability: best.0, tasks: strongest }
}

/// Returns the logarithm of the number of ways to choose `chosen` of `all`.
fn ln_choose(all: usize, chosen: usize) -> f64 {
    (0..chosen.min(all)).map(|at| ((all - at) as f64 / (at + 1) as f64).ln()).sum()
}

/// Returns the logarithm of the probability that the sum of `terms` independent exponential variables of mean 1, which is
/// the negative logarithm of a product of as many uniform ones, is at least `sum`: e^-s (1 + s + ... + s^(n-1)/(n-1)!).
fn ln_gamma_tail(terms: usize, sum: f64) -> f64 {
    // The largest term is taken out, so nothing overflows.
    let mut ln_term = 0.0;
    let ln_terms: Vec<f64> = std::iter::once(0.0)
        .chain((1..terms).map(|at| {
            ln_term += sum.ln() - (at as f64).ln();
            ln_term
        }))
        .collect();
    let largest = ln_terms.iter().copied().fold(0.0, f64::max);
    let rest: f64 = ln_terms.iter().map(|term| (term - largest).exp()).sum();
    (largest + rest.ln() - sum).min(0.0)
}

#[cfg(test)]
mod tests;
