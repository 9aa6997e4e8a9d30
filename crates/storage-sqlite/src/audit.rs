//! The audit log: written inside the transactions it tells of.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json};
use chaffinch_storage::{
    AccountId, Audit, AuditAction, AuditEntry, AuditId, By, CourseId, Note, Page, Result,
};
use serde_json::Value;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::rows::{Failing, micros, time};

/// Adds an entry to the transaction under way.
pub(crate) async fn record(
    tx: &mut SqliteConnection,
    by: &By,
    action: AuditAction,
    course: Option<CourseId>,
    subject: Uuid,
    details: &Value,
) -> Result<()> {
    let id = AuditId::new(by.at).0;
    let (at, account, action) = (micros(by.at), by.account.map(|id| id.0), action.name());
    let (course, details) = (course.map(|id| id.0), json(details));
    sqlx::query!(
        "insert into audit (id, at, account, action, course, subject, details)
         values (?, ?, ?, ?, ?, ?, ?)",
        id,
        at,
        account,
        action,
        course,
        subject,
        details,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

#[async_trait]
impl Audit for SqliteStorage {
    async fn note(&self, note: &Note, by: &By) -> Result<bool> {
        let id = AuditId::new(by.at).0;
        let (at, account, action) = (micros(by.at), by.account.map(|id| id.0), note.action.name());
        let (course, details, once) = (note.course.map(|id| id.0), json(&note.details), note.once(by));
        // Looked at first: most views are not the first of their hour, and reading holds nobody up.
        let noted = sqlx::query!("select 1 as one from audit where once is not null and once = ?", once)
            .fetch_optional(&self.reader)
            .await
            .or_failed()?;
        if noted.is_some() {
            return Ok(false);
        }
        let inserted = sqlx::query!(
            "insert into audit (id, at, account, action, course, subject, details, once)
             values (?, ?, ?, ?, ?, ?, ?, ?)
             on conflict do nothing",
            id,
            at,
            account,
            action,
            course,
            note.subject,
            details,
            once,
        )
        .execute(&mut *self.write().await?)
        .await
        .or_failed()?;
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
            r#"select
                 id as "id!: Uuid", at, account as "account: Uuid", action, course as "course: Uuid",
                 subject as "subject!: Uuid", details
               from audit
               where (?1 is null or course = ?1)
                 and (?2 is null or id < ?2)
               order by id desc
               limit ?3"#,
            course,
            after,
            wanted,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let entries = rows.into_iter().map(|row| {
            Ok(AuditEntry {
                id: AuditId(row.id),
                by: By { account: row.account.map(AccountId), at: time(row.at) },
                action: consistent(AuditAction::from_name(&row.action), "audit", "action", &row.id)?,
                course: row.course.map(CourseId),
                subject: row.subject,
                details: consistent(serde_json::from_str(&row.details).ok(), "audit", "details", &row.id)?,
            })
        });
        Ok(Page::cut(entries.collect::<Result<Vec<_>>>()?, limit, |entry| entry.id))
    }
}
