//! Experiment: how often hashes occur, and the power law between rank and frequency. Writes two tables.

use std::io::Write;

use super::NOT_LEGIBLE;
use super::corpus::Corpus;
use super::selection::{K, Selection, TextHasher, W};
use super::statistics::{Frequencies, log_log_line};
use super::table::{self, Table};

/// Every hash is kept in memory, so this experiment reads fewer pages, as the paper's did.
const PAGES: usize = 4_000;

/// A plateau is removed if it is longer than `FACTOR` times each of the `REACH` plateaus below it.
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

    writeln!(out, "== Rank and frequency ==\n")?;
    writeln!(
        out,
        "{} pages, evenly spread: {}. k = {K}, w = {W}. Least squares through the logarithms of both\n\
         ends of every plateau (hashes of equal frequency, those that occur once included; a plateau of one hash\n\
         counts twice). Cleaned: without plateaus over {FACTOR} times as long as each of the {REACH} below them,\n\
         which whole repeated texts leave.\n",
        table::count(corpus.len() as u64),
        corpus.name
    )?;
    let mut lines =
        Table::new(&["hashes", "plateaus removed", "slope", "intercept", "R squared", "the paper's slope"]);
    let mut occurrences =
        Table::new(&["different hashes", "number", "once", "twice", "3 times", "4 or more", "most often"]);
    for (name, hashes) in [("all", all), ("selected by winnowing", chosen)] {
        let frequencies = Frequencies::of(hashes);
        let (cleaned, removed) = frequencies.cleaned(FACTOR, REACH);
        for (kind, frequencies, n_removed) in
            [("raw", &frequencies, 0), ("cleaned", &cleaned, removed.len() as u64)]
        {
            let [slope, intercept, r_squared] = log_log_line(&frequencies.plateau_ends())
                .map_or(["-", "-", "-"].map(str::to_owned), |line| {
                    [line.slope, line.intercept, line.r_squared].map(|number| format!("{number:.3}"))
                });
            let name = format!("{name}, {kind}");
            lines.row([name, table::count(n_removed), slope, intercept, r_squared, NOT_LEGIBLE.to_owned()]);
        }
        let share = |times| table::percent(frequencies.share_occurring(times));
        occurrences.row([
            name.to_owned(),
            table::count(frequencies.distinct()),
            share(1..=1),
            share(2..=2),
            share(3..=3),
            share(4..=u64::MAX),
            table::count(frequencies.highest()),
        ]);
    }
    writeln!(out, "{lines}\n{occurrences}")?;
    writeln!(out, "The paper's shares and its most frequent hash: {NOT_LEGIBLE}.\n")?;
    Ok(())
}
