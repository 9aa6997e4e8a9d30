//! The analysing process: does what the task in the folder it is started in asks, and writes its answer there.
//!
//! It handles hostile input with third-party code, so it gets nothing to lose: no database, no open
//! connection, no environment, no files but those of its folder, no way out of its process (see `confinement`), upper limits
//! on memory and processor time, and a parent that may kill it at any time.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_detect::Progress;

use crate::comparing::Asked;
use crate::confinement::{UNCONFINED, confine};
use crate::folder::{self, ChildLimits, ProgressLine, Task, Work};
use crate::{clustering, comparing, memory, reading};

/// Between the limit on processor time that has a signal of its own and the one that kills without a word; of no
/// weight for the other limits.
const GRACE: u64 = 1;

/// Address space that a child has at least.
const ADDRESS_SPACE: u64 = 8 << 30;

/// Shortest time between two lines of progress of one stage.
const PROGRESS_PACE: Duration = Duration::from_millis(100);

/// Runs as the child process, in the folder of its task. The exit status says whether there is an answer; a reason
/// for the uploader is an answer.
pub fn main() -> ExitCode {
    keep_texts_out_of_panics();
    // Before there is another thread, which would not be confined.
    give_up_what_is_not_needed(Path::new("."));
    end_with_parent();
    match work(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // To the runner's log, and no text of a student in it.
            let _ = writeln!(io::stderr(), "cannot read the task or write the answer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn give_up_what_is_not_needed(folder: &Path) {
    // The files that tell how many processors there are are out of reach afterwards.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    for thing in confine(folder) {
        let _ = writeln!(io::stderr(), "{UNCONFINED}{thing}");
    }
    // It fails where threads were made before, which then is what is wanted.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(processors).build_global();
}

fn work(folder: &Path) -> io::Result<()> {
    let task = folder::read_task(folder)?;
    limit_resources(task.limits);
    memory::end_beyond(task.limits.memory_bytes);
    perform(folder, &task, &Lines::default())
}

/// Does a task, whatever it may use.
pub(crate) fn perform(folder: &Path, task: &Task, progress: &dyn Progress) -> io::Result<()> {
    let memory_bytes = task.limits.memory_bytes;
    match &task.work {
        Work::Read { options, parts, least, limits, precautions } => {
            let upload = reading::Upload { options, parts, least: *least, limits, memory_bytes };
            let class = reading::read(folder, &upload, precautions, progress)?;
            folder::write_class(folder, &class)
        }
        Work::Survey { options, parts, least, limits, parse } => {
            let upload = reading::Upload { options, parts, least: *least, limits, memory_bytes };
            let survey = reading::survey(folder, &upload, *parse)?;
            folder::write_survey(folder, &survey)
        }
        Work::Compare { title, revision, options, review, archives } => {
            let asked = Asked { title, revision: *revision, options, review, archives };
            let revision = comparing::compare(folder, asked, progress)?;
            folder::write_report(folder, &revision)
        }
        Work::Cluster(policy) => {
            let answer = clustering::place(folder, *policy, task.limits)?;
            folder::write_clusters(folder, &answer)
        }
    }
}

/// A panic's message may quote the text it stumbled over; the place in our source is enough.
fn keep_texts_out_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(io::stderr(), "panicked at {place}");
    }));
}

/// The parent never writes to our standard input; that it ends means that the parent has, by `kill -9` too.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock().by_ref(), &mut io::sink());
        #[expect(clippy::exit, reason = "the work of other threads is not wanted any more")]
        std::process::exit(1);
    });
}

/// Attack: input that makes a parser take all memory or never end, or a child that has been taken over and fills
/// the disk. A crash leaves no core file, which would hold the texts of a class.
fn limit_resources(limits: ChildLimits) {
    use rlimit::Resource;
    let ChildLimits { memory_bytes, cpu_seconds } = limits;
    let limits = [
        // Most of it is never touched: threads' stacks and the allocator's reserves count.
        (Resource::AS, memory_bytes.saturating_mul(2).max(ADDRESS_SPACE)),
        // No report is larger than the memory it was made in.
        (Resource::FSIZE, memory_bytes),
        (Resource::CPU, cpu_seconds),
        (Resource::CORE, 0),
    ];
    for (resource, limit) in limits {
        // Not every system has these limits; the analysis is not refused for that.
        if let Err(error) = resource.set(limit, limit.saturating_add(GRACE)) {
            let _ = writeln!(io::stderr(), "{resource:?} is not limited: {error}");
        }
    }
}

/// Progress as JSON lines on standard output.
#[derive(Default)]
struct Lines {
    last: Mutex<Option<(&'static str, Instant)>>,
}

impl Progress for Lines {
    fn report(&self, stage: &'static str, done: usize, total: usize) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if last.is_some_and(|(before, at)| before == stage && now - at < PROGRESS_PACE) {
            return;
        }
        *last = Some((stage, now));
        let line = ProgressLine { stage: stage.to_owned(), done: done as u64, total: total as u64 };
        // Nobody listening is no reason to stop: without a parent the process ends by itself.
        let _ = writeln!(
            io::stdout(),
            "{}",
            serde_json::to_string(&line).expect("a line is a word and two numbers")
        );
    }
}
