//! Looks up objects of a repository one by one, in a process of git that answers until it is dropped.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::process::{Messages, start};

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
        let mut child = start(command)?;
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
