//! `/data-protection`: the data protection sheet of the installation. It answers what an institution asks before it
//! allows the processing of personal data, with what the reader's courses keep. Administrators see all courses.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Html;
use chaffinch_pages::{Locale, PageLocation};
use chaffinch_storage::{Course, CourseId};

use super::retention::CourseRetention;
use super::{PrintedPage, Section, blanks, section};
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, Own, Read};
use crate::http::request::Query;
use crate::pages::frame::{frame, render};

pub(crate) async fn show(
    who: Own<Read>,
    State(app): State<App>,
    Query(values): Query<BTreeMap<String, String>>,
) -> Result<Html<String>, WebError> {
    let blanks = blanks(["responsible", "basis", "breach"], &values)?;
    let shown = blanks.each_ref().map(|blank| blank.shown(who.words));
    let title = who.words.say("sheet");
    render(&PrintedPage {
        frame: frame(&who, title.plain(), PageLocation::Service, "/data-protection"),
        course: None,
        title,
        hint: "sheet-hint",
        action: "/data-protection".to_owned(),
        sections: sections(who.words, &app, &shown),
        blanks: blanks.into(),
        courses: courses(&app, &who).await?,
    })
}

/// Returns what each course keeps, in order of names: the courses of the reader, and for administrators all others but
/// personal ones.
async fn courses(app: &App, who: &Admitted) -> Result<Vec<CourseRetention>, WebError> {
    let own = app.storage.courses_of(who.actor.account.id).await?;
    let mut courses: BTreeMap<CourseId, Course> =
        own.into_iter().map(|(course, _)| (course.id, course)).collect();
    if who.actor.account.admin {
        courses.extend(app.storage.courses().await?.into_iter().map(|course| (course.id, course)));
    }
    let ids: Vec<CourseId> = courses.keys().copied().collect();
    let archives = app.storage.archives(&ids).await?;
    let mut retentions: Vec<CourseRetention> =
        courses.into_values().map(|course| CourseRetention::new(course, &archives)).collect();
    retentions.sort_by_cached_key(|course| (course.personal, course.name.to_lowercase()));
    Ok(retentions)
}

fn sections(words: Locale, app: &App, [responsible, basis, breach]: &[String; 3]) -> Vec<Section> {
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
