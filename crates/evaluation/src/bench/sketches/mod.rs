//! Measures every kind of sketch beside the others: bytes per document, speed beside tokenizing alone, error against
//! exact resemblance. Measures time and writes nothing.

mod duplicates;
mod error;
pub(super) mod kinds;
pub(super) mod speed;
pub(super) mod texts;

use super::figures::{Arguments, Figures};

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if arguments.wants("sketches-speed") {
        speed::run(figures)?;
    }
    if arguments.wants("sketches-error") {
        error::run(figures)?;
    }
    if arguments.wants("sketches-duplicates") {
        duplicates::run(figures)?;
    }
    Ok(())
}
