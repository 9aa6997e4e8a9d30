//! Tests.

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

#[test]
fn one_task_has_its_own_probability() {
    let alone = combined(&[1e-6_f64.ln()], 1);
    assert!((alone.ln_probability - 1e-6_f64.ln()).abs() < 1e-12);
    assert_eq!(alone.tasks, [0]);
    assert_eq!(combined(&[], 5), Combined { ln_probability: 0.0, tasks: Vec::new() });
    assert_eq!(combined(&[0.0], 1), combined(&[], 1));
}

#[test]
fn the_tail_is_that_of_the_gamma_distribution() {
    // Chi-squared with 2n degrees of freedom at 2s, from tables.
    for (terms, sum, tail) in [(1, 3.0, 0.049_787), (2, 9.4877 / 2.0, 0.05), (5, 18.307 / 2.0, 0.05)] {
        assert!((ln_gamma_tail(terms, sum).exp() - tail).abs() < 1e-5, "{terms} {sum}");
    }
    assert!(ln_gamma_tail(3, 0.0).abs() < 1e-12);
    assert!(ln_gamma_tail(60, 40_000.0).is_finite());
}

/// Weak evidence in several tasks is stronger than in one, and evidence in one task is not lost among many.
#[test]
fn repetition_counts_and_silence_costs_little() {
    let weak = 1e-4_f64.ln();
    let once = combined(&[weak], 5);
    let thrice = combined(&[weak, 0.0, weak, weak], 5);
    assert!(thrice.ln_probability < once.ln_probability - 10.0);
    assert_eq!(thrice.tasks, [0, 2, 3]);
    assert!((once.ln_probability - weak - 25_f64.ln()).abs() < 1e-9, "5 tasks times 5 numbers of tasks");
}

/// Returns the share of draws of uniform probabilities whose bound is at most `level`.
fn false_alarms(shared: usize, level: f64) -> f64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let draws = 20_000;
    let mut alarms = 0;
    for _ in 0..draws {
        let tasks: Vec<f64> = (0..shared).map(|_| uniform().ln()).collect();
        alarms += u32::from(combined(&tasks, shared).ln_probability <= level.ln());
    }
    f64::from(alarms) / f64::from(draws)
}

#[test]
fn chance_reaches_a_level_no_more_often_than_it_says() {
    for shared in [1, 2, 5, 20] {
        for level in [0.1, 0.01] {
            let share = false_alarms(shared, level);
            assert!(share <= 1.2 * level, "{shared} tasks, level {level}: {share}");
        }
    }
}

proptest! {
    #[test]
    fn more_evidence_is_never_weaker(
        tasks in prop::collection::vec(-300.0..0.0_f64, 1..12),
        further in 0..20_usize,
        at in 0..12_usize,
        by in 0.0..50.0_f64,
    ) {
        let shared = tasks.len() + further;
        let before = combined(&tasks, shared);
        prop_assert!(before.ln_probability.is_finite() && before.ln_probability <= 0.0);
        let mut stronger = tasks.clone();
        let at = at % tasks.len();
        stronger[at] -= by;
        prop_assert!(combined(&stronger, shared).ln_probability <= before.ln_probability + 1e-9);
        // Tasks that say nothing may be given or left out.
        let mut silent = tasks;
        silent.push(0.0);
        let with = combined(&silent, shared + 1).ln_probability;
        prop_assert!(before.ln_probability - 1e-9 <= with);
    }
}
