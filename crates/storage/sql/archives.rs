//! Archives: creating them, adding documents, reducing and deleting them.
//!
//! A change of the content of an archive locks its jobs, or the job in progress, before the row of the archive.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, status};
use chaffinch_storage::{
    AccountId, Archive, ArchiveId, Archives, AuditAction, By, CaseId, CourseId, DocumentId, JobId,
    JobPayload, Keeping, Lease, Named, NewAddition, NewArchive, NewIngest, Owner, Packed, Purged, Result,
    Status, StorageError,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::accept::{NewJob, insert_job};
use super::audit::record;
use super::case_rows::{drop_statement_files, holding_cases};
use super::documents::stream;
use super::ingest::{delete_documents, insert_ingest};
use super::jobs::{end, hold};
use super::{Time, missing};
use crate::bulk;
use crate::dialect::{
    Backend, Connection, by_backend, ids, listed, lock, locking, retried, retried_while_away, text,
};

#[async_trait]
impl Archives for Backend {
    async fn create_archive(&self, new: &NewArchive, by: &By) -> Result<Archive> {
        let mut tx = self.begin().await?;
        insert_archive(&mut tx, new, by).await?;
        let archive =
            consistent(archives_by_id(&mut tx, &[new.id.0]).await?.pop(), "archive", "id", &new.id)?;
        self.commit_change(tx).await?;
        Ok(archive)
    }

    async fn create_filled_archive(
        &self,
        new: &NewArchive,
        first: NewAddition,
        job: JobId,
        by: &By,
    ) -> Result<()> {
        let upload = matches!(first, NewAddition::Upload { .. });
        let mut tx = if upload { self.begin_upload().await? } else { self.begin().await? };
        insert_archive(&mut tx, new, by).await?;
        insert_addition(&mut tx, new.id, first, job, by).await?;
        self.commit_change(tx).await
    }

    async fn archive(&self, id: ArchiveId) -> Result<Option<Archive>> {
        Ok(archives_by_id(&mut *self.snapshot().await?, &[id.0]).await?.pop())
    }

    async fn archives(&self, courses: &[CourseId]) -> Result<Vec<Archive>> {
        let mut tx = self.snapshot().await?;
        let ids = by_backend!(query_scalar!(
            postgres: "select id from archive where course = any($1)",
            sqlite: "select id from archive where course in (select unhex(value) from json_each($1))",
            &ids(courses.iter().map(|course| course.0)),
        ))
        .fetch_all(&mut *tx)
        .await?;
        archives_by_id(&mut tx, &ids).await
    }

    async fn add(&self, archive: ArchiveId, addition: NewAddition, job: JobId, by: &By) -> Result<()> {
        let upload = matches!(addition, NewAddition::Upload { .. });
        let mut tx = if upload { self.begin_upload().await? } else { self.begin().await? };
        insert_addition(&mut tx, archive, addition, job, by).await?;
        self.commit_change(tx).await
    }

    async fn finish_addition(&self, lease: &Lease, ingest: NewIngest, at: DateTime<Utc>) -> Result<()> {
        retried_while_away(|| async {
            let mut tx = self.begin().await?;
            let Some(owner @ Owner::Archive(archive)) = end(&mut tx, lease, at).await? else {
                return Err(StorageError::LeaseLost);
            };
            // This locks the archive. Two additions therefore number their submissions one after the other.
            let keeping = advance(&mut tx, archive).await?;
            insert_ingest(&mut tx, owner, &ingest).await?;
            if keeping == Keeping::Reduced && ingest.has_texts() {
                queue_reduction(&mut tx, archive, JobId::new(at), &By { account: None, at }).await?;
            }
            self.commit_change(tx).await?;
            self.reclaim_much().await;
            Ok(())
        })
        .await
    }

    async fn reduce(&self, archive: ArchiveId, job: JobId, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        change(&mut tx, archive, "reduced", by).await?;
        // From now on, additions are reduced.
        sqlx::query!("update archive set keeping = 'reduced' where id = $1", archive.0)
            .execute(&mut *tx)
            .await?;
        not_held(&mut tx, archive).await?;
        queue_reduction(&mut tx, archive, job, by).await?;
        self.commit_change(tx).await
    }

    async fn unreduced(&self, archive: ArchiveId, limit: u32) -> Result<Vec<(DocumentId, Packed)>> {
        let rows = sqlx::query!(
            "select document.id, stream_packed
             from document
             join ingest on ingest.first = document.ingest
             where ingest.archive = $1 and text_packed is not null
             order by document.id
             limit $2",
            archive.0,
            i64::from(limit),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(|row| stream(row.id, row.stream_packed)).collect())
    }

    async fn reduce_documents(&self, lease: &Lease, streams: Vec<(DocumentId, Packed)>) -> Result<()> {
        let mut tx = self.begin().await?;
        let Some(Owner::Archive(archive)) = hold(&mut tx, lease).await? else {
            return Err(StorageError::LeaseLost);
        };
        bulk::reduce_documents(&mut tx, &streams).await?;
        advance(&mut tx, archive).await?;
        tx.commit().await?;
        self.reclaim().await;
        Ok(())
    }

    async fn set_archive_keep_until(
        &self,
        id: ArchiveId,
        keep_until: Option<DateTime<Utc>>,
        by: &By,
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        let course = sqlx::query_scalar!(
            "update archive
             set keep_until = $1
             where id = $2
             returning course",
            keep_until.map(Time),
            id.0,
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(course) = course else { return Ok(false) };
        let details = json!({ "what": "kept", "keep_until": keep_until });
        record(&mut tx, by, AuditAction::ArchiveChanged, Some(CourseId(course)), id.0, &details).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn delete_archive(&self, id: ArchiveId, by: &By) -> Result<bool> {
        let deleted = delete_archive(self, id.0, by, false).await?;
        if deleted {
            self.reclaim().await;
        }
        Ok(deleted)
    }
}

/// Deletes expired archives, each in its own transaction, except those under a legal hold.
pub(crate) async fn expired_archives(storage: &Backend, by: &By, purged: &mut Purged) -> Result<()> {
    let expired =
        sqlx::query_scalar!("select id from archive where keep_until <= $1 order by id", Time(by.at))
            .fetch_all(&mut *storage.read().await?)
            .await?;
    for archive in expired {
        match delete_archive(storage, archive, by, true).await {
            Ok(deleted) => purged.archives += u64::from(deleted),
            Err(StorageError::Held { .. }) => purged.held += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn delete_archive(storage: &Backend, archive: Uuid, by: &By, expired: bool) -> Result<bool> {
    retried(|| async {
        let mut tx = storage.begin().await?;
        // Jobs before the archive: a worker that commits its result locks them in the same order.
        lock!(tx, "select 1 as one from job where archive = $1 order by sequence for update", archive);
        let locked = locking!(query!("select 1 as one from archive where id = $1 ", "for update", archive))
            .fetch_optional(&mut *tx)
            .await?;
        if locked.is_none() {
            return Ok(false);
        }
        not_held(&mut tx, ArchiveId(archive)).await?;
        delete_documents(&mut tx, Owner::Archive(ArchiveId(archive))).await?;
        let course = sqlx::query_scalar!("delete from archive where id = $1 returning course", archive)
            .fetch_one(&mut *tx)
            .await?;
        drop_statement_files(&mut tx).await?;
        let details = json!({ "expired": expired });
        record(&mut tx, by, AuditAction::ArchiveDeleted, Some(CourseId(course)), archive, &details).await?;
        storage.commit_change(tx).await?;
        Ok(true)
    })
    .await
}

/// Refuses an archive under a legal hold. The row of the archive is locked.
async fn not_held(tx: &mut Connection, archive: ArchiveId) -> Result<()> {
    match holding_cases(tx, archive.into()).await?.first() {
        None => Ok(()),
        Some(&case) => Err(StorageError::Held { case }),
    }
}

/// Inserts an empty archive.
async fn insert_archive(tx: &mut Connection, new: &NewArchive, by: &By) -> Result<()> {
    let inserted = sqlx::query!(
        "insert into archive (id, course, name, year, reference, keeping, creator, created, keep_until)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             on conflict (course, name) do nothing",
        new.id.0,
        new.course.0,
        &text(&new.name),
        new.year,
        new.reference.as_ref().map(ToString::to_string),
        new.keeping.name(),
        new.creator.0,
        Time(by.at),
        new.keep_until.map(Time),
    )
    .execute(&mut *tx)
    .await
    .map_err(missing("account or course"))?;
    if inserted.rows_affected() == 0 {
        return Err(StorageError::NameTaken { name: new.name.clone() });
    }
    record(tx, by, AuditAction::ArchiveCreated, Some(new.course), new.id.0, &json!({})).await
}

/// Stores an addition to an archive, and the job that will read it.
async fn insert_addition(
    tx: &mut Connection,
    archive: ArchiveId,
    addition: NewAddition,
    job: JobId,
    by: &By,
) -> Result<()> {
    let (what, payload, parts) = match addition {
        NewAddition::Upload { options, parts } => {
            ("upload", JobPayload::AddUpload { archive, options }, parts)
        }
        NewAddition::Batch(batch) => ("batch", JobPayload::AddBatch { archive, batch }, Vec::new()),
    };
    change(tx, archive, what, by).await?;
    let owner = Some(Owner::Archive(archive));
    let job = NewJob { id: job, owner, account: by.account, payload: &payload, at: by.at };
    insert_job(tx, &job, parts).await
}

/// Records a change of an archive, which must exist, in the audit log.
async fn change(tx: &mut Connection, archive: ArchiveId, what: &str, by: &By) -> Result<()> {
    let course = sqlx::query_scalar!("select course from archive where id = $1", archive.0)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(StorageError::Missing { what: "archive" })?;
    let details = json!({ "what": what });
    record(tx, by, AuditAction::ArchiveChanged, Some(CourseId(course)), archive.0, &details).await
}

/// Locks an archive and records that its content has changed. Returns what may be kept of its documents.
async fn advance(tx: &mut Connection, archive: ArchiveId) -> Result<Keeping> {
    let keeping = sqlx::query_scalar!(
        "update archive set state = state + 1 where id = $1 returning keeping",
        archive.0
    )
    .fetch_one(tx)
    .await?;
    consistent(Keeping::from_name(&keeping), "archive", "keeping", &archive)
}

/// Queues the job that deletes what a reduced archive may not keep.
async fn queue_reduction(tx: &mut Connection, archive: ArchiveId, job: JobId, by: &By) -> Result<()> {
    let payload = JobPayload::Reduce { archive };
    let owner = Some(Owner::Archive(archive));
    let job = NewJob { id: job, owner, account: by.account, payload: &payload, at: by.at };
    insert_job(tx, &job, Vec::new()).await
}

/// Returns those of these archives that exist, by name, with their counts and the state of their latest jobs.
async fn archives_by_id(tx: &mut Connection, archives: &[Uuid]) -> Result<Vec<Archive>> {
    let rows = by_backend!(query!(
        postgres: r#"
          select
            archive.id, course, name, year, reference, keeping, creator, archive.created, keep_until,
            archive.state,
            (
              select count(*)
              from submission
              where ingest in (select first from ingest where ingest.archive = archive.id)
            ) as "submissions!",
            (select cast(coalesce(sum(documents), 0) as bigint) from ingest where ingest.archive = archive.id)
              - (
                select count(*)
                from removed_document
                where ingest in (select first from ingest where ingest.archive = archive.id)
              )
              as "documents!",
            array(
              select id
              from course_case
              where hold_since is not null
                and id in (select course_case from case_submission where case_submission.archive = archive.id)
              order by id
            ) as "held_by!",
            job.state as "job_state?", job.stage as "stage?", job.done as "done?", job.total as "total?", job.reason
          from archive
          left join lateral (
            select state, stage, done, total, reason
            from job
            where job.archive = archive.id
            order by sequence desc
            limit 1
          ) job on true
          where archive.id = any($1)
          order by name, archive.id"#,
        sqlite: r#"
          select
            archive.id, course, name, year, reference, keeping, creator, archive.created, keep_until,
            archive.state,
            (
              select count(*)
              from submission
              where ingest in (select first from ingest where ingest.archive = archive.id)
            ) as "submissions!: i64",
            (select coalesce(sum(documents), 0) from ingest where ingest.archive = archive.id)
              - (
                select count(*)
                from removed_document
                where ingest in (select first from ingest where ingest.archive = archive.id)
              )
              as "documents!: i64",
            (
              select json_group_array(hex(id) order by id)
              from course_case
              where hold_since is not null
                and id in (select course_case from case_submission where case_submission.archive = archive.id)
            ) as "held_by!: String",
            job.state as "job_state?", job.stage as "stage?", job.done as "done?", job.total as "total?", job.reason
          from archive
          left join job
            on job.archive = archive.id
            and job.sequence = (select max(sequence) from job latest where latest.archive = archive.id)
          where archive.id in (select unhex(value) from json_each($1))
          order by name, archive.id"#,
        &ids(archives.iter().copied()),
    ))
    .fetch_all(tx)
    .await?;
    let archives = rows.into_iter().map(|row| {
        let id = ArchiveId(row.id);
        let status = match (row.job_state, row.stage, row.done, row.total) {
            (Some(job), Some(stage), Some(done), Some(total)) => {
                status(&job, (stage, done, total), row.reason)
            }
            _ => Some(Status::Done),
        };
        let reference =
            row.reference.map(|label| consistent(label.parse().ok(), "archive", "reference", &id));
        Ok(Archive {
            id,
            course: CourseId(row.course),
            name: row.name,
            year: row.year,
            reference: reference.transpose()?,
            keeping: consistent(Keeping::from_name(&row.keeping), "archive", "keeping", &id)?,
            creator: AccountId(row.creator),
            created: row.created.utc(),
            keep_until: row.keep_until.map(Time::utc),
            state: row.state.cast_unsigned(),
            submissions: row.submissions.cast_unsigned(),
            documents: row.documents.cast_unsigned(),
            status: consistent(status, "job", "state", &id)?,
            held_by: listed(row.held_by).map(CaseId).collect(),
        })
    });
    archives.collect()
}
