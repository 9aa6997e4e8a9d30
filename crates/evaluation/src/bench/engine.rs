//! Measures files to fingerprints, against parsing alone and against memory copies, and the speed-up on several cores.

use std::{hint::black_box, time::Instant};

use chaffinch_fingerprint::{hash_kgrams, winnow_robust};
use chaffinch_normalize::{Choice, language, tokenize};
use chaffinch_submission::SourceFile;
use rayon::prelude::*;

use super::figures::{Aim, Arguments, Figures};
use super::{machine, sources};
use crate::random::SplitMix64;

/// Rounds in which the sides take turns. The median counts.
const ROUNDS: usize = 7;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let c = (sources::c(), "c", tree_sitter_c::LANGUAGE);
    let python = (sources::python(), "python", tree_sitter_python::LANGUAGE);
    for ((files, what), name, grammar) in [&c, &python] {
        let label = format!("fingerprint-{name}");
        if !arguments.wants(&label) {
            continue;
        }
        if files.is_empty() {
            figures.skipped(&label, "no files found")?;
            continue;
        }
        let bytes: usize = files.iter().map(|file| file.text.len()).sum();
        writeln!(figures.out, "# {label}: {what}, {} files, {bytes} bytes", files.len())?;
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&(*grammar).into())?;
        let language = Choice::Fixed(language(name).ok_or_else(|| anyhow::anyhow!("no {name}"))?);
        let [parsed, whole] = medians([
            &mut || {
                for file in files {
                    black_box(parser.parse(&file.text, None));
                }
            },
            &mut || {
                for file in files {
                    black_box(fingerprints(file, language));
                }
            },
        ]);
        figures.figure(&format!("{label}-of-parse-only"), parsed / whole, "ratio", Aim::AtLeast(0.80))?;
        figures.figure(&format!("{label}-throughput"), bytes as f64 / whole / 1e6, "MB/s", Aim::Shown)?;
        let streams: Vec<_> = files.iter().map(|file| tokenize(file, language)).collect();
        let [selecting, whole] = medians([
            &mut || {
                let (mut hashes, mut kept) = (Vec::new(), Vec::new());
                for stream in &streams {
                    hash_kgrams(&stream.values, usize::from(stream.scheme.k), &mut hashes);
                    winnow_robust(&hashes, usize::from(stream.scheme.w), &mut kept);
                    black_box(&kept);
                }
            },
            &mut || {
                for file in files {
                    black_box(fingerprints(file, language));
                }
            },
        ]);
        figures.figure(
            &format!("{label}-hash-and-select"),
            selecting / whole,
            "of the whole",
            Aim::AtMost(0.03),
        )?;
    }
    if arguments.wants("winnow") {
        winnow(figures)?;
    }
    if arguments.wants("cores") {
        cores(figures, &c.0.0)?;
    }
    Ok(())
}

/// Does what `analyse` does with one file, up to its fingerprints.
fn fingerprints(file: &SourceFile, choice: Choice) -> usize {
    let stream = tokenize(file, choice);
    let (mut hashes, mut kept) = (Vec::new(), Vec::new());
    hash_kgrams(&stream.values, usize::from(stream.scheme.k), &mut hashes);
    winnow_robust(&hashes, usize::from(stream.scheme.w), &mut kept);
    kept.len()
}

fn winnow(figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let mut random = SplitMix64::seeded(4);
    let hashes: Vec<u64> = (0..8_000_000).map(|_| random.next()).collect();
    let (mut kept, mut copy) = (Vec::new(), vec![0; hashes.len()]);
    for (w, aim) in [(5, 0.20), (50, 0.25)] {
        let [selecting, copying] =
            medians([&mut || winnow_robust(black_box(&hashes), w, &mut kept), &mut || {
                copy.copy_from_slice(black_box(&hashes));
                black_box(&mut copy);
            }]);
        figures.figure(&format!("winnow-w{w}-of-memcpy"), copying / selecting, "ratio", Aim::AtLeast(aim))?;
    }
    Ok(())
}

/// Compares one thread with as many as there are cores, on the same files, in turn.
fn cores(figures: &mut Figures<'_>, files: &[SourceFile]) -> anyhow::Result<()> {
    let count = machine::cores();
    let pools = [
        rayon::ThreadPoolBuilder::new().num_threads(1).build()?,
        rayon::ThreadPoolBuilder::new().num_threads(count).build()?,
    ];
    let language = Choice::Fixed(language("c").ok_or_else(|| anyhow::anyhow!("there is no language c"))?);
    let work = |pool: &rayon::ThreadPool| {
        pool.install(|| files.par_iter().map(|file| fingerprints(file, language)).sum::<usize>())
    };
    let [one, all] = medians([
        &mut || {
            black_box(work(&pools[0]));
        },
        &mut || {
            black_box(work(&pools[1]));
        },
    ]);
    let name = format!("cores-{count}-of-linear");
    figures.figure(&name, one / all / count as f64, "ratio", Aim::AtLeast(0.90))
}

/// Returns the median seconds of `N` pieces of work, done in turn, after one round that is not counted.
pub(super) fn medians<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for round in 0..=ROUNDS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            if round > 0 {
                times.push(start.elapsed().as_secs_f64());
            }
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    })
}
