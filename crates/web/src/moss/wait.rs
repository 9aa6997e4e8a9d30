//! Whoever opens results before they are there waits for them: readers of pages ask once, as soon as they know where.

use std::time::Duration;

use chaffinch_storage::{Batch, BatchId};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use crate::app::App;
use crate::error::WebError;

/// The longest wait. An analysis that takes longer is waited for again.
const LONGEST: Duration = Duration::from_mins(15);
/// Requests that wait at the same time.
static WAITING: Semaphore = Semaphore::const_new(1000);
/// Changes of other processes may not be announced.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The batch, as soon as it has a report or gets none.
pub(super) async fn until_shown(app: &App, id: BatchId) -> Result<Batch, WebError> {
    let slow = || WebError::Slow { seconds: LONGEST.as_secs() };
    let end = Instant::now() + LONGEST;
    // Before looking, or a change could be missed.
    let mut changes = app.storage.changes();
    let mut turn = None;
    loop {
        let batch = app.storage.batch(id).await?.ok_or(WebError::NotFound)?;
        if batch.revision.is_some() || batch.status.is_final() {
            return Ok(batch);
        }
        if turn.is_none() {
            turn = Some(WAITING.try_acquire().map_err(|_| slow())?);
        }
        let look = Instant::now() + LOOK_EVERY;
        tokio::select! {
            // Not announced is no reason to look at once again.
            Ok(Err(_)) = timeout_at(look, changes.changed()) => tokio::time::sleep_until(look).await,
            () = tokio::time::sleep_until(look) => {}
            () = app.shutdown.cancelled() => return Err(slow()),
            else => {}
        }
        if Instant::now() >= end {
            return Err(slow());
        }
    }
}
