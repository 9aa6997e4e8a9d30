//! Waits for results that are requested before they exist. Scripts that read MOSS's pages request them once, as soon as
//! they know the address.

use std::time::Duration;

use chaffinch_storage::{Batch, BatchId};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use crate::app::App;
use crate::error::WebError;

/// The longest time that one request waits. A client can repeat the request if the analysis takes longer.
const MAX_WAIT: Duration = Duration::from_mins(15);
/// Limits how many requests wait at the same time.
static WAITING: Semaphore = Semaphore::const_new(1000);
/// How often the batch is read again. Changes that other processes make may not be announced.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Waits until the batch has a report or has ended without one, and returns it.
pub(super) async fn until_ready(app: &App, id: BatchId) -> Result<Batch, WebError> {
    let slow = || WebError::Slow { seconds: MAX_WAIT.as_secs() };
    let end = Instant::now() + MAX_WAIT;
    // Subscribes before the first look. Otherwise a change in between could be missed.
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
        let next_look = async {
            // No more changes are announced. The loop still looks from time to time.
            if timeout_at(look, changes.changed()).await.is_ok_and(|change| change.is_err()) {
                tokio::time::sleep_until(look).await;
            }
        };
        tokio::select! {
            () = next_look => {}
            () = app.shutdown.cancelled() => return Err(slow()),
        }
        if Instant::now() >= end {
            return Err(slow());
        }
    }
}
