//! Writes to standard error: messages, failures, and (in `progress`) the progress of the work.

use std::io::{self, Write as _};

use super::journal;

/// Position of the common options in the help of each subcommand: after its own options, before `--help`.
const LAST: usize = 900;

/// Format for people or for machines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

/// What the process writes to standard error, and how.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Diagnostics {
    /// Print errors only
    #[arg(long, global = true, display_order = LAST)]
    pub(crate) quiet: bool,
    /// Format of messages on standard error: text, or json with one object per line
    #[arg(
        // Other options are called format.
        id = "log_format",
        long = "log-format",
        global = true,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        env = "CHAFFINCH_LOG_FORMAT",
        hide_env_values = true,
        hide_possible_values = true,
        display_order = LAST
    )]
    pub(crate) format: LogFormat,
}

impl Diagnostics {
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
                format!("{}{message}", journal::ERROR)
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
