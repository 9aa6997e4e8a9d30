//! Writes to standard error: log lines, failures, and (in `progress`) the progress of the work.
//!
//! A log line is a readable message with fields. Source text, names of students or files, and tokens are never logged.

use std::io::{self, IsTerminal as _, Write as _};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Format for people or for machines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

/// What the process writes to standard error, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Diagnostics {
    /// Whether only errors are written.
    pub(crate) quiet: bool,
    /// Format of the messages.
    pub(crate) format: LogFormat,
}

impl Diagnostics {
    pub(crate) const fn new(quiet: bool, format: LogFormat) -> Self {
        Self { quiet, format }
    }

    /// Starts logging, for processes that run for a long time. `CHAFFINCH_LOG` selects messages in the filter language
    /// of `tracing`.
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

    /// Writes a message, unless quiet. `fields` hold its data for machines.
    pub(crate) fn say(self, message: &str, fields: &serde_json::Value) {
        if !self.quiet {
            self.write_line("info", message, fields);
        }
    }

    /// Writes the reason why the process failed.
    pub(crate) fn failure(self, error: &anyhow::Error) {
        self.write_line("error", &format!("{error:#}"), &serde_json::Value::Null);
    }

    fn write_line(self, level: &str, message: &str, fields: &serde_json::Value) {
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
        // If standard error is closed, nobody can be informed.
        let _ = writeln!(io::stderr().lock(), "{line}");
    }
}
