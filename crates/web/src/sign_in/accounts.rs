//! Finds and creates accounts, also those of users whom an identity provider or a trusted proxy names, and sends sign-in
//! links.

use std::collections::BTreeMap;

use chaffinch_pages::Locale;
use chaffinch_storage::{
    Account, AccountId, By, Case, CaseEvent, CaseEventKind, CourseId, Identity, NewAccount, NewSignInLink,
    Revision, RevisionSwitch, Secret, StorageError,
};
use chrono::TimeDelta;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::sign_in::mail::mailbox;

/// The prefix of the secret of a sign-in link, by which secret scanners and people recognize it.
const LINK_PREFIX: &str = "chf_link_";

/// Maximum length of the name of an account, course or token, in characters.
pub(crate) const NAME_LENGTH: usize = 100;
/// Hours after which an unused sign-in link expires.
const LINK_HOURS: i64 = 24;

/// Checks and trims a name. Surrounding spaces count towards its length, as in the OpenAPI document.
pub(crate) fn name(field: &'static str, text: &str) -> Result<String> {
    let is_long = text.chars().count() > NAME_LENGTH;
    let text = text.trim();
    if text.is_empty() || is_long || text.chars().any(char::is_control) {
        return Err(WebError::field(field, format!("must have 1 to {NAME_LENGTH} printable characters")));
    }
    Ok(text.to_owned())
}

/// Parses an email address. Returns `None` for an empty text.
pub(crate) fn email(text: &str) -> Result<Option<String>> {
    match text.trim() {
        "" => Ok(None),
        address => mailbox(address).map(|mailbox| Some(mailbox.email.to_string())),
    }
}

/// Returns the account of that name, unless it is disabled.
pub(crate) async fn find(app: &App, name: &str) -> Result<Account> {
    let found = app.storage.account_by_name(name.trim()).await?;
    found
        .filter(|account| !account.disabled)
        .ok_or_else(|| WebError::NoAccount { name: name.trim().to_owned() })
}

pub(crate) async fn create(app: &App, name: &str, email: Option<&str>, by: &By) -> Result<Account> {
    Ok(app.storage.create_account(&new_account(name.to_owned(), email, by), by).await?)
}

fn new_account(name: String, email: Option<&str>, by: &By) -> NewAccount {
    NewAccount {
        id: AccountId::new(by.at),
        name,
        personal_course: CourseId::new(by.at),
        email: email.map(str::to_owned),
        admin: false,
    }
}

/// Creates a link that signs in once. `email` is the address that it is sent to, if any.
pub(crate) async fn link(app: &App, account: AccountId, email: Option<&str>, by: &By) -> Result<Secret> {
    let secret = Secret::random(LINK_PREFIX).map_err(WebError::internal)?;
    let link = NewSignInLink {
        hash: secret.hash(),
        account,
        email: email.map(str::to_owned),
        expires: by.at + TimeDelta::hours(LINK_HOURS),
    };
    app.storage.create_sign_in_link(&link, by).await?;
    Ok(secret)
}

/// Returns the URL of a link.
pub(crate) fn address(app: &App, secret: &Secret) -> String {
    format!("{}/sign-in?token={}", app.settings.public_url, secret.reveal())
}

/// Sends a link to the email address of the account. Returns false if the service sends no mail or there is no address.
pub(crate) async fn mail(app: &App, account: &Account, words: Locale, by: &By) -> Result<bool> {
    let (Some(mailer), Some(email)) = (&app.auth.mailer, &account.email) else { return Ok(false) };
    let address = address(app, &link(app, account.id, Some(email.as_str()), by).await?);
    let subject = words.say("mail-subject").plain();
    let text = words
        .say("mail-text")
        .text("name", &account.name)
        .text("link", &address)
        .number("hours", LINK_HOURS as u64);
    mailer.send(email, subject, text.plain()).await?;
    Ok(true)
}

/// The maximum number of accounts with the same name. Each further one gets a number.
const NAMESAKES: u32 = 50;

/// Returns the account of an identity. Only issuer and subject identify it. Attack: somebody takes the name of another
/// user, here or at the provider. `email` is the address of a new account. An existing account keeps its own. Returns
/// `None` if there is no account and none is created.
pub(crate) async fn of_identity(
    app: &App,
    identity: &Identity,
    name: &str,
    email: Option<&str>,
    provision: bool,
) -> Result<Option<Account>> {
    if let Some(account) = app.storage.account_of(identity).await? {
        return Ok(Some(account));
    }
    if !provision {
        return Ok(None);
    }
    let by = By { account: None, at: app.clock.now() };
    let named: String = name.chars().filter(|sign| !sign.is_control()).take(NAME_LENGTH - 8).collect();
    for number in 1..=NAMESAKES {
        let name = if number == 1 { named.clone() } else { format!("{named} ({number})") };
        match app.storage.provision(&new_account(name, email, &by), identity, &by).await {
            Err(StorageError::NameTaken { .. }) => {}
            made => return Ok(Some(made?)),
        }
    }
    Err(WebError::NameTaken { name: named })
}

/// Names by account, without deleted accounts.
pub(crate) type AccountNames = BTreeMap<AccountId, String>;

/// Returns the names of these accounts.
pub(crate) async fn account_names(app: &App, accounts: Vec<AccountId>) -> Result<AccountNames> {
    let mut names = AccountNames::new();
    for id in accounts {
        if !names.contains_key(&id)
            && let Some(account) = app.storage.account(id).await?
        {
            names.insert(id, account.name);
        }
    }
    Ok(names)
}

/// Returns the accounts of a case: who opened it, who reviews it, and who changed it.
pub(crate) fn accounts_of_case(case: &Case, events: &[CaseEvent]) -> Vec<AccountId> {
    let mut people: Vec<_> = [case.creator, case.reviewer].into_iter().flatten().collect();
    for event in events {
        people.extend(event.by.account);
        if let CaseEventKind::Reviewer { reviewer } = event.what {
            people.extend(reviewer);
        }
    }
    people
}

/// Returns the accounts that requested these revisions or selected one of them.
pub(crate) fn accounts_of_revisions(revisions: &[Revision], turns: &[RevisionSwitch]) -> Vec<AccountId> {
    let chose = turns.iter().filter_map(|turn| turn.by.account);
    revisions.iter().map(|revision| revision.author).chain(chose).collect()
}
