//! `/archives`: the archives that the reader may see, by name.

use askama::Template;
use axum::extract::State;
use axum::response::Html;
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Action, Archive, Course, Role};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Own, Read};
use crate::pages::frame::{frame, render};
use crate::pages::values::{StatusChip, When, kept};

#[derive(Template)]
#[template(path = "service/archives.html")]
struct ArchivesPage {
    frame: Frame,
    rows: Vec<ArchiveRow>,
    may_make: bool,
}

struct ArchiveRow {
    name: String,
    href: String,
    year: Option<i32>,
    course: String,
    submissions: u64,
    kept: &'static str,
    keep_until: Option<When>,
    status: StatusChip,
}

pub(crate) async fn list(who: Own<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    let courses = app.storage.courses_of(who.actor.account.id).await?;
    let archives = app.storage.archives(&who.courses(Action::See)).await?;
    render(&ArchivesPage {
        frame: frame(&who, who.words.say("archives"), PageLocation::Service, "/archives"),
        rows: archives.into_iter().map(|archive| row(archive, &courses)).collect(),
        may_make: !who.courses(Action::Upload).is_empty(),
    })
}

fn row(archive: Archive, courses: &[(Course, Role)]) -> ArchiveRow {
    ArchiveRow {
        href: format!("/archives/{}", archive.id),
        year: archive.year,
        course: course_name(archive.course, courses),
        submissions: archive.submissions,
        kept: kept(&archive),
        keep_until: archive.keep_until.map(When::from),
        status: (&archive.status).into(),
        name: archive.name,
    }
}

/// Returns the name of one of the reader's courses.
pub(crate) fn course_name(id: chaffinch_storage::CourseId, courses: &[(Course, Role)]) -> String {
    courses
        .iter()
        .find(|(course, _)| course.id == id)
        .map(|(course, _)| course.name.clone())
        .unwrap_or_default()
}
