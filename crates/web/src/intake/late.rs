//! Accepts late submissions to a batch, and starter code that is added to it.

use axum::http::HeaderMap;
use chaffinch_storage::{Accepted, Batch, Idempotency, JobId, NewLate, PartKind};

use super::batch::note;
use super::examine::{Purpose, survey, turn};
use super::fields::Fields;
use super::idempotency::{fingerprint, idempotency_key};
use super::receive::{Incoming, receive};
use super::references::check_archives;
use super::upload::parts;
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
    check_archives(app, who, &batch.options).await?;
    let least = usize::from(fields.takes(PartKind::Submissions));
    if received.files.is_empty() {
        return Err(match least {
            0 => WebError::Field { name: "boilerplate", problem: "has no file".to_owned() },
            _ => WebError::NoSubmissions,
        });
    }
    let turn = turn(who, &app.auth.uploads, &batch.options).await?;
    survey(app, &turn, &batch.options, Purpose::Accept { least }, &received).await?;
    drop(turn);
    let by = who.by(&app.clock);
    let asked: [&[u8]; 2] = [b"late", batch.id.0.as_bytes()];
    let late = NewLate {
        batch: batch.id,
        job: JobId::new(by.at),
        idempotency: key.map(|key| Idempotency { key, fingerprint: fingerprint(&asked, &received) }),
        parts: parts(&received),
    };
    let accepted = app.storage.add_late(late, &by).await?;
    note(&accepted, &received, "accepted late work");
    Ok(accepted)
}
