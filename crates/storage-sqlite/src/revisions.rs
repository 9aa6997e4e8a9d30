//! Revisions of a report: writing one, and which of them is the current one.

use chaffinch_storage::backend::{consistent, json};
use chaffinch_storage::{
    AccountId, AuditAction, BatchId, By, CHUNK_BYTES, JobId, NewRevision, Result, Revision, RevisionSwitch,
    StorageError, TurnedBy,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::batches::batch_by_id;
use crate::rows::{Failing, count, micros, time};

/// Figures of a batch's revisions, or of one of them, by number.
pub(crate) async fn revisions(
    db: &mut SqliteConnection,
    batch: Uuid,
    number: Option<i64>,
) -> Result<Vec<Revision>> {
    let rows = sqlx::query!(
        r#"select
             number, created, author as "author!: Uuid", engine, settings, review, made_from, late, submissions, pairs
           from revision
           where batch = ?1
             and number = coalesce(?2, number)
           order by number"#,
        batch,
        number,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    let revisions = rows.into_iter().map(|row| {
        Ok(Revision {
            number: row.number as u32,
            created: time(row.created),
            author: AccountId(row.author),
            engine: row.engine,
            settings: consistent(serde_json::from_str(&row.settings).ok(), "revision", "settings", &batch)?,
            review: consistent(serde_json::from_str(&row.review).ok(), "revision", "review", &batch)?,
            made_from: row.made_from.map(|number| number as u32),
            late: row.late as u32,
            submissions: row.submissions as u32,
            pairs: row.pairs as u32,
        })
    });
    revisions.collect()
}

/// See [`chaffinch_storage::Reports::set_current`].
pub(crate) async fn set_current(
    storage: &SqliteStorage,
    batch: BatchId,
    number: u32,
    by: &By,
) -> Result<bool> {
    let mut tx = storage.begin().await?;
    let Some(found) = batch_by_id(&mut tx, batch.0).await? else { return Ok(false) };
    let Some(current) = found.current() else { return Ok(false) };
    if revisions(&mut tx, batch.0, Some(i64::from(number))).await?.is_empty() {
        return Ok(false);
    }
    if found.is_busy() {
        return Err(StorageError::Busy);
    }
    if number != current {
        let reason = if number < current { TurnedBy::Undo } else { TurnedBy::Redo };
        turn(&mut tx, batch.0, i64::from(number), reason, by).await?;
        let details = json!({ "revision": number });
        record(&mut tx, by, AuditAction::RevisionChosen, Some(found.course), batch.0, &details).await?;
        tx.commit().await.or_failed()?;
        storage.changed();
    }
    Ok(true)
}

/// Makes a revision the current one, and says so in the log.
async fn turn(tx: &mut SqliteConnection, batch: Uuid, number: i64, reason: TurnedBy, by: &By) -> Result<()> {
    let (account, at, reason) = (by.account.map(|id| id.0), micros(by.at), reason.name());
    sqlx::query!(
        "insert into revision_turn (batch, number, revision, account, at, reason)
         values (?1, 1 + coalesce((select max(number) from revision_turn where batch = ?1), 0), ?2, ?3, ?4, ?5)",
        batch,
        number,
        account,
        at,
        reason,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query!("update batch set revision = ? where id = ?", number, batch)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(())
}

/// See [`chaffinch_storage::Reports::turns`].
pub(crate) async fn turns(db: &mut SqliteConnection, batch: Uuid) -> Result<Vec<RevisionSwitch>> {
    let rows = sqlx::query!(
        r#"select revision, account as "account: Uuid", at, reason
           from revision_turn
           where batch = ?
           order by number"#,
        batch,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    let turns = rows.into_iter().map(|row| {
        Ok(RevisionSwitch {
            revision: row.revision as u32,
            by: By { account: row.account.map(AccountId), at: time(row.at) },
            reason: consistent(TurnedBy::from_name(&row.reason), "revision_turn", "reason", &batch)?,
        })
    });
    turns.collect()
}

/// Adds the revision that a job brought to the transaction under way, and makes it the current one. `joined`:
/// submissions that come with it.
pub(crate) async fn insert_revision(
    tx: &mut SqliteConnection,
    batch: Uuid,
    job: JobId,
    new: &NewRevision,
    joined: usize,
    at: DateTime<Utc>,
) -> Result<u32> {
    let (job, created, joined) = (job.0, micros(at), count(joined));
    let (settings, review, pairs) = (json(&new.settings), json(&new.review), count(new.pairs.len()));
    let head = new.head.as_bytes();
    let row = sqlx::query!(
        r#"insert into revision (
             batch, number, created, author, engine, settings, review, made_from, late, submissions, pairs, head_packed
           )
           select
             batch.id, 1 + coalesce((select max(number) from revision where batch = ?1), 0), ?3,
             coalesce(job.account, batch.creator), ?4, ?5, ?6, batch.revision, iif(batch.revision is null, 0, ?7), ?8,
             ?9, ?10
           from batch
           join job on job.id = ?2
           where batch.id = ?1
           returning number as "number!", author as "author!: Uuid""#,
        batch,
        job,
        created,
        new.engine,
        settings,
        review,
        joined,
        new.submissions,
        pairs,
        head,
    )
    .fetch_one(&mut *tx)
    .await
    .or_failed()?;
    let number = row.number;
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
    let by = By { account: Some(AccountId(row.author)), at };
    turn(tx, batch, number, TurnedBy::Result, &by).await?;
    Ok(number as u32)
}
