//! Libraries of today on the same documents: datasketch, rensa, gaoya, from the Python package index into an environment of
//! their own. Pairs at one threshold, against exact Jaccard; documents a second of one core, from the file to the pairs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use serde_json::Value;

use super::super::compare::watch;
use super::super::{Aim, Arguments, Figures};
use super::plain;

const PEERS: [&str; 3] = ["datasketch", "rensa", "gaoya"];

/// Documents compared: enough that starting is no part of it, few enough that the slowest ends.
const DOCUMENTS: u64 = 20_000;

const THRESHOLD: &str = "0.5";

/// One shingle in so many is kept here: about twice as many as the peers have permutations.
const MODULUS: &str = "4";

/// Rounds of the fastest ones; the best counts, for either side.
const ROUNDS: usize = 3;

type Pairs = BTreeSet<(String, String)>;

pub(super) fn run(arguments: &Arguments, folder: &Path, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let Some(python) = environment(arguments) else {
        return figures.skipped("corpus-peers", "no Python environment with datasketch, rensa and gaoya");
    };
    let documents = folder.join("peers.jsonl");
    plain(DOCUMENTS, &documents)?;
    let (exact, _) = ours(arguments, folder, &documents, "1")?;
    writeln!(
        figures.out,
        "# {DOCUMENTS} documents; {} pairs of resemblance {THRESHOLD} or more",
        exact.len()
    )?;
    let mut best = (0.0, f64::MAX);
    let mut quality: (f64, f64) = (0.0, 0.0);
    for round in 0..ROUNDS {
        let (found, seconds) = ours(arguments, folder, &documents, MODULUS)?;
        best.1 = seconds.min(best.1);
        if round == 0 {
            quality = judge(&found, &exact);
        }
    }
    let ours_a_second = DOCUMENTS as f64 / best.1;
    figures.figure("corpus-peers-chaffinch", ours_a_second, "documents/s a core", Aim::Shown)?;
    let mut most = (0.0_f64, 0.0_f64);
    for peer in PEERS {
        let mut seconds = f64::MAX;
        let mut found = Pairs::new();
        // The slowest by far needs no second chance.
        for _ in 0..if peer == "datasketch" { 1 } else { ROUNDS } {
            let (pairs, took) = theirs(&python, peer, folder, &documents)?;
            seconds = seconds.min(took);
            found = pairs;
        }
        let (precision, recall) = judge(&found, &exact);
        most = (most.0.max(precision), most.1.max(recall));
        best.0 = f64::max(best.0, DOCUMENTS as f64 / seconds);
        figures.figure(
            &format!("corpus-peers-{peer}"),
            DOCUMENTS as f64 / seconds,
            "documents/s a core",
            Aim::Shown,
        )?;
        figures.figure(&format!("corpus-peers-{peer}-precision"), precision, "of 1", Aim::Shown)?;
        figures.figure(&format!("corpus-peers-{peer}-recall"), recall, "of 1", Aim::Shown)?;
    }
    figures.figure("corpus-peers-precision", quality.0, "of 1", Aim::AtLeast(most.0))?;
    figures.figure("corpus-peers-recall", quality.1, "of 1", Aim::AtLeast(most.1))?;
    figures.figure("corpus-peers-speed", ours_a_second / best.0, "times the fastest", Aim::AtLeast(10.0))
}

/// Precision and recall.
fn judge(found: &Pairs, exact: &Pairs) -> (f64, f64) {
    let right = found.intersection(exact).count() as f64;
    (right / found.len().max(1) as f64, right / exact.len().max(1) as f64)
}

/// A pair by its names in order.
fn pair(left: &str, right: &str) -> (String, String) {
    (left.min(right).to_owned(), left.max(right).to_owned())
}

/// What this program finds, and the seconds of processor time it takes on one thread.
fn ours(
    arguments: &Arguments,
    folder: &Path,
    documents: &Path,
    modulus: &str,
) -> anyhow::Result<(Pairs, f64)> {
    let (pairs, clusters) = (folder.join("pairs.jsonl"), folder.join("clusters.jsonl"));
    let cost = watch(
        Command::new(&arguments.binary)
            .args([
                "corpus",
                "cluster",
                "--quiet",
                "--threads",
                "1",
                "--floor",
                THRESHOLD,
                "--modulus",
                modulus,
            ])
            .arg("--pairs")
            .arg(&pairs)
            .arg("--output")
            .arg(&clusters)
            .arg(documents)
            .stdout(Stdio::null()),
    )?;
    let mut found = Pairs::new();
    // Documents that were folded are pairs with each other and with whatever their representative is paired with.
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

/// What a library finds, and the seconds of processor time it takes.
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
    let seconds = String::from_utf8(output.stdout)?.trim().parse().context("seconds of a peer")?;
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

/// The Python that has the libraries: beside the binary, made where it is missing.
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
