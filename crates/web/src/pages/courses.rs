//! `/courses` and below: the courses of the reader, the form that creates one, the members of a course, and the settings
//! that its owners can change.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::{Html, Redirect};
use chaffinch_pages::Frame;
use chaffinch_storage::{
    AccountId, Action, Checks, Course, CourseId, CourseSettings, Member, Named as _, Role, may,
};
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::http::guard::{Change, Manage, OnCourse, Own, Read};
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

pub(crate) async fn list(who: Own<Read>) -> Result<Html<String>> {
    let account = who.actor.account.id;
    render(&CoursesPage {
        frame: frame(&who, who.words.say("courses"), "/courses"),
        members: who.app.storage.member_counts(account).await?,
        courses: who.app.storage.courses_of(account).await?,
    })
}

#[derive(Deserialize)]
pub(crate) struct NewCourse {
    name: String,
}

pub(crate) async fn create(who: Own<Change>, Form(form): Form<NewCourse>) -> Result<Redirect> {
    let course = courses::create(&who, &form.name).await?;
    Ok(Redirect::to(&format!("/courses/{}", course.id)))
}

#[derive(Template)]
#[template(path = "service/course.html")]
struct CoursePage {
    frame: Frame,
    path: String,
    course: Course,
    members: Vec<Member>,
    /// The reader.
    own: AccountId,
    /// Whether the reader may change the members.
    manages: bool,
    /// Whether the reader can leave the course.
    leaves: bool,
}

pub(crate) fn path(course: &Course) -> String {
    format!("/courses/{}", course.id)
}

pub(crate) async fn show(on: OnCourse<Read>) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let members = who.app.storage.members(course.id).await?;
    let owners = members.iter().filter(|member| member.role == Role::Owner).count();
    let role = who.actor.roles.get(&course.id).copied();
    let own = who.actor.account.id;
    render(&CoursePage {
        frame: frame(&who, course.name.clone(), "/courses"),
        path: path(&course),
        members,
        own,
        manages: may(&who.actor, Action::Manage, course.id),
        leaves: role.is_some_and(|role| role != Role::Owner || owners > 1) && course.personal_of != Some(own),
        course,
    })
}

#[derive(Deserialize)]
pub(crate) struct Changed {
    name: String,
    /// Days to keep batches. Empty means forever.
    #[serde(default)]
    keep_days: String,
    /// Empty: what concerns checks stays as it is.
    #[serde(default)]
    checks: String,
    /// Sent if the box is checked.
    checks_open_cases: Option<String>,
}

pub(crate) async fn change(on: OnCourse<Manage>, Form(form): Form<Changed>) -> Result<Redirect> {
    let days = match form.keep_days.trim() {
        "" => None,
        days => Some(days.parse().map_err(|_| courses::wrong_days())?),
    };
    let mut settings = CourseSettings { name: form.name, keep_days: days, ..on.course.settings() };
    if !form.checks.is_empty() {
        settings.checks = courses::checks(&form.checks)?;
        settings.checks_open_cases = form.checks_open_cases.is_some();
    }
    courses::change(&on.who, &on.course, settings).await?;
    Ok(Redirect::to(&path(&on.course)))
}

#[derive(Deserialize)]
pub(crate) struct Membership {
    name: String,
    /// Empty: removes the member.
    role: String,
}

pub(crate) async fn set_member(on: OnCourse<Manage>, Form(form): Form<Membership>) -> Result<Redirect> {
    if form.role.is_empty() {
        courses::remove_member(&on.who, &on.course, &form.name).await?;
    } else {
        courses::set_member(&on.who, &on.course, &form.name, &form.role).await?;
    }
    Ok(Redirect::to(&path(&on.course)))
}

pub(crate) async fn leave(on: OnCourse<Read>) -> Result<Redirect> {
    // A read-only token may not leave a course. Everyone else may, in any role.
    if on.who.actor.scope != chaffinch_storage::Scope::Write {
        return Err(WebError::Forbidden);
    }
    courses::leave(&on.who, &on.course).await?;
    Ok(Redirect::to("/courses"))
}
