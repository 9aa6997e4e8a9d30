//! Waits between the attempts at a request.

use std::time::{Duration, Instant};

use serde_json::json;

use super::error::RequestError;
use crate::terminal::diagnostics::Diagnostics;

/// First wait after a failure. Each further wait is twice as long, up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const MAX_WAIT: Duration = Duration::from_secs(30);
/// The longest wait that a service may ask for.
const MAX_REQUESTED_WAIT: Duration = Duration::from_mins(15);

/// The waits between attempts.
pub(super) struct RetryWaits<'a> {
    /// URL of the service, for messages.
    server: &'a str,
    diagnostics: Diagnostics,
    patience: Option<Duration>,
    since: Instant,
    next: Duration,
}

impl<'a> RetryWaits<'a> {
    pub(super) fn new(server: &'a str, patience: Option<Duration>, diagnostics: Diagnostics) -> Self {
        Self { server, diagnostics, patience, since: Instant::now(), next: FIRST_WAIT }
    }

    /// Resets the waits after an answer of the service. A later failure counts as a new one.
    pub(super) fn reset(&mut self) {
        *self = Self::new(self.server, self.patience, self.diagnostics);
    }

    /// Waits, or returns the error if another attempt is useless.
    pub(super) async fn wait(&mut self, error: RequestError) -> anyhow::Result<()> {
        let (why, after) = match error {
            RequestError::Final(error) => return Err(error),
            RequestError::Temporary { why, after } => (why, after),
        };
        let wait = after.unwrap_or(self.next).min(MAX_REQUESTED_WAIT);
        if self.patience.is_some_and(|patience| patience < self.since.elapsed() + wait) {
            let seconds = self.since.elapsed().as_secs();
            anyhow::bail!(
                "{} did not accept the request: {why} (gave up after {seconds} s; use --patience to try longer)",
                self.server
            );
        }
        let shown = if wait.as_secs() == 0 { "a moment".to_owned() } else { format!("{} s", wait.as_secs()) };
        let message = format!("{}: {why}; trying again in {shown}", self.server);
        self.diagnostics.say(&message, &json!({ "retry_seconds": wait.as_secs_f64() }));
        tokio::time::sleep(wait).await;
        if after.is_none() {
            self.next = (self.next * 2).min(MAX_WAIT);
        }
        Ok(())
    }
}
