//! Facts about the installation, and what was deleted in it.

use async_trait::async_trait;
use chaffinch_storage::{
    AuditAction, By, Deletion, InstallationFact, Installations, Named, Result, StorageError,
};
use serde_json::json;

use super::audit::record;
use crate::dialect::Backend;

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
        let changed = match (old, new) {
            (None, None) => {
                let found = sqlx::query!("select 1 as one from installation where name = $1", name);
                return Ok(found.fetch_optional(&mut *tx).await?.is_none());
            }
            (None, Some(new)) => sqlx::query!(
                "insert into installation (name, value) values ($1, $2) on conflict do nothing",
                name,
                new
            )
            .execute(&mut *tx)
            .await?
            .rows_affected(),
            (Some(old), Some(new)) => sqlx::query!(
                "update installation set value = $3 where name = $1 and value = $2",
                name,
                old,
                new
            )
            .execute(&mut *tx)
            .await?
            .rows_affected(),
            (Some(old), None) => {
                sqlx::query!("delete from installation where name = $1 and value = $2", name, old)
                    .execute(&mut *tx)
                    .await?
                    .rows_affected()
            }
        };
        tx.commit().await?;
        Ok(changed == 1)
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
