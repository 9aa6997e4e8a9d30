//! Persons: looking for one, and the second half of erasing one, report by report. The first half is in `erasing`.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, hashes, named, of_scope, owner};
use chaffinch_storage::{
    AccountId, AuditAction, BatchId, By, CHUNK_BYTES, CourseId, Erased, Erasure, ErasureId, HeldSubmission,
    Home, IsMeant, JobId, Mention, NameMatcher, NewErasure, PersonScope, Persons, Result, Rewritten,
    ToRewrite, columns,
};
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt as _;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::audit::record;
use super::values::{Failing, Time, number};
use crate::bulk;
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
            while let Some((of, text)) = rows.try_next().await.or_failed()? {
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
        while let Some(row) = persons.try_next().await.or_failed()? {
            if is_meant(&row.person) {
                let (of, text) = (row.course_case, row.person);
                mentions.push(Mention { table: "case_person", column: "person", of, text });
            }
        }
        drop(persons);
        for (of, text) in super::erasing::drafts(&mut tx, course, batch, is_meant).await? {
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
        .await
        .or_failed()?;
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
            .await
            .or_failed()?;
        Ok(bytes.cast_unsigned())
    }

    async fn erase(&self, new: &NewErasure, words: &dyn NameMatcher, by: &By) -> Result<Erasure> {
        super::erasing::erase(self, new, words, by).await
    }

    async fn erasures(&self) -> Result<Vec<Erasure>> {
        erasures(&mut *self.snapshot().await?, Which { id: None, open: false, job: None }).await
    }

    async fn open_erasures(&self) -> Result<Vec<Erasure>> {
        erasures(&mut *self.snapshot().await?, Which { id: None, open: true, job: None }).await
    }

    async fn erasures_for(&self, job: JobId) -> Result<Vec<Erasure>> {
        erasures(&mut *self.snapshot().await?, Which { id: None, open: false, job: Some(job) }).await
    }

    async fn to_rewrite(&self, erasure: ErasureId, limit: u32) -> Result<Vec<ToRewrite>> {
        let id = erasure.0;
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
            id,
            i64::from(limit),
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
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
                id,
                row.batch,
                row.number,
            )
            .fetch_all(&mut *tx)
            .await
            .or_failed()?;
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
            .await
            .or_failed()?;
            if waiting.rows_affected() == 0 {
                return Ok(false);
            }
            if let Some(now) = &now {
                if !put(&mut tx, read, now).await? {
                    return Ok(false);
                }
                sqlx::query!("update erasure set reports = reports + 1 where id = $1", erasure.0)
                    .execute(&mut *tx)
                    .await
                    .or_failed()?;
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
        .await
        .or_failed()?;
        self.commit_change(tx).await?;
        self.reclaim().await;
        Ok(0 < ended.rows_affected())
    }

    async fn note_export(&self, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        let details = json!({});
        record(&mut tx, by, AuditAction::PersonExported, None, Uuid::nil(), &details).await?;
        tx.commit().await
    }
}

/// That a row is in the scope of the parameters 1 (course) and 2 (batch); null: any.
pub(crate) fn within(home: Home) -> String {
    const BATCHES: &str =
        "select id from batch where (course = $1 or $1 is null) and (id = $2 or $2 is null)";
    const ARCHIVES: &str = "select id from archive where (course = $1 or $1 is null) and $2 is null";
    const CASES: &str = "select id from course_case
        where (course = $1 or $1 is null)
          and (id in (select course_case from case_submission where batch = $2) or $2 is null)";
    match home {
        Home::Batch(column) => format!("{column} in ({BATCHES})"),
        Home::Job(column) => {
            format!("{column} in (select id from job where batch in ({BATCHES}) or archive in ({ARCHIVES}))")
        }
        Home::Case(column) => format!("{column} in ({CASES})"),
        Home::Request => {
            format!("(batch in ({BATCHES}) or archive in ({ARCHIVES}) or course_case in ({CASES}))")
        }
    }
}

