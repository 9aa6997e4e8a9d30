//! Ways to prove who one is that need more than a secret of ours: passwords, providers of identity, proxies; and the
//! sessions they open.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{Account, AccountId, Actor, By, NewAccount, NewSession, Result, SecretHash, Tokens};

/// How a session was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// By a one-time link.
    Link,
    /// By the account's password.
    Password,
    /// At an identity provider.
    Provider,
}

impl Way {
    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Password => "password",
            Self::Provider => "provider",
        }
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Link, Self::Password, Self::Provider].into_iter().find(|way| way.name() == name)
    }
}

/// A signed-in browser, as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Hash of its cookie; for ending it.
    pub hash: SecretHash,
    /// Whose session it is.
    pub account: AccountId,
    /// How it was opened.
    pub way: Way,
    /// When.
    pub created: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_seen: Option<DateTime<Utc>>,
    /// Useless from then on.
    pub expires: DateTime<Utc>,
    /// Family of the browser.
    pub browser: String,
    /// The address it signed in from.
    pub address: String,
}

/// Who somebody is elsewhere: a subject never changes hands, names do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// URL of an identity provider, or [`Identity::PROXY`].
    pub issuer: String,
    /// Unique and stable there.
    pub subject: String,
}

impl Identity {
    /// The issuer of what a trusted proxy says.
    pub const PROXY: &'static str = "proxy";
}

/// A sign-in at a provider that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Hash of the state that the provider sends back.
    pub state: SecretHash,
    /// Hash of the cookie of the browser that began.
    pub browser: SecretHash,
    /// Comes back in the signed token.
    pub nonce: String,
    /// Of PKCE.
    pub verifier: String,
    /// Useless from then on.
    pub expires: DateTime<Utc>,
}

/// Passwords, identities, sessions.
#[async_trait]
pub trait SignIns {
    /// The stored password of an account (a PHC string). `None`: it has none, or there is no such account.
    async fn password(&self, account: AccountId) -> Result<Option<String>>;

    /// Sets or (`None`) takes away a password. All sessions and unused sign-in links end. `verified`: the stored password
    /// that the old one was checked against, where one was. False: no such account, or another password is stored by now.
    async fn set_password(
        &self,
        account: AccountId,
        password: Option<&str>,
        verified: Option<&str>,
        tokens: Tokens,
        by: &By,
    ) -> Result<bool>;

    /// Opens a session. `verified`: the stored password that a password was checked against, where one was. `None`: no such
    /// account, it is disabled, or another password is stored by now.
    async fn open_session(
        &self,
        account: AccountId,
        way: Way,
        verified: Option<&str>,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>>;

    /// One session that has not expired.
    async fn session(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Session>>;

    /// Sessions of an account that have not expired, newest first.
    async fn sessions(&self, account: AccountId, at: DateTime<Utc>) -> Result<Vec<Session>>;

    /// An account with its roles, for somebody who has proved elsewhere who he is. `None`: no such account, or disabled.
    async fn actor(&self, account: AccountId) -> Result<Option<Actor>>;

    /// The account that is bound to an identity, disabled ones too.
    async fn account_of(&self, identity: &Identity) -> Result<Option<Account>>;

    /// Identities of an account.
    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>>;

    /// Binds an account to an identity. False: the identity is bound already, which stays so.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such account.
    async fn bind(&self, account: AccountId, identity: &Identity, by: &By) -> Result<bool>;

    /// Makes an account that is bound to an identity; the one that is bound to it, where there is one.
    ///
    /// # Errors
    /// [`crate::StorageError::NameTaken`].
    async fn provision(&self, account: &NewAccount, identity: &Identity, by: &By) -> Result<Account>;

    /// Remembers an attempt, and forgets those that have expired.
    async fn begin_attempt(&self, attempt: &Attempt, at: DateTime<Utc>) -> Result<()>;

    /// Takes an attempt, which cannot be taken again. `None`: unknown, taken, expired, or begun in another browser
    /// (then it stays).
    async fn take_attempt(
        &self,
        state: &SecretHash,
        browser: &SecretHash,
        at: DateTime<Utc>,
    ) -> Result<Option<Attempt>>;
}
