//! Texts to print and to hand out. `/courses/{course}/notice` is the notice to students: what is compared, who decides, and
//! how long what is kept. `/data-protection` is the data protection sheet: what an institution asks before it allows the
//! processing of personal data, with what the reader's courses keep.
//!
//! They describe what the service does with its present settings. What only the institution knows are blanks, which a form
//! fills; nothing of it is stored.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{Frame, Locale, Message};
use chaffinch_storage::{Archive, Checks, Course, CourseId, Keeping, Named};
use chrono::{DateTime, Utc};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{OnCourse, Own, Read};
use crate::http::request::Query;
use crate::pages::courses::path;
use crate::pages::frame::{frame, render};

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
fn blanks<const N: usize>(names: [&'static str; N], values: &BTreeMap<String, String>) -> Result<[Blank; N]> {
    let value = |name| values.get(name).map_or("", String::as_str);
    if let Some(name) = names.into_iter().find(|&name| value(name).chars().count() > MAX_BLANK) {
        return Err(WebError::field(name, format!("must have at most {MAX_BLANK} characters")));
    }
    Ok(names.map(|name| Blank { name, value: value(name).trim().to_owned() }))
}

fn section(heading: &'static str, paragraphs: impl IntoIterator<Item = Message>) -> Section {
    Section { heading, paragraphs: paragraphs.into_iter().collect() }
}

pub(crate) async fn show_notice(
    on: OnCourse<Read>,
    Query(values): Query<BTreeMap<String, String>>,
) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let blanks = blanks(["institution", "decides", "cases", "contact", "allowed"], &values)?;
    let archives = who.app.storage.archives(&[course.id]).await?;
    let retention = CourseRetention::new(course.clone(), &archives);
    let title = who.words.say("notice-title").text("course", &course.name);
    let shown = blanks.each_ref().map(|blank| blank.shown(who.words));
    let path = path(&course);
    render(&PrintedPage {
        frame: frame(&who, title.plain(), "/courses"),
        action: format!("{path}/notice"),
        course: Some((path, course.name.clone())),
        title,
        hint: "notice-hint",
        sections: notice_sections(who.words, &course, &retention, &shown),
        blanks: blanks.into(),
        courses: Vec::new(),
    })
}

fn notice_sections(
    words: Locale,
    course: &Course,
    retention: &CourseRetention,
    [institution, decides, cases, contact, allowed]: &[String; 5],
) -> Vec<Section> {
    let say = |key: &'static str| words.say(key);
    let mut compared = vec![say("notice-purpose").text("institution", institution), say("notice-files")];
    if retention.archives > 0 {
        compared.push(say("notice-earlier"));
    }
    compared.push(say("notice-term"));
    let mut sections = vec![
        section("notice-compared", compared),
        section("notice-says", [say("notice-says-what"), say("notice-says-common")]),
    ];
    if let Some(answer) = check_answer(course.checks) {
        let stored = if course.checks_open_cases { "notice-check-kept" } else { "notice-check-not-kept" };
        sections.push(section("notice-checks", [say("notice-check"), say(answer), say(stored)]));
    }
    sections.extend([
        section("notice-decides", [say("notice-decides-who").text("decides", decides), say("notice-answer")]),
        section("notice-allowed", [say("notice-allowed-what").text("allowed", allowed)]),
        section("notice-kept", storage(words, retention, cases)),
        section("notice-rights", [say("notice-rights-what").text("contact", contact)]),
    ]);
    sections
}

/// Returns the message key of what a check answers to students.
fn check_answer(checks: Checks) -> Option<&'static str> {
    match checks {
        Checks::Off => None,
        Checks::Received => Some("notice-check-received"),
        Checks::Outcome => Some("notice-check-outcome"),
    }
}

fn storage(words: Locale, retention: &CourseRetention, cases: &str) -> Vec<Message> {
    let mut paragraphs = vec![words.say("notice-kept-who")];
    paragraphs.push(match retention.keep_days {
        Some(days) => words.say("notice-kept-days").number("count", days),
        None => words.say("notice-kept-deleted"),
    });
    if retention.archives > 0 {
        paragraphs.push(match &retention.archives_until {
            Some(until) => words.say("notice-archives-until").text("date", until),
            None => words.say("notice-archives-deleted"),
        });
    }
    if retention.reduced {
        paragraphs.push(words.say("notice-archives-reduced"));
    }
    paragraphs.push(words.say("notice-kept-cases").text("cases", cases));
    paragraphs
}

