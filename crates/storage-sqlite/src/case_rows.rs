//! Reading cases: whole ones, those about somebody, those whose legal hold keeps something.

use std::collections::BTreeMap;

use chaffinch_storage::backend::{Shown, columns, consistent, json, owner};
use chaffinch_storage::{
    AccountId, BatchId, Case, CaseId, CaseStatus, CaseSubmission, CourseId, Hold, Owner, Result,
};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::rows::{Failing, count, hex, time};

/// Cases whose legal hold keeps a batch or archive, oldest first.
pub(crate) async fn holders(db: &mut SqliteConnection, kept: Owner) -> Result<Vec<CaseId>> {
    let (batch, archive) = columns(kept);
    let ids = sqlx::query_scalar!(
        r#"select id as "id!: Uuid"
           from course_case
           where hold_since is not null
             and id in (select course_case from case_submission where batch = ?1 or archive = ?2)
           order by id"#,
        batch,
        archive,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    Ok(ids.into_iter().map(CaseId).collect())
}

/// The submissions that a report shows: the batch's own, then earlier ones of archives that still are there.
pub(crate) async fn shown(db: &mut SqliteConnection, batch: BatchId, revision: u32) -> Result<Vec<Shown>> {
    let id = batch.0;
    let rows = sqlx::query!(
        r#"select
             submission.number as "shown!", ingest.archive as "archive: Uuid", submission.number as "number!",
             coalesce(author, name) as "person!"
           from ingest
           join submission on submission.ingest = ingest.first
           where ingest.batch = ?1
             and submission.number <= (
               (select submissions from revision where batch = ?1 and number = ?2)
               - (select count(*) from revision_archived where batch = ?1 and revision = ?2)
             )
           union all
           select revision_archived.number, ingest.archive, submission.number, coalesce(author, name)
           from revision_archived
           join ingest on ingest.archive = revision_archived.archive
           join submission
             on submission.ingest = ingest.first
             and submission.number = revision_archived.submission
           where revision_archived.batch = ?1
             and revision_archived.revision = ?2"#,
        id,
        revision,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    let shown = rows.into_iter().map(|row| {
        let owner = owner(None, row.archive).unwrap_or(Owner::Batch(batch));
        let submission = CaseSubmission { owner, number: row.number as u32, person: row.person };
        Shown { number: row.shown as u32, submission }
    });
    Ok(shown.collect())
}

/// Cases of a course that are about any of these persons, newest first.
pub(crate) async fn about(
    tx: &mut SqliteConnection,
    course: CourseId,
    persons: &[String],
) -> Result<Vec<Case>> {
    let (course, persons) = (course.0, json(&persons));
    let ids = sqlx::query_scalar!(
        r#"select distinct course_case.id as "id!: Uuid"
           from course_case
           join case_person on case_person.course_case = course_case.id
           where course_case.course = ?
             and case_person.person in (select value from json_each(?))"#,
        course,
        persons,
    )
    .fetch_all(&mut *tx)
    .await
    .or_failed()?;
    cases_by_id(tx, &ids).await
}

/// The newest undecided case of a course that is about these persons, and about nobody else.
pub(crate) async fn undecided_about(
    tx: &mut SqliteConnection,
    course: CourseId,
    persons: &[String],
) -> Result<Option<CaseId>> {
    let (course, number, persons) = (course.0, count(persons.len()), json(&persons));
    let id = sqlx::query_scalar!(
        r#"select id as "id!: Uuid"
           from course_case
           where course = ?1
             and status in ('open', 'suspicious')
             and (select count(*) from case_person where case_person.course_case = course_case.id) = ?2
             and not exists (
               select 1
               from case_person
               where case_person.course_case = course_case.id
                 and case_person.person not in (select value from json_each(?3))
             )
           order by id desc
           limit 1"#,
        course,
        number,
        persons,
    )
    .fetch_optional(tx)
    .await
    .or_failed()?;
    Ok(id.map(CaseId))
}

/// The number of cases of a course.
pub(crate) async fn number_of_cases(tx: &mut SqliteConnection, course: CourseId) -> Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "cases!: i64" from course_case where course = ?"#, course.0)
        .fetch_one(tx)
        .await
        .or_failed()
}

/// The number of events of a case, and the bytes of their texts.
pub(crate) async fn history_size(tx: &mut SqliteConnection, case: CaseId) -> Result<(i64, i64)> {
    let size = sqlx::query!(
        r#"select count(*) as "events!: i64", coalesce(sum(length(cast(text as blob))), 0) as "bytes!: i64"
           from case_event
           where course_case = ?"#,
        case.0,
    )
    .fetch_one(tx)
    .await
    .or_failed()?;
    Ok((size.events, size.bytes))
}

/// Those of these cases that exist, newest first.
pub(crate) async fn cases_by_id(db: &mut SqliteConnection, ids: &[Uuid]) -> Result<Vec<Case>> {
    let ids = hex(ids.iter().copied());
    let rows = sqlx::query!(
        r#"select
             id as "id!: Uuid", course as "course!: Uuid", title, status, created, creator as "creator: Uuid",
             reviewer as "reviewer: Uuid", hold_reason, hold_since
           from course_case
           where id in (select unhex(value) from json_each(?))
           order by id desc"#,
        ids,
    )
    .fetch_all(&mut *db)
    .await
    .or_failed()?;
    let of = sqlx::query!(
        r#"select course_case as "id!: Uuid", person
           from case_person
           where course_case in (select unhex(value) from json_each(?))"#,
        ids,
    )
    .fetch_all(&mut *db)
    .await
    .or_failed()?;
    let seen = sqlx::query!(
        r#"select course_case as "id!: Uuid", batch as "batch: Uuid", archive as "archive: Uuid", number, person
           from case_submission
           where course_case in (select unhex(value) from json_each(?))"#,
        ids,
    )
    .fetch_all(db)
    .await
    .or_failed()?;
    let mut persons: BTreeMap<Uuid, Vec<String>> = BTreeMap::new();
    for row in of {
        persons.entry(row.id).or_default().push(row.person);
    }
    let mut submissions: BTreeMap<Uuid, Vec<CaseSubmission>> = BTreeMap::new();
    for row in seen {
        let owner = consistent(owner(row.batch, row.archive), "case_submission", "batch", &row.id)?;
        let submission = CaseSubmission { owner, number: row.number as u32, person: row.person };
        submissions.entry(row.id).or_default().push(submission);
    }
    let sorted = |mut submissions: Vec<CaseSubmission>| {
        submissions.sort();
        submissions
    };
    let cases = rows.into_iter().map(|row| {
        let mut persons = persons.remove(&row.id).unwrap_or_default();
        persons.sort();
        Ok(Case {
            id: CaseId(row.id),
            course: CourseId(row.course),
            title: row.title,
            status: consistent(CaseStatus::from_name(&row.status), "course_case", "status", &row.id)?,
            created: time(row.created),
            creator: row.creator.map(AccountId),
            reviewer: row.reviewer.map(AccountId),
            hold: row
                .hold_reason
                .zip(row.hold_since)
                .map(|(reason, since)| Hold { reason, since: time(since) }),
            persons,
            submissions: sorted(submissions.remove(&row.id).unwrap_or_default()),
        })
    });
    cases.collect()
}
