//! What two programs in different languages have in common anyway: programs of one task resemble each other, some more
//! than others, and C resembles Java more than Python. The similarity of a pair is measured against what either program
//! has with other programs of the same two languages.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::features::Weights;
use crate::program::Program;

/// Programs of another family that a program is compared with for its baseline: evenly distributed, so that no step
/// compares all pairs.
const SAMPLE: usize = 64;

/// The weight of the median of two families in the median of a program, as a number of pairs.
const FAMILY_PAIRS: f64 = 4.0;

/// Spread of the logarithms of similarities in most classes (median of the absolute deviations), and its weight as a
/// number of pairs.
const USUAL_SPREAD: f64 = 0.19;
const USUAL_PAIRS: f64 = 8.0;

/// The weight of what two families have with all others, in what they have with each other, as a number of pairs.
const ALL_PAIRS: f64 = 10.0;

/// Fewest pairs of a class that tell what is usual.
const MIN_PAIRS: usize = 20;

/// Smaller similarities count as this one.
const MIN_SIMILARITY: f64 = 1e-3;

/// Two families, in the order of their names.
type Families = (&'static str, &'static str);

/// What pairs of programs have in common anyway.
#[derive(Default)]
pub(crate) struct Baseline {
    /// Median logarithm of the similarity of a program with those of a family.
    of_program: BTreeMap<(u32, &'static str), f64>,
    /// The same for two families.
    of_families: BTreeMap<Families, f64>,
    /// Spread of these logarithms for two families.
    spreads: BTreeMap<Families, f64>,
}

fn families(left: &'static str, right: &'static str) -> Families {
    (left.min(right), left.max(right))
}

fn logarithm(similarity: f64) -> f64 {
    similarity.max(MIN_SIMILARITY).ln()
}

impl Baseline {
    /// Measures a class. It is empty if the class has too few pairs.
    pub(crate) fn new(programs: &[Program], weights: &Weights) -> Self {
        let mut by_family: BTreeMap<&'static str, Vec<u32>> = BTreeMap::new();
        for (number, program) in (0_u32..).zip(programs) {
            by_family.entry(program.family).or_default().push(number);
        }
        let sampled: Vec<(u32, u32, f64)> = (0..programs.len() as u32)
            .into_par_iter()
            .flat_map_iter(|number| {
                let others = by_family.values().flat_map(|members| sample(members));
                let comparable = others
                    .filter(move |&other| programs[number as usize].is_comparable(&programs[other as usize]));
                comparable.map(move |other| {
                    let similarity = weights.similarity(number as usize, other as usize);
                    (number, other, logarithm(similarity))
                })
            })
            .collect();
        // Each pair of a small class was met from both sides.
        if sampled.len() < 2 * MIN_PAIRS {
            return Self::default();
        }
        let of_families = usual_of_families(programs, &sampled);
        let of_program = usual_of_programs(programs, &sampled, &of_families);
        let baseline = Self { of_program, of_families, spreads: BTreeMap::new() };
        let spreads = baseline.spreads(programs, &sampled);
        Self { spreads, ..baseline }
    }

    /// Returns whether the class has too few pairs to tell what is usual.
    pub(crate) fn is_empty(&self) -> bool {
        self.spreads.is_empty()
    }

    fn spreads(&self, programs: &[Program], sampled: &[(u32, u32, f64)]) -> BTreeMap<Families, f64> {
        let mut deviations: BTreeMap<Families, Vec<f64>> = BTreeMap::new();
        for &(number, other, value) in sampled {
            let [one, two] = [number, other].map(|number| &programs[number as usize]);
            if let Some(expected) = self.expected((number, one), (other, two)) {
                deviations
                    .entry(families(one.family, two.family))
                    .or_default()
                    .push((value - expected).abs());
            }
        }
        let spread = |mut deviations: Vec<f64>| {
            let count = deviations.len() as f64 / 2.0;
            shrunk(count, median(&mut deviations), USUAL_SPREAD, USUAL_PAIRS)
        };
        deviations.into_iter().map(|(families, deviations)| (families, spread(deviations))).collect()
    }

    /// Returns the logarithm of the similarity that two programs have anyway.
    fn expected(&self, left: (u32, &Program), right: (u32, &Program)) -> Option<f64> {
        let usual = self.of_families.get(&families(left.1.family, right.1.family))?;
        let of = |number: u32, family: &'static str| self.of_program.get(&(number, family)).copied();
        Some(of(left.0, right.1.family)? + of(right.0, left.1.family)? - usual)
    }

    /// Returns by how many spreads the similarity of two programs exceeds what they have anyway; `None` if the
    /// class has too few pairs.
    pub(crate) fn excess(
        &self,
        left: (u32, &Program),
        right: (u32, &Program),
        similarity: f64,
    ) -> Option<f64> {
        let spread = self.spreads.get(&families(left.1.family, right.1.family))?;
        Some((logarithm(similarity) - self.expected(left, right)?) / spread)
    }
}

/// Returns the median of each two families. With few pairs, it is drawn to what either family has with all others.
fn usual_of_families(programs: &[Program], sampled: &[(u32, u32, f64)]) -> BTreeMap<Families, f64> {
    let mut of_families: BTreeMap<Families, Vec<f64>> = BTreeMap::new();
    let mut of_family: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    for &(number, other, value) in sampled {
        let [one, two] = [number, other].map(|number| programs[number as usize].family);
        of_families.entry(families(one, two)).or_default().push(value);
        // From both sides: the sample of the other family need not contain this program.
        for family in [one, two] {
            of_family.entry(family).or_default().push(value);
        }
    }
    let of_all = median(&mut sampled.iter().map(|&(_, _, value)| value).collect::<Vec<_>>());
    let of_family: BTreeMap<&str, f64> =
        of_family.into_iter().map(|(family, mut values)| (family, median(&mut values))).collect();
    let usual = |(one, two): Families, mut values: Vec<f64>| {
        let additive = of_family[one] + of_family[two] - of_all;
        shrunk(values.len() as f64 / 2.0, median(&mut values), additive, ALL_PAIRS)
    };
    of_families.into_iter().map(|(pair, values)| (pair, usual(pair, values))).collect()
}

/// Returns the median of each program with each family. With few pairs, it is drawn to that of the two families.
fn usual_of_programs(
    programs: &[Program],
    sampled: &[(u32, u32, f64)],
    of_families: &BTreeMap<Families, f64>,
) -> BTreeMap<(u32, &'static str), f64> {
    let mut of_program: BTreeMap<(u32, &'static str), Vec<f64>> = BTreeMap::new();
    for &(number, other, value) in sampled {
        of_program.entry((number, programs[other as usize].family)).or_default().push(value);
    }
    let usual = |number: u32, family: &'static str, mut values: Vec<f64>| {
        let of_families = of_families[&families(programs[number as usize].family, family)];
        shrunk(values.len() as f64, median(&mut values), of_families, FAMILY_PAIRS)
    };
    of_program
        .into_iter()
        .map(|((number, family), values)| ((number, family), usual(number, family, values)))
        .collect()
}

/// Draws a value of some pairs to a usual one, which counts as some pairs.
fn shrunk(pairs: f64, value: f64, usual: f64, usual_pairs: f64) -> f64 {
    (pairs * value + usual_pairs * usual) / (pairs + usual_pairs)
}

/// Returns at most [`SAMPLE`] members, evenly distributed.
fn sample(members: &[u32]) -> impl Iterator<Item = u32> {
    let count = members.len().min(SAMPLE);
    (0..count).map(move |at| members[at * members.len() / count])
}

fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}
