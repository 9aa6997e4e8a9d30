//! The frame of a page: its menu, and who is signed in.

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{Account, Frame, MenuItem, PageLocation, visible};

use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::http::locale;

/// The destinations in the header: message keys and addresses.
const MENU: [(&str, &str); 4] =
    [("batches", "/"), ("cases", "/cases"), ("archives", "/archives"), ("query", "/query")];

/// Entries of the account's menu.
const ACCOUNT_MENU: [(&str, &str); 2] = [("account-settings", "/account"), ("courses", "/courses")];

/// Entries of the account's menu for administrators only.
const ADMIN_MENU: [(&str, &str); 1] = [("admin", "/admin/accounts")];

/// Returns the frame of a page for a signed-in account. `here` is the menu's address of the page.
pub(crate) fn frame(who: &Admitted, title: impl Into<String>, place: PageLocation, here: &str) -> Frame {
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
        languages: Some(locale::buttons(None)),
        ..Frame::new(title, place)
    }
}

/// Renders a page. Characters that could deceive a reader, such as invisible ones, are made visible.
pub(crate) fn render(page: &impl Template) -> Result<Html<String>, WebError> {
    let html = page.render().map_err(WebError::internal)?;
    Ok(Html(visible(&html).into_owned()))
}
