//! Passwords, identities elsewhere, sessions, and sign-ins that are under way.

use async_trait::async_trait;
use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    Account, AccountId, Actor, Attempt, AuditAction, By, Credential, Identity, NewAccount, NewSession,
    Result, Scope, SecretHash, Session, SignInMethod, SignIns, StorageError, Tokens,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::accounts::{account_by_id, actor, end_access, insert_account};
use crate::audit::record;
use crate::rows::{Failing, micros, time};

struct SessionRow {
    hash: Vec<u8>,
    account: Uuid,
    way: String,
    created: i64,
    last_seen: Option<i64>,
    expires: i64,
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
            created: time(row.created),
            last_seen: row.last_seen.map(time),
            expires: time(row.expires),
            browser: row.browser,
            address: row.address,
        })
    }
}

#[async_trait]
impl SignIns for SqliteStorage {
    async fn password(&self, account: AccountId) -> Result<Option<String>> {
        let id = account.0;
        let row = sqlx::query_scalar!("select password from account where id = ?", id)
            .fetch_optional(&self.reader)
            .await
            .or_failed()?;
        Ok(row.flatten())
    }

    async fn set_password(
        &self,
        account: AccountId,
        password: Option<&str>,
        verified: Option<&str>,
        tokens: Tokens,
        by: &By,
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        let id = account.0;
        let updated = sqlx::query!(
            "update account
             set password = ?1
             where id = ?2
               and (?3 is null or password = ?3)",
            password,
            id,
            verified,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        end_access(&mut tx, account, tokens, by).await?;
        let details = json!({ "set": password.is_some() });
        record(&mut tx, by, AuditAction::PasswordSet, None, id, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn open_session(
        &self,
        account: AccountId,
        way: SignInMethod,
        verified: Option<&str>,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>> {
        let mut tx = self.begin().await?;
        if let Some(verified) = verified {
            let id = account.0;
            let stored = sqlx::query_scalar!("select password from account where id = ?", id)
                .fetch_optional(&mut *tx)
                .await
                .or_failed()?;
            if stored.flatten().as_deref() != Some(verified) {
                return Ok(None);
            }
        }
        let Some(account) = account_by_id(&mut tx, account.0).await?.filter(|account| !account.disabled)
        else {
            return Ok(None);
        };
        insert_session(&mut tx, account.id.0, way, session, at).await?;
        tx.commit().await.or_failed()?;
        Ok(Some(account))
    }

    async fn session(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Session>> {
        live_session(&mut *self.read().await?, session, at).await
    }

    async fn sessions(&self, account: AccountId, at: DateTime<Utc>) -> Result<Vec<Session>> {
        let (id, now) = (account.0, micros(at));
        let rows = sqlx::query_as!(
            SessionRow,
            r#"select hash, account as "account!: Uuid", way, created, last_seen, expires, browser, address
               from session
               where account = ?
                 and ? < expires
               order by created desc, hash"#,
            id,
            now,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        rows.into_iter().map(Session::try_from).collect()
    }

    async fn actor(&self, account: AccountId) -> Result<Option<Actor>> {
        actor(&mut *self.snapshot().await?, account.0, Scope::Write, Credential::Proxy).await
    }

    async fn account_of(&self, identity: &Identity) -> Result<Option<Account>> {
        let mut tx = self.snapshot().await?;
        bound(&mut tx, identity).await
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>> {
        let id = account.0;
        sqlx::query_as!(
            Identity,
            "select issuer, subject
             from identity
             where account = ?
             order by issuer, subject",
            id,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()
    }

    async fn bind(&self, account: AccountId, identity: &Identity, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let bound = insert_identity(&mut tx, account, identity, by).await?;
        tx.commit().await.or_failed()?;
        Ok(bound)
    }

    async fn provision(&self, account: &NewAccount, identity: &Identity, by: &By) -> Result<Account> {
        let mut tx = self.begin().await?;
        if let Some(account) = bound(&mut tx, identity).await? {
            return Ok(account);
        }
        let made = insert_account(&mut tx, account, by).await?;
        insert_identity(&mut tx, made.id, identity, by).await?;
        tx.commit().await.or_failed()?;
        Ok(made)
    }

    async fn begin_attempt(&self, attempt: &Attempt, at: DateTime<Utc>) -> Result<()> {
        let mut tx = self.begin().await?;
        let (state, browser) = (&attempt.state.0[..], &attempt.browser.0[..]);
        let (now, expires) = (micros(at), micros(attempt.expires));
        sqlx::query!("delete from sign_in_attempt where expires <= ?", now)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        sqlx::query!(
            "insert into sign_in_attempt (hash, browser, nonce, verifier, expires)
             values (?, ?, ?, ?, ?)",
            state,
            browser,
            attempt.nonce,
            attempt.verifier,
            expires,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        tx.commit().await.or_failed()
    }

    async fn take_attempt(
        &self,
        state: &SecretHash,
        browser: &SecretHash,
        at: DateTime<Utc>,
    ) -> Result<Option<Attempt>> {
        let (hash, of_browser, now) = (&state.0[..], &browser.0[..], micros(at));
        let row = sqlx::query!(
            "delete from sign_in_attempt
             where hash = ?
               and browser = ?
               and ? < expires
             returning nonce, verifier, expires",
            hash,
            of_browser,
            now,
        )
        .fetch_optional(&mut *self.write().await?)
        .await
        .or_failed()?;
        Ok(row.map(|row| Attempt {
            state: *state,
            browser: *browser,
            nonce: row.nonce,
            verifier: row.verifier,
            expires: time(row.expires),
        }))
    }
}

/// The session with this hash, unless it has expired.
pub(crate) async fn live_session(
    db: &mut SqliteConnection,
    session: &SecretHash,
    at: DateTime<Utc>,
) -> Result<Option<Session>> {
    let (hash, now) = (&session.0[..], micros(at));
    let row = sqlx::query_as!(
        SessionRow,
        r#"select hash, account as "account!: Uuid", way, created, last_seen, expires, browser, address
           from session
           where hash = ?
             and ? < expires"#,
        hash,
        now,
    )
    .fetch_optional(db)
    .await
    .or_failed()?;
    row.map(Session::try_from).transpose()
}

/// Opens a session of an account that is not disabled, and logs the sign-in.
pub(crate) async fn insert_session(
    tx: &mut SqliteConnection,
    account: Uuid,
    way: SignInMethod,
    session: &NewSession,
    at: DateTime<Utc>,
) -> Result<()> {
    let (hash, now, expires, how) = (&session.hash.0[..], micros(at), micros(session.expires), way.name());
    sqlx::query!(
        "insert into session (hash, account, created, expires, way, browser, address)
         values (?, ?, ?, ?, ?, ?, ?)",
        hash,
        account,
        now,
        expires,
        how,
        session.browser,
        session.address,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    let by = By { account: Some(AccountId(account)), at };
    record(tx, &by, AuditAction::SignedIn, None, account, &json!({ "way": how })).await
}

async fn bound(tx: &mut SqliteConnection, identity: &Identity) -> Result<Option<Account>> {
    let row = sqlx::query_scalar!(
        r#"select account as "account!: Uuid"
           from identity
           where issuer = ?
             and subject = ?"#,
        identity.issuer,
        identity.subject,
    )
    .fetch_optional(&mut *tx)
    .await
    .or_failed()?;
    match row {
        Some(account) => account_by_id(tx, account).await,
        None => Ok(None),
    }
}

/// False: bound already.
async fn insert_identity(
    tx: &mut SqliteConnection,
    account: AccountId,
    identity: &Identity,
    by: &By,
) -> Result<bool> {
    let (id, created) = (account.0, micros(by.at));
    let inserted = sqlx::query!(
        "insert into identity (issuer, subject, account, created)
         values (?, ?, ?, ?)
         on conflict (issuer, subject) do nothing",
        identity.issuer,
        identity.subject,
        id,
        created,
    )
    .execute(&mut *tx)
    .await
    .or_missing("account")?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    record(tx, by, AuditAction::IdentityBound, None, id, &json!({})).await?;
    Ok(true)
}
