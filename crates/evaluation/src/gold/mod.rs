//! The gold standard: independent programs, copies made from them by transformations that were fixed before any
//! constant was tuned, and measurements of how well the engine distinguishes them.
//! `crates/evaluation/measurements/detection-quality.md` explains it and shows the results.

mod adversary;
mod branches;
mod calibration;
mod choices;
mod corpus;
mod dead;
mod declarations;
mod dialect;
mod extract;
mod figure;
mod floors;
mod inline;
mod ladder;
mod layout;
mod loops;
mod measure;
mod names;
mod noise;
mod order;
mod paste;
mod quality;
mod redundant;
mod rename;
mod rewrite;
mod source;
mod spelling;
mod translated;
mod updates;

pub(crate) use adversary::{Attacked, Case, Repertoire, run as adversary};
pub(crate) use corpus::{Class, shuffle};
pub(crate) use dialect::{DIALECTS, Dialect};
pub(crate) use figure::{Bound, Figure};
pub(crate) use ladder::{TOP, climb_any, vary};
pub(crate) use measure::compare;
pub(crate) use quality::run as quality;
pub(crate) use source::Source;
pub(crate) use translated::run as translations;

#[cfg(test)]
mod tests;

use std::{fs, path::PathBuf};

use clap::Args;

/// Arguments of `gold`: where to write the copies.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Folder in which each class becomes a folder.
    folder: PathBuf,
}

/// Writes every class with its copies, and the list of copies and originals, for inspection.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let all = corpus::solutions()?;
    for disguise in corpus::Disguise::all() {
        for (number, class) in corpus::all_classes(&all, disguise).iter().enumerate() {
            let name = format!("{}-{}", disguise.name().replace(' ', "-"), number % 2 + 1);
            let folder = arguments.folder.join(class.dialect.name).join(&class.task).join(name);
            fs::create_dir_all(&folder)?;
            for (number, text) in class.texts.iter().enumerate() {
                fs::write(folder.join(format!("{number:02}.{}", class.dialect.ending)), text)?;
            }
            let guilty = class.guilty.iter().map(|(left, right)| format!("{left:02} {right:02}\n"));
            fs::write(folder.join("guilty.txt"), guilty.collect::<String>())?;
        }
    }
    Ok(())
}
