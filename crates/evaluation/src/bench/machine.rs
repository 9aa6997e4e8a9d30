//! Describes the machine on which the figures were measured. Reads `/proc` and writes comment lines.

use std::{fs, io::Write, thread, time::Instant};

/// Writes processor, cores, load, and the spread of one fixed piece of work, which shows how reliable single times are.
pub(super) fn describe(out: &mut dyn Write) -> anyhow::Result<()> {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    writeln!(out, "# machine: {model}, {} cores; load {}", cores(), load.trim())?;
    let mut times: Vec<f64> = (0..9).map(|_| fixed_work()).collect();
    times.sort_by(f64::total_cmp);
    writeln!(out, "# spread of fixed work: {:.2} (slowest / fastest of 9)", times[8] / times[0])?;
    Ok(())
}

/// Returns the number of cores that this process may use.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn fixed_work() -> f64 {
    let start = Instant::now();
    let mut state = 1_u64;
    for step in 0..20_000_000_u64 {
        state = std::hint::black_box(state.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ step);
    }
    std::hint::black_box(state);
    start.elapsed().as_secs_f64()
}
