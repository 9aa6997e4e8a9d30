//! Options of a comparison, which this program or a service does, and the request that they describe.

pub(crate) mod clones;
pub(crate) mod files;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_detect::Options;
use chaffinch_extract::{
    Input, Layout, Limits, NameEncoding, Patterns, Refusal, Request, UnknownNameEncoding,
};
use chaffinch_normalize::{Choice, language};
use chaffinch_pages::Locale;
use chaffinch_submission::{MatchLength, Named, ReferenceLabel, UnknownReferenceKind};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::program::Usage;
use crate::program::diagnostics::Diagnostics;
use crate::terminal::Folder;
use clones::{CloneOptions, ClonesFile};
use files::path_name;

/// Default folder of the HTML report.
const DEFAULT_FOLDER: &str = "chaffinch-report";

// Options of a comparison, done by this program or (`submit`) by a service. This is not a doc comment, because clap
// would use it as the help text of both commands.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of the command line do not depend on each other")]
pub(crate) struct ComparisonOptions {
    /// Folders, archives or files with submissions
    #[arg(required_unless_present = "clones", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) clones: CloneOptions,
    /// Language of all files; auto detects it for each file. `chaffinch languages` lists the names
    #[arg(long, default_value = "auto", value_name = "LANGUAGE")]
    pub(crate) language: String,
    /// Starter code (boilerplate) to ignore when scoring
    #[arg(long, value_name = "PATH")]
    pub(crate) base: Vec<PathBuf>,
    /// Earlier submissions to compare against; they are not compared with each other
    #[arg(long, value_name = "PATH")]
    pub(crate) archive: Vec<PathBuf>,
    /// Reference answers to compare submissions with: answers to the task from elsewhere. KIND is model-solution,
    /// language-model, public-code or other. A folder may contain several. Code that two submissions both share with the
    /// same answer is not counted
    #[arg(long, value_name = "KIND[:SOURCE]=PATH", value_parser = reference)]
    pub(crate) reference: Vec<(ReferenceLabel, PathBuf)>,
    /// Also look for copies that were translated into another language, and list them separately
    #[arg(long)]
    pub(crate) translations: bool,
    /// Table of people who worked together: one team per row, or the columns `member` (or `full_name`) and `team`.
    /// Names are those of submissions or authors
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) team: Vec<PathBuf>,
    /// Submission or author that is not a student: reported separately, never counted
    #[arg(long, value_name = "NAME")]
    pub(crate) staff: Vec<String>,
    /// Ignore passages that occur in more than N groups of submissions; with 0, no passage is ignored, but rare ones
    /// weigh more
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.common_limit)]
    pub(crate) common: u32,
    /// Cut-off: pairs form clusters if at most this many pairs this strong are expected by chance. A class of fewer than
    /// ten people is too small for it [default: 1, or more if at most one in twenty of the pairs found is expected]
    #[arg(long, value_name = "PAIRS", value_parser = cutoff_expect)]
    pub(crate) cutoff_expect: Option<f64>,
    /// Number of pairs to list, most suspicious first; 0 lists every verified pair. Does not change any score
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.max_pairs)]
    pub(crate) max_pairs: usize,
    /// Number of pairs that include their matches, from the first
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT.pairs_with_matches)]
    pub(crate) matches: usize,
    /// How to find submissions: by the rules in `chaffinch compare --help` (auto), the children of each PATH
    /// (children), each PATH as one submission (whole), or the students inside the children of each PATH (task/student)
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser(), default_value = "auto")]
    pub(crate) layout: Layout,
    /// Encoding of the files that match GLOB, used instead of the detected one
    #[arg(long, value_name = "GLOB=NAME")]
    pub(crate) encoding: Vec<String>,
    /// Encoding of names in archives that are not UTF-8, such as gbk, big5 or cp866, used instead of the guessed one
    #[arg(long, value_name = "NAME", value_parser = name_encoding)]
    pub(crate) name_encoding: Option<String>,
    /// Compare only files that match GLOB, as in git's ignore files: *.java, src/, /main.c
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Leave out files that match GLOB; of several, the last that matches decides, and ! takes it back
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Read and count what no student wrote: installed packages, build output, libraries, generated files
    #[arg(long)]
    pub(crate) count_vendored: bool,
    /// Count code that many submissions have and little else in common, instead of ignoring it like starter code
    #[arg(long)]
    pub(crate) count_given: bool,
    /// Shortest match: shared passages of this many tokens are found, and shorter ones are not shown; 3 to 100
    /// [default: 8]
    #[arg(long, value_name = "TOKENS")]
    pub(crate) min_match: Option<u32>,
    /// Tokens of a k-gram, 2 to 100 [default: by language, mostly 5 or 6]
    #[arg(long, value_name = "TOKENS")]
    pub(crate) kgram: Option<u32>,
    /// Winnowing window: k-grams of which one is selected. --min-match is --kgram + --window - 1, so two of them give the
    /// third [default: 4]
    #[arg(long, value_name = "K-GRAMS")]
    pub(crate) window: Option<u32>,
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
    /// Language of the report's pages, as a tag; names, JSON and CSV stay as they are
    #[arg(long, value_name = "TAG", default_value = "en", value_parser = locale)]
    pub(crate) report_language: Locale,
    /// Where to write the report [default: the folder chaffinch-report for html]
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Replace names with pseudonyms, also inside the code, as far as the program finds them
    #[arg(long)]
    pub(crate) hide_names: bool,
    /// Instead of the report, write an evidence file: one page about only these submissions, given by number
    #[arg(long, value_name = "N,N", value_delimiter = ',', conflicts_with = "format")]
    pub(crate) evidence: Vec<u32>,
    /// Replace the folder of an earlier report
    #[arg(long)]
    pub(crate) force: bool,
}

