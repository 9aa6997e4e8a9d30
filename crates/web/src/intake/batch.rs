//! Accepts an upload, or the sample class inside the binary, as a batch.

use std::io;
use std::path::Path;

use axum::http::HeaderMap;
use chaffinch_query::title_from;
use chaffinch_storage::{
    Accepted, Action, AnalysisOptions, BatchId, CourseId, Delivery, JobId, NewBatch, NewNotification,
    PartKind, Secret,
};
use chrono::{DateTime, TimeDelta, Utc};
use rust_embed::RustEmbed;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::intake::fields::{BATCH, Fields};
use crate::intake::receive::{Incoming, receive};
use crate::intake::references::{archives, course, sources};
use crate::intake::upload::{FILE_COST, File, Received, RequestKey, idempotency_key};
use crate::limits::fair_queue::blocking;

/// Prefix of the secrets that sign notifications.
const NOTIFY_PREFIX: &str = "chf_notify_";

/// A checked request for a comparison.
pub(super) struct BatchRequest {
    pub(super) title: String,
    pub(super) course: CourseId,
    pub(super) options: AnalysisOptions,
    pub(super) keep_until: Option<DateTime<Utc>>,
    /// The URL to notify when the comparison ends.
    pub(super) notify_url: Option<String>,
    /// The minimum number of submissions for a comparison.
    pub(super) least: usize,
}

impl BatchRequest {
    /// Returns everything, except the files, in which two requests may differ.
    fn pieces(&self) -> [Vec<u8>; 5] {
        [
            self.title.clone().into_bytes(),
            self.course.0.as_bytes().to_vec(),
            serde_json::to_vec(&self.options).expect("texts and numbers"),
            self.keep_until.map(|at| at.to_rfc3339()).unwrap_or_default().into_bytes(),
            self.notify_url.clone().unwrap_or_default().into_bytes(),
        ]
    }
}

