//! `bench`: the speed figures, each beside its aim. Both sides of a ratio are measured in one run, in turn.
//!
//! A figure is one line, tab-separated: name, value, unit, aim, and `ok`, `short` or `skipped` (why). Machine, load
//! and spread come first, on lines that begin with `#`. Times itself; writes only to folders it removes.

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

/// What to measure, with what.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Figures to measure, by the beginning of their names; none means all.
    names: Vec<String>,
    /// The `chaffinch` binary to measure, built with `--release`.
    #[arg(long, default_value = "target/release/chaffinch")]
    binary: PathBuf,
    /// A folder of real submissions whose wall time, CPU time and memory are printed without an aim.
    #[arg(long)]
    class: Option<PathBuf>,
    /// Documents in the smallest of the stored indexes that are measured.
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

/// What a figure is held against.
#[derive(Debug, Clone, Copy)]
enum Aim {
    AtLeast(f64),
    AtMost(f64),
    /// Printed only.
    Shown,
}

/// Writes figures and remembers whether one fell short.
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

/// Measures; `Ok(false)` where a figure fell short.
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
