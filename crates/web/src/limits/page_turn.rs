//! The turn of a caller to hold a report in memory.

use std::sync::Arc;

use crate::error::WebError;
use crate::http::blocking::blocking;
use crate::limits::caller::Caller;
use crate::limits::fair_queue::QueueTurn;

/// A turn to hold a report and its texts in memory. `AuthServices::page` returns it. Take it before reading them from
/// storage.
pub(crate) struct PageTurn(Arc<QueueTurn<Caller>>);

impl PageTurn {
    pub(crate) fn new(turn: QueueTurn<Caller>) -> Self {
        Self(Arc::new(turn))
    }

    /// Runs work as [`blocking`] does. The turn lasts until the work ends, so a caller who hangs up frees nothing
    /// before.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, WebError> + Send + 'static,
    ) -> Result<T, WebError> {
        let turn = Arc::clone(&self.0);
        blocking(move || {
            let _turn = turn;
            work()
        })
        .await
    }
}
