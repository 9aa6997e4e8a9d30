//! Values as pages show them: times, sizes, shares and states.

use chaffinch_pages::Locale;
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
    match archive.keeping {
        Keeping::Sources => "kept-sources",
        Keeping::Reduced => "kept-reduced",
    }
}

/// The state of a job, for the part of a page that shows it.
pub(crate) enum JobState {
    Queued,
    Running { stage: String, done: u64, total: u64 },
    Failed { reason: String },
    Cancelled,
    Done,
}

impl JobState {
    /// Returns whether the state will change without an action of the user.
    pub(crate) fn goes_on(&self) -> bool {
        matches!(self, Self::Queued | Self::Running { .. })
    }
}

impl From<&Status> for JobState {
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

/// Formats a size in the unit in which it has at most four digits, such as `512 MiB`, with one decimal if it is not
/// whole.
pub(crate) fn size_text(words: Locale, bytes: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "size-gib"), (20, "size-mib"), (10, "size-kib")];
    match UNITS.into_iter().find(|&(bits, _)| 1 << bits <= bytes) {
        None => words.say("size-bytes").number("count", bytes).plain(),
        Some((bits, unit)) => {
            let tenths = (u128::from(bytes) * 10 + (1 << (bits - 1))) >> bits;
            let whole = tenths / 10;
            let size = if tenths % 10 == 0 { whole.to_string() } else { format!("{whole}.{}", tenths % 10) };
            words.say(unit).figure("size", size).plain()
        }
    }
}

/// Stages of jobs that have a text, with its message key.
const STAGES: [(&str, &str); 11] = [
    ("adding", "stage-adding"),
    ("extracting", "stage-extracting"),
    ("indexing", "stage-indexing"),
    ("listing", "stage-listing"),
    ("reading", "stage-reading"),
    ("reducing", "stage-reducing"),
    ("reporting", "stage-reporting"),
    ("screening", "stage-screening"),
    ("searching", "stage-searching"),
    ("storing", "stage-storing"),
    ("verifying", "stage-verifying"),
];

/// Returns what pages call the stage of a job. A stage without a text is shown by its name, and a job that has not
/// named one is about to start.
pub(crate) fn stage_text(words: Locale, stage: &str) -> String {
    if stage.is_empty() {
        return words.say("progress-starting").plain();
    }
    let known = STAGES.into_iter().find(|&(name, _)| name == stage);
    known.map_or_else(|| stage.to_owned(), |(_, key)| words.say(key).plain())
}

/// Returns how much of a stage is done, rounded down, so that only a complete one has 100 %.
pub(crate) fn percent_text(words: Locale, done: u64, total: u64) -> String {
    let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
    words.say("progress-percent").number("percent", percent as u64).plain()
}

/// Returns the texts of all stages as JSON, for the script that follows a job.
pub(crate) fn stages_json(words: Locale) -> String {
    let texts = STAGES.into_iter().map(|(name, key)| (name.to_owned(), words.say(key).plain().into()));
    serde_json::Value::Object(texts.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use chaffinch_pages::Locale;

    use super::size_text;

    #[test]
    fn sizes_have_a_unit_and_are_rounded_to_the_nearest() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1 KiB"),
            (1536, "1.5 KiB"),
            (2 << 20, "2 MiB"),
            ((2 << 20) - 1, "2 MiB"),
            (512 << 20, "512 MiB"),
            (5 << 30, "5 GiB"),
        ] {
            assert_eq!(size_text(Locale::english(), bytes), text);
        }
    }
}
