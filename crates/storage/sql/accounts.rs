//! Accounts, sign-in links, sessions, API tokens.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, is_recent};
use chaffinch_storage::{
    Account, AccountId, Accounts, Actor, ApiToken, AuditAction, By, CourseId, Credential, Named, NewAccount,
    NewSession, NewSignInLink, NewToken, Result, Role, Scope, SecretHash, SignInMethod, StorageError,
    TokenId, TokenKind, Tokens,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::audit::record;
use super::sessions::{insert_session, live_session};
use super::{Time, kept, missing};
use crate::dialect::{Backend, Connection, lock, locking, retried, text};

#[async_trait]
impl Accounts for Backend {
    async fn create_account(&self, account: &NewAccount, by: &By) -> Result<Account> {
        let mut tx = self.begin().await?;
        let made = insert_account(&mut tx, account, by).await?;
        tx.commit().await?;
        Ok(made)
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>> {
        account_by_id(&mut *self.snapshot().await?, id.0).await
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>> {
        sqlx::query_as!(
            Account,
            "select id, name, created, disabled, admin, email
             from account
             where name = $1",
            &text(name),
        )
        .fetch_optional(&mut *self.read().await?)
        .await
        .map_err(StorageError::from)
    }

    async fn accounts(&self) -> Result<Vec<Account>> {
        sqlx::query_as!(
            Account,
            "select id, name, created, disabled, admin, email
             from account
             order by name",
        )
        .fetch_all(&mut *self.read().await?)
        .await
        .map_err(StorageError::from)
    }

    async fn set_disabled(&self, id: AccountId, disabled: bool, by: &By) -> Result<bool> {
        retried(|| switch(self, id, AuditAction::AccountDisabled, disabled, by)).await
    }

    async fn set_admin(&self, id: AccountId, admin: bool, by: &By) -> Result<bool> {
        retried(|| switch(self, id, AuditAction::AccountAdmin, admin, by)).await
    }

    async fn set_email(&self, id: AccountId, email: Option<&str>, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let address = email.map(text);
        let updated = sqlx::query!("update account set email = $1 where id = $2", address.as_deref(), id.0)
            .execute(&mut *tx)
            .await?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        // Unused links are in the mailbox of the old address.
        end_links(&mut tx, id).await?;
        record(&mut tx, by, AuditAction::AccountEmail, None, id.0, &json!({})).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn create_sign_in_link(&self, link: &NewSignInLink, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        // The account must not change before the link is stored: disabling it, or a new address, ends all links.
        lock!(tx, "select 1 as one from account where id = $1 for share", link.account.0);
        if !account_by_id(&mut tx, link.account.0).await?.is_some_and(|account| link.is_for(&account)) {
            return Err(StorageError::Missing { what: "enabled account" });
        }
        sqlx::query!(
            "insert into sign_in_link (hash, account, created, expires)
             values ($1, $2, $3, $4)",
            &link.hash.0[..],
            link.account.0,
            Time(by.at),
            Time(link.expires),
        )
        .execute(&mut *tx)
        .await
        .map_err(missing("account"))?;
        record(&mut tx, by, AuditAction::SignInLinkCreated, None, link.account.0, &json!({})).await?;
        tx.commit().await
    }

    async fn redeem_sign_in_link(
        &self,
        link: &SecretHash,
        session: &NewSession,
        at: DateTime<Utc>,
    ) -> Result<Option<Account>> {
        let mut tx = self.begin().await?;
        // The account must not change before the session is stored: disabling it ends all sessions.
        let account = locking!(query_as!(
            Account,
            "select id, name, created, disabled, admin, email
             from account
             where id = (select account from sign_in_link where hash = $1)
               and not disabled ",
            "for share",
            &link.0[..],
        ))
        .fetch_optional(&mut *tx)
        .await?;
        let Some(account) = account else { return Ok(None) };
        let used = sqlx::query!(
            "update sign_in_link
             set used = $1
             where hash = $2
               and used is null
               and $1 < expires",
            Time(at),
            &link.0[..],
        )
        .execute(&mut *tx)
        .await?;
        if used.rows_affected() == 0 {
            return Ok(None);
        }
        insert_session(&mut tx, account.id.0, SignInMethod::Link, session, at).await?;
        tx.commit().await?;
        Ok(Some(account))
    }

    async fn session_actor(&self, session: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>> {
        let mut tx = self.snapshot().await?;
        let Some(session) = live_session(&mut tx, session, at).await? else { return Ok(None) };
        let (hash, last_seen) = (session.hash, session.last_seen);
        let found = actor(&mut tx, session.account.0, Scope::Write, Credential::Session(session)).await?;
        drop(tx);
        let noted = last_seen.is_some_and(|last| is_recent(last, at));
        if found.is_some() && !noted {
            let noted = async {
                let Some(mut tx) = self.begin_if_free().await? else { return Ok(()) };
                sqlx::query!("update session set last_seen = $1 where hash = $2", Time(at), &hash.0[..])
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await
            };
            // A known user may read even if nothing can be written.
            if let Err(error) = noted.await {
                tracing::warn!(?error, "cannot record the use of a session");
            }
        }
        Ok(found)
    }

    async fn end_session(&self, session: &SecretHash) -> Result<bool> {
        let mut tx = self.begin().await?;
        let deleted =
            sqlx::query!("delete from session where hash = $1", &session.0[..]).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(deleted.rows_affected() == 1)
    }

    async fn end_sessions(&self, account: AccountId, tokens: Tokens, by: &By) -> Result<u64> {
        let mut tx = self.begin().await?;
        // A link that is redeemed at this moment is redeemed before this, or no longer exists.
        lock!(tx, "select 1 as one from account where id = $1 for update", account.0);
        let ended = end_access(&mut tx, account, tokens, by).await?;
        let details = json!({ "all": true });
        record(&mut tx, by, AuditAction::SessionEnded, None, account.0, &details).await?;
        tx.commit().await?;
        Ok(ended)
    }

    async fn create_token(&self, token: &NewToken, by: &By) -> Result<ApiToken> {
        let mut tx = self.begin().await?;
        let scope = token.scope.name();
        let kind = token.kind.name();
        sqlx::query!(
            "insert into token (id, hash, kind, account, scope, course, label, created, expires)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            token.id.0,
            &token.hash.0[..],
            kind,
            token.account.0,
            scope,
            token.scope.course().map(|id| id.0),
            &text(&token.label),
            Time(by.at),
            token.expires.map(Time),
        )
        .execute(&mut *tx)
        .await
        .map_err(missing("account or course"))?;
        record(
            &mut tx,
            by,
            AuditAction::TokenCreated,
            token.scope.course(),
            token.id.0,
            &json!({ "scope": scope, "kind": kind }),
        )
        .await?;
        tx.commit().await?;
        Ok(ApiToken {
            id: token.id,
            kind: token.kind,
            account: token.account,
            scope: token.scope,
            label: text(&token.label).into_owned(),
            created: kept(by.at),
            expires: token.expires.map(kept),
            last_used: None,
            revoked: None,
        })
    }

    async fn token_actor(&self, token: &SecretHash, at: DateTime<Utc>) -> Result<Option<Actor>> {
        let mut tx = self.snapshot().await?;
        let row = sqlx::query!(
            "select id, account, scope, course, expires, last_used
             from token
             where hash = $1
               and revoked is null
               and (expires is null or $2 < expires)",
            &token.0[..],
            Time(at),
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let scope = Scope::from_name(&row.scope, row.course.map(CourseId));
        let scope = consistent(scope, "token", "scope", &row.id)?;
        let credential = Credential::Token { hash: *token, expires: row.expires.map(Time::utc) };
        let found = actor(&mut tx, row.account, scope, credential).await?;
        drop(tx);
        let noted = row.last_used.is_some_and(|last| is_recent(last.utc(), at));
        if found.is_some() && !noted {
            let noted = async {
                let Some(mut tx) = self.begin_if_free().await? else { return Ok(()) };
                sqlx::query!("update token set last_used = $1 where id = $2", Time(at), row.id)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await
            };
            // A known user may read even if nothing can be written.
            if let Err(error) = noted.await {
                tracing::warn!(?error, "cannot record the use of a token");
            }
        }
        Ok(found)
    }

    async fn tokens(&self, account: Option<AccountId>) -> Result<Vec<ApiToken>> {
        let rows = sqlx::query!(
            "select id, account, kind, scope, course, label, created, expires, last_used, revoked
             from token
             where account = $1 or $1 is null
             order by id",
            account.map(|id| id.0),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let tokens = rows.into_iter().map(|row| {
            let scope = Scope::from_name(&row.scope, row.course.map(CourseId));
            Ok(ApiToken {
                id: TokenId(row.id),
                kind: consistent(TokenKind::from_name(&row.kind), "token", "kind", &row.id)?,
                account: AccountId(row.account),
                scope: consistent(scope, "token", "scope", &row.id)?,
                label: row.label,
                created: row.created.utc(),
                expires: row.expires.map(Time::utc),
                last_used: row.last_used.map(Time::utc),
                revoked: row.revoked.map(Time::utc),
            })
        });
        tokens.collect()
    }

    async fn revoke_token(&self, id: TokenId, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let revoked = sqlx::query!(
            "update token
             set revoked = $1
             where id = $2
               and revoked is null",
            Time(by.at),
            id.0,
        )
        .execute(&mut *tx)
        .await?;
        if revoked.rows_affected() == 0 {
            return Ok(false);
        }
        record(&mut tx, by, AuditAction::TokenRevoked, None, id.0, &json!({})).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// Sets whether an account is disabled or, as `action` says, an administrator.
async fn switch(storage: &Backend, id: AccountId, action: AuditAction, to: bool, by: &By) -> Result<bool> {
    let mut tx = storage.begin().await?;
    // Two administrators that revoke each other's right are handled one after the other.
    lock!(tx, "select id from account where admin order by id for no key update");
    let (update, details) = if action == AuditAction::AccountDisabled {
        let update = sqlx::query!("update account set disabled = $1 where id = $2", to, id.0);
        (update, json!({ "disabled": to }))
    } else {
        (sqlx::query!("update account set admin = $1 where id = $2", to, id.0), json!({ "admin": to }))
    };
    if update.execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(false);
    }
    if to || action == AuditAction::AccountAdmin {
        keep_an_admin(&mut tx, by).await?;
    }
    if to && action == AuditAction::AccountDisabled {
        end_access(&mut tx, id, Tokens::Keep, by).await?;
    }
    record(&mut tx, by, action, None, id.0, &details).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends the sessions and sign-in links of an account, and its tokens if `tokens` says so. Returns the number of ended
/// sessions.
pub(crate) async fn end_access(
    tx: &mut Connection,
    account: AccountId,
    tokens: Tokens,
    by: &By,
) -> Result<u64> {
    let ended = sqlx::query!("delete from session where account = $1", account.0).execute(&mut *tx).await?;
    end_links(&mut *tx, account).await?;
    if tokens == Tokens::Revoke {
        let revoked = sqlx::query_scalar!(
            "update token
             set revoked = $1
             where account = $2
               and revoked is null
             returning id",
            Time(by.at),
            account.0,
        )
        .fetch_all(&mut *tx)
        .await?;
        for token in revoked {
            record(&mut *tx, by, AuditAction::TokenRevoked, None, token, &json!({})).await?;
        }
    }
    Ok(ended.rows_affected())
}

/// Deletes the sign-in links of an account.
async fn end_links(tx: &mut Connection, account: AccountId) -> Result<()> {
    sqlx::query!("delete from sign_in_link where account = $1", account.0).execute(tx).await?;
    Ok(())
}

/// Creates an account with its personal course.
pub(crate) async fn insert_account(tx: &mut Connection, account: &NewAccount, by: &By) -> Result<Account> {
    let email = account.email.as_deref().map(text);
    let inserted = sqlx::query!(
        "insert into account (id, name, created, email, admin)
         values ($1, $2, $3, $4, $5)
         on conflict (name) do nothing",
        account.id.0,
        &text(&account.name),
        Time(by.at),
        email.as_deref(),
        account.admin,
    )
    .execute(&mut *tx)
    .await?;
    if inserted.rows_affected() == 0 {
        return Err(StorageError::NameTaken { name: account.name.clone() });
    }
    sqlx::query!(
        "insert into course (id, name, personal_of, created)
         values ($1, $2, $3, $4)",
        account.personal_course.0,
        &text(&account.name),
        account.id.0,
        Time(by.at),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into membership (account, course, role)
         values ($1, $2, 'owner')",
        account.id.0,
        account.personal_course.0,
    )
    .execute(&mut *tx)
    .await?;
    let course = Some(account.personal_course);
    record(tx, by, AuditAction::AccountCreated, course, account.id.0, &json!({})).await?;
    if account.email.is_some() {
        record(tx, by, AuditAction::AccountEmail, None, account.id.0, &json!({})).await?;
    }
    if account.admin {
        record(tx, by, AuditAction::AccountAdmin, None, account.id.0, &json!({ "admin": true })).await?;
    }
    Ok(Account {
        id: account.id,
        name: text(&account.name).into_owned(),
        created: kept(by.at),
        disabled: false,
        admin: account.admin,
        email: email.map(std::borrow::Cow::into_owned),
    })
}

/// Refuses a change by an administrator that leaves no administrator. The operator may make it.
async fn keep_an_admin(tx: &mut Connection, by: &By) -> Result<()> {
    let admin = sqlx::query!("select 1 as one from account where admin and not disabled limit 1")
        .fetch_optional(tx)
        .await?;
    if by.account.is_some() && admin.is_none() { Err(StorageError::LastAdmin) } else { Ok(()) }
}

pub(crate) async fn account_by_id(db: &mut Connection, id: Uuid) -> Result<Option<Account>> {
    sqlx::query_as!(
        Account,
        "select id, name, created, disabled, admin, email
         from account
         where id = $1",
        id,
    )
    .fetch_optional(db)
    .await
    .map_err(StorageError::from)
}

/// Returns an account with its roles, or `None` if it is disabled.
pub(crate) async fn actor(
    db: &mut Connection,
    id: Uuid,
    scope: Scope,
    credential: Credential,
) -> Result<Option<Actor>> {
    let Some(account) = account_by_id(db, id).await?.filter(|account| !account.disabled) else {
        return Ok(None);
    };
    let rows = sqlx::query!(
        "select course, role
         from membership
         where account = $1",
        id,
    )
    .fetch_all(db)
    .await?;
    let roles = rows.into_iter().map(|row| {
        let role = consistent(Role::from_name(&row.role), "membership", "role", &row.course)?;
        Ok((CourseId(row.course), role))
    });
    Ok(Some(Actor { account, scope, roles: roles.collect::<Result<_>>()?, credential }))
}
