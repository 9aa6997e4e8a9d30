//! Adds submissions to what exists: archives, from uploads and finished batches, and late submissions or starter code to a
//! batch.

use axum::http::HeaderMap;
use chaffinch_storage::{
    Accepted, AccountId, Action, AnalysisOptions, Archive, ArchiveId, Batch, By, CourseId, JobId, Layout,
    NewAddition, NewArchive, NewLate, PartKind,
};

use crate::app::App;
use crate::error::WebError;
use crate::http::admitted::Admitted;
use crate::intake::batch::{RequestKey, note_accepted};
use crate::intake::fields::Fields;
use crate::intake::receive::{Incoming, receive};
use crate::intake::references::{check_named, course};
use crate::intake::upload::{Purpose, Received, fingerprint, idempotency_key, parts, survey, turn};
use crate::services::reports::must_exist;

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
    filled(app, new.id, &received).await
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
    filled(app, archive, &received).await
}

async fn filled(app: &App, id: ArchiveId, received: &Received) -> Result<Archive, WebError> {
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

/// Adds submissions or starter code that arrived after the batch was created. `fields` decides which of them.
pub(crate) async fn add_late(
    app: &App,
    who: &Admitted,
    headers: &HeaderMap,
    batch: &Batch,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Accepted, WebError> {
    let key = idempotency_key(headers)?;
    let received = receive(app, who.actor.account.id, incoming, fields).await?;
    must_exist(batch)?;
    // The review in force may have another background than the upload.
    let background = batch.review().background;
    check_named(app, who, &AnalysisOptions { background, ..batch.options.clone() }).await?;
    let least = usize::from(fields.takes(PartKind::Submissions));
    if received.files.is_empty() {
        return Err(match least {
            0 => WebError::field("boilerplate", "has no file"),
            _ => WebError::NoSubmissions,
        });
    }
    let key = key.map_or(RequestKey::None, RequestKey::Sent);
    add_received(app, who.actor.account.id, key, batch, &received, Joins::Late).await
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
    app: &App,
    account: AccountId,
    key: RequestKey,
    batch: &Batch,
    received: &Received,
    joins: Joins,
) -> Result<Accepted, WebError> {
    let least = usize::from(received.files.iter().any(|file| file.kind == PartKind::Submissions));
    let mut options = batch.options.clone();
    if joins == Joins::Found {
        options.layout = Layout::Whole;
    }
    let turn = turn(account, &app.auth.uploads, &options).await?;
    survey(app, &turn, &options, Purpose::Accept { least }, received).await?;
    drop(turn);
    let by = By { account: Some(account), at: app.clock.now() };
    let pieces: [&[u8]; 2] = [b"late", batch.id.0.as_bytes()];
    let late = NewLate {
        batch: batch.id,
        job: JobId::new(by.at),
        idempotency: key.of_request(fingerprint(&pieces, received)),
        parts: parts(received),
        opens_case: joins == Joins::Found,
    };
    let accepted = app.storage.add_late(late, &by).await?;
    note_accepted(&accepted, received, "accepted late work");
    Ok(accepted)
}
