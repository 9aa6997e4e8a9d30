//! Accepts late submissions to a batch, and starter code that is added to it.

use axum::http::HeaderMap;
use chaffinch_storage::{Accepted, AccountId, AnalysisOptions, Batch, By, JobId, Layout, NewLate, PartKind};

use super::batch::{RequestKey, note};
use super::examine::{Purpose, survey, turn};
use super::fields::Fields;
use super::idempotency::{fingerprint, idempotency_key};
use super::receive::{Incoming, receive};
use super::references::check_named;
use super::upload::{Received, parts};
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::services::reports::must_exist;

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
    note(&accepted, received, "accepted late work");
    Ok(accepted)
}