/// See [`Persons::held`].
pub(crate) async fn held(
    db: &mut Connection,
    scope: PersonScope,
    is_meant: IsMeant<'_>,
) -> Result<Vec<HeldSubmission>> {
    let (course, batch) = of_scope(scope);
    let mut rows = sqlx::query!(
        r#"select
             ingest.batch, ingest.archive,
             coalesce(batch.course, archive.course) as "course!: Uuid",
             coalesce(batch.title, archive.name) as "owner_name!: String", submission.number, submission.name, author
           from submission
           join ingest on ingest.first = submission.ingest
           left join batch on batch.id = ingest.batch
           left join archive on archive.id = ingest.archive
           where (coalesce(batch.course, archive.course) = $1 or $1 is null)
             and (ingest.batch = $2 or $2 is null)"#,
        course,
        batch,
    )
    .fetch(&mut *db);
    let mut held = Vec::new();
    while let Some(row) = rows.try_next().await.or_failed()? {
        if is_meant(&row.name) || row.author.as_deref().is_some_and(is_meant) {
            held.push(HeldSubmission {
                owner: consistent(owner(row.batch, row.archive), "ingest", "batch", &row.number)?,
                course: CourseId(row.course),
                owner_name: row.owner_name,
                number: row.number.cast_unsigned(),
                name: row.name,
                author: row.author,
                documents: 0,
            });
        }
    }
    drop(rows);
    for held in &mut held {
        let (batch, archive) = chaffinch_storage::backend::columns(held.owner);
        let documents = sqlx::query_scalar!(
            r#"select count(*) as "documents!: i64"
               from document
               where ingest in (select first from ingest where batch = $1 or archive = $2)
                 and submission = $3"#,
            batch,
            archive,
            number(held.number),
        )
        .fetch_one(&mut *db)
        .await
        .or_failed()?;
        held.documents = documents.cast_unsigned();
    }
    held.sort_by_key(|held| (held.owner, held.number));
    Ok(held)
}

/// Which records are wanted.
pub(crate) struct Which {
    pub(crate) id: Option<ErasureId>,
    pub(crate) open: bool,
    pub(crate) job: Option<JobId>,
}

pub(crate) async fn erasures(db: &mut Connection, which: Which) -> Result<Vec<Erasure>> {
    let (id, job) = (which.id.map(|id| id.0), which.job.map(|id| id.0));
    let rows = sqlx::query!(
        r#"select
             id, number, at, account, course,
             batch, despite_hold, key, hashes, submissions, documents, reports, texts, ended
           from erasure
           where (id = $1 or $1 is null)
             and (not $2 or ended is null)
             and (exists (
               select 1
               from job
               left join batch on batch.id = job.batch
               left join archive on archive.id = job.archive
               where job.id = $3
                 and job.sequence <= erasure.last_job
                 and job.created <= erasure.at
                 and (erasure.course is null or erasure.course = coalesce(batch.course, archive.course))
                 and (erasure.batch is null or erasure.batch = job.batch)
             ) or $3 is null)
           order by number"#,
        id,
        which.open,
        job,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    let erasures = rows.into_iter().map(|row| {
        Ok(Erasure {
            id: ErasureId(row.id),
            number: row.number.cast_unsigned(),
            by: By { account: row.account.map(AccountId), at: row.at.utc() },
            scope: PersonScope { course: row.course.map(CourseId), batch: row.batch.map(BatchId) },
            key: consistent(row.key.try_into().ok(), "erasure", "key", &row.id)?,
            hashes: consistent(hashes(&row.hashes), "erasure", "hashes", &row.id)?,
            despite_hold: row.despite_hold,
            erased: Erased {
                submissions: row.submissions.cast_unsigned(),
                documents: row.documents.cast_unsigned(),
                reports: row.reports.cast_unsigned(),
                texts: row.texts.cast_unsigned(),
            },
            ended: row.ended.map(Time::utc),
        })
    });
    erasures.collect()
}

/// Puts a report in the place of the one that was read. False: that is no longer there.
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
    .await
    .or_failed()?;
    if updated.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!("delete from revision_chunk where batch = $1 and revision = $2", batch, revision)
        .execute(&mut *tx)
        .await
        .or_failed()?;
    for (chunk, packed) in (0..).zip(now.body.as_bytes().chunks(CHUNK_BYTES)) {
        sqlx::query!(
            "insert into revision_chunk (batch, revision, number, packed) values ($1, $2, $3, $4)",
            batch,
            revision,
            chunk,
            packed,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    bulk::replace_pairs(tx, batch, revision, &now.pairs).await?;
    Ok(true)
}
