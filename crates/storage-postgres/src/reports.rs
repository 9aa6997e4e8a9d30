//! Reports: writing a revision, reading it in the pieces pages need.

use async_trait::async_trait;
use chaffinch_storage::backend::{json, sound};
use chaffinch_storage::{
    AccountId, BatchId, CHUNK_BYTES, NewRevision, Packed, Page, PairRecord, Reports, Result, Revision, Source,
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::PostgresStorage;
use crate::rows::{Failing, loads, number};
use crate::transaction::Tx;

#[async_trait]
impl Reports for PostgresStorage {
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>> {
        let rows = sqlx::query_as!(
            RevisionRow,
            "select number, created, author, engine, settings, submissions, pairs
             from revision
             where batch = $1
             order by number",
            batch.0,
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        rows.into_iter().map(|row| row.checked(batch)).collect()
    }

    async fn report_head(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>> {
        let head = sqlx::query_scalar!(
            "select head_packed
             from revision
             where batch = $1
               and number = coalesce($2::integer, (select revision from batch where id = $1))",
            batch.0,
            revision.map(number),
        )
        .fetch_optional(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        Ok(head.map(Packed::from_bytes))
    }

    async fn report_body(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>> {
        let chunks = sqlx::query_scalar!(
            "select packed
             from revision_chunk
             where batch = $1
               and revision = coalesce($2::integer, (select revision from batch where id = $1))
             order by number",
            batch.0,
            revision.map(number),
        )
        .fetch_all(&mut self.snapshot().await?)
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
        let rows = sqlx::query_as!(
            PairRow,
            "select rank, left_number, right_number, suspicion, packed
             from pair
             where batch = $1
               and revision = coalesce($2::integer, (select revision from batch where id = $1))
               and $3 < rank
             order by rank
             limit $4",
            batch.0,
            revision.map(number),
            number(after.unwrap_or(0)),
            i64::from(limit) + 1,
        )
        .fetch_all(&mut self.snapshot().await?)
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
        let row = sqlx::query_as!(
            PairRow,
            "select rank, left_number, right_number, suspicion, packed
             from pair
             where batch = $1
               and revision = coalesce($2::integer, (select revision from batch where id = $1))
               and left_number = $3
               and right_number = $4",
            batch.0,
            revision.map(number),
            number(left),
            number(right),
        )
        .fetch_optional(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        Ok(row.map(PairRecord::from))
    }

    async fn sources(&self, batch: BatchId, revision: Option<u32>, submission: u32) -> Result<Vec<Source>> {
        let rows = sqlx::query!(
            r#"with
                 archived as (
                   select archive, submission
                   from revision_archived
                   where batch = $1
                     and revision = coalesce($2::integer, (select revision from batch where id = $1))
                     and number = $3
                 ),
                 owned as (
                   select first, $3 as submission
                   from ingest
                   where batch = $1
                     and not exists (select from archived)
                   union all
                   select first, archived.submission
                   from ingest
                   join archived on archived.archive = ingest.archive
                 )
               select document.file as "file!", document.path as "path!", document.text_packed
               from owned
               join document on document.ingest = owned.first and document.submission = owned.submission
               order by document.file"#,
            batch.0,
            revision.map(number),
            number(submission),
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        let source = |file: i32, path, text: Option<Vec<u8>>| Source {
            file: file.cast_unsigned(),
            path,
            text: text.map(Packed::from_bytes),
        };
        Ok(rows.into_iter().map(|row| source(row.file, row.path, row.text_packed)).collect())
    }
}

struct PairRow {
    rank: i32,
    left_number: i32,
    right_number: i32,
    suspicion: f64,
    packed: Vec<u8>,
}

impl From<PairRow> for PairRecord {
    fn from(row: PairRow) -> Self {
        Self {
            rank: row.rank.cast_unsigned(),
            left: row.left_number.cast_unsigned(),
            right: row.right_number.cast_unsigned(),
            suspicion: row.suspicion,
            body: Packed::from_bytes(row.packed),
        }
    }
}

/// A revision's figures.
pub(crate) struct RevisionRow {
    pub(crate) number: i32,
    pub(crate) created: DateTime<Utc>,
    pub(crate) author: Uuid,
    pub(crate) engine: String,
    pub(crate) settings: String,
    pub(crate) submissions: i32,
    pub(crate) pairs: i32,
}

impl RevisionRow {
    /// The record, if it makes sense.
    pub(crate) fn checked(self, batch: BatchId) -> Result<Revision> {
        Ok(Revision {
            number: self.number.cast_unsigned(),
            created: self.created,
            author: AccountId(self.author),
            engine: self.engine,
            settings: sound(serde_json::from_str(&self.settings).ok(), "revision", "settings", &batch)?,
            submissions: self.submissions.cast_unsigned(),
            pairs: self.pairs.cast_unsigned(),
        })
    }
}

/// Adds a revision to the transaction under way and makes it the current one.
pub(crate) async fn insert_revision(
    tx: &mut Tx,
    batch: Uuid,
    new: &NewRevision,
    at: DateTime<Utc>,
) -> Result<u32> {
    let revision = sqlx::query_scalar!(
        "insert into revision (batch, number, created, author, engine, settings, submissions, pairs, head_packed)
         select
           id, 1 + coalesce((select max(number) from revision where batch = $1), 0), $2, creator, $3, $4, $5, $6, $7
         from batch
         where id = $1
         returning number",
        batch,
        at,
        new.engine,
        json(&new.settings),
        number(new.submissions),
        number(new.pairs.len() as u32),
        new.head.as_bytes(),
    )
    .fetch_one(&mut *tx)
    .await
    .or_failed()?;
    for (chunk, packed) in (0i32..).zip(new.body.as_bytes().chunks(CHUNK_BYTES)) {
        sqlx::query!(
            "insert into revision_chunk (batch, revision, number, packed)
             values ($1, $2, $3, $4)",
            batch,
            revision,
            chunk,
            packed,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    for pairs in loads(&new.pairs, |pair| pair.body.as_bytes().len()) {
        sqlx::query!(
            "insert into pair (batch, revision, rank, left_number, right_number, suspicion, packed)
             select $1, $2, *
             from unnest($3::integer[], $4::integer[], $5::integer[], $6::double precision[], $7::bytea[])",
            batch,
            revision,
            &pairs.iter().map(|pair| number(pair.rank)).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| number(pair.left)).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| number(pair.right)).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| pair.suspicion).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| pair.body.as_bytes()).collect::<Vec<_>>() as &[&[u8]],
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    let archived = &new.archived;
    sqlx::query!(
        "insert into revision_archived (batch, revision, number, archive, submission)
         select $1, $2, *
         from unnest($3::integer[], $4::uuid[], $5::integer[])",
        batch,
        revision,
        &archived.iter().map(|archived| number(archived.number)).collect::<Vec<_>>(),
        &archived.iter().map(|archived| archived.archive.0).collect::<Vec<_>>(),
        &archived.iter().map(|archived| number(archived.submission)).collect::<Vec<_>>(),
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query!("update batch set revision = $1 where id = $2", revision, batch)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(revision.cast_unsigned())
}
