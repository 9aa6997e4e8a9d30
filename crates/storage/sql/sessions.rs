//! Reads and writes sessions.

use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    AccountId, AuditAction, By, Named, NewSession, Result, SecretHash, Session, SignInMethod, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::Time;
use super::audit::record;
use crate::dialect::{Connection, text};

struct SessionRow {
    hash: Vec<u8>,
    account: Uuid,
    way: String,
    created: Time,
    last_seen: Option<Time>,
    expires: Time,
    browser: String,
    address: String,
}

impl TryFrom<SessionRow> for Session {
    type Error = StorageError;

    fn try_from(row: SessionRow) -> Result<Self> {
        let hash = consistent(row.hash.try_into().ok(), "session", "hash", &"")?;
        Ok(Self {
            hash: SecretHash(hash),
            account: AccountId(row.account),
            way: consistent(SignInMethod::from_name(&row.way), "session", "way", &"")?,
            created: row.created.utc(),
            last_seen: row.last_seen.map(Time::utc),
            expires: row.expires.utc(),
            browser: row.browser,
            address: row.address,
        })
    }
}

/// Returns the session with this hash, unless it has expired.
pub(crate) async fn live_session(
    db: &mut Connection,
    session: &SecretHash,
    at: DateTime<Utc>,
) -> Result<Option<Session>> {
    let row = sqlx::query_as!(
        SessionRow,
        "select hash, account, way, created, last_seen, expires, browser, address
         from session
         where hash = $1
           and $2 < expires",
        &session.0[..],
        Time(at),
    )
    .fetch_optional(db)
    .await?;
    row.map(Session::try_from).transpose()
}

/// Opens a session of an account that is not disabled, and logs the sign-in.
pub(crate) async fn insert_session(
    tx: &mut Connection,
    account: Uuid,
    way: SignInMethod,
    session: &NewSession,
    at: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into session (hash, account, created, expires, way, browser, address)
         values ($1, $2, $3, $4, $5, $6, $7)",
        &session.hash.0[..],
        account,
        Time(at),
        Time(session.expires),
        way.name(),
        &text(&session.browser),
        &text(&session.address),
    )
    .execute(&mut *tx)
    .await?;
    let by = By { account: Some(AccountId(account)), at };
    record(tx, &by, AuditAction::SignedIn, None, account, &json!({ "way": way.name() })).await
}

/// Returns the sessions of an account that have not expired, newest first.
pub(crate) async fn sessions_of(
    tx: &mut Connection,
    account: AccountId,
    at: DateTime<Utc>,
) -> Result<Vec<Session>> {
    let rows = sqlx::query_as!(
        SessionRow,
        "select hash, account, way, created, last_seen, expires, browser, address
         from session
         where account = $1
           and $2 < expires
         order by created desc, hash",
        account.0,
        Time(at),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(Session::try_from).collect()
}
