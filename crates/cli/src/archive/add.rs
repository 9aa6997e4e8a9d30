//! `chaffinch archive add`: surveys the given files, stores them with the job that adds them, and waits if requested.
//! Folders are packed into temporary files; nothing else is written.

use std::time::Duration;

use anyhow::Context as _;
use chaffinch_extract::{Input, Limits, Looked, Request, survey};
use chaffinch_normalize::language;
use chaffinch_storage::{
    AccountId, AnalysisOptions, ArchiveId, CourseId, JobId, Keeping, NewAddition, NewArchive, NewPart,
    PartKind, Status, Storage, archive_name,
};
use chrono::{DateTime, Utc};
use serde_json::json;

use super::{AddArguments, course_named, courses};
use crate::Usage;
use crate::compare::name;
use crate::diagnostics::Diagnostics;
use crate::installation;
use crate::output::print;
use crate::pack;

/// Interval between two checks while waiting. Changes by a worker in another process are not announced here.
const LOOK_EVERY: Duration = Duration::from_millis(300);

/// Number of checks after which a message is shown if no worker has begun the job.
const PATIENCE: u32 = 20;

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
    if existing.is_some() && (new.year.is_some() || arguments.reduced || new.keep_until.is_some()) {
        let told = "--year, --reduced and --keep-until apply only to a new archive.";
        return Err(Usage(format!("the archive {name:?} already exists. {told}")).into());
    }
    if existing.as_ref().is_some_and(|archive| archive.sketch.is_some()) {
        let told = "is a corpus, which keeps sketches of documents. Use `chaffinch corpus add --corpus` to add to it.";
        return Err(Usage(format!("{name:?} {told}")).into());
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
    let told = "stored. A worker (`chaffinch serve` or `worker`) will add it; `chaffinch archive list` shows its status.";
    diagnostics.say(told, &json!({ "archive": id.to_string() }));
    Ok(())
}

/// Returns the archive to create if it is new.
async fn new_archive(
    storage: &dyn Storage,
    name: &str,
    arguments: &AddArguments,
) -> anyhow::Result<NewArchive> {
    let by = installation::operator();
    let (creator, course) = place(storage, arguments.account.as_deref(), arguments.course.as_deref()).await?;
    let keep_until = kept_until(arguments.keep_until.as_deref(), by.at)?;
    Ok(NewArchive {
        id: ArchiveId::new(by.at),
        course,
        name: name.to_owned(),
        year: arguments.year,
        keeping: if arguments.reduced { Keeping::Reduced } else { Keeping::Sources },
        sketch: None,
        creator,
        keep_until,
    })
}

/// Returns the time until which a new archive is kept.
pub(crate) fn kept_until(text: Option<&str>, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
    let until = text.map(|text| chaffinch_storage::keep_until(text, now)).transpose();
    Ok(until.map_err(|problem| Usage(format!("--keep-until {problem}")))?)
}

/// Returns the account that creates a new archive, and its course: the account with this name, or the only one; the
/// course with this name or id, or the account's own.
pub(crate) async fn place(
    storage: &dyn Storage,
    account: Option<&str>,
    course: Option<&str>,
) -> anyhow::Result<(AccountId, CourseId)> {
    let creator = match account {
        Some(name) => installation::find_account(storage, name).await?,
        None => match <[_; 1]>::try_from(storage.accounts().await?) {
            Ok([account]) => account,
            Err(accounts) if accounts.is_empty() => {
                anyhow::bail!("there is no account yet. Create one with `chaffinch user add NAME`.")
            }
            Err(_) => {
                return Err(Usage(
                    "there are several accounts. Choose one of them with --account.".to_owned(),
                )
                .into());
            }
        },
    };
    let course = if let Some(named) = course {
        course_named(&courses(storage).await?, named)?.id
    } else {
        let own = storage.personal_course(creator.id).await?;
        own.with_context(|| format!("the account {:?} no longer exists", creator.name))?.id
    };
    Ok((creator.id, course))
}

/// Surveys the given files as the service surveys an upload, so that unreadable files are refused now.
fn upload(arguments: &AddArguments) -> anyhow::Result<NewAddition> {
    let language = match arguments.language.as_str() {
        "auto" => None,
        name => Some(language(name).map(|language| language.name().to_owned()).ok_or_else(|| {
            Usage(format!("there is no language {name:?}. Run `chaffinch languages` to see all names."))
        })?),
    };
    let inputs = arguments.paths.iter().map(|path| Input { name: name(path), place: path.clone() });
    let request = Request {
        submissions: inputs.collect(),
        layout: arguments.layout.into(),
        data: language.is_some(),
        // The limits that a worker applies.
        limits: Limits::default(),
        least: 1,
        ..Request::default()
    };
    survey(&request, &|_| Looked::default()).map_err(anyhow::Error::new)?;
    let parts = request.submissions.iter().map(part).collect::<anyhow::Result<_>>()?;
    let layout = arguments.layout.into();
    Ok(NewAddition::Upload {
        options: AnalysisOptions { language, layout, ..AnalysisOptions::default() },
        parts,
    })
}

/// Returns a file as it is, and a folder as a tar of the same name.
fn part(input: &Input) -> anyhow::Result<NewPart> {
    let place = &input.place;
    let context = || format!("cannot read {}", place.display());
    let (file, ending) = if place.is_dir() {
        (pack::folder(place).with_context(context)?, ".tar")
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
    let (mut looks, mut stage) = (0, String::new());
    loop {
        let archive =
            storage.archive(id).await?.context("the archive was deleted while the command waited")?;
        match archive.status {
            Status::Done => {
                let told = format!("done: {:?} holds {} submissions", archive.name, archive.submissions);
                diagnostics.say(&told, &json!({ "submissions": archive.submissions }));
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
                looks += 1;
                if looks == PATIENCE && storage.running().await?.is_empty() {
                    let told = "still waiting: no worker has started yet. Check that `chaffinch serve` runs on this database.";
                    diagnostics.say(told, &json!({ "stage": "queued" }));
                }
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
