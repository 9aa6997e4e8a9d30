//! `chaffinch archive`: earlier submissions to compare against, from the operator's side. Works while the service runs,
//! whose workers do what is asked for here.

pub(crate) mod add;
mod clusters;

use std::path::PathBuf;

use anyhow::Context as _;
use chaffinch_storage::{Account, Archive, BatchId, Course, CourseId, JobId, Storage};
use clap::Subcommand;

use crate::config::{Flags, ServeFlags, Settings};
use crate::corpus::LinkOptions;
use crate::diagnostics::Diagnostics;
use crate::installation::{self, Installation, Migrate};
use crate::output::print;

/// Keeps earlier submissions, which a course's new batches are compared against
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch archive add --year 2024 \"Week 3, 2024\" 2024/week3/
  chaffinch archive list
  chaffinch archive clusters --threshold 0.8 \"Week 3, 2024\"")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Adds submissions to an archive, which is made if new, and prints its id
    #[command(after_help = "\
Examples:
  chaffinch archive add --year 2024 --reduced 2024 class-of-2024.zip
  chaffinch archive add --course Algorithms --wait \"Week 3\" 2023/week3/ 2024/week3/
  chaffinch archive add --batch 01890a5d-ac96-774b-bcce-b302099a8057 \"Week 3, 2025\"

Everything is stored before this ends; a worker of `chaffinch serve` then adds it. What a submission is: see
`chaffinch compare --help`.")]
    Add(AddArguments),
    /// Lists archives: id, name, course, year, what is kept (of a corpus: sketches), submissions, end, state
    #[command(after_help = "Example:\n  chaffinch archive list")]
    List,
    /// Clusters an archive's submissions: which are the same, roughly the same, or contained in each other
    #[command(after_help = "\
Examples:
  chaffinch archive clusters \"Week 3, 2024\" > clusters.jsonl
  chaffinch archive clusters --measure containment --threshold 0.9 --course Algorithms \"Week 3\"

Each line is a submission: {\"document\": \"s17\", \"cluster\": 4, \"representative\": false, \"kind\": \"similar\", ...}. They are
compared by the fingerprints that the index keeps of them, so that shares are estimates. See docs/corpora.md.")]
    Clusters {
        /// Its name or id
        name: String,
        /// Of which course: name or id, where several courses have an archive of that name
        #[arg(long)]
        course: Option<String>,
        #[command(flatten)]
        policy: LinkOptions,
    },
    /// Removes an archive with everything in it, at once
    #[command(after_help = "Examples:\n  chaffinch archive remove \"Week 3, 2024\"\n  \
        chaffinch archive remove --reduce \"Week 3, 2024\"")]
    Remove {
        /// Its name or id
        name: String,
        /// Of which course: name or id, where several courses have an archive of that name
        #[arg(long)]
        course: Option<String>,
        /// Take only texts, names and literals; what is needed to compare stays
        #[arg(long)]
        reduce: bool,
    },
}

#[derive(Debug, clap::Args)]
struct AddArguments {
    /// Name of the archive
    name: String,
    /// Folders, archives or files with submissions
    #[arg(value_name = "PATH", required_unless_present = "batch", conflicts_with = "batch")]
    paths: Vec<PathBuf>,
    /// Add the submissions of this finished batch
    #[arg(long, value_name = "BATCH-ID")]
    batch: Option<BatchId>,
    /// Course of a new archive: name or id [default: the account's own]
    #[arg(long)]
    course: Option<String>,
    /// Who makes a new archive [default: the only account]
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// When the submissions were handed in
    #[arg(long, value_parser = clap::value_parser!(i32).range(1900..=9999))]
    year: Option<i32>,
    /// Keep no texts, names or literals: only what is needed to compare
    #[arg(long)]
    reduced: bool,
    /// Delete the archive then: a date or an RFC 3339 time
    #[arg(long, value_name = "TIME")]
    keep_until: Option<String>,
    /// Language of all files, or auto: decided file by file; see `chaffinch languages`
    #[arg(long, default_value = "auto", value_name = "LANGUAGE")]
    language: String,
    /// How submissions are found: by the rule of `compare`, the children of each PATH, or each PATH one submission
    #[arg(long, value_enum, default_value_t)]
    layout: crate::compare::Layout,
    /// End when a worker has added everything
    #[arg(long)]
    wait: bool,
}

