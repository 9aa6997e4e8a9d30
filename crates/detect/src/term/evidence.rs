//! Combines the tasks of a course into one list of pairs of people.

use std::collections::BTreeMap;

use super::combine::combined;
use super::task::{Task, TaskPair};

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::term::Member;

    /// Returns a task in which person n has submission n + 1.
    fn task(people: std::ops::Range<u32>, pairs: &[(u32, u32, f64)]) -> Task {
        let count = u64::from(people.end - people.start);
        Task {
            members: people.map(|person| Member { submission: person + 1, person }).collect(),
            among: count * (count - 1) / 2,
            pairs: pairs.iter().map(|&(left, right, expect)| TaskPair { left, right, expect }).collect(),
        }
    }

    #[test]
    fn one_task_keeps_its_expect_values() {
        let evidence = over_tasks(&[task(0..30, &[(3, 7, 0.02), (1, 2, 9.0)])], 0.1);
        assert_eq!((evidence.pairs, evidence.named), (435, 1));
        let [first, second] = &evidence.listed[..] else { panic!("{evidence:?}") };
        assert_eq!((first.people, first.shared, first.since()), ([2, 6], 1, Some(0)));
        assert!((first.expect - 0.02).abs() < 1e-9 && (second.expect - 9.0).abs() < 1e-9);
    }

    #[test]
    fn two_who_stand_out_again_and_again_are_found() {
        // Alone, none of these pairs is beyond chance.
        let mut tasks: Vec<Task> = (0..6).map(|at| task(0..40, &[(1, 2, 2.0), (3 + at, 20, 1.5)])).collect();
        tasks[2].pairs.clear();
        let evidence = over_tasks(&tasks, 0.1);
        let first = &evidence.listed[0];
        assert_eq!((first.people, first.shared, first.since()), ([0, 1], 6, Some(0)));
        assert!(first.expect < 1e-3, "{}", first.expect);
        assert!(evidence.listed[1].expect > 1.0, "{:?}", evidence.listed[1]);
        assert_eq!(first.tasks.iter().filter(|task| task.counts).count(), 5);
    }

    #[test]
    fn several_submissions_of_a_person_are_as_many_chances() {
        let mut one = task(0..30, &[(3, 7, 0.02)]);
        one.members.push(Member { submission: 40, person: 6 });
        one.pairs.push(TaskPair { left: 3, right: 40, expect: 0.01 });
        // Two attempts of one person resemble each other.
        one.pairs.push(TaskPair { left: 7, right: 40, expect: 1e-30 });
        let evidence = over_tasks(&[one], 0.1);
        let [only] = &evidence.listed[..] else { panic!("{evidence:?}") };
        assert!((only.expect - 0.02).abs() < 1e-9, "{}", only.expect);
        assert_eq!(only.tasks[0].submissions, [3, 40]);
    }

    #[test]
    fn unknown_submissions_and_empty_courses_are_left_out() {
        assert_eq!(over_tasks(&[], 0.1), Evidence::default());
        assert_eq!(over_tasks(&[Task::default()], 0.1), Evidence::default());
        let evidence = over_tasks(&[task(0..3, &[(1, 9, 1e-9)])], 0.1);
        assert_eq!((evidence.pairs, evidence.listed.len()), (3, 0));
    }

    proptest! {
        #[test]
        fn pairs_and_shared_tasks_are_counted_like_by_hand(
            attendance in prop::collection::vec(prop::collection::btree_set(0..70_usize, 0..8), 0..12),
        ) {
            let mut tasks = vec![Task::default(); 70];
            for (person, own) in attendance.iter().enumerate() {
                for &at in own {
                    let person = person as u32;
                    tasks[at].members.push(Member { submission: person + 1, person });
                }
            }
            let counted = Attendance::new(&tasks, attendance.len());
            let mut pairs = 0;
            for (one, own) in attendance.iter().enumerate() {
                for (other, others) in attendance.iter().enumerate().skip(one + 1) {
                    let shared = own.intersection(others).count();
                    pairs += u64::from(shared > 0);
                    prop_assert_eq!(counted.shared([one as u32, other as u32]) as usize, shared);
                }
            }
            prop_assert_eq!(counted.pairs(), pairs);
        }
    }
}
