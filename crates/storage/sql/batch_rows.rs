//! Reads batches, what lists show of them, and revisions; locks batches.

use std::collections::BTreeMap;

use chaffinch_storage::backend::{consistent, status, work};
use chaffinch_storage::{
    AccountId, Batch, BatchId, BatchSummary, CaseId, CourseId, Found, PseudonymSource, Result, Revision,
};
use uuid::Uuid;

use super::{Time, number};
use crate::dialect::{Connection, by_backend, ids, listed, locking};

/// Returns a batch with the state of its latest job and its current revision.
pub(crate) async fn batch_by_id(tx: &mut Connection, id: Uuid) -> Result<Option<Batch>> {
    Ok(batches_by_id(tx, &[id]).await?.pop())
}

/// Returns those of these batches that exist, newest first.
pub(crate) async fn batches_by_id(tx: &mut Connection, batches: &[Uuid]) -> Result<Vec<Batch>> {
    let rows = by_backend!(query!(
        postgres: r#"
          select
            batch.id, batch.course, batch.creator, batch.title, batch.options, batch.created, batch.keep_until,
            job.payload, job.state, job.stage, job.done, job.total, job.reason, batch.revision,
            (select coalesce(max(number), 0) from revision where revision.batch = batch.id) as "revisions!",
            batch.pseudonym_key as "pseudonym_key!",
            (select submissions from revision where revision.batch = batch.id and number = 1) as "first_submissions?",
            array(
              select id
              from course_case
              where hold_since is not null
                and id in (select course_case from case_submission where case_submission.batch = batch.id)
              order by id
            ) as "held_by!"
          from batch
          cross join lateral (
            select payload, state, stage, done, total, reason
            from job
            where job.batch = batch.id
            order by sequence desc
            limit 1
          ) job
          where batch.id = any($1)
          order by batch.id desc"#,
        sqlite: r#"
          select
            batch.id, batch.course, batch.creator, batch.title, batch.options, batch.created, batch.keep_until,
            job.payload, job.state, job.stage, job.done, job.total, job.reason, batch.revision,
            (select coalesce(max(number), 0) from revision where revision.batch = batch.id) as "revisions!: i32",
            batch.pseudonym_key as "pseudonym_key!",
            (select submissions from revision where revision.batch = batch.id and number = 1)
              as "first_submissions?: i32",
            (
              select json_group_array(hex(id) order by id)
              from course_case
              where hold_since is not null
                and id in (select course_case from case_submission where case_submission.batch = batch.id)
            ) as "held_by!: String"
          from batch
          join job
            on job.batch = batch.id
            and job.sequence = (select max(sequence) from job latest where latest.batch = batch.id)
          where batch.id in (select unhex(value) from json_each($1))
          order by batch.id desc"#,
        &ids(batches.iter().copied()),
    ))
    .fetch_all(&mut *tx)
    .await?;
    let mut revisions = current_revisions(tx, batches).await?;
    let batches = rows.into_iter().map(|row| {
        let id = BatchId(row.id);
        let status = status(&row.state, (row.stage, row.done, row.total), row.reason);
        let revision = match row.revision {
            Some(_) => Some(consistent(revisions.remove(&id), "batch", "revision", &id)?),
            None => None,
        };
        Ok(Batch {
            id,
            course: CourseId(row.course),
            creator: AccountId(row.creator),
            title: row.title,
            options: consistent(serde_json::from_str(&row.options).ok(), "batch", "options", &id)?,
            created: row.created.utc(),
            keep_until: row.keep_until.map(Time::utc),
            status: consistent(status, "job", "state", &id)?,
            work: consistent(work(&row.payload), "job", "payload", &id)?,
            revision,
            revisions: row.revisions.cast_unsigned(),
            held_by: listed(row.held_by).map(CaseId).collect(),
            pseudonyms: PseudonymSource {
                key: consistent(row.pseudonym_key.try_into().ok(), "batch", "pseudonym_key", &id)?,
                submissions: row.first_submissions.unwrap_or_default().cast_unsigned(),
            },
        })
    });
    batches.collect()
}

struct RevisionRow {
    batch: Uuid,
    number: i32,
    created: Time,
    author: Uuid,
    engine: String,
    settings: String,
    review: String,
    made_from: Option<i32>,
    late: i32,
    submissions: i32,
    pairs: i32,
    beyond_class: Option<i32>,
    found: String,
    found_total: i32,
    changed: Option<i32>,
    starter_files: i32,
}

impl RevisionRow {
    /// Converts the row to a record.
    ///
    /// # Errors
    /// The row is inconsistent.
    fn checked(self) -> Result<Revision> {
        let batch = self.batch;
        Ok(Revision {
            number: self.number.cast_unsigned(),
            created: self.created.utc(),
            author: AccountId(self.author),
            engine: self.engine,
            settings: consistent(serde_json::from_str(&self.settings).ok(), "revision", "settings", &batch)?,
            review: consistent(serde_json::from_str(&self.review).ok(), "revision", "review", &batch)?,
            made_from: self.made_from.map(i32::cast_unsigned),
            late: self.late.cast_unsigned(),
            submissions: self.submissions.cast_unsigned(),
            pairs: self.pairs.cast_unsigned(),
            starter_files: self.starter_files.cast_unsigned(),
            found: found(&self.found, self.found_total, self.beyond_class, &batch)?,
            changed: self.changed.map(i32::cast_unsigned),
        })
    }
}

