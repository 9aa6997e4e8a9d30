//! Creates and fills archives from uploads and from finished batches.

use chaffinch_storage::{Action, Archive, ArchiveId, CourseId, JobId, NewAddition, NewArchive, PartKind};

use super::examine::{Purpose, survey, turn};
use super::fields::Fields;
use super::receive::{Incoming, receive};
use super::references::course;
use super::upload::{Received, parts};
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;

/// Creates an archive and starts to fill it, if submissions were sent. After an error, `fields` holds the text fields
/// that were read so far.
pub(crate) async fn make(
    app: &App,
    who: &Admitted,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Archive, WebError> {
    let received = receive(app, who.actor.account.id, incoming, fields).await?;
    let course: CourseId = course(app, who, fields.get("course")).await?;
    who.in_course(Action::Upload, course)?;
    let by = who.by(&app.clock);
    let new = NewArchive {
        id: ArchiveId::new(by.at),
        course,
        name: fields.name()?,
        year: fields.year()?,
        keeping: fields.keeping()?,
        creator: who.actor.account.id,
        keep_until: fields.keep_until(by.at)?,
    };
    let addition = addition(app, who, fields, &received).await?;
    let Some(first) = addition else { return Ok(app.storage.create_archive(&new, &by).await?) };
    app.storage.create_filled_archive(&new, first, JobId::new(by.at), &by).await?;
    accepted(app, new.id, &received).await
}

/// Adds submissions to an archive.
pub(crate) async fn add(
    app: &App,
    who: &Admitted,
    archive: &Archive,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Archive, WebError> {
    let archive = archive.id;
    let received = receive(app, who.actor.account.id, incoming, fields).await?;
    let addition = addition(app, who, fields, &received).await?.ok_or(WebError::NoSubmissions)?;
    let by = who.by(&app.clock);
    app.storage.add(archive, addition, JobId::new(by.at), &by).await?;
    accepted(app, archive, &received).await
}

async fn accepted(app: &App, id: ArchiveId, received: &Received) -> Result<Archive, WebError> {
    tracing::info!(archive.id = %id, upload.bytes = received.bytes, upload.files = received.files.len(), "accepted submissions for an archive");
    metrics::counter!("chaffinch_uploads_total").increment(1);
    metrics::counter!("chaffinch_upload_bytes_total").increment(received.bytes);
    app.storage.archive(id).await?.ok_or(WebError::NotFound)
}

/// Returns the submissions that were uploaded or the batch that was named, if any.
async fn addition(
    app: &App,
    who: &Admitted,
    fields: &Fields,
    received: &Received,
) -> Result<Option<NewAddition>, WebError> {
    let sent = received.files.iter().any(|file| file.kind == PartKind::Submissions);
    let wrong = |problem: &str| WebError::field("batch", problem);
    // Options are checked even where they are not used, so that a wrong value is always refused.
    let options = fields.options(&app.settings.languages)?;
    let Some(named) = fields.get("batch") else {
        if !sent {
            return Ok(None);
        }
        let turn = turn(who.actor.account.id, &app.auth.uploads, &options).await?;
        survey(app, &turn, &options, Purpose::Accept { least: 1 }, received).await?;
        drop(turn);
        return Ok(Some(NewAddition::Upload { options: Box::new(options), parts: parts(received) }));
    };
    if sent {
        return Err(wrong("cannot be sent together with files; send two requests"));
    }
    let batch = match named.parse() {
        Ok(id) => who.visible_batch(app, id).await?,
        Err(_) => None,
    };
    let batch = batch.ok_or_else(|| wrong("does not name a batch that you can see"))?;
    // The archive keeps the submissions for longer than the batch does, so this needs the right to change the batch.
    who.in_course(Action::Change, batch.course)?;
    if batch.revision.is_none() {
        return Err(WebError::NotFinished { status: batch.status.name() });
    }
    Ok(Some(NewAddition::Batch(batch.id)))
}
