//! Accounts, sign-in links, sessions, API tokens.

use async_trait::async_trait;
use chaffinch_storage::backend::{LAST_USED_PRECISION, consistent};
use chaffinch_storage::{
    Account, AccountId, Accounts, Actor, ApiToken, AuditAction, By, CourseId, Credential, NewAccount,
    NewSession, NewSignInLink, NewToken, Result, Role, Scope, SecretHash, SignInMethod, StorageError,
    TokenId, TokenKind, Tokens,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::rows::{AccountRow, Failing, micros, time};
use crate::sign_ins::{insert_session, live_session};

#[async_trait]
impl Accounts for SqliteStorage {
    async fn create_account(&self, account: &NewAccount, by: &By) -> Result<Account> {
        let mut tx = self.begin().await?;
        let made = insert_account(&mut tx, account, by).await?;
        tx.commit().await.or_failed()?;
        Ok(made)
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>> {
        account_by_id(&mut *self.read().await?, id.0).await
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>> {
        let row = sqlx::query_as!(
            AccountRow,
            r#"select id as "id!: Uuid", name, created, disabled, admin, email
               from account
               where name = ?"#,
            name,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        Ok(row.map(Account::from))
    }

    async fn accounts(&self) -> Result<Vec<Account>> {
        let rows = sqlx::query_as!(
            AccountRow,
            r#"select id as "id!: Uuid", name, created, disabled, admin, email
               from account
               order by name"#,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(Account::from).collect())
    }

    async fn set_disabled(&self, id: AccountId, disabled: bool, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let account = id.0;
        let updated = sqlx::query!(
            "update account
             set disabled = ?
             where id = ?",
            disabled,
            account,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        if disabled {
            keep_an_admin(&mut tx, by).await?;
            end_access(&mut tx, id, Tokens::Keep, by).await?;
        }
        let details = json!({ "disabled": disabled });
        record(&mut tx, by, AuditAction::AccountDisabled, None, account, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn set_admin(&self, id: AccountId, admin: bool, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let account = id.0;
        let updated = sqlx::query!("update account set admin = ? where id = ?", admin, account)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        keep_an_admin(&mut tx, by).await?;
        record(&mut tx, by, AuditAction::AccountAdmin, None, account, &json!({ "admin": admin })).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn set_email(&self, id: AccountId, email: Option<&str>, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let account = id.0;
        let updated = sqlx::query!("update account set email = ? where id = ?", email, account)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        // They lie in the mailbox of the address before.
        end_links(&mut tx, id).await?;
        record(&mut tx, by, AuditAction::AccountEmail, None, account, &json!({})).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn create_sign_in_link(&self, link: &NewSignInLink, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        let (hash, account) = (&link.hash.0[..], link.account.0);
        if !account_by_id(&mut tx, account).await?.is_some_and(|account| link.is_for(&account)) {
            return Err(StorageError::Missing { what: "enabled account" });
        }
        let (created, expires) = (micros(by.at), micros(link.expires));
        sqlx::query!(
            "insert into sign_in_link (hash, account, created, expires)
             values (?, ?, ?, ?)",
            hash,
            account,
            created,
            expires,
        )
        .execute(&mut *tx)
        .await
        .or_missing("account")?;
        record(&mut tx, by, AuditAction::SignInLinkCreated, None, account, &json!({})).await?;
        tx.commit().await.or_failed()
    }

    async fn redeem_sign_in_link(
        &self,
        link: &SecretHash,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>> {
        let mut tx = self.begin().await?;
        let (hash, now) = (&link.0[..], micros(at));
        let used = sqlx::query!(
            r#"update sign_in_link
               set used = ?1
               where hash = ?2
                 and used is null
                 and ?1 < expires
                 and account in (select id from account where disabled = 0)
               returning account as "account!: Uuid""#,
            now,
            hash,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        let Some(used) = used else { return Ok(None) };
        insert_session(&mut tx, used.account, SignInMethod::Link, session, at).await?;
        let account = account_by_id(&mut tx, used.account).await?;
        tx.commit().await.or_failed()?;
        Ok(account)
    }

    async fn session_actor(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>> {
        let mut tx = self.snapshot().await?;
        let Some(session) = live_session(&mut tx, session, at).await? else { return Ok(None) };
        let (hash, last_seen) = (session.hash, session.last_seen);
        let found = actor(&mut tx, session.account.0, Scope::Write, Credential::Session(session)).await?;
        drop(tx);
        let noted = last_seen.is_some_and(|last| at - last < LAST_USED_PRECISION);
        if found.is_some() && !noted {
            let (hash, now) = (&hash.0[..], micros(at));
            let update = sqlx::query!("update session set last_seen = ? where hash = ?", now, hash);
            self.note_use("session", update).await;
        }
        Ok(found)
    }

    async fn end_session(&self, session: &SecretHash) -> Result<bool> {
        let hash = &session.0[..];
        let deleted = sqlx::query!("delete from session where hash = ?", hash)
            .execute(&mut *self.write().await?)
            .await
            .or_failed()?;
        Ok(deleted.rows_affected() == 1)
    }

    async fn end_sessions(&self, account: AccountId, tokens: Tokens, by: &By) -> Result<u64> {
        let mut tx = self.begin().await?;
        let ended = end_access(&mut tx, account, tokens, by).await?;
        let details = json!({ "all": true });
        record(&mut tx, by, AuditAction::SessionEnded, None, account.0, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(ended)
    }

    async fn create_token(&self, token: &NewToken, by: &By) -> Result<ApiToken> {
        let mut tx = self.begin().await?;
        let (id, hash, account) = (token.id.0, &token.hash.0[..], token.account.0);
        let (scope, created, expires) = (token.scope.name(), micros(by.at), token.expires.map(micros));
        let kind = token.kind.name();
        sqlx::query!(
            "insert into token (id, hash, kind, account, scope, label, created, expires)
             values (?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            hash,
            kind,
            account,
            scope,
            token.label,
            created,
            expires,
        )
        .execute(&mut *tx)
        .await
        .or_missing("account")?;
        record(&mut tx, by, AuditAction::TokenCreated, None, id, &json!({ "scope": scope, "kind": kind }))
            .await?;
        tx.commit().await.or_failed()?;
        Ok(ApiToken {
            id: token.id,
            kind: token.kind,
            account: token.account,
            scope: token.scope,
            label: token.label.clone(),
            created: time(created),
            expires: expires.map(time),
            last_used: None,
            revoked: None,
        })
    }

    async fn token_actor(&self, token: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>> {
        let mut tx = self.snapshot().await?;
        let (hash, now) = (&token.0[..], micros(at));
        let row = sqlx::query!(
            r#"select id as "id!: Uuid", account as "account!: Uuid", scope, expires, last_used
               from token
               where hash = ?1
                 and revoked is null
                 and (expires is null or ?2 < expires)"#,
            hash,
            now,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        let Some(row) = row else { return Ok(None) };
        let scope = consistent(Scope::from_name(&row.scope), "token", "scope", &row.id)?;
        let credential = Credential::Token { hash: *token, expires: row.expires.map(time) };
        let found = actor(&mut tx, row.account, scope, credential).await?;
        drop(tx);
        let noted = row.last_used.is_some_and(|last| at - time(last) < LAST_USED_PRECISION);
        if found.is_some() && !noted {
            let update = sqlx::query!("update token set last_used = ? where id = ?", now, row.id);
            self.note_use("token", update).await;
        }
        Ok(found)
    }

    async fn tokens(&self, account: Option<AccountId>) -> Result<Vec<ApiToken>> {
        let account = account.map(|id| id.0);
        let rows = sqlx::query!(
            r#"select
                 id as "id!: Uuid", account as "account!: Uuid", kind, scope, label, created, expires, last_used, revoked
               from token
               where ?1 is null or account = ?1
               order by id"#,
            account,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let tokens = rows.into_iter().map(|row| {
            Ok(ApiToken {
                id: TokenId(row.id),
                kind: consistent(TokenKind::from_name(&row.kind), "token", "kind", &row.id)?,
                account: AccountId(row.account),
                scope: consistent(Scope::from_name(&row.scope), "token", "scope", &row.id)?,
                label: row.label,
                created: time(row.created),
                expires: row.expires.map(time),
                last_used: row.last_used.map(time),
                revoked: row.revoked.map(time),
            })
        });
        tokens.collect()
    }

    async fn revoke_token(&self, id: TokenId, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let (token, now) = (id.0, micros(by.at));
        let revoked = sqlx::query!(
            "update token
             set revoked = ?
             where id = ?
               and revoked is null",
            now,
            token,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        if revoked.rows_affected() == 0 {
            return Ok(false);
        }
        record(&mut tx, by, AuditAction::TokenRevoked, None, token, &json!({})).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }
}

/// Ends an account's sessions and sign-in links, and its tokens, if those are to go, too. Returns how many sessions ended.
pub(crate) async fn end_access(
    tx: &mut SqliteConnection,
    account: AccountId,
    tokens: Tokens,
    by: &By,
) -> Result<u64> {
    let (id, now) = (account.0, micros(by.at));
    let ended =
        sqlx::query!("delete from session where account = ?", id).execute(&mut *tx).await.or_failed()?;
    end_links(&mut *tx, account).await?;
    if tokens == Tokens::Revoke {
        let revoked = sqlx::query_scalar!(
            r#"update token
               set revoked = ?
               where account = ?
                 and revoked is null
               returning id as "id!: Uuid""#,
            now,
            id,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        for token in revoked {
            record(&mut *tx, by, AuditAction::TokenRevoked, None, token, &json!({})).await?;
        }
    }
    Ok(ended.rows_affected())
}

/// Sign-in links that were not used do not work any more.
async fn end_links(tx: &mut SqliteConnection, account: AccountId) -> Result<()> {
    let id = account.0;
    sqlx::query!("delete from sign_in_link where account = ?", id).execute(tx).await.or_failed()?;
    Ok(())
}

/// Makes an account with its personal course.
pub(crate) async fn insert_account(
    tx: &mut SqliteConnection,
    account: &NewAccount,
    by: &By,
) -> Result<Account> {
    let (id, created) = (account.id.0, micros(by.at));
    let inserted = sqlx::query!(
        "insert into account (id, name, created, email, admin)
         values (?, ?, ?, ?, ?)
         on conflict (name) do nothing",
        id,
        account.name,
        created,
        account.email,
        account.admin,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    if inserted.rows_affected() == 0 {
        return Err(StorageError::NameTaken { name: account.name.clone() });
    }
    let course = account.personal_course.0;
    sqlx::query!(
        "insert into course (id, name, personal_of, created)
         values (?, ?, ?, ?)",
        course,
        account.name,
        id,
        created,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query!(
        "insert into membership (account, course, role)
         values (?, ?, 'owner')",
        id,
        course,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    record(tx, by, AuditAction::AccountCreated, Some(account.personal_course), id, &json!({})).await?;
    if account.email.is_some() {
        record(tx, by, AuditAction::AccountEmail, None, id, &json!({})).await?;
    }
    if account.admin {
        record(tx, by, AuditAction::AccountAdmin, None, id, &json!({ "admin": true })).await?;
    }
    Ok(Account {
        id: account.id,
        name: account.name.clone(),
        created: time(created),
        disabled: false,
        admin: account.admin,
        email: account.email.clone(),
    })
}

/// An administrator may not leave the service without one; the operator may.
async fn keep_an_admin(tx: &mut SqliteConnection, by: &By) -> Result<()> {
    let admins = sqlx::query_scalar!("select count(*) from account where admin = 1 and disabled = 0")
        .fetch_one(tx)
        .await
        .or_failed()?;
    if by.account.is_some() && admins == 0 { Err(StorageError::LastAdmin) } else { Ok(()) }
}

pub(crate) async fn account_by_id(db: &mut SqliteConnection, id: Uuid) -> Result<Option<Account>> {
    let row = sqlx::query_as!(
        AccountRow,
        r#"select id as "id!: Uuid", name, created, disabled, admin, email
           from account
           where id = ?"#,
        id,
    )
    .fetch_optional(db)
    .await
    .or_failed()?;
    Ok(row.map(Account::from))
}

/// An account with its roles; `None` where it is disabled.
pub(crate) async fn actor(
    db: &mut SqliteConnection,
    id: Uuid,
    scope: Scope,
    credential: Credential,
) -> Result<Option<Actor>> {
    let Some(account) = account_by_id(db, id).await?.filter(|account| !account.disabled) else {
        return Ok(None);
    };
    let rows = sqlx::query!(
        r#"select course as "course!: Uuid", role
           from membership
           where account = ?"#,
        id,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    let roles = rows.into_iter().map(|row| {
        let role = consistent(Role::from_name(&row.role), "membership", "role", &row.course)?;
        Ok((CourseId(row.course), role))
    });
    Ok(Some(Actor { account, scope, roles: roles.collect::<Result<_>>()?, credential }))
}