/// Parses `KIND[:SOURCE]=PATH`. The path begins after the last `=`, because a source may be an address.
fn reference(text: &str) -> Result<(ReferenceLabel, PathBuf), String> {
    let (label, path) = text.rsplit_once('=').ok_or("write KIND=PATH or KIND:SOURCE=PATH")?;
    if path.is_empty() {
        return Err("there is no path after `=`".to_owned());
    }
    Ok((label.parse().map_err(|error: UnknownReferenceKind| error.to_string())?, path.into()))
}

fn cutoff_expect(text: &str) -> Result<f64, String> {
    let pairs = text.parse().ok().filter(|&pairs: &f64| pairs > 0.0 && pairs.is_finite());
    pairs.ok_or_else(|| "must be a number greater than 0".to_owned())
}

fn name_encoding(name: &str) -> Result<String, UnknownNameEncoding> {
    name.parse::<NameEncoding>().map(|_| name.to_owned())
}

fn locale(tag: &str) -> Result<Locale, String> {
    Locale::from_tag(tag).ok_or_else(|| {
        let known: Vec<&str> = Locale::all().map(Locale::tag).collect();
        format!("there are pages in {}", known.join(", "))
    })
}

/// Returns a parser that lists the layouts in `--help` and in its refusals.
pub(crate) fn layout_parser() -> impl TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(Layout::names()).try_map(|name| name.parse::<Layout>())
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

/// The destination of the report.
pub(crate) enum Destination {
    Folder { path: PathBuf, folder: Folder },
    File(PathBuf),
    StandardOutput,
}

impl Destination {
    /// Checks whether the report can be written, before any work is done.
    pub(crate) fn plan(options: &ComparisonOptions) -> anyhow::Result<Self> {
        Ok(match (options.format.unwrap_or_default(), &options.output) {
            (Format::Html, output) if options.evidence.is_empty() => {
                let path = output.clone().unwrap_or_else(|| DEFAULT_FOLDER.into());
                let folder = Folder::plan(&path, options.force)?;
                Self::Folder { path, folder }
            }
            (_, Some(path)) => Self::File(path.clone()),
            (_, None) => Self::StandardOutput,
        })
    }

    /// Says where the report is; `None` if it went to standard output.
    pub(crate) fn shown(&self) -> Option<String> {
        match self {
            Self::Folder { path, .. } => Some(format!("Open {}", path.join("index.html").display())),
            Self::File(path) => Some(format!("See {}", path.display())),
            Self::StandardOutput => None,
        }
    }
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

impl ComparisonOptions {
    /// Exports the git repositories.
    pub(crate) fn export_clones(&self, diagnostics: Diagnostics) -> anyhow::Result<Vec<ClonesFile>> {
        self.clones.export(self.layout, diagnostics)
    }

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

    /// Returns the shortest match, and the schemes by which it is found.
    pub(crate) fn match_length(&self) -> Result<MatchLength, Usage> {
        MatchLength::new(self.min_match, self.kgram, self.window)
            .map_err(|error| Usage(format!("--{} {error}", error.field().replace('_', "-"))))
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
pub(crate) fn refusal_error(refusal: Refusal) -> anyhow::Error {
    match refusal {
        Refusal::TooFewSubmissions { .. } => Usage(refusal.to_string()).into(),
        refusal => anyhow::Error::new(refusal),
    }
}

pub(crate) fn request(options: &ComparisonOptions, clones: &[ClonesFile]) -> anyhow::Result<Request> {
    let mut request = Request {
        submissions: inputs(&options.paths).into_iter().chain(clones.iter().map(ClonesFile::input)).collect(),
        archives: inputs(&options.archive),
        boilerplate: inputs(&options.base),
        references: options.reference.iter().map(|(label, path)| (label.clone(), input(path))).collect(),
        layout: options.layout,
        name_encoding: options.name_encoding.as_deref().and_then(|name| name.parse().ok()),
        include: options.include.clone(),
        exclude: options.exclude.clone(),
        count_vendored: options.count_vendored,
        data: matches!(options.choice()?, Choice::Fixed(_)),
        limits: limits(),
        ..Request::default()
    };
    Patterns::new(&options.include, &options.exclude).map_err(|error| Usage(error.to_string()))?;
    request.say(&options.encoding, &options.handed_out).map_err(|error| Usage(error.to_string()))?;
    Ok(request)
}

/// Returns the inputs at these paths.
pub(crate) fn inputs(paths: &[PathBuf]) -> Vec<Input> {
    paths.iter().map(|path| input(path)).collect()
}

fn input(path: &Path) -> Input {
    Input { name: path_name(path), place: path.to_owned() }
}
