//! Passwords, identities of other providers, sessions, and sign-in attempts.

use async_trait::async_trait;
use chaffinch_storage::{
    Account, AccountId, Actor, Attempt, AuditAction, By, Credential, Identity, NewAccount, NewSession,
    Result, Scope, SecretHash, Session, SignInMethod, SignIns, StorageError, Tokens,
};
use chrono::{DateTime, Utc};
use serde_json::json;

use super::accounts::{account_by_id, actor, end_access, insert_account};
use super::audit::record;
use super::sessions::{insert_session, live_session, sessions_of};
use super::{Time, missing};
use crate::dialect::{Backend, Connection, locking, retried, text};

#[async_trait]
impl SignIns for Backend {
    async fn password(&self, account: AccountId) -> Result<Option<String>> {
        let row = sqlx::query_scalar!("select password from account where id = $1", account.0)
            .fetch_optional(&mut *self.read().await?)
            .await?;
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
        retried(|| async {
            let mut tx = self.begin().await?;
            let updated = sqlx::query!(
                "update account
                 set password = $1
                 where id = $2
                   and (password = $3 or $3 is null)",
                password,
                account.0,
                verified,
            )
            .execute(&mut *tx)
            .await?;
            if updated.rows_affected() == 0 {
                return Ok(false);
            }
            end_access(&mut tx, account, tokens, by).await?;
            let details = json!({ "set": password.is_some() });
            record(&mut tx, by, AuditAction::PasswordSet, None, account.0, &details).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
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
        // The account must not change before the session is stored: disabling it, or a new password, ends all
        // sessions.
        let enabled = locking!(query!(
            "select 1 as one
             from account
             where id = $1
               and not disabled
               and (password = $2 or $2 is null) ",
            "for share",
            account.0,
            verified,
        ))
        .fetch_optional(&mut *tx)
        .await?;
        if enabled.is_none() {
            return Ok(None);
        }
        let account = account_by_id(&mut tx, account.0).await?;
        if let Some(account) = &account {
            insert_session(&mut tx, account.id.0, way, session, at).await?;
        }
        tx.commit().await?;
        Ok(account)
    }

    async fn session(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Session>> {
        live_session(&mut *self.snapshot().await?, session, at).await
    }

    async fn sessions(&self, account: AccountId, at: DateTime<Utc>) -> Result<Vec<Session>> {
        sessions_of(&mut *self.snapshot().await?, account, at).await
    }

    async fn actor(&self, account: AccountId) -> Result<Option<Actor>> {
        actor(&mut *self.snapshot().await?, account.0, Scope::Write, Credential::Proxy).await
    }

    async fn account_of(&self, identity: &Identity) -> Result<Option<Account>> {
        bound(&mut *self.snapshot().await?, identity).await
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<Identity>> {
        sqlx::query_as!(
            Identity,
            "select issuer, subject
             from identity
             where account = $1
             order by issuer, subject",
            account.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await
        .map_err(StorageError::from)
    }

    async fn bind(&self, account: AccountId, identity: &Identity, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let bound = insert_identity(&mut tx, account, identity, by).await?;
        tx.commit().await?;
        Ok(bound)
    }

    async fn provision(&self, account: &NewAccount, identity: &Identity, by: &By) -> Result<Account> {
        retried(|| async {
            let mut tx = self.begin().await?;
            if let Some(account) = bound(&mut tx, identity).await? {
                return Ok(account);
            }
            let made = insert_account(&mut tx, account, by).await;
            // Waits for a transaction that binds the same identity. If it succeeds, the identity belongs to its
            // account.
            let Ok(made) = made else {
                let bound = bound(&mut *self.snapshot().await?, identity).await?;
                return bound.map_or(made, Ok);
            };
            if insert_identity(&mut tx, made.id, identity, by).await? {
                tx.commit().await?;
                return Ok(made);
            }
            drop(tx);
            let bound = bound(&mut *self.snapshot().await?, identity).await?;
            bound.ok_or(StorageError::Missing { what: "account" })
        })
        .await
    }

    async fn begin_attempt(&self, attempt: &Attempt, at: DateTime<Utc>) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query!("delete from sign_in_attempt where expires <= $1", Time(at)).execute(&mut *tx).await?;
        sqlx::query!(
            "insert into sign_in_attempt (hash, browser, nonce, verifier, expires)
             values ($1, $2, $3, $4, $5)",
            &attempt.state.0[..],
            &attempt.browser.0[..],
            attempt.nonce,
            attempt.verifier,
            Time(attempt.expires),
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await
    }

    async fn take_attempt(
        &self,
        state: &SecretHash,
        browser: &SecretHash,
        at: DateTime<Utc>,
    ) -> Result<Option<Attempt>> {
        let mut tx = self.begin().await?;
        let row = sqlx::query!(
            "delete from sign_in_attempt
             where hash = $1
               and browser = $2
               and $3 < expires
             returning nonce, verifier, expires",
            &state.0[..],
            &browser.0[..],
            Time(at),
        )
        .fetch_optional(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(row.map(|row| Attempt {
            state: *state,
            browser: *browser,
            nonce: row.nonce,
            verifier: row.verifier,
            expires: row.expires.utc(),
        }))
    }
}

async fn bound(tx: &mut Connection, identity: &Identity) -> Result<Option<Account>> {
    let row = sqlx::query_scalar!(
        "select account
         from identity
         where issuer = $1
           and subject = $2",
        &text(&identity.issuer),
        &text(&identity.subject),
    )
    .fetch_optional(&mut *tx)
    .await?;
    match row {
        Some(account) => account_by_id(tx, account).await,
        None => Ok(None),
    }
}

/// Binds an identity to an account. Returns `false` if it is bound already.
async fn insert_identity(
    tx: &mut Connection,
    account: AccountId,
    identity: &Identity,
    by: &By,
) -> Result<bool> {
    let inserted = sqlx::query!(
        "insert into identity (issuer, subject, account, created)
         values ($1, $2, $3, $4)
         on conflict (issuer, subject) do nothing",
        &text(&identity.issuer),
        &text(&identity.subject),
        account.0,
        Time(by.at),
    )
    .execute(&mut *tx)
    .await
    .map_err(missing("account"))?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    record(tx, by, AuditAction::IdentityBound, None, account.0, &json!({})).await?;
    Ok(true)
}
