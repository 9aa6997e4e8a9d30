//! Rows of the stored index: its schemes, runs and blocks, within a transaction that somebody else has begun.

use std::ops::Range;

use chaffinch_storage::{Block, DocumentId, IndexScheme, NewRun, Result, Run, RunId, SchemeId};
use sqlx::SqliteConnection;

use crate::rows::{Failing, count};

pub(crate) fn block(first: i64, bytes: Vec<u8>) -> Block {
    Block { first: first.cast_unsigned(), bytes }
}

/// Visible runs of a scheme, oldest first.
pub(crate) async fn runs(db: &mut SqliteConnection, scheme: SchemeId) -> Result<Vec<Run>> {
    let rows = sqlx::query!(
        "select id, base, first, last, level, postings, blocks, bytes, dead,
           (select coalesce(sum(documents), 0) from ingest
            where index_run.first <= ingest.first and ingest.first < index_run.last) as \"living!: i64\"
         from index_run
         where scheme = ? and building is null
         order by id",
        scheme.0,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    Ok(rows
        .into_iter()
        .map(|row| Run {
            id: RunId(row.id.cast_unsigned()),
            base: DocumentId(row.base.cast_unsigned()),
            documents: row.first.cast_unsigned()..row.last.cast_unsigned(),
            level: row.level as u8,
            postings: row.postings.cast_unsigned(),
            blocks: row.blocks.cast_unsigned(),
            bytes: row.bytes.cast_unsigned(),
            living: row.living.cast_unsigned(),
            dead: row.dead.cast_unsigned(),
        })
        .collect())
}

/// The number of a scheme, given out if need be.
pub(crate) async fn scheme_id(tx: &mut SqliteConnection, scheme: &IndexScheme) -> Result<i64> {
    let IndexScheme { family, normalizer, format } = scheme;
    sqlx::query!(
        "insert into index_scheme (family, normalizer, format) values (?, ?, ?) on conflict do nothing",
        family,
        normalizer,
        format,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query_scalar!(
        "select id from index_scheme where family = ? and normalizer = ? and format = ?",
        family,
        normalizer,
        format,
    )
    .fetch_one(tx)
    .await
    .or_failed()
}

/// Level of a run with the documents of one ingest: it goes with them.
pub(crate) const OF_ONE: i64 = 0;

/// Level of a run with documents of several ingests, that was not merged.
pub(crate) const OF_SEVERAL: i64 = 1;

/// Adds the postings of these documents to the transaction under way.
pub(crate) async fn insert_run(
    tx: &mut SqliteConnection,
    scheme: i64,
    documents: Range<i64>,
    level: i64,
    new: NewRun,
) -> Result<()> {
    let run = next_run(tx).await?;
    let (first, last, postings) = (documents.start, documents.end, new.postings.cast_signed());
    sqlx::query!(
        "insert into index_run (id, scheme, base, first, last, level, postings, blocks, bytes)
         values (?1, ?2, ?3, ?3, ?4, ?5, ?6, 0, 0)",
        run,
        scheme,
        first,
        last,
        level,
        postings,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    insert_blocks(tx, run, &new.blocks).await
}

/// Notes that fingerprints of a scheme are in too many documents, so many more than were known.
pub(crate) async fn insert_frequent(
    tx: &mut SqliteConnection,
    scheme: &IndexScheme,
    frequent: &[(u64, u32)],
) -> Result<()> {
    let scheme = scheme_id(tx, scheme).await?;
    for &(fingerprint, documents) in frequent {
        let fingerprint = fingerprint.cast_signed();
        sqlx::query!(
            "insert into frequent_fingerprint (scheme, fingerprint, documents) values (?, ?, ?)
             on conflict do update set documents = documents + excluded.documents",
            scheme,
            fingerprint,
            documents,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    Ok(())
}

pub(crate) async fn next_run(tx: &mut SqliteConnection) -> Result<i64> {
    sqlx::query_scalar!("update counter set next = next + 1 where name = 'run' returning next - 1")
        .fetch_one(tx)
        .await
        .or_failed()
}

pub(crate) async fn insert_blocks(tx: &mut SqliteConnection, run: i64, blocks: &[Block]) -> Result<()> {
    for block in blocks {
        let first = block.first.cast_signed();
        sqlx::query!(
            "insert into index_block (run, first_fingerprint, bytes) values (?, ?, ?)",
            run,
            first,
            block.bytes,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    let (number, bytes) = (count(blocks.len()), count(blocks.iter().map(|block| block.bytes.len()).sum()));
    sqlx::query!(
        "update index_run set blocks = blocks + ?, bytes = bytes + ? where id = ?",
        number,
        bytes,
        run
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}
