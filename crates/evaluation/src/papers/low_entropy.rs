//! Experiment with low-entropy input, in which hashes repeat. Writes one table.

use std::io::Write;

use super::selection::{K, P, SAFE_P, Selection, TextHasher, W};
use super::statistics::Coverage;
use crate::random::SplitMix64;
use crate::table::{self, Table};

const CHARACTERS: usize = 1_000_000;

/// Returns the inputs, each with a name and a text.
fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let periodic = |unit: &[u8]| -> Vec<u8> { unit.iter().copied().cycle().take(CHARACTERS).collect() };
    let mut generator = SplitMix64::seeded(3);
    let random_unit: Vec<u8> = (0..3 * W).map(|_| b'a' + generator.below(26) as u8).collect();
    let odd_characters = (0..CHARACTERS)
        .map(|_| if generator.below(1000) == 0 { b'1' + generator.below(9) as u8 } else { b'0' })
        .collect();
    vec![
        ("one character", periodic(b"0")),
        ("period 2", periodic(b"01")),
        ("period 7", periodic(b"abcdefg")),
        ("period 3w, random unit", periodic(&random_unit)),
        ("zeros, odd characters", odd_characters),
        ("sensor readings", sensor_readings(&mut generator)),
    ]
}

/// Returns sensor readings that mostly repeat: the sensor drifts by one step once in a hundred readings.
fn sensor_readings(generator: &mut SplitMix64) -> Vec<u8> {
    let mut text = Vec::with_capacity(CHARACTERS + 8);
    let mut level = 500;
    while text.len() < CHARACTERS {
        match generator.below(200) {
            0 => level += 1,
            1 => level -= 1,
            _ => {}
        }
        text.extend_from_slice(format!("{:02}.{};", level / 10, level % 10).as_bytes());
    }
    text.truncate(CHARACTERS);
    text
}

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "== Low-entropy input ==\n")?;
    writeln!(
        out,
        "{} characters each, k = {K}, w = {W}, p = {P}, safe p = {SAFE_P}. Density and, in brackets, the longest run\n\
         of hashes without a fingerprint. Random input would have the densities {}, {}, {} and\n\
         {}. The numbers of the paper: {}.\n",
        table::count(CHARACTERS as u64),
        table::share(Selection::Winnowing.expected_density()),
        table::share(Selection::RobustWinnowing.expected_density()),
        table::share(Selection::ZeroModP.expected_density()),
        table::share(Selection::SafeZeroModP.expected_density()),
        super::selection::NOT_LEGIBLE,
    )?;
    let names = Selection::ALL.map(Selection::name);
    let mut headings = vec!["input"];
    headings.extend(names.iter().map(String::as_str));
    headings.push("robust / plain");
    let mut densities = Table::new(&headings);
    let mut text_hasher = TextHasher::new();
    let (mut hashes, mut selected) = (Vec::new(), Vec::new());
    for (name, text) in inputs() {
        text_hasher.hash(&text, K, &mut hashes);
        let [plain, robust, modp, safe] = Selection::ALL.map(|selection| {
            let mut coverage = Coverage::default();
            selection.select(&hashes, &mut selected);
            coverage.add(&selected, hashes.len(), W);
            coverage
        });
        let ratio = format!("{:.3}", robust.density() / plain.density());
        let cell = |coverage: Coverage| {
            format!("{} ({})", table::share(coverage.density()), table::count(coverage.longest_run as u64))
        };
        densities.row([name.to_owned(), cell(plain), cell(robust), cell(modp), cell(safe), ratio]);
    }
    writeln!(out, "{densities}")?;
    Ok(())
}
