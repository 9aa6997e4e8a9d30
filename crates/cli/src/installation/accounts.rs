//! The operator's changes to accounts.

use anyhow::Context as _;
use chaffinch_storage::{
    Account, AccountId, By, CourseId, NewAccount, NewSignInLink, Secret, Storage, StorageError,
};
use chrono::{DateTime, TimeDelta, Utc};

use super::database::operator;
use crate::program::usage::Usage;

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
    at: DateTime<Utc>,
) -> anyhow::Result<String> {
    let secret = Secret::random("chf_link_")?;
    let expires = at + TimeDelta::hours(LINK_HOURS);
    let link = NewSignInLink { hash: secret.hash(), account, email: None, expires };
    storage.create_sign_in_link(&link, &By { account: None, at }).await?;
    Ok(format!("{address}/sign-in?token={}", secret.reveal()))
}
