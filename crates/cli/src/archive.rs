//! `chaffinch archive`: manages earlier submissions to compare with, for the operator. It works while the service runs.
//! The workers of the service do the work that is queued here.

pub(crate) mod add;
mod clusters;

use std::path::PathBuf;

use anyhow::Context as _;
use chaffinch_storage::{Account, Archive, BatchId, Course, CourseId, JobId, Storage};
use clap::Subcommand;

use crate::config::{Configuration, Flags, ServeFlags};
use crate::corpus::LinkOptions;
use crate::diagnostics::Diagnostics;
use crate::installation::{self, Installation, Migrate};
use crate::output::print;

/// Manage archives of earlier submissions, which new submissions are compared against
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
    /// Add submissions to an archive and print its id
    #[command(after_help = "\
Examples:
  chaffinch archive add --year 2024 --reduced 2024 class-of-2024.zip
  chaffinch archive add --course Algorithms --wait \"Week 3\" 2023/week3/ 2024/week3/
  chaffinch archive add --batch 01890a5d-ac96-774b-bcce-b302099a8057 \"Week 3, 2025\"

If there is no archive of this name, the command creates it. It stores everything before it exits; a
worker (`chaffinch serve` or `chaffinch worker`) then adds it. Submissions are found as described in
`chaffinch compare --help`.")]
    Add(AddArguments),
    /// List archives
    #[command(after_help = "\
Example:
  chaffinch archive list

Prints one archive per line. Columns, separated by tabs: id, name, course, year, what is kept (sources or
reduced; sketches for a corpus), number of submissions, day of deletion, status.")]
    List,
    /// Find clusters of identical, similar or contained submissions in an archive
    #[command(after_help = "\
Examples:
  chaffinch archive clusters \"Week 3, 2024\" > clusters.jsonl
  chaffinch archive clusters --measure containment --threshold 0.9 --course Algorithms \"Week 3\"

Prints one submission per line as JSON:
{\"document\": \"s17\", \"cluster\": 4, \"representative\": false, \"kind\": \"similar\", ...}
Submissions are compared by the fingerprints that the index keeps of them, so shares are estimates. See
docs/using/corpora.md.")]
    Clusters {
        /// Name or id of the archive
        name: String,
        /// Course of the archive, by name or id; required if several courses have an archive of this name
        #[arg(long)]
        course: Option<String>,
        #[command(flatten)]
        policy: LinkOptions,
    },
    /// Delete an archive and everything in it immediately
    #[command(after_help = "Examples:\n  chaffinch archive remove \"Week 3, 2024\"\n  \
        chaffinch archive remove --reduce \"Week 3, 2024\"")]
    Remove {
        /// Name or id of the archive
        name: String,
        /// Course of the archive, by name or id; required if several courses have an archive of this name
        #[arg(long)]
        course: Option<String>,
        /// Delete only texts, names and literals; keep what comparisons need
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
    /// Add the submissions of this finished comparison
    #[arg(long, value_name = "BATCH-ID")]
    batch: Option<BatchId>,
    /// Course of the archive, by name or id [default: the account's personal course]
    #[arg(long)]
    course: Option<String>,
    /// Account that creates a new archive [default: the only account]
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Year in which the submissions were handed in
    #[arg(long, value_parser = clap::value_parser!(i32).range(1900..=9999))]
    year: Option<i32>,
    /// Keep only what comparisons need: no texts, names or literals
    #[arg(long)]
    reduced: bool,
    /// Delete the archive at this time: a date or an RFC 3339 time
    #[arg(long, value_name = "TIME")]
    keep_until: Option<String>,
    /// Language of all files; auto detects it for each file. `chaffinch languages` lists the names
    #[arg(long, default_value = "auto", value_name = "LANGUAGE")]
    language: String,
    /// How to find submissions: by the rules in `chaffinch compare --help` (auto), the children of each PATH
    /// (children), or each PATH as one submission (whole)
    #[arg(long, value_enum, default_value_t)]
    layout: crate::compare::Layout,
    /// Wait until a worker has added everything
    #[arg(long)]
    wait: bool,
}

pub(crate) fn run(arguments: Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    let settings = Configuration::read(&flags, &ServeFlags::default())?;
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
                    anyhow::ensure!(
                        there,
                        "the archive {name:?} no longer exists: somebody else has just deleted it"
                    );
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

/// Returns all courses, each with an account that is a member. They are ordered by account, then as in
/// [`chaffinch_storage::Courses::courses_of`].
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

/// Returns the course with this name or id.
pub(crate) fn course_named<'a>(courses: &'a [(Course, Account)], named: &str) -> anyhow::Result<&'a Course> {
    let mut fitting = courses
        .iter()
        .map(|(course, _)| course)
        .filter(|course| course.name == named || course.id.to_string() == named);
    let course = fitting.next().with_context(|| format!("there is no course {named:?}"))?;
    anyhow::ensure!(
        fitting.next().is_none(),
        "several courses are named {named:?}. Use the id of one of them."
    );
    Ok(course)
}

/// Returns all archives, or those of the course with this name or id.
pub(crate) async fn archives(storage: &dyn Storage, course: Option<&str>) -> anyhow::Result<Vec<Archive>> {
    let courses = courses(storage).await?;
    let ids: Vec<CourseId> = match course {
        Some(course) => vec![course_named(&courses, course)?.id],
        None => courses.iter().map(|(course, _)| course.id).collect(),
    };
    Ok(storage.archives(&ids).await?)
}

/// Returns whether this is the name or id of the archive.
pub(crate) fn is_named(archive: &Archive, named: &str) -> bool {
    archive.name == named || archive.id.to_string() == named
}

/// Returns the archive with this name or id.
async fn found(storage: &dyn Storage, named: &str, course: Option<&str>) -> anyhow::Result<Archive> {
    let archives = archives(storage, course).await?.into_iter();
    let mut fitting = archives.filter(|archive| is_named(archive, named));
    let archive = fitting.next().with_context(|| {
        format!("there is no archive {named:?}. Run `chaffinch archive list` to see all archives.")
    })?;
    anyhow::ensure!(
        fitting.next().is_none(),
        "several courses have an archive {named:?}. Choose one of them with --course."
    );
    Ok(archive)
}
