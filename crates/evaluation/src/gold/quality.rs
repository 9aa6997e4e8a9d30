//! The tables of detection quality, and the figures with a bound.

use chaffinch_detect::DEFAULT_CUTOFF_EXPECT;
use rayon::prelude::*;

use super::calibration;
use super::corpus::{self, Class, Disguise, Solutions, TINY};
use super::dialect::DIALECTS;
use super::figure::{Bound, Figure};
use super::floors::{ACCUSED_PER_300, FLOORS};
use super::ladder::{TOP, TRANSFORMATIONS};
use super::measure::{Found, measure_all};
use super::noise;
use crate::table::Table;

/// Results for the classes of one disguise, separately for ordinary and tiny tasks, for each language in the order of
/// the dialects.
struct Row {
    disguise: Disguise,
    ordinary: Vec<Found>,
    tiny: Vec<Found>,
}

fn row(all: &[Solutions], disguise: Disguise, k: Option<u16>) -> Row {
    let classes = corpus::all_classes(all, disguise);
    let found = measure_all(&classes, k);
    let pooled = |tiny: bool| {
        let of = |name: &str| {
            let wanted = classes
                .iter()
                .zip(&found)
                .filter(|(class, _)| class.dialect.name == name && (class.task == TINY) == tiny);
            Found::pooled(wanted.map(|(_, found)| found))
        };
        DIALECTS.iter().map(|dialect| of(dialect.name)).collect()
    };
    Row { disguise, ordinary: pooled(false), tiny: pooled(true) }
}

fn rungs(all: &[Solutions], k: Option<u16>) -> Vec<Row> {
    (1..=TOP).map(|rung| row(all, Disguise::Rung(rung), k)).collect()
}

fn figures(rows: &[Row], innocents: &[[Found; 2]]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (at, (dialect, floors)) in DIALECTS.iter().zip(&FLOORS).enumerate() {
        let limit = limit_of_all(rows, at, ordinary);
        for (rung, row) in rows.iter().enumerate() {
            let found = &row.ordinary[at];
            let mut figure = |what: &str, value: f64, floor: f64| {
                let name = format!("quality-{}-rung-{}-{what}", dialect.name, rung + 1);
                figures.push(Figure { name, value, unit: "share", bound: Bound::AtLeast(floor) });
            };
            figure("recall", found.recall_above(limit), floors.recall[rung]);
            figure("precision", found.average_precision(), floors.precision[rung]);
        }
    }
    for (kind, (name, most)) in ["ordinary", "tiny"].into_iter().zip(ACCUSED_PER_300).enumerate() {
        let found = Found::pooled(innocents.iter().map(|both| &both[kind]));
        figures.push(Figure {
            name: format!("quality-accused-{name}"),
            value: found.accused_per_300(),
            unit: "pairs per 300 submissions",
            bound: Bound::AtMost(most),
        });
    }
    figures
}

/// A function that receives one table with its heading.
type Show<'s> = dyn FnMut(&str) -> anyhow::Result<()> + 's;

/// Shows all tables and returns the figures with a bound.
pub(crate) fn run(out: &mut Show<'_>) -> anyhow::Result<Vec<Figure>> {
    let all = corpus::solutions()?;
    let rows = rungs(&all, None);
    ladder(&rows, out)?;
    alone(&all, out)?;
    let innocent = without_copying(&all, out)?;
    thresholds(&all, out)?;
    let mut figures = figures(&rows, &innocent);
    figures.extend(calibration::figures(&all));
    Ok(figures)
}

/// Returns the figures with a bound, without tables.
#[cfg(test)]
pub(crate) fn measured() -> anyhow::Result<Vec<Figure>> {
    let all = corpus::solutions()?;
    let mut figures = figures(&rungs(&all, None), &innocents(&all));
    figures.extend(calibration::figures(&all));
    Ok(figures)
}

fn ladder(rows: &[Row], out: &mut Show<'_>) -> anyhow::Result<()> {
    let headings = ["", "copies", "R at 0", "R at 0.1 %", "AP", "median", "accused", "per 300"];
    for (at, dialect) in DIALECTS.iter().enumerate() {
        for (of_row, which) in [(ordinary as fn(&Row) -> &[Found], ""), (tiny, ", ten-line task")] {
            let mut table = Table::new(&headings);
            let limit = limit_of_all(rows, at, of_row);
            for row in rows {
                let found = &of_row(row)[at];
                table.row([
                    row.disguise.name(),
                    found.guilty.len().to_string(),
                    two(found.recall_above(found.limit(0.0))),
                    two(found.recall_above(limit)),
                    three(found.average_precision()),
                    format!("{:.1}", found.median()),
                    format!("{} of {}", found.accused, found.innocent.len()),
                    format!("{:.1}", found.accused_per_300()),
                ]);
            }
            out(&format!("== {}{which} ==\n\n{table}", dialect.name))?;
        }
    }
    Ok(())
}

