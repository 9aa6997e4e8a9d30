//! `bench` measures the speed figures, each beside its aim. Both sides of a ratio are measured in one run, in turn.
//!
//! A figure is one line, separated by tabs: name, value, unit, aim, and `ok`, `short` or `skipped` (with the reason).
//! Machine, load and spread come first, on lines that begin with `#`. It measures time and writes only to folders that
//! it removes.

mod compare;
mod corpus;
mod engine;
mod index;
mod machine;
mod pages;
mod programs;
mod quality;
mod rescore;
mod service;
mod sketches;
mod sources;

use std::{io::Write, path::PathBuf};

use clap::Args;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Measure only figures whose names begin with one of these; by default all.
    names: Vec<String>,
    /// Binary of `chaffinch` to measure, built with `--release`.
    #[arg(long, default_value = "target/release/chaffinch")]
    binary: PathBuf,
    /// Folder of real submissions, for which wall time, CPU time and memory are printed without an aim.
    #[arg(long)]
    class: Option<PathBuf>,
    /// Number of documents in the smallest stored index that is measured.
    #[arg(long, default_value_t = 100_000)]
    documents: u64,
    /// Folders of programs (C, Java, Python, JavaScript) whose variants fill an index.
    #[arg(long, num_args = 1..)]
    programs: Vec<PathBuf>,
}

impl Arguments {
    fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| name.starts_with(wanted.as_str()))
    }
}

/// The aim of a figure.
#[derive(Debug, Clone, Copy)]
enum Aim {
    AtLeast(f64),
    AtMost(f64),
    /// The figure is only printed.
    Shown,
}

/// Writes figures and records whether one misses its aim.
struct Figures<'a> {
    out: &'a mut dyn Write,
    short: bool,
}

impl Figures<'_> {
    fn figure(&mut self, name: &str, value: f64, unit: &str, aim: Aim) -> anyhow::Result<()> {
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

    fn skipped(&mut self, name: &str, why: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{name}\t-\t-\t-\tskipped ({why})")?;
        Ok(())
    }
}

/// Runs the measurements. Returns `Ok(false)` if a figure misses its aim.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<bool> {
    machine::describe(out)?;
    let mut figures = Figures { out, short: false };
    engine::run(arguments, &mut figures)?;
    compare::run(arguments, &mut figures)?;
    pages::run(arguments, &mut figures)?;
    rescore::run(arguments, &mut figures)?;
    sketches::run(arguments, &mut figures)?;
    index::run(arguments, &mut figures)?;
    corpus::run(arguments, &mut figures)?;
    quality::run(arguments, &mut figures)?;
    Ok(!figures.short)
}
