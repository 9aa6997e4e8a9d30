//! The audit log, whose entries are written in the transaction that they describe; what was deleted according to it; and
//! facts about the installation.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json};
use chaffinch_storage::{
    AccountId, Audit, AuditAction, AuditEntry, AuditId, By, CourseId, Deletion, InstallationFact,
    Installations, Named, Note, Page, Result, StorageError,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::Time;
use crate::dialect::{Backend, Connection};

/// Adds an entry in the current transaction.
pub(crate) async fn record(
    tx: &mut Connection,
    by: &By,
    action: AuditAction,
    course: Option<CourseId>,
    subject: Uuid,
    details: &Value,
) -> Result<()> {
    sqlx::query!(
        "insert into audit (id, at, account, action, course, subject, details)
         values ($1, $2, $3, $4, $5, $6, $7)",
        AuditId::new(by.at).0,
        Time(by.at),
        by.account.map(|id| id.0),
        action.name(),
        course.map(|id| id.0),
        subject,
        json(details),
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[async_trait]
impl Audit for Backend {
    async fn note(&self, note: &Note, by: &By) -> Result<bool> {
        let once = note.once(by);
        // Read before writing: most views are not the first of their hour.
        let noted = sqlx::query!("select 1 as one from audit where once is not null and once = $1", once)
            .fetch_optional(&mut *self.read().await?)
            .await?;
        if noted.is_some() {
            return Ok(false);
        }
        let mut tx = self.begin().await?;
        let inserted = sqlx::query!(
            "insert into audit (id, at, account, action, course, subject, details, once)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict do nothing",
            AuditId::new(by.at).0,
            Time(by.at),
            by.account.map(|id| id.0),
            note.action.name(),
            note.course.map(|id| id.0),
            note.subject,
            json(&note.details),
            once,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(inserted.rows_affected() == 1)
    }

    async fn audit(
        &self,
        course: Option<CourseId>,
        after: Option<AuditId>,
        limit: u32,
    ) -> Result<Page<AuditEntry, AuditId>> {
        let (course, after) = (course.map(|id| id.0), after.map(|id| id.0));
        let wanted = i64::from(limit) + 1;
        let rows = sqlx::query!(
            "select id, at, account, action, course, subject, details
             from audit
             where (course = $1 or $1 is null)
               and (id < $2 or $2 is null)
             order by id desc
             limit $3",
            course,
            after,
            wanted,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let entries = rows.into_iter().map(|row| {
            Ok(AuditEntry {
                id: AuditId(row.id),
                by: By { account: row.account.map(AccountId), at: row.at.utc() },
                action: consistent(AuditAction::from_name(&row.action), "audit", "action", &row.id)?,
                course: row.course.map(CourseId),
                subject: row.subject,
                details: consistent(serde_json::from_str(&row.details).ok(), "audit", "details", &row.id)?,
            })
        });
        Ok(Page::cut(entries.collect::<Result<Vec<_>>>()?, limit, |entry| entry.id))
    }
}

#[async_trait]
impl Installations for Backend {
    async fn fact(&self, fact: InstallationFact) -> Result<Option<String>> {
        sqlx::query_scalar!("select value from installation where name = $1", fact.name())
            .fetch_optional(&mut *self.read().await?)
            .await
            .map_err(StorageError::from)
    }

    async fn replace_fact(
        &self,
        fact: InstallationFact,
        old: Option<&str>,
        new: Option<&str>,
    ) -> Result<bool> {
        let (name, mut tx) = (fact.name(), self.begin().await?);
        let change = match (old, new) {
            (None, None) => {
                let found = sqlx::query!("select 1 as one from installation where name = $1", name);
                return Ok(found.fetch_optional(&mut *tx).await?.is_none());
            }
            (None, Some(new)) => sqlx::query!(
                "insert into installation (name, value) values ($1, $2) on conflict do nothing",
                name,
                new
            ),
            (Some(old), Some(new)) => sqlx::query!(
                "update installation set value = $3 where name = $1 and value = $2",
                name,
                old,
                new
            ),
            (Some(old), None) => {
                sqlx::query!("delete from installation where name = $1 and value = $2", name, old)
            }
        };
        let changed = change.execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(changed.rows_affected() == 1)
    }

    async fn deletions(&self) -> Result<Vec<Deletion>> {
        let rows = sqlx::query!(
            "select subject, action, at
             from audit
             where action = $1 or action = $2
             order by id",
            AuditAction::BatchDeleted.name(),
            AuditAction::ArchiveDeleted.name(),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let deletion = |archive: bool, id, at| Deletion { id, archive, at };
        let archive = AuditAction::ArchiveDeleted.name();
        Ok(rows.into_iter().map(|row| deletion(row.action == archive, row.subject, row.at.utc())).collect())
    }

    async fn end_all_sessions(&self, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        let accounts =
            sqlx::query_scalar!("select distinct account from session").fetch_all(&mut *tx).await?;
        for account in accounts {
            record(&mut tx, by, AuditAction::SessionEnded, None, account, &json!({ "all": true })).await?;
        }
        sqlx::query!("delete from session").execute(&mut *tx).await?;
        sqlx::query!("delete from sign_in_link").execute(&mut *tx).await?;
        sqlx::query!("delete from sign_in_attempt").execute(&mut *tx).await?;
        tx.commit().await
    }
}
