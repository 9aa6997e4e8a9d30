//! Writes to standard error: log lines, failures, and (in `progress`) the progress of the work.
//!
//! A log line is a readable message with fields. Source text, names of students or files, and tokens are never logged.

use std::io::{self, IsTerminal as _, Write as _};

use opentelemetry_sdk::trace::SdkTracer;
use tracing::Level;
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::fmt::format;
use tracing_subscriber::layer::Layer as _;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::journal::{self, WithPriority};

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
    /// of `tracing`. A tracer receives the spans of this program: requests and jobs, with ids and without names.
    pub(crate) fn start_log(self, tracer: Option<SdkTracer>) {
        let default = if self.quiet { "error" } else { "info" };
        let filter = EnvFilter::try_from_env("CHAFFINCH_LOG").unwrap_or_else(|_| EnvFilter::new(default));
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
        let lines = match self.format {
            LogFormat::Json => lines.json().flatten_event(true).with_filter(filter).boxed(),
            LogFormat::Text if journal::receives_errors() => lines
                .with_ansi(false)
                .event_format(WithPriority(format().without_time()))
                .with_filter(filter)
                .boxed(),
            LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).with_filter(filter).boxed(),
        };
        let spans = tracer.map(|tracer| {
            tracing_opentelemetry::layer()
                .with_tracer(tracer)
                .with_location(false)
                .with_threads(false)
                .with_filter(filter_fn(|metadata| {
                    metadata.is_span() && metadata.target().starts_with("chaffinch")
                }))
        });
        tracing_subscriber::registry().with(lines).with(spans).init();
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
            LogFormat::Text if level == "error" && journal::receives_errors() => {
                format!("{}{message}", journal::priority(Level::ERROR))
            }
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
