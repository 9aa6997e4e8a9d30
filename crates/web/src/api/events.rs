//! Sends progress as server-sent events.
//!
//! Every stream begins with the present state, so a client that lost the connection only has to connect again. With
//! `Last-Event-ID`, it does not get an event that it already has. A stream ends with an event named after the final
//! status (or `deleted`), at shutdown, or when its reader loses access. A client that connects again and already has
//! the final event gets 204, at which browsers stop.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use chaffinch_storage::throttle::QuotaPermit;
use chaffinch_storage::{AccountId, Action, CourseId, Owner, Status, StorageError, may};
use futures_util::stream;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::api::views::batches::StatusView;
use crate::error::WebError;
use crate::http::admitted::Admitted;
use crate::http::guard::{OnArchive, OnBatch, Read};
use crate::sign_in::identity;

/// The interval between checks. Changes by other processes are not announced to this one.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The time after which a browser connects again.
const RETRY: Duration = Duration::from_secs(2);

/// An event in the stream. Lines that begin with a colon only keep the connection alive.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes")]
struct ProgressEvent {
    /// `progress` while more events follow; otherwise the final status.
    #[schema(pattern = "^(progress|done|failed|cancelled|deleted)$")]
    event: String,
    /// JSON with the status, and with `stage`, `done` and `total` while the job runs; `null` for `deleted`.
    #[schema(content_media_type = "application/json")]
    data: String,
    /// Send it as `Last-Event-ID` when you connect again.
    id: Option<String>,
    /// Milliseconds after which to connect again.
    retry: Option<u32>,
}

struct ProgressStream {
    reader: Admitted,
    course: CourseId,
    what: Owner,
    changes: watch::Receiver<u64>,
    last_id: Option<String>,
    over: bool,
    _place: QuotaPermit<AccountId>,
}

/// Follow the progress of a batch as server-sent events
///
/// `progress` events contain `status`, and `stage`, `done` and `total` while the job runs. The last event is named `done`,
/// `failed`, `cancelled` or `deleted`. If you lose access to the batch, the stream ends without such an event.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/events",
    params(("Last-Event-ID" = Option<String>, Header, description = "`id` of the last event you received")),
    responses(
        (status = OK, description = "The event stream", body = ProgressEvent, content_type = "text/event-stream"),
        (status = NO_CONTENT, description = "No event follows the one in `Last-Event-ID`")
    )
)]
pub(crate) async fn events(on: OnBatch<Read>, headers: HeaderMap) -> Response {
    follow(on.who, on.batch.course, Owner::Batch(on.batch.id), &on.batch.status, &headers)
}

/// Follow the progress of an archive's latest job as server-sent events
///
/// The events are the same as those of a batch.
#[utoipa::path(
    get,
    path = "/api/v1/archives/{archive}/events",
    params(("Last-Event-ID" = Option<String>, Header, description = "`id` of the last event you received")),
    responses(
        (status = OK, description = "The event stream", body = ProgressEvent, content_type = "text/event-stream"),
        (status = NO_CONTENT, description = "No event follows the one in `Last-Event-ID`")
    )
)]
pub(crate) async fn archive_events(on: OnArchive<Read>, headers: HeaderMap) -> Response {
    follow(on.who, on.archive.course, Owner::Archive(on.archive.id), &on.archive.status, &headers)
}

fn follow(reader: Admitted, course: CourseId, what: Owner, status: &Status, headers: &HeaderMap) -> Response {
    let last_id = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    if status.is_final() && last_id == Some(event_id(Some(&status.into()))) {
        return StatusCode::NO_CONTENT.into_response();
    }
    let app = &reader.app;
    let Some(place) = app.auth.streams.take(reader.actor.account.id) else {
        let limit = app.auth.streams.limit() as u32;
        let refused = WebError::TooMany { what: "event streams at the same time", limit, seconds: 10 };
        return refused.into_response();
    };
    let changes = app.storage.changes();
    let progress = ProgressStream { reader, course, what, changes, last_id, over: false, _place: place };
    let events = Sse::new(stream::unfold(progress, ProgressStream::next)).keep_alive(KeepAlive::default());
    // Otherwise nginx collects events until a buffer is full.
    ([("x-accel-buffering", "no")], events).into_response()
}

/// Returns the id of an event. It is the same for the same state in every process.
fn event_id(status: Option<&StatusView>) -> String {
    let state = serde_json::to_vec(&status).expect("texts and numbers");
    blake3::hash(&state).to_hex()[..16].to_owned()
}

impl ProgressStream {
    /// Returns whether the reader still has access. Roles are removed, sessions end, tokens are revoked.
    async fn may_see(&self) -> Result<bool, StorageError> {
        let reader = identity::again(&self.reader.app, &self.reader.actor).await?;
        Ok(reader.is_some_and(|reader| may(&reader, Action::See, self.course)))
    }

    async fn status(&self) -> Result<Option<Status>, StorageError> {
        let storage = &self.reader.app.storage;
        Ok(match self.what {
            Owner::Batch(id) => storage.batch(id).await?.map(|batch| batch.status),
            Owner::Archive(id) => storage.archive(id).await?.map(|archive| archive.status),
        })
    }

    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        while !self.over {
            // Marked before the check, so that a change after the check is still noticed.
            self.changes.mark_unchanged();
            if let Some(event) = self.next_event().await {
                return Some((Ok(event), self));
            }
            tokio::select! {
                () = self.reader.app.shutdown.cancelled() => self.over = true,
                // An error means that no more changes are announced. The timer still triggers checks.
                Ok(()) = self.changes.changed() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
        None
    }

    /// Returns the next event, if there is something new.
    async fn next_event(&mut self) -> Option<Event> {
        let found = match self.may_see().await {
            Ok(true) => self.status().await,
            Ok(false) => {
                self.over = true;
                return None;
            }
            Err(error) => Err(error),
        };
        let (name, status) = match found {
            Ok(Some(status)) => {
                let name = match &status {
                    Status::Queued | Status::Running(_) => "progress",
                    status => status.name(),
                };
                self.over = status.is_final();
                (name, Some(StatusView::from(&status)))
            }
            Ok(None) => {
                self.over = true;
                ("deleted", None)
            }
            Err(error) => {
                tracing::error!(error.cause = %error, of = ?self.what, "cannot send progress events");
                self.over = true;
                return None;
            }
        };
        let id = event_id(status.as_ref());
        if !self.over && self.last_id.as_ref() == Some(&id) {
            return None;
        }
        let event = Event::default().event(name).id(&id).retry(RETRY);
        self.last_id = Some(id);
        Some(event.json_data(&status).expect("texts and numbers"))
    }
}
