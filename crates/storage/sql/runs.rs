//! Rows of the stored index: schemes, runs and blocks. The caller has begun the transaction.
//!
//! Every change of runs first locks the counter of runs ([`change_index`], [`next_run`]). Such changes therefore run
//! one after the other, and each sees the result of the one before.

use std::ops::Range;

use chaffinch_storage::{
    Block, DocumentId, IndexScheme, NewRun, Published, Result, Run, RunId, SchemeId, StorageError,
};

use super::{count, number};
use crate::bulk;
use crate::dialect::{Connection, by_backend, lock, numbers};

/// Makes a run visible and deletes the runs that it replaces.
pub(crate) async fn publish(tx: &mut Connection, run: i64, published: &Published) -> Result<()> {
    let replaced: Vec<i64> = published.replaces.iter().map(|run| run.0.cast_signed()).collect();
    let found = by_backend!(query_scalar!(
        postgres: "delete from index_run where id = any($1) returning dead",
        sqlite: "delete from index_run where id in (select value from json_each($1)) returning dead",
        &numbers(&replaced),
    ))
    .fetch_all(&mut *tx)
    .await?;
    // A missing run was deleted with all its documents, and some of them are in the new run. So are documents that
    // died during the merge. `published.dead` counts those that the merge had seen.
    let missing = count(replaced.len()) - count(found.len());
    let dead = found.iter().sum::<i64>() + missing - published.dead.cast_signed();
    sqlx::query!(
        "update index_run
         set building = null, first = $1, last = $2, level = $3, postings = $4, dead = $5
         where id = $6",
        published.documents.start.cast_signed(),
        published.documents.end.cast_signed(),
        i32::from(published.level),
        published.postings.cast_signed(),
        dead.max(0),
        run,
    )
    .execute(&mut *tx)
    .await?;
    if published.forget_frequent {
        sqlx::query!(
            "delete from frequent_fingerprint
             where scheme = (select scheme from index_run where id = $1)",
            run,
        )
        .execute(&mut *tx)
        .await?;
    }
    bulk::set_frequent(tx, run, &published.frequent).await
}

pub(crate) fn block(first: i64, bytes: Vec<u8>) -> Block {
    Block { first: first.cast_unsigned(), bytes }
}

/// Returns the visible runs of a scheme, oldest first.
pub(crate) async fn runs(tx: &mut Connection, scheme: SchemeId) -> Result<Vec<Run>> {
    let rows = sqlx::query!(
        "select id, base, first, last, level, postings, blocks, bytes, dead,
           (select cast(coalesce(sum(documents), 0) as bigint) from ingest
            where index_run.first <= ingest.first and ingest.first < index_run.last) as \"living!: i64\"
         from index_run
         where scheme = $1 and building is null
         order by id",
        number(scheme.0),
    )
    .fetch_all(tx)
    .await?;
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

/// Returns the number of a scheme. Assigns one to a new scheme.
pub(crate) async fn scheme_id(tx: &mut Connection, scheme: &IndexScheme) -> Result<i32> {
    let IndexScheme { family, normalizer, format } = scheme;
    let (normalizer, format) = (i32::from(*normalizer), i32::from(*format));
    sqlx::query!(
        "insert into index_scheme (family, normalizer, format) values ($1, $2, $3) on conflict do nothing",
        family,
        normalizer,
        format,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query_scalar!(
        "select id from index_scheme where family = $1 and normalizer = $2 and format = $3",
        family,
        normalizer,
        format,
    )
    .fetch_one(tx)
    .await
    .map_err(StorageError::from)
}

/// Level of a run with the documents of one ingest. It is deleted with them.
pub(crate) const OF_ONE: i32 = 0;

/// Level of a run with documents of several ingests that is not the result of a merge.
pub(crate) const OF_SEVERAL: i32 = 1;

/// Adds a run with the postings of these documents.
pub(crate) async fn insert_run(
    tx: &mut Connection,
    scheme: i32,
    documents: Range<i64>,
    level: i32,
    new: &NewRun,
) -> Result<()> {
    let run = next_run(tx).await?;
    sqlx::query!(
        "insert into index_run (id, scheme, base, first, last, level, postings, blocks, bytes)
         values ($1, $2, $3, $3, $4, $5, $6, 0, 0)",
        run,
        scheme,
        documents.start,
        documents.end,
        level,
        new.postings.cast_signed(),
    )
    .execute(&mut *tx)
    .await?;
    insert_blocks(tx, run, &new.blocks).await
}

/// Returns the number of a new run. Locks as [`change_index`] does.
pub(crate) async fn next_run(tx: &mut Connection) -> Result<i64> {
    let next = sqlx::query_scalar!("update counter set next = next + 1 where name = 'run' returning next")
        .fetch_one(tx)
        .await?;
    Ok(next - 1)
}

pub(crate) async fn insert_blocks(tx: &mut Connection, run: i64, blocks: &[Block]) -> Result<()> {
    bulk::insert_blocks(tx, run, blocks).await?;
    sqlx::query!(
        "update index_run set blocks = blocks + $1, bytes = bytes + $2 where id = $3",
        count(blocks.len()),
        count(blocks.iter().map(|block| block.bytes.len()).sum()),
        run,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Waits until no other transaction changes runs. Other transactions wait until this one ends.
pub(crate) async fn change_index(tx: &mut Connection) -> Result<()> {
    lock!(tx, "select 1 as one from counter where name = 'run' for update");
    Ok(())
}

/// Returns those of the fingerprints that are frequent, ascending.
pub(crate) async fn frequent(
    tx: &mut Connection,
    scheme: SchemeId,
    fingerprints: &[u64],
) -> Result<Vec<u64>> {
    let fingerprints: Vec<i64> = fingerprints.iter().map(|fingerprint| fingerprint.cast_signed()).collect();
    let rows = by_backend!(query_scalar!(
        postgres: "select fingerprint from frequent_fingerprint
                   where scheme = $1 and fingerprint = any($2) order by fingerprint",
        sqlite: "select fingerprint from frequent_fingerprint
                 where scheme = $1 and fingerprint in (select value from json_each($2)) order by fingerprint",
        number(scheme.0),
        &numbers(&fingerprints),
    ))
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(i64::cast_unsigned).collect())
}
