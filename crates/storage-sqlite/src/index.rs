//! The stored index: runs and their blocks, read as of one moment, written under a lease.

use std::ops::Range;

use async_trait::async_trait;
use chaffinch_storage::backend::without;
use chaffinch_storage::{
    Block, Building, DocumentFingerprints, DocumentId, Index, IndexScheme, Lease, LookedUp, NewRun,
    Published, Result, Run, RunId, SchemeId, StoredDocument,
};

use crate::SqliteStorage;
use crate::documents::DocumentRow;
use crate::jobs::hold;
use crate::look_up::{frequent, look_up};
use crate::rows::Failing;
use crate::runs::{OF_SEVERAL, block, insert_blocks, insert_run, next_run, runs, scheme_id};

#[async_trait]
impl Index for SqliteStorage {
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>> {
        let rows = sqlx::query!("select id, family, normalizer, format from index_scheme order by id")
            .fetch_all(&self.reader)
            .await
            .or_failed()?;
        let scheme = |family, normalizer: i64, format: i64| IndexScheme {
            family,
            normalizer: normalizer as u16,
            format: format as u16,
        };
        Ok(rows
            .into_iter()
            .map(|row| (SchemeId(row.id as u32), scheme(row.family, row.normalizer, row.format)))
            .collect())
    }

    async fn runs(&self, scheme: SchemeId) -> Result<Vec<Run>> {
        runs(&mut *self.read().await?, scheme).await
    }

    async fn look_up(&self, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
        look_up(&mut *self.snapshot().await?, scheme, fingerprints).await
    }

    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>> {
        let (run, after) = (run.0.cast_signed(), after.map_or(-1, u64::cast_signed));
        let rows = sqlx::query!(
            "select first_fingerprint, bytes
             from index_block
             where run = ? and ? < first_fingerprint
             order by first_fingerprint
             limit ?",
            run,
            after,
            limit,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(|row| block(row.first_fingerprint, row.bytes)).collect())
    }

    async fn frequent(&self, scheme: SchemeId) -> Result<Vec<(u64, u32)>> {
        let rows = sqlx::query!(
            "select fingerprint, documents
             from frequent_fingerprint
             where scheme = ?
             order by fingerprint",
            scheme.0,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(|row| (row.fingerprint.cast_unsigned(), row.documents as u32)).collect())
    }

    async fn frequent_among(&self, scheme: SchemeId, fingerprints: &[u64]) -> Result<Vec<u64>> {
        frequent(&mut *self.snapshot().await?, scheme, fingerprints).await
    }

