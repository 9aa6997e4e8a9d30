//! Decides whether a changed program still does the same. It starts compilers and interpreters, with limits on time and
//! memory.
//!
//! A C or C++ program does if the optimizing compiler makes the same machine code of it (`machine_code`), as in Mossad
//! (Devore-McDonald and Berger 2020). A Java or Python program does if it prints the same for a few inputs (`printed`).

mod machine_code;
mod observer;
mod printed;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use machine_code::MachineCode;
use observer::Observer;
use printed::{Java, Python};

/// Compares programs with one original.
pub(super) struct Equivalence {
    observer: Box<dyn Observer>,
    original: String,
}

impl Equivalence {
    /// Returns what compares programs in a language, named by the ending of its files, with the original. Returns `None`
    /// if the compiler does not accept the original, or running it does not end.
    pub(super) fn new(ending: &str, original: &str, inputs: &[PathBuf]) -> anyhow::Result<Option<Self>> {
        let mut observer: Box<dyn Observer> = match ending {
            "java" => Box::new(Java::new(inputs)?),
            "py" => Box::new(Python::new(inputs)?),
            _ => Box::new(MachineCode::new(ending)),
        };
        let original = observer.observe(original)?;
        Ok(original.map(|original| Self { observer, original }))
    }

    /// Returns whether a program does the same as the original.
    pub(super) fn holds(&mut self, text: &str) -> anyhow::Result<bool> {
        Ok(self.observer.observe(text)?.as_ref() == Some(&self.original))
    }
}

/// Returns the first of the tools that a language needs and that cannot be started.
pub(super) fn missing_tool(ending: &str) -> Option<&'static str> {
    let tools: &[&str] = match ending {
        "java" => &["javac", "java"],
        "py" => &["python3"],
        "cpp" => &["c++"],
        _ => &["cc"],
    };
    let starts = |tool: &str| {
        let status = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    tools.iter().copied().find(|tool| !starts(tool))
}
