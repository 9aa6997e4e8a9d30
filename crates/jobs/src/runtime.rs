//! What the asynchronous side needs of the process: the time as a parameter, so that tests can set it, and threads for
//! work that takes long.

use std::time::Instant;

use chrono::{DateTime, Utc};

/// Two kinds of time.
pub trait Clock: Send + Sync + 'static {
    /// Returns the calendar time. It is recorded but never compared between machines.
    fn now(&self) -> DateTime<Utc>;

    /// Returns a time that only increases. It decides when a holder has been silent for too long.
    fn monotonic(&self) -> Instant;
}

/// The clocks of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn monotonic(&self) -> Instant {
        Instant::now()
    }
}

/// Runs a computation on a blocking thread, because a delayed heartbeat can cost the lease.
pub(crate) async fn run_blocking<Value: Send + 'static>(
    work: impl FnOnce() -> Value + Send + 'static,
) -> Value {
    tokio::task::spawn_blocking(work).await.expect("work on a blocking thread does not panic")
}
