//! Measures corpora: speed of sketching and clustering, memory and disk space, beside the figures of the paper (Broder,
//! Glassman, Manasse, Zweig 1997, "Status") and beside current libraries.
//!
//! Documents are generated ([`Crawl`](crate::generate::Crawl)), so that any number of them can be measured. The pipeline is measured as a
//! process, at two sizes that differ by a factor of ten, from which the growth is computed.

mod crawl;
mod fast;
mod peers;
mod query;
mod spark;

use std::fs;
use std::path::Path;
use std::process::Command;

use chaffinch_corpus::WordHasher;

use self::crawl::{Ran, cluster, generate};
use super::compare::watch;
use super::figures::{Aim, Arguments, Figures};
use super::sketches::kinds::KINDS;
use super::sketches::speed::beside_tokenising;
use super::sketches::texts;

/// Documents and CPU-days of the paper: sketching, and everything.
const PAPER: (f64, f64, f64) = (30e6, 4.6, 10.5);

/// Gigabytes of disk space in the paper: postings, pairs at the peak, pairs at the end.
const PAPER_DISK: [f64; 3] = [5.5, 20.0, 6.0];

const DAY: f64 = 86_400.0;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if arguments.wants("corpus-sketching") {
        sketching(figures)?;
    }
    if !arguments.binary.is_file() {
        return figures.skipped("corpus", "no binary: run scripts/bench, which builds it");
    }
    // Not below /tmp, which is in memory on many machines.
    let folder = tempfile::tempdir_in(arguments.binary.parent().unwrap_or(Path::new(".")))?;
    if arguments.wants("corpus-pipeline") {
        pipeline(arguments, folder.path(), figures)?;
    }
    if arguments.wants("corpus-query") {
        query::run(arguments, folder.path(), figures)?;
    }
    if arguments.wants("corpus-fast-recall") {
        fast::run(arguments, folder.path(), figures)?;
    }
    if arguments.wants("corpus-peers") {
        peers::run(arguments, folder.path(), figures)?;
    }
    // These figures take long and are measured only if they are named.
    if arguments.names.iter().any(|name| name.starts_with("corpus-spark")) {
        spark::run(arguments, folder.path(), figures)?;
    }
    Ok(())
}

/// Measures reading words alone, and with shingles, sample and sketch, of the documents on which all kinds of sketches
/// are measured.
fn sketching(figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let (documents, what) = texts::documents();
    writeln!(figures.out, "# {what}")?;
    let bytes = documents.iter().map(Vec::len).sum::<usize>() as f64;
    let mut words = WordHasher::default();
    let sides = beside_tokenising(&documents, &KINDS[0], |text, take| {
        words.feed(text, &mut *take);
        words.end(take);
    })?;
    let ratio = sides.alone / sides.whole;
    figures.figure("corpus-sketching-of-tokenising", ratio, "ratio", Aim::AtLeast(0.75))?;
    let speed = bytes / sides.whole;
    figures.figure("corpus-sketching-throughput", speed / 1e6, "MB/s per core", Aim::Shown)?;
    figures.figure("corpus-sketching-150GB", 150e9 / speed / DAY, "CPU-days", Aim::AtMost(PAPER.1 / 300.0))
}

fn pipeline(arguments: &Arguments, folder: &Path, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let sizes = [arguments.documents, 10 * arguments.documents];
    let mut before: Option<Ran> = None;
    for documents in sizes {
        let source = generate(documents, folder)?;
        let (work, output) = (folder.join("work"), folder.join("clusters.jsonl"));
        let ran = cluster(arguments, &work, &output, &source)?;
        let label = |what: &str| format!("corpus-pipeline-{documents}-{what}");
        figures.figure(&label("wall"), ran.cost.wall, "s", Aim::Shown)?;
        figures.figure(&label("cpu"), ran.cost.cpu, "s", Aim::Shown)?;
        figures.figure(&label("memory"), ran.cost.peak * 1.048_576, "MB", Aim::AtMost(2000.0))?;
        let bytes = ran.figures["bytes"].as_f64().unwrap_or_default();
        figures.figure(&label("throughput"), bytes / ran.cost.cpu / 1e6, "MB/s per core", Aim::Shown)?;
        let again = watch(
            Command::new(&arguments.binary)
                .args(["corpus", "recluster", "--quiet", "--threshold", "0.7", "--work-dir"])
                .arg(&work)
                .arg("--output")
                .arg(&output),
        )?;
        figures.figure(
            &label("recluster-share"),
            again.cpu / ran.cost.cpu,
            "of the run",
            Aim::AtMost(0.10),
        )?;
        fs::remove_dir_all(&work)?;
        fs::remove_file(&source)?;
        if let Some(before) = &before {
            project(documents, before, &ran, figures)?;
        }
        before = Some(ran);
    }
    Ok(())
}

/// Reports the growth between two runs whose sizes differ by a factor of ten, and its projection to the paper's 30
/// million documents.
fn project(documents: u64, small: &Ran, large: &Ran, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let growth = large.cost.cpu / small.cost.cpu;
    figures.figure("corpus-pipeline-growth", growth, "times the CPU time", Aim::AtMost(12.0))?;
    let wall = large.cost.wall / small.cost.wall;
    figures.figure("corpus-pipeline-growth-wall", wall, "times the wall time", Aim::AtMost(12.0))?;
    let decades = (PAPER.0 / documents as f64).log10();
    let days = large.cost.cpu * growth.powf(decades) / DAY;
    figures.figure("corpus-pipeline-30M", days, "CPU-days", Aim::AtMost(PAPER.2 / 300.0))?;
    let disk = |name: &str| {
        let of = |ran: &Ran| ran.figures[name].as_f64().unwrap_or_default();
        of(large) * (of(large) / of(small)).powf(decades) / 1e9
    };
    let stages = [("posting_bytes", "postings"), ("expanded_bytes", "pairs-peak"), ("pair_bytes", "pairs")];
    for ((field, name), paper) in stages.into_iter().zip(PAPER_DISK) {
        let name = format!("corpus-pipeline-30M-disk-{name}");
        writeln!(figures.out, "# in the paper: {paper} GB")?;
        figures.figure(&name, disk(field), "GB", Aim::Shown)?;
    }
    figures.figure("corpus-pipeline-30M-disk-documents", disk("document_bytes"), "GB", Aim::Shown)
}
