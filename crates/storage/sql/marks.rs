//! Marks of pairs: finding, changing and assigning them.
//!
//! A change locks the row of the batch first.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chaffinch_storage::backend::{columns, consistent};
use chaffinch_storage::{
    AccountId, AuditAction, Batch, BatchId, By, HeldMark, Mark, MarkChange, MarkCounts, MarkState,
    MarkedPair, Marks, Named as _, Owner, Result, StorageError,
};
use serde_json::json;
use uuid::Uuid;

use super::audit::record;
use super::batch_rows::{batch_by_id, lock_batch};
use super::{Time, missing, number};
use crate::dialect::{Backend, Connection, by_backend, ids, retried, text};

#[async_trait]
impl Marks for Backend {
    async fn marks(&self, batch: BatchId) -> Result<Vec<Mark>> {
        marks(&mut *self.read().await?, batch).await
    }

    async fn mark_pair(
        &self,
        batch: BatchId,
        pair: MarkedPair,
        change: &MarkChange,
        seen: Option<u32>,
        by: &By,
    ) -> Result<Mark> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let batch = locked(&mut tx, batch).await?;
            let known = marks(&mut tx, batch.id).await?.into_iter().find(|mark| mark.pair == pair);
            let mut mark = known.unwrap_or_else(|| unmarked(pair, by));
            if seen.is_some_and(|seen| seen != mark.version) {
                return Err(StorageError::MarkChanged);
            }
            let before = mark.clone();
            if let Some(state) = change.state.filter(|state| *state != mark.state) {
                mark.previous = std::mem::replace(&mut mark.state, state);
            }
            if let Some(note) = &change.note {
                mark.note = text(note).into_owned();
            }
            mark.assignee = change.assignee.unwrap_or(mark.assignee);
            let key = StoredPair::find(&mut tx, &batch, pair).await?;
            // Who changes nothing is not the author of the mark.
            if mark == before {
                return Ok(mark);
            }
            mark.version += 1;
            mark.by = *by;
            put(&mut tx, &batch, &key, &mark).await?;
            let details = json!({ "state": mark.state.map(MarkState::name) });
            let action = AuditAction::PairMarked;
            record(&mut tx, by, action, Some(batch.course), batch.id.0, &details).await?;
            tx.commit().await?;
            Ok(mark)
        })
        .await
    }

    async fn assign_pairs(
        &self,
        batch: BatchId,
        shares: &[(MarkedPair, AccountId)],
        by: &By,
    ) -> Result<usize> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let batch = locked(&mut tx, batch).await?;
            let known = marks(&mut tx, batch.id).await?.into_iter().map(|mark| (mark.pair, mark));
            let mut known: BTreeMap<MarkedPair, Mark> = known.collect();
            let mut assigned = 0;
            for &(pair, account) in shares {
                let mark = known.remove(&pair).unwrap_or_else(|| unmarked(pair, by));
                if mark.state.is_some() || mark.assignee == Some(account) {
                    continue;
                }
                let version = mark.version + 1;
                let mark = Mark { assignee: Some(account), by: *by, version, ..mark };
                let key = StoredPair::find(&mut tx, &batch, pair).await?;
                put(&mut tx, &batch, &key, &mark).await?;
                assigned += 1;
            }
            let details = json!({ "pairs": assigned });
            let action = AuditAction::PairsAssigned;
            record(&mut tx, by, action, Some(batch.course), batch.id.0, &details).await?;
            tx.commit().await?;
            Ok(assigned)
        })
        .await
    }

    async fn mark_counts(&self, batches: &[BatchId]) -> Result<BTreeMap<BatchId, MarkCounts>> {
        let rows = by_backend!(query!(
            postgres: r#"select batch, state as "state!", count(*) as "marks!: i64"
                         from pair_mark
                         where batch = any($1) and state is not null
                         group by batch, state"#,
            sqlite: r#"select batch, state as "state!", count(*) as "marks!: i64"
                       from pair_mark
                       where batch in (select unhex(value) from json_each($1)) and state is not null
                       group by batch, state"#,
            &ids(batches.iter().map(|batch| batch.0)),
        ))
        .fetch_all(&mut *self.read().await?)
        .await?;
        let mut counts: BTreeMap<BatchId, MarkCounts> = BTreeMap::new();
        for row in rows {
            if let Some(state) = state(Some(row.state), row.batch)? {
                counts.entry(BatchId(row.batch)).or_default().insert(state, row.marks.cast_unsigned());
            }
        }
        Ok(counts)
    }

    async fn marks_about(&self, owner: Owner, submission: u32) -> Result<Vec<HeldMark>> {
        let (batch, _) = columns(owner);
        let rows = sqlx::query!(
            "select batch, state, note, account, at
             from pair_mark
             where (batch = $1 and submission = $3) or (other_owner = $2 and other = $3)
             order by batch, submission, other",
            batch,
            owner.id(),
            number(submission),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let held = rows.into_iter().map(|row| {
            Ok(HeldMark {
                batch: BatchId(row.batch),
                state: state(row.state, row.batch)?,
                note: row.note,
                by: By { account: row.account.map(AccountId), at: row.at.utc() },
            })
        });
        held.collect()
    }
}

