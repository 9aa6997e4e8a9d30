//! `/courses` and below: the courses of the reader, the form that creates one, and the pages of a course: its comparisons,
//! archives, members, and the settings that its owners can change. The evidence over the term is in [`term`].
//!
//! [`term`]: crate::pages::term

use std::collections::BTreeMap;

use askama::Template;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, MenuItem};
use chaffinch_storage::{
    AccountId, Action, Archive, Batch, BatchFilter, BatchId, Checks, Course, CourseId, Member, Named as _,
    Role, may,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{Change, Manage, OnCourse, Own, Read};
use crate::http::request::{Form, Query};
use crate::pages::archives::{course_name, holds};
use crate::pages::frame::{frame, render};
use crate::services::courses;

/// Comparisons on a page.
const ROWS: u32 = 50;

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

pub(crate) fn path(course: &Course) -> String {
    format!("/courses/{}", course.id)
}

/// The pages of a course: message keys and ends of addresses.
const TABS: [(&str, &str); 6] = [
    ("batches", ""),
    ("term", "/term"),
    ("archives", "/archives"),
    ("course-members", "/members"),
    ("course-checks-tab", "/checks"),
    ("course-settings-tab", "/settings"),
];

/// What the pages of a course have in common.
pub(crate) struct CourseHead {
    pub(crate) id: CourseId,
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) personal: bool,
    pub(crate) tabs: Vec<MenuItem>,
}

impl CourseHead {
    /// Returns the head of the page whose address ends in `here`.
    pub(crate) fn new(who: &Admitted, course: &Course, here: &str) -> Self {
        let path = path(course);
        let tab = |(label, end): (&str, &str)| MenuItem {
            label: who.words.say(label).plain(),
            href: format!("{path}{end}"),
            current: end == here,
        };
        Self {
            id: course.id,
            name: course.name.clone(),
            personal: course.personal_of.is_some(),
            tabs: TABS.map(tab).into(),
            path,
        }
    }

    /// Returns the frame of a page of this course.
    pub(crate) fn frame(&self, who: &Admitted) -> Frame {
        let tab = self.tabs.iter().find(|tab| tab.current).map(|tab| tab.label.as_str());
        frame(who, format!("{} · {}", tab.unwrap_or_default(), self.name), "/courses")
    }
}

#[derive(Template)]
#[template(path = "service/course.html")]
struct ComparisonsPage {
    frame: Frame,
    head: CourseHead,
    batches: Vec<Batch>,
    older: Option<String>,
    may_upload: bool,
}

#[derive(Deserialize)]
pub(crate) struct After {
    /// The last comparison of the page before.
    after: Option<Uuid>,
}

pub(crate) async fn show(on: OnCourse<Read>, Query(query): Query<After>) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let filter = BatchFilter {
        account: who.actor.account.id,
        course: Some(course.id),
        after: query.after.map(BatchId),
        limit: ROWS,
    };
    let page = who.app.storage.batches(&filter).await?;
    let head = CourseHead::new(&who, &course, "");
    render(&ComparisonsPage {
        frame: head.frame(&who),
        older: page.next.map(|next| format!("{}?after={next}", head.path)),
        head,
        batches: page.items,
        may_upload: may(&who.actor, Action::Upload, course.id),
    })
}

#[derive(Template)]
#[template(path = "service/course_archives.html")]
struct CourseArchivesPage {
    frame: Frame,
    head: CourseHead,
    archives: Vec<Archive>,
    /// The course alone.
    courses: Vec<(Course, Role)>,
    may_make: bool,
}

pub(crate) async fn archives(on: OnCourse<Read>) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let head = CourseHead::new(&who, &course, "/archives");
    render(&CourseArchivesPage {
        frame: head.frame(&who),
        head,
        archives: who.app.storage.archives(&[course.id]).await?,
        may_make: may(&who.actor, Action::Upload, course.id),
        courses: vec![(course, Role::Viewer)],
    })
}

#[derive(Template)]
#[template(path = "service/course_people.html")]
struct PeoplePage {
    frame: Frame,
    head: CourseHead,
    members: Vec<Member>,
    /// The reader.
    own: AccountId,
    /// Whether the reader may change the members.
    manages: bool,
    /// Whether the reader can leave the course.
    leaves: bool,
}

pub(crate) async fn people(on: OnCourse<Read>) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let members = who.app.storage.members(course.id).await?;
    let owners = members.iter().filter(|member| member.role == Role::Owner).count();
    let role = who.actor.roles.get(&course.id).copied();
    let own = who.actor.account.id;
    let head = CourseHead::new(&who, &course, "/members");
    render(&PeoplePage {
        frame: head.frame(&who),
        head,
        members,
        own,
        manages: may(&who.actor, Action::Manage, course.id),
        leaves: role.is_some_and(|role| role != Role::Owner || owners > 1) && course.personal_of != Some(own),
    })
}

#[derive(Template)]
#[template(path = "service/course_settings.html")]
struct SettingsPage {
    frame: Frame,
    head: CourseHead,
    course: Course,
    /// Whether the page is about checks before the deadline. Otherwise, it is about the name and the retention.
    of_checks: bool,
    manages: bool,
}

pub(crate) async fn checks(on: OnCourse<Read>) -> Result<Html<String>> {
    settings_page(on, true)
}

pub(crate) async fn settings(on: OnCourse<Read>) -> Result<Html<String>> {
    settings_page(on, false)
}

fn settings_page(on: OnCourse<Read>, of_checks: bool) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let head = CourseHead::new(&who, &course, if of_checks { "/checks" } else { "/settings" });
    render(&SettingsPage {
        frame: head.frame(&who),
        head,
        of_checks,
        manages: may(&who.actor, Action::Manage, course.id),
        course,
    })
}

#[derive(Deserialize)]
pub(crate) struct Changed {
    /// Absent: the name stays as it is.
    name: Option<String>,
    /// Days to keep batches. Empty means forever. Absent: it stays as it is.
    keep_days: Option<String>,
    /// Empty: what concerns checks stays as it is.
    #[serde(default)]
    checks: String,
    /// Sent if the box is checked.
    checks_open_cases: Option<String>,
}

pub(crate) async fn change(on: OnCourse<Manage>, Form(form): Form<Changed>) -> Result<Redirect> {
    let mut settings = on.course.settings();
    let end = if form.name.is_some() { "/settings" } else { "/checks" };
    settings.name = form.name.unwrap_or(settings.name);
    match form.keep_days.as_deref().map(str::trim) {
        None => {}
        Some("") => settings.keep_days = None,
        Some(days) => settings.keep_days = Some(days.parse().map_err(|_| courses::wrong_days())?),
    }
    if !form.checks.is_empty() {
        settings.checks = courses::checks(&form.checks)?;
        settings.checks_open_cases = form.checks_open_cases.is_some();
    }
    courses::change(&on.who, &on.course, settings).await?;
    Ok(Redirect::to(&format!("{}{end}", path(&on.course))))
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
    Ok(Redirect::to(&format!("{}/members", path(&on.course))))
}

pub(crate) async fn leave(on: OnCourse<Read>) -> Result<Redirect> {
    // A read-only token may not leave a course. Everyone else may, in any role.
    if on.who.actor.scope != chaffinch_storage::Scope::Write {
        return Err(WebError::Forbidden);
    }
    courses::leave(&on.who, &on.course).await?;
    Ok(Redirect::to("/courses"))
}
