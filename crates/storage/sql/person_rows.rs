//! Finds what is held about a person, and reads the records of erasures.

use chaffinch_storage::backend::{consistent, draft_names, hashes, is_by, of_scope, owner};
use chaffinch_storage::{
    AccountId, BatchId, By, CourseId, Erased, Erasure, ErasureId, HeldSubmission, Home, IsMeant, JobId,
    PersonScope, Result, given_name,
};
use futures_util::TryStreamExt as _;
use uuid::Uuid;

use super::{Time, number};
use crate::dialect::Connection;

/// Returns the condition that a row is in the scope of parameters 1 (course) and 2 (batch). Null matches any.
pub(crate) fn within(home: Home) -> String {
    const BATCHES: &str =
        "select id from batch where (course = $1 or $1 is null) and (id = $2 or $2 is null)";
    const ARCHIVES: &str = "select id from archive where (course = $1 or $1 is null) and $2 is null";
    const CASES: &str = "select id from course_case
        where (course = $1 or $1 is null)
          and (id in (select course_case from case_submission where batch = $2) or $2 is null)";
    match home {
        Home::Batch(column) => format!("{column} in ({BATCHES})"),
        Home::Archive(column) => format!("{column} in ({ARCHIVES})"),
        Home::Job(column) => {
            format!("{column} in (select id from job where batch in ({BATCHES}) or archive in ({ARCHIVES}))")
        }
        Home::Case(column) => format!("{column} in ({CASES})"),
        Home::Ingest(_) => format!(
            "ingest in (select first from ingest where batch in ({BATCHES}) or archive in ({ARCHIVES}))"
        ),
        Home::Course(column) => format!("({column} = $1 or $1 is null) and $2 is null"),
        Home::Request => {
            format!("(batch in ({BATCHES}) or archive in ({ARCHIVES}) or course_case in ({CASES}))")
        }
    }
}

/// See [`chaffinch_storage::Persons::held`].
pub(crate) async fn held(
    db: &mut Connection,
    scope: PersonScope,
    is_meant: IsMeant<'_>,
) -> Result<Vec<HeldSubmission>> {
    let (course, batch) = of_scope(scope);
    let mut rows = sqlx::query!(
        r#"select
             ingest.batch, ingest.archive,
             coalesce(batch.course, archive.course) as "course!: Uuid",
             coalesce(batch.title, archive.name) as "owner_name!: String", submission.number, submission.name, author,
             submission.reference
           from submission
           join ingest on ingest.first = submission.ingest
           left join batch on batch.id = ingest.batch
           left join archive on archive.id = ingest.archive
           where (coalesce(batch.course, archive.course) = $1 or $1 is null)
             and (ingest.batch = $2 or $2 is null)"#,
        course,
        batch,
    )
    .fetch(&mut *db);
    let mut held = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let is_theirs = is_meant(given_name(&row.name, row.reference.as_deref()))
            || row.author.as_deref().is_some_and(is_meant)
            || row.reference.as_deref().is_some_and(|origin| is_by(origin, is_meant));
        if is_theirs {
            held.push(HeldSubmission {
                owner: consistent(owner(row.batch, row.archive), "ingest", "batch", &row.number)?,
                course: CourseId(row.course),
                owner_name: row.owner_name,
                number: row.number.cast_unsigned(),
                name: row.name,
                author: row.author,
                documents: 0,
            });
        }
    }
    drop(rows);
    for held in &mut held {
        let (batch, archive) = chaffinch_storage::backend::columns(held.owner);
        let documents = sqlx::query_scalar!(
            r#"select count(*) as "documents!: i64"
               from document
               where ingest in (select first from ingest where batch = $1 or archive = $2)
                 and submission = $3"#,
            batch,
            archive,
            number(held.number),
        )
        .fetch_one(&mut *db)
        .await?;
        held.documents = documents.cast_unsigned();
    }
    held.sort_by_key(|held| (held.owner, held.number));
    Ok(held)
}

/// Returns the records of erasures: that with an id, the open ones only, or those that concern a job.
pub(crate) async fn erasures(
    db: &mut Connection,
    id: Option<ErasureId>,
    open: bool,
    job: Option<JobId>,
) -> Result<Vec<Erasure>> {
    let rows = sqlx::query!(
        r#"select
             id, number, at, account, course,
             batch, despite_hold, key, hashes, submissions, documents, reports, texts, ended
           from erasure
           where (id = $1 or $1 is null)
             and (not $2 or ended is null)
             and (exists (
               select 1
               from job
               left join batch on batch.id = job.batch
               left join archive on archive.id = job.archive
               where job.id = $3
                 and job.sequence <= erasure.last_job
                 and job.created <= erasure.at
                 and (erasure.course is null or erasure.course = coalesce(batch.course, archive.course))
                 and (erasure.batch is null or erasure.batch = job.batch)
             ) or $3 is null)
           order by number"#,
        id.map(|id| id.0),
        open,
        job.map(|id| id.0),
    )
    .fetch_all(db)
    .await?;
    let erasures = rows.into_iter().map(|row| {
        Ok(Erasure {
            id: ErasureId(row.id),
            number: row.number.cast_unsigned(),
            by: By { account: row.account.map(AccountId), at: row.at.utc() },
            scope: PersonScope { course: row.course.map(CourseId), batch: row.batch.map(BatchId) },
            key: consistent(row.key.try_into().ok(), "erasure", "key", &row.id)?,
            hashes: consistent(hashes(&row.hashes), "erasure", "hashes", &row.id)?,
            despite_hold: row.despite_hold,
            erased: Erased {
                submissions: row.submissions.cast_unsigned(),
                documents: row.documents.cast_unsigned(),
                reports: row.reports.cast_unsigned(),
                texts: row.texts.cast_unsigned(),
            },
            ended: row.ended.map(Time::utc),
        })
    });
    erasures.collect()
}

/// Returns the drafts in a scope that name the person, with their titles. A draft belongs to no batch.
pub(crate) async fn drafts(
    tx: &mut Connection,
    course: Option<Uuid>,
    batch: Option<Uuid>,
    is_meant: IsMeant<'_>,
) -> Result<Vec<(Uuid, String)>> {
    if batch.is_some() {
        return Ok(Vec::new());
    }
    let mut rows = sqlx::query!(
        r#"select id, title, options, preview
           from draft
           where course = $1 or $1 is null"#,
        course,
    )
    .fetch(&mut *tx);
    let mut drafts = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if draft_names(&row.title, &row.options, row.preview, is_meant) {
            drafts.push((row.id, row.title));
        }
    }
    Ok(drafts)
}
