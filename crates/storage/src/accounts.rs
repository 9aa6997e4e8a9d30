//! Accounts, their sessions and tokens in the database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{
    Account, AccountId, Actor, ApiToken, By, NewAccount, NewSession, NewSignInLink, NewToken, Result,
    SecretHash, TokenId, Tokens,
};

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
