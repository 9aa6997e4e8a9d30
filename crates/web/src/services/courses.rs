//! Changes courses and their members, the evidence over their tasks, and who is who in them, for the API and the pages.

use chaffinch_person::{TermSelection, term_report};
use chaffinch_report::TermReport;
use chaffinch_storage::{
    Account, Checks, Course, CourseId, CourseSettings, JobId, Named, NewCourse, PersonName, Role,
    person_names,
};

use crate::app::App;
use crate::error::{Result, WebError, or_not_found};
use crate::http::admitted::Admitted;
use crate::sign_in::accounts;

/// Maximum default retention of the batches of a course, in days.
const MAX_KEEP_DAYS: u32 = 36_500;

/// Creates a course. The caller becomes its owner.
pub(crate) async fn create(who: &Admitted, name: &str) -> Result<Course> {
    let by = who.by();
    let name = accounts::name("name", name)?;
    let new = NewCourse { id: CourseId::new(by.at), name, owner: who.actor.account.id };
    Ok(who.app.storage.create_course(&new, &by).await?)
}

/// Changes the settings of a course.
pub(crate) async fn change(who: &Admitted, course: &Course, mut settings: CourseSettings) -> Result<()> {
    settings.name = accounts::name("name", &settings.name)?;
    if settings.keep_days.is_some_and(|days| !(1..=MAX_KEEP_DAYS).contains(&days)) {
        return Err(wrong_days());
    }
    or_not_found(who.app.storage.change_course(course.id, &settings, &who.by()).await?)
}

/// Reads the setting that says whether the course accepts checks.
pub(crate) fn checks(name: &str) -> Result<Checks> {
    Checks::from_name(name)
        .ok_or_else(|| WebError::field("checks", format!("must be one of {}", Checks::names().join(", "))))
}

pub(crate) fn wrong_days() -> WebError {
    WebError::field("keep_days", format!("must be a number from 1 to {MAX_KEEP_DAYS}, or empty"))
}

/// Gives the account of this name a role. Returns the account. A token can only lower a role, because every other role
/// would outlast it.
pub(crate) async fn set_member(who: &Admitted, course: &Course, name: &str, role: &str) -> Result<Account> {
    let account = accounts::find(&who.app, name).await?;
    let role = Role::from_name(role)
        .ok_or_else(|| WebError::field("role", format!("must be one of {}", Role::names().join(", "))))?;
    stays(course, &account, Some(role))?;
    let members = who.app.storage.members(course.id).await?;
    let before = members.iter().find(|member| member.account.id == account.id).map(|member| member.role);
    if before < Some(role) {
        who.grants_in(course.id)?;
    }
    who.app.storage.set_role(account.id, course.id, Some(role), &who.by()).await?;
    Ok(account)
}

/// Removes a member from a course.
pub(crate) async fn remove_member(who: &Admitted, course: &Course, name: &str) -> Result<()> {
    let members = who.app.storage.members(course.id).await?;
    let member = members.into_iter().find(|member| member.account.name == name.trim());
    let account = member.ok_or_else(|| WebError::NoAccount { name: name.trim().to_owned() })?.account;
    stays(course, &account, None)?;
    who.app.storage.set_role(account.id, course.id, None, &who.by()).await?;
    Ok(())
}

/// Removes the caller from a course. The last owner cannot leave.
pub(crate) async fn leave(who: &Admitted, course: &Course) -> Result<()> {
    stays(course, &who.actor.account, None)?;
    who.app.storage.set_role(who.actor.account.id, course.id, None, &who.by()).await?;
    Ok(())
}

/// Refuses to remove an account from its personal course, because uploads without a course go there.
fn stays(course: &Course, account: &Account, role: Option<Role>) -> Result<()> {
    if course.personal_of == Some(account.id) && role != Some(Role::Owner) {
        return Err(WebError::LastOwner);
    }
    Ok(())
}

/// Returns the evidence for all listed pairs. If comparisons came or went since it was computed, it is
/// computed again, and the caller should ask later.
pub(crate) async fn evidence(app: &App, course: &Course, hide_names: bool) -> Result<TermReport> {
    let report = selected(app, course.id, hide_names, &TermSelection::Places(0..usize::MAX)).await?;
    if !report.current {
        let now = app.clock.now();
        app.storage.queue_term(course.id, JobId::new(now), now).await?;
    }
    Ok(report)
}

/// Returns the evidence for some of the pairs, as far as it is computed.
pub(crate) async fn selected(
    app: &App,
    course: CourseId,
    hide_names: bool,
    selection: &TermSelection,
) -> Result<TermReport> {
    let term = app.storage.term(course).await?;
    Ok(term_report(&*app.storage, course, term, hide_names, selection).await?)
}

/// Replaces who is who in a course by what a table says.
pub(crate) async fn set_people(who: &Admitted, course: &Course, table: &str) -> Result<()> {
    let names = match table.trim() {
        "" => Vec::new(),
        table => person_names(table).map_err(|problem| WebError::field("table", problem))?,
    };
    let by = who.by();
    who.app.storage.set_person_names(course.id, &names, &by).await?;
    who.app.storage.queue_term(course.id, JobId::new(by.at), by.at).await?;
    Ok(())
}

/// Returns who is who in a course as the table that [`set_people`] reads.
pub(crate) async fn people(app: &App, course: &Course) -> Result<String> {
    let names = app.storage.person_names(course.id).await?;
    if names.is_empty() {
        return Ok(String::new());
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |fields: [&str; 3]| writer.write_record(fields).map_err(WebError::internal);
    write(["task", "name", "person"])?;
    for PersonName { task, name, person } in &names {
        write([task, name, person])?;
    }
    let table = writer.into_inner().map_err(WebError::internal)?;
    String::from_utf8(table).map_err(WebError::internal)
}
