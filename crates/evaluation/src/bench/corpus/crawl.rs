//! A generated crawl, and the run of `chaffinch corpus cluster` that is measured on it. Writes files.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use serde_json::Value;

use crate::bench::compare::{Cost, watch};
use crate::bench::figures::Arguments;
use crate::generate::Crawl;

/// The cost and the figures of a run of the pipeline.
pub(super) struct Ran {
    pub(super) cost: Cost,
    pub(super) figures: Value,
}

/// Writes a crawl with this number of documents as compressed JSON Lines.
pub(super) fn generate(documents: u64, folder: &Path) -> anyhow::Result<PathBuf> {
    let path = folder.join("crawl.jsonl.zst");
    let mut out = chaffinch_corpus::Output::create(&path)?;
    Crawl::new(documents, 1).write(0..documents, &mut out)?;
    out.finish()?;
    Ok(path)
}

pub(super) fn cluster(
    arguments: &Arguments,
    work: &Path,
    output: &Path,
    source: &Path,
) -> anyhow::Result<Ran> {
    let said = output.with_extension("said");
    let cost = watch(
        Command::new(&arguments.binary)
            // The sample of the paper.
            .args(["--log-format", "json", "corpus", "cluster", "--modulus", "25", "--work-dir"])
            .arg(work)
            .arg("--output")
            .arg(output)
            .arg(source)
            .stdout(Stdio::null())
            .stderr(File::create(&said)?),
    )?;
    let said = fs::read_to_string(&said)?;
    let last: Value = serde_json::from_str(said.lines().last().context("the run printed nothing")?)?;
    Ok(Ran { cost, figures: last["figures"].clone() })
}

/// Writes the first documents of a crawl as plain JSON Lines.
pub(super) fn plain(documents: u64, path: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    Crawl::new(documents, 2).write(0..documents, &mut out)?;
    Ok(out.flush()?)
}
