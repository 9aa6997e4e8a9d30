//! Measures detection quality on the gold standard: its tables as comments, then the figures with a floor.

use super::figures::{Aim, Arguments, Figures};
use crate::gold::{self, Bound};

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if !arguments.wants("quality") {
        return Ok(());
    }
    let measured = gold::quality(&mut |table| {
        for line in table.lines() {
            writeln!(figures.out, "# {line}")?;
        }
        writeln!(figures.out, "#")?;
        Ok(figures.out.flush()?)
    })?;
    for figure in measured {
        let aim = match figure.bound {
            Bound::AtLeast(least) => Aim::AtLeast(least),
            Bound::AtMost(most) => Aim::AtMost(most),
        };
        figures.figure(&figure.name, figure.value, figure.unit, aim)?;
    }
    Ok(())
}
