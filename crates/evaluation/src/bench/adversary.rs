//! Measures how many copies are still named after an adversary has disguised them. Writes the attack that works best in
//! each language as comments, and all copies to a folder on request.

use std::{fs, path::Path};

use super::figures::{Aim, Arguments, Figures};
use crate::gold::{self, Attacked, Case};

/// Least share of the copies that are named when they are three times as large as their originals.
const NAMED: f64 = 0.9;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let attacked = gold::adversary(|language| arguments.wants(&format!("adversary-{language}")))?;
    let mut all: Vec<&Case> = Vec::new();
    for Attacked { language, ending, cases } in &attacked {
        match cases {
            Ok(cases) => {
                if let Some(folder) = &arguments.attack {
                    write(folder, language, ending, cases)?;
                }
                show(language, cases, figures)?;
                let cases: Vec<&Case> = cases.iter().collect();
                shares(&format!("adversary-{language}"), &cases, Aim::Shown, figures)?;
                let strength = median(cases.iter().map(|case| -case.expect().log10()));
                let name = format!("adversary-{language}-strength-200");
                figures.figure(&name, strength, "median -log10(expect)", Aim::Shown)?;
                all.extend(cases);
            }
            Err(tool) => {
                figures.skipped(&format!("adversary-{language}-named-200"), &format!("{tool} is missing"))?;
            }
        }
    }
    if !arguments.wants("adversary-named") {
        return Ok(());
    }
    if all.is_empty() {
        return figures.skipped("adversary-named-200", "no compiler was found");
    }
    shares("adversary", &all, Aim::AtLeast(NAMED), figures)
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
fn show(language: &str, cases: &[Case], figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let Some(best) = cases.iter().min_by(|one, other| one.order(other)) else { return Ok(()) };
    writeln!(figures.out, "# == best of {} attacks in {language} ==", cases.len())?;
    for line in best.describe().lines() {
        writeln!(figures.out, "# {line}")?;
    }
    writeln!(figures.out, "#")?;
    Ok(figures.out.flush()?)
}

/// Writes each original, its disguised copy and the steps to a folder.
fn write(folder: &Path, language: &str, ending: &str, cases: &[Case]) -> anyhow::Result<()> {
    for (number, case) in cases.iter().enumerate() {
        let folder = folder.join(language).join(format!("{}-{}", case.task, number % 2 + 1));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("original.{ending}")), &case.original)?;
        fs::write(folder.join(format!("copy.{ending}")), case.disguised())?;
        fs::write(folder.join("steps.txt"), case.describe())?;
    }
    Ok(())
}
