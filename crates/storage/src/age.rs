//! The age of a stored time. The clock that gave the time may have been wrong.

use chrono::{DateTime, TimeDelta, Utc};

/// How far the clocks of two machines may differ. Times that are less far in the future count as present.
pub const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);

/// Returns how long ago a stored time was. `None`: it is in the future, because a clock was ahead, and says nothing.
/// Attack and accident: a clock that was years ahead for a minute would otherwise stop for years what is due at intervals.
pub fn age(stored: DateTime<Utc>, now: DateTime<Utc>) -> Option<TimeDelta> {
    let age = now - stored;
    (-CLOCK_SKEW <= age).then(|| age.max(TimeDelta::zero()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_in_the_future_has_no_age() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let minutes = |minutes| age(now - TimeDelta::minutes(minutes), now).map(|age| age.num_minutes());
        assert_eq!([90, 0, -5].map(minutes), [Some(90), Some(0), Some(0)]);
        assert_eq!([-6, -60 * 24 * 3650].map(minutes), [None, None]);
    }
}
