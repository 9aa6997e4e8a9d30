//! A process of the service that a test starts, kills, pauses or ends.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

use crate::binary::{BINARY, command};
use crate::service::{send_signal, try_started};

pub(crate) struct Process {
    child: Child,
    /// Its output until it was ready.
    pub(crate) said: Vec<String>,
}

impl Process {
    /// Returns when the process prints these words, or returns its exit status. Its log goes to a file in `dir`.
    pub(crate) fn start(dir: &Path, arguments: &[&str], ready: &str) -> Result<Self, String> {
        let mut command = command(BINARY, dir);
        command.args(arguments);
        Self::start_command(command, dir, ready)
    }

    /// Does the same as [`Process::start`] with any command that becomes the process.
    pub(crate) fn start_command(mut command: Command, dir: &Path, ready: &str) -> Result<Self, String> {
        let log = fs::OpenOptions::new().create(true).append(true).open(dir.join("log")).unwrap();
        command.stderr(log);
        try_started(command, ready).map(|(child, said)| Self { child, said })
    }

    /// Returns the address that it printed last.
    pub(crate) fn address(&self) -> String {
        let ready = self.said.last().expect("the last line says so");
        let address = ready[ready.find("http://").expect("an address")..].split_whitespace().next();
        address.expect("an address").trim_end_matches('/').to_owned()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Pauses the process and its threads with SIGSTOP.
    pub(crate) fn pause(&self) {
        assert!(send_signal("STOP", &[self.child.id()]));
    }

    /// Continues the process with SIGCONT.
    pub(crate) fn wake(&self) {
        assert!(send_signal("CONT", &[self.child.id()]));
    }

    /// Ends the process with SIGTERM and returns its exit status.
    pub(crate) fn terminate(&mut self) -> ExitStatus {
        assert!(send_signal("TERM", &[self.child.id()]));
        self.child.wait().unwrap()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // This fails if the test has already ended the process.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the running child processes of this process.
pub(crate) fn children(parent: u32) -> Vec<u32> {
    let parent = parent.to_string();
    let of = |entry: fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
        (line.trim() == parent).then_some(process)
    };
    fs::read_dir("/proc").unwrap().filter_map(|entry| of(entry.unwrap())).collect()
}
