//! `chaffinch compare`: reads files and writes a report. It needs no server, no database and no asynchronous runtime.

use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_detect::Options;
use chaffinch_extract::{Input, Limits, Refusal, Request, UploadHint, extract, is_unheard};
use chaffinch_jobs::pipeline::{self, Outcome};
use chaffinch_normalize::{Choice, language};
use chaffinch_report::{EvidenceContext, Locale, Report, Sources, csv, evidence_file, export, hide_names};
use chaffinch_submission::Skipped;
use serde_json::Value;

use crate::Usage;
use crate::diagnostics::Diagnostics;
use crate::output::{self, Folder};
use crate::preview;
use crate::progress::Shown;

/// Default folder of the HTML report.
pub(crate) const DEFAULT_FOLDER: &str = "chaffinch-report";

/// Compare submissions and write a report
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch compare --base handout/ submissions.zip
  chaffinch compare --layout whole --language c --format json --output report.json s01/ s02/ s03/
  chaffinch compare --archive 2023.zip --archive 2024.zip 2025.zip
  chaffinch compare --evidence 4,17 --output evidence.html 2025.zip
  chaffinch compare --dry-run moodle-export.zip
  chaffinch compare --encoding '*.c=windows-1251' submissions.7z
  chaffinch compare --team groups.csv --staff sample_solution submissions.zip

How submissions are found (--layout auto):
  - In an export of Moodle, Canvas, Blackboard, Gradescope, GitHub Classroom or Dodona, the names give
    the author, attempt and time of each submission. --layout children turns this off.
  - Otherwise, a folder or archive whose only content is one folder or archive is opened, repeatedly.
  - The children of the remaining folders and archives are the submissions.
  - A loose file is one submission.

Fewer than two submissions is wrong usage (exit status 2); the error shows what was found.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: Asked,
}

// Options of a comparison, done by this program or (`submit`) by a service. This is not a doc comment, because clap
// would use it as the help text of both commands.
#[derive(Debug, clap::Args)]
pub(crate) struct Asked {
    /// Folders, archives or files with submissions
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Language of all files; auto detects it for each file. `chaffinch languages` lists the names
    #[arg(long, default_value = "auto", value_name = "LANGUAGE")]
    pub(crate) language: String,
    /// Starter code (boilerplate) to ignore when scoring
    #[arg(long, value_name = "PATH")]
    pub(crate) base: Vec<PathBuf>,
    /// Earlier submissions to compare against; they are not compared with each other
    #[arg(long, value_name = "PATH")]
    pub(crate) archive: Vec<PathBuf>,
    /// Table of people who worked together: one team per row, or the columns `member` and `team`. Names are those of
    /// submissions or authors
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) team: Vec<PathBuf>,
    /// Submission or author that is not a student: reported separately, never counted
    #[arg(long, value_name = "NAME")]
    pub(crate) staff: Vec<String>,
    /// Ignore passages that occur in more than N groups of submissions; with 0, no passage is ignored, but rare ones
    /// weigh more
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.common_limit)]
    pub(crate) common: u32,
    /// Number of pairs to list, most suspicious first; 0 lists every verified pair. Does not change any score
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.max_pairs)]
    pub(crate) max_pairs: usize,
    /// Number of pairs that include their matches, from the first
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.pairs_with_matches)]
    pub(crate) matches: usize,
    /// How to find submissions: by the rules in `chaffinch compare --help` (auto), the children of each PATH
    /// (children), or each PATH as one submission (whole)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) layout: Layout,
    /// Encoding of the files that match GLOB, used instead of the detected one
    #[arg(long, value_name = "GLOB=NAME")]
    pub(crate) encoding: Vec<String>,
    /// Submission that is starter code, such as a template among the submissions; or a file, as digest:DIGEST
    #[arg(long, value_name = "NAME")]
    pub(crate) handed_out: Vec<String>,
    /// Show what would be compared, without comparing it
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Title of the report [default: Comparison; with submit, the name of the first file]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Report format: html is a folder to open from disk; json and csv go to standard output unless --output is given
    /// [default: html]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Where to write the report [default: the folder chaffinch-report for html]
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Replace names with pseudonyms, also inside the code, as far as the program finds them
    #[arg(long)]
    pub(crate) hide_names: bool,
    /// Instead of the report, write one file about only these submissions, given by number, to hand out or print
    #[arg(long, value_name = "N,N", value_delimiter = ',', conflicts_with = "format")]
    pub(crate) evidence: Vec<u32>,
    /// Replace the folder of an earlier report
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Layout {
    #[default]
    Auto,
    Children,
    Whole,
}

