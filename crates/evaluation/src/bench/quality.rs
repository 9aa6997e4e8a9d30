//! Measures detection quality on the gold standard: its tables as comments, then the figures with a floor.

use super::figures::{Aim, Arguments, Figures};
use crate::gold::{self, Bound, Figure};

/// A function that shows tables and returns figures.
type Measurement = fn(&mut dyn FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<Vec<Figure>>;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    for (name, measure) in [("quality", gold::quality as Measurement), ("translations", gold::translations)] {
        if arguments.wants(name) {
            show(measure, figures)?;
        }
    }
    Ok(())
}

fn show(measure: Measurement, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let measured = measure(&mut |table| {
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
