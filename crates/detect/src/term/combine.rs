//! Combines the probabilities of several tasks into one.

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
mod tests {
    use proptest::prelude::*;

    use super::*;

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
}
