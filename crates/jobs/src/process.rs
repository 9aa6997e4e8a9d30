//! Manages one child process: starts it, reads its output, stops it, and describes in words how it ended.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Instant;

use chaffinch_storage::JobProgress;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::Command;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::folder::{ChildLimits, ProgressLine};
use crate::memory;

/// Number of bytes of the child's standard error that are kept. The end is kept, because it contains the cause.
const COMPLAINT_BYTES: usize = 4096;

/// The stages of an analysis, in order, as shown on batches and in metrics.
pub const STAGES: [&str; 8] =
    ["extracting", "reading", "searching", "screening", "verifying", "listing", "reporting", "storing"];

/// The signal that ends a process which has used up its processor time, on Linux (except MIPS), macOS and the BSDs.
const SIGXCPU: i32 = 24;

/// Signals of a process with a fault in execution, memory access or computation (ILL, ABRT, BUS, FPE, SEGV), on Linux,
/// macOS and the BSDs.
const FAULTS: [i32; 6] = [4, 6, 7, 8, 10, 11];

/// Exit status of a Rust program that panicked.
const PANIC: i32 = 101;

/// Longest line of progress, in bytes.
const LINE_BYTES: u64 = 1024;

/// The command that starts a child. The child runs in the folder of its task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl ChildCommand {
    /// Returns the command for this program with its hidden subcommand `analyse`.
    ///
    /// # Errors
    /// Fails if the system does not tell the path of this program.
    pub fn this_program() -> io::Result<Self> {
        // On Linux this link refers to the running program even after an upgrade has replaced its file. Runner and
        // child therefore always have the same version.
        let program = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        Ok(Self { program, arguments: vec!["analyse".into()] })
    }
}

/// How a child ended.
#[derive(Debug)]
pub(crate) enum End {
    /// The child ended by itself.
    Exited {
        status: ExitStatus,
        /// The end of its standard error.
        complaint: String,
    },
    /// The child was stopped.
    Stopped,
}

/// Runs a child to its end, or kills it when `stop` is cancelled. In both cases it is gone afterwards.
pub(crate) async fn run(
    command: &ChildCommand,
    folder: &Path,
    progress: &watch::Sender<JobProgress>,
    stop: &CancellationToken,
) -> io::Result<End> {
    let mut child = Command::new(&command.program)
        .args(&command.arguments)
        .current_dir(folder)
        // Attack: code that was injected into the child reads the database password from the environment.
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    // Nothing is ever written to it. When this process dies for any reason, the system closes it, and the child ends
    // itself.
    let _lifeline = child.stdin.take();
    let said = child.stdout.take().expect("standard output is piped");
    let complained = child.stderr.take().expect("standard error is piped");

    let end = {
        let end = async {
            let (complaint, ()) = tokio::join!(tail(complained), listen(said, progress));
            child.wait().await.map(|status| End::Exited { status, complaint })
        };
        tokio::select! {
            end = end => Some(end),
            () = stop.cancelled() => None,
        }
    };
    if let Some(end) = end {
        return end;
    }
    child.kill().await?;
    Ok(End::Stopped)
}

/// Passes progress on and measures the stages. Lines that are not progress are ignored.
async fn listen(said: impl AsyncRead + Unpin, progress: &watch::Sender<JobProgress>) {
    let mut said = BufReader::new(said);
    let mut line = Vec::new();
    let mut stages = Stages::default();
    // Attack: a child that was taken over writes without end. A line that is too long is read in pieces, and no piece
    // of it is valid progress.
    while let Ok(1..) = (&mut said).take(LINE_BYTES).read_until(b'\n', &mut line).await {
        if let Ok(ProgressLine { stage, done, total }) = serde_json::from_slice(&line)
            && let Some(known) = STAGES.into_iter().find(|known| *known == stage)
        {
            stages.enter(Some(known));
            progress.send_replace(JobProgress { stage, done, total });
        }
        line.clear();
    }
    stages.enter(None);
}

/// Records the duration of a stage that ends now.
pub(crate) fn took(stage: &'static str, since: Instant) {
    metrics::histogram!("chaffinch_stage_seconds", "stage" => stage).record(since.elapsed().as_secs_f64());
}

