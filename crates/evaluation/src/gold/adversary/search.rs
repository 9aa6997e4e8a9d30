//! The search of an adversary: it changes a copy step by step and keeps what makes the verdict weaker.

use rayon::prelude::*;

use super::class::Verdict;
use super::mutations::Proposal;
use crate::gold::source::Source;
use crate::random::SplitMix64;

/// Mutations that are tried in one step.
pub(super) const TRIES: usize = 20;

/// Steps without success after which an adversary gives up.
const MAX_IDLE: usize = 8;

/// Largest growth of a copy.
pub(super) const MAX_GROWTH: f64 = 2.0;

/// Growth after which nothing that fits is expected to change the verdict.
const ENOUGH_GROWTH: f64 = 1.98;

/// What an adversary knows and may do.
pub(super) struct Adversary<'a> {
    /// Proposes a mutation of a program; `None` if it does not fit.
    pub(super) propose: &'a (dyn Fn(&Source, &mut SplitMix64) -> Option<Proposal> + Sync),
    /// Returns the verdict of a text.
    pub(super) judge: &'a (dyn Fn(&str) -> Verdict + Sync),
    /// Returns whether a text does the same as the original.
    pub(super) is_same: &'a mut dyn FnMut(&str) -> anyhow::Result<bool>,
}

/// A mutation that was kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// Name of the mutation.
    pub(super) mutation: &'static str,
    /// Verdict after it.
    pub(super) verdict: Verdict,
}

/// What became of a copy.
pub(super) struct Attack {
    /// Verdict of the copy without disguise.
    pub(super) start: Verdict,
    pub(super) steps: Vec<Step>,
    /// The disguised copy.
    pub(super) text: String,
    /// The last version that had grown by at most half of [`MAX_GROWTH`].
    pub(super) half_text: String,
}

impl Attack {
    /// Returns the verdict of the disguised copy.
    pub(super) fn verdict(&self) -> Verdict {
        self.steps.last().map_or(self.start, |step| step.verdict)
    }

    /// Returns how much the copy has grown.
    pub(super) fn growth(&self) -> f64 {
        growth(self.start, self.verdict())
    }
}

/// Returns the added tokens of a copy divided by the tokens of the original.
pub(super) fn growth(start: Verdict, now: Verdict) -> f64 {
    (now.tokens as f64 - start.tokens as f64) / start.tokens as f64
}

/// Disguises a copy of the original. In each step, mutations are judged, and the first that does the same is kept,
/// beginning with the one that gains most for its size. Mutations that do not make the verdict weaker, or let the copy grow too large, are
/// dropped.
pub(super) fn attack(
    original: &Source,
    mut adversary: Adversary<'_>,
    rng: &mut SplitMix64,
) -> anyhow::Result<Attack> {
    let start = (adversary.judge)(&original.text);
    let text = original.text.clone();
    let mut attack = Attack { start, steps: Vec::new(), half_text: text.clone(), text };
    let mut program = None;
    let mut idle = 0;
    while idle < MAX_IDLE && attack.growth() < ENOUGH_GROWTH {
        let current = program.as_ref().unwrap_or(original);
        match step(current, &attack, &mut adversary, rng)? {
            Some((next, kept)) => {
                idle = 0;
                attack.text.clone_from(&next.text);
                if growth(start, kept.verdict) <= MAX_GROWTH / 2.0 {
                    attack.half_text.clone_from(&next.text);
                }
                attack.steps.push(kept);
                program = Some(next);
            }
            None => idle += 1,
        }
    }
    Ok(attack)
}

/// Returns the program after one mutation, if one of those tried is kept.
fn step(
    program: &Source,
    attack: &Attack,
    adversary: &mut Adversary<'_>,
    rng: &mut SplitMix64,
) -> anyhow::Result<Option<(Source, Step)>> {
    let seeds: Vec<u64> = (0..TRIES).map(|_| rng.next()).collect();
    let (propose, judge) = (adversary.propose, adversary.judge);
    let tried = |seed: u64| {
        let Proposal { mutation, program } = propose(program, &mut SplitMix64::seeded(seed))?;
        let verdict = judge(&program.text);
        let fits = verdict.is_weaker_than(attack.verdict()) && growth(attack.start, verdict) <= MAX_GROWTH;
        fits.then_some((program, Step { mutation, verdict }))
    };
    let mut weaker: Vec<(Source, Step)> = seeds.into_par_iter().filter_map(tried).collect();
    let yields = |step: &Step| step.verdict.yields(attack.verdict());
    weaker.sort_by(|(_, one), (_, other)| yields(other).total_cmp(&yields(one)));
    for (program, step) in weaker {
        if (adversary.is_same)(&program.text)? {
            return Ok(Some((program, step)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::gold::dialect::DIALECTS;

    /// A program with this number of statements.
    fn program(statements: usize) -> Source {
        let text = format!("int main(void) {{\n{}}}\n", "f();\n".repeat(statements));
        Source::parse(text, &DIALECTS[0]).unwrap()
    }

    fn statements(text: &str) -> usize {
        text.matches("f();").count()
    }

    /// Attacks a program of ten statements. Each mutation adds a statement, and the verdict is that of their number.
    fn attacked(expect: fn(usize) -> f64, is_same: fn(usize) -> bool) -> Attack {
        let added = AtomicU64::new(0);
        let adversary = Adversary {
            propose: &|source, _| {
                added.fetch_add(1, Ordering::Relaxed);
                Some(Proposal { mutation: "one-more", program: program(statements(&source.text) + 1) })
            },
            judge: &|text| {
                let tokens = statements(text);
                Verdict { expect: expect(tokens), suspicion: 9.0, tokens }
            },
            is_same: &mut |text| Ok(is_same(statements(text))),
        };
        attack(&program(10), adversary, &mut SplitMix64::seeded(1)).unwrap()
    }

    #[test]
    fn growth_is_what_was_added_for_each_token_of_the_original() {
        let attack = attacked(|statements| statements as f64, |_| true);
        assert_eq!((attack.start.tokens, attack.verdict().tokens), (10, 30));
        assert!((attack.growth() - 2.0).abs() < 1e-12);
        assert_eq!(statements(&attack.text), 30);
        assert_eq!(statements(&attack.half_text), 20);
    }

    #[test]
    fn what_does_not_weaken_the_verdict_is_dropped() {
        for expect in [(|_| 0.5) as fn(usize) -> f64, |statements| 1.0 / statements as f64] {
            let attack = attacked(expect, |_| true);
            assert!(attack.steps.is_empty());
            assert_eq!(statements(&attack.text), 10);
        }
    }

    #[test]
    fn what_does_something_else_is_dropped() {
        let attack = attacked(|statements| statements as f64, |statements| statements < 15);
        assert_eq!((attack.steps.len(), statements(&attack.text)), (4, 14));
    }
}
