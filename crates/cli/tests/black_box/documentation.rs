//! Tests that every example in README.md and docs/ works as written: configuration files start the service, command
//! lines are valid, requests are answered. A block that cannot run here says so after its language: `sh no-run REASON`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::binary::{BINARY, command, line_of, run, stderr};
use crate::client::Client;
use crate::faults::process::Process;
use crate::samples;

/// Marks a block that is not run. The reason follows.
const NO_RUN: &str = "no-run";
/// Largest number of blocks that are not run, because a marker is an exception.
const MAX_NOT_RUN: usize = 8;

/// A fenced block.
struct Block {
    /// File and line, for messages.
    at: String,
    language: String,
    is_run: bool,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let mut files = Vec::new();
    samples::collect(&root().join("docs"), "docs", &mut files);
    let paths = files.into_iter().map(|(path, _)| root().join(path));
    let mut all: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    all.push(root().join("README.md"));
    // The examples of this page create data that other pages use.
    all.sort_by_key(|path| !path.ends_with("integrating/rest.md"));
    all
}

fn blocks() -> Vec<Block> {
    documents().iter().flat_map(|path| blocks_of(path)).collect()
}

fn blocks_of(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (line, number) in text.lines().zip(1..) {
        match (line.trim_start().strip_prefix("```"), open.as_mut()) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                let mut words = info.split_whitespace();
                let language = words.next().unwrap_or_default().to_owned();
                let is_run = words.next() != Some(NO_RUN);
                assert!(is_run || words.next().is_some(), "{}:{number}: no reason", path.display());
                let at = format!("{}:{number}", path.file_name().unwrap().display());
                open = Some(Block { at, language, is_run, text: String::new() });
            }
            (None, Some(block)) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a block without an end", path.display());
    blocks
}