/// Returns what a report found, from its columns.
///
/// # Errors
/// The row is inconsistent.
fn found(counts: &str, total: i32, beyond: Option<i32>, batch: &Uuid) -> Result<Found> {
    Ok(Found {
        counts: consistent(serde_json::from_str(counts).ok(), "revision", "found", batch)?,
        total: total.cast_unsigned(),
        beyond: beyond.map(i32::cast_unsigned),
    })
}

/// Returns the revisions of a batch by number, or only the revision `one`.
pub(crate) async fn revisions(
    tx: &mut Connection,
    batch: BatchId,
    one: Option<u32>,
) -> Result<Vec<Revision>> {
    let rows = sqlx::query_as!(
        RevisionRow,
        "select batch, number, created, author, engine, settings, review, made_from, late, submissions, pairs,
           beyond_class, found, found_total, changed, starter_files
         from revision
         where batch = $1
           and (number = $2 or $2 is null)
         order by number",
        batch.0,
        one.map(number),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(RevisionRow::checked).collect()
}

/// Returns the current revisions of these batches.
async fn current_revisions(tx: &mut Connection, batches: &[Uuid]) -> Result<BTreeMap<BatchId, Revision>> {
    let rows = by_backend!(query_as!(
        RevisionRow,
        postgres: "select
                     revision.batch, number, revision.created, author, engine, settings, review, made_from, late,
                     submissions, pairs, beyond_class, found, found_total, changed, starter_files
                   from batch
                   join revision on revision.batch = batch.id and revision.number = batch.revision
                   where batch.id = any($1)",
        sqlite: "select
                   revision.batch, number, revision.created, author, engine, settings, review, made_from, late,
                   submissions, pairs, beyond_class, found, found_total, changed, starter_files
                 from batch
                 join revision on revision.batch = batch.id and revision.number = batch.revision
                 where batch.id in (select unhex(value) from json_each($1))",
        &ids(batches.iter().copied()),
    ))
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(|row| Ok((BatchId(row.batch), row.checked()?))).collect()
}

/// Locks a batch until the transaction ends, so that what is read of it does not change. Returns `false` if the batch
/// does not exist.
pub(crate) async fn lock_batch(tx: &mut Connection, batch: Uuid) -> Result<bool> {
    let found = locking!(query!("select 1 as one from batch where id = $1 ", "for no key update", batch))
        .fetch_optional(tx)
        .await?;
    Ok(found.is_some())
}

/// Returns what lists show of the batches that an account may see, newest first.
pub(crate) async fn summaries(tx: &mut Connection, account: AccountId) -> Result<Vec<BatchSummary>> {
    // SQLite prefers the primary key, and would then read the beginning of each report for its row.
    let rows = by_backend!(query!(
        postgres: r#"select
             batch.id as "id!", batch.title as "title!", batch.course as "course!", course.name as "name!",
             coalesce(cast(cast(revision.found as json) ->> 'submissions' as integer), revision.submissions)
               as "submissions?",
             revision.beyond_class as "beyond_class?", revision.found as "found?", revision.found_total as "found_total?",
             (
               select count(*)
               from course_case
               where status in ('open', 'suspicious')
                 and id in (select course_case from case_submission where case_submission.batch = batch.id)
             ) as "open_cases!: i64"
           from membership
           join course on course.id = membership.course
           join batch on batch.course = membership.course
           left join revision on revision.batch = batch.id and revision.number = batch.revision
           where membership.account = $1
           order by batch.id desc"#,
        sqlite: r#"select
             batch.id as "id!", batch.title as "title!", batch.course as "course!", course.name as "name!",
             coalesce(revision.found ->> 'submissions', revision.submissions) as "submissions?: i32",
             revision.beyond_class as "beyond_class?", revision.found as "found?", revision.found_total as "found_total?",
             (
               select count(*)
               from course_case
               where status in ('open', 'suspicious')
                 and id in (select course_case from case_submission where case_submission.batch = batch.id)
             ) as "open_cases!: i64"
           from membership
           join course on course.id = membership.course
           join batch on batch.course = membership.course
           left join revision indexed by revision_listed
             on revision.batch = batch.id and revision.number = batch.revision
           where membership.account = $1
           order by batch.id desc"#,
        account.0,
    ))
    .fetch_all(tx)
    .await?;
    let summaries = rows.into_iter().map(|row| {
        Ok(BatchSummary {
            found: (row.found.zip(row.found_total))
                .map(|(counts, total)| found(&counts, total, row.beyond_class, &row.id))
                .transpose()?,
            id: BatchId(row.id),
            title: row.title,
            course: CourseId(row.course),
            course_name: row.name,
            submissions: row.submissions.map(i32::cast_unsigned),
            open_cases: row.open_cases as u32,
        })
    });
    summaries.collect()
}
