//! Finds courses and archives by what an operator types.

use anyhow::Context as _;
use chaffinch_storage::{Account, AccountId, Archive, Course, CourseId, Storage};
use chrono::{DateTime, Utc};

use super::accounts::find_account;
use crate::program::usage::Usage;

/// Returns all courses, each with an account that is a member. They are ordered by account, then as in
/// [`chaffinch_storage::Courses::courses_of`].
pub(crate) async fn courses(storage: &dyn Storage) -> anyhow::Result<Vec<(Course, Account)>> {
    let mut courses: Vec<(Course, Account)> = Vec::new();
    for account in storage.accounts().await? {
        for (course, _) in storage.courses_of(account.id).await? {
            if !courses.iter().any(|(known, _)| known.id == course.id) {
                courses.push((course, account.clone()));
            }
        }
    }
    Ok(courses)
}

/// Returns the course with this name or id.
pub(crate) fn course_named<'a>(courses: &'a [(Course, Account)], named: &str) -> anyhow::Result<&'a Course> {
    let mut fitting = courses
        .iter()
        .map(|(course, _)| course)
        .filter(|course| course.name == named || course.id.to_string() == named);
    let course = fitting.next().with_context(|| format!("there is no course {named:?}"))?;
    anyhow::ensure!(
        fitting.next().is_none(),
        "several courses are named {named:?}. Use the id of one of them."
    );
    Ok(course)
}

/// Returns all archives, or those of the course with this name or id.
pub(crate) async fn archives(storage: &dyn Storage, course: Option<&str>) -> anyhow::Result<Vec<Archive>> {
    let courses = courses(storage).await?;
    let ids: Vec<CourseId> = match course {
        Some(course) => vec![course_named(&courses, course)?.id],
        None => courses.iter().map(|(course, _)| course.id).collect(),
    };
    Ok(storage.archives(&ids).await?)
}

/// Returns whether this is the name or id of the archive.
pub(crate) fn is_named(archive: &Archive, named: &str) -> bool {
    archive.name == named || archive.id.to_string() == named
}

/// Returns the time until which a new archive is kept.
pub(crate) fn parse_keep_until(
    text: Option<&str>,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<DateTime<Utc>>> {
    let until = text.map(|text| chaffinch_storage::keep_until(text, now)).transpose();
    Ok(until.map_err(|problem| Usage(format!("--keep-until {problem}")))?)
}

/// Returns the account that creates a new archive, and its course: the account with this name, or the only one; the
/// course with this name or id, or the account's own.
pub(crate) async fn creator_and_course(
    storage: &dyn Storage,
    account: Option<&str>,
    course: Option<&str>,
) -> anyhow::Result<(AccountId, CourseId)> {
    let creator = match account {
        Some(name) => find_account(storage, name).await?,
        None => match <[_; 1]>::try_from(storage.accounts().await?) {
            Ok([account]) => account,
            Err(accounts) if accounts.is_empty() => {
                anyhow::bail!("there is no account yet. Create one with `chaffinch user add NAME`.")
            }
            Err(_) => {
                anyhow::bail!(Usage(
                    "there are several accounts. Choose one of them with --account.".to_owned(),
                ));
            }
        },
    };
    let course = if let Some(named) = course {
        course_named(&courses(storage).await?, named)?.id
    } else {
        let own = storage.personal_course(creator.id).await?;
        own.with_context(|| format!("the account {:?} no longer exists", creator.name))?.id
    };
    Ok((creator.id, course))
}
