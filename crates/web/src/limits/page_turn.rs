//! The turn of a caller to hold a report in memory.

use std::sync::Arc;

use crate::error::WebError;
use crate::http::blocking::blocking;
use crate::limits::caller::Caller;
use crate::limits::fair_queue::Turn;

/// A turn to hold a report and its texts in memory. [`AuthServices::page`](crate::sign_in::auth_services::Gate::page) gives it; take it before reading
/// them from storage.
pub(crate) struct PageTurn(Arc<Turn<Caller>>);

impl PageTurn {
    pub(crate) fn new(turn: Turn<Caller>) -> Self {
        Self(Arc::new(turn))
    }

    /// As [`blocking`]. The turn lasts until the work ends: a caller that hangs up makes no room while it runs.
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
