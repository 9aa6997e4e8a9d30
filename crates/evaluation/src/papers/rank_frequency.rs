//! Experiment: how often hashes occur, and the power law between rank and frequency. Writes two tables.

use std::io::Write;

use super::corpus::Corpus;
use super::selection::NOT_LEGIBLE;
use super::selection::{K, P, Selection, TextHasher, W};
use super::statistics::{Frequencies, log_log_line};
use crate::table::{self, Table};

/// Every hash is kept in memory, so this experiment reads fewer pages, as in the paper.
const PAGES: usize = 4_000;

/// A plateau is outlying if it is longer than `FACTOR` times each of the `REACH` ordinary plateaus below it.
const FACTOR: u64 = 10;
const REACH: usize = 10;

pub(super) fn run(corpus: &Corpus, out: &mut dyn Write) -> anyhow::Result<()> {
    let corpus = corpus.sample(PAGES.min(corpus.len()));
    let mut text_hasher = TextHasher::new();
    let (mut all, mut chosen) = (Vec::new(), Vec::new());
    let (mut hashes, mut selected) = (Vec::new(), Vec::new());
    for page in corpus.pages() {
        text_hasher.hash(&page?.text, K, &mut hashes);
        all.extend_from_slice(&hashes);
        Selection::Winnowing.select(&hashes, &mut selected);
        chosen.extend(selected.iter().map(|f| f.hash));
    }

    let modp_of_all = divisible_share(&all);
    let modp_of_different = {
        let mut different = all.clone();
        different.sort_unstable();
        different.dedup();
        divisible_share(&different)
    };
    let populations = [("all", Frequencies::of(all)), ("selected by winnowing", Frequencies::of(chosen))];
    let outlying = populations[0].1.outlying_plateaus(FACTOR, REACH);

    writeln!(out, "== Rank and frequency ==\n")?;
    writeln!(
        out,
        "{} pages, evenly spread over {}.\n\
         k = {K}, w = {W}. Least squares through the logarithms of both ends of every plateau (hashes of equal\n\
         frequency, including those that occur once; a plateau of one hash counts twice). Cleaned: without the\n\
         plateaus of whole repeated texts, which are over {FACTOR} times as long as each of the {REACH} below them among\n\
         all hashes (how often their hashes occur: {}).\n",
        table::count(corpus.len() as u64),
        corpus.name,
        if outlying.is_empty() {
            "none".to_owned()
        } else {
            outlying.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
        },
    )?;
    let mut lines =
        Table::new(&["hashes", "different", "slope", "intercept", "R squared", "the paper's slope"]);
    let mut occurrences =
        Table::new(&["different hashes", "once", "twice", "3 times", "4 or more", "most often"]);
    for (name, raw) in &populations {
        for (kind, frequencies) in [("raw", raw), ("cleaned", &raw.without(&outlying))] {
            let [slope, intercept, r_squared] = log_log_line(&frequencies.plateau_ends())
                .map_or(["-", "-", "-"].map(str::to_owned), |line| {
                    [line.slope, line.intercept, line.r_squared].map(|number| format!("{number:.3}"))
                });
            let (name, distinct) = (format!("{name}, {kind}"), table::count(frequencies.distinct()));
            lines.row([name, distinct, slope, intercept, r_squared, NOT_LEGIBLE.to_owned()]);
        }
        let share = |times| table::percent(raw.share_occurring(times));
        occurrences.row([
            (*name).to_owned(),
            share(1..=1),
            share(2..=2),
            share(3..=3),
            share(4..=u64::MAX),
            table::count(raw.highest()),
        ]);
    }
    writeln!(out, "{lines}\n{occurrences}")?;
    writeln!(out, "The paper's shares and its most frequent hash: {NOT_LEGIBLE}.\n")?;
    writeln!(
        out,
        "Share of hashes that are 0 mod {P}: {} of all hashes, {} of the different hashes (expected {}).\n",
        table::share(modp_of_all),
        table::share(modp_of_different),
        table::share(Selection::ZeroModP.expected_density()),
    )?;
    Ok(())
}

fn divisible_share(hashes: &[u64]) -> f64 {
    hashes.iter().filter(|hash| **hash % P == 0).count() as f64 / hashes.len() as f64
}
