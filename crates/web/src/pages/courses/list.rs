//! `/courses`: the courses of the reader, and the form that creates one.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Course, CourseId, Named as _, Role};
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, Own, Read};
use crate::http::request::Form;
use crate::pages::frame::{frame, render};
use crate::services::courses;

#[derive(Template)]
#[template(path = "service/courses.html")]
struct CoursesPage {
    frame: Frame,
    courses: Vec<(Course, Role)>,
    /// Numbers of members. The account may have joined a course after they were counted.
    members: BTreeMap<CourseId, u64>,
}

pub(crate) async fn list(who: Own<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    let account = who.actor.account.id;
    render(&CoursesPage {
        frame: frame(&who, who.words.say("courses"), PageLocation::Service, "/courses"),
        members: app.storage.member_counts(account).await?,
        courses: app.storage.courses_of(account).await?,
    })
}

#[derive(Deserialize)]
pub(crate) struct NewCourse {
    name: String,
}

pub(crate) async fn create(
    who: Own<Change>,
    State(app): State<App>,
    Form(form): Form<NewCourse>,
) -> Result<Redirect, WebError> {
    let course = courses::create(&app, &who, &form.name).await?;
    Ok(Redirect::to(&format!("/courses/{}", course.id)))
}
