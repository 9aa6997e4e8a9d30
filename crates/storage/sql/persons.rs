//! Finds a person, and does the second half of an erasure, report by report. The first half is in `erasing`.

use async_trait::async_trait;
use chaffinch_storage::backend::{named, of_scope};
use chaffinch_storage::{
    AuditAction, BatchId, By, CHUNK_BYTES, Erasure, ErasureId, HeldSubmission, Home, IsMeant, JobId, Mention,
    NameMatcher, NewErasure, PersonScope, Persons, Result, Rewritten, ToRewrite, columns,
};
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt as _;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::audit::record;
use super::person_rows::{drafts, erasures, held, within};
use super::{Time, number};
use crate::dialect::{Backend, Connection, retried};

#[async_trait]
impl Persons for Backend {
    async fn held(&self, scope: PersonScope, is_meant: IsMeant<'_>) -> Result<Vec<HeldSubmission>> {
        held(&mut *self.snapshot().await?, scope, is_meant).await
    }

    async fn mentions(&self, scope: PersonScope, is_meant: IsMeant<'_>) -> Result<Vec<Mention>> {
        let mut tx = self.snapshot().await?;
        let (course, batch) = of_scope(scope);
        let mut mentions = Vec::new();
        for column in columns() {
            let (table, name, key) = (column.table, column.column, column.home.column());
            let select = format!(
                "select {key}, {name} from {table} where {name} is not null and {}",
                within(column.home)
            );
            let mut rows = sqlx::query_as::<_, (Uuid, String)>(AssertSqlSafe(select))
                .bind(course)
                .bind(batch)
                .fetch(&mut *tx);
            while let Some((of, text)) = rows.try_next().await? {
                let meant = named(column, text).into_iter().filter(|text| is_meant(text));
                mentions.extend(meant.map(|text| Mention { table, column: name, of, text }));
            }
        }
        let mut persons = sqlx::query!(
            r#"select course_case, person
               from case_person
               where course_case in (
                 select id from course_case
                 where (course = $1 or $1 is null)
                   and (id in (select course_case from case_submission where batch = $2) or $2 is null)
               )"#,
            course,
            batch,
        )
        .fetch(&mut *tx);
        while let Some(row) = persons.try_next().await? {
            if is_meant(&row.person) {
                let (of, text) = (row.course_case, row.person);
                mentions.push(Mention { table: "case_person", column: "person", of, text });
            }
        }
        drop(persons);
        for (of, text) in drafts(&mut tx, course, batch, is_meant).await? {
            mentions.push(Mention { table: "draft", column: "preview", of, text });
        }
        mentions.sort_unstable();
        Ok(mentions)
    }

    async fn all_reports(&self, scope: PersonScope) -> Result<Vec<(BatchId, u32)>> {
        let (course, batch) = of_scope(scope);
        let rows = sqlx::query!(
            "select batch, number
             from revision
             where batch in (
               select id from batch where (course = $1 or $1 is null) and (id = $2 or $2 is null)
             )
             order by batch, number",
            course,
            batch,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(|row| (BatchId(row.batch), row.number.cast_unsigned())).collect())
    }

    async fn unread_uploads(&self, scope: PersonScope) -> Result<u64> {
        let (course, batch) = of_scope(scope);
        let select = format!(
            "select cast(coalesce(sum(bytes), 0) as bigint) from part
             where job in (select id from job where state in ('done', 'failed', 'cancelled')) and {}",
            within(Home::Job("job"))
        );
        let bytes: i64 = sqlx::query_scalar(AssertSqlSafe(select))
            .bind(course)
            .bind(batch)
            .fetch_one(&mut *self.read().await?)
            .await?;
        Ok(bytes.cast_unsigned())
    }

    async fn erase(&self, new: &NewErasure, words: &dyn NameMatcher, by: &By) -> Result<Erasure> {
        retried(|| super::erasing::erase(self, new, words, by)).await
    }

    async fn erasures(&self) -> Result<Vec<Erasure>> {
        erasures(&mut *self.snapshot().await?, None, false, None).await
    }

    async fn open_erasures(&self) -> Result<Vec<Erasure>> {
        erasures(&mut *self.snapshot().await?, None, true, None).await
    }

    async fn erasures_for(&self, job: JobId) -> Result<Vec<Erasure>> {
        erasures(&mut *self.snapshot().await?, None, false, Some(job)).await
    }

