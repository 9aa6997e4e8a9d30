//! Compares with current libraries on the same documents: datasketch, rensa and gaoya, installed from the Python
//! package index into a separate environment. It measures pairs at one threshold against exact Jaccard, and documents
//! per second of one core, from the file to the pairs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use serde_json::Value;

use super::super::compare::watch;
use super::crawl::plain;
use crate::bench::figures::{Aim, Arguments, Figures};

const PEERS: [&str; 3] = ["datasketch", "rensa", "gaoya"];

/// Number of documents: enough that starting does not matter, and few enough that the slowest library finishes.
const DOCUMENTS: u64 = 20_000;

const THRESHOLD: &str = "0.5";

/// A fine sample keeps one in this many shingles.
const FINE: &str = "3";

/// Rounds of the fastest ones. The best round counts, on both sides.
const ROUNDS: usize = 3;

type Pairs = BTreeSet<(String, String)>;

pub(super) fn run(arguments: &Arguments, folder: &Path, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let Some(python) = environment(arguments) else {
        return figures.skipped("corpus-peers", "no Python environment with datasketch, rensa and gaoya");
    };
    let documents = folder.join("peers.jsonl");
    plain(DOCUMENTS, &documents)?;
    let (exact, _) = ours(arguments, folder, &documents, Some("1"))?;
    writeln!(
        figures.out,
        "# {DOCUMENTS} documents, {} pairs with a resemblance of {THRESHOLD} or more",
        exact.len()
    )?;
    let quick = best_of(ROUNDS, || ours(arguments, folder, &documents, None))?;
    let fine = best_of(ROUNDS, || ours(arguments, folder, &documents, Some(FINE)))?;
    let ours = Judged::new(&quick, &exact);
    let ours_fine = Judged::new(&fine, &exact);
    ours.tell("chaffinch", figures)?;
    ours_fine.tell("chaffinch-fine", figures)?;
    let mut peers = Vec::new();
    for peer in PEERS {
        // The library that is slowest by far runs only once.
        let rounds = if peer == "datasketch" { 1 } else { ROUNDS };
        let judged = Judged::new(&best_of(rounds, || theirs(&python, peer, folder, &documents))?, &exact);
        judged.tell(peer, figures)?;
        peers.push(judged);
    }
    let most = |of: fn(&Judged) -> f64| peers.iter().map(of).fold(0.0, f64::max);
    let fastest = peers.iter().max_by(|left, right| left.speed.total_cmp(&right.speed)).context("no peer")?;
    figures.figure("corpus-peers-precision", ours.precision, "of 1", Aim::AtLeast(fastest.precision))?;
    figures.figure("corpus-peers-recall", ours.recall, "of 1", Aim::AtLeast(fastest.recall))?;
    figures.figure("corpus-peers-f1", ours.f1(), "of 1", Aim::AtLeast(most(Judged::f1)))?;
    let times = ours.speed / fastest.speed;
    figures.figure("corpus-peers-speed", times, "times the fastest", Aim::AtLeast(10.0))?;
    let precisely = most(|peer| peer.precision);
    figures.figure("corpus-peers-fine-precision", ours_fine.precision, "of 1", Aim::AtLeast(precisely))?;
    let all = most(|peer| peer.recall);
    figures.figure("corpus-peers-fine-recall", ours_fine.recall, "of 1", Aim::AtLeast(all))?;
    let times = ours_fine.speed / fastest.speed;
    figures.figure("corpus-peers-fine-speed", times, "times the fastest", Aim::Shown)
}

/// The result of a library.
struct Judged {
    precision: f64,
    recall: f64,
    /// Documents per second.
    speed: f64,
}

impl Judged {
    fn new((found, seconds): &(Pairs, f64), exact: &Pairs) -> Self {
        let right = found.intersection(exact).count() as f64;
        Self {
            precision: right / found.len().max(1) as f64,
            recall: right / exact.len().max(1) as f64,
            speed: DOCUMENTS as f64 / seconds,
        }
    }

    fn f1(&self) -> f64 {
        2.0 * self.precision * self.recall / (self.precision + self.recall)
    }

    fn tell(&self, name: &str, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let name = |what: &str| format!("corpus-peers-{name}{what}");
        figures.figure(&name(""), self.speed, "documents/s per core", Aim::Shown)?;
        figures.figure(&name("-precision"), self.precision, "of 1", Aim::Shown)?;
        figures.figure(&name("-recall"), self.recall, "of 1", Aim::Shown)
    }
}

