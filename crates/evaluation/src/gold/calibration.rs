//! Measures whether suspicion means the same everywhere: in small and in large classes, where most students copied,
//! where a copy is padded, where a table of constants is shared, and where a handout was filled in. It uses programs of
//! the corpus and generated ones.

use std::fmt::Write as _;

use chaffinch_detect::DEFAULT_CUTOFF;
use rayon::prelude::*;

use super::corpus::{Class, Solutions, TINY, shuffle};
use super::dialect::{DIALECTS, Dialect};
use super::figure::{Bound, Figure};
use super::ladder::climb;
use super::measure::{Found, Scores, compare};
use crate::generate;
use crate::random::SplitMix64;

/// Largest change of the suspicion of half of the copies when a class is split at random.
const SPLIT: f64 = 0.1;

/// Largest quotient of the 99th percentiles of large and of small classes.
const SIZES: f64 = 1.3;

/// Approximate size of a generated program, in bytes.
const BYTES: usize = 2600;

/// Returns all figures, each with its bound.
pub(super) fn figures(all: &[Solutions]) -> Vec<Figure> {
    let figure = |name: &str, value: f64, unit: &'static str, bound: Bound| Figure {
        name: format!("quality-{name}"),
        value,
        unit,
        bound,
    };
    let mass = mass_copying(all);
    vec![
        figure("split", split(), "median change", Bound::AtMost(SPLIT)),
        figure("sizes", sizes(), "quotient", Bound::AtMost(SIZES)),
        figure("mass-copying-recall", mass[0], "share above all others", Bound::AtLeast(1.0)),
        figure("mass-copying-accused", mass[1], "share named by default", Bound::AtLeast(1.0)),
        figure("padding", padding(), "bits", Bound::AtLeast(DEFAULT_CUTOFF)),
        figure("tables", tables(all), "bits", Bound::AtMost(DEFAULT_CUTOFF)),
        figure("template", template(all, false), "bits", Bound::AtMost(DEFAULT_CUTOFF)),
        figure("template-given", template(all, true), "bits", Bound::AtMost(DEFAULT_CUTOFF)),
    ]
}

fn class_of(dialect: &'static Dialect, texts: Vec<String>) -> Class {
    Class { dialect, task: String::new(), texts, guilty: Vec::new() }
}

fn c() -> &'static Dialect {
    DIALECTS.iter().find(|dialect| dialect.name == "c").expect("the corpus has programs in C")
}

/// Returns the largest suspicion of all pairs.
fn most(scores: &Scores) -> f64 {
    scores.pairs().map(|(_, score)| score.suspicion).fold(0.0, f64::max)
}

/// Returns how much the suspicion of the accused pairs of a class of 300 changes when the class is split: the median of
/// the relative changes of the pairs that stay together.
fn split() -> f64 {
    let texts = generate::class(300, BYTES, 3);
    let whole = compare(&class_of(c(), texts.clone()), None, None);
    let mut order: Vec<usize> = (0..texts.len()).collect();
    let mut rng = SplitMix64::seeded(4);
    let mut changes = Vec::new();
    for _ in 0..2 {
        shuffle(&mut order, &mut rng);
        for half in order.chunks(texts.len() / 2) {
            let part = class_of(c(), half.iter().map(|&number| texts[number].clone()).collect());
            for ((left, right), after) in compare(&part, None, None).pairs() {
                let before = whole.of(half[left], half[right]).suspicion;
                if DEFAULT_CUTOFF <= before {
                    changes.push((after.suspicion - before).abs() / before);
                }
            }
        }
    }
    changes.sort_by(f64::total_cmp);
    changes[changes.len() / 2]
}

/// Returns the quotient of the suspicions that one pair in a hundred exceeds, in a class of 500 independent programs
/// and in classes of 20 of them. The larger one is divided by the smaller one.
fn sizes() -> f64 {
    let mut texts: Vec<String> = (0..500).map(|seed| generate::program(1_000_000 + seed, BYTES, 0)).collect();
    let percentile = |classes: &[&[String]]| {
        let found = classes.par_iter().map(|texts| {
            let scores = compare(&class_of(c(), texts.to_vec()), None, None);
            Found { innocent: scores.pairs().map(|(_, score)| score.suspicion).collect(), ..Found::default() }
        });
        Found::pooled(&found.collect::<Vec<_>>()).limit(0.01)
    };
    let large = percentile(&[&texts]);
    shuffle(&mut texts, &mut SplitMix64::seeded(5));
    let small = percentile(&texts.chunks(20).collect::<Vec<_>>());
    (large / small).max(small / large)
}

