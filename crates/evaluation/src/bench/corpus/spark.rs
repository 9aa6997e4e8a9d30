//! Measures `distributed/cluster.py` on Apache Spark with the processors of this machine, beside `chaffinch corpus
//! cluster` on the same sketches. This shows from which size further machines could compensate for the cost of Spark
//! (docs/internals/distributed-clustering.md).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::super::compare::{processor, watch};
use super::crawl::plain;
use crate::bench::figures::{Aim, Arguments, Figures};

/// Numbers of documents. With the first, only starting, planning and compiling are measured.
const SIZES: [u64; 4] = [100, 10_000, 100_000, 300_000];

pub(super) fn run(arguments: &Arguments, folder: &Path, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let usual = || root.join("target/spark/bin/python");
    let python = std::env::var_os("CHAFFINCH_TEST_SPARK").map_or_else(usual, PathBuf::from);
    if !python.is_file() {
        return figures.skipped("corpus-spark", "no Spark: run scripts/soak spark to install it");
    }
    let documents = folder.join("documents.jsonl");
    let (sketches, output) = (folder.join("sketches.jsonl"), folder.join("clusters"));
    let mut start = 0.0;
    for size in SIZES {
        plain(size, &documents)?;
        watch(corpus(arguments, "sketch").arg("--output").arg(&sketches).arg(&documents))?;
        fs::remove_file(&documents)?;
        let single = watch(corpus(arguments, "cluster").arg("--output").arg(&output).arg(&sketches))?;
        fs::remove_file(&output)?;
        let (wall, cpu) = cost(
            Command::new(&python)
                .arg(root.join("distributed/cluster.py"))
                .arg("--output")
                .arg(&output)
                .arg(&sketches)
                .env("PYSPARK_SUBMIT_ARGS", "--master local[*] --driver-memory 6g pyspark-shell")
                .env("SPARK_LOCAL_DIRS", folder)
                .stderr(Stdio::null()),
        )?;
        fs::remove_dir_all(&output)?;
        if start == 0.0 {
            start = cpu;
            figures.figure("corpus-spark-start-wall", wall, "s", Aim::Shown)?;
            figures.figure("corpus-spark-start-cpu", cpu, "s", Aim::Shown)?;
            continue;
        }
        let label = |what: &str| format!("corpus-spark-{size}-{what}");
        figures.figure(&label("single-wall"), single.wall, "s", Aim::Shown)?;
        figures.figure(&label("single-cpu"), single.cpu, "s", Aim::Shown)?;
        figures.figure(&label("wall"), wall, "s, including the start", Aim::Shown)?;
        figures.figure(&label("cpu"), cpu, "s, including the start", Aim::Shown)?;
        figures.figure(
            &label("ratio"),
            (cpu - start) / single.cpu,
            "times the single process, without the start",
            Aim::Shown,
        )?;
    }
    Ok(())
}

fn corpus(arguments: &Arguments, what: &str) -> Command {
    let mut command = Command::new(&arguments.binary);
    // The modulus of the paper.
    command.args(["--quiet", "corpus", what, "--modulus", "25"]).stdout(Stdio::null());
    command
}

/// Runs a command to a successful end. Returns wall time and processor time in seconds. The processor time includes the
/// processes that it started, because Spark runs in them and nobody waits for them.
fn cost(command: &mut Command) -> anyhow::Result<(f64, f64)> {
    let start = Instant::now();
    let mut child = command.spawn()?;
    let mut cpu = 0.0;
    loop {
        cpu = f64::max(cpu, of_all(child.id()));
        if let Some(status) = child.try_wait()? {
            anyhow::ensure!(status.success(), "{command:?} ended with {status}");
            return Ok((start.elapsed().as_secs_f64(), cpu));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the processor time of a process and its descendants in seconds.
fn of_all(process: u32) -> f64 {
    let mut seconds = 0.0;
    let mut open = vec![process];
    while let Some(process) = open.pop() {
        let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
        seconds += processor(&read("stat")).unwrap_or_default();
        let below = read(&format!("task/{process}/children"));
        open.extend(below.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
    }
    seconds
}
