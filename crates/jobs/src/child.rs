//! The analysing process: reads the folder it is started in, extracts, compares, writes its answer there.
//!
//! It handles hostile input with third-party code, so it gets nothing to lose: no database, no open
//! connection, no environment, upper limits on memory and processor time, and a parent that may kill it at any time.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_detect::{Options, Progress};
use chaffinch_extract::{Input, Layout, Limits, Refusal, Request, extract};
use chaffinch_normalize::{Choice, language};
use chaffinch_storage::{
    AnalysisOptions, NewDocument, NewIngest, NewPair, NewRevision, NewSubmission, Packed, PartKind,
};
use chaffinch_submission::{Batch, Submission};
use rayon::prelude::*;

use crate::folder::{self, Answer, ChildLimits, ProgressLine, Task};
use crate::pipeline::{self, Outcome};

/// Between the limit on processor time that has a signal of its own and the one that kills without a word; of no
/// weight for the other limits.
const GRACE: u64 = 1;

/// Shortest time between two lines of progress of one stage.
const PROGRESS_PACE: Duration = Duration::from_millis(100);

/// Runs as the child process, in the folder of its task. The exit status says whether there is an answer; a reason
/// for the uploader is an answer.
pub fn main() -> ExitCode {
    keep_texts_out_of_panics();
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

fn work(folder: &Path) -> io::Result<()> {
    let task = folder::read_task(folder)?;
    limit_resources(task.limits);
    let answer = match analyse(folder, &task)? {
        Ok((revision, ingest)) => Answer::Done(Box::new(revision), ingest),
        Err(reason) => Answer::Refused { reason },
    };
    folder::write_answer(folder, &answer)
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
        (Resource::AS, memory_bytes),
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

/// The report, or why there is none.
fn analyse(folder: &Path, task: &Task) -> io::Result<Result<(NewRevision, NewIngest), String>> {
    let progress = Lines::default();
    let options = &task.options;
    let choice = match options.language.as_deref() {
        None => Choice::Auto,
        Some(name) => match language(name) {
            Some(language) => Choice::Fixed(language),
            None => return Ok(Err(format!("There is no language called {name:?}."))),
        },
    };
    progress.report("extracting", 0, 0);
    let batch = match extract(&request(folder, task)) {
        Ok(batch) => batch,
        Err(Refusal::Io { source, .. }) => return Err(source),
        Err(refusal) => return Ok(Err(refusal.to_string())),
    };
    let outcome = compare(batch, choice, options, task, &progress);
    progress.report("storing", 0, 0);
    Ok(Ok(revision(outcome)))
}

fn compare(
    batch: Batch,
    choice: Choice,
    options: &AnalysisOptions,
    task: &Task,
    progress: &dyn Progress,
) -> Outcome {
    let options = Options {
        common_limit: options.common_limit,
        max_pairs: options.max_pairs as usize,
        pairs_with_matches: options.matches as usize,
        ..Options::DEFAULT
    };
    pipeline::run(batch, choice, &options, &task.title, task.revision, progress)
}

fn request(folder: &Path, task: &Task) -> Request {
    let inputs = |wanted: PartKind| {
        let parts = task.parts.iter().enumerate().filter(|(_, part)| part.kind == wanted);
        parts
            .map(|(number, part)| Input { name: part.name.clone(), place: folder::part_path(folder, number) })
            .collect()
    };
    Request {
        submissions: inputs(PartKind::Submissions),
        archives: Vec::new(),
        boilerplate: inputs(PartKind::Boilerplate),
        layout: match task.options.layout {
            chaffinch_storage::Layout::Auto => Layout::Auto,
            chaffinch_storage::Layout::Children => Layout::Children,
            chaffinch_storage::Layout::Whole => Layout::Whole,
        },
        limits: Limits::default(),
        least: 2,
    }
}

/// Takes a report apart into what pages ask for, and packs it.
fn revision(outcome: Outcome) -> (NewRevision, NewIngest) {
    let Outcome { report, submissions } = outcome;
    let pairs = report
        .pairs
        .par_iter()
        .map(|pair| NewPair {
            rank: pair.rank,
            left: pair.id.left,
            right: pair.id.right,
            suspicion: pair.suspicion,
            body: json(pair),
        })
        .collect();
    let revision = NewRevision {
        engine: report.chaffinch.clone(),
        settings: serde_json::to_value(&report.settings).expect(SERIALISES),
        submissions: report.submissions.len() as u32,
        head: json(&report.head()),
        body: json(&report),
        pairs,
        archived: Vec::new(),
    };
    (revision, ingest(&submissions))
}

fn ingest(submissions: &[Submission]) -> NewIngest {
    let texts: Vec<_> = submissions
        .iter()
        .zip(1..)
        .flat_map(|(submission, id)| submission.files.iter().zip(0..).map(move |(file, at)| (id, at, file)))
        .collect();
    let documents = texts
        .into_par_iter()
        .map(|(submission, file, source)| NewDocument {
            submission,
            file,
            path: source.path.clone(),
            text: Some(Packed::pack(source.text.as_bytes())),
            stream: Packed::pack(&[]),
            fingerprints: None,
        })
        .collect();
    let submissions = submissions
        .iter()
        .zip(1..)
        .map(|(submission, number)| NewSubmission {
            number,
            name: submission.name.clone(),
            author: submission.author.clone(),
            attempt: submission.attempt,
            submitted_at: submission.submitted_at.clone(),
        })
        .collect();
    NewIngest { submissions, documents, runs: Vec::new() }
}

const SERIALISES: &str = "reports have string keys and finite numbers";

fn json(value: &impl serde::Serialize) -> Packed {
    Packed::pack(&serde_json::to_vec(value).expect(SERIALISES))
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
        let _ = writeln!(io::stdout(), "{}", serde_json::to_string(&line).expect(SERIALISES));
    }
}
