//! `/courses/{course}/notice`: the notice to students of a course. It says what is compared, who decides, and how long
//! what is kept.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Html;
use chaffinch_pages::{Locale, Message, PageLocation};
use chaffinch_storage::{Checks, Course};

use super::retention::CourseRetention;
use super::{PrintedPage, Section, blanks, section};
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{OnCourse, Read};
use crate::http::request::Query;
use crate::pages::courses::show::path;
use crate::pages::frame::{frame, render};

pub(crate) async fn show(
    on: OnCourse<Read>,
    State(app): State<App>,
    Query(values): Query<BTreeMap<String, String>>,
) -> Result<Html<String>, WebError> {
    let OnCourse { who, course, .. } = on;
    let blanks = blanks(["institution", "decides", "cases", "contact", "allowed"], &values)?;
    let archives = app.storage.archives(&[course.id]).await?;
    let retention = CourseRetention::new(course.clone(), &archives);
    let title = who.words.say("notice-title").text("course", &course.name);
    let shown = blanks.each_ref().map(|blank| blank.shown(who.words));
    let path = path(&course);
    render(&PrintedPage {
        frame: frame(&who, title.plain(), PageLocation::Service, "/courses"),
        action: format!("{path}/notice"),
        course: Some((path, course.name.clone())),
        title,
        hint: "notice-hint",
        sections: sections(who.words, &course, &retention, &shown),
        blanks: blanks.into(),
        courses: Vec::new(),
    })
}

fn sections(
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
