//! Reports: writing a revision, reading it in the pieces pages need.

use async_trait::async_trait;
use chaffinch_storage::backend::{json, sound};
use chaffinch_storage::{
    AccountId, BatchId, CHUNK_BYTES, NewRevision, Packed, Page, PairRecord, Reports, Result, Revision, Source,
};
use chrono::{DateTime, Utc};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::rows::{Failing, count, micros, time};

#[async_trait]
impl Reports for SqliteStorage {
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>> {
        let id = batch.0;
        let mut tx = self.snapshot().await?;
        let numbers = sqlx::query_scalar!("select number from revision where batch = ? order by number", id)
            .fetch_all(&mut *tx)
            .await
            .or_failed()?;
        let mut revisions = Vec::with_capacity(numbers.len());
        for number in numbers {
            revisions.extend(revision(&mut tx, id, number).await?);
        }
        Ok(revisions)
    }

    async fn report_head(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>> {
        let batch = batch.0;
        let head = sqlx::query_scalar!(
            "select head_packed
             from revision
             where batch = ?1
               and number = coalesce(?2, (select revision from batch where id = ?1))",
            batch,
            revision,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        Ok(head.map(Packed::from_bytes))
    }

    async fn report_body(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>> {
        let batch = batch.0;
        let chunks = sqlx::query_scalar!(
            "select packed
             from revision_chunk
             where batch = ?1
               and revision = coalesce(?2, (select revision from batch where id = ?1))
             order by number",
            batch,
            revision,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        // A packed report is never empty, so no chunk means no revision.
        Ok(if chunks.is_empty() { None } else { Some(Packed::from_bytes(chunks.concat())) })
    }

    async fn pairs(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Page<PairRecord, u32>> {
        let (batch, after, wanted) = (batch.0, after.unwrap_or(0), i64::from(limit) + 1);
        let rows = sqlx::query_as!(
            PairRow,
            "select rank, left_number, right_number, suspicion, packed
             from pair
             where batch = ?1
               and revision = coalesce(?2, (select revision from batch where id = ?1))
               and ?3 < rank
             order by rank
             limit ?4",
            batch,
            revision,
            after,
            wanted,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(Page::cut(rows.into_iter().map(PairRecord::from).collect(), limit, |pair| pair.rank))
    }

    async fn pair(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        left: u32,
        right: u32,
    ) -> Result<Option<PairRecord>> {
        let batch = batch.0;
        let row = sqlx::query_as!(
            PairRow,
            "select rank, left_number, right_number, suspicion, packed
             from pair
             where batch = ?1
               and revision = coalesce(?2, (select revision from batch where id = ?1))
               and left_number = ?3
               and right_number = ?4",
            batch,
            revision,
            left,
            right,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        Ok(row.map(PairRecord::from))
    }

    async fn sources(&self, batch: BatchId, revision: Option<u32>, submission: u32) -> Result<Vec<Source>> {
        let batch = batch.0;
        let rows = sqlx::query!(
            r#"with
                 archived as (
                   select archive, submission
                   from revision_archived
                   where batch = ?1
                     and revision = coalesce(?2, (select revision from batch where id = ?1))
                     and number = ?3
                 )
               select file as "file!", path as "path!", text_packed
               from document
               join ingest on ingest.first = document.ingest
               where (ingest.batch = ?1 and submission = ?3 and not exists (select 1 from archived))
                 or (ingest.archive, submission) in (select archive, submission from archived)
               order by file"#,
            batch,
            revision,
            submission,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let source = |file: i64, path, text: Option<Vec<u8>>| Source {
            file: file as u32,
            path,
            text: text.map(Packed::from_bytes),
        };
        Ok(rows.into_iter().map(|row| source(row.file, row.path, row.text_packed)).collect())
    }
}

struct PairRow {
    rank: i64,
    left_number: i64,
    right_number: i64,
    suspicion: f64,
    packed: Vec<u8>,
}

impl From<PairRow> for PairRecord {
    fn from(row: PairRow) -> Self {
        Self {
            rank: row.rank as u32,
            left: row.left_number as u32,
            right: row.right_number as u32,
            suspicion: row.suspicion,
            body: Packed::from_bytes(row.packed),
        }
    }
}

/// One revision's figures.
pub(crate) async fn revision(
    db: &mut SqliteConnection,
    batch: Uuid,
    number: i64,
) -> Result<Option<Revision>> {
    let row = sqlx::query!(
        r#"select created, author as "author!: Uuid", engine, settings, submissions, pairs
           from revision
           where batch = ?
             and number = ?"#,
        batch,
        number,
    )
    .fetch_optional(db)
    .await
    .or_failed()?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Revision {
        number: number as u32,
        created: time(row.created),
        author: AccountId(row.author),
        engine: row.engine,
        settings: sound(serde_json::from_str(&row.settings).ok(), "revision", "settings", &batch)?,
        submissions: row.submissions as u32,
        pairs: row.pairs as u32,
    }))
}

/// Adds a revision to the transaction under way and makes it the current one.
pub(crate) async fn insert_revision(
    tx: &mut SqliteConnection,
    batch: Uuid,
    new: &NewRevision,
    at: DateTime<Utc>,
) -> Result<u32> {
    let (created, settings, pairs) = (micros(at), json(&new.settings), count(new.pairs.len()));
    let head = new.head.as_bytes();
    let number = sqlx::query_scalar!(
        r#"insert into revision (batch, number, created, author, engine, settings, submissions, pairs, head_packed)
         select
           id, 1 + coalesce((select max(number) from revision where batch = ?1), 0), ?2, creator, ?3, ?4, ?5, ?6, ?7
         from batch
         where id = ?1
         returning number as "number!""#,
        batch,
        created,
        new.engine,
        settings,
        new.submissions,
        pairs,
        head,
    )
    .fetch_one(&mut *tx)
    .await
    .or_failed()?;
    for (chunk, packed) in (0i64..).zip(new.body.as_bytes().chunks(CHUNK_BYTES)) {
        sqlx::query!(
            "insert into revision_chunk (batch, revision, number, packed)
             values (?, ?, ?, ?)",
            batch,
            number,
            chunk,
            packed,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    for pair in &new.pairs {
        let body = pair.body.as_bytes();
        sqlx::query!(
            "insert into pair (batch, revision, rank, left_number, right_number, suspicion, packed)
             values (?, ?, ?, ?, ?, ?, ?)",
            batch,
            number,
            pair.rank,
            pair.left,
            pair.right,
            pair.suspicion,
            body,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    for archived in &new.archived {
        let archive = archived.archive.0;
        sqlx::query!(
            "insert into revision_archived (batch, revision, number, archive, submission)
             values (?, ?, ?, ?, ?)",
            batch,
            number,
            archived.number,
            archive,
            archived.submission,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    sqlx::query!("update batch set revision = ? where id = ?", number, batch)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(number as u32)
}
