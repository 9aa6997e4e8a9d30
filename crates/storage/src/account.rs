//! Accounts and the credentials that prove them: one-time sign-in links, browser sessions and API tokens.

use chrono::{DateTime, Utc};

use crate::{AccountId, CourseId, SecretHash, TokenId};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum TokenKind {
    /// Scripts, with their requests.
    Api,
    /// MOSS clients. The token is a number, see [`crate::MossNumber`].
    Moss,
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

/// The scope of a session or token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Scope {
    /// Only checks of single submissions in this course, see [`crate::Action::Check`].
    Check(CourseId),
    /// Read access only.
    Read,
    /// Everything that the account's roles allow. Browser sessions have this scope.
    Write,
}

impl Scope {
    /// Returns the name that is stored and shown.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the course to which it is limited.
    pub const fn course(self) -> Option<CourseId> {
        match self {
            Self::Check(course) => Some(course),
            Self::Read | Self::Write => None,
        }
    }

    /// Returns the scope with this name and course.
    pub fn from_name(name: &str, course: Option<CourseId>) -> Option<Self> {
        match (name, course) {
            ("check", Some(course)) => Some(Self::Check(course)),
            ("read", None) => Some(Self::Read),
            ("write", None) => Some(Self::Write),
            _ => None,
        }
    }
}

/// How a session was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum SignInMethod {
    /// With a one-time link.
    Link,
    /// With the account's password.
    Password,
    /// At an identity provider.
    Provider,
}

/// A signed-in browser, as shown to its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Hash of its cookie, used to end the session.
    pub hash: SecretHash,
    /// The account of the session.
    pub account: AccountId,
    /// How it was opened.
    pub way: SignInMethod,
    /// Time when it was opened.
    pub created: DateTime<Utc>,
    /// Time of the last use, to the minute.
    pub last_seen: Option<DateTime<Utc>>,
    /// Time when it expires.
    pub expires: DateTime<Utc>,
    /// Kind of browser.
    pub browser: String,
    /// The network address from which the browser signed in.
    pub address: String,
}
