//! Experiment with random text: do densities match the theory, and are hashes uniform? Writes two tables.

use std::io::Write;

use chaffinch_fingerprint::rehash;

use super::selection::NOT_LEGIBLE;
use super::selection::{K, P, SAFE_P, Selection, TextHasher, W};
use super::statistics::{Coverage, byte_uniformity};
use crate::random::SplitMix64;
use crate::table::{self, Table};

const CHARACTERS: usize = 8_000_000;

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut generator = SplitMix64::seeded(1);
    let text: Vec<u8> = (0..CHARACTERS).map(|_| b'!' + generator.below(94) as u8).collect();
    let mut hashes = Vec::new();
    TextHasher::new().hash(&text, K, &mut hashes);

    writeln!(out, "== Random text ==\n")?;
    writeln!(
        out,
        "{} random printable characters, k = {K}, w = {W}, p = {P}, safe p = {SAFE_P}. The surviving text of the\n\
         paper has lost its parameters. k and w are assumed to be those of the paper; its amount of text, its alphabet\n\
         and its p are {NOT_LEGIBLE}. \"expected\" is its formula, \"the paper\" its measurement.\n",
        table::count(CHARACTERS as u64)
    )?;
    let mut densities =
        Table::new(&["selection", "selected", "density", "expected", "deviation", "the paper"]);
    let mut spread = Table::new(&["hashes", "highest byte", "lowest byte"]);
    let spread_row = |name: &str, hashes: &mut dyn Iterator<Item = u64>| {
        let hashes: Vec<u64> = hashes.collect();
        let uniformity = |shift| format!("{:+.1}", byte_uniformity(hashes.iter().copied(), shift));
        [name.to_owned(), uniformity(56), uniformity(0)]
    };
    spread.row(spread_row("all", &mut hashes.iter().copied()));

    let mut selected = Vec::new();
    for selection in Selection::ALL {
        selection.select(&hashes, &mut selected);
        let mut coverage = Coverage::default();
        coverage.add(&selected, hashes.len(), W);
        densities.row([
            selection.name(),
            table::count(coverage.selected),
            table::share(coverage.density()),
            table::share(selection.expected_density()),
            table::deviation(coverage.density(), selection.expected_density()),
            NOT_LEGIBLE.to_owned(),
        ]);
        if selection == Selection::Winnowing {
            spread.row(spread_row("selected by winnowing", &mut selected.iter().map(|f| f.hash)));
            let mut again = selected.iter().map(|f| rehash(f.hash));
            spread.row(spread_row("selected, hashed again", &mut again));
        }
    }
    writeln!(out, "{densities}")?;
    writeln!(
        out,
        "Uniformity: chi-square over the 256 values of a byte, in standard deviations from its mean (0 is"
    )?;
    writeln!(
        out,
        "uniform; values from about -3 to 3 occur by chance). The paper: uniform for all hashes, skewed for minima.\n"
    )?;
    writeln!(out, "{spread}")?;
    Ok(())
}
