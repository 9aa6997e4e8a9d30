//! Reads cases: by id, by person, and those whose legal hold keeps a batch or archive.

use std::collections::BTreeMap;

use chaffinch_storage::backend::{Shown, columns, consistent, owner};
use chaffinch_storage::{
    AccountId, BatchId, Case, CaseId, CaseStatus, CaseSubmission, CourseId, Hold, Named, Owner, Result,
    Statement, StorageError,
};
use uuid::Uuid;

use super::{count, number};
use crate::dialect::{Connection, by_backend, ids, texts};

/// Returns the cases whose legal hold keeps a batch or archive, oldest first.
pub(crate) async fn holding_cases(tx: &mut Connection, kept: Owner) -> Result<Vec<CaseId>> {
    let (batch, archive) = columns(kept);
    let ids = sqlx::query_scalar!(
        "select id
         from course_case
         where hold_since is not null
           and id in (select course_case from case_submission where batch = $1 or archive = $2)
         order by id",
        batch,
        archive,
    )
    .fetch_all(tx)
    .await?;
    Ok(ids.into_iter().map(CaseId).collect())
}

/// Returns the submissions that a report shows: those of the batch, then earlier ones of archives that still exist.
pub(crate) async fn shown(tx: &mut Connection, batch: BatchId, revision: u32) -> Result<Vec<Shown>> {
    let rows = sqlx::query!(
        r#"select
             submission.number as "shown!", ingest.archive, submission.number as "number!",
             coalesce(author, name) as "person!"
           from ingest
           join submission on submission.ingest = ingest.first
           where ingest.batch = $1
             and submission.number <= (
               (select submissions from revision where batch = $1 and number = $2)
               - (select count(*) from revision_archived where batch = $1 and revision = $2)
             )
           union all
           select revision_archived.number, ingest.archive, submission.number, coalesce(author, name)
           from revision_archived
           join ingest on ingest.archive = revision_archived.archive
           join submission
             on submission.ingest = ingest.first
             and submission.number = revision_archived.submission
           where revision_archived.batch = $1
             and revision_archived.revision = $2"#,
        batch.0,
        number(revision),
    )
    .fetch_all(tx)
    .await?;
    let shown = rows.into_iter().map(|row| {
        let owner = owner(None, row.archive).unwrap_or(Owner::Batch(batch));
        let submission = CaseSubmission { owner, number: row.number.cast_unsigned(), person: row.person };
        Shown { number: row.shown.cast_unsigned(), submission }
    });
    Ok(shown.collect())
}

/// Returns the cases of a course that are about any of these persons, newest first.
pub(crate) async fn about(tx: &mut Connection, course: CourseId, persons: &[String]) -> Result<Vec<Case>> {
    let ids = by_backend!(query_scalar!(
        postgres: "select distinct course_case.id
                   from course_case
                   join case_person on case_person.course_case = course_case.id
                   where course_case.course = $1 and case_person.person = any($2)",
        sqlite: "select distinct course_case.id
                 from course_case
                 join case_person on case_person.course_case = course_case.id
                 where course_case.course = $1 and case_person.person in (select value from json_each($2))",
        course.0,
        texts(persons),
    ))
    .fetch_all(&mut *tx)
    .await?;
    cases_by_id(tx, &ids).await
}

/// Returns the newest undecided case of a course that is about exactly these persons.
pub(crate) async fn undecided_about(
    tx: &mut Connection,
    course: CourseId,
    persons: &[String],
) -> Result<Option<CaseId>> {
    let id = by_backend!(query_scalar!(
        postgres: "select id
                   from course_case
                   where course = $1
                     and status in ('open', 'suspicious')
                     and (select count(*) from case_person where case_person.course_case = course_case.id) = $2
                     and not exists (
                       select 1
                       from case_person
                       where case_person.course_case = course_case.id and case_person.person <> all($3)
                     )
                   order by id desc
                   limit 1",
        sqlite: "select id
                 from course_case
                 where course = $1
                   and status in ('open', 'suspicious')
                   and (select count(*) from case_person where case_person.course_case = course_case.id) = $2
                   and not exists (
                     select 1
                     from case_person
                     where case_person.course_case = course_case.id
                       and case_person.person not in (select value from json_each($3))
                   )
                 order by id desc
                 limit 1",
        course.0,
        count(persons.len()),
        texts(persons),
    ))
    .fetch_optional(tx)
    .await?;
    Ok(id.map(CaseId))
}