/// Accepts an upload as a batch. After an error, `fields` holds the text fields that were read so far.
pub(crate) async fn accept(
    who: &Admitted,
    headers: &HeaderMap,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Accepted> {
    let key = idempotency_key(headers)?;
    let received = receive(who, incoming, fields).await?;
    accept_request(who, RequestKey::Sent(key), batch_request(who, fields, &received).await?, &received).await
}

/// Accepts an upload whose request was checked.
pub(super) async fn accept_request(
    who: &Admitted,
    key: RequestKey,
    request: BatchRequest,
    received: &Received,
) -> Result<Accepted> {
    received.examine(who, &request.options, Some(request.least)).await?;
    let (app, created) = (&who.app, who.app.clock.now());
    // The default of the course is not part of the request. A repeated request therefore stays the same even if the
    // course has changed its setting.
    let days = app.storage.course(request.course).await?.and_then(|course| course.keep_days);
    let kept_until = days.map(|days| created + TimeDelta::days(days.into()));
    let idempotency = key.of_request(received.fingerprint(request.pieces()));
    let delivery = match request.notify_url {
        None => Delivery::OnRequest,
        Some(url) => {
            let secret = Secret::random(NOTIFY_PREFIX).map_err(WebError::internal)?.reveal().to_owned();
            Delivery::Notification(NewNotification { url, secret, base: app.settings.public_url.clone() })
        }
    };
    let batch = NewBatch {
        id: BatchId::new(created),
        job: JobId::new(created),
        course: request.course,
        creator: who.actor.account.id,
        created,
        idempotency,
        parts: received.parts(),
        title: request.title,
        options: request.options,
        keep_until: request.keep_until.or(kept_until),
    };
    let accepted = app.storage.accept_for(batch, delivery).await?;
    note_accepted(&accepted, received, "accepted a batch");
    Ok(accepted)
}

/// Counts and logs an upload that was accepted for the first time.
pub(super) fn note_accepted(accepted: &Accepted, received: &Received, what: &'static str) {
    if let Accepted::New(batch) = accepted {
        tracing::info!(batch.id = %batch.id, upload.bytes = received.bytes, upload.files = received.files.len(), "{what}");
        received.count();
    }
}

pub(super) async fn batch_request(
    who: &Admitted,
    fields: &Fields,
    received: &Received,
) -> Result<BatchRequest> {
    let first = received
        .files
        .iter()
        .find(|file| file.kind == PartKind::Submissions)
        .ok_or(WebError::NoSubmissions)?;
    let title = fields.title()?.unwrap_or_else(|| title_from(&first.name));
    let course = course(who, fields.get("course")).await?;
    who.in_course(Action::Upload, course)?;
    let archives = archives(who, course, fields).await?;
    let named = |name| fields.list(name).unwrap_or_default();
    let background = sources(who, "background", named("background")).await?;
    let own_work = sources(who, "own_work", named("own_work")).await?;
    let options = fields.options(&who.app.settings.languages)?;
    let options = AnalysisOptions { archives, background, own_work, ..options };
    Ok(BatchRequest {
        title,
        course,
        least: least(&who.app, course, &options).await?,
        options,
        keep_until: fields.keep_until(who.app.clock.now())?,
        notify_url: fields.notify_url()?.map(str::to_owned),
    })
}

/// Returns how many submissions a comparison needs: one if an archive holds earlier submissions, otherwise two.
pub(super) async fn least(app: &App, course: CourseId, options: &AnalysisOptions) -> Result<usize> {
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
    let has_earlier = archives.iter().any(|archive| archive.submissions > 0 && archive.reference.is_none());
    Ok(if has_earlier { 1 } else { 2 })
}

/// Title of the comparison.
const SAMPLE_TITLE: &str = "Sample";
/// Folders of the students' work in the samples: the class, and those that show further features of a report.
const SUBMISSIONS: [&str; 2] = ["submissions/", "features/submissions/"];
/// The starter code that is declared. That in C is not, so the report shows how it recognises such code.
const HANDOUT: &str = "handout/checkout.py";
/// Folder of the reference answer.
const REFERENCES: &str = "features/references/";

/// The files of `/samples`.
#[derive(RustEmbed)]
#[folder = "../../samples"]
struct Samples;

/// Compares the samples in the account's personal course, as if it had uploaded them. Returns the same comparison again
/// as long as it exists.
pub(crate) async fn open_sample(who: &Admitted) -> Result<Accepted> {
    let mut fields = Fields::new(&BATCH);
    fields.set("title", SAMPLE_TITLE)?;
    fields.set("archives", "none")?;
    fields.set("translations", "true")?;
    fields.set("reference_kind", "model-solution")?;
    let mut received = Received::begin(who, "chaffinch-sample-")?;
    let sizes = Samples::iter().filter_map(|path| Some(Samples::get(&path)?.data.len() as u64 + FILE_COST));
    received.reservation.grow(sizes.sum())?;
    let place = received.folder.path().to_owned();
    (received.files, received.bytes) =
        blocking(move || write_sample(&place).map_err(WebError::internal)).await?;
    for _ in received.files.iter().filter(|file| file.kind == PartKind::Reference) {
        fields.add_reference()?;
    }
    let request = batch_request(who, &fields, &received).await?;
    accept_request(who, RequestKey::Derived("sample-"), request, &received).await
}

/// Writes the samples to a folder, as the parts of an upload: one archive, starter code and a reference answer.
fn write_sample(folder: &Path) -> io::Result<(Vec<File>, u64)> {
    let mut tar = tar::Builder::new(Vec::new());
    let mut files = Vec::new();
    let mut bytes = 0;
    let mut add = |kind, name: String, content: &[u8]| {
        let path = folder.join(files.len().to_string());
        std::fs::write(&path, content)?;
        bytes += content.len() as u64;
        files.push(File { kind, name, path, digest: *blake3::hash(content).as_bytes() });
        io::Result::Ok(())
    };
    // Sorted, so that the archive is the same each time.
    let mut paths: Vec<_> = Samples::iter().collect();
    paths.sort();
    for path in paths {
        let Some(file) = Samples::get(&path) else { continue };
        if &*path == HANDOUT {
            add(PartKind::Boilerplate, path.into_owned(), &file.data)?;
        } else if let Some(name) = path.strip_prefix(REFERENCES) {
            add(PartKind::Reference, name.to_owned(), &file.data)?;
        } else if let Some(name) = SUBMISSIONS.iter().find_map(|folder| path.strip_prefix(folder)) {
            let mut header = tar::Header::new_gnu();
            header.set_size(file.data.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, &*file.data)?;
        }
    }
    add(PartKind::Submissions, format!("{SAMPLE_TITLE}.tar"), &tar.into_inner()?)?;
    Ok((files, bytes))
}
