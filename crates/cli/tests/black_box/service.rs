//! A running `chaffinch serve` on a free port with its own directory. It ends when it is dropped.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::binary::{BINARY, command, line_of};
use crate::client::Client;
use crate::samples;

/// Account that the tests use.
const ACCOUNT: &str = "instructor";

pub(crate) struct Service {
    child: Child,
    dir: PathBuf,
    /// Flags that select the installation.
    flags: Vec<String>,
    /// Address as printed: `http://127.0.0.1:PORT`.
    pub(crate) address: String,
    /// The sign-in link from the file of a new installation.
    pub(crate) link: Option<String>,
    /// First address for MOSS clients, if it is enabled.
    pub(crate) moss: Option<SocketAddr>,
    /// All addresses for MOSS clients.
    pub(crate) moss_all: Vec<SocketAddr>,
}

impl Service {
    /// Starts the built binary and returns when it prints that it listens.
    pub(crate) fn start(dir: &Path) -> Self {
        Self::start_binary(Path::new(BINARY), dir)
    }

    pub(crate) fn start_binary(binary: &Path, dir: &Path) -> Self {
        Self::start_with(binary, dir, &["--data-dir", "data"], &[])
    }

    /// Starts the service on a database server, with this many workers.
    pub(crate) fn start_on(dir: &Path, database: &str, workers: &str) -> Self {
        let flags = ["--data-dir", "data", "--database-url", database];
        Self::start_with(Path::new(BINARY), dir, &flags, &["--workers", workers])
    }

    /// Starts the service on the embedded database, with additional flags.
    pub(crate) fn start_and(dir: &Path, more: &[&str]) -> Self {
        Self::start_with(Path::new(BINARY), dir, &["--data-dir", "data"], more)
    }

    /// Starts the service at this address on the embedded database, with this many workers.
    pub(crate) fn start_at(dir: &Path, listen: &str, workers: &str) -> Self {
        Self::start_and(dir, &["--listen", listen, "--workers", workers])
    }

    /// Starts the service on the embedded database, logging only warnings, so that a failure is visible among thousands
    /// of requests.
    pub(crate) fn start_quietly(dir: &Path) -> Self {
        let mut command = command(BINARY, dir);
        command.env("CHAFFINCH_LOG", "warn");
        Self::start_command(command, dir, &["--data-dir", "data"], &[])
    }

    pub(crate) fn start_with(binary: &Path, dir: &Path, flags: &[&str], more: &[&str]) -> Self {
        Self::start_command(command(binary, dir), dir, flags, more)
    }

    fn start_command(mut command: Command, dir: &Path, flags: &[&str], more: &[&str]) -> Self {
        command.arg("serve").args(flags).args(more);
        if !more.contains(&"--patience-seconds") {
            command.args(["--patience-seconds", "2"]);
        }
        if !more.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let (child, mut lines) = started(command, "listens on");
        let url = |line: &String| Some(line[line.find("http://")?..].split_whitespace().next()?.to_owned());
        let ready = lines.pop().expect("the last line says so");
        let moss_all: Vec<SocketAddr> = lines
            .iter()
            .find_map(|line| line.strip_prefix("MOSS's clients: "))
            .map_or_else(Vec::new, |line| line.split(' ').map_while(|word| word.parse().ok()).collect());
        Self {
            child,
            moss: moss_all.first().copied(),
            moss_all,
            dir: dir.to_owned(),
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
            address: url(&ready).unwrap().trim_end_matches('/').to_owned(),
            link: lines.iter().find_map(|line| kept_link(line)),
        }
    }

    /// Returns a client with a new token, which is created while the service runs.
    pub(crate) fn client(&self) -> Client {
        let token = line_of(&self.dir, &self.with_flags(&["token", "create", ACCOUNT]));
        Client::new(&self.address, &token)
    }

    /// Returns a new sign-in link, as an operator creates it.
    pub(crate) fn fresh_link(&self) -> String {
        line_of(&self.dir, &self.with_flags(&["user", "link", ACCOUNT, "--public-url", &self.address]))
    }

    fn with_flags<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        arguments.iter().copied().chain(self.flags.iter().map(String::as_str)).collect()
    }

    /// Kills the process with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM like init systems and containers, and returns the exit status.
    pub(crate) fn terminate(&mut self) -> ExitStatus {
        terminate(&mut self.child)
    }

    /// Returns every byte in the data directory, and every path.
    pub(crate) fn stored_bytes(&self) -> Vec<u8> {
        let mut files = Vec::new();
        samples::collect(&self.dir.join("data"), "", &mut files);
        files.into_iter().flat_map(|(path, bytes)| path.into_bytes().into_iter().chain(bytes)).collect()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // This fails if the test has already ended the process.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A running `chaffinch worker`. It ends when it is dropped.
pub(crate) struct Worker {
    child: Child,
}

impl Worker {
    /// Starts a worker and returns when it prints that it works.
    pub(crate) fn start(dir: &Path, database: &str) -> Self {
        let mut command = command(BINARY, dir);
        command.args(["worker", "--data-dir", "data", "--database-url", database, "--patience-seconds", "2"]);
        Self { child: started(command, "works on").0 }
    }

    /// Sends SIGTERM and returns the exit status.
    pub(crate) fn terminate(&mut self) -> ExitStatus {
        terminate(&mut self.child)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // This fails if the test has already ended the process.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the sign-in link in the file that this line names.
pub(crate) fn kept_link(line: &str) -> Option<String> {
    let path =
        line.strip_prefix("The sign-in link, which works once and expires after 24 hours, is in the file ")?;
    Some(std::fs::read_to_string(path).unwrap().trim_end().to_owned())
}

/// Starts a process. Returns it with its output when a line contains these words.
fn started(command: Command, ready: &str) -> (Child, Vec<String>) {
    try_started(command, ready).unwrap_or_else(|ended| panic!("{ended}"))
}

/// Does the same as [`started`], or returns the exit status if the process ended before it was ready.
pub(crate) fn try_started(mut command: Command, ready: &str) -> Result<(Child, Vec<String>), String> {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        lines.push(line.unwrap());
        if lines.last().is_some_and(|line| line.contains(ready)) {
            return Ok((child, lines));
        }
    }
    let ended = child.wait().unwrap();
    Err(format!("the process ended ({ended}) before it was ready: {lines:?}"))
}

fn terminate(child: &mut Child) -> ExitStatus {
    send_signal("TERM", &[child.id()]);
    child.wait().unwrap()
}

/// Sends a signal by its name to these processes. Returns whether all existed.
pub(crate) fn send_signal(name: &str, processes: &[u32]) -> bool {
    let ids: Vec<String> = processes.iter().map(u32::to_string).collect();
    // This is the `kill` of the shell, because not every machine has a program of this name.
    let command = format!("kill -{name} {} 2>/dev/null", ids.join(" "));
    Command::new("sh").args(["-c", &command]).status().unwrap().success()
}