/// Returns the pairs and the seconds of the fastest round.
fn best_of(
    rounds: usize,
    mut round: impl FnMut() -> anyhow::Result<(Pairs, f64)>,
) -> anyhow::Result<(Pairs, f64)> {
    let mut best = round()?;
    for _ in 1..rounds {
        best.1 = best.1.min(round()?.1);
    }
    Ok(best)
}

/// Returns a pair with its names in order.
fn pair(left: &str, right: &str) -> (String, String) {
    (left.min(right).to_owned(), left.max(right).to_owned())
}

/// Returns the pairs that this program finds, and the seconds of processor time that it takes on one thread.
fn ours(
    arguments: &Arguments,
    folder: &Path,
    documents: &Path,
    modulus: Option<&str>,
) -> anyhow::Result<(Pairs, f64)> {
    let (pairs, clusters) = (folder.join("pairs.jsonl"), folder.join("clusters.jsonl"));
    let mut command = Command::new(&arguments.binary);
    command.args(["corpus", "cluster", "--quiet", "--threads", "1", "--floor", THRESHOLD]);
    command.args(modulus.iter().flat_map(|modulus| ["--modulus", modulus]));
    command.arg("--pairs").arg(&pairs).arg("--output").arg(&clusters).arg(documents).stdout(Stdio::null());
    let cost = watch(&mut command)?;
    let mut found = Pairs::new();
    // Folded documents form pairs with each other and with every document that is paired with their representative.
    let mut copies: std::collections::BTreeMap<String, Vec<String>> = std::collections::BTreeMap::new();
    let lines = fs::read_to_string(&pairs)?;
    let rows: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    for row in rows.iter().filter(|row| row["kind"] != "similar") {
        copies.entry(text(row, "left")).or_default().push(text(row, "right"));
    }
    let all = |name: &str| {
        let mut all = vec![name.to_owned()];
        let mut at = 0;
        while at < all.len() {
            all.extend(copies.get(&all[at]).into_iter().flatten().cloned());
            at += 1;
        }
        all
    };
    for row in &rows {
        if row["kind"] == "similar" && row["resemblance"].as_f64().is_some_and(|share| share >= 0.5) {
            for left in all(&text(row, "left")) {
                found.extend(all(&text(row, "right")).iter().map(|right| pair(&left, right)));
            }
        }
    }
    for name in copies.keys() {
        let together = all(name);
        for (at, left) in together.iter().enumerate() {
            found.extend(together[..at].iter().map(|right| pair(left, right)));
        }
    }
    Ok((found, cost.cpu))
}

/// Returns the pairs that a library finds, and the seconds of processor time that it takes.
fn theirs(python: &Path, peer: &str, folder: &Path, documents: &Path) -> anyhow::Result<(Pairs, f64)> {
    let script = folder.join("peers.py");
    fs::write(&script, include_str!("peers.py"))?;
    let pairs = folder.join("pairs.tsv");
    let output = Command::new(python)
        .arg(&script)
        .arg(peer)
        .arg(documents)
        .args([THRESHOLD, "10"])
        .arg(&pairs)
        .stderr(Stdio::inherit())
        .output()?;
    anyhow::ensure!(output.status.success(), "{peer} ended with {}", output.status);
    let seconds =
        String::from_utf8(output.stdout)?.trim().parse().context("cannot read the seconds of a peer")?;
    let lines = fs::read_to_string(&pairs)?;
    Ok((
        lines
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(left, right)| pair(left, right))
            .collect(),
        seconds,
    ))
}

/// Returns the Python with the libraries. Its environment is beside the binary and is created if it is missing.
fn environment(arguments: &Arguments) -> Option<PathBuf> {
    let folder = arguments.binary.parent()?.join("peers");
    let python = folder.join("bin/python");
    let has = || {
        Command::new(&python).args(["-c", "import datasketch, rensa, gaoya"]).stderr(Stdio::null()).status()
    };
    if !has().is_ok_and(|status| status.success()) {
        Command::new("python3").args(["-m", "venv"]).arg(&folder).status().ok()?;
        let install =
            ["-m", "pip", "install", "--quiet", "datasketch==2.0.0", "rensa==0.5.0", "gaoya==0.2.2"];
        Command::new(&python).args(install).stdout(Stdio::null()).status().ok()?;
    }
    has().is_ok_and(|status| status.success()).then_some(python)
}
