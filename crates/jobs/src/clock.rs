//! Provides the time as a parameter, so that tests can set it.

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