/// Measures how long each stage of a child takes.
#[derive(Default)]
struct Stages {
    current: Option<(&'static str, Instant)>,
}

impl Stages {
    fn enter(&mut self, stage: Option<&'static str>) {
        if self.current.map(|(current, _)| current) == stage {
            return;
        }
        if let Some((ended, since)) = self.current.take() {
            took(ended, since);
        }
        self.current = stage.map(|stage| (stage, Instant::now()));
    }
}

/// Returns the end of the output and uses a limited amount of memory.
async fn tail(mut said: impl AsyncRead + Unpin) -> String {
    let mut kept = Vec::new();
    let mut buffer = [0; COMPLAINT_BYTES];
    while let Ok(n @ 1..) = said.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..n]);
        kept.drain(..kept.len().saturating_sub(COMPLAINT_BYTES));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// How a child died that left no answer.
#[derive(Debug)]
pub(crate) struct Death {
    pub(crate) status: ExitStatus,
    /// The end of its standard error.
    pub(crate) complaint: String,
}

impl Death {
    /// Returns whether the child lacked memory. Another attempt would then end in the same way.
    pub(crate) fn needs_more_memory(&self) -> bool {
        // These are the messages of Rust and of tree-sitter before they abort at the limit of the address space.
        self.status.code() == Some(memory::TOO_MUCH)
            || self.complaint.contains("memory allocation of")
            || self.complaint.contains("failed to allocate")
    }

    /// Returns whether the file that was being read may have caused the death. This is not the case if another process
    /// killed the child.
    pub(crate) fn may_be_a_files(&self) -> bool {
        let by_itself = |signal| signal == SIGXCPU || FAULTS.contains(&signal);
        self.needs_more_memory()
            || signal(self.status).is_some_and(by_itself)
            || self.status.code() == Some(PANIC)
    }

    /// Returns the reason why there is no report, as text for the uploader.
    pub(crate) fn reason(&self, limits: ChildLimits) -> String {
        if self.needs_more_memory() {
            let mebibytes = limits.memory_bytes >> 20;
            return format!(
                "The analysis needed more memory than it may use ({mebibytes} MiB). Upload fewer or smaller files, or \
                 ask the operator for a higher limit (job-memory)."
            );
        }
        match (signal(self.status), self.status.code()) {
            (Some(9), _) => {
                "The analysis was killed (signal 9). The machine may be short of memory.".to_owned()
            }
            (Some(SIGXCPU), _) => {
                format!(
                    "The analysis needed more processor time than it may use ({} s). Upload fewer or smaller files.",
                    limits.cpu_seconds
                )
            }
            (Some(signal), _) => format!("The analysis crashed (signal {signal})."),
            (None, Some(code)) => format!("The analysis ended without a report (exit status {code})."),
            (None, None) => "The analysis ended without a report.".to_owned(),
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn reasons_are_in_words() {
        let check = |raw: i32, complaint: &str, expected: &str| {
            let death = Death { status: ExitStatus::from_raw(raw), complaint: complaint.to_owned() };
            assert_eq!(death.reason(ChildLimits::DEFAULT), expected);
        };
        let memory = "The analysis needed more memory than it may use (400 MiB). Upload fewer or smaller files, or ask \
                      the operator for a higher limit (job-memory).";
        check(77 << 8, "", memory);
        check(6, "memory allocation of 1048576 bytes failed\n", memory);
        check(6, "tree-sitter failed to allocate 64 bytes", memory);
        check(6, "", "The analysis crashed (signal 6).");
        check(9, "", "The analysis was killed (signal 9). The machine may be short of memory.");
        check(
            24,
            "",
            "The analysis needed more processor time than it may use (7200 s). Upload fewer or smaller files.",
        );
        check(101 << 8, "panicked at", "The analysis ended without a report (exit status 101).");
    }

    #[tokio::test]
    async fn only_progress_is_passed_on() {
        let tell = watch::Sender::new(JobProgress::default());
        let endless = format!("{{\"stage\":\"{}\",\"done\":9,\"total\":9}}", "x".repeat(5000));
        let unknown = r#"{"stage":"dancing","done":3,"total":4}"#;
        let said = format!("hello\n{{\"stage\":\"reading\",\"done\":1,\"total\":2}}\n{endless}\n{unknown}\n");
        listen(said.as_bytes(), &tell).await;
        assert_eq!(*tell.borrow(), JobProgress { stage: "reading".to_owned(), done: 1, total: 2 });
    }

    #[tokio::test]
    async fn only_the_end_of_a_long_complaint_is_kept() {
        let complaint = "x".repeat(3 * COMPLAINT_BYTES) + "the cause";
        let kept = tail(complaint.as_bytes()).await;
        assert_eq!(kept.len(), COMPLAINT_BYTES);
        assert!(kept.ends_with("the cause"));
    }
}