    async fn to_rewrite(&self, erasure: ErasureId, limit: u32) -> Result<Vec<ToRewrite>> {
        let mut tx = self.snapshot().await?;
        let rows = sqlx::query!(
            r#"select revision.batch, revision.number, revision.rewritten
               from erasure_revision
               join revision
                 on revision.batch = erasure_revision.batch
                 and revision.number = erasure_revision.revision
               where erasure = $1
               order by revision.batch, revision.number
               limit $2"#,
            erasure.0,
            i64::from(limit),
        )
        .fetch_all(&mut *tx)
        .await?;
        let mut to_rewrite = Vec::with_capacity(rows.len());
        for row in rows {
            let numbers = sqlx::query_scalar!(
                r#"select number as "number!"
                   from erased_submission
                   where erasure = $1 and batch = $2
                   union
                   select revision_archived.number
                   from revision_archived
                   join erased_submission
                     on erased_submission.archive = revision_archived.archive
                     and erased_submission.number = revision_archived.submission
                   where erasure = $1
                     and revision_archived.batch = $2
                     and revision_archived.revision = $3
                   order by 1"#,
                erasure.0,
                row.batch,
                row.number,
            )
            .fetch_all(&mut *tx)
            .await?;
            to_rewrite.push(ToRewrite {
                batch: BatchId(row.batch),
                revision: row.number.cast_unsigned(),
                rewritten: row.rewritten.cast_unsigned(),
                submissions: numbers.into_iter().map(i32::cast_unsigned).collect(),
            });
        }
        Ok(to_rewrite)
    }

    async fn rewrite(&self, erasure: ErasureId, read: &ToRewrite, now: Option<Rewritten>) -> Result<bool> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let waiting = sqlx::query!(
                "delete from erasure_revision where erasure = $1 and batch = $2 and revision = $3",
                erasure.0,
                read.batch.0,
                number(read.revision),
            )
            .execute(&mut *tx)
            .await?;
            if waiting.rows_affected() == 0 {
                return Ok(false);
            }
            if let Some(now) = &now {
                if !put(&mut tx, read, now).await? {
                    return Ok(false);
                }
                sqlx::query!("update erasure set reports = reports + 1 where id = $1", erasure.0)
                    .execute(&mut *tx)
                    .await?;
            }
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    async fn end_erasure(&self, erasure: ErasureId, at: DateTime<Utc>) -> Result<bool> {
        let mut tx = self.begin().await?;
        let ended = sqlx::query!(
            "update erasure
             set ended = $1
             where id = $2
               and ended is null
               and not exists (select 1 from erasure_revision where erasure = $2)",
            Time(at),
            erasure.0,
        )
        .execute(&mut *tx)
        .await?;
        self.commit_change(tx).await?;
        self.reclaim().await;
        Ok(ended.rows_affected() > 0)
    }

    async fn rewrite_database(&self) -> Result<()> {
        self.rewrite_all().await
    }

    async fn note_export(&self, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        record(&mut tx, by, AuditAction::PersonExported, None, Uuid::nil(), &json!({})).await?;
        tx.commit().await
    }
}

/// Replaces the report that was read. Returns `false` if it has changed since.
async fn put(tx: &mut Connection, read: &ToRewrite, now: &Rewritten) -> Result<bool> {
    let (batch, revision) = (read.batch.0, number(read.revision));
    let updated = sqlx::query!(
        "update revision
         set settings = $1, head_packed = $2, rewritten = rewritten + 1
         where batch = $3 and number = $4 and rewritten = $5",
        now.settings.to_string(),
        now.head.as_bytes(),
        batch,
        revision,
        number(read.rewritten),
    )
    .execute(&mut *tx)
    .await?;
    if updated.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!("delete from revision_chunk where batch = $1 and revision = $2", batch, revision)
        .execute(&mut *tx)
        .await?;
    for (chunk, packed) in (0..).zip(now.body.as_bytes().chunks(CHUNK_BYTES)) {
        sqlx::query!(
            "insert into revision_chunk (batch, revision, number, packed) values ($1, $2, $3, $4)",
            batch,
            revision,
            chunk,
            packed,
        )
        .execute(&mut *tx)
        .await?;
    }
    for (rank, pair) in &now.pairs {
        sqlx::query!(
            "update pair set packed = $1 where batch = $2 and revision = $3 and rank = $4",
            pair.as_bytes(),
            batch,
            revision,
            number(*rank),
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(true)
}
