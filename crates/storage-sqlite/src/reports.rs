//! Reports: reading them in the pieces pages need. Writing one is in `revisions`.

use async_trait::async_trait;
use chaffinch_storage::{
    ArchiveId, BatchId, By, NewArchived, Packed, Page, PairRecord, ReportVersion, Reports, Result, Revision,
    RevisionSwitch, SourceText,
};
use uuid::Uuid;

use crate::SqliteStorage;
use crate::revisions::{revisions, set_current, turns};
use crate::rows::Failing;

#[async_trait]
impl Reports for SqliteStorage {
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>> {
        revisions(&mut *self.snapshot().await?, batch.0, None).await
    }

    async fn set_current(&self, batch: BatchId, revision: u32, by: &By) -> Result<bool> {
        set_current(self, batch, revision, by).await
    }

    async fn turns(&self, batch: BatchId) -> Result<Vec<RevisionSwitch>> {
        turns(&mut *self.snapshot().await?, batch.0).await
    }

    async fn archived(&self, batch: BatchId, revision: Option<u32>) -> Result<Vec<NewArchived>> {
        let batch = batch.0;
        let rows = sqlx::query!(
            r#"select number, archive as "archive!: Uuid", submission
               from revision_archived
               where batch = ?1
                 and revision = coalesce(?2, (select revision from batch where id = ?1))
               order by number"#,
            batch,
            revision,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let archived = |number: i64, archive, submission: i64| NewArchived {
            number: number as u32,
            archive: ArchiveId(archive),
            submission: submission as u32,
        };
        Ok(rows.into_iter().map(|row| archived(row.number, row.archive, row.submission)).collect())
    }

    async fn report_version(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<ReportVersion>> {
        let batch = batch.0;
        let row = sqlx::query!(
            r#"with
                 archives as (
                   select id, state
                   from archive
                   where id in (
                     select archive
                     from revision_archived
                     where batch = ?1
                       and revision = coalesce(?2, (select revision from batch where id = ?1))
                   )
                 )
               select number, rewritten,
                 (select count(*) from erasure_revision as open
                  where open.batch = ?1 and open.revision = number) as "erasing!: i64",
                 (select count(*) from archives) as "archives!: i64",
                 (select coalesce(sum(state), 0) from archives) as "archive_states!: i64"
               from revision
               where batch = ?1
                 and number = coalesce(?2, (select revision from batch where id = ?1))"#,
            batch,
            revision,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        Ok(row.map(|row| ReportVersion {
            revision: row.number as u32,
            rewritten: row.rewritten as u32,
            erasing: row.erasing as u32,
            archives: row.archives as u32,
            archive_states: row.archive_states.cast_unsigned(),
        }))
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

    async fn sources(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        submission: u32,
    ) -> Result<Vec<SourceText>> {
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
        let source = |file: i64, path, text: Option<Vec<u8>>| SourceText {
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
