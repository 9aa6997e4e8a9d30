//! Adds submissions to what exists: archives, from uploads and finished batches, and late submissions or starter code to a
//! batch.

use axum::http::HeaderMap;
use chaffinch_storage::{
    Accepted, Action, AnalysisOptions, Archive, ArchiveId, Batch, CourseId, JobId, Layout, NewAddition,
    NewArchive, NewLate, PartKind,
};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::intake::batch::note_accepted;
use crate::intake::fields::Fields;
use crate::intake::receive::{Incoming, receive};
use crate::intake::references::{check_named, course};
use crate::intake::upload::{Received, RequestKey, idempotency_key};
use crate::services::reports::must_exist;

/// Creates an archive and starts to fill it, if submissions were sent. After an error, `fields` holds the text fields
/// that were read so far.
pub(crate) async fn make(who: &Admitted, incoming: Incoming, fields: &mut Fields) -> Result<Archive> {
    let received = receive(who, incoming, fields).await?;
    let course: CourseId = course(who, fields.get("course")).await?;
    who.in_course(Action::Upload, course)?;
    let by = who.by();
    let new = NewArchive {
        id: ArchiveId::new(by.at),
        course,
        name: fields.name()?,
        year: fields.year()?,
        reference: fields.library()?,
        keeping: fields.keeping()?,
        creator: who.actor.account.id,
        keep_until: fields.keep_until(by.at)?,
    };
    let addition = addition(who, fields, &received).await?;
    let Some(first) = addition else { return Ok(who.app.storage.create_archive(&new, &by).await?) };
    who.app.storage.create_filled_archive(&new, first, JobId::new(by.at), &by).await?;
    filled(&who.app, new.id, &received).await
}

/// Adds submissions to an archive.
pub(crate) async fn add(
    who: &Admitted,
    archive: &Archive,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Archive> {
    let archive = archive.id;
    let received = receive(who, incoming, fields).await?;
    let addition = addition(who, fields, &received).await?.ok_or(WebError::NoSubmissions)?;
    let by = who.by();
    who.app.storage.add(archive, addition, JobId::new(by.at), &by).await?;
    filled(&who.app, archive, &received).await
}

async fn filled(app: &App, id: ArchiveId, received: &Received) -> Result<Archive> {
    tracing::info!(archive.id = %id, upload.bytes = received.bytes, upload.files = received.files.len(), "accepted submissions for an archive");
    received.count();
    app.storage.archive(id).await?.ok_or(WebError::NotFound)
}

/// Returns the submissions that were uploaded or the batch that was named, if any.
async fn addition(who: &Admitted, fields: &Fields, received: &Received) -> Result<Option<NewAddition>> {
    let sent = received.files.iter().any(|file| file.kind == PartKind::Submissions);
    let wrong = |problem: &str| WebError::field("batch", problem);
    // Options are checked even where they are not used, so that a wrong value is always refused.
    let options = fields.options(&who.app.settings.languages)?;
    let Some(named) = fields.get("batch") else {
        if !sent {
            return Ok(None);
        }
        received.examine(who, &options, Some(1)).await?;
        return Ok(Some(NewAddition::Upload { options: Box::new(options), parts: received.parts() }));
    };
    if sent {
        return Err(wrong("cannot be sent together with files; send two requests"));
    }
    let batch = match named.parse() {
        Ok(id) => who.visible_batch(id).await?,
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

/// Adds submissions or starter code that arrived after the batch was created. `fields` decides which of them.
pub(crate) async fn add_late(
    who: &Admitted,
    headers: &HeaderMap,
    batch: &Batch,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Accepted> {
    let key = idempotency_key(headers)?;
    let received = receive(who, incoming, fields).await?;
    must_exist(batch)?;
    // The review in force may have another background than the upload.
    let background = batch.review().background;
    check_named(who, &AnalysisOptions { background, ..batch.options.clone() }).await?;
    let least = usize::from(fields.takes(PartKind::Submissions));
    if received.files.is_empty() {
        return Err(match least {
            0 => WebError::field("boilerplate", "has no file"),
            _ => WebError::NoSubmissions,
        });
    }
    add_received(who, RequestKey::Sent(key), batch, &received, Joins::Late).await
}

/// Why received files join a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joins {
    /// They are late submissions or starter code.
    Late,
    /// They were checked, and something was found in the batch. Their report opens a case.
    Found,
}

/// Adds files that were received to a batch.
pub(super) async fn add_received(
    who: &Admitted,
    key: RequestKey,
    batch: &Batch,
    received: &Received,
    joins: Joins,
) -> Result<Accepted> {
    let least = usize::from(received.files.iter().any(|file| file.kind == PartKind::Submissions));
    let mut options = batch.options.clone();
    if joins == Joins::Found {
        options.layout = Layout::Whole;
    }
    received.examine(who, &options, Some(least)).await?;
    let by = who.by();
    let pieces: [&[u8]; 2] = [b"late", batch.id.0.as_bytes()];
    let late = NewLate {
        batch: batch.id,
        job: JobId::new(by.at),
        idempotency: key.of_request(received.fingerprint(pieces)),
        parts: received.parts(),
        opens_case: joins == Joins::Found,
    };
    let accepted = who.app.storage.add_late(late, &by).await?;
    note_accepted(&accepted, received, "accepted late work");
    Ok(accepted)
}