/// Returns the lines of a block, with continued lines joined and without comments.
fn lines(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let uncommented = |line: &str| line.split(" #").next().unwrap_or_default().trim().to_owned();
    joined.lines().map(uncommented).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Returns the words of a command line as a shell splits them, without redirections.
fn words(line: &str) -> Vec<String> {
    let line = [" > ", " | "].iter().fold(line, |line, sign| line.split(sign).next().unwrap_or_default());
    let script = format!("printf '%s\\0' {line}");
    // Ids, which examples take from the answers of the service.
    let id = "0198c0de-0000-7000-8000-000000000000";
    let mut shell = command("sh", &std::env::temp_dir());
    let output = shell.env("COURSE", id).env("ID", id).args(["-c", &script]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\0').map(str::to_owned).collect()
}

/// Returns the arguments of `chaffinch` in a line that calls it, or calls `chaffinch-corpus`, which it runs.
fn arguments(line: &str) -> Option<Vec<String>> {
    let starts = [
        ("cargo run --profile quick -- ", None),
        ("chaffinch ", None),
        ("cargo run --profile quick -p chaffinch-corpus-cli -- ", Some("corpus")),
        ("chaffinch-corpus ", Some("corpus")),
    ];
    let (rest, first) =
        starts.into_iter().find_map(|(start, first)| Some((line.strip_prefix(start)?, first)))?;
    // Three dots stand for arguments that the text has shown before.
    let words = words(rest).into_iter().filter(|word| word != "...");
    Some(first.map(str::to_owned).into_iter().chain(words).collect())
}

#[test]
fn every_command_line_is_understood() {
    let dir = tempfile::tempdir().unwrap();
    let mut understood = 0;
    for block in &blocks() {
        for arguments in lines(&block.text).iter().filter_map(|line| arguments(line)) {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(["--help"]).collect();
            let output = run(dir.path(), &arguments);
            assert!(output.status.success(), "{}: {arguments:?}: {}", block.at, stderr(&output));
            understood += 1;
        }
    }
    assert!(understood > 25, "{understood} command lines");
}

#[test]
fn every_configuration_file_starts_the_service() {
    let mut started = 0;
    for block in blocks().iter().filter(|block| block.language == "toml") {
        assert!(block.is_run, "{}: a configuration can always be tried", block.at);
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("oidc-secret"), "secret").unwrap();
        // Paths of a real server are replaced by the test's folder.
        let text = block.text.replace("/etc/chaffinch/", &format!("{}/", dir.path().display()));
        fs::write(dir.path().join("chaffinch.toml"), text).unwrap();
        let here = ["serve", "--config", "chaffinch.toml", "--listen", "127.0.0.1:0", "--data-dir", "data"];
        let process = Process::start(dir.path(), &here, "listens on");
        let log = fs::read_to_string(dir.path().join("log")).unwrap_or_default();
        assert!(process.is_ok(), "{}: {:?}\n{log}", block.at, process.err());
        started += 1;
    }
    assert!(started >= 3, "{started} configuration files");
}

#[test]
fn few_documented_commands_are_not_run() {
    let not_run = blocks().into_iter().filter(|block| !block.is_run).map(|block| block.at);
    let not_run: Vec<String> = not_run.collect();
    assert!(not_run.len() <= MAX_NOT_RUN, "{not_run:?}");
}

/// A service, and a folder with the files that the examples name.
struct Example {
    dir: tempfile::TempDir,
    process: Process,
    client: Client,
    token: String,
    batch: String,
}

impl Example {
    async fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data-dir", "data"];
        let process = Process::start(dir.path(), &arguments, "listens on").unwrap();
        let token = line_of(dir.path(), &["token", "create", "instructor", "--data-dir", "data"]);
        let client = Client::new(&process.address(), &token);
        client.send_json("/courses", &serde_json::json!({ "name": "Algorithms" })).await;
        let class = samples::archive("submissions");
        for name in ["class.zip", "last-year.zip", "week3.zip"] {
            fs::write(dir.path().join(name), &class).unwrap();
        }
        for name in ["handout.zip", "answers.zip"] {
            fs::write(dir.path().join(name), samples::archive("handout")).unwrap();
        }
        for name in ["suspect.c", "solution.c"] {
            fs::write(dir.path().join(name), "int main(void) { return 0; }\n").unwrap();
        }
        for (folder, name) in [("submissions", "week3"), ("handout", "handout")] {
            let from = root().join("samples").join(folder);
            assert!(command("cp", dir.path()).arg("-r").arg(from).arg(name).status().unwrap().success());
        }
        std::os::unix::fs::symlink(BINARY, dir.path().join("chaffinch")).unwrap();
        let batch = client.upload(crate::client::form(class, None)).await;
        assert_eq!(client.finished(&batch).await["status"], "done");
        Self { dir, process, client, token, batch }
    }

    /// Runs a block in the folder, like a reader who has followed the text up to here.
    fn run(&self, block: &Block) -> Output {
        let path = std::env::var("PATH").unwrap();
        let script = format!(
            "set -eu\ncurl() {{ command curl --fail-with-body --silent --show-error \"$@\"; }}\n{}",
            block
                .text
                .replace("https://chaffinch.example.edu", &self.process.address())
                .replace("http://127.0.0.1:8080", &self.process.address())
                .replace("chf_token_...", &self.token),
        );
        let mut shell = command("sh", self.dir.path());
        shell.args(["-c", &script]).env("PATH", format!("{}:{path}", self.dir.path().display()));
        shell.env("SERVER", self.process.address()).env("CHAFFINCH_SERVER", self.process.address());
        shell.env("TOKEN", &self.token).env("CHAFFINCH_TOKEN", &self.token).env("ID", &self.batch);
        shell.output().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_script_runs_against_a_service() {
    let example = Example::start().await;
    let mut ran = 0;
    for block in blocks().iter().filter(|block| block.language == "sh" && block.is_run) {
        let output = example.run(block);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}: {said}{}", block.at, stderr(&output));
        // Later blocks of the text need the files of this one.
        let archives = example.client.json("/archives").await;
        for archive in archives["archives"].as_array().unwrap() {
            let id = archive["id"].as_str().unwrap();
            example.client.get(&format!("/archives/{id}/events")).await.bytes().await.unwrap();
        }
        example.client.follow(&example.batch, |_| false).await;
        ran += 1;
    }
    assert!(ran >= 8, "{ran} scripts");
}

/// Checks the arrays of a compose file that call the program, and the names in its environment.
#[test]
fn the_compose_file_says_what_the_program_understands() {
    let dir = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(root().join("docker-compose.yml")).unwrap();
    let array = |line: &str, key: &str| -> Option<Vec<String>> {
        serde_json::from_str(line.trim().strip_prefix(key)?.trim()).ok()
    };
    let commands = text.lines().filter_map(|line| array(line, "command:"));
    let checks = text.lines().filter_map(|line| array(line, "test:"));
    let checks = checks.filter_map(|words| {
        words.strip_prefix(&["CMD".to_owned(), "chaffinch".to_owned()]).map(<[_]>::to_vec)
    });
    let all: Vec<Vec<String>> = commands.chain(checks).collect();
    assert_eq!(all.len(), 4, "{all:?}");
    for words in all {
        let arguments: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let output = run(dir.path(), &arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    }

    let settings =
        [include_str!("../../src/settings/flags.rs"), include_str!("../../src/settings/sign_in.rs")].concat();
    let roles = fs::read_to_string(root().join("scripts/postgres-roles")).unwrap();
    let names: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.trim().split_once(':'))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with("CHAFFINCH_"))
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let setting = format!(" {}: Option<", name.trim_start_matches("CHAFFINCH_").to_lowercase());
        assert!(settings.contains(&setting) || roles.contains(name), "{name} means nothing");
    }
}
