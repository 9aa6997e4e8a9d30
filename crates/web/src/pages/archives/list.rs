//! `/archives`: the archives that the reader may see, by name.

use askama::Template;
use axum::extract::State;
use axum::response::Html;
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Action, Archive, Course, CourseId, Named as _, Role};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Own, Read};
use crate::pages::frame::{frame, render};

#[derive(Template)]
#[template(path = "service/archives.html")]
struct ArchivesPage {
    frame: Frame,
    archives: Vec<Archive>,
    courses: Vec<(Course, Role)>,
    may_make: bool,
}

pub(crate) async fn list(who: Own<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    render(&ArchivesPage {
        frame: frame(&who, who.words.say("archives"), PageLocation::Service, "/archives"),
        archives: app.storage.archives(&who.courses(Action::See)).await?,
        courses: app.storage.courses_of(who.actor.account.id).await?,
        may_make: !who.courses(Action::Upload).is_empty(),
    })
}

/// Returns the name of one of the reader's courses.
pub(crate) fn course_name(id: CourseId, courses: &[(Course, Role)]) -> &str {
    courses.iter().find(|(course, _)| course.id == id).map_or("", |(course, _)| &course.name)
}
