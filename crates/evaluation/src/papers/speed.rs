//! Experiment: what rolling saves, and the speed of winnowing beside copying the same hashes. Measures time and writes
//! two tables.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use chaffinch_fingerprint::{hash_kgram, hash_kgrams, winnow, winnow_robust};

use super::selection::NOT_LEGIBLE;
use crate::random::SplitMix64;
use crate::table::{self, Table};

const TOKENS: usize = 4_000_000;
const HASHES: usize = 8_000_000;
/// Number of times that each side is timed, in turn with the other. The median counts.
const ROUNDS: usize = 7;

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut generator = SplitMix64::seeded(4);
    let values: Vec<u64> = (0..HASHES).map(|_| generator.next()).collect();
    writeln!(out, "== Speed ==\n")?;
    writeln!(
        out,
        "One core, medians of {ROUNDS} alternating rounds. Compare the ratios, not the absolute figures.\n\
         {} token values hashed, {} random hashes winnowed and copied.\n",
        table::count(TOKENS as u64),
        table::count(HASHES as u64)
    )?;
    writeln!(out, "{}", hashing(&values[..TOKENS]))?;
    writeln!(out, "{}", winnowing(&values))?;
    Ok(())
}

fn hashing(values: &[u64]) -> Table {
    let mut rows = Table::new(&[
        "k",
        "rolling, M hashes/s",
        "recomputed, M hashes/s",
        "recomputed / rolling time",
        "the paper",
    ]);
    let (mut rolled, mut hashed) = (Vec::new(), Vec::new());
    for k in [5, 25, 50, 100] {
        let [rolling, recomputed] =
            medians([&mut || hash_kgrams(black_box(values), k, &mut rolled), &mut || {
                hashed.clear();
                hashed.extend(black_box(values).windows(k).map(hash_kgram));
            }]);
        rows.row([
            k.to_string(),
            millions_per_second(values.len(), rolling),
            millions_per_second(values.len(), recomputed),
            format!("{:.1}", recomputed.as_secs_f64() / rolling.as_secs_f64()),
            NOT_LEGIBLE.to_owned(),
        ]);
    }
    rows
}

fn winnowing(hashes: &[u64]) -> Table {
    let mut rows = Table::new(&[
        "w",
        "robust, M hashes/s",
        "plain, M hashes/s",
        "memcpy, M hashes/s",
        "robust / memcpy",
        "plain / memcpy",
    ]);
    let (mut kept_robust, mut kept_plain) = (Vec::new(), Vec::new());
    let mut copy = vec![0; hashes.len()];
    for w in [5, 50, 100] {
        let [robust, plain, copied] = medians([
            &mut || winnow_robust(black_box(hashes), w, &mut kept_robust),
            &mut || winnow(black_box(hashes), w, &mut kept_plain),
            &mut || {
                copy.copy_from_slice(black_box(hashes));
                black_box(&mut copy);
            },
        ]);
        rows.row([
            w.to_string(),
            millions_per_second(hashes.len(), robust),
            millions_per_second(hashes.len(), plain),
            millions_per_second(hashes.len(), copied),
            format!("{:.2}", copied.as_secs_f64() / robust.as_secs_f64()),
            format!("{:.2}", copied.as_secs_f64() / plain.as_secs_f64()),
        ]);
    }
    rows
}

/// Returns the median times of `N` pieces of work, done in turn. One round of each is not timed.
fn medians<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for work in &mut works {
        work();
    }
    for _ in 0..ROUNDS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[ROUNDS / 2]
    })
}

fn millions_per_second(n: usize, time: Duration) -> String {
    format!("{:.0}", n as f64 / time.as_secs_f64() / 1e6)
}
