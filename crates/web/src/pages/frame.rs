//! What all pages share: the frame with its menu, paths, and values as pages show them: times, sizes, shares and states.

use askama::Template;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use chaffinch_pages::{Account, Frame, Locale, MenuItem, PageLocation, finish};
use chaffinch_storage::{Archive, Batch, Case, Status};

use crate::error::{Result, WebError};
use crate::http::admitted::{Admitted, language_switch, locale};

/// The destinations in the header: message keys and addresses.
const MENU: [(&str, &str); 5] = [
    ("batches", "/"),
    ("cases", "/cases"),
    ("courses", "/courses"),
    ("archives", "/archives"),
    ("query", "/query"),
];

/// Entries of the account's menu.
const ACCOUNT_MENU: [(&str, &str); 1] = [("account-settings", "/account")];

/// Entries of the account's menu for administrators only.
const ADMIN_MENU: [(&str, &str); 1] = [("admin", "/admin/accounts")];

/// Returns the frame of a page for a signed-in account. `here` is the menu's address of the page.
pub(crate) fn frame(who: &Admitted, title: impl Into<String>, here: &str) -> Frame {
    let Admitted { actor, words, .. } = who;
    let item = |(label, href): (&'static str, &str)| MenuItem {
        label: words.say(label).plain(),
        href: href.to_owned(),
        current: href == here || (href.starts_with("/admin/") && here.starts_with("/admin/")),
    };
    let admin = actor.account.admin.then_some(ADMIN_MENU).into_iter().flatten();
    Frame {
        menu: MENU.map(item).into(),
        account: Some(Account {
            name: actor.account.name.clone(),
            menu: ACCOUNT_MENU.into_iter().chain(admin).map(item).collect(),
            sign_out: "/sign-out".to_owned(),
        }),
        words: *words,
        languages: Some(language_switch(None)),
        ..Frame::new(title, PageLocation::Service)
    }
}

/// Returns the frame of a page for anybody.
pub(crate) fn public_frame(headers: &HeaderMap, title: impl Into<String>) -> Frame {
    let (words, languages) = (locale(headers), Some(language_switch(None)));
    Frame { words, languages, ..Frame::new(title, PageLocation::Service) }
}

/// Renders a page. Characters that could deceive a reader, such as invisible ones, are made visible.
pub(crate) fn render(page: &impl Template) -> Result<Html<String>> {
    let html = page.render().map_err(WebError::internal)?;
    Ok(Html(finish(&html)))
}

/// Renders a page with a form. If the last attempt was refused, the answer has the status of the error.
pub(crate) fn render_form(page: &impl Template, refused: Option<&WebError>) -> Result<Response> {
    let status = refused.map_or(StatusCode::OK, |error| error.kind().status);
    Ok((status, render(page)?).into_response())
}

/// Returns the path of the page of a comparison.
pub(crate) fn batch_path(batch: &Batch) -> String {
    format!("/batches/{}", batch.id)
}

/// Returns the path of the page of an archive.
pub(crate) fn archive_path(archive: &Archive) -> String {
    format!("/archives/{}", archive.id)
}

/// Returns the path of the page of a case.
pub(crate) fn case_path(case: &Case) -> String {
    format!("/cases/{}", case.id)
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

    use super::*;

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
