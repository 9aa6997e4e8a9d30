//! What Python and Java programs print for some inputs.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, ensure};
use tempfile::TempDir;

use super::observer::{Observer, limited};

/// Runs a Python program once for each input.
pub(super) struct Python {
    interpreter: String,
    folder: TempDir,
    inputs: Vec<PathBuf>,
}

impl Python {
    pub(super) fn new(inputs: &[PathBuf]) -> anyhow::Result<Self> {
        // `python3` may be a script that searches for the interpreter at each start.
        let found = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output()?;
        let interpreter = String::from_utf8(found.stdout)?.trim().to_owned();
        Ok(Self { interpreter, folder: tempfile::tempdir()?, inputs: inputs.to_vec() })
    }
}

impl Observer for Python {
    fn observe(&mut self, text: &str) -> anyhow::Result<Option<String>> {
        let program = self.folder.path().join("program.py");
        fs::write(&program, text)?;
        let mut printed = String::new();
        for input in &self.inputs {
            // Without a fixed seed, the order of a set changes from run to run.
            let output = limited(&self.interpreter)
                .arg("-S")
                .arg(&program)
                .env("PYTHONHASHSEED", "0")
                .stdin(File::open(input)?)
                .output()?;
            if !output.status.success() {
                return Ok(None);
            }
            printed += &String::from_utf8_lossy(&output.stdout);
            printed.push('\0');
        }
        Ok(Some(printed))
    }
}

/// Compiles and runs Java programs in one process, because it takes a second to start a compiler.
pub(super) struct Java {
    folder: TempDir,
    inputs: Vec<PathBuf>,
    runner: Option<Runner>,
}

struct Runner {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Java {
    pub(super) fn new(inputs: &[PathBuf]) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let source = folder.path().join("Runner.java");
        fs::write(&source, include_str!("Runner.java"))?;
        fs::create_dir(folder.path().join("classes"))?;
        let status = Command::new("javac").arg("-d").arg(folder.path()).arg(source).status()?;
        ensure!(status.success(), "javac did not compile Runner.java");
        Ok(Self { folder, inputs: inputs.to_vec(), runner: None })
    }

    fn start(&self) -> anyhow::Result<Runner> {
        let mut child = Command::new("java")
            .args(["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(self.folder.path())
            .arg("Runner")
            .arg(self.folder.path().join("classes"))
            .args(&self.inputs)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let requests = child.stdin.take().context("the process has no standard input")?;
        let answers = BufReader::new(child.stdout.take().context("the process has no standard output")?);
        Ok(Runner { child, requests, answers })
    }
}

impl Observer for Java {
    fn observe(&mut self, text: &str) -> anyhow::Result<Option<String>> {
        let program = self.folder.path().join("Program.java");
        fs::write(&program, text)?;
        let mut runner = match self.runner.take() {
            Some(runner) => runner,
            None => self.start()?,
        };
        writeln!(runner.requests, "{}", program.display())?;
        let mut answer = String::new();
        runner.answers.read_line(&mut answer)?;
        // A program that does not end, or ends the process, leaves no answer. The next one gets another process.
        if !answer.is_empty() {
            self.runner = Some(runner);
        }
        let answer = answer.trim();
        Ok(Some(answer.to_owned()).filter(|answer| !answer.is_empty() && answer != "-"))
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed, and no process remains in either case.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Equivalence, missing_tool};
    use super::*;

    /// Returns whether each changed program does the same as the original, with the inputs `1` and `2`.
    fn same(ending: &str, original: &str, changed: &[&str]) -> Vec<bool> {
        let folder = tempfile::tempdir().unwrap();
        let inputs = ["1", "2"].map(|text| {
            let path = folder.path().join(text);
            fs::write(&path, format!("{text}\n")).unwrap();
            path
        });
        let mut equivalence = Equivalence::new(ending, original, &inputs).unwrap().unwrap();
        changed.iter().map(|text| equivalence.holds(text).unwrap()).collect()
    }

    #[test]
    fn a_python_program_must_print_the_same_for_every_input() {
        let original = "print(int(input()) * 2)\n";
        let changed =
            ["n = int(input())\nprint(n + n)\n", "print(int(input()) + 1)\n", "print(missing)\n", "print(\n"];
        assert_eq!(same("py", original, &changed), [true, false, false, false]);
    }

    #[test]
    fn a_java_program_must_print_the_same_for_every_input() {
        // The tests do not install Java.
        if missing_tool("java").is_some() {
            return;
        }
        let program = |body: &str| {
            format!(
                "import java.util.*;\npublic class Twice {{ public static void main(String[] args) {{ \
                 int n = new Scanner(System.in).nextInt(); {body} }} }}\n"
            )
        };
        let changed = [
            "System.out.println(n + n);",
            "System.out.println(n + 1);",
            "System.exit(0);",
            "System.out.println(missing);",
            "int twice = 2 * n; System.out.println(twice);",
        ]
        .map(program);
        let changed = changed.each_ref().map(String::as_str);
        let expected = [true, false, false, false, true];
        assert_eq!(same("java", &program("System.out.println(2 * n);"), &changed), expected);
    }
}
