//! Writes revisions of a report.

use chaffinch_storage::backend::json;
use chaffinch_storage::{AccountId, By, CHUNK_BYTES, JobId, Named, NewRevision, Packed, Result, TurnedBy};
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::batch_rows::lock_batch;
use super::{Time, number};
use crate::bulk;
use crate::dialect::Connection;

/// Adds the revision that a job made, and makes it the current one. `joined` is the number of submissions that come
/// with it, and `starter_files` that of files of starter code.
pub(crate) async fn insert_revision(
    tx: &mut Connection,
    batch: Uuid,
    job: JobId,
    new: &NewRevision,
    joined: usize,
    starter_files: usize,
    at: DateTime<Utc>,
) -> Result<u32> {
    // Other transactions that need the current revision wait.
    lock_batch(tx, batch).await?;
    let row = sqlx::query!(
        "insert into revision (
           batch, number, created, author, engine, settings, review, made_from, late, submissions, pairs, head_packed,
           beyond_class, found, found_total, changed, starter_files, judged_packed
         )
         select
           batch.id, 1 + coalesce((select max(number) from revision where batch = $1), 0), $3,
           coalesce(job.account, batch.creator), $4, $5, $6, batch.revision,
           case when batch.revision is null then 0 else cast($7 as integer) end, $8, $9, $10, $11, $12, $13, $14,
           case when batch.revision is null then 0 else cast($15 as integer) end, $16
         from batch
         join job on job.id = $2
         where batch.id = $1
         returning number as \"number!\", author",
        batch,
        job.0,
        Time(at),
        new.engine,
        json(&new.settings),
        json(&new.review),
        number(joined as u32),
        number(new.submissions),
        number(new.pairs.len() as u32),
        new.head.as_bytes(),
        new.found.beyond.map(number),
        json(&new.found.counts),
        number(new.found.total),
        new.changed.map(number),
        number(starter_files as u32),
        new.judged.as_ref().map(Packed::as_bytes),
    )
    .fetch_one(&mut *tx)
    .await?;
    let revision = row.number;
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
        .await?;
    }
    bulk::insert_pairs(tx, batch, revision, &new.pairs).await?;
    for archived in &new.archived {
        sqlx::query!(
            "insert into revision_archived (batch, revision, number, archive, submission)
             values ($1, $2, $3, $4, $5)",
            batch,
            revision,
            number(archived.number),
            archived.archive.0,
            number(archived.submission),
        )
        .execute(&mut *tx)
        .await?;
    }
    turn(tx, batch, revision, TurnedBy::Result, &By { account: Some(AccountId(row.author)), at }).await?;
    Ok(revision.cast_unsigned())
}

/// Makes a revision the current one and records the switch. The batch is locked.
pub(crate) async fn turn(
    tx: &mut Connection,
    batch: Uuid,
    revision: i32,
    reason: TurnedBy,
    by: &By,
) -> Result<()> {
    sqlx::query!(
        "insert into revision_turn (batch, number, revision, account, at, reason)
         values ($1, 1 + coalesce((select max(number) from revision_turn where batch = $1), 0), $2, $3, $4, $5)",
        batch,
        revision,
        by.account.map(|id| id.0),
        Time(by.at),
        reason.name(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("update batch set revision = $1 where id = $2", revision, batch).execute(tx).await?;
    Ok(())
}
