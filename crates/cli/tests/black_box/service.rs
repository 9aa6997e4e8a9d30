//! A running `chaffinch serve` on a free port and a directory of its own; gone when dropped.

use std::io::{BufRead as _, BufReader};
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
    /// As printed: `http://127.0.0.1:PORT`.
    pub(crate) address: String,
    /// Printed on a fresh installation.
    pub(crate) link: Option<String>,
}

impl Service {
    /// Starts the built binary; comes back when it says that it listens.
    pub(crate) fn start(dir: &Path) -> Self {
        Self::start_binary(Path::new(BINARY), dir)
    }

    pub(crate) fn start_binary(binary: &Path, dir: &Path) -> Self {
        let mut child = command(binary, dir)
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir", "data", "--patience-seconds", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        // The last line says that everything is ready; an end of file, that the process ended.
        let mut lines = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let ready = line.contains("listens on");
            lines.push(line);
            if ready {
                break;
            }
        }
        let url = |line: &String| Some(line[line.find("http://")?..].split_whitespace().next()?.to_owned());
        let ready = lines.pop().expect("serve ended before it listened");
        Self {
            child,
            dir: dir.to_owned(),
            address: url(&ready).unwrap().trim_end_matches('/').to_owned(),
            link: lines.iter().find_map(url),
        }
    }

    /// A client with a fresh token, made while the service runs.
    pub(crate) fn client(&self) -> Client {
        let token = line_of(&self.dir, &["token", "create", ACCOUNT, "--data-dir", "data"]);
        Client::new(&self.address, &token)
    }

    /// A fresh sign-in link, as an operator makes it.
    pub(crate) fn fresh_link(&self) -> String {
        line_of(&self.dir, &["user", "link", ACCOUNT, "--data-dir", "data", "--public-url", &self.address])
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, as init systems and containers send it; how the process ended.
    pub(crate) fn terminate(&mut self) -> ExitStatus {
        // The shell's own `kill`: not every machine has it as a program.
        let sent = Command::new("sh").args(["-c", &format!("kill {}", self.child.id())]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap()
    }

    /// Every byte in the data directory, and every path.
    pub(crate) fn stored_bytes(&self) -> Vec<u8> {
        let mut files = Vec::new();
        samples::collect(&self.dir.join("data"), "", &mut files);
        files.into_iter().flat_map(|(path, bytes)| path.into_bytes().into_iter().chain(bytes)).collect()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails where the test has ended it before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
