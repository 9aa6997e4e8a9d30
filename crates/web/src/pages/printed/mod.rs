//! Texts to print and to hand out: the notice to students, and the data protection sheet. They describe what the service
//! does with its present settings. What only the institution knows are blanks, which a form fills; nothing of it is stored.

pub(crate) mod data_protection;
pub(crate) mod notice;
mod retention;

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

/// Something that only the institution knows.
struct Blank {
    /// Name of the field.
    name: &'static str,
    /// Message keys of the field's label, and of the text in brackets that stands for a blank that is not filled.
    label: &'static str,
    missing: &'static str,
    value: String,
    /// Whether it may have several sentences.
    long: bool,
}

impl Blank {
    fn new(
        name: &'static str,
        [label, missing]: [&'static str; 2],
        value: &str,
        long: bool,
    ) -> Result<Self, WebError> {
        if MAX_BLANK < value.chars().count() {
            return Err(WebError::field(name, format!("must have at most {MAX_BLANK} characters")));
        }
        Ok(Self { name, label, missing, value: value.trim().to_owned(), long })
    }

    /// Returns what the page says in its place.
    fn shown(&self, words: Locale) -> String {
        if self.value.is_empty() { words.say(self.missing).plain() } else { self.value.clone() }
    }
}

fn section(heading: &'static str, paragraphs: impl IntoIterator<Item = Message>) -> Section {
    Section { heading, paragraphs: paragraphs.into_iter().collect() }
}
