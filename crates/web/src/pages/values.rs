//! Values as pages show them: times, sizes, shares and states.

use chaffinch_pages::Locale;
use chaffinch_storage::Status;

/// Formats a share as a percentage, such as `85 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Format of a time for people.
pub(crate) const TIME: &str = "%Y-%m-%d %H:%M UTC";

/// Returns the CSS class of a status. Empty: plain.
pub(crate) const fn tone(status: &Status) -> &'static str {
    match status {
        Status::Queued | Status::Cancelled => "",
        Status::Running(_) => "strong",
        Status::Done => "good",
        Status::Failed { .. } => "bad",
    }
}

/// Returns the message key of a status.
pub(crate) fn status_key(status: &Status) -> String {
    format!("status-{}", status.name())
}

/// An option of a select list.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) selected: bool,
}

/// Formats lists of names, one row for each, in the form that [`chaffinch_storage::teams`] and
/// [`chaffinch_storage::names`] read, with `between` between the names of a row. A name that could be read as several is
/// in quotes.
pub(crate) fn name_table<Row: AsRef<[String]>>(rows: impl IntoIterator<Item = Row>, between: &str) -> String {
    let cell = |name: &String| {
        if name.contains([',', ';', '\t', '"', '\n', '\r']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name.clone()
        }
    };
    let row = |row: Row| row.as_ref().iter().map(cell).collect::<Vec<_>>().join(between);
    rows.into_iter().map(row).collect::<Vec<_>>().join("\n")
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

/// Stages of jobs that have a text.
const STAGES: [&str; 11] = [
    "adding",
    "extracting",
    "indexing",
    "listing",
    "reading",
    "reducing",
    "reporting",
    "screening",
    "searching",
    "storing",
    "verifying",
];

/// Returns what pages call the stage of a job. A stage without a text is shown by its name, and a job that has not
/// named one is about to start.
pub(crate) fn stage_text(words: Locale, stage: &str) -> String {
    if stage.is_empty() {
        return words.say("progress-starting").plain();
    }
    if STAGES.contains(&stage) { words.say(format!("stage-{stage}")).plain() } else { stage.to_owned() }
}

/// Returns how much of a stage is done, rounded down, so that only a complete one has 100 %.
pub(crate) fn percent_text(words: Locale, done: u64, total: u64) -> String {
    let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
    words.say("progress-percent").number("percent", percent as u64).plain()
}

/// Returns the texts of all stages as JSON, for the script that follows a job.
pub(crate) fn stages_json(words: Locale) -> String {
    let texts = STAGES.map(|stage| (stage.to_owned(), stage_text(words, stage).into()));
    serde_json::Value::Object(texts.into_iter().collect()).to_string()
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