impl Layout {
    /// Returns the name used in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Children => "children",
            Self::Whole => "whole",
        }
    }
}

impl From<Layout> for chaffinch_extract::Layout {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Auto => Self::Auto,
            Layout::Children => Self::Children,
            Layout::Whole => Self::Whole,
        }
    }
}

impl From<Layout> for chaffinch_storage::Layout {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Auto => Self::Auto,
            Layout::Children => Self::Children,
            Layout::Whole => Self::Whole,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    #[default]
    Html,
    Json,
    Csv,
    #[value(skip)]
    Evidence,
}

/// Returns the limits of one run on this machine. The files are the user's own, so the limits are far above those of an
/// upload. They only prevent a damaged archive from filling the memory.
fn limits() -> Limits {
    Limits {
        entries: 1_000_000,
        total_bytes: 8 << 30,
        submissions: 100_000,
        submission_files: 100_000,
        ..Limits::default()
    }
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let arguments = &arguments.asked;
    let choice = arguments.choice()?;
    let request = request(arguments)?;
    if arguments.dry_run {
        return preview::print(&request, choice);
    }
    let teams = arguments.teams()?;
    // The destination is checked first, so that an error is reported before the work and not after it.
    let destination = Destination::plan(arguments)?;
    let progress = Shown::new(diagnostics);
    let batch = extract(&request).map_err(refused)?;
    let options = Options {
        common_limit: arguments.common,
        cutoff: None,
        pairs_with_matches: arguments.matches,
        max_pairs: arguments.max_pairs,
        templates: Vec::new(),
        teams,
        staff: arguments.staff.clone(),
    };
    let mut outcome = pipeline::run(
        batch,
        choice,
        &options,
        arguments.title.as_deref().unwrap_or("Comparison"),
        1,
        &progress,
    );
    progress.end();
    outcome.report.settings.handed_out.clone_from(&arguments.handed_out);
    outcome.report.settings.encodings.clone_from(&arguments.encoding);
    write(&destination, arguments, &outcome)?;
    for line in unheard(&outcome.report) {
        diagnostics.say(&line, &Value::Null);
    }
    diagnostics.say(&summary(&outcome.report, &destination), &Value::Null);
    // Freeing every token and match one by one takes longer than ending the process.
    std::mem::forget(outcome);
    Ok(())
}

fn write(destination: &Destination, arguments: &Asked, outcome: &Outcome) -> anyhow::Result<()> {
    let sources = Sources::of(&outcome.submissions);
    // Evidence hides names itself and says that it does.
    if arguments.hide_names && arguments.evidence.is_empty() {
        let (report, sources) = hide_names(&outcome.report, &sources, &[]);
        destination.write(arguments, &report, &sources)
    } else {
        destination.write(arguments, &outcome.report, &sources)
    }
}

impl Asked {
    /// Returns the teams of all tables.
    pub(crate) fn teams(&self) -> anyhow::Result<Vec<Vec<String>>> {
        let mut teams = Vec::new();
        for path in &self.team {
            let table =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let found = chaffinch_storage::teams(&table)
                .map_err(|problem| Usage(format!("the table {} {problem}", path.display())))?;
            teams.extend(found);
        }
        Ok(teams)
    }

    pub(crate) fn choice(&self) -> Result<Choice, Usage> {
        match self.language.as_str() {
            "auto" => Ok(Choice::Auto),
            name => language(name).map(Choice::Fixed).ok_or_else(|| {
                Usage(format!(
                    "there is no language {name:?}. Run `chaffinch languages` to see all names, or use `auto` to detect it."
                ))
            }),
        }
    }

    /// Returns the name of the language in the API.
    pub(crate) fn language_name(&self) -> Result<&'static str, Usage> {
        Ok(match self.choice()? {
            Choice::Auto => "auto",
            Choice::Fixed(language) => language.name(),
        })
    }
}

/// Converts a refusal into an error. If the arguments contain too few submissions, this is wrong usage.
pub(crate) fn refused(refusal: Refusal) -> anyhow::Error {
    match refusal {
        Refusal::TooFewSubmissions { .. } => Usage(refusal.to_string()).into(),
        refusal => anyhow::Error::new(refusal),
    }
}

