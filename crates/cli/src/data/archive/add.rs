//! `chaffinch archive add`: surveys the given files, stores them with the job that adds them, and waits if requested.
//! Folders are packed into temporary files; nothing else is written.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_extract::{Input, Layout, Limits, Looked, Request, survey};
use chaffinch_normalize::language;
use chaffinch_storage::{
    AnalysisOptions, ArchiveId, BatchId, JobId, Keeping, NewAddition, NewArchive, NewPart, PartKind,
    ReferenceLabel, Status, Storage, archive_name, keep_until,
};
use serde_json::json;

use crate::input::files::pack_folder;
use crate::input::{inputs, layout_parser};
use crate::installation;
use crate::program::diagnostics::Diagnostics;
use crate::program::{Usage, print};

/// Interval between two checks while waiting. Changes by a worker in another process are not announced here.
const POLL_INTERVAL: Duration = Duration::from_millis(300);

/// Number of checks after which a message is shown if no worker has begun the job.
const CHECKS_BEFORE_WARNING: u32 = 20;

#[derive(Debug, clap::Args)]
pub(super) struct AddArguments {
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
    /// Make a new archive a library of reference answers, which every comparison of the course has as references.
    /// KIND is model-solution, language-model, public-code or other; SOURCE is a name or URL
    #[arg(long, value_name = "KIND[:SOURCE]", value_parser = str::parse::<ReferenceLabel>)]
    reference: Option<ReferenceLabel>,
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
    /// (children), each PATH as one submission (whole), or the students inside the children of each PATH (task/student)
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser(), default_value = "auto")]
    layout: Layout,
    /// Wait until a worker has added everything
    #[arg(long)]
    wait: bool,
}

pub(super) async fn add(
    storage: &dyn Storage,
    arguments: AddArguments,
    diagnostics: Diagnostics,
) -> anyhow::Result<()> {
    let by = installation::operator();
    let name =
        archive_name(&arguments.name).map_err(|problem| Usage(format!("the archive name {problem}")))?;
    let new = new_archive(storage, name, &arguments).await?;
    let existing = storage.archives(&[new.course]).await?.into_iter().find(|archive| archive.name == name);
    let is_described =
        new.year.is_some() || new.reference.is_some() || arguments.reduced || new.keep_until.is_some();
    if existing.is_some() && is_described {
        let message = "--year, --reference, --reduced and --keep-until apply only to a new archive.";
        anyhow::bail!(Usage(format!("the archive {name:?} already exists. {message}")));
    }
    let addition = match arguments.batch {
        Some(id) => {
            let batch = storage.batch(id).await?.with_context(|| format!("there is no comparison {id}"))?;
            let status = batch.status.name();
            anyhow::ensure!(
                batch.revision.is_some(),
                "the comparison {id} is {status}. Only finished comparisons can be added."
            );
            NewAddition::Batch(id)
        }
        None => upload(&arguments)?,
    };
    let (job, id) = (JobId::new(by.at), existing.as_ref().map_or(new.id, |archive| archive.id));
    match existing {
        Some(_) => storage.add(id, addition, job, &by).await,
        None => storage.create_filled_archive(&new, addition, job, &by).await,
    }
    .with_context(|| format!("cannot add to {name:?}"))?;
    print(format!("{id}\n"))?;
    if arguments.wait {
        return wait(storage, id, diagnostics).await;
    }
    let message = "stored. A worker (`chaffinch serve` or `worker`) will add it; `chaffinch archive list` shows its status.";
    diagnostics.say(message, &json!({ "archive": id.to_string() }));
    Ok(())
}

/// Returns the archive to create if it is new.
async fn new_archive(
    storage: &dyn Storage,
    name: &str,
    arguments: &AddArguments,
) -> anyhow::Result<NewArchive> {
    let by = installation::operator();
    let (creator, course) =
        installation::creator_and_course(storage, arguments.account.as_deref(), arguments.course.as_deref())
            .await?;
    let keep_until = arguments.keep_until.as_deref().map(|text| keep_until(text, by.at)).transpose();
    let keep_until = keep_until.map_err(|problem| Usage(format!("--keep-until {problem}")))?;
    Ok(NewArchive {
        id: ArchiveId::new(by.at),
        course,
        name: name.to_owned(),
        year: arguments.year,
        reference: arguments.reference.clone(),
        keeping: if arguments.reduced { Keeping::Reduced } else { Keeping::Sources },
        creator,
        keep_until,
    })
}

/// Surveys the given files as the service surveys an upload, so that unreadable files are refused now.
fn upload(arguments: &AddArguments) -> anyhow::Result<NewAddition> {
    let language = match arguments.language.as_str() {
        "auto" => None,
        name => Some(language(name).map(|language| language.name().to_owned()).ok_or_else(|| {
            Usage(format!("there is no language {name:?}. Run `chaffinch languages` to see all names."))
        })?),
    };
    let request = Request {
        submissions: inputs(&arguments.paths),
        layout: arguments.layout,
        data: language.is_some(),
        // The limits that a worker applies.
        limits: Limits::default(),
        least: 1,
        ..Request::default()
    };
    survey(&request, &|_| Looked::default()).map_err(anyhow::Error::new)?;
    let parts = request.submissions.iter().map(part).collect::<anyhow::Result<_>>()?;
    let layout = arguments.layout;
    Ok(NewAddition::Upload {
        options: Box::new(AnalysisOptions { language, layout, ..AnalysisOptions::default() }),
        parts,
    })
}

/// Returns a file as it is, and a folder as a tar of the same name.
fn part(input: &Input) -> anyhow::Result<NewPart> {
    let place = &input.place;
    let context = || format!("cannot read {}", place.display());
    let (file, ending) = if place.is_dir() {
        (pack_folder(place).with_context(context)?, ".tar")
    } else {
        (std::fs::File::open(place).with_context(context)?, "")
    };
    Ok(NewPart {
        kind: PartKind::Submissions,
        name: format!("{}{ending}", input.name.trim_end_matches('/')),
        content: Box::new(tokio::fs::File::from_std(file)),
    })
}

/// Waits until the status of the archive is final.
async fn wait(storage: &dyn Storage, id: ArchiveId, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let (mut checks, mut stage) = (0, String::new());
    loop {
        let archive =
            storage.archive(id).await?.context("the archive was deleted while the command waited")?;
        match archive.status {
            Status::Done => {
                let message = format!("done: {:?} holds {} submissions", archive.name, archive.submissions);
                diagnostics.say(&message, &json!({ "submissions": archive.submissions }));
                return Ok(());
            }
            Status::Failed { reason } => anyhow::bail!("{reason}"),
            Status::Cancelled => anyhow::bail!("adding to the archive was cancelled"),
            Status::Running(progress) if progress.stage != stage => {
                diagnostics
                    .say(&progress.stage, &json!({ "stage": progress.stage, "total": progress.total }));
                stage = progress.stage;
            }
            Status::Running(_) => {}
            Status::Queued => {
                checks += 1;
                if checks == CHECKS_BEFORE_WARNING && storage.running().await?.is_empty() {
                    let message = "still waiting: no worker has started yet. Check that `chaffinch serve` runs on this database.";
                    diagnostics.say(message, &json!({ "stage": "queued" }));
                }
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
