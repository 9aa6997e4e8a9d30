//! Accounts and the ways to prove one is meant: one-time sign-in links, browser sessions, API tokens.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, Actor, By, CourseId, Result, Scope, SecretHash, TokenId};

/// Somebody who may sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Id.
    pub id: AccountId,
    /// Unique; as typed by the operator.
    pub name: String,
    /// When it was made.
    pub created: DateTime<Utc>,
    /// A disabled account keeps its batches and opens no door.
    pub disabled: bool,
    /// Looks after accounts; sees no report by that alone.
    pub admin: bool,
    /// Where sign-in links are sent to.
    pub email: Option<String>,
}

/// An account to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Id.
    pub id: AccountId,
    /// Unique.
    pub name: String,
    /// Id of the personal course that is made with it, named like the account.
    pub personal_course: CourseId,
    /// As [`Account::email`].
    pub email: Option<String>,
    /// As [`Account::admin`].
    pub admin: bool,
}

/// A link that signs in once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSignInLink {
    /// Hash of the secret in the link.
    pub hash: SecretHash,
    /// Whom it signs in.
    pub account: AccountId,
    /// The mail address that it is sent to; `None`: whoever made it passes it on.
    pub email: Option<String>,
    /// Useless from then on.
    pub expires: DateTime<Utc>,
}

impl NewSignInLink {
    /// Whether its account, as it is now, may have it.
    pub fn is_for(&self, account: &Account) -> bool {
        !account.disabled && (self.email.is_none() || self.email == account.email)
    }
}

/// A browser that is about to be signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Hash of the secret in the cookie.
    pub hash: SecretHash,
    /// Useless from then on.
    pub expires: DateTime<Utc>,
    /// Family of the browser, for its owner to recognise: `Firefox on Linux`.
    pub browser: String,
    /// The address it signs in from.
    pub address: String,
}

/// What a token is presented by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Scripts, with their requests.
    Api,
    /// MOSS's clients: a number, see [`crate::MossNumber`].
    Moss,
}

impl TokenKind {
    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Moss => "moss",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Api, Self::Moss].into_iter().find(|kind| kind.name() == name)
    }
}

/// What becomes of an account's tokens when its sessions end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tokens {
    /// They go on working.
    Keep,
    /// They are revoked, MOSS numbers among them.
    Revoke,
}

/// A token to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    /// Id, for listing and revoking.
    pub id: TokenId,
    /// Hash of the token.
    pub hash: SecretHash,
    /// What presents it.
    pub kind: TokenKind,
    /// Whose.
    pub account: AccountId,
    /// How far it reaches.
    pub scope: Scope,
    /// What it is for, in its owner's words.
    pub label: String,
    /// Useless from then on; `None`: until revoked.
    pub expires: Option<DateTime<Utc>>,
}

/// A token as its owner sees it again: without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Id, for revoking.
    pub id: TokenId,
    /// What presents it.
    pub kind: TokenKind,
    /// Whose.
    pub account: AccountId,
    /// How far it reaches.
    pub scope: Scope,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created: DateTime<Utc>,
    /// Useless from then on.
    pub expires: Option<DateTime<Utc>>,
    /// When it last opened a door, to the minute.
    pub last_used: Option<DateTime<Utc>>,
    /// When it was revoked.
    pub revoked: Option<DateTime<Utc>>,
}

/// Accounts, sessions, tokens.
#[async_trait]
pub trait Accounts {
    /// Makes an account with its personal course, which it owns.
    ///
    /// # Errors
    /// [`crate::StorageError::NameTaken`].
    async fn create_account(&self, account: &NewAccount, by: &By) -> Result<Account>;

    /// One account.
    async fn account(&self, id: AccountId) -> Result<Option<Account>>;

    /// The account of that name (exactly).
    async fn account_by_name(&self, name: &str) -> Result<Option<Account>>;

    /// All accounts, by name.
    async fn accounts(&self) -> Result<Vec<Account>>;

    /// Disables or enables. Disabling ends every session and unused link; tokens stay and work again when the
    /// account is enabled. False: no such account.
    ///
    /// # Errors
    /// [`crate::StorageError::LastAdmin`], unless the operator does it.
    async fn set_disabled(&self, id: AccountId, disabled: bool, by: &By) -> Result<bool>;

    /// Makes an administrator of an account, or an ordinary one again. False: no such account.
    ///
    /// # Errors
    /// [`crate::StorageError::LastAdmin`], unless the operator does it.
    async fn set_admin(&self, id: AccountId, admin: bool, by: &By) -> Result<bool>;

    /// Sets or (`None`) forgets where sign-in links are sent to. Those that were sent before do not work any more. False: no
    /// such account.
    async fn set_email(&self, id: AccountId, email: Option<&str>, by: &By) -> Result<bool>;

    /// Keeps a one-time sign-in link.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such account, it is disabled, or its mail address is another one by now.
    async fn create_sign_in_link(&self, link: &NewSignInLink, by: &By) -> Result<()>;

    /// Uses a link up and opens a session in the same step. `None`: unknown, used, expired, or its account is
    /// disabled.
    async fn redeem_sign_in_link(
        &self,
        link: &SecretHash,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>>;

    /// Whom a session cookie belongs to; notes the use. `None`: unknown, ended, expired, or disabled.
    async fn session_actor(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>>;

    /// Ends a session. False: there was none.
    async fn end_session(&self, session: &SecretHash) -> Result<bool>;

    /// Ends all sessions of an account and its unused sign-in links, and logs that. Returns how many sessions ended.
    async fn end_sessions(&self, account: AccountId, tokens: Tokens, by: &By) -> Result<u64>;

    /// Makes a token.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such account.
    async fn create_token(&self, token: &NewToken, by: &By) -> Result<ApiToken>;

    /// Whom a presented token belongs to; notes the use. `None`: unknown, revoked, expired, or disabled.
    async fn token_actor(&self, token: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>>;

    /// Tokens, oldest first; of one account, or all of them for the operator.
    async fn tokens(&self, account: Option<AccountId>) -> Result<Vec<ApiToken>>;

    /// Revokes a token. False: unknown or revoked before.
    async fn revoke_token(&self, id: TokenId, by: &By) -> Result<bool>;
}
