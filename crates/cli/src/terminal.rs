//! What the process reads from and writes to the terminal: folders of results, messages for the operator, lists, passwords,
//! and the log of processes that run for a long time.
//!
//! A folder gets its name only when it is complete: it is made beside its place and renamed. Source text, names of students
//! or files, and tokens are never logged.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::Context as _;
use chaffinch_web::check_password;
use opentelemetry_sdk::trace::SdkTracer;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use serde_json::{Map, Value};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{self, FormatEvent, FormatFields, Writer};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::program::diagnostics::{Diagnostics, LogFormat, journal_receives_errors};
use crate::program::{PartialOutput, Usage, print};

/// Prints a message for the operator who started the process. If it cannot be written, the process continues.
pub(crate) fn announce(text: &str) {
    if let Err(error) = print(text) {
        tracing::warn!(%error, "cannot write to standard output");
    }
}

/// A folder to create.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Whether an existing report is replaced.
    replace: bool,
}

impl Folder {
    /// Checks whether the folder can be created, before any work is done. An existing folder is replaced only with
    /// `force`, and only if it is a report: `--force` must never delete a home directory.
    pub(crate) fn plan(path: &Path, force: bool) -> anyhow::Result<Self> {
        let shown = path.display();
        let plan = |replace| Ok(Self { path: path.to_owned(), replace });
        match fs::read_dir(path).map(|mut entries| entries.next().is_none()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => plan(false),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                anyhow::bail!(
                    "{shown} is a file, but the HTML report is a folder. Choose another path with --output."
                )
            }
            Err(error) => Err(error).with_context(|| format!("cannot read the folder {shown}")),
            Ok(empty) => {
                anyhow::ensure!(
                    empty || force,
                    "{shown} already exists. Replace it with --force, or choose another path with --output."
                );
                let report = || path.join("index.html").is_file() && path.join("report.json").is_file();
                anyhow::ensure!(
                    empty || report(),
                    "{shown} is not a report, and --force replaces only reports. Choose another path with --output."
                );
                plan(true)
            }
        }
    }

    /// Creates the folder. `fill` gets a function that puts one file into it, with its path relative to the folder and
    /// its bytes.
    pub(crate) fn write(
        &self,
        fill: impl FnOnce(&mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let partial = PartialOutput::new(&self.path);
        let complete = || {
            fs::create_dir_all(&partial.path)?;
            fill(&mut |name, bytes| {
                let path = partial.path.join(name);
                fs::create_dir_all(path.parent().expect("a file in a folder has a parent"))?;
                fs::write(path, bytes)
            })?;
            if !self.replace {
                return fs::rename(&partial.path, &self.path);
            }
            let old = PartialOutput::new(&self.path.with_extension("old"));
            fs::rename(&self.path, &old.path)?;
            fs::rename(&partial.path, &self.path)
        };
        complete().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Options of the commands that print lists.
#[derive(Debug, clap::Args)]
pub(crate) struct ListOptions {
    /// Format of a line: `text` has columns separated by tabs, `json` is one object with their names
    #[arg(long, value_enum, default_value_t)]
    format: LogFormat,
}

impl ListOptions {
    /// Prints the rows of a list with these columns. A cell is a string, a number, or null where there is nothing:
    /// `-` in text, left out at the end of a line.
    pub(crate) fn print<const N: usize>(
        &self,
        columns: [&str; N],
        rows: impl IntoIterator<Item = [Value; N]>,
    ) -> anyhow::Result<()> {
        let line = |row: [Value; N]| match self.format {
            LogFormat::Text => {
                let last = row.iter().rposition(|cell| !cell.is_null()).map_or(0, |last| last + 1);
                row[..last].iter().map(text).collect::<Vec<_>>().join("\t") + "\n"
            }
            LogFormat::Json => {
                let object: Map<String, Value> = columns.map(str::to_owned).into_iter().zip(row).collect();
                Value::Object(object).to_string() + "\n"
            }
        };
        Ok(print(rows.into_iter().map(line).collect::<String>())?)
    }
}

/// Returns a name or text that starts no new line or column.
pub(crate) fn in_one_cell(text: &str) -> String {
    text.replace(|sign: char| sign.is_control(), " ")
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Null => "-".to_owned(),
        Value::String(text) => in_one_cell(text),
        other => other.to_string(),
    }
}

/// Returns a valid new password: typed twice on a terminal, or the first line of standard input.
pub(crate) fn new_password() -> anyhow::Result<String> {
    let input = io::stdin();
    let password = if input.is_terminal() {
        let hidden = HiddenInput::new().context("cannot hide the password on the terminal")?;
        let password = ask("Password: ")?;
        let again = ask("Repeat password: ")?;
        drop(hidden);
        if password != again {
            anyhow::bail!(Usage("the passwords do not match".to_owned()));
        }
        password
    } else {
        read_line()?
    };
    check_password(&password).map_err(|refused| Usage(format!("the password {refused}")))?;
    Ok(password)
}

fn ask(question: &str) -> anyhow::Result<String> {
    let mut terminal = io::stderr();
    write!(terminal, "{question}")?;
    terminal.flush()?;
    let answer = read_line();
    writeln!(terminal)?;
    answer
}

fn read_line() -> anyhow::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).context("cannot read the password")?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

/// A terminal that does not show what is typed, until this is dropped.
struct HiddenInput(Termios);

impl HiddenInput {
    fn new() -> rustix::io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self(before))
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        // If the terminal is gone, nothing can be done.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.0);
    }
}

impl Diagnostics {
    /// Starts logging, for processes that run for a long time. `CHAFFINCH_LOG` selects messages in the filter language
    /// of `tracing`. A tracer receives the spans of this program: requests and jobs, with ids and without names.
    pub(crate) fn start_log(self, tracer: Option<SdkTracer>) {
        let default = if self.quiet { "error" } else { "info" };
        let filter = EnvFilter::try_from_env("CHAFFINCH_LOG").unwrap_or_else(|_| EnvFilter::new(default));
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
        let lines = match self.format {
            LogFormat::Json => lines.json().flatten_event(true).with_filter(filter).boxed(),
            LogFormat::Text if journal_receives_errors() => lines
                .with_ansi(false)
                .event_format(WithPriority(format::format().without_time()))
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
}

/// Returns the prefix of a line of this level.
fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// A format of events with the priority before it.
struct WithPriority<F>(F);

impl<S, N, F> FormatEvent<S, N> for WithPriority<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        writer.write_str(priority(*event.metadata().level()))?;
        self.0.format_event(context, writer, event)
    }
}
