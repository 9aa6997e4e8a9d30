//! Measures queries to a corpus with ten times as many documents as the other measurements begin with: the cost of a
//! text, known or unknown, and the cost of the tables that queries need.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use super::super::compare::{Cost, watch};
use super::crawl::{cluster, generate};
use crate::bench::figures::{Aim, Arguments, Figures};
use crate::generate::Crawl;

/// Number of texts that one process looks up. Half of them are in the corpus.
const TEXTS: u64 = 4000;

/// Number of rounds. The best counts.
const ROUNDS: usize = 3;

/// Aim in milliseconds: "a few milliseconds each".
const AIM: f64 = 5.0;

pub(super) fn run(arguments: &Arguments, folder: &Path, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let documents = 10 * arguments.documents;
    let source = generate(documents, folder)?;
    let (work, output) = (folder.join("work"), folder.join("clusters.jsonl"));
    let ran = cluster(arguments, &work, &output, &source)?;
    fs::remove_file(&source)?;
    let (texts, one) = (folder.join("texts.jsonl"), folder.join("one.jsonl"));
    asked(documents, TEXTS, &texts)?;
    asked(documents, 2, &one)?;
    let ask = |texts: &Path| -> anyhow::Result<Cost> {
        watch(
            Command::new(&arguments.binary)
                .args(["corpus", "query", "--quiet", "--work-dir"])
                .arg(&work)
                .arg(texts)
                .stdout(Stdio::null()),
        )
    };
    let label = |what: &str| format!("corpus-query-{documents}-{what}");
    let first = ask(&one)?;
    let mut best = [f64::MAX; 2];
    let mut peak: f64 = 0.0;
    for _ in 0..ROUNDS {
        let (few, many) = (ask(&one)?, ask(&texts)?);
        best = [best[0].min(few.wall), best[1].min(many.wall)];
        peak = peak.max(many.peak);
    }
    let bytes = |name: &str| fs::metadata(work.join("0").join(name)).map_or(0, |found| found.len()) as f64;
    figures.figure(&label("tables"), first.wall - best[0], "s to create", Aim::Shown)?;
    let size = bytes("known") + bytes("places");
    figures.figure(&label("tables-bytes"), size / documents as f64, "bytes per document", Aim::Shown)?;
    let postings = ran.figures["posting_bytes"].as_f64().unwrap_or_default();
    figures.figure(&label("places"), bytes("places") / postings, "of the postings", Aim::Shown)?;
    figures.figure(&label("memory"), peak * 1.048_576, "MB", Aim::Shown)?;
    figures.figure(&label("process"), best[0] * 1e3, "ms", Aim::Shown)?;
    let each = (best[1] - best[0]) / (TEXTS - 2) as f64 * 1e3;
    figures.figure(&label("text"), each, "ms", Aim::AtMost(AIM))?;
    fs::remove_dir_all(&work)?;
    Ok(())
}

/// Writes texts as JSON Lines: the first ones of the corpus, and as many that are not in it.
fn asked(documents: u64, texts: u64, path: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    Crawl::new(documents, 1).write(0..texts / 2, &mut out)?;
    Crawl::new(documents, 3).write(0..texts / 2, &mut out)?;
    Ok(out.flush()?)
}