pub(crate) fn run(arguments: Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    let settings = Settings::read(&flags, &ServeFlags::default())?;
    installation::block_on(async {
        let installation = Installation::open(&settings, Migrate::Never).await?;
        let storage = installation.storage.as_ref();
        match action {
            Action::Add(arguments) => add::add(storage, arguments, diagnostics).await,
            Action::List => list(storage).await,
            Action::Clusters { name, course, policy } => {
                let archive = found(storage, &name, course.as_deref()).await?;
                clusters::clusters(storage, &archive, policy.policy(), &settings, diagnostics).await
            }
            Action::Remove { name, course, reduce } => {
                let archive = found(storage, &name, course.as_deref()).await?;
                let by = installation::operator();
                if reduce {
                    storage.reduce(archive.id, JobId::new(by.at), &by).await?;
                } else {
                    let there = storage.delete_archive(archive.id, &by).await?;
                    anyhow::ensure!(there, "somebody else has just removed {name:?}");
                }
                Ok(())
            }
        }
    })
}

async fn list(storage: &dyn Storage) -> anyhow::Result<()> {
    let courses = courses(storage).await?;
    let ids: Vec<CourseId> = courses.iter().map(|(course, _)| course.id).collect();
    let lines = storage.archives(&ids).await?.into_iter().map(|archive| {
        let course = courses.iter().find(|(course, _)| course.id == archive.course);
        let cells = [
            archive.id.to_string(),
            archive.name,
            course.map(|(course, _)| course.name.clone()).unwrap_or_default(),
            archive.year.map_or("-".to_owned(), |year| year.to_string()),
            archive.sketch.as_ref().map_or(archive.keeping.name(), |_| "sketches").to_owned(),
            archive.submissions.to_string(),
            archive.keep_until.map_or("-".to_owned(), |until| until.format("%Y-%m-%d").to_string()),
            archive.status.name().to_owned(),
        ];
        cells.join("\t") + "\n"
    });
    print(lines.collect::<String>())?;
    Ok(())
}

/// All courses, each with an account that is in it; by account, then as [`chaffinch_storage::Courses::courses_of`].
pub(crate) async fn courses(storage: &dyn Storage) -> anyhow::Result<Vec<(Course, Account)>> {
    let mut courses: Vec<(Course, Account)> = Vec::new();
    for account in storage.accounts().await? {
        for (course, _) in storage.courses_of(account.id).await? {
            if !courses.iter().any(|(known, _)| known.id == course.id) {
                courses.push((course, account.clone()));
            }
        }
    }
    Ok(courses)
}

/// The one of these courses with this name or id.
pub(crate) fn course_named<'a>(courses: &'a [(Course, Account)], named: &str) -> anyhow::Result<&'a Course> {
    let mut fitting = courses
        .iter()
        .map(|(course, _)| course)
        .filter(|course| course.name == named || course.id.to_string() == named);
    let course = fitting.next().with_context(|| format!("there is no course {named:?}"))?;
    anyhow::ensure!(fitting.next().is_none(), "several courses are called {named:?}; give the id of one");
    Ok(course)
}

/// All archives, or those of the course with this name or id.
pub(crate) async fn archives(storage: &dyn Storage, course: Option<&str>) -> anyhow::Result<Vec<Archive>> {
    let courses = courses(storage).await?;
    let ids: Vec<CourseId> = match course {
        Some(course) => vec![course_named(&courses, course)?.id],
        None => courses.iter().map(|(course, _)| course.id).collect(),
    };
    Ok(storage.archives(&ids).await?)
}

/// Whether that is its name or id.
pub(crate) fn is_named(archive: &Archive, named: &str) -> bool {
    archive.name == named || archive.id.to_string() == named
}

/// The archive of that name or id.
async fn found(storage: &dyn Storage, named: &str, course: Option<&str>) -> anyhow::Result<Archive> {
    let archives = archives(storage, course).await?.into_iter();
    let mut fitting = archives.filter(|archive| is_named(archive, named));
    let archive = fitting
        .next()
        .with_context(|| format!("there is no archive {named:?}; `chaffinch archive list` shows all"))?;
    anyhow::ensure!(
        fitting.next().is_none(),
        "several courses have an archive {named:?}; choose one with --course"
    );
    Ok(archive)
}
