//! Accounts in the database: their sessions and tokens, and the ways to sign in that need more than a secret of ours
//! (passwords, identity providers, proxies).

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{
    Account, AccountId, Actor, ApiToken, By, NewAccount, NewSession, NewSignInLink, NewToken, Result,
    SecretHash, Session, SignInMethod, TokenId, Tokens,
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

/// An identity elsewhere. A subject never changes hands, but names do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// URL of an identity provider, or [`Identity::PROXY`].
    pub issuer: String,
    /// Unique and stable name of the person at the issuer.
    pub subject: String,
}

impl Identity {
    /// The issuer of identities that a trusted proxy states.
    pub const PROXY: &'static str = "proxy";
}

/// A sign-in at a provider that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Hash of the state that the provider sends back.
    pub state: SecretHash,
    /// Hash of the cookie of the browser that began the sign-in.
    pub browser: SecretHash,
    /// Nonce that comes back in the signed token.
    pub nonce: String,
    /// The code verifier of PKCE.
    pub verifier: String,
    /// Time when the attempt expires.
    pub expires: DateTime<Utc>,
}

/// Access to passwords, identities and sessions.
#[async_trait]
pub trait SignIns {
    /// Returns the stored password of an account (a PHC string), or `None` if it has none or there is no such account.
    async fn password(&self, account: AccountId) -> Result<Option<String>>;

    /// Sets or (`None`) removes a password. All sessions and unused sign-in links end. `verified` is the stored
    /// password against which the old one was checked, if it was. Returns `false` if there is no such account, or
    /// another password is stored by now.
    async fn set_password(
        &self,
        account: AccountId,
        password: Option<&str>,
        verified: Option<&str>,
        tokens: Tokens,
        by: &By,
    ) -> Result<bool>;

    /// Opens a session. `verified` is the stored password against which a password was checked, if it was. Returns
    /// `None` if there is no such account, it is disabled, or another password is stored by now.
    async fn open_session(
        &self,
        account: AccountId,
        way: SignInMethod,
        verified: Option<&str>,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>>;

    /// Returns a session that has not expired.
    async fn session(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Session>>;

    /// Returns the sessions of an account that have not expired, newest first.
    async fn sessions(&self, account: AccountId, at: DateTime<Utc>) -> Result<Vec<Session>>;

    /// Returns an account with its roles, for a person who has proved the identity elsewhere. Returns `None` if there
    /// is no such account or it is disabled.
    async fn actor(&self, account: AccountId) -> Result<Option<Actor>>;

    /// Returns the account that is bound to an identity, even if it is disabled.
    async fn account_of(&self, identity: &Identity) -> Result<Option<Account>>;

    /// Returns the identities of an account.
    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>>;

    /// Binds an account to an identity. Returns `false` if the identity is bound already. That binding then remains.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such account.
    async fn bind(&self, account: AccountId, identity: &Identity, by: &By) -> Result<bool>;

    /// Creates an account that is bound to an identity, or returns the account that is bound to it already.
    ///
    /// # Errors
    /// [`crate::StorageError::NameTaken`].
    async fn provision(&self, account: &NewAccount, identity: &Identity, by: &By) -> Result<Account>;

    /// Stores an attempt and deletes expired ones.
    async fn begin_attempt(&self, attempt: &Attempt, at: DateTime<Utc>) -> Result<()>;

    /// Takes an attempt, which can be taken only once. Returns `None` if it is unknown, taken, expired, or begun in
    /// another browser (then it is kept).
    async fn take_attempt(
        &self,
        state: &SecretHash,
        browser: &SecretHash,
        at: DateTime<Utc>,
    ) -> Result<Option<Attempt>>;
}
