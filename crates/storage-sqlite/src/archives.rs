//! Archives: making them, adding to them, taking from them.

use async_trait::async_trait;
use chaffinch_storage::backend::{adding, consistent, progress, status};
use chaffinch_storage::{
    AccountId, Archive, ArchiveId, Archives, AuditAction, By, CourseId, DocumentId, JobId, JobPayload,
    Keeping, Lease, NewAddition, NewArchive, NewIngest, NewSketches, Owner, Packed, Purged, Result,
    StorageError, StoredDocument,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::accept::{NewJob, insert_job};
use crate::audit::record;
use crate::case_rows::holders;
use crate::documents::{DocumentRow, bury, insert_ingest, insert_numbered};
use crate::jobs::{end, hold};
use crate::rows::{Failing, hex, micros, time};
use crate::runs::insert_frequent;

#[async_trait]
impl Archives for SqliteStorage {
    async fn create_archive(&self, new: &NewArchive, by: &By) -> Result<Archive> {
        let mut tx = self.begin().await?;
        insert_archive(&mut tx, new, by).await?;
        let archive = consistent(archive_by_id(&mut tx, new.id.0).await?, "archive", "id", &new.id)?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(archive)
    }

    async fn create_filled_archive(
        &self,
        new: &NewArchive,
        first: NewAddition,
        job: JobId,
        by: &By,
    ) -> Result<()> {
        let mut tx = self.begin_addition(&first).await?;
        insert_archive(&mut tx, new, by).await?;
        insert_addition(&mut tx, new.id, first, job, by).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(())
    }

    async fn archive(&self, id: ArchiveId) -> Result<Option<Archive>> {
        archive_by_id(&mut *self.snapshot().await?, id.0).await
    }

    async fn archives(&self, courses: &[CourseId]) -> Result<Vec<Archive>> {
        let courses = hex(courses.iter().map(|course| course.0));
        let mut tx = self.snapshot().await?;
        let ids = sqlx::query_scalar!(
            r#"select id as "id!: Uuid"
               from archive
               where course in (select unhex(value) from json_each(?))
               order by name, id"#,
            courses,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        // A look-up in an embedded database is a function call.
        let mut archives = Vec::with_capacity(ids.len());
        for id in ids {
            archives.extend(archive_by_id(&mut tx, id).await?);
        }
        Ok(archives)
    }

    async fn corpora(&self, courses: &[CourseId]) -> Result<Vec<(ArchiveId, String)>> {
        let courses = hex(courses.iter().map(|course| course.0));
        let rows = sqlx::query!(
            r#"select id as "id!: Uuid", sketch as "sketch!"
               from archive
               where sketch is not null and course in (select unhex(value) from json_each(?))
               order by id"#,
            courses,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(|row| (ArchiveId(row.id), row.sketch)).collect())
    }

    async fn add(&self, archive: ArchiveId, addition: NewAddition, job: JobId, by: &By) -> Result<()> {
        let mut tx = self.begin_addition(&addition).await?;
        insert_addition(&mut tx, archive, addition, job, by).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(())
    }

    async fn finish_addition(&self, lease: &Lease, ingest: NewIngest, at: DateTime<Utc>) -> Result<()> {
        let mut tx = self.begin().await?;
        let Some(owner @ Owner::Archive(archive)) = end(&mut tx, lease, at).await? else {
            return Err(StorageError::LeaseLost);
        };
        let has_texts = ingest.has_texts();
        insert_ingest(&mut tx, owner, ingest).await?;
        if advance(&mut tx, archive).await? == Keeping::Reduced && has_texts {
            queue_reduction(&mut tx, archive, JobId::new(at), &By { account: None, at }).await?;
        }
        tx.commit().await.or_failed()?;
        self.changed();
        self.reclaim_much().await;
        Ok(())
    }

    async fn add_sketches(&self, archive: ArchiveId, new: NewSketches, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        let (id, at, more) = (archive.0, micros(by.at), new.more);
        let course = sqlx::query_scalar!(
            r#"update archive
               set state = state + 1, adding = case when ?1 then coalesce(adding, ?2) end
               where id = ?3 and sketch is not null
               returning course as "course!: Uuid""#,
            more,
            at,
            id,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?
        .ok_or(StorageError::Missing { what: "corpus" })?;
        let details = json!({ "what": "sketches", "documents": new.ingest.documents.len() });
        record(&mut tx, by, AuditAction::ArchiveChanged, Some(CourseId(course)), id, &details).await?;
        // Numbers of erased documents are not given out again.
        let before = sqlx::query_scalar!(
            r#"select coalesce(sum(documents), 0) as "before!: i64" from ingest where archive = ?"#,
            id,
        )
        .fetch_one(&mut *tx)
        .await
        .or_failed()?;
        let scheme = new.ingest.runs.first().map(|run| run.scheme.clone());
        insert_numbered(&mut tx, Owner::Archive(archive), (before, 0), new.ingest).await?;
        if let Some(scheme) = scheme {
            insert_frequent(&mut tx, &scheme, &new.frequent).await?;
        }
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(())
    }

    async fn reduce(&self, archive: ArchiveId, job: JobId, by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        change(&mut tx, archive, "reduced", by).await?;
        not_held(&mut tx, archive).await?;
        let id = archive.0;
        // At once: what is added from now on comes reduced.
        sqlx::query!("update archive set keeping = 'reduced' where id = ?", id)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        queue_reduction(&mut tx, archive, job, by).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(())
    }

    async fn unreduced(&self, archive: ArchiveId, limit: u32) -> Result<Vec<StoredDocument>> {
        let id = archive.0;
        let rows = sqlx::query_as!(
            DocumentRow,
            r#"select
                 document.id, file, path, text_packed, stream_packed, fingerprints, family as "family?",
                 normalizer as "normalizer?", format as "format?"
               from document
               join ingest on ingest.first = document.ingest
               left join index_scheme on index_scheme.id = document.scheme
               where ingest.archive = ? and text_packed is not null
               order by document.id
               limit ?"#,
            id,
            limit,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().filter_map(DocumentRow::document).collect())
    }

    async fn reduce_documents(&self, lease: &Lease, streams: Vec<(DocumentId, Packed)>) -> Result<()> {
        let mut tx = self.begin().await?;
        let Some(Owner::Archive(archive)) = hold(&mut tx, lease).await? else {
            return Err(StorageError::LeaseLost);
        };
        for (document, stream) in &streams {
            let (id, stream) = (document.0.cast_signed(), stream.as_bytes());
            sqlx::query!(
                "update document set text_packed = null, stream_packed = ? where id = ?",
                stream,
                id
            )
            .execute(&mut *tx)
            .await
            .or_failed()?;
        }
        advance(&mut tx, archive).await?;
        tx.commit().await.or_failed()?;
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
        let (archive, until) = (id.0, keep_until.map(micros));
        let course = sqlx::query_scalar!(
            r#"update archive
               set keep_until = ?
               where id = ?
               returning course as "course!: Uuid""#,
            until,
            archive,
        )
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?;
        let Some(course) = course else { return Ok(false) };
        let details = json!({ "what": "kept", "keep_until": keep_until });
        record(&mut tx, by, AuditAction::ArchiveChanged, Some(CourseId(course)), archive, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn delete_archive(&self, id: ArchiveId, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        not_held(&mut tx, id).await?;
        let deleted = delete_archive(&mut tx, id.0, by, false).await?;
        tx.commit().await.or_failed()?;
        if deleted {
            self.changed();
            self.reclaim().await;
        }
        Ok(deleted)
    }
}

/// Deletes what is past its time, but for what a legal hold keeps.
pub(crate) async fn expired_archives(tx: &mut SqliteConnection, by: &By, purged: &mut Purged) -> Result<()> {
    let now = micros(by.at);
    let expired = sqlx::query_scalar!(r#"select id as "id!: Uuid" from archive where keep_until <= ?"#, now)
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
    for archive in expired {
        if holders(&mut *tx, ArchiveId(archive).into()).await?.is_empty() {
            delete_archive(tx, archive, by, true).await?;
            purged.archives += 1;
        } else {
            purged.held += 1;
        }
    }
    Ok(())
}

async fn delete_archive(tx: &mut SqliteConnection, archive: Uuid, by: &By, expired: bool) -> Result<bool> {
    bury(tx, Owner::Archive(ArchiveId(archive))).await?;
    let course = sqlx::query_scalar!(
        r#"delete from archive
           where id = ?
           returning course as "course!: Uuid""#,
        archive,
    )
    .fetch_optional(&mut *tx)
    .await
    .or_failed()?;
    let Some(course) = course else { return Ok(false) };
    let details = json!({ "expired": expired });
    record(tx, by, AuditAction::ArchiveDeleted, Some(CourseId(course)), archive, &details).await?;
    Ok(true)
}

/// That no legal hold keeps an archive as it is.
async fn not_held(tx: &mut SqliteConnection, archive: ArchiveId) -> Result<()> {
    match holders(tx, archive.into()).await?.first() {
        None => Ok(()),
        Some(&case) => Err(StorageError::Held { case }),
    }
}

/// Inserts an empty archive.
async fn insert_archive(tx: &mut SqliteConnection, new: &NewArchive, by: &By) -> Result<()> {
    let (id, course, creator, keeping) = (new.id.0, new.course.0, new.creator.0, new.keeping.name());
    let (created, keep_until) = (micros(by.at), new.keep_until.map(micros));
    let inserted = sqlx::query!(
        "insert into archive (id, course, name, year, keeping, sketch, creator, created, keep_until)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?)
             on conflict (course, name) do nothing",
        id,
        course,
        new.name,
        new.year,
        keeping,
        new.sketch,
        creator,
        created,
        keep_until,
    )
    .execute(&mut *tx)
    .await
    .or_missing("account or course")?;
    if inserted.rows_affected() == 0 {
        return Err(StorageError::NameTaken { name: new.name.clone() });
    }
    record(tx, by, AuditAction::ArchiveCreated, Some(new.course), id, &json!({})).await
}

/// Keeps what is to be added to an archive, and the job that will add it.
async fn insert_addition(
    tx: &mut SqliteConnection,
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

/// Notes that somebody changes an archive, which must be there.
async fn change(tx: &mut SqliteConnection, archive: ArchiveId, what: &str, by: &By) -> Result<()> {
    let id = archive.0;
    let course = sqlx::query_scalar!(r#"select course as "course!: Uuid" from archive where id = ?"#, id)
        .fetch_optional(&mut *tx)
        .await
        .or_failed()?
        .ok_or(StorageError::Missing { what: "archive" })?;
    record(tx, by, AuditAction::ArchiveChanged, Some(CourseId(course)), id, &json!({ "what": what })).await
}

/// The content has changed. Tells what may be kept of it.
async fn advance(tx: &mut SqliteConnection, archive: ArchiveId) -> Result<Keeping> {
    let id = archive.0;
    let keeping =
        sqlx::query_scalar!("update archive set state = state + 1 where id = ? returning keeping", id)
            .fetch_one(tx)
            .await
            .or_failed()?;
    consistent(Keeping::from_name(&keeping), "archive", "keeping", &archive)
}

/// The job that takes away what a reduced archive may not keep.
async fn queue_reduction(tx: &mut SqliteConnection, archive: ArchiveId, job: JobId, by: &By) -> Result<()> {
    let payload = JobPayload::Reduce { archive };
    let owner = Some(Owner::Archive(archive));
    let job = NewJob { id: job, owner, account: by.account, payload: &payload, at: by.at };
    insert_job(tx, &job, Vec::new()).await
}

/// An archive as the contract shows it: counted, with the state of its latest job.
async fn archive_by_id(db: &mut SqliteConnection, id: Uuid) -> Result<Option<Archive>> {
    let row = sqlx::query!(
        r#"select
             course as "course!: Uuid", name, year, keeping, sketch, adding, creator as "creator!: Uuid", archive.created, keep_until,
             archive.state,
             case when sketch is null
               then (select count(*) from submission where ingest in (select first from ingest where archive = archive.id))
               end as "submissions: i64",
             (select coalesce(sum(documents), 0) from ingest where archive = archive.id)
               - (select count(*) from removed_document where ingest in (select first from ingest where archive = archive.id)) as "documents!: i64"
           from archive
           where id = ?"#,
        id,
    )
    .fetch_optional(&mut *db)
    .await
    .or_failed()?;
    let Some(row) = row else { return Ok(None) };
    let job = sqlx::query!(
        "select state, stage, done, total, reason
         from job
         where archive = ?
         order by sequence desc
         limit 1",
        id,
    )
    .fetch_optional(&mut *db)
    .await
    .or_failed()?;
    let status = match job {
        _ if row.adding.is_some() => Some(adding()),
        Some(job) => status(&job.state, progress(job.stage, job.done, job.total), job.reason),
        None => Some(chaffinch_storage::Status::Done),
    };
    Ok(Some(Archive {
        id: ArchiveId(id),
        course: CourseId(row.course),
        name: row.name,
        year: row.year.map(|year| year as i32),
        keeping: consistent(Keeping::from_name(&row.keeping), "archive", "keeping", &id)?,
        sketch: row.sketch,
        creator: AccountId(row.creator),
        created: time(row.created),
        keep_until: row.keep_until.map(time),
        state: row.state as u32,
        // A corpus may have millions, one document each: they are not counted one by one.
        submissions: row.submissions.unwrap_or(row.documents).cast_unsigned(),
        documents: row.documents.cast_unsigned(),
        status: consistent(status, "job", "state", &id)?,
        held_by: holders(db, ArchiveId(id).into()).await?,
    }))
}