pub(crate) async fn show_sheet(
    who: Own<Read>,
    Query(values): Query<BTreeMap<String, String>>,
) -> Result<Html<String>> {
    let blanks = blanks(["responsible", "basis", "breach"], &values)?;
    let shown = blanks.each_ref().map(|blank| blank.shown(who.words));
    let title = who.words.say("sheet");
    render(&PrintedPage {
        frame: frame(&who, title.plain(), "/data-protection"),
        course: None,
        title,
        hint: "sheet-hint",
        action: "/data-protection".to_owned(),
        sections: sheet_sections(who.words, &who.app, &shown),
        blanks: blanks.into(),
        courses: courses(&who).await?,
    })
}

/// Returns what each course keeps, in order of names: the courses of the reader, and for administrators all others but
/// personal ones.
async fn courses(who: &Admitted) -> Result<Vec<CourseRetention>> {
    let own = who.app.storage.courses_of(who.actor.account.id).await?;
    let mut courses: BTreeMap<CourseId, Course> =
        own.into_iter().map(|(course, _)| (course.id, course)).collect();
    if who.actor.account.admin {
        courses.extend(who.app.storage.courses().await?.into_iter().map(|course| (course.id, course)));
    }
    let ids: Vec<CourseId> = courses.keys().copied().collect();
    let archives = who.app.storage.archives(&ids).await?;
    let mut retentions: Vec<CourseRetention> =
        courses.into_values().map(|course| CourseRetention::new(course, &archives)).collect();
    retentions.sort_by_cached_key(|course| (course.personal, course.name.to_lowercase()));
    Ok(retentions)
}

fn sheet_sections(words: Locale, app: &App, [responsible, basis, breach]: &[String; 3]) -> Vec<Section> {
    let say = |key: &'static str| words.say(key);
    let settings = &app.settings;
    let mut accounts = vec![say("sheet-members")];
    if settings.provider.is_some() || settings.identity_header.is_some() {
        accounts.push(say("sheet-provider"));
    }
    accounts.extend([say("sheet-operator"), say("sheet-links"), say("sheet-students")]);
    vec![
        section("sheet-purpose", [say("sheet-purpose-what"), say("sheet-purpose-not")]),
        section("sheet-responsible", [say("sheet-responsible-who").text("responsible", responsible)]),
        section("sheet-basis", [say("sheet-basis-what").text("basis", basis)]),
        section(
            "sheet-data",
            [say("sheet-data-students"), say("sheet-data-staff"), say("sheet-data-source")],
        ),
        section("sheet-place", [say("sheet-place-what"), say("sheet-place-moss")]),
        section("sheet-access", accounts),
        section(
            "sheet-retention",
            [
                say("sheet-retention-comparisons"),
                say("sheet-retention-uploads"),
                say("sheet-retention-cases"),
                say("sheet-retention-audit"),
            ],
        ),
        section("sheet-decision", [say("sheet-decision-who"), say("sheet-decision-second")]),
        section("sheet-errors", [say("sheet-errors-what"), say("sheet-errors-common")]),
        section("sheet-measures", [say("sheet-measures-roles"), say("sheet-measures-isolation")]),
        section("sheet-requests", [say("sheet-requests-what"), say("sheet-requests-erase")]),
        section("sheet-breach", [say("sheet-breach-what").text("breach", breach), say("sheet-breach-audit")]),
        section("sheet-remaining", [say("sheet-remaining-what")]),
    ]
}

/// What a course keeps.
struct CourseRetention {
    name: String,
    personal: bool,
    /// Days after which comparisons are deleted. `None`: they are kept until somebody deletes them.
    keep_days: Option<u32>,
    /// Whether it accepts checks before the deadline.
    checks: Checks,
    /// Number of archives.
    archives: usize,
    /// The day on which the last archive is deleted. `None`: one of them has no such day, or there are none.
    archives_until: Option<String>,
    /// Whether no archive keeps texts, names and literals.
    reduced: bool,
}

impl CourseRetention {
    /// Returns what a course keeps. `archives` can contain those of other courses.
    pub(super) fn new(course: Course, archives: &[Archive]) -> Self {
        let own: Vec<&Archive> = archives.iter().filter(|archive| archive.course == course.id).collect();
        let ends: Option<Vec<DateTime<Utc>>> = own.iter().map(|archive| archive.keep_until).collect();
        Self {
            personal: course.personal_of.is_some(),
            keep_days: course.keep_days,
            checks: course.checks,
            archives: own.len(),
            archives_until: ends
                .and_then(|ends| ends.into_iter().max())
                .map(|last| last.format("%Y-%m-%d").to_string()),
            reduced: !own.is_empty() && own.iter().all(|archive| archive.keeping == Keeping::Reduced),
            name: course.name,
        }
    }
}
