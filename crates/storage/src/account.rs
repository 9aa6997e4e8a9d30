//! Accounts and the credentials that prove them: one-time sign-in links, browser sessions and API tokens.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, Actor, By, CourseId, Result, Scope, SecretHash, TokenId};

/// An account that may sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Id of the account.
    pub id: AccountId,
    /// Unique name, as typed by the operator.
    pub name: String,
    /// Time of creation.
    pub created: DateTime<Utc>,
    /// Whether the account is disabled. A disabled account keeps its batches but cannot sign in.
    pub disabled: bool,
    /// Whether it may manage accounts. This alone gives access to no report.
    pub admin: bool,
    /// Mail address to which sign-in links are sent.
    pub email: Option<String>,
}

/// An account to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Id of the account.
    pub id: AccountId,
    /// Unique name.
    pub name: String,
    /// Id of the personal course that is created with it. The course has the name of the account.
    pub personal_course: CourseId,
    /// See [`Account::email`].
    pub email: Option<String>,
    /// See [`Account::admin`].
    pub admin: bool,
}

/// A link that signs in once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSignInLink {
    /// Hash of the secret in the link.
    pub hash: SecretHash,
    /// The account that it signs in.
    pub account: AccountId,
    /// The mail address to which it is sent. `None`: its creator passes it on.
    pub email: Option<String>,
    /// Time when the link expires.
    pub expires: DateTime<Utc>,
}

impl NewSignInLink {
    /// Returns whether its account, in its current state, may use it.
    pub fn is_for(&self, account: &Account) -> bool {
        !account.disabled && (self.email.is_none() || self.email == account.email)
    }
}

/// A browser session to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Hash of the secret in the cookie.
    pub hash: SecretHash,
    /// Time when the session expires.
    pub expires: DateTime<Utc>,
    /// Kind of browser, so that its owner recognises it: `Firefox on Linux`.
    pub browser: String,
    /// The network address from which the browser signs in.
    pub address: String,
}

/// The kind of client that presents a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Scripts, with their requests.
    Api,
    /// MOSS clients. The token is a number, see [`crate::MossNumber`].
    Moss,
}

impl TokenKind {
    /// Returns the name that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Moss => "moss",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Api, Self::Moss].into_iter().find(|kind| kind.name() == name)
    }
}

/// What happens to an account's tokens when its sessions end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tokens {
    /// The tokens stay valid.
    Keep,
    /// The tokens are revoked, including MOSS numbers.
    Revoke,
}

/// A token to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    /// Id, for listing and revoking.
    pub id: TokenId,
    /// Hash of the token.
    pub hash: SecretHash,
    /// The kind of client that presents it.
    pub kind: TokenKind,
    /// The account that it belongs to.
    pub account: AccountId,
    /// Scope of the token.
    pub scope: Scope,
    /// Purpose of the token, in the words of its owner.
    pub label: String,
    /// Time when the token expires. `None`: it is valid until revoked.
    pub expires: Option<DateTime<Utc>>,
}

/// A token as shown to its owner, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Id, for revoking.
    pub id: TokenId,
    /// The kind of client that presents it.
    pub kind: TokenKind,
    /// The account that it belongs to.
    pub account: AccountId,
    /// Scope of the token.
    pub scope: Scope,
    /// Purpose of the token.
    pub label: String,
    /// Time of creation.
    pub created: DateTime<Utc>,
    /// Time when the token expires.
    pub expires: Option<DateTime<Utc>>,
    /// Time of the last use, to the minute.
    pub last_used: Option<DateTime<Utc>>,
    /// Time of revocation.
    pub revoked: Option<DateTime<Utc>>,
}

/// Access to accounts, sessions and tokens.
#[async_trait]
pub trait Accounts {
    /// Creates an account with its personal course, which it owns.
    ///
    /// # Errors
    /// [`crate::StorageError::NameTaken`].
    async fn create_account(&self, account: &NewAccount, by: &By) -> Result<Account>;

    /// Returns an account.
    async fn account(&self, id: AccountId) -> Result<Option<Account>>;

    /// Returns the account with exactly this name.
    async fn account_by_name(&self, name: &str) -> Result<Option<Account>>;

    /// Returns all accounts, ordered by name.
    async fn accounts(&self) -> Result<Vec<Account>>;

    /// Disables or enables an account. Disabling ends all its sessions and unused links. Its tokens remain and work
    /// again when the account is enabled. Returns `false` if there is no such account.
    ///
    /// # Errors
    /// [`crate::StorageError::LastAdmin`], unless the operator makes the change.
    async fn set_disabled(&self, id: AccountId, disabled: bool, by: &By) -> Result<bool>;

    /// Makes an account an administrator or an ordinary account. Returns `false` if there is no such account.
    ///
    /// # Errors
    /// [`crate::StorageError::LastAdmin`], unless the operator makes the change.
    async fn set_admin(&self, id: AccountId, admin: bool, by: &By) -> Result<bool>;

    /// Sets or (`None`) removes the mail address for sign-in links. Links that were sent before stop working. Returns
    /// `false` if there is no such account.
    async fn set_email(&self, id: AccountId, email: Option<&str>, by: &By) -> Result<bool>;

    /// Stores a one-time sign-in link.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: the account does not exist, is disabled, or has another mail address by now.
    async fn create_sign_in_link(&self, link: &NewSignInLink, by: &By) -> Result<()>;

    /// Uses up a link and opens a session in one step. Returns `None` if the link is unknown, used or expired, or its
    /// account is disabled.
    async fn redeem_sign_in_link(
        &self,
        link: &SecretHash,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>>;

    /// Returns the account of a session cookie and records the use. Returns `None` if the session is unknown, ended or
    /// expired, or the account is disabled.
    async fn session_actor(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>>;

    /// Ends a session. Returns `false` if there was none.
    async fn end_session(&self, session: &SecretHash) -> Result<bool>;

    /// Ends all sessions and unused sign-in links of an account and logs it. Returns the number of sessions that ended.
    async fn end_sessions(&self, account: AccountId, tokens: Tokens, by: &By) -> Result<u64>;

    /// Creates a token.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such account.
    async fn create_token(&self, token: &NewToken, by: &By) -> Result<ApiToken>;

    /// Returns the account of a token and records the use. Returns `None` if the token is unknown, revoked or expired,
    /// or the account is disabled.
    async fn token_actor(&self, token: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>>;

    /// Returns the tokens of one account, or for the operator those of all accounts, oldest first.
    async fn tokens(&self, account: Option<AccountId>) -> Result<Vec<ApiToken>>;

    /// Revokes a token. Returns `false` if it is unknown or revoked already.
    async fn revoke_token(&self, id: TokenId, by: &By) -> Result<bool>;
}
