//! Experiment with real pages: densities, and what `0 mod p` misses. Writes two tables.

use std::io::Write;

use super::corpus::Corpus;
use super::selection::NOT_LEGIBLE;
use super::selection::{K, P, SAFE_P, Selection, TextHasher, W};
use super::statistics::Coverage;
use crate::table::{self, Table};

/// Number of characters shown of the longest run without a fingerprint.
const EXCERPT: usize = 60;

/// The measurements of one selection on all pages.
struct Measured {
    selection: Selection,
    coverage: Coverage,
    /// Number of fingerprints expected of random documents of the same lengths.
    expected: f64,
    /// Beginning of the longest run without a fingerprint.
    longest_run: String,
}

pub(super) fn run(corpus: &Corpus, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut measured = Selection::ALL.map(|selection| Measured {
        selection,
        coverage: Coverage::default(),
        expected: 0.0,
        longest_run: String::new(),
    });
    let (mut total_bytes, mut text_bytes, mut n_hashes) = (0, 0, 0);
    let mut text_hasher = TextHasher::new();
    let (mut hashes, mut selected) = (Vec::new(), Vec::new());
    for page in corpus.pages() {
        let page = page?;
        text_hasher.hash(&page.text, K, &mut hashes);
        total_bytes += page.bytes;
        text_bytes += page.text.len() as u64;
        n_hashes += hashes.len() as u64;
        for Measured { selection, coverage, expected, longest_run } in &mut measured {
            *expected += selection.expected_selected(hashes.len());
            selection.select(&hashes, &mut selected);
            if let Some(start) = coverage.add(&selected, hashes.len(), W) {
                let end = page.text.len().min(start + EXCERPT);
                *longest_run = String::from_utf8_lossy(&page.text[start..end]).escape_debug().to_string();
            }
        }
    }

    writeln!(out, "== HTML pages ==\n")?;
    writeln!(
        out,
        "{} pages: {}. Tags and white space are removed, and every page is a document.\nk = {K}, w = {W}, p = {P}, safe p = {SAFE_P}.\n",
        table::count(corpus.len() as u64),
        corpus.name
    )?;
    let mut totals = Table::new(&["", "here", "the paper"]);
    for (name, number) in
        [("total bytes", total_bytes), ("text bytes", text_bytes), ("hashes computed", n_hashes)]
    {
        totals.row([name.to_owned(), table::count(number), NOT_LEGIBLE.to_owned()]);
    }
    writeln!(out, "{totals}")?;
    let mut densities = Table::new(&[
        "selection",
        "fingerprints",
        "density",
        "expected",
        "with page ends",
        "deviation",
        "the paper",
    ]);
    let mut gaps =
        Table::new(&["selection", "longest run without", "characters there", "missed runs of t", "expected"]);
    for Measured { selection, coverage, expected, .. } in &measured {
        let expected_here = expected / coverage.hashes as f64;
        densities.row([
            selection.name(),
            table::count(coverage.selected),
            table::share(coverage.density()),
            table::share(selection.expected_density()),
            table::share(expected_here),
            table::deviation(coverage.density(), expected_here),
            NOT_LEGIBLE.to_owned(),
        ]);
        gaps.row([
            selection.name(),
            table::count(coverage.longest_run as u64),
            table::count((coverage.longest_run + K - 1) as u64),
            table::percent(coverage.missed_share()),
            table::percent(selection.expected_missed()),
        ]);
    }
    writeln!(out, "{densities}")?;
    writeln!(
        out,
        "\"with page ends\" is the expectation for random documents as short as these pages (the first window of a page\n\
         keeps only one hash, and nothing is bad before it is full). \"deviation\" is the deviation from it.\n"
    )?;
    writeln!(
        out,
        "Longest run of hashes without a fingerprint, and runs of t = w + k - 1 = {} characters without one\n\
         (p = (w + 1)/2 would miss (1 - 2/(w + 1))^w = {} of random ones). The numbers of the paper: {NOT_LEGIBLE}.\n",
        W + K - 1,
        table::percent(crate::algorithms::density::missed_window(W, f64::midpoint(W as f64, 1.0))),
    )?;
    writeln!(out, "{gaps}")?;
    for Measured { selection, coverage, longest_run, .. } in &measured {
        if *selection == Selection::ZeroModP && coverage.longest_run > 0 {
            // Expected number of windows of that length without a multiple of p, if the hashes were random.
            let p = P.get() as f64;
            let odds =
                (coverage.hashes as f64).log10() + coverage.longest_run as f64 * (1.0 - 1.0 / p).log10();
            writeln!(out, "The longest run without a hash 0 mod {P} begins: {longest_run}")?;
            writeln!(
                out,
                "The same number of random hashes would have about 10^{odds:.0} runs of that length.\n"
            )?;
        }
    }
    Ok(())
}
