//! The blocks' side: the smallest storage of the index on PostgreSQL that shows what its shape costs. All of its SQL.

use std::ops::Range;

use async_trait::async_trait;
use chaffinch_index::{Fingerprint, RunBuilder};
use chaffinch_storage::{
    Block, Building, DocumentFingerprints, DocumentId, FoundBlock, Index, IndexScheme, Lease, LookedUp,
    Published, Result, Run, RunId, SchemeId, StorageError,
};
use sqlx::{PgConnection, PgPool, Row, postgres::PgRow};

use super::copy::{self, Copy};

/// A database.
#[derive(Debug)]
pub(super) struct Blocks(pub(super) PgPool);

fn backend(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StorageError {
    StorageError::Backend(error.into())
}

impl Blocks {
    /// Makes the tables.
    pub(super) async fn create(&self) -> anyhow::Result<()> {
        copy::run(
            &mut *self.0.acquire().await?,
            "drop table if exists index_run, index_block, frequent_fingerprint;
             create table index_run (
               id bigint generated always as identity primary key, base bigint not null, last bigint not null,
               level integer not null default 0, postings bigint not null default 0, blocks bigint not null default 0,
               bytes bigint not null default 0, building boolean not null);
             create table index_block (
               run bigint not null, first_fingerprint bigint not null, bytes bytea not null,
               primary key (run, first_fingerprint));
             alter table index_block alter column bytes set storage external;
             create table frequent_fingerprint (fingerprint bigint primary key, documents integer not null);",
        )
        .await
    }

    /// Adds documents as one run, in one transaction.
    pub(super) async fn load(&self, first: u64, documents: &[Vec<Fingerprint>]) -> anyhow::Result<()> {
        let mut builder = RunBuilder::default();
        for (document, fingerprints) in (0..).zip(documents) {
            builder.add(document, fingerprints);
        }
        let sorted = builder.build();
        let mut tx = self.0.begin().await?;
        let run: i64 = sqlx::query_scalar(
            "insert into index_run (base, last, postings, building) values ($1, $2, $3, false) returning id",
        )
        .bind(first.cast_signed())
        .bind(first.cast_signed() + i64::try_from(documents.len())?)
        .bind(sorted.postings.cast_signed())
        .fetch_one(&mut *tx)
        .await?;
        write(&mut tx, run, &sorted.blocks).await?;
        tx.commit().await?;
        Ok(())
    }
}

async fn write(db: &mut PgConnection, run: i64, blocks: &[Block]) -> anyhow::Result<()> {
    let into = "copy index_block (run, first_fingerprint, bytes) from stdin binary";
    let mut copy = Copy::begin(db, into).await?;
    for block in blocks {
        copy.row(&[&run.to_be_bytes(), &block.first.to_be_bytes(), &block.bytes]).await?;
    }
    copy.finish().await?;
    let bytes: usize = blocks.iter().map(|block| block.bytes.len()).sum();
    sqlx::query("update index_run set blocks = blocks + $1, bytes = bytes + $2 where id = $3")
        .bind(i64::try_from(blocks.len())?)
        .bind(i64::try_from(bytes)?)
        .bind(run)
        .execute(db)
        .await?;
    Ok(())
}

#[async_trait]
impl Index for Blocks {
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>> {
        Ok(Vec::new())
    }

    async fn runs(&self, _: SchemeId) -> Result<Vec<Run>> {
        let rows = sqlx::query(
            "select id, base, last, level, postings, blocks, bytes from index_run where not building order by id",
        )
        .persistent(false)
        .fetch_all(&self.0)
        .await
        .map_err(backend)?;
        rows.iter().map(|row| read_run(row).map_err(backend)).collect()
    }

    async fn look_up(&self, _: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
        let fingerprints: Vec<i64> =
            fingerprints.iter().map(|fingerprint| fingerprint.cast_signed()).collect();
        let rows = sqlx::query(
            "select run.id, run.base, found.first_fingerprint, found.bytes, null::bigint
             from index_run run
             cross join unnest($1::bigint[]) asked
             cross join lateral (
               select first_fingerprint, bytes from index_block
               where index_block.run = run.id and first_fingerprint <= asked
               order by first_fingerprint desc limit 1) found
             where not run.building
               and not exists (select from frequent_fingerprint where fingerprint = asked)
             union all
             select null, null, null, null, fingerprint from frequent_fingerprint where fingerprint = any ($1)",
        )
        .persistent(false)
        .bind(&fingerprints)
        .fetch_all(&self.0)
        .await
        .map_err(backend)?;
        let (mut found, mut frequent) = (Vec::with_capacity(rows.len()), Vec::new());
        for row in &rows {
            if let Some(fingerprint) = row.try_get::<Option<i64>, _>(4).map_err(backend)? {
                frequent.push(fingerprint.cast_unsigned());
                continue;
            }
            found.push(FoundBlock {
                run: RunId(row.try_get::<i64, _>(0).map_err(backend)?.cast_unsigned()),
                base: DocumentId(row.try_get::<i64, _>(1).map_err(backend)?.cast_unsigned()),
                block: block(row, 2).map_err(backend)?,
            });
        }
        found.sort_by_key(|found| (found.run, found.block.first));
        found.dedup_by_key(|found| (found.run, found.block.first));
        frequent.sort_unstable();
        Ok(LookedUp { blocks: found, frequent })
    }

    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>> {
        let rows = sqlx::query(
            "select first_fingerprint, bytes from index_block
             where run = $1 and first_fingerprint > $2 order by first_fingerprint limit $3",
        )
        .bind(run.0.cast_signed())
        .bind(after.map_or(-1, u64::cast_signed))
        .bind(i64::from(limit))
        .fetch_all(&self.0)
        .await
        .map_err(backend)?;
        rows.iter().map(|row| block(row, 0).map_err(backend)).collect()
    }

    async fn frequent(&self, _: SchemeId) -> Result<Vec<(u64, u32)>> {
        let rows = sqlx::query("select fingerprint, documents from frequent_fingerprint order by 1")
            .persistent(false)
            .fetch_all(&self.0)
            .await
            .map_err(backend)?;
        let read = |row: &PgRow| -> sqlx::Result<(u64, u32)> {
            Ok((row.try_get::<i64, _>(0)?.cast_unsigned(), row.try_get::<i32, _>(1)?.cast_unsigned()))
        };
        rows.iter().map(|row| read(row).map_err(backend)).collect()
    }

    async fn living(&self, documents: Range<u64>) -> Result<Vec<Range<u64>>> {
        // Nothing is deleted here.
        let last: Option<i64> = sqlx::query_scalar("select max(last) from index_run where not building")
            .persistent(false)
            .fetch_one(&self.0)
            .await
            .map_err(backend)?;
        let last = last.unwrap_or(0).cast_unsigned();
        Ok(vec![documents.start..documents.end.min(last)])
    }

    async fn fingerprints(
        &self,
        _: SchemeId,
        _: Option<DocumentId>,
        _: u32,
    ) -> Result<Vec<DocumentFingerprints>> {
        Ok(Vec::new())
    }

    async fn begin_run(&self, _: &Lease, _: SchemeId, base: DocumentId) -> Result<Building> {
        let id: i64 = sqlx::query_scalar(
            "insert into index_run (base, last, building) values ($1, $1, true) returning id",
        )
        .bind(base.0.cast_signed())
        .fetch_one(&self.0)
        .await
        .map_err(backend)?;
        Ok(Building { run: RunId(id.cast_unsigned()) })
    }

    async fn append(&self, _: &Lease, building: Building, blocks: Vec<Block>) -> Result<()> {
        let mut tx = self.0.begin().await.map_err(backend)?;
        write(&mut tx, building.run.0.cast_signed(), &blocks).await.map_err(backend)?;
        tx.commit().await.map_err(backend)
    }

    async fn publish(&self, _: &Lease, building: Building, published: Published) -> Result<()> {
        let replaced: Vec<i64> = published.replaces.iter().map(|run| run.0.cast_signed()).collect();
        let (fingerprints, documents): (Vec<i64>, Vec<i32>) = published
            .frequent
            .iter()
            .map(|&(f, documents)| (f.cast_signed(), documents.cast_signed()))
            .unzip();
        let mut tx = self.0.begin().await.map_err(backend)?;
        let id = building.run.0.cast_signed();
        for statement in [
            sqlx::query("delete from index_block where run = any ($1)").bind(&replaced),
            sqlx::query("delete from index_run where id = any ($1)").bind(&replaced),
            sqlx::query(
                "update index_run set building = false, last = $1, level = $2, postings = $3 where id = $4",
            )
            .bind(published.documents.end.cast_signed())
            .bind(i32::from(published.level))
            .bind(published.postings.cast_signed())
            .bind(id),
            sqlx::query(
                "insert into frequent_fingerprint select * from unnest($1::bigint[], $2::integer[])
                 on conflict (fingerprint) do update set documents = excluded.documents",
            )
            .bind(fingerprints)
            .bind(documents),
        ] {
            statement.execute(&mut *tx).await.map_err(backend)?;
        }
        tx.commit().await.map_err(backend)
    }
}

fn block(row: &PgRow, column: usize) -> sqlx::Result<Block> {
    Ok(Block { first: row.try_get::<i64, _>(column)?.cast_unsigned(), bytes: row.try_get(column + 1)? })
}

fn read_run(row: &PgRow) -> sqlx::Result<Run> {
    let number = |column: usize| row.try_get::<i64, _>(column).map(i64::cast_unsigned);
    Ok(Run {
        id: RunId(number(0)?),
        base: DocumentId(number(1)?),
        documents: number(1)?..number(2)?,
        level: row.try_get::<i32, _>(3)? as u8,
        postings: number(4)?,
        blocks: number(5)?,
        bytes: number(6)?,
        dead: 0,
    })
}
