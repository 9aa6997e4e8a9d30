//! The pages of the service. They work without JavaScript. The crate `report` renders reports in the same frame.

pub(crate) mod account;
pub(crate) mod accounts;
pub(crate) mod admin_courses;
pub(crate) mod archive;
pub(crate) mod archive_clusters;
pub(crate) mod archives;
pub(crate) mod audit;
pub(crate) mod batch;
pub(crate) mod batches;
pub(crate) mod case;
pub(crate) mod cases;
pub(crate) mod change;
pub(crate) mod course;
pub(crate) mod courses;
pub(crate) mod draft;
pub(crate) mod errors;
pub(crate) mod evidence;
pub(crate) mod files;
mod marks;
pub(crate) mod moss_number;
pub(crate) mod names;
pub(crate) mod new;
pub(crate) mod new_archive;
pub(crate) mod password;
pub(crate) mod persons;
pub(crate) mod provider;
pub(crate) mod query;
pub(crate) mod review;
pub(crate) mod share;
pub(crate) mod shared;
pub(crate) mod sign_in;

use askama::Template;
use axum::response::Html;
use chaffinch_report::{Account, Frame, MenuItem, PageLocation, visible};
use chaffinch_storage::{Archive, Keeping, Status};
use chrono::{DateTime, Utc};

use crate::error::WebError;
use crate::http::guard::Admitted;

/// The main menu: message keys and addresses.
const MENU: [(&str, &str); 7] = [
    ("batches", "/"),
    ("new-comparison", "/batches/new"),
    ("cases", "/cases"),
    ("archives", "/archives"),
    ("query", "/query"),
    ("courses", "/courses"),
    ("account", "/account"),
];

/// Menu entries for administrators only.
const ADMIN_MENU: [(&str, &str); 1] = [("admin", "/admin/accounts")];

/// The command that creates a sign-in link.
pub(crate) const SIGN_IN_COMMAND: &str = "chaffinch user link NAME";

/// Returns the frame of a page for a signed-in account. `here` is the menu's address of the page.
fn frame(who: &Admitted, title: impl Into<String>, place: PageLocation, here: &str) -> Frame {
    let Admitted { actor, words, .. } = who;
    let item = |(label, href): (&'static str, &str)| MenuItem {
        label: words.say(label).plain(),
        href: href.to_owned(),
        current: href == here || (href.starts_with("/admin/") && here.starts_with("/admin/")),
    };
    Frame {
        menu: MENU
            .into_iter()
            .chain(actor.account.admin.then_some(ADMIN_MENU).into_iter().flatten())
            .map(item)
            .collect(),
        account: Some(Account { name: actor.account.name.clone(), sign_out: "/sign-out".to_owned() }),
        words: *words,
        ..Frame::new(title, place)
    }
}

/// Renders a page. Characters that could deceive a reader, such as invisible ones, are made visible.
fn rendered(page: &impl Template) -> Result<Html<String>, WebError> {
    let html = page.render().map_err(WebError::internal)?;
    Ok(Html(visible(&html).into_owned()))
}

/// Formats a share as a percentage, such as `85 %`.
fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A time as text for people and for programs.
struct When {
    shown: String,
    exact: String,
}

impl From<DateTime<Utc>> for When {
    fn from(time: DateTime<Utc>) -> Self {
        Self { shown: time.format("%Y-%m-%d %H:%M UTC").to_string(), exact: time.to_rfc3339() }
    }
}

/// A status as lists show it.
struct StatusChip {
    /// Message key of the status.
    words: &'static str,
    /// CSS class of the status. Empty: plain.
    tone: &'static str,
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
struct Choice {
    value: String,
    label: String,
    selected: bool,
}

/// Returns the message key of what an archive keeps.
fn kept(archive: &Archive) -> &'static str {
    if archive.sketch.is_some() {
        return "kept-sketches";
    }
    match archive.keeping {
        Keeping::Sources => "kept-sources",
        Keeping::Reduced => "kept-reduced",
    }
}

/// The state of a job, for the part of a page that shows it.
enum Stand {
    Queued,
    Running { stage: String, done: u64, total: u64 },
    Failed { reason: String },
    Cancelled,
    Done,
}

impl Stand {
    /// Returns whether the state will change without an action of the user.
    fn goes_on(&self) -> bool {
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
fn bytes_in_words(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
