//! Runs one child process: starts it, reads its output, measures its stages and stops it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use chaffinch_extract::Limits;
use chaffinch_storage::JobProgress;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::Command;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::exit::ChildExit;
use crate::task_folder::ChildLimits;

/// Settings of child processes and of the folders in which they work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildSettings {
    /// Command that starts a child.
    pub command: ChildCommand,
    /// Folder for the folders of children. It is created if necessary. These hold unencrypted uploads. They are removed
    /// after each job or query, and those of a killed process at the next start.
    pub work_dir: PathBuf,
    /// Limits on the resources of a child.
    pub limits: ChildLimits,
    /// Limits on an upload.
    pub extract: Limits,
}

impl ChildSettings {
    /// Returns the settings of the service, with this command and work folder.
    pub fn new(command: ChildCommand, work_dir: PathBuf) -> Self {
        Self { command, work_dir, limits: ChildLimits::DEFAULT, extract: Limits::default() }
    }
}

/// Number of bytes of the child's standard error that are kept. The end is kept, because it contains the cause.
const MAX_STDERR_BYTES: usize = 4096;

/// Longest line of progress, in bytes.
const MAX_LINE_BYTES: u64 = 1024;

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

/// Runs a child to its end, or kills it when `stop` is cancelled and returns `None`. In both cases it is gone
/// afterwards.
pub(crate) async fn run(
    command: &ChildCommand,
    folder: &Path,
    progress: &watch::Sender<JobProgress>,
    stop: &CancellationToken,
) -> io::Result<Option<ChildExit>> {
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
    let stdout = child.stdout.take().expect("standard output is piped");
    let stderr = child.stderr.take().expect("standard error is piped");

    let exit = async {
        let (stderr_tail, ()) = tokio::join!(read_tail(stderr), forward_progress(stdout, progress));
        child.wait().await.map(|status| ChildExit { status, stderr_tail })
    };
    if let Some(exit) = stop.run_until_cancelled(exit).await {
        return exit.map(Some);
    }
    child.kill().await?;
    Ok(None)
}

/// Passes progress on and measures the stages. Lines that are not progress are ignored.
async fn forward_progress(stdout: impl AsyncRead + Unpin, progress: &watch::Sender<JobProgress>) {
    let mut stdout = BufReader::new(stdout);
    let mut line = Vec::new();
    let mut stages = StageTimer::default();
    // Attack: a child that was taken over writes without end. A line that is too long is read in pieces, and no piece
    // of it is valid progress.
    while let Ok(1..) = (&mut stdout).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).await {
        if let Ok(JobProgress { stage, done, total }) = serde_json::from_slice(&line)
            && let Some(known) = STAGES.into_iter().find(|known| *known == stage)
        {
            stages.enter(Some(known));
            progress.send_replace(JobProgress { stage, done, total });
        }
        line.clear();
    }
    stages.enter(None);
}

/// Returns the end of the output and uses a limited amount of memory.
async fn read_tail(mut output: impl AsyncRead + Unpin) -> String {
    let mut kept = Vec::new();
    let mut buffer = [0; MAX_STDERR_BYTES];
    while let Ok(n @ 1..) = output.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..n]);
        kept.drain(..kept.len().saturating_sub(MAX_STDERR_BYTES));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The stages of an analysis, in order, as shown on batches and in metrics.
pub const STAGES: [&str; 8] =
    ["extracting", "reading", "searching", "screening", "verifying", "listing", "reporting", "storing"];

/// Records the duration of a stage that began at `since` and ends now.
pub(crate) fn record_stage(stage: &'static str, since: Instant) {
    metrics::histogram!("chaffinch_stage_seconds", "stage" => stage).record(since.elapsed().as_secs_f64());
}

/// Measures how long each stage of a child takes.
#[derive(Default)]
struct StageTimer {
    current: Option<(&'static str, Instant)>,
}

impl StageTimer {
    /// Ends the current stage, if `stage` is another one, and begins `stage`.
    pub(super) fn enter(&mut self, stage: Option<&'static str>) {
        if self.current.map(|(current, _)| current) == stage {
            return;
        }
        if let Some((ended, since)) = self.current.take() {
            record_stage(ended, since);
        }
        self.current = stage.map(|stage| (stage, Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_progress_is_passed_on() {
        let progress = watch::Sender::new(JobProgress::default());
        let endless = format!("{{\"stage\":\"{}\",\"done\":9,\"total\":9}}", "x".repeat(5000));
        let unknown = r#"{"stage":"dancing","done":3,"total":4}"#;
        let output =
            format!("hello\n{{\"stage\":\"reading\",\"done\":1,\"total\":2}}\n{endless}\n{unknown}\n");
        forward_progress(output.as_bytes(), &progress).await;
        assert_eq!(*progress.borrow(), JobProgress { stage: "reading".to_owned(), done: 1, total: 2 });
    }

    #[tokio::test]
    async fn only_the_end_of_long_stderr_is_kept() {
        let output = "x".repeat(3 * MAX_STDERR_BYTES) + "the cause";
        let kept = read_tail(output.as_bytes()).await;
        assert_eq!(kept.len(), MAX_STDERR_BYTES);
        assert!(kept.ends_with("the cause"));
    }
}
