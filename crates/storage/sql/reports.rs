//! Reads reports in the parts that pages need, and switches the current revision. `revisions` writes them.

use async_trait::async_trait;
use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    AccountId, ArchiveId, AuditAction, BatchId, By, Named, NewArchived, Packed, Page, PairRecord,
    ReportVersion, Reports, Result, Revision, RevisionSwitch, SourceText, StorageError, TurnedBy,
};
use serde_json::json;

use super::audit::record;
use super::batch_rows::{batch_by_id, lock_batch, revisions};
use super::number;
use super::revisions::turn;
use crate::dialect::{Backend, retried};

#[async_trait]
impl Reports for Backend {
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>> {
        revisions(&mut *self.snapshot().await?, batch, None).await
    }

    async fn set_current(&self, batch: BatchId, revision: u32, by: &By) -> Result<bool> {
        retried(|| async {
            let mut tx = self.begin().await?;
            lock_batch(&mut tx, batch.0).await?;
            let Some(found) = batch_by_id(&mut tx, batch.0).await? else { return Ok(false) };
            let Some(current) = found.current() else {
                return Ok(false);
            };
            if revisions(&mut tx, batch, Some(revision)).await?.is_empty() {
                return Ok(false);
            }
            if found.is_busy() {
                return Err(StorageError::Busy);
            }
            if revision != current {
                let reason = if revision < current { TurnedBy::Undo } else { TurnedBy::Redo };
                turn(&mut tx, batch.0, number(revision), reason, by).await?;
                let details = json!({ "revision": revision });
                record(&mut tx, by, AuditAction::RevisionChosen, Some(found.course), batch.0, &details)
                    .await?;
                self.commit_change(tx).await?;
            }
            Ok(true)
        })
        .await
    }

    async fn turns(&self, batch: BatchId) -> Result<Vec<RevisionSwitch>> {
        let rows = sqlx::query!(
            "select revision, account, at, reason
         from revision_turn
         where batch = $1
         order by number",
            batch.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let turns = rows.into_iter().map(|row| {
            Ok(RevisionSwitch {
                revision: row.revision.cast_unsigned(),
                by: By { account: row.account.map(AccountId), at: row.at.utc() },
                reason: consistent(TurnedBy::from_name(&row.reason), "revision_turn", "reason", &batch)?,
            })
        });
        turns.collect()
    }

    async fn archived(&self, batch: BatchId, revision: Option<u32>) -> Result<Vec<NewArchived>> {
        let rows = sqlx::query!(
            "select number, archive, submission
             from revision_archived
             where batch = $1
               and revision = coalesce(cast($2 as integer), (select revision from batch where id = $1))
             order by number",
            batch.0,
            revision.map(number),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let archived = |number: i32, archive, submission: i32| NewArchived {
            number: number.cast_unsigned(),
            archive: ArchiveId(archive),
            submission: submission.cast_unsigned(),
        };
        Ok(rows.into_iter().map(|row| archived(row.number, row.archive, row.submission)).collect())
    }

    async fn report_version(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<ReportVersion>> {
        let row = sqlx::query!(
            r#"with
                 archives as (
                   select id, state
                   from archive
                   where id in (
                     select archive
                     from revision_archived
                     where batch = $1
                       and revision = coalesce(cast($2 as integer), (select revision from batch where id = $1))
                   )
                 )
               select number, rewritten,
                 (select count(*) from erasure_revision as open
                  where open.batch = $1 and open.revision = number) as "erasing!: i64",
                 (select count(*) from archives) as "archives!: i64",
                 (select cast(coalesce(sum(state), 0) as bigint) from archives) as "archive_states!: i64"
               from revision
               where batch = $1
                 and number = coalesce(cast($2 as integer), (select revision from batch where id = $1))"#,
            batch.0,
            revision.map(number),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(row.map(|row| ReportVersion {
            revision: row.number.cast_unsigned(),
            rewritten: row.rewritten.cast_unsigned(),
            erasing: row.erasing as u32,
            archives: row.archives as u32,
            archive_states: row.archive_states.cast_unsigned(),
        }))
    }

    async fn report_head(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>> {
        let head = sqlx::query_scalar!(
            "select head_packed
             from revision
             where batch = $1
               and number = coalesce(cast($2 as integer), (select revision from batch where id = $1))",
            batch.0,
            revision.map(number),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(head.map(Packed::from_bytes))
    }

    async fn report_body(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>> {
        let chunks = sqlx::query_scalar!(
            "select packed
             from revision_chunk
             where batch = $1
               and revision = coalesce(cast($2 as integer), (select revision from batch where id = $1))
             order by number",
            batch.0,
            revision.map(number),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
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
               and revision = coalesce(cast($2 as integer), (select revision from batch where id = $1))
               and $3 < rank
             order by rank
             limit $4",
            batch.0,
            revision.map(number),
            number(after.unwrap_or(0)),
            i64::from(limit) + 1,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
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
               and revision = coalesce(cast($2 as integer), (select revision from batch where id = $1))
               and left_number = $3
               and right_number = $4",
            batch.0,
            revision.map(number),
            number(left),
            number(right),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(row.map(PairRecord::from))
    }

    async fn sources(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        submission: u32,
    ) -> Result<Vec<SourceText>> {
        let rows = sqlx::query!(
            r#"with
                 archived as (
                   select archive, submission
                   from revision_archived
                   where batch = $1
                     and revision = coalesce(cast($2 as integer), (select revision from batch where id = $1))
                     and number = $3
                 ),
                 owned as (
                   select first, $3 as submission
                   from ingest
                   where batch = $1
                     and not exists (select 1 from archived)
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
        .fetch_all(&mut *self.read().await?)
        .await?;
        let source = |file: i32, path, text: Option<Vec<u8>>| SourceText {
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
