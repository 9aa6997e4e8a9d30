//! The pages of the service. Complete without JavaScript; reports are rendered by `report`, in the same frame.

pub(crate) mod account;
pub(crate) mod batch;
pub(crate) mod batches;
pub(crate) mod change;
pub(crate) mod files;
pub(crate) mod new;
pub(crate) mod sign_in;

use askama::Template;
use axum::response::Html;
use chaffinch_report::{Account, Frame, MenuItem, Place, visible};
use chaffinch_storage::{Actor, Status};
use chrono::{DateTime, Utc};

use crate::error::WebError;

/// The main links: text and address.
const MENU: [(&str, &str); 3] =
    [("Batches", "/"), ("New comparison", "/batches/new"), ("Account", "/account")];

/// What surrounds a page for somebody who is signed in. `here` is the menu's address of the page.
fn frame(actor: &Actor, title: impl Into<String>, place: Place, here: &str) -> Frame {
    let item = |(label, href): (&str, &str)| MenuItem {
        label: label.to_owned(),
        href: href.to_owned(),
        current: href == here,
    };
    Frame {
        menu: MENU.map(item).into(),
        account: Some(Account { name: actor.account.name.clone(), sign_out: "/sign-out".to_owned() }),
        ..Frame::new(title, place)
    }
}

/// A finished page; characters that would deceive a reader are shown.
fn rendered(page: &impl Template) -> Result<Html<String>, WebError> {
    let html = page.render().map_err(WebError::internal)?;
    Ok(Html(visible(&html).into_owned()))
}

/// A time for people and for programs.
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
    words: &'static str,
    /// Class of the chip; empty: plain.
    tone: &'static str,
}

impl From<&Status> for StatusChip {
    fn from(status: &Status) -> Self {
        let (words, tone) = match status {
            Status::Queued => ("waiting", ""),
            Status::Running(_) => ("running", "strong"),
            Status::Done => ("done", "good"),
            Status::Failed { .. } => ("failed", "bad"),
            Status::Cancelled => ("cancelled", ""),
        };
        Self { words, tone }
    }
}
