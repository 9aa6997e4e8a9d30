//! The accounts of an installation with their sign-in links, and its courses and archives by what an operator types.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_storage::{
    Account, AccountId, Course, CourseId, NewAccount, NewSignInLink, Secret, Storage, StorageError,
};
use chrono::{DateTime, TimeDelta, Utc};

use super::operator;
use crate::program::Usage;
use crate::terminal::announce;

/// Name of the first account of a new installation.
const FIRST_ACCOUNT: &str = "instructor";

/// Number of hours for which an unused sign-in link is valid.
pub(crate) const LINK_HOURS: i64 = 24;

/// Adds an account with a personal course.
pub(crate) async fn add_account(
    storage: &dyn Storage,
    name: &str,
    email: Option<String>,
    admin: bool,
) -> anyhow::Result<Account> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
        anyhow::bail!(Usage(
            "the account name must have 1 to 100 characters and no control characters".to_owned(),
        ));
    }
    let by = operator();
    let account = new_account(name, email, admin, by.at);
    storage.create_account(&account, &by).await.with_context(|| format!("cannot add the account {name}"))
}

/// Returns the account with this name.
pub(crate) async fn find_account(storage: &dyn Storage, name: &str) -> anyhow::Result<Account> {
    let found = storage.account_by_name(name).await?;
    found.with_context(|| {
        format!("there is no account {name:?}. Run `chaffinch user list` to see all accounts.")
    })
}

/// Creates the first account if the installation has none.
pub(crate) async fn first_account(storage: &dyn Storage) -> anyhow::Result<Option<Account>> {
    if !storage.accounts().await?.is_empty() {
        return Ok(None);
    }
    let by = operator();
    match storage.create_account(&new_account(FIRST_ACCOUNT, None, true, by.at), &by).await {
        Ok(account) => Ok(Some(account)),
        // Another process was started on the same new directory at the same moment.
        Err(StorageError::NameTaken { .. }) => Ok(None),
        Err(error) => Err(error).context("cannot create the first account"),
    }
}

fn new_account(name: &str, email: Option<String>, admin: bool, at: DateTime<Utc>) -> NewAccount {
    NewAccount {
        id: AccountId::new(at),
        name: name.to_owned(),
        personal_course: CourseId::new(at),
        email,
        admin,
    }
}

/// Creates a link that signs in once, below the public address of the service.
pub(crate) async fn sign_in_link(
    storage: &dyn Storage,
    account: AccountId,
    address: &str,
) -> anyhow::Result<String> {
    let secret = Secret::random("chf_link_")?;
    let by = operator();
    let expires = by.at + TimeDelta::hours(LINK_HOURS);
    let link = NewSignInLink { hash: secret.hash(), account, email: None, expires };
    storage.create_sign_in_link(&link, &by).await?;
    Ok(format!("{address}/sign-in?token={}", secret.reveal()))
}

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

/// Name of the file in the data directory.
const FIRST_LINK_FILE: &str = "first-sign-in-link";

/// Gives the link to the operator who starts the service. A terminal shows it once. Otherwise it is written to a file that only
/// this user can read, because the output of a service is kept in logs, which more people read and which are kept longer.
pub(crate) fn show_first_link(link: &str, data_dir: &Path) {
    if io::stdout().is_terminal() {
        announce(&format!(
            "Sign in with this link. It works once and expires after {LINK_HOURS} hours:\n  {link}\n"
        ));
        return;
    }
    match write_link(link, data_dir) {
        Ok(path) => announce(&format!(
            "The sign-in link, which works once and expires after {LINK_HOURS} hours, is in the file {}\n",
            path.display()
        )),
        Err(error) => tracing::warn!(
            %error,
            "cannot write the first sign-in link to the data directory; create another one with `chaffinch user link`"
        ),
    }
}

/// Writes the link to a new file. An old file may be readable by others, or be a link to another place.
fn write_link(link: &str, data_dir: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(data_dir.join(FIRST_LINK_FILE))?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    file.write_all(format!("{link}\n").as_bytes())?;
    Ok(path)
}