    async fn living(&self, documents: Range<u64>) -> Result<Vec<Range<u64>>> {
        let (start, end) = (documents.start.cast_signed(), documents.end.cast_signed());
        // An owner goes with all its documents, but for those of somebody who was erased.
        let mut tx = self.snapshot().await?;
        let rows = sqlx::query!(
            r#"select max(first, ?1) as "first!: i64", min(first + documents, ?2) as "last!: i64"
               from ingest
               where ?1 < first + documents and first < ?2
               order by first"#,
            start,
            end,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        let removed = sqlx::query_scalar!(
            "select id from removed_document where ?1 <= id and id < ?2 order by id",
            start,
            end,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        let removed: Vec<u64> = removed.into_iter().map(i64::cast_unsigned).collect();
        let owned = rows.into_iter().map(|row| row.first.cast_unsigned()..row.last.cast_unsigned());
        Ok(without(owned, &removed))
    }

    async fn fingerprints(
        &self,
        scheme: SchemeId,
        after: Option<DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentFingerprints>> {
        let after = after.map_or(0, |document| document.0.cast_signed());
        let rows = sqlx::query!(
            r#"select id, fingerprints as "fingerprints!"
               from document
               where scheme = ? and ? < id and submission <> 0
               order by id
               limit ?"#,
            scheme.0,
            after,
            limit,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows
            .into_iter()
            .map(|row| DocumentFingerprints {
                document: DocumentId(row.id.cast_unsigned()),
                fingerprints: row.fingerprints,
            })
            .collect())
    }

    async fn indexed(&self, scheme: SchemeId, limit: u32) -> Result<Vec<StoredDocument>> {
        let rows = sqlx::query_as!(
            DocumentRow,
            r#"select
                 document.id, file, path, text_packed, stream_packed, fingerprints, family as "family?",
                 normalizer as "normalizer?", format as "format?"
               from document
               join index_scheme on index_scheme.id = document.scheme
               where document.scheme = ? and submission <> 0 and stream_packed is not null
               order by document.id
               limit ?"#,
            scheme.0,
            limit,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().filter_map(DocumentRow::document).collect())
    }

    async fn index_anew(
        &self,
        lease: &Lease,
        documents: Vec<(DocumentId, Vec<u8>)>,
        run: NewRun,
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        hold(&mut tx, lease).await?;
        let (Some((first, _)), Some((last, _))) = (documents.first(), documents.last()) else {
            return Ok(());
        };
        let (first, last) = (first.0.cast_signed(), last.0.cast_signed());
        let scheme = scheme_id(&mut tx, &run.scheme).await?;
        for (document, fingerprints) in &documents {
            let id = document.0.cast_signed();
            sqlx::query!(
                "update document set scheme = ?, fingerprints = ? where id = ?",
                scheme,
                fingerprints,
                id,
            )
            .execute(&mut *tx)
            .await
            .or_failed()?;
        }
        insert_run(&mut tx, scheme, first..last + 1, OF_SEVERAL, run).await?;
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(())
    }

    async fn begin_run(&self, lease: &Lease, scheme: SchemeId, base: DocumentId) -> Result<Building> {
        let mut tx = self.begin().await?;
        hold(&mut tx, lease).await?;
        // Nobody else builds for this scheme: there is one compaction of it at a time.
        sqlx::query!("delete from index_run where building is not null and scheme = ?", scheme.0)
            .execute(&mut *tx)
            .await
            .or_failed()?;
        let run = next_run(&mut tx).await?;
        let (base, job) = (base.0.cast_signed(), lease.job.0);
        sqlx::query!(
            "insert into index_run (id, scheme, base, first, last, level, postings, blocks, bytes, building)
             values (?1, ?2, ?3, ?3, ?3, 0, 0, 0, 0, ?4)",
            run,
            scheme.0,
            base,
            job,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        tx.commit().await.or_failed()?;
        Ok(Building { run: RunId(run.cast_unsigned()) })
    }

    async fn append(&self, lease: &Lease, building: Building, blocks: Vec<Block>) -> Result<()> {
        let mut tx = self.begin().await?;
        hold(&mut tx, lease).await?;
        insert_blocks(&mut tx, building.run.0.cast_signed(), &blocks).await?;
        tx.commit().await.or_failed()
    }

    async fn publish(&self, lease: &Lease, building: Building, published: Published) -> Result<()> {
        let mut tx = self.begin().await?;
        hold(&mut tx, lease).await?;
        let run = building.run.0.cast_signed();
        let mut dead = 0;
        for replaced in &published.replaces {
            let replaced = replaced.0.cast_signed();
            dead += sqlx::query_scalar!("delete from index_run where id = ? returning dead", replaced)
                .fetch_optional(&mut *tx)
                .await
                .or_failed()?
                // Gone with all its documents, of which some are in the new one.
                .unwrap_or(1);
        }
        // What died while the runs were merged is still in the new one; whoever merged said what they had seen.
        let dead = dead - published.dead.cast_signed();
        let (first, last) = (published.documents.start.cast_signed(), published.documents.end.cast_signed());
        let postings = published.postings.cast_signed();
        sqlx::query!(
            "update index_run
             set building = null, first = ?, last = ?, level = ?, postings = ?, dead = max(?, 0)
             where id = ?",
            first,
            last,
            published.level,
            postings,
            dead,
            run,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        if published.forget_frequent {
            sqlx::query!(
                "delete from frequent_fingerprint
                 where scheme = (select scheme from index_run where id = ?)",
                run,
            )
            .execute(&mut *tx)
            .await
            .or_failed()?;
        }
        for &(fingerprint, documents) in &published.frequent {
            let fingerprint = fingerprint.cast_signed();
            sqlx::query!(
                "insert into frequent_fingerprint (scheme, fingerprint, documents)
                 select scheme, ?1, ?2 from index_run where id = ?3
                 on conflict do update set documents = excluded.documents",
                fingerprint,
                documents,
                run,
            )
            .execute(&mut *tx)
            .await
            .or_failed()?;
        }
        tx.commit().await.or_failed()?;
        self.changed();
        Ok(())
    }
}
