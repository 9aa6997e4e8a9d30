//! Notifications to other programs that the analysis of a batch has ended. Each is sent at least once, by any process
//! that finds it due, and given up after [`MAX_NOTIFICATION_ATTEMPTS`].

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{BatchId, JobId, Result, Status, Work};

/// Largest number of attempts for one notification.
pub const MAX_NOTIFICATION_ATTEMPTS: u32 = 8;

/// Time for which other processes leave a notification alone after an attempt has begun. It is far longer than an
/// attempt.
pub const ATTEMPT_TAKES: TimeDelta = TimeDelta::minutes(2);

/// Longest rest. A notification that seems to rest longer was given its time by a clock that has been set back since.
pub const MAX_NOTIFICATION_REST: TimeDelta = TimeDelta::hours(12);

/// Largest length of a URL, in characters.
const URL_LENGTH: usize = 2000;

/// Returns how long a notification rests after a failed attempt. All rests together take about twenty hours.
pub const fn rest(attempt: u32) -> TimeDelta {
    match attempt {
        0 | 1 => TimeDelta::seconds(2),
        2 => TimeDelta::minutes(1),
        3 => TimeDelta::minutes(5),
        4 => TimeDelta::minutes(30),
        5 => TimeDelta::hours(2),
        6 => TimeDelta::hours(6),
        _ => MAX_NOTIFICATION_REST,
    }
}

/// Checks the form of a URL for notifications. The host that it resolves to is checked when a notification is sent.
///
/// # Errors
/// Returns what is wrong with the URL, as text that follows the name of a field.
pub fn notify_url(text: &str) -> Result<&str, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let rest = rest.ok_or("must begin with https:// or http://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.is_empty() || host.starts_with(':') {
        return Err("must name a host".to_owned());
    }
    // Attack: `http://good.example@169.254.169.254/` looks as if it led to another host.
    if host.contains(['@', '\\']) || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("contains a user name, or characters that a URL may not have".to_owned());
    }
    if text.contains('#') {
        return Err("must not have a fragment (#), which is never sent".to_owned());
    }
    if URL_LENGTH < text.len() {
        return Err(format!("has more than {URL_LENGTH} characters"));
    }
    Ok(text)
}

/// A request to be notified when the work on a batch ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    /// URL to which the notification is sent.
    pub url: String,
    /// Secret that signs the notification. It is shown to the uploader, and stored because the sender needs it.
    pub secret: String,
    /// Address of the service, without a slash at its end, for the links in the notification.
    pub base: String,
}

/// The state of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr, ToSchema, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NotificationState {
    /// The work on the batch is not finished.
    Waiting,
    /// It is sent repeatedly until it is accepted or given up.
    Trying,
    /// The receiver has accepted it.
    Told,
    /// All attempts failed, or it may not be sent to this address.
    GivenUp,
}

/// A requested notification and its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// URL to which it is sent.
    pub url: String,
    /// Secret that signs it, for the uploader only.
    pub secret: String,
    /// Its state.
    pub state: NotificationState,
    /// Number of attempts for the latest end of work.
    pub attempts: u32,
    /// Time of the next attempt.
    pub next_attempt: Option<DateTime<Utc>>,
    /// Reason why the last attempt failed.
    pub error: Option<String>,
}

/// A notification to send now.
#[derive(Debug, Clone, PartialEq)]
pub struct DueNotification {
    /// The batch that it is about.
    pub batch: BatchId,
    /// The job whose end it reports. Receivers recognise repetitions by it.
    pub job: JobId,
    /// Number of this attempt, from 1.
    pub attempt: u32,
    /// URL to which it is sent.
    pub url: String,
    /// Secret that signs it.
    pub secret: String,
    /// Address of the service.
    pub base: String,
    /// How the job ended.
    pub status: Status,
    /// Kind of the job.
    pub work: Work,
    /// The current revision of the report, if there is one.
    pub revision: Option<u32>,
}

/// Result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The receiver has accepted it.
    Accepted,
    /// The attempt failed; there will be another one.
    Retry {
        /// Reason, without secrets.
        error: String,
        /// Time of the next attempt.
        at: DateTime<Utc>,
    },
    /// The attempt failed; there will be no other.
    GivenUp {
        /// Reason, without secrets.
        error: String,
    },
}

/// Access to notifications.
#[async_trait]
pub trait Notifications {
    /// Returns the notification that was requested for a batch, or `None` if none was requested.
    async fn notification(&self, batch: BatchId) -> Result<Option<Notification>>;

    /// Returns a notification that is due, if there is one. No other process tries it for [`ATTEMPT_TAKES`].
    async fn due_notification(&self, at: DateTime<Utc>) -> Result<Option<DueNotification>>;

    /// Records the result of an attempt. Returns `false` if another attempt has begun since, or the batch was deleted.
    async fn settle_notification(&self, due: &DueNotification, outcome: &DeliveryOutcome) -> Result<bool>;
}

#[cfg(test)]
mod tests {
    use super::{MAX_NOTIFICATION_ATTEMPTS, notify_url, rest};

    #[test]
    fn addresses_are_taken_by_their_form() {
        for good in ["https://example.org", "http://127.0.0.1:9/x?y=1", "https://[2001:db8::1]/hook"] {
            assert_eq!(notify_url(good), Ok(good));
        }
        let long = format!("https://example.org/{}", "x".repeat(2000));
        for bad in [
            "ftp://example.org/",
            "example.org",
            "https:///x",
            "https://:80/",
            "https://user@example.org/",
            "https://example.org\\@evil/",
            "https://example.org/#x",
            "https://exa mple.org/",
            "https://exämple.org/",
            &long,
        ] {
            assert!(notify_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn it_is_tried_for_twenty_hours() {
        let all: chrono::TimeDelta = (1..MAX_NOTIFICATION_ATTEMPTS).map(rest).sum();
        assert_eq!(all.num_hours(), 20);
        assert!((2..MAX_NOTIFICATION_ATTEMPTS).all(|attempt| rest(attempt - 1) < rest(attempt)));
    }
}
