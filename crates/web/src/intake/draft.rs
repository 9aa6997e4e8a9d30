//! Drafts: uploads that are previewed before they are compared. A draft is analysed again whenever its options change,
//! and it becomes a batch when the user starts the comparison.

use chaffinch_extract::Survey;
use chaffinch_storage::{
    Action, AnalysisOptions, Batch, BatchId, CourseId, Draft, DraftId, DraftWish, JobId, NewBatch, Packed,
};
use chrono::TimeDelta;
use serde::Deserialize;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use utoipa::ToSchema;

use super::batch::{batch_request, title};
use super::examine::{Purpose, survey, turn};
use super::fields::{BATCH, Fields, TABLE_BYTES};
use super::preview::Preview;
use super::receive::{Incoming, receive};
use super::references::check_named;
use super::upload::{FILE_COST, File, Received, parts};
use crate::app::App;
use crate::error::{WebError, or_not_found};
use crate::http::blocking::blocking;
use crate::http::guard::Admitted;
use crate::openapi::schemas::LayoutName;

/// How long a draft is kept before it is deleted.
const DRAFT_LIFE: TimeDelta = TimeDelta::days(1);

/// Stores an upload as a draft, with its preview.
pub(crate) async fn make_draft(
    app: &App,
    who: &Admitted,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Draft, WebError> {
    let received = receive(app, who.actor.account.id, incoming, fields).await?;
    let request = batch_request(app, who, fields, &received).await?;
    if request.notify_url.is_some() {
        // A draft would ignore this field, so it is refused instead of silently dropped.
        let problem =
            "cannot be used for a draft; send it with an upload that is compared at once".to_owned();
        return Err(WebError::field("notify_url", problem));
    }
    let turn = turn(who.actor.account.id, &app.auth.drafts, &request.options).await?;
    let seen = survey(app, &turn, &request.options, Purpose::Preview, &received).await?;
    drop(turn);
    let created = app.clock.now();
    let preview = packed(seen, &request.options).await?;
    let draft = Draft {
        id: DraftId::new(created),
        account: who.actor.account.id,
        course: request.course,
        wish: DraftWish { title: request.title, options: request.options, preview },
        keep_until: request.keep_until,
        created,
        expires: created + DRAFT_LIFE,
    };
    app.storage.create_draft(draft.clone(), parts(&received)).await?;
    tracing::info!(upload.bytes = received.bytes, upload.files = received.files.len(), "kept a draft");
    Ok(draft)
}

/// Returns a draft of the account that sends the request.
pub(crate) async fn draft_of(app: &App, who: &Admitted, id: &str) -> Result<Draft, WebError> {
    let id: DraftId = id.parse().map_err(|_| WebError::NotFound)?;
    let draft = app.storage.draft(id, who.actor.account.id, app.clock.now()).await?;
    let draft = draft.ok_or(WebError::NotFound)?;
    // An account that may no longer upload to the course loses its drafts for it.
    who.in_course(Action::Upload, draft.course)?;
    Ok(draft)
}

/// Changes to a draft; fields that are left out stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DraftChange)]
pub(crate) struct DraftChanges {
    /// As in an upload.
    #[schema(max_length = 200, format = "line")]
    pub(crate) title: Option<String>,
    /// As in an upload.
    pub(crate) language: Option<String>,
    /// As in an upload.
    #[schema(value_type = Option<LayoutName>)]
    pub(crate) layout: Option<String>,
    /// Encodings of files, each rule as `GLOB=NAME`. The first rule that matches applies.
    pub(crate) encodings: Option<Vec<String>>,
    /// Submissions and files in the upload that are starter code: names of submissions, and files as `digest:` and their
    /// digest.
    pub(crate) handed_out: Option<Vec<String>>,
    /// Names of submissions to leave out. They are listed among the skipped files.
    pub(crate) ignored: Option<Vec<String>>,
    /// Names of submissions or authors that are not students.
    pub(crate) staff: Option<Vec<String>>,
}

/// Changes a draft and previews the upload again, if anything differs.
pub(crate) async fn change_draft(
    app: &App,
    who: &Admitted,
    draft: &Draft,
    changes: DraftChanges,
) -> Result<Draft, WebError> {
    let mut fields = Fields::new(&BATCH);
    for (name, text) in
        [("title", &changes.title), ("language", &changes.language), ("layout", &changes.layout)]
    {
        fields.set(name, text.as_deref().unwrap_or_default())?;
    }
    let (old, read) = (&draft.wish.options, fields.options(&app.settings.languages)?);
    let mut options = AnalysisOptions {
        language: if changes.language.is_some() { read.language } else { old.language.clone() },
        layout: if changes.layout.is_some() { read.layout } else { old.layout },
        encodings: changes.encodings.unwrap_or_else(|| old.encodings.clone()),
        handed_out: changes.handed_out.unwrap_or_else(|| old.handed_out.clone()),
        ignored: changes.ignored.unwrap_or_else(|| old.ignored.clone()),
        staff: changes.staff.unwrap_or_else(|| old.staff.clone()),
        ..old.clone()
    };
    let lists = [
        ("handed_out", &mut options.handed_out),
        ("ignored", &mut options.ignored),
        ("staff", &mut options.staff),
    ];
    for (name, list) in lists {
        list.sort();
        list.dedup();
        // Each change of a draft adds to these lists, so their total size is checked here.
        if list.iter().map(String::len).sum::<usize>() > TABLE_BYTES {
            return Err(WebError::field(name, format!("has more than {TABLE_BYTES} bytes in total")));
        }
    }
    let title = title(&fields)?.unwrap_or_else(|| draft.wish.title.clone());
    if options == *old && title == draft.wish.title {
        return Ok(draft.clone());
    }
    let turn = turn(who.actor.account.id, &app.auth.drafts, &options).await?;
    let seen = survey(app, &turn, &options, Purpose::Preview, &laid_out(app, draft).await?).await?;
    drop(turn);
    let preview = packed(seen, &options).await?;
    let wish = DraftWish { title, options, preview };
    or_not_found(app.storage.change_draft(draft.id, &wish).await?)?;
    Ok(Draft { wish, ..draft.clone() })
}

/// Starts the comparison of a draft, which becomes a batch.
pub(crate) async fn run_draft(app: &App, who: &Admitted, draft: &Draft) -> Result<Batch, WebError> {
    let options = &draft.wish.options;
    check_named(app, who, options).await?;
    let least = least(app, draft.course, options).await?;
    // The upload is checked again now, as one that is compared at once, so that problems are reported in this response.
    let turn = turn(who.actor.account.id, &app.auth.uploads, options).await?;
    survey(app, &turn, options, Purpose::Accept { least }, &laid_out(app, draft).await?).await?;
    drop(turn);
    let created = app.clock.now();
    let batch = NewBatch {
        id: BatchId::new(created),
        job: JobId::new(created),
        course: draft.course,
        creator: who.actor.account.id,
        title: draft.wish.title.clone(),
        options: options.clone(),
        created,
        keep_until: draft.keep_until,
        idempotency: None,
        parts: Vec::new(),
    };
    let accepted = app.storage.run_draft(draft.id, batch).await?.ok_or(WebError::NotFound)?;
    let batch = accepted.batch().clone();
    tracing::info!(batch.id = %batch.id, "accepted a draft as a batch");
    metrics::counter!("chaffinch_uploads_total").increment(1);
    Ok(batch)
}

/// Packs the preview in the form in which drafts store it. The work runs on a thread that may block.
async fn packed(seen: Survey, options: &AnalysisOptions) -> Result<Packed, WebError> {
    let options = options.clone();
    blocking(move || Ok(Preview::seen(&seen, &options).packed())).await
}

/// Returns how many submissions a comparison needs: one if an archive holds earlier submissions, otherwise two.
async fn least(app: &App, course: CourseId, options: &AnalysisOptions) -> Result<usize, WebError> {
    let archives = match &options.archives {
        None => app.storage.archives(&[course]).await?,
        Some(ids) => {
            let mut archives = Vec::new();
            for &id in ids {
                archives.extend(app.storage.archive(id).await?);
            }
            archives
        }
    };
    Ok(if archives.iter().any(|archive| archive.submissions > 0) { 1 } else { 2 })
}

/// Writes the stored upload of a draft back to the local disk.
async fn laid_out(app: &App, draft: &Draft) -> Result<Received, WebError> {
    let mut reservation = app.settings.spool.reserve(draft.account.0);
    let folder: TempDir = tempfile::Builder::new()
        .prefix("chaffinch-draft-")
        .tempdir_in(app.settings.spool.path())
        .map_err(WebError::of_disk)?;
    let (mut files, mut bytes) = (Vec::new(), 0);
    for part in app.storage.draft_parts(draft.id).await? {
        reservation.grow(part.bytes + FILE_COST)?;
        let path = folder.path().join(part.number.to_string());
        let mut file = tokio::fs::File::create(&path).await.map_err(WebError::of_disk)?;
        for chunk in 0..part.chunks {
            let content = app.storage.draft_chunk(draft.id, part.number, chunk).await?;
            file.write_all(&content.ok_or(WebError::NotFound)?).await.map_err(WebError::of_disk)?;
        }
        file.flush().await.map_err(WebError::of_disk)?;
        bytes += part.bytes;
        files.push(File { kind: part.kind, name: part.name, path, digest: [0; 32] });
    }
    if files.is_empty() {
        return Err(WebError::NotFound);
    }
    Ok(Received::new(files, bytes, folder, reservation))
}
