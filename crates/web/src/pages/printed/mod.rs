//! Texts to print and to hand out: the notice to students, and the data protection sheet. They describe what the service
//! does with its present settings. What only the institution knows are blanks, which a form fills; nothing of it is stored.

pub(crate) mod data_protection;
pub(crate) mod notice;
mod retention;

use std::collections::BTreeMap;

use askama::Template;
use chaffinch_pages::{Frame, Locale, Message};
use chaffinch_storage::Named;
use retention::CourseRetention;

use crate::error::WebError;

/// Maximum length of what fills a blank, in characters.
const MAX_BLANK: usize = 2000;

#[derive(Template)]
#[template(path = "service/printed.html")]
struct PrintedPage {
    frame: Frame,
    /// Address and name of the course, for a page of one course.
    course: Option<(String, String)>,
    title: Message,
    /// Message key of what to do with the page.
    hint: &'static str,
    /// Address of the page, which the form asks for again.
    action: String,
    blanks: Vec<Blank>,
    sections: Vec<Section>,
    /// What each course keeps.
    courses: Vec<CourseRetention>,
}

/// A heading with its paragraphs.
struct Section {
    /// Message key.
    heading: &'static str,
    paragraphs: Vec<Message>,
}

/// Blanks that may have several sentences.
const LONG: [&str; 2] = ["allowed", "breach"];

/// Something that only the institution knows.
struct Blank {
    /// Name of the field.
    name: &'static str,
    value: String,
}

impl Blank {
    fn is_long(&self) -> bool {
        LONG.contains(&self.name)
    }

    /// Returns what the page says in its place: a text in brackets if it is not filled.
    fn shown(&self, words: Locale) -> String {
        if self.value.is_empty() {
            words.say(format!("blank-{}-missing", self.name)).plain()
        } else {
            self.value.clone()
        }
    }
}

/// Returns the blanks with these names, filled with the values of a query.
fn blanks<const N: usize>(
    names: [&'static str; N],
    values: &BTreeMap<String, String>,
) -> Result<[Blank; N], WebError> {
    let value = |name| values.get(name).map_or("", String::as_str);
    if let Some(name) = names.into_iter().find(|&name| value(name).chars().count() > MAX_BLANK) {
        return Err(WebError::field(name, format!("must have at most {MAX_BLANK} characters")));
    }
    Ok(names.map(|name| Blank { name, value: value(name).trim().to_owned() }))
}

fn section(heading: &'static str, paragraphs: impl IntoIterator<Item = Message>) -> Section {
    Section { heading, paragraphs: paragraphs.into_iter().collect() }
}
