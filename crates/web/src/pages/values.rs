//! Values as pages show them: times, sizes, shares and states.

use chaffinch_storage::{Archive, Keeping, Status};
use chrono::{DateTime, Utc};

/// Formats a share as a percentage, such as `85 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A time as text for people and for programs.
pub(crate) struct When {
    pub(crate) shown: String,
    pub(crate) exact: String,
}

impl From<DateTime<Utc>> for When {
    fn from(time: DateTime<Utc>) -> Self {
        Self { shown: time.format("%Y-%m-%d %H:%M UTC").to_string(), exact: time.to_rfc3339() }
    }
}

/// A status as lists show it.
pub(crate) struct StatusChip {
    /// Message key of the status.
    pub(crate) words: &'static str,
    /// CSS class of the status. Empty: plain.
    pub(crate) tone: &'static str,
}

impl From<&Status> for StatusChip {
    fn from(status: &Status) -> Self {
        let (words, tone) = match status {
            Status::Queued => ("status-queued", ""),
            Status::Running(_) => ("status-running", "strong"),
            Status::Done => ("status-done", "good"),
            Status::Failed { .. } => ("status-failed", "bad"),
            Status::Cancelled => ("status-cancelled", ""),
        };
        Self { words, tone }
    }
}

/// An option of a select list.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) selected: bool,
}

/// Returns the message key of what an archive keeps.
pub(crate) fn kept(archive: &Archive) -> &'static str {
    if archive.sketch.is_some() {
        return "kept-sketches";
    }
    match archive.keeping {
        Keeping::Sources => "kept-sources",
        Keeping::Reduced => "kept-reduced",
    }
}

/// The state of a job, for the part of a page that shows it.
pub(crate) enum Stand {
    Queued,
    Running { stage: String, done: u64, total: u64 },
    Failed { reason: String },
    Cancelled,
    Done,
}

impl Stand {
    /// Returns whether the state will change without an action of the user.
    pub(crate) fn goes_on(&self) -> bool {
        matches!(self, Self::Queued | Self::Running { .. })
    }
}

impl From<&Status> for Stand {
    fn from(status: &Status) -> Self {
        match status {
            Status::Queued => Self::Queued,
            Status::Running(progress) => {
                Self::Running { stage: progress.stage.clone(), done: progress.done, total: progress.total }
            }
            Status::Failed { reason } => Self::Failed { reason: reason.clone() },
            Status::Cancelled => Self::Cancelled,
            Status::Done => Self::Done,
        }
    }
}

/// Formats a size, such as `512 MiB`.
pub(crate) fn bytes_in_words(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
