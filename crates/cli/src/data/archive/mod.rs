//! `chaffinch archive`: manages earlier submissions to compare with, for the operator. It works while the service runs.
//! The workers of the service do the work that is queued here.

mod add;

use std::io::{self, BufWriter, Write as _};

use anyhow::Context as _;
use chaffinch_jobs::export_archive;
use chaffinch_storage::{Archive, CourseId, JobId, Named, Storage};
use clap::Subcommand;
use serde_json::json;

use crate::installation::{self, course_named, courses};
use crate::program::diagnostics::Diagnostics;
use crate::settings::{Flags, ServeFlags, erasures_file};
use crate::terminal::ListOptions;
use add::AddArguments;

/// Manage archives of earlier submissions, which new submissions are compared against
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch archive add --year 2024 \"Week 3, 2024\" 2024/week3/
  chaffinch archive list
  chaffinch archive export \"Week 3, 2024\" > week3.jsonl")]
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
  chaffinch archive add --course Algorithms --reference public-code:GitHub Templates templates/

If there is no archive of this name, the command creates it. It stores everything before it exits; a
worker (`chaffinch serve` or `chaffinch worker`) then adds it. Submissions are found as described in
`chaffinch compare --help`.")]
    Add(AddArguments),
    /// List archives
    #[command(after_help = "\
Example:
  chaffinch archive list
  chaffinch archive list --format json

Prints one archive per line. Columns, separated by tabs: id, name, course, year, what is kept (sources or
reduced), number of submissions, day of deletion, status, origin of the reference answers in a library.")]
    List(ListOptions),
    /// Write the fingerprints of an archive, without text, for chaffinch-corpus
    #[command(after_help = "\
Examples:
  chaffinch archive export \"Week 3, 2023\" > 2023.jsonl
  chaffinch archive export --course Algorithms \"Week 3\" | zstd > week3.jsonl.zst

Prints one source file per line as JSON:
{\"archive\": \"Week 3\", \"submission\": \"s17\", \"path\": \"main.c\", \"scheme\": \"c/1/1\", \"fingerprints\": [17, ...]}
`chaffinch-corpus cluster` and `query` read these lines. Deletion, retention and requests of persons do not reach
them.")]
    Export {
        /// Name or id of the archive
        name: String,
        /// Course of the archive, by name or id; required if several courses have an archive of this name
        #[arg(long)]
        course: Option<String>,
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

pub(crate) fn run(arguments: Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    installation::with_storage(&flags, &ServeFlags::default(), async |storage, settings| {
        match action {
            Action::Add(arguments) => add::add(storage, arguments, diagnostics).await,
            Action::List(options) => list(storage, &options).await,
            Action::Export { name, course } => {
                export(storage, &find(storage, &name, course.as_deref()).await?).await
            }
            Action::Remove { name, course, reduce } => {
                let archive = find(storage, &name, course.as_deref()).await?;
                let by = installation::operator();
                if reduce {
                    storage.reduce(archive.id, JobId::new(by.at), &by).await?;
                } else {
                    let deleted = storage.delete_archive(archive.id, &by).await?;
                    anyhow::ensure!(
                        deleted,
                        "the archive {name:?} no longer exists: somebody else has just deleted it"
                    );
                    // The service may not run.
                    chaffinch_person::keep(storage, &erasures_file(&settings.data_dir)).await?;
                }
                Ok(())
            }
        }
    })
}

async fn export(storage: &dyn Storage, archive: &Archive) -> anyhow::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    export_archive(storage, archive, |file| {
        serde_json::to_writer(&mut out, file)?;
        out.write_all(b"\n")
    })
    .await?;
    Ok(out.flush()?)
}

async fn list(storage: &dyn Storage, options: &ListOptions) -> anyhow::Result<()> {
    let courses = courses(storage).await?;
    let ids: Vec<CourseId> = courses.iter().map(|(course, _)| course.id).collect();
    let rows = storage.archives(&ids).await?.into_iter().map(|archive| {
        let course = courses.iter().find(|(course, _)| course.id == archive.course);
        [
            json!(archive.id.to_string()),
            json!(archive.name),
            json!(course.map(|(course, _)| course.name.as_str()).unwrap_or_default()),
            json!(archive.year),
            json!(archive.keeping.name()),
            json!(archive.submissions),
            json!(archive.keep_until.map(|until| until.format("%Y-%m-%d").to_string())),
            json!(archive.status.name()),
            json!(archive.reference.map(|label| label.to_string())),
        ]
    });
    options.print(
        ["id", "name", "course", "year", "kept", "submissions", "keep_until", "status", "reference"],
        rows,
    )
}

/// Returns the archive with this name or id, of all courses or of the one with this name or id.
async fn find(storage: &dyn Storage, named: &str, course: Option<&str>) -> anyhow::Result<Archive> {
    let courses = courses(storage).await?;
    let ids: Vec<CourseId> = match course {
        Some(course) => vec![course_named(&courses, course)?.id],
        None => courses.iter().map(|(course, _)| course.id).collect(),
    };
    let archives = storage.archives(&ids).await?.into_iter();
    let mut fitting = archives.filter(|archive| archive.name == named || archive.id.to_string() == named);
    let archive = fitting.next().with_context(|| {
        format!("there is no archive {named:?}. Run `chaffinch archive list` to see all archives.")
    })?;
    anyhow::ensure!(
        fitting.next().is_none(),
        "several courses have an archive {named:?}. Choose one of them with --course."
    );
    Ok(archive)
}
