//! `bench` measures the speed figures, each beside its aim. Both sides of a ratio are measured in one run, in turn.
//!
//! A figure is one line, separated by tabs: name, value, unit, aim, and `ok`, `short` or `skipped` (with the reason).
//! Machine, load and spread come first, on lines that begin with `#`. It measures time and writes only to folders that
//! it removes.

mod adversary;
mod compare;
mod corpus;
mod engine;
mod figures;
mod graph;
mod index;
mod machine;
mod pages;
mod programs;
mod quality;
mod rescore;
mod service;
mod sketches;
mod sources;

use std::io::Write;

pub use figures::Arguments;
use figures::Figures;

/// Runs the measurements. Returns `Ok(false)` if a figure misses its aim.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<bool> {
    machine::describe(out)?;
    let mut figures = Figures { out, short: false };
    engine::run(arguments, &mut figures)?;
    compare::run(arguments, &mut figures)?;
    pages::run(arguments, &mut figures)?;
    graph::run(arguments, &mut figures)?;
    rescore::run(arguments, &mut figures)?;
    sketches::run(arguments, &mut figures)?;
    index::run(arguments, &mut figures)?;
    corpus::run(arguments, &mut figures)?;
    quality::run(arguments, &mut figures)?;
    adversary::run(arguments, &mut figures)?;
    Ok(!figures.short)
}
