//! Measures how many copies are still named after an adversary has disguised them. Writes the attack that works best in
//! each language as comments, and all copies to a folder on request.

use std::{fs, path::Path};

use super::figures::{Aim, Arguments, Figures};
use crate::gold::{self, Attacked, Case, Repertoire};

/// Least share of the copies that are named when they are three times as large as their originals.
const NAMED: f64 = 0.9;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    measure("adversary", Repertoire::Usual, Aim::AtLeast(NAMED), arguments, figures)?;
    measure("adversary-knowing-all", Repertoire::Everything, Aim::Shown, arguments, figures)
}

/// Measures one adversary. `aim` is that of the copies of all languages.
fn measure(
    name: &str,
    repertoire: Repertoire,
    aim: Aim,
    arguments: &Arguments,
    figures: &mut Figures<'_>,
) -> anyhow::Result<()> {
    let attacked = gold::adversary(repertoire, |language| arguments.wants(&format!("{name}-{language}")))?;
    let mut all: Vec<&Case> = Vec::new();
    for Attacked { language, ending, cases } in &attacked {
        let name = format!("{name}-{language}");
        match cases {
            Ok(cases) => {
                if let Some(folder) = &arguments.attack {
                    write(&folder.join(&name), ending, cases)?;
                }
                show(&name, cases, figures)?;
                let cases: Vec<&Case> = cases.iter().collect();
                shares(&name, &cases, Aim::Shown, figures)?;
                let strength = median(cases.iter().map(|case| -case.expect().log10()));
                figures.figure(
                    &format!("{name}-strength-200"),
                    strength,
                    "median -log10(expect)",
                    Aim::Shown,
                )?;
                all.extend(cases);
            }
            Err(tool) => figures.skipped(&format!("{name}-named-200"), &format!("{tool} is missing"))?,
        }
    }
    if !arguments.wants(&format!("{name}-named")) {
        return Ok(());
    }
    if all.is_empty() {
        return figures.skipped(&format!("{name}-named-200"), "no compiler was found");
    }
    shares(name, &all, aim, figures)
}

/// Writes the shares of the copies that are named: up to a growth of 100 %, and of 200 %, for which there is an aim.
fn shares(name: &str, cases: &[&Case], aim: Aim, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    for (at, (growth, aim)) in [(100, Aim::Shown), (200, aim)].into_iter().enumerate() {
        let named = cases.iter().filter(|case| case.named[at]).count();
        let share = named as f64 / cases.len() as f64;
        figures.figure(&format!("{name}-named-{growth}"), share, "share", aim)?;
    }
    Ok(())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Writes the attack with the weakest verdict as comments.
fn show(name: &str, cases: &[Case], figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let Some(best) = cases.iter().min_by(|one, other| one.order(other)) else { return Ok(()) };
    writeln!(figures.out, "# == best of {} attacks of {name} ==", cases.len())?;
    for line in best.describe().lines() {
        writeln!(figures.out, "# {line}")?;
    }
    writeln!(figures.out, "#")?;
    Ok(figures.out.flush()?)
}

/// Writes each original, its disguised copy and the steps to a folder.
fn write(folder: &Path, ending: &str, cases: &[Case]) -> anyhow::Result<()> {
    for (number, case) in cases.iter().enumerate() {
        let folder = folder.join(format!("{}-{}", case.task, number % 2 + 1));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("original.{ending}")), &case.original)?;
        fs::write(folder.join(format!("copy.{ending}")), case.disguised())?;
        fs::write(folder.join("steps.txt"), case.describe())?;
    }
    Ok(())
}