/// Returns the strength that one innocent pair in a thousand exceeds. One level has too few pairs for this, so the
/// limit is computed over all levels together.
fn limit_of_all(rows: &[Row], at: usize, of_row: fn(&Row) -> &[Found]) -> f64 {
    Found::pooled(rows.iter().map(|row| &of_row(row)[at])).limit(0.001)
}

fn ordinary(row: &Row) -> &[Found] {
    &row.ordinary
}

fn tiny(row: &Row) -> &[Found] {
    &row.tiny
}

fn alone(all: &[Solutions], out: &mut Show<'_>) -> anyhow::Result<()> {
    let mut table = Table::new(&["recall at 0", "copies", "c", "java", "python", "javascript"]);
    let beside = [Disguise::PartialCopy, Disguise::Collage, Disguise::Padding];
    let single = TRANSFORMATIONS.iter().map(|transformation| Disguise::Alone(transformation.name));
    for disguise in beside.into_iter().chain(single) {
        let row = row(all, disguise, None);
        let recall = |at: usize| {
            let found = &row.ordinary[at];
            if found.guilty.is_empty() { "-".to_owned() } else { two(found.recall_above(found.limit(0.0))) }
        };
        let copies: usize = row.ordinary.iter().map(|found| found.guilty.len()).sum();
        table.row([disguise.name(), copies.to_string(), recall(0), recall(1), recall(2), recall(3)]);
    }
    out(&format!("== each transformation alone, and disguises outside the ladder ==\n\n{table}"))?;
    Ok(())
}

/// Returns the results for classes without copies: ordinary tasks and tiny ones of each language.
fn innocents(all: &[Solutions]) -> Vec<[Found; 2]> {
    let classes: Vec<Class> = all.iter().map(corpus::innocent).collect();
    let found = measure_all(&classes, None);
    let of = |name: &str, tiny: bool| {
        let wanted = classes
            .iter()
            .zip(&found)
            .filter(move |(class, _)| class.dialect.name == name && (class.task == TINY) == tiny);
        Found::pooled(wanted.map(|(_, found)| found))
    };
    DIALECTS.iter().map(|dialect| [of(dialect.name, false), of(dialect.name, true)]).collect()
}

fn without_copying(all: &[Solutions], out: &mut Show<'_>) -> anyhow::Result<Vec<[Found; 2]>> {
    let innocents = innocents(all);
    let mut table = Table::new(&["", "submissions", "pairs", "accused", "per 300", "strongest"]);
    for (dialect, found) in DIALECTS.iter().zip(&innocents) {
        for (found, which) in found.iter().zip(["", ", ten-line task"]) {
            table.row([
                format!("{}{which}", dialect.name),
                found.submissions.to_string(),
                found.innocent.len().to_string(),
                found.accused.to_string(),
                format!("{:.1}", found.accused_per_300()),
                format!("{:.1}", found.limit(0.0)),
            ]);
        }
    }
    out(&format!(
        "== classes without copying, cut-off {DEFAULT_CUTOFF_EXPECT} expected by chance ==\n\n{table}"
    ))?;
    Ok(innocents)
}

fn thresholds(all: &[Solutions], out: &mut Show<'_>) -> anyhow::Result<()> {
    let headings = ["k", "another task", "same task", "AP rung 4", "AP rung 5", "R at 0 rung 5", "accused"];
    for dialect in &DIALECTS {
        let streams = noise::streams(all, dialect.name);
        let used = streams[0][0].scheme.k;
        let own: Vec<&Solutions> = all
            .iter()
            .filter(|solutions| solutions.dialect.name == dialect.name && solutions.task != TINY)
            .collect();
        let classes = [TOP - 1, TOP].map(|rung| -> Vec<Class> {
            own.par_iter()
                .flat_map(|solutions| corpus::classes(solutions, Disguise::Rung(rung), all))
                .collect()
        });
        let mut table = Table::new(&headings);
        for k in noise::around(used) {
            let noise = noise::noise(&streams, k);
            let found = classes.each_ref().map(|classes| Found::pooled(&measure_all(classes, Some(k))));
            table.row([
                format!("{k}{}", if k == used { " (used)" } else { "" }),
                two(noise.other_task),
                two(noise.same_task),
                three(found[0].average_precision()),
                three(found[1].average_precision()),
                two(found[1].recall_above(found[1].limit(0.0))),
                (found[0].accused + found[1].accused).to_string(),
            ]);
        }
        out(&format!(
            "== {}: share of fingerprints that an unrelated program has too ==\n\n{table}",
            dialect.name
        ))?;
    }
    let mut table = Table::new(&["language", "k", "k - 2", "k - 1", "at k", "k + 1", "k + 2"]);
    for (language, k, shares) in noise::samples() {
        let [two_less, less, at_k, more, two_more] = shares.map(two);
        table.row([language.to_owned(), k.to_string(), two_less, less, at_k, more, two_more]);
    }
    out(&format!(
        "== sample programs: share of the fingerprints of the second half that the first half has too ==\n\n{table}"
    ))?;
    Ok(())
}

fn two(value: f64) -> String {
    format!("{value:.2}")
}

fn three(value: f64) -> String {
    format!("{value:.3}")
}
