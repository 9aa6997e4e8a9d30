//! Writes to standard error: messages, failures, and the progress of the work as a bar on a terminal, otherwise as one line
//! per stage. If the journal of systemd reads standard error, a line begins with its priority (sd-daemon(3)), which the
//! journal takes off and stores.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::MetadataExt as _;
use std::sync::{Mutex, PoisonError};

use chaffinch_submission::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

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
            LogFormat::Text if level == "error" && journal_receives_errors() => {
                format!("{JOURNAL_ERROR}{message}")
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

/// The prefix of an error.
const JOURNAL_ERROR: &str = "<3>";

/// Returns whether the journal reads standard error. A program that inherited the variable may have redirected it.
pub(crate) fn journal_receives_errors() -> bool {
    let Some(stream) = std::env::var_os("JOURNAL_STREAM") else { return false };
    let file = io::stderr().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    file.is_ok_and(|found| stream == *format!("{}:{}", found.dev(), found.ino()))
}

/// Returns a bar without a length.
fn drawn_on(target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:>12} [{bar:40}] {pos}/{len}")
        .expect("the template is constant and tested");
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// Shows the stages of one piece of work.
#[derive(Debug)]
pub(crate) struct StageDisplay {
    diagnostics: Diagnostics,
    stage: Mutex<String>,
    /// The progress bar, if standard error is a terminal.
    bar: Option<ProgressBar>,
}

impl StageDisplay {
    pub(crate) fn new(diagnostics: Diagnostics) -> Self {
        let terminal =
            io::stderr().is_terminal() && diagnostics.format == LogFormat::Text && !diagnostics.quiet;
        let bar = terminal.then(|| drawn_on(ProgressDrawTarget::stderr()));
        Self { diagnostics, stage: Mutex::new(String::new()), bar }
    }

    /// Removes the bar from the screen.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Shows the progress of a stage. `total` is 0 if it is unknown.
    pub(crate) fn show(&self, stage: &str, done: u64, total: u64) {
        let mut current = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let entered = *current != stage;
        stage.clone_into(&mut current);
        drop(current);
        match &self.bar {
            Some(bar) => {
                if entered {
                    bar.reset();
                    bar.set_message(stage.to_owned());
                }
                // A bar of length 0 is drawn full, and one without a length empty.
                if total == 0 {
                    bar.unset_length();
                } else {
                    bar.set_length(total);
                }
                bar.set_position(done);
            }
            None if entered => {
                self.diagnostics.say(stage, &json!({ "stage": stage, "total": total }));
            }
            None => {}
        }
    }
}

impl Drop for StageDisplay {
    fn drop(&mut self) {
        self.end();
    }
}

impl Progress for StageDisplay {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        self.show(stage, done, total);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps what is written to it.
    #[derive(Debug, Clone, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_stage_begins_with_a_full_bar() {
        let screen = Screen::default();
        let bar = drawn_on(ProgressDrawTarget::term_like(Box::new(screen.clone())));
        let display = StageDisplay {
            diagnostics: Diagnostics { quiet: false, format: LogFormat::Text },
            stage: Mutex::default(),
            bar: Some(bar.clone()),
        };
        // Each is drawn at once, whatever the time since the last one.
        let drawn = |stage: &str, done, total| {
            display.show(stage, done, total);
            screen.0.lock().unwrap().clear();
            bar.force_draw();
            screen.0.lock().unwrap().matches('█').count()
        };
        assert_eq!(drawn("extracting", 0, 0), 0);
        assert_eq!(drawn("reading", 0, 4), 0);
        assert_eq!(drawn("reading", 2, 4), 20);
        assert_eq!(drawn("reading", 4, 4), 40);
        assert_eq!(drawn("comparing", 0, 0), 0);
        assert_eq!(drawn("comparing", 0, 9), 0);
    }
}