/// Where the two submissions of a pair are stored.
struct StoredPair {
    /// Number of the one in the batch.
    submission: i32,
    /// The batch or archive of the other one.
    other_owner: Uuid,
    /// Number of the other one there.
    other: i32,
}

impl StoredPair {
    /// Finds a pair of the current report.
    async fn find(tx: &mut Connection, batch: &Batch, pair: MarkedPair) -> Result<Self> {
        let (left, right) = (number(pair.left), number(pair.right));
        let rows = sqlx::query!(
            "select revision_archived.number, revision_archived.archive, revision_archived.submission
             from revision_archived
             where batch = $1 and revision = $2 and number in ($3, $4)",
            batch.id.0,
            batch.current().map(number),
            left,
            right,
        )
        .fetch_all(&mut *tx)
        .await?;
        let is_listed = sqlx::query!(
            "select 1 as one
             from pair
             where batch = $1 and revision = $2 and left_number = $3 and right_number = $4",
            batch.id.0,
            batch.current().map(number),
            left,
            right,
        )
        .fetch_optional(tx)
        .await?
        .is_some();
        let archived = |side| rows.iter().find(|row| row.number == side);
        let own = [left, right].into_iter().find(|&side| archived(side).is_none());
        let (true, Some(submission)) = (is_listed, own) else {
            return Err(StorageError::Missing { what: "pair" });
        };
        let other = if submission == left { right } else { left };
        Ok(match archived(other) {
            Some(row) => Self { submission, other_owner: row.archive, other: row.submission },
            None => Self { submission, other_owner: batch.id.0, other },
        })
    }
}

/// Returns a batch and locks it, so that two changes of its marks run one after the other.
async fn locked(tx: &mut Connection, batch: BatchId) -> Result<Batch> {
    lock_batch(tx, batch.0).await?;
    batch_by_id(tx, batch.0).await?.ok_or(StorageError::Missing { what: "batch" })
}

/// Returns the mark of a pair that has none.
fn unmarked(pair: MarkedPair, by: &By) -> Mark {
    Mark { pair, state: None, previous: None, note: String::new(), assignee: None, by: *by, version: 0 }
}

fn state(name: Option<String>, batch: Uuid) -> Result<Option<MarkState>> {
    name.map(|name| consistent(MarkState::from_name(&name), "pair_mark", "state", &batch)).transpose()
}

/// Returns the marks of a batch whose submissions are in its current report, ordered by pair.
async fn marks(tx: &mut Connection, batch: BatchId) -> Result<Vec<Mark>> {
    let rows = sqlx::query!(
        r#"select
             pair_mark.submission, coalesce(revision_archived.number, pair_mark.other) as "other!: i32",
             state, previous, note, assignee, account, at, version
           from pair_mark
           join batch on batch.id = pair_mark.batch
           left join revision_archived
             on revision_archived.batch = pair_mark.batch
             and revision_archived.revision = batch.revision
             and revision_archived.archive = pair_mark.other_owner
             and revision_archived.submission = pair_mark.other
           where pair_mark.batch = $1
             and (pair_mark.other_owner = pair_mark.batch or revision_archived.number is not null)"#,
        batch.0,
    )
    .fetch_all(tx)
    .await?;
    let marks = rows.into_iter().map(|row| {
        let (one, other) = (row.submission.cast_unsigned(), row.other.cast_unsigned());
        Ok(Mark {
            pair: MarkedPair { left: one.min(other), right: one.max(other) },
            state: state(row.state, batch.0)?,
            previous: state(row.previous, batch.0)?,
            note: row.note,
            assignee: row.assignee.map(AccountId),
            by: By { account: row.account.map(AccountId), at: row.at.utc() },
            version: row.version.cast_unsigned(),
        })
    });
    let mut marks = marks.collect::<Result<Vec<_>>>()?;
    marks.sort_by_key(|mark| mark.pair);
    Ok(marks)
}

/// Writes a mark.
async fn put(tx: &mut Connection, batch: &Batch, key: &StoredPair, mark: &Mark) -> Result<()> {
    sqlx::query!(
        "insert into pair_mark
           (batch, submission, other_owner, other, state, previous, note, assignee, account, at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (batch, submission, other_owner, other) do update
         set state = excluded.state, previous = excluded.previous, note = excluded.note,
             assignee = excluded.assignee, account = excluded.account, at = excluded.at, version = excluded.version",
        batch.id.0,
        key.submission,
        key.other_owner,
        key.other,
        mark.state.map(MarkState::name),
        mark.previous.map(MarkState::name),
        mark.note,
        mark.assignee.map(|id| id.0),
        mark.by.account.map(|id| id.0),
        Time(mark.by.at),
        number(mark.version),
    )
    .execute(tx)
    .await
    .map_err(missing("account"))?;
    Ok(())
}

/// Deletes the marks of pairs that have a submission.
pub(crate) async fn delete_marks_about(tx: &mut Connection, owner: Owner, submission: u32) -> Result<()> {
    let (batch, _) = columns(owner);
    sqlx::query!(
        "delete from pair_mark
         where (batch = $1 and submission = $3) or (other_owner = $2 and other = $3)",
        batch,
        owner.id(),
        number(submission),
    )
    .execute(tx)
    .await?;
    Ok(())
}
