//! The noise threshold: how many fingerprints of a program occur in unrelated programs, for k around the one in use
//! (Schleimer, Wilkerson, Aiken 2003, section 5: the share falls sharply where k exceeds the length of a language's
//! idioms).

use std::collections::BTreeSet;
use std::{fs, path::Path};

use chaffinch_fingerprint::{hash_kgrams, winnow_robust};
use chaffinch_normalize::{Choice, languages, tokenize};
use chaffinch_submission::{SourceFile, TokenStream};

use super::corpus::{Solutions, TINY};

/// Average share of fingerprints that another program has, too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Noise {
    /// The other program solves the same task.
    pub(crate) same_task: f64,
    /// The other program solves another task.
    pub(crate) other_task: f64,
}

/// Returns the token streams of a language's programs, one list per task.
pub(crate) fn streams(all: &[Solutions], language: &str) -> Vec<Vec<TokenStream>> {
    all.iter()
        .filter(|solutions| solutions.dialect.name == language && solutions.task != TINY)
        .map(|solutions| {
            let read = |text: &String| {
                tokenize(
                    &SourceFile::plain(format!("main.{}", solutions.dialect.ending), text.clone()),
                    Choice::Auto,
                )
            };
            solutions.programs.iter().map(|program| read(&program.text)).collect()
        })
        .collect()
}

/// Returns the noise for one k.
pub(crate) fn noise(tasks: &[Vec<TokenStream>], k: u16) -> Noise {
    let selected: Vec<Vec<BTreeSet<u64>>> = tasks
        .iter()
        .map(|task| task.iter().map(|stream| fingerprints(&stream.values, k, stream.scheme.w)).collect())
        .collect();
    let whole: Vec<Vec<BTreeSet<u64>>> =
        tasks.iter().map(|task| task.iter().map(|stream| kgrams(&stream.values, k)).collect()).collect();
    let (mut same, mut other) = (Mean::default(), Mean::default());
    for (task, programs) in selected.iter().enumerate() {
        for (number, fingerprints) in programs.iter().enumerate() {
            for (other_task, others) in whole.iter().enumerate() {
                for (other_number, kgrams) in others.iter().enumerate() {
                    if (task, number) != (other_task, other_number) {
                        let mean = if task == other_task { &mut same } else { &mut other };
                        mean.add(share(fingerprints, kgrams));
                    }
                }
            }
        }
    }
    Noise { same_task: same.value(), other_task: other.value() }
}

#[derive(Debug, Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

fn kgrams(values: &[u64], k: u16) -> BTreeSet<u64> {
    let mut hashes = Vec::new();
    hash_kgrams(values, usize::from(k), &mut hashes);
    hashes.into_iter().collect()
}

fn fingerprints(values: &[u64], k: u16, w: u16) -> BTreeSet<u64> {
    let (mut hashes, mut kept) = (Vec::new(), Vec::new());
    hash_kgrams(values, usize::from(k), &mut hashes);
    winnow_robust(&hashes, usize::from(w), &mut kept);
    kept.into_iter().map(|fingerprint| fingerprint.hash).collect()
}

fn share(of: &BTreeSet<u64>, others: &BTreeSet<u64>) -> f64 {
    if of.is_empty() { 0.0 } else { of.intersection(others).count() as f64 / of.len() as f64 }
}

/// Returns, for each language with a sample program, its name, its k, and for k - 2 to k + 2 the share of the second
/// half's fingerprints that the first half has. A sample has 200 lines and shows every kind of statement once.
pub(crate) fn samples() -> Vec<(&'static str, u16, [f64; 5])> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../normalize/samples");
    let mut rows = Vec::new();
    for language in languages() {
        let Some(ending) = language.endings().first() else { continue };
        let path = folder.join(format!("{}.{ending}", language.name()));
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let stream = tokenize(&SourceFile::plain(path.display().to_string(), text), Choice::Fixed(language));
        let (first, second) = stream.values.split_at(stream.values.len() / 2);
        let k = stream.scheme.k;
        let at = |k: u16| share(&fingerprints(second, k, stream.scheme.w), &kgrams(first, k));
        rows.push((language.name(), k, around(k).map(at)));
    }
    rows
}

/// Returns k - 2 to k + 2.
pub(crate) fn around(k: u16) -> [u16; 5] {
    [k - 2, k - 1, k, k + 1, k + 2]
}
