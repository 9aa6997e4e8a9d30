//! What is said on standard error, and in which form: log lines, failures, and (in `progress`) how far the work is.
//!
//! Log lines are a readable message with fields. Never logged: source text, names of students or files, tokens.

use std::io::{self, IsTerminal as _, Write as _};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// For people or for machines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

/// How the process speaks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Diagnostics {
    /// Only errors.
    pub(crate) quiet: bool,
    /// In which form.
    pub(crate) format: LogFormat,
}

impl Diagnostics {
    pub(crate) const fn new(quiet: bool, format: LogFormat) -> Self {
        Self { quiet, format }
    }

    /// Starts logging, for processes that stay: `CHAFFINCH_LOG` chooses in `tracing`'s filter language.
    pub(crate) fn start_log(self) {
        let default = if self.quiet { "error" } else { "info" };
        let filter = EnvFilter::try_from_env("CHAFFINCH_LOG").unwrap_or_else(|_| EnvFilter::new(default));
        let registry = tracing_subscriber::registry().with(filter);
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
        match self.format {
            LogFormat::Text => registry.with(lines.with_ansi(io::stderr().is_terminal())).init(),
            LogFormat::Json => registry.with(lines.json().flatten_event(true)).init(),
        }
    }

    /// A line for the reader, unless quiet. `fields` are what a machine would want of it.
    pub(crate) fn say(self, message: &str, fields: &serde_json::Value) {
        if !self.quiet {
            self.line("info", message, fields);
        }
    }

    /// Why the process ends without having done its work.
    pub(crate) fn failure(self, error: &anyhow::Error) {
        self.line("error", &format!("{error:#}"), &serde_json::Value::Null);
    }

    fn line(self, level: &str, message: &str, fields: &serde_json::Value) {
        let line = match self.format {
            LogFormat::Text if level == "error" => format!("error: {message}"),
            LogFormat::Text => message.to_owned(),
            LogFormat::Json => {
                let mut object = serde_json::json!({ "level": level, "message": message });
                if let (Some(object), Some(fields)) = (object.as_object_mut(), fields.as_object()) {
                    object.extend(fields.clone());
                }
                object.to_string()
            }
        };
        // There is nobody left to tell when standard error is closed.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}