/// Measures classes in which 54 of 70 students handed in one program, lightly disguised. Returns the share of their
/// pairs that ranks above all others, and the share that is named: each the smallest of all languages.
fn mass_copying(all: &[Solutions]) -> [f64; 2] {
    const COPIES: usize = 54;
    let classes = ordinary(all).map(|(solutions, others)| {
        let original = &solutions.programs[0];
        let mut rng = SplitMix64::seeded(6);
        // Every fourth copy is not disguised at all.
        let copy = |number: usize, rng: &mut SplitMix64| {
            let disguised = climb(original, (number % 4) as u8, rng);
            disguised.map_or_else(|| original.text.clone(), |copy| copy.text)
        };
        let mut texts: Vec<String> = (0..COPIES).map(|number| copy(number, &mut rng)).collect();
        let own = solutions.programs[1..].iter().map(|program| program.text.clone());
        texts.extend(own.chain(others).take(70 - COPIES));
        let scores = compare(&class_of(solutions.dialect, texts), None, None);
        let (copies, others): (Vec<_>, Vec<_>) = scores.pairs().partition(|(pair, _)| pair.1 < COPIES);
        let found = Found {
            guilty: copies.iter().map(|(_, score)| score.strength()).collect(),
            innocent: others.iter().map(|(_, score)| score.strength()).collect(),
            ..Found::default()
        };
        let named = copies.iter().filter(|(_, score)| score.is_named()).count();
        [found.recall_above(found.limit(0.0)), named as f64 / copies.len() as f64]
    });
    classes.fold([1.0, 1.0], |least: [f64; 2], shares| [least[0].min(shares[0]), least[1].min(shares[1])])
}

/// Returns one ordinary task of each language, and programs of its other tasks.
fn ordinary(all: &[Solutions]) -> impl Iterator<Item = (&Solutions, impl Iterator<Item = String>)> {
    DIALECTS.iter().filter_map(move |dialect| {
        let of_dialect =
            move |solutions: &&Solutions| solutions.dialect.name == dialect.name && solutions.task != TINY;
        let first = all.iter().find(of_dialect)?;
        let others = all.iter().filter(of_dialect).filter(move |other| other.task != first.task);
        let texts = others.flat_map(|other| other.programs.iter().map(|program| program.text.clone()));
        Some((first, texts))
    })
}

/// Returns the suspicion between a program of 1 KB and one of 40 KB that contains it in its middle.
fn padding() -> f64 {
    let small = generate::program(2_000_000, 1000, 0);
    let [before, after] = [1, 2].map(|seed| generate::program(3_000_000 + seed, 20_000, 0));
    let mut texts: Vec<String> = (0..30).map(|seed| generate::program(4_000_000 + seed, BYTES, 0)).collect();
    texts.push(format!("{before}\n{small}\n{after}"));
    texts.push(small);
    let last = texts.len() - 1;
    compare(&class_of(c(), texts), None, None).of(last - 1, last).suspicion
}

/// Returns the largest suspicion between two solutions of a task in which both authors use the same table of 2,000
/// entries.
fn tables(all: &[Solutions]) -> f64 {
    let mut rng = SplitMix64::seeded(7);
    let mut list = String::from("static const unsigned long table[2000] = {\n");
    let mut assignments = String::from("static int filled[2000];\nstatic void fill(void) {\n");
    for at in 0..2000 {
        let end = if at % 8 == 7 { "\n" } else { " " };
        write!(list, "{:#010x},{end}", rng.below(1 << 32)).expect("a string takes whatever is written");
        writeln!(assignments, "    filled[{at}] = {};", rng.below(10_000)).expect("likewise");
    }
    let tables = [list + "};\n", assignments + "}\n"];
    let of_c = all.iter().filter(|solutions| solutions.dialect.name == "c");
    let of_task = |solutions: &Solutions| {
        let with = |table: &String| {
            let mut texts: Vec<String> =
                solutions.programs.iter().map(|program| program.text.clone()).collect();
            texts[0].push_str(table);
            texts[1].push_str(table);
            compare(&class_of(c(), texts), None, None).of(0, 1).suspicion
        };
        tables.iter().map(with).fold(0.0, f64::max)
    };
    of_c.map(of_task).fold(0.0, f64::max)
}

/// Returns the largest suspicion in a class in which all students wrote independent code below a handed-out program.
/// The copies of this program have other names, layout and order than the one given as starter code (`given`), or none
/// is given.
fn template(all: &[Solutions], given: bool) -> f64 {
    let of_language = |(solutions, own): (&Solutions, _)| {
        let handout = &solutions.programs[0];
        let changed = climb(handout, 3, &mut SplitMix64::seeded(8)).expect("rung 3 fits ordinary programs");
        let own: Vec<String> = Iterator::collect(own);
        let texts = own.iter().map(|own: &String| format!("{}\n\n{own}", changed.text)).collect();
        most(&compare(&class_of(solutions.dialect, texts), given.then_some(handout.text.as_str()), None))
    };
    ordinary(all).map(of_language).fold(0.0, f64::max)
}
