//! Courses and who belongs to them: what may be asked for, the same for pages and REST.

use chaffinch_storage::{Account, Course, CourseId, NewCourse, Role};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::sign_in::accounts;

/// The longest time that batches of a course may be kept by default, in days.
const MAX_KEEP_DAYS: u32 = 36_500;

/// Makes a course, which one owns.
pub(crate) async fn create(app: &App, who: &Admitted, name: &str) -> Result<Course, WebError> {
    let by = who.by(&app.clock);
    let name = accounts::name("name", name)?;
    let new = NewCourse { id: CourseId::new(by.at), name, owner: who.actor.account.id };
    Ok(app.storage.create_course(&new, &by).await?)
}

/// Names a course, and says for how many days its batches are kept that come without a date.
pub(crate) async fn change(
    app: &App,
    who: &Admitted,
    course: &Course,
    name: &str,
    keep_days: Option<u32>,
) -> Result<(), WebError> {
    let name = accounts::name("name", name)?;
    if keep_days.is_some_and(|days| !(1..=MAX_KEEP_DAYS).contains(&days)) {
        return Err(wrong_days());
    }
    if app.storage.change_course(course.id, &name, keep_days, &who.by(&app.clock)).await? {
        Ok(())
    } else {
        Err(WebError::NotFound)
    }
}

pub(crate) fn wrong_days() -> WebError {
    let problem = format!("must be a number from 1 to {MAX_KEEP_DAYS}, or empty");
    WebError::Field { name: "keep_days", problem }
}

/// Gives an account, by its name, a role; the account.
pub(crate) async fn set_member(
    app: &App,
    who: &Admitted,
    course: &Course,
    name: &str,
    role: &str,
) -> Result<Account, WebError> {
    let account = accounts::find(app, name).await?;
    let role = Role::from_name(role).ok_or_else(|| {
        let names: Vec<_> = Role::ALL.iter().map(|role| role.name()).collect();
        WebError::Field { name: "role", problem: format!("must be one of {}", names.join(", ")) }
    })?;
    stays(course, &account, Some(role))?;
    app.storage.set_role(account.id, course.id, Some(role), &who.by(&app.clock)).await?;
    Ok(account)
}

/// Takes a member's role away.
pub(crate) async fn remove_member(
    app: &App,
    who: &Admitted,
    course: &Course,
    name: &str,
) -> Result<(), WebError> {
    let members = app.storage.members(course.id).await?;
    let member = members.into_iter().find(|member| member.account.name == name.trim());
    let account = member.ok_or_else(|| WebError::NoAccount { name: name.trim().to_owned() })?.account;
    stays(course, &account, None)?;
    app.storage.set_role(account.id, course.id, None, &who.by(&app.clock)).await?;
    Ok(())
}

/// Leaves a course. Its last owner stays.
pub(crate) async fn leave(app: &App, who: &Admitted, course: &Course) -> Result<(), WebError> {
    stays(course, &who.actor.account, None)?;
    app.storage.set_role(who.actor.account.id, course.id, None, &who.by(&app.clock)).await?;
    Ok(())
}

/// A personal course stays its account's, whoever else was made an owner: uploads go there that name no other.
fn stays(course: &Course, account: &Account, role: Option<Role>) -> Result<(), WebError> {
    if course.personal_of == Some(account.id) && role != Some(Role::Owner) {
        return Err(WebError::LastOwner);
    }
    Ok(())
}
