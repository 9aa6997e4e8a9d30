//! The arguments of `bench`, and figures with their aims. Writes figures.

use std::{io::Write, path::PathBuf};

use clap::Args;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Measure only figures whose names begin with one of these; by default all.
    pub(super) names: Vec<String>,
    /// Binary of `chaffinch` to measure, built with `--release`.
    #[arg(long, default_value = "target/release/chaffinch")]
    pub(super) binary: PathBuf,
    /// Folder of real submissions, for which wall time, CPU time and memory are printed without an aim.
    #[arg(long)]
    pub(super) class: Option<PathBuf>,
    /// Number of documents in the smallest stored index that is measured.
    #[arg(long, default_value_t = 100_000)]
    pub(super) documents: u64,
    /// Folders of programs (C, Java, Python, JavaScript) whose variants fill an index.
    #[arg(long, num_args = 1..)]
    pub(super) programs: Vec<PathBuf>,
    /// Folder to which the adversary's copies are written, each beside its original.
    #[arg(long)]
    pub(super) attack: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| name.starts_with(wanted.as_str()))
    }
}

/// The aim of a figure.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aim {
    AtLeast(f64),
    AtMost(f64),
    /// The figure is only printed.
    Shown,
}

/// Writes figures and records whether one misses its aim.
pub(super) struct Figures<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) short: bool,
}

impl Figures<'_> {
    pub(super) fn figure(&mut self, name: &str, value: f64, unit: &str, aim: Aim) -> anyhow::Result<()> {
        let (aim, good) = match aim {
            Aim::AtLeast(least) => (format!(">= {least}"), least <= value),
            Aim::AtMost(most) => (format!("<= {most}"), value <= most),
            Aim::Shown => ("-".to_owned(), true),
        };
        self.short |= !good;
        writeln!(self.out, "{name}\t{value:.3}\t{unit}\t{aim}\t{}", if good { "ok" } else { "short" })?;
        self.out.flush()?;
        Ok(())
    }

    pub(super) fn skipped(&mut self, name: &str, why: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{name}\t-\t-\t-\tskipped ({why})")?;
        Ok(())
    }
}