/// Returns the number of cases of a course.
pub(crate) async fn number_of_cases(tx: &mut Connection, course: CourseId) -> Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "cases!: i64" from course_case where course = $1"#, course.0)
        .fetch_one(tx)
        .await
        .map_err(StorageError::from)
}

/// Returns the number of events of a case and the total size of their texts in bytes.
pub(crate) async fn history_size(tx: &mut Connection, case: CaseId) -> Result<(i64, i64)> {
    let size = sqlx::query!(
        r#"select count(*) as "events!: i64", cast(coalesce(sum(octet_length(text)), 0) as bigint) as "bytes!: i64"
           from case_event
           where course_case = $1"#,
        case.0,
    )
    .fetch_one(tx)
    .await?;
    Ok((size.events, size.bytes))
}

/// Returns the statements of a case, without the contents of their files.
pub(crate) async fn statements(tx: &mut Connection, case: CaseId) -> Result<Vec<Statement>> {
    let rows = sqlx::query!(
        r#"select event, person, given, file_name,
                  cast(octet_length(content) as bigint) as "size: i64"
           from case_statement
           where course_case = $1
           order by event"#,
        case.0,
    )
    .fetch_all(tx)
    .await?;
    let statements = rows.into_iter().map(|row| Statement {
        event: row.event.cast_unsigned(),
        person: row.person,
        given: row.given.utc(),
        file: row.file_name.zip(row.size.map(i64::cast_unsigned)),
    });
    Ok(statements.collect())
}

/// Deletes the files of statements of cases whose last submission was deleted.
pub(crate) async fn drop_statement_files(tx: &mut Connection) -> Result<()> {
    sqlx::query!(
        "update case_statement
         set file_name = null, media_type = null, content = null
         where content is not null
           and not exists (
             select 1 from case_submission where case_submission.course_case = case_statement.course_case
           )"
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns those of these cases that exist, newest first.
pub(crate) async fn cases_by_id(tx: &mut Connection, cases: &[Uuid]) -> Result<Vec<Case>> {
    let ids = ids(cases.iter().copied());
    let rows = by_backend!(query!(
        postgres: "select id, course, title, status, created, creator, reviewer, hold_reason, hold_since
                   from course_case where id = any($1) order by id desc",
        sqlite: "select id, course, title, status, created, creator, reviewer, hold_reason, hold_since
                 from course_case where id in (select unhex(value) from json_each($1)) order by id desc",
        &ids,
    ))
    .fetch_all(&mut *tx)
    .await?;
    let of = by_backend!(query!(
        postgres: "select course_case, person from case_person where course_case = any($1)",
        sqlite: "select course_case, person from case_person
                 where course_case in (select unhex(value) from json_each($1))",
        &ids,
    ))
    .fetch_all(&mut *tx)
    .await?;
    let seen = by_backend!(query!(
        postgres: "select course_case, batch, archive, number, person from case_submission
                   where course_case = any($1)",
        sqlite: "select course_case, batch, archive, number, person from case_submission
                 where course_case in (select unhex(value) from json_each($1))",
        &ids,
    ))
    .fetch_all(tx)
    .await?;
    let mut persons: BTreeMap<Uuid, Vec<String>> = BTreeMap::new();
    for row in of {
        persons.entry(row.course_case).or_default().push(row.person);
    }
    let mut submissions: BTreeMap<Uuid, Vec<CaseSubmission>> = BTreeMap::new();
    for row in seen {
        let owner = consistent(owner(row.batch, row.archive), "case_submission", "batch", &row.course_case)?;
        let submission = CaseSubmission { owner, number: row.number.cast_unsigned(), person: row.person };
        submissions.entry(row.course_case).or_default().push(submission);
    }
    let cases = rows.into_iter().map(|row| {
        // Not sorted by the database: its order of texts depends on its collation.
        let mut persons = persons.remove(&row.id).unwrap_or_default();
        persons.sort();
        let mut submissions = submissions.remove(&row.id).unwrap_or_default();
        submissions.sort();
        Ok(Case {
            id: CaseId(row.id),
            course: CourseId(row.course),
            title: row.title,
            status: consistent(CaseStatus::from_name(&row.status), "course_case", "status", &row.id)?,
            created: row.created.utc(),
            creator: row.creator.map(AccountId),
            reviewer: row.reviewer.map(AccountId),
            hold: row
                .hold_reason
                .zip(row.hold_since)
                .map(|(reason, since)| Hold { reason, since: since.utc() }),
            persons,
            submissions,
        })
    });
    cases.collect()
}
