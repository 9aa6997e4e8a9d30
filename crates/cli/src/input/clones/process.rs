//! Processes that read repositories: their limits, how long they are waited for, what git says when it fails, and one that
//! looks up objects one by one and answers until it is dropped.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Resource;

/// Processor time of each process that reads a repository, in seconds. A repository of a student needs less than one.
pub(super) const CPU_SECONDS: u64 = 60;
/// Largest memory of one process of git that reads, in bytes. It holds one object of a file that may be exported, and what
/// the options below allow. Attack: an object of a few bytes that stands for gigabytes.
const MAX_MEMORY_BYTES: u64 = 512 << 20;
/// Largest number of bytes kept of a message of git.
pub(super) const MAX_MESSAGE_BYTES: u64 = 4 << 10;
/// Interval at which a process is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The signal that ends a process which has used up its processor time.
const SIGXCPU: i32 = 24;

/// Returns git with a limit on its memory. A shell sets it before git starts, because git may be done with an object before
/// a limit arrives that is set from here. A lower limit that is there already stays: it could not be raised. Systems other
/// than Linux have no limits here.
pub(super) fn git_with_limit() -> Command {
    if cfg!(not(target_os = "linux")) {
        return Command::new("git");
    }
    let mut command = Command::new("/bin/sh");
    let script = r#"{ [ "$(ulimit -v)" -le "$0" ] 2>/dev/null || ulimit -v "$0"; } && exec git "$@""#;
    command.args(["-c", script, &(MAX_MEMORY_BYTES >> 10).to_string()]);
    command
}

/// Limits a process that has just been started, on Linux.
pub(super) fn limit(child: &Child, resource: Resource, limit: u64) {
    // The process may be gone already.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::prlimit(
        Some(rustix::process::Pid::from_child(child)),
        resource,
        rustix::process::Rlimit { current: Some(limit), maximum: Some(limit) },
    );
    #[cfg(not(target_os = "linux"))]
    let _ = (child, resource, limit);
}

/// Waits for the end of a process. After the limit it is killed, and the result is `None`.
pub(super) fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if limit < began.elapsed() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// What a process of git says about a failure. It is a file, because a pipe that nobody reads would stop git once it is
/// full.
pub(super) struct Messages(File);

impl Messages {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        tempfile::tempfile_in(folder).map(Self)
    }

    pub(super) fn writer(&self) -> io::Result<File> {
        self.0.try_clone()
    }

    pub(super) fn text(&mut self) -> io::Result<String> {
        let mut text = Vec::new();
        self.0.rewind()?;
        (&mut self.0).take(MAX_MESSAGE_BYTES).read_to_end(&mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the reason why a process has failed.
    pub(super) fn reason(&mut self, status: ExitStatus) -> String {
        let text = self.text().unwrap_or_default();
        if status.signal() == Some(SIGXCPU) {
            return format!("git needs more than {CPU_SECONDS} s for it (the limit for one repository)");
        }
        if text.to_lowercase().contains("out of memory") || text.contains("Cannot allocate memory") {
            let limit = MAX_MEMORY_BYTES;
            return format!(
                "git needs more than {limit} bytes of memory for it (the limit for one repository)"
            );
        }
        if text.contains("not a git repository") {
            return "not a git repository".to_owned();
        }
        format!("git cannot read it: {}", reason_in(&text))
    }
}

/// Returns what git says about a failure, in one line.
pub(super) fn reason_in(text: &str) -> &str {
    let line = text.lines().find(|line| line.starts_with("fatal:")).or_else(|| text.lines().next());
    line.unwrap_or("git gave no reason").trim_start_matches("fatal: ")
}

/// A process that looks up objects.
pub(super) struct Objects {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    messages: Messages,
}

impl Objects {
    /// Starts the process. What it says about failures goes to a file in this folder.
    pub(super) fn start(mut command: Command, folder: &Path) -> io::Result<Self> {
        let messages = Messages::new(folder)?;
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(messages.writer()?);
        let mut child = command.spawn()?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self { child, questions, answers: BufReader::new(answers), messages })
    }

    /// Returns the reason after a question that got no answer. No further question gets one.
    pub(super) fn failure(&mut self) -> String {
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => self.messages.reason(status),
            Err(error) => format!("git cannot be run: {error}"),
        }
    }

    /// Returns object, type and size of what a name stands for: an object, or `COMMIT:PATH`. `None` if there is none.
    fn header(&mut self, name: &[u8]) -> io::Result<Option<(String, bool, u64)>> {
        // A line end would begin another question.
        if name.contains(&b'\n') {
            return Ok(None);
        }
        self.questions.write_all(&[name, b"\n"].concat())?;
        self.questions.flush()?;
        let mut line = Vec::new();
        let limit = name.len() as u64 + 200;
        (&mut self.answers).take(limit).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.trim_end().split(' ').collect();
        Ok(match words[..] {
            [object, kind, bytes] if bytes.bytes().all(|byte| byte.is_ascii_digit()) => {
                bytes.parse().ok().map(|bytes| (object.to_owned(), kind == "blob", bytes))
            }
            _ => None,
        })
    }

    /// Returns the object of a file, from a process without contents.
    pub(super) fn name(&mut self, name: &[u8]) -> io::Result<Option<String>> {
        Ok(self.header(name)?.filter(|(_, is_file, _)| *is_file).map(|(object, ..)| object))
    }

    /// Returns the content of an object that is a file of at most `limit` bytes.
    pub(super) fn content(&mut self, object: &str, limit: u64) -> io::Result<Option<Vec<u8>>> {
        let Some((_, is_file, bytes)) = self.header(object.as_bytes())? else { return Ok(None) };
        let is_kept = is_file && bytes <= limit;
        let mut content = Vec::new();
        let mut source = (&mut self.answers).take(bytes);
        if is_kept {
            source.read_to_end(&mut content)?;
        } else {
            io::copy(&mut source, &mut io::sink())?;
        }
        // A line end follows every content. Without it, git ended early.
        self.answers.read_exact(&mut [0])?;
        Ok(is_kept.then_some(content))
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
