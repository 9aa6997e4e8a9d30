//! Measures what super shingles (`--fast`) find beside counted pairs. The input consists of pairs of versions with
//! several sizes and resemblances. The result is the share of pairs that each way puts into one cluster.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::super::compare::watch;
use crate::bench::figures::{Aim, Arguments, Figures};
use crate::random::SplitMix64;

/// Numbers of words of a document.
const WORDS: [u64; 4] = [400, 800, 2000, 8000];

/// Resemblances in per cent.
const ALIKE: [u64; 5] = [50, 70, 80, 90, 95];

/// Number of pairs of each kind.
const PAIRS: u64 = 200;

/// Number of words in a shingle.
const SHINGLE: f64 = 10.0;

pub(super) fn run(arguments: &Arguments, folder: &Path, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let mut random = SplitMix64::seeded(10);
    for words in WORDS {
        let source = folder.join("versions.jsonl");
        let mut lines = String::new();
        for alike in ALIKE {
            for pair in 0..PAIRS {
                for (side, text) in versions(words, alike, &mut random).iter().enumerate() {
                    let document = json!({ "document": format!("{alike} {pair} {side}"), "text": text });
                    writeln!(lines, "{document}")?;
                }
            }
        }
        fs::write(&source, lines)?;
        for (way, name) in [(&["--fast"][..], ""), (&[], "-pairs")] {
            let found = found(arguments, way, &source)?;
            for alike in ALIKE {
                let share = found.get(&alike).copied().unwrap_or_default() as f64 / PAIRS as f64;
                let name = format!("corpus-fast-recall-{words}-{alike}{name}");
                figures.figure(&name, share, "of the pairs", Aim::Shown)?;
            }
        }
    }
    Ok(())
}

/// Returns a text and a version of it in which single words differ. The number of different words is chosen for the
/// resemblance `alike`.
///
/// A word that differs changes ten shingles of each text. Of n shingles, c words leave a resemblance of `(n - 10 c) /
/// (n + 10 c)`.
fn versions(words: u64, alike: u64, random: &mut SplitMix64) -> [String; 2] {
    let alike = alike as f64 / 100.0;
    let shingles = words as f64 - SHINGLE + 1.0;
    let changes = (shingles * (1.0 - alike) / (1.0 + alike) / SHINGLE).round();
    let every = words as f64 / changes;
    let mut texts = [String::new(), String::new()];
    let mut done = 0.0;
    // The first difference is anywhere in its share of the text, and so are the others in theirs.
    let mut next = random.below(every as u64);
    for at in 0..words {
        let word = random.next() >> 24;
        let mut other = word;
        if at == next {
            other = random.next() >> 24;
            done += 1.0;
            let (begin, room) = ((done * every) as u64, (every - SHINGLE).max(1.0) as u64);
            next = (begin + random.below(room)).max(at + SHINGLE as u64);
        }
        for (text, word) in texts.iter_mut().zip([word, other]) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{word:x} ");
        }
    }
    texts
}

/// Returns the number of pairs of each kind that are in one cluster.
fn found(arguments: &Arguments, way: &[&str], source: &Path) -> anyhow::Result<BTreeMap<u64, u64>> {
    let output = source.with_extension("clusters");
    let mut command = Command::new(&arguments.binary);
    command.args(["--quiet", "corpus", "cluster"]).args(way).arg("--output").arg(&output).arg(source);
    watch(command.stdout(Stdio::null()))?;
    let mut found = BTreeMap::new();
    let text = fs::read_to_string(&output)?;
    let rows: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    for pair in rows.chunks(2) {
        if let [left, right] = pair
            && left["cluster"] == right["cluster"]
        {
            let alike = left["document"].as_str().and_then(|name| name.split(' ').next()?.parse().ok());
            *found.entry(alike.unwrap_or_default()).or_default() += 1;
        }
    }
    Ok(found)
}
