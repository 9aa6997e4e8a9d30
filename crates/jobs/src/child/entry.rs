//! The child process that analyses: does the task in its folder and writes the answer there.
//!
//! It handles hostile input with third-party code, so it gets nothing that it could lose. It has no database, no open
//! connection, no environment, no files outside its folder, and no way out of its process (see `confinement`). Its
//! memory and processor time are limited, and its parent may kill it at any time. Memory is limited by measurement,
//! because a limit on address space also counts memory that is never used. This works on Linux only, where the figure is
//! in a small file. Elsewhere only the limits of the system apply.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_extract::Refusal;
use chaffinch_storage::JobProgress;
use chaffinch_submission::Progress;
use rustix::process::{Resource, Rlimit, setrlimit};

use super::confinement::{UNCONFINED, confine, confine_with_programs};
use super::exit::{self, OUT_OF_MEMORY_STATUS};
use crate::analysis::compare;
use crate::analysis::read::{self, ReadError};
use crate::task_folder::{self, ChildLimits, ClassAnswer, Task, Work};

/// Distance between the soft and the hard limit. At the soft limit on processor time the process gets a signal of its
/// own (SIGXCPU); at the hard limit it is killed. For the other limits the distance does not matter.
const HARD_LIMIT_MARGIN: u64 = 1;

/// Smallest limit on the address space of a child.
const MIN_ADDRESS_SPACE_BYTES: u64 = 8 << 30;

/// Shortest time between two progress lines of the same stage.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Runs as the child process, in the folder of its task. The exit status says whether there is an answer. A reason for
/// the uploader is an answer, too.
pub fn main() -> ExitCode {
    hide_panic_messages();
    // Confinement comes first: a thread that already exists would not be confined.
    confine_process(Path::new("."));
    exit_with_parent();
    match run(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // This goes to the runner's log and contains no text of a student.
            let _ = writeln!(io::stderr(), "cannot read the task or write the answer: {error}");
            exit::exit_code(&error)
        }
    }
}

/// Confines this process for work in its folder that needs other programs, such as git. They and what they read are
/// below `readable`, and each of them has the same limits.
pub fn enter_with_programs(readable: &[PathBuf], limits: ChildLimits) {
    hide_panic_messages();
    report_unconfined(confine_with_programs(Path::new("."), readable));
    exit_with_parent();
    limit_resources(limits);
    exit_beyond(limits.memory_bytes);
}

fn confine_process(folder: &Path) {
    // The files that contain the number of processors are out of reach after confinement.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    report_unconfined(confine(folder));
    // This fails if the thread pool exists already. The existing pool is then used.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(processors).build_global();
}

fn report_unconfined(missing: Vec<String>) {
    for missing in missing {
        let _ = writeln!(io::stderr(), "{UNCONFINED}{missing}");
    }
}

fn run(folder: &Path) -> io::Result<()> {
    let task = task_folder::read::<Task>(folder)?.ok_or(io::ErrorKind::NotFound)?;
    limit_resources(task.limits);
    exit_beyond(task.limits.memory_bytes);
    perform(folder, &task, &ProgressLines::default())
}

/// Does a task, without confinement or limits of its own.
pub(crate) fn perform(folder: &Path, task: &Task, progress: &dyn Progress) -> io::Result<()> {
    match &task.work {
        Work::Read { upload, precautions } => {
            let class: ClassAnswer =
                match read::read(folder, upload, precautions, task.limits.memory_bytes, progress) {
                    Ok(class) => Ok(class),
                    Err(ReadError::Refused(reason)) => Err(reason),
                    Err(ReadError::Io(error)) => return Err(error),
                };
            task_folder::write(folder, &class)
        }
        Work::Survey { upload, parse } => match read::survey(folder, upload, *parse) {
            Err(Refusal::Io { source, .. }) => Err(source),
            survey => task_folder::write(folder, &survey),
        },
        Work::Compare(task) => task_folder::write(folder, &compare::compare(folder, task, progress)?),
    }
}

/// Replaces the message of a panic by its location in the source code, because the message may quote a student's text.
fn hide_panic_messages() {
    std::panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(io::stderr(), "panicked at {location}");
    }));
}

/// Ends this process when its standard input ends. The parent never writes to it, so its end means that the parent has
/// ended, even by `kill -9`.
fn exit_with_parent() {
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock().by_ref(), &mut io::sink());
        #[expect(clippy::exit, reason = "the work of other threads is not wanted any more")]
        std::process::exit(1);
    });
}

/// Limits the resources of the process. Attack: input that makes a parser use all memory or never end, or a child that
/// was taken over and fills the disk. There is no core dump, because it would hold the texts of a class.
fn limit_resources(limits: ChildLimits) {
    let ChildLimits { memory_bytes, cpu_seconds } = limits;
    let limits = [
        // Most of the address space is never used: stacks of threads and reserves of the allocator count.
        (Resource::As, memory_bytes.saturating_mul(2).max(MIN_ADDRESS_SPACE_BYTES)),
        // A report is never larger than the memory in which it was made.
        (Resource::Fsize, memory_bytes),
        (Resource::Cpu, cpu_seconds),
        (Resource::Core, 0),
    ];
    for (resource, limit) in limits {
        let limit = Rlimit { current: Some(limit), maximum: Some(limit.saturating_add(HARD_LIMIT_MARGIN)) };
        // Some systems lack some of these limits. The analysis runs anyway.
        if let Err(error) = setrlimit(resource, limit) {
            let _ = writeln!(io::stderr(), "{resource:?} is not limited: {error}");
        }
    }
}

/// Writes progress as JSON lines to standard output.
#[derive(Default)]
struct ProgressLines {
    last: Mutex<Option<(&'static str, Instant)>>,
}

impl Progress for ProgressLines {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if last.is_some_and(|(before, at)| before == stage && now - at < PROGRESS_INTERVAL) {
            return;
        }
        *last = Some((stage, now));
        let line = JobProgress { stage: stage.to_owned(), done, total };
        // A failed write does not stop the work. If the parent is gone, the process ends by itself.
        let _ = writeln!(
            io::stdout(),
            "{}",
            serde_json::to_string(&line).expect("a line is a word and two numbers")
        );
    }
}

/// Interval between two measurements. A thread that touches fresh memory as fast as it can gets some ten MiB further.
const MEASURE_INTERVAL: Duration = Duration::from_millis(5);

/// Ends this process as soon as a measurement shows more than `limit` bytes.
///
/// Attack: an upload that is small in every limited measure but has many tokens. Only the job with this upload fails.
fn exit_beyond(limit: u64) {
    if resident().is_none() {
        return;
    }
    std::thread::spawn(move || {
        while resident().is_none_or(|bytes| bytes <= limit) {
            std::thread::sleep(MEASURE_INTERVAL);
        }
        let _ = writeln!(io::stderr(), "uses more than {limit} bytes of memory");
        #[expect(clippy::exit, reason = "the work of other threads is not wanted any more")]
        std::process::exit(OUT_OF_MEMORY_STATUS);
    });
}

/// Returns the number of bytes of memory that belong to this process alone. The pages of the program, which all its
/// processes share, are not counted.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocated_memory_is_measured() {
        if let Some(before) = resident() {
            let held = std::hint::black_box(vec![1_u8; 64 << 20]);
            let after = resident().unwrap();
            assert!(before + (60 << 20) < after, "{before} {after}");
            drop(held);
        }
    }
}
