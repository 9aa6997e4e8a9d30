//! Measures the whole `compare` as a process: wall time, CPU time, peak memory, and growth with the class.

use std::{
    fs,
    hint::black_box,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::Context;
use nix::sys::resource::{UsageWho, getrusage};

use super::engine;
use super::figures::{Aim, Arguments, Figures};
use crate::generate;

/// Rounds per figure. The median counts.
const ROUNDS: usize = 5;

/// Sizes of the classes for growth, each twice the one before.
const CLASSES: [usize; 5] = [625, 1250, 2500, 5000, 10_000];

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let wanted =
        ["compare-800", "compare-class", "growth", "compare-of-parse-only"].map(|name| arguments.wants(name));
    if !wanted.contains(&true) {
        return Ok(());
    }
    if !arguments.binary.is_file() {
        return figures.skipped("compare", "no binary: run scripts/bench, which builds it");
    }
    if wanted[0] {
        let class = class(800)?;
        let cost = measure(&arguments.binary, class.path(), ROUNDS)?;
        figures.figure("compare-800-wall", cost.wall, "s", Aim::AtMost(0.5))?;
        figures.figure("compare-800-cpu", cost.cpu, "s", Aim::Shown)?;
        figures.figure("compare-800-memory", cost.peak, "MB", Aim::AtMost(150.0))?;
    }
    if wanted[1] {
        if let Some(folder) = &arguments.class {
            let cost = measure(&arguments.binary, folder, ROUNDS)?;
            figures.figure("compare-class-wall", cost.wall, "s", Aim::Shown)?;
            figures.figure("compare-class-cpu", cost.cpu, "s", Aim::Shown)?;
            figures.figure("compare-class-memory", cost.peak, "MB", Aim::Shown)?;
        } else {
            figures.skipped("compare-class", "--class is not set")?;
        }
    }
    if wanted[2] {
        growth(arguments, figures)?;
    }
    if wanted[3] {
        of_parse_only(arguments, figures)?;
    }
    Ok(())
}

/// Compares all of `compare` on one core, from the files to the report, with parsing the same texts.
fn of_parse_only(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let class = class(800)?;
    let mut texts = Vec::new();
    for entry in fs::read_dir(class.path())? {
        texts.push(fs::read_to_string(entry?.path().join("main.c"))?);
    }
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into())?;
    let mut failure = None;
    let [parsed, compared] = engine::medians([
        &mut || {
            for text in &texts {
                black_box(parser.parse(text, None));
            }
        },
        &mut || failure = once(&arguments.binary, class.path(), Some(1)).err().or(failure.take()),
    ]);
    if let Some(failure) = failure {
        return Err(failure);
    }
    figures.figure("compare-of-parse-only", compared / parsed, "times parsing", Aim::AtMost(1.5))
}

fn growth(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let mut before: Option<Cost> = None;
    for submissions in CLASSES {
        let class = class(submissions)?;
        let cost = measure(&arguments.binary, class.path(), 3)?;
        if let Some(before) = before {
            let name = format!("growth-{}-to-{submissions}", submissions / 2);
            figures.figure(&name, cost.wall / before.wall, "times the wall time", Aim::AtMost(2.2))?;
        }
        figures.figure(&format!("growth-{submissions}-wall"), cost.wall, "s", Aim::Shown)?;
        figures.figure(&format!("growth-{submissions}-memory"), cost.peak, "MB", Aim::Shown)?;
        before = Some(cost);
    }
    Ok(())
}

/// Returns a generated class in a temporary folder.
fn class(submissions: usize) -> anyhow::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    for (number, text) in generate::class(submissions, 2600, 1).into_iter().enumerate() {
        let place = folder.path().join(format!("p{number:05}"));
        fs::create_dir(&place)?;
        fs::write(place.join("main.c"), text)?;
    }
    Ok(folder)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// Wall time in seconds.
    pub(super) wall: f64,
    /// CPU time of all threads in seconds.
    pub(super) cpu: f64,
    /// Peak resident memory in MiB.
    pub(super) peak: f64,
}

/// Returns the median wall and CPU time and the largest memory of `compare --format json`.
fn measure(binary: &Path, submissions: &Path, rounds: usize) -> anyhow::Result<Cost> {
    let mut costs = Vec::new();
    for _ in 0..rounds {
        costs.push(once(binary, submissions, None)?);
    }
    costs.sort_by(|a, b| a.wall.total_cmp(&b.wall));
    let median = costs[rounds / 2];
    Ok(Cost { peak: costs.iter().map(|cost| cost.peak).fold(0.0, f64::max), ..median })
}

/// Runs `compare` once. `threads` defaults to the number of cores.
fn once(binary: &Path, submissions: &Path, threads: Option<usize>) -> anyhow::Result<Cost> {
    let mut command = Command::new(binary);
    command
        .envs(threads.map(|threads| ("RAYON_NUM_THREADS", threads.to_string())))
        .args(["compare", "--quiet", "--format", "json", "--output", "/dev/null", "--force"])
        .arg(submissions)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    watch(&mut command)
}

/// Runs a command to its end and returns its cost. No other child may end meanwhile, because its time would be counted
/// too.
pub(super) fn watch(command: &mut Command) -> anyhow::Result<Cost> {
    let (start, before) = (Instant::now(), of_ended()?);
    let mut child = command.spawn().with_context(|| format!("starting {command:?}"))?;
    let mut peak = 0.0;
    let status = loop {
        // The kernel keeps the high-water mark, so looking from time to time misses only the last moment. Each look
        // delays the memory accesses of the process for its duration.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        peak = memory(&status.unwrap_or_default()).unwrap_or(peak);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let wall = start.elapsed().as_secs_f64();
    anyhow::ensure!(status.success(), "{command:?} ended with {status}");
    Ok(Cost { wall, cpu: of_ended()? - before, peak })
}

/// Returns the processor time, in seconds, of all children that have ended, including their own children, with a
/// resolution of a microsecond.
fn of_ended() -> anyhow::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = [usage.user_time(), usage.system_time()]
        .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6);
    Ok(seconds.iter().sum())
}

/// Returns `VmHWM` of `/proc/PID/status` in MiB.
fn memory(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()? / 1024.0)
}

/// Returns the user and system time of `/proc/PID/stat` in seconds. The kernel counts in hundredths.
pub(super) fn processor(stat: &str) -> Option<f64> {
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
