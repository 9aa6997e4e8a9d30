//! Messages to programs of others: that the analysis of a batch has ended. Sent at least once by whichever process finds
//! them due, and given up after [`MOST_ATTEMPTS`].

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::{BatchId, JobId, Result, Status, Work};

/// A message is tried so often.
pub const MOST_ATTEMPTS: u32 = 8;

/// Until when nobody else tries what somebody tries now; far longer than an attempt takes.
pub const ATTEMPT_TAKES: TimeDelta = TimeDelta::minutes(2);

/// Characters of an address.
const URL_LENGTH: usize = 2000;

/// How long a message rests after an attempt that came to nothing: some twenty hours in all.
pub const fn rest(attempt: u32) -> TimeDelta {
    match attempt {
        0 | 1 => TimeDelta::seconds(2),
        2 => TimeDelta::minutes(1),
        3 => TimeDelta::minutes(5),
        4 => TimeDelta::minutes(30),
        5 => TimeDelta::hours(2),
        6 => TimeDelta::hours(6),
        _ => TimeDelta::hours(12),
    }
}

/// An address that messages may be sent to, by its form. Whom it leads to is looked at when one is sent.
///
/// # Errors
/// What is wrong with it, to stand after the name of a field.
pub fn notify_url(text: &str) -> std::result::Result<&str, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let rest = rest.ok_or("must begin with https:// or http://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.is_empty() || host.starts_with(':') {
        return Err("names no host".to_owned());
    }
    // Attack: `http://good.example@169.254.169.254/` reads as if it led elsewhere.
    if host.contains(['@', '\\']) || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err("holds a name of an account, or characters that an address may not have".to_owned());
    }
    if text.contains('#') {
        return Err("has a fragment, which is never sent".to_owned());
    }
    if URL_LENGTH < text.len() {
        return Err(format!("has more than {URL_LENGTH} characters"));
    }
    Ok(text)
}

/// To be told when the work on a batch ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    /// Where to.
    pub url: String,
    /// Signs the message. Shown to the uploader; kept because whoever sends needs it.
    pub secret: String,
    /// Address of the service, without a slash at the end, for the links in the message.
    pub base: String,
}

/// How a message stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationState {
    /// Work is under way.
    Waiting,
    /// It is sent until it is heard or given up.
    Trying,
    /// It was heard.
    Told,
    /// It was sent in vain too often, or may not be sent there.
    GivenUp,
}

impl NotificationState {
    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Trying => "trying",
            Self::Told => "told",
            Self::GivenUp => "given_up",
        }
    }

    /// The state of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Trying, Self::Told, Self::GivenUp]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

/// What became of the wish to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Where to.
    pub url: String,
    /// Signs the message: for the uploader only.
    pub secret: String,
    /// How it stands.
    pub state: NotificationState,
    /// Attempts at telling the latest end.
    pub attempts: u32,
    /// When it is tried again.
    pub next_attempt: Option<DateTime<Utc>>,
    /// Why the last attempt came to nothing.
    pub error: Option<String>,
}

/// A message to be sent now.
#[derive(Debug, Clone, PartialEq)]
pub struct DueNotification {
    /// About which batch.
    pub batch: BatchId,
    /// About the end of which job: a receiver knows repetitions by it.
    pub job: JobId,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// Where to.
    pub url: String,
    /// Signs it.
    pub secret: String,
    /// Address of the service.
    pub base: String,
    /// How the job ended.
    pub status: Status,
    /// What the job was.
    pub work: Work,
    /// The current revision of the report, if there is one.
    pub revision: Option<u32>,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// It was heard.
    Heard,
    /// It was not; to be tried again then.
    Later {
        /// Why not, in words without secrets.
        error: String,
        /// When to try again.
        at: DateTime<Utc>,
    },
    /// It will not be tried again.
    Never {
        /// Why not, in words without secrets.
        error: String,
    },
}

/// Messages to others.
#[async_trait]
pub trait Notifications {
    /// What became of the wish to be told of a batch. `None`: there was none.
    async fn notification(&self, batch: BatchId) -> Result<Option<Notification>>;

    /// A message that is due, if any; it is tried by nobody else for [`ATTEMPT_TAKES`].
    async fn due_notification(&self, at: DateTime<Utc>) -> Result<Option<DueNotification>>;

    /// Notes what became of an attempt. False: another one has begun since, or the batch is gone.
    async fn settle_notification(&self, due: &DueNotification, told: &Told) -> Result<bool>;
}

#[cfg(test)]
mod tests {
    use super::{MOST_ATTEMPTS, notify_url, rest};

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
        let all: chrono::TimeDelta = (1..MOST_ATTEMPTS).map(rest).sum();
        assert_eq!(all.num_hours(), 20);
        assert!((2..MOST_ATTEMPTS).all(|attempt| rest(attempt - 1) < rest(attempt)));
    }
}
