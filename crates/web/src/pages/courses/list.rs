//! `/courses`: the courses of the reader, and the form that creates one.

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::Role;
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
    rows: Vec<CourseRow>,
}

struct CourseRow {
    href: String,
    name: String,
    personal: bool,
    /// Message key of the role.
    role: &'static str,
    members: u64,
}

/// Returns the message key of a role.
pub(crate) const fn role_words(role: Role) -> &'static str {
    match role {
        Role::Viewer => "role-viewer",
        Role::Assistant => "role-assistant",
        Role::Instructor => "role-instructor",
        Role::Owner => "role-owner",
    }
}

pub(crate) async fn list(who: Own<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    let account = who.actor.account.id;
    let members = app.storage.member_counts(account).await?;
    let rows = app.storage.courses_of(account).await?.into_iter().map(|(course, role)| CourseRow {
        href: format!("/courses/{}", course.id),
        name: course.name,
        personal: course.personal_of.is_some(),
        role: role_words(role),
        // The account may have joined the course after the members were counted.
        members: members.get(&course.id).copied().unwrap_or(1),
    });
    render(&CoursesPage {
        frame: frame(&who, who.words.say("courses"), PageLocation::Service, "/courses"),
        rows: rows.collect(),
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
