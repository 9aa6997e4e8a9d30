//! Time, passed in so that tests decide it.

use std::time::Instant;

use chrono::{DateTime, Utc};

/// What time it is, in two senses.
pub trait Clock: Send + Sync + 'static {
    /// The calendar's time: written down, never compared between machines.
    fn now(&self) -> DateTime<Utc>;

    /// Time that only goes forward: decides when a silent holder has been silent for too long.
    fn monotonic(&self) -> Instant;
}

/// The machine's clocks.
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
