//! Progress as server-sent events.
//!
//! Every stream begins with how things are, so a client that lost the connection just connects again. It ends
//! with an event named after the final status (or `deleted`), and when the process is asked to stop.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use chaffinch_storage::{Owner, Status};
use futures_util::stream;
use tokio::sync::watch;

use super::model::StatusView;
use crate::app::App;
use crate::guard::{OnArchive, OnBatch, See};

/// What other processes commit is not announced to this one; so look from time to time.
const LOOK_EVERY: Duration = Duration::from_secs(2);

struct Following {
    app: App,
    what: Owner,
    changes: watch::Receiver<u64>,
    told: Option<StatusView>,
    over: bool,
}

/// Progress, as server-sent events
///
/// `progress` events carry `status`, and `stage`, `done`, `total` while it runs; the last event is named `done`,
/// `failed`, `cancelled` or `deleted`.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/events",
    params(("batch" = Uuid, Path)),
    responses((status = OK, description = "A stream of events", body = StatusView, content_type = "text/event-stream"))
)]
pub(crate) async fn events(on: OnBatch<See>, State(app): State<App>) -> impl IntoResponse {
    follow(app, Owner::Batch(on.batch.id))
}

/// Progress of an archive's latest job, as server-sent events
///
/// As those of a batch.
#[utoipa::path(
    get,
    path = "/api/v1/archives/{archive}/events",
    params(("archive" = Uuid, Path)),
    responses((status = OK, description = "A stream of events", body = StatusView, content_type = "text/event-stream"))
)]
pub(crate) async fn archive_events(on: OnArchive<See>, State(app): State<App>) -> impl IntoResponse {
    follow(app, Owner::Archive(on.archive.id))
}

fn follow(app: App, what: Owner) -> impl IntoResponse {
    let changes = app.storage.changes();
    let following = Following { app, what, changes, told: None, over: false };
    let events = Sse::new(stream::unfold(following, Following::next)).keep_alive(KeepAlive::default());
    // nginx would otherwise gather events until a page of them is full.
    ([("x-accel-buffering", "no")], events)
}

impl Following {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        while !self.over {
            // Before looking: a change after the look is then still seen.
            self.changes.mark_unchanged();
            if let Some(event) = self.look().await {
                return Some((Ok(event), self));
            }
            tokio::select! {
                () = self.app.shutdown.cancelled() => self.over = true,
                // An error means that nobody announces any more; the timer still looks.
                Ok(()) = self.changes.changed() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
        None
    }

    /// What there is to tell.
    async fn look(&mut self) -> Option<Event> {
        let found = match self.what {
            Owner::Batch(id) => self.app.storage.batch(id).await.map(|batch| Some(batch?.status)),
            Owner::Archive(id) => self.app.storage.archive(id).await.map(|archive| Some(archive?.status)),
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
                tracing::error!(error.cause = %error, of = ?self.what, "progress cannot be told");
                self.over = true;
                return None;
            }
        };
        if !self.over && status == self.told {
            return None;
        }
        let event = Event::default().event(name).json_data(&status).expect("texts and numbers");
        self.told = status;
        Some(event)
    }
}
