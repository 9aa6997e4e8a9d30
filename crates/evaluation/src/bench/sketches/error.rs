//! Measures how far estimates are from the exact resemblance, for all kinds of sketch and several resemblances.

use chaffinch_sketch::{Key, Overlap, Parameters, Sample, Share, Sketcher};

use super::kinds::{KINDS, Made};
use super::texts::pair;
use crate::bench::figures::{Aim, Figures};
use crate::random::SplitMix64;

/// Number of pairs at each resemblance.
const PAIRS: usize = 400;

/// Number of words of a document: about 5 KB of English.
const WORDS: usize = 800;

/// Largest ratio of the measured error to that of independent samples. With this number of pairs, the measured error
/// itself is uncertain by about 4 % (a standard deviation).
const TOLERANCE: f64 = 1.15;

pub(super) fn run(figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let everything = Parameters { sample: Sample::EVERYTHING, ..Parameters::STANDARD };
    let mut exact = Sketcher::new(everything, &Key::PUBLIC)?;
    for (percent, resemblance) in [(10, 0.1), (30, 0.3), (50, 0.5), (70, 0.7), (90, 0.9)] {
        let mut random = SplitMix64::seeded(percent);
        let pairs: Vec<_> = (0..PAIRS).map(|_| pair(WORDS, resemblance, &mut random)).collect();
        let mut exactly = |(left, right): &(Vec<u64>, Vec<u64>)| {
            let overlap = Overlap::of(exact.sketch(left).values(), exact.sketch(right).values());
            overlap.resemblance().map_or(0.0, Share::value)
        };
        let truths: Vec<f64> = pairs.iter().map(&mut exactly).collect();
        for kind in &KINDS {
            let mut maker = kind.maker()?;
            let mut make = |tokens: &[u64]| -> Made {
                maker.feed(tokens);
                maker.finish()
            };
            let (mut squares, mut expected, mut sum, mut known) = (0.0, 0.0, 0.0, 0.0);
            for ((left, right), truth) in pairs.iter().zip(&truths) {
                let Some((value, sample)) = make(left).resemblance(&make(right))? else { continue };
                squares += (value - truth).powi(2);
                expected += truth * (1.0 - truth) / sample as f64;
                sum += value;
                known += 1.0;
            }
            let name = format!("sketches-error-{}-at-{percent}", kind.name);
            if kind.is_estimator() {
                let aim = Aim::AtMost((TOLERANCE * (expected / known).sqrt() * 1e4).round() / 1e4);
                figures.figure(&name, (squares / known).sqrt(), "root mean square", aim)?;
            } else if kind.name.starts_with("super") {
                figures.figure(&name, sum / known, "of pairs found", Aim::Shown)?;
            } else {
                figures.figure(&name, (squares / known).sqrt(), "root mean square", Aim::Shown)?;
            }
        }
    }
    Ok(())
}
