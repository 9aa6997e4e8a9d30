//! `/admin/courses`: all courses except personal ones. Administrators cannot open a course's reports. An administrator
//! can become an owner of the course, which the course's log and list of members then show.

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Course, CourseId, Role};
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Administrator, Change, Read};
use crate::http::request::Path;
use crate::pages::frame::{frame, render};

#[derive(Template)]
#[template(path = "service/admin_courses.html")]
struct CoursesPage {
    frame: Frame,
    rows: Vec<CourseRow>,
}

struct CourseRow {
    course: Course,
    owners: Vec<String>,
    members: usize,
    /// Whether the administrator is a member.
    own: bool,
}

pub(crate) async fn list(who: Administrator<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    let mut rows = Vec::new();
    for course in app.storage.courses().await? {
        let members = app.storage.members(course.id).await?;
        rows.push(CourseRow {
            own: who.actor.roles.contains_key(&course.id),
            members: members.len(),
            owners: members
                .into_iter()
                .filter(|member| member.role == Role::Owner)
                .map(|member| member.account.name)
                .collect(),
            course,
        });
    }
    render(&CoursesPage {
        frame: frame(&who, who.words.say("admin-courses"), PageLocation::Service, "/admin/courses"),
        rows,
    })
}

/// Makes the administrator an owner, for example after the last owner has left.
pub(crate) async fn join(
    who: Administrator<Change>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
) -> Result<Redirect, WebError> {
    let course = app.storage.course(CourseId(id)).await?.ok_or(WebError::NotFound)?;
    // Personal courses are excluded. Their owner can add the administrator as a member if help is needed.
    if course.personal_of.is_some() {
        return Err(WebError::NotFound);
    }
    who.grants()?;
    app.storage.set_role(who.actor.account.id, course.id, Some(Role::Owner), &who.by(&app.clock)).await?;
    Ok(Redirect::to(&format!("/courses/{id}")))
}