pub(crate) fn request(arguments: &Asked) -> anyhow::Result<Request> {
    let inputs = |paths: &[PathBuf]| {
        paths.iter().map(|path| Input { name: name(path), place: path.clone() }).collect()
    };
    let mut request = Request {
        submissions: inputs(&arguments.paths),
        archives: inputs(&arguments.archive),
        boilerplate: inputs(&arguments.base),
        layout: arguments.layout.into(),
        data: matches!(arguments.choice()?, Choice::Fixed(_)),
        limits: limits(),
        ..Request::default()
    };
    request.say(&arguments.encoding, &arguments.handed_out).map_err(|error| Usage(error.to_string()))?;
    Ok(request)
}

/// Returns a path as text. Bytes that are not UTF-8 are shown as `\xNN`. `.` and `..` are replaced by the real name.
pub(crate) fn name(path: &Path) -> String {
    let real = if path.file_name().is_none() { path.canonicalize().ok() } else { None };
    let path = real.as_deref().unwrap_or(path);
    let mut name = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            write!(name, "\\x{byte:02X}").expect("a String takes everything");
        }
    }
    name
}

/// The destination of the report, and its format.
enum Destination {
    Folder { path: PathBuf, folder: Folder },
    File { path: PathBuf, format: Format },
    StandardOutput(Format),
}

impl Destination {
    fn plan(arguments: &Asked) -> anyhow::Result<Self> {
        let format = if arguments.evidence.is_empty() {
            arguments.format.unwrap_or_default()
        } else {
            Format::Evidence
        };
        Ok(match (format, &arguments.output) {
            (Format::Html, output) => {
                let path = output.clone().unwrap_or_else(|| DEFAULT_FOLDER.into());
                let folder = Folder::plan(&path, arguments.force)?;
                Self::Folder { path, folder }
            }
            (format, Some(path)) => Self::File { path: path.clone(), format },
            (format, None) => Self::StandardOutput(format),
        })
    }

    fn write(&self, arguments: &Asked, report: &Report, sources: &Sources) -> anyhow::Result<()> {
        let rendered = |format| rendered(arguments, report, sources, format);
        match self {
            Self::Folder { folder, .. } => folder.write(|put| export(report, sources, put)),
            Self::File { path, format } => output::write_file(path, &rendered(*format)?),
            Self::StandardOutput(format) => Ok(output::print(rendered(*format)?)?),
        }
    }
}

fn rendered(
    arguments: &Asked,
    report: &Report,
    sources: &Sources,
    format: Format,
) -> anyhow::Result<Vec<u8>> {
    match format {
        Format::Csv => Ok(csv(report)),
        Format::Json | Format::Html => {
            let mut json = report.to_json().into_bytes();
            json.push(b'\n');
            Ok(json)
        }
        Format::Evidence => {
            let occasion = EvidenceContext { hide_names: arguments.hide_names, ..EvidenceContext::default() };
            evidence_file(Locale::english(), report, sources, &arguments.evidence, &occasion)
                .map(String::into_bytes)
                .ok_or_else(|| {
                    let all = report.pairs.iter().map(|pair| pair.id.to_string()).take(20);
                    let listed = all.collect::<Vec<_>>().join(", ");
                    Usage(format!(
                        "the report lists no pair of these submissions. The first pairs in its list: {listed}"
                    ))
                    .into()
                })
        }
    }
}

/// Returns the options that matched nothing and had no effect.
pub(crate) fn unheard(report: &Report) -> impl Iterator<Item = String> {
    report.skipped.iter().filter_map(|file| {
        let line = Skipped {
            submission: file.submission.clone(),
            path: file.path.clone(),
            reason: file.reason.clone(),
        };
        is_unheard(&line, &UploadHint::ALL).then(|| format!("{}: {}", line.path, line.reason))
    })
}

/// Returns the summary at the end of the run, in one line.
fn summary(report: &Report, destination: &Destination) -> String {
    let archived = report.submissions.iter().filter(|submission| submission.archive.is_some()).count();
    let mut text = format!("{} submissions", report.submissions.len() - archived);
    for (count, one, several) in [
        (archived, "archived submission", "archived submissions"),
        (report.pairs.len(), "pair listed", "pairs listed"),
        (report.clusters.len(), "cluster", "clusters"),
        (report.skipped.len() - unheard(report).count(), "file skipped", "files skipped"),
    ] {
        match count {
            0 => Ok(()),
            1 => write!(text, ", 1 {one}"),
            _ => write!(text, ", {count} {several}"),
        }
        .expect("a String takes everything");
    }
    match destination {
        Destination::Folder { path, .. } => text + &format!(". Open {}", path.join("index.html").display()),
        Destination::File { path, .. } => text + &format!(". See {}", path.display()),
        Destination::StandardOutput(_) => text,
    }
}
