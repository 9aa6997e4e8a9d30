//! The stored index: reads runs and blocks from one snapshot, and writes them under a lease.

use std::ops::Range;

use async_trait::async_trait;
use chaffinch_storage::backend::without;
use chaffinch_storage::{
    Block, Building, DocumentFingerprints, DocumentId, Index, IndexScheme, Lease, LookedUp, NewRun, Packed,
    Published, Result, Run, RunId, SchemeId,
};

use super::documents::{scheme_of, stream};
use super::jobs::hold;
use super::number;
use super::runs::{
    OF_SEVERAL, block, change_index, insert_blocks, insert_run, next_run, publish, runs, scheme_id,
};
use crate::bulk;
use crate::dialect::{Backend, retried};
use crate::look_up::look_up;

#[async_trait]
impl Index for Backend {
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>> {
        let rows = sqlx::query!("select id, family, normalizer, format from index_scheme order by id")
            .fetch_all(&mut *self.read().await?)
            .await?;
        let scheme = rows
            .into_iter()
            .map(|row| (SchemeId(row.id.cast_unsigned()), scheme_of(row.family, row.normalizer, row.format)));
        Ok(scheme.collect())
    }

    async fn runs(&self, scheme: SchemeId) -> Result<Vec<Run>> {
        runs(&mut *self.snapshot().await?, scheme).await
    }

    async fn incomplete_run(&self, scheme: SchemeId) -> Result<Option<RunId>> {
        let run = sqlx::query_scalar!(
            "select id
             from index_run
             where scheme = $1
               and building is null
               and blocks <> (select count(*) from index_block where index_block.run = index_run.id)
             order by id
             limit 1",
            number(scheme.0),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(run.map(|run| RunId(run.cast_unsigned())))
    }

    async fn look_up(&self, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
        look_up(&mut *self.snapshot().await?, scheme, fingerprints).await
    }

    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>> {
        let rows = sqlx::query!(
            "select first_fingerprint, bytes
             from index_block
             where run = $1 and $2 < first_fingerprint
             order by first_fingerprint
             limit $3",
            run.0.cast_signed(),
            after.map_or(-1, u64::cast_signed),
            i64::from(limit),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(|row| block(row.first_fingerprint, row.bytes)).collect())
    }

    async fn frequent(&self, scheme: SchemeId) -> Result<Vec<(u64, u32)>> {
        let rows = sqlx::query!(
            "select fingerprint, documents
             from frequent_fingerprint
             where scheme = $1
             order by fingerprint",
            number(scheme.0),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.fingerprint.cast_unsigned(), row.documents.cast_unsigned()))
            .collect())
    }

    async fn living(&self, documents: Range<u64>) -> Result<Vec<Range<u64>>> {
        // An owner is deleted with all its documents. Documents of erased persons are deleted one by one.
        let (start, end) = (documents.start.cast_signed(), documents.end.cast_signed());
        let mut tx = self.snapshot().await?;
        let rows = sqlx::query!(
            "select first, documents
             from ingest
             where $1 < first + documents and first < $2
             order by first",
            start,
            end,
        )
        .fetch_all(&mut *tx)
        .await?;
        let removed = sqlx::query_scalar!(
            "select id from removed_document where $1 <= id and id < $2 order by id",
            start,
            end,
        )
        .fetch_all(&mut *tx)
        .await?;
        let removed: Vec<u64> = removed.into_iter().map(i64::cast_unsigned).collect();
        let owned = rows.into_iter().map(|row| {
            let last = (row.first + row.documents).min(end);
            row.first.max(start).cast_unsigned()..last.cast_unsigned()
        });
        Ok(without(owned, &removed))
    }

    async fn fingerprints(
        &self,
        scheme: SchemeId,
        after: Option<DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentFingerprints>> {
        let rows = sqlx::query!(
            r#"select id, fingerprints as "fingerprints!"
               from document
               where scheme = $1 and $2 < id and submission <> 0
               order by id
               limit $3"#,
            number(scheme.0),
            after.map_or(0, |document| document.0.cast_signed()),
            i64::from(limit),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let fingerprints = |id: i64, fingerprints| DocumentFingerprints {
            document: DocumentId(id.cast_unsigned()),
            fingerprints,
        };
        Ok(rows.into_iter().map(|row| fingerprints(row.id, row.fingerprints)).collect())
    }

    async fn indexed(&self, scheme: SchemeId, limit: u32) -> Result<Vec<(DocumentId, Packed)>> {
        let rows = sqlx::query!(
            "select id, stream_packed
             from document
             where scheme = $1 and submission <> 0
             order by id
             limit $2",
            number(scheme.0),
            i64::from(limit),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(|row| stream(row.id, row.stream_packed)).collect())
    }

    async fn index_anew(
        &self,
        lease: &Lease,
        documents: Vec<(DocumentId, Vec<u8>)>,
        run: NewRun,
    ) -> Result<()> {
        retried(|| async {
            let mut tx = self.begin().await?;
            hold(&mut tx, lease).await?;
            let (Some((first, _)), Some((last, _))) = (documents.first(), documents.last()) else {
                return Ok(());
            };
            change_index(&mut tx).await?;
            let scheme = scheme_id(&mut tx, &run.scheme).await?;
            bulk::set_fingerprints(&mut tx, scheme, &documents).await?;
            let documents = first.0.cast_signed()..last.0.cast_signed() + 1;
            insert_run(&mut tx, scheme, documents, OF_SEVERAL, &run).await?;
            self.commit_change(tx).await
        })
        .await
    }

    async fn begin_run(&self, lease: &Lease, scheme: SchemeId, base: DocumentId) -> Result<Building> {
        let mut tx = self.begin().await?;
        hold(&mut tx, lease).await?;
        let run = next_run(&mut tx).await?;
        // Each scheme has one compaction at a time, so no other job writes a run for it.
        sqlx::query!("delete from index_run where building is not null and scheme = $1", number(scheme.0))
            .execute(&mut *tx)
            .await?;
        sqlx::query!(
            "insert into index_run (id, scheme, base, first, last, level, postings, blocks, bytes, building)
             values ($1, $2, $3, $3, $3, 0, 0, 0, 0, $4)",
            run,
            number(scheme.0),
            base.0.cast_signed(),
            lease.job.0,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(Building { run: RunId(run.cast_unsigned()) })
    }

    async fn append(&self, lease: &Lease, building: Building, blocks: Vec<Block>) -> Result<()> {
        let mut tx = self.begin().await?;
        hold(&mut tx, lease).await?;
        insert_blocks(&mut tx, building.run.0.cast_signed(), &blocks).await?;
        tx.commit().await
    }

    async fn publish(&self, lease: &Lease, building: Building, published: Published) -> Result<()> {
        retried(|| async {
            let mut tx = self.begin().await?;
            hold(&mut tx, lease).await?;
            change_index(&mut tx).await?;
            publish(&mut tx, building.run.0.cast_signed(), &published).await?;
            self.commit_change(tx).await
        })
        .await
    }
}
