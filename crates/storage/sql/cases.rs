//! Cases: opening, finding and changing them.
//!
//! A change of a case locks its row first. A legal hold then locks the batches and archives that it keeps.

use async_trait::async_trait;
use chaffinch_storage::backend::{
    apply_change, check_history, check_size, check_statements, columns, consistent, here, json, meant,
    persons,
};
use chaffinch_storage::{
    AccountId, AuditAction, Batch, BatchId, By, Case, CaseChange, CaseEvent, CaseEventKind, CaseFilter,
    CaseHere, CaseId, CaseStatus, CaseSubmission, Cases, CourseId, MAX_CASES, Named, NewCase, NewStatement,
    Page, Result, Seen, Statement, StatementFile, StorageError,
};
use serde_json::json;
use uuid::Uuid;

use super::audit::record;
use super::batch_rows::{batch_by_id, revisions};
use super::case_rows::{
    about, cases_by_id, history_size, number_of_cases, shown, statements, undecided_about,
};
use super::{Time, missing, number};
use crate::dialect::{Backend, Connection, by_backend, ids, lock, retried, text};

#[async_trait]
impl Cases for Backend {
    async fn open_case(&self, new: &NewCase, by: &By) -> Result<Case> {
        retried(|| async {
            let mut tx = self.begin().await?;
            let (batch, revision, submissions) = resolve(&mut tx, &new.seen).await?;
            let persons = persons(&submissions);
            check_size(&submissions, &persons)?;
            // Two transactions that open a case at the same moment run one after the other.
            lock!(tx, "select 1 as one from course where id = $1 for no key update", batch.course.0);
            if let Some(case) = undecided_about(&mut tx, batch.course, &persons).await? {
                return Err(StorageError::CaseExists { case });
            }
            if MAX_CASES <= number_of_cases(&mut tx, batch.course).await? {
                return Err(StorageError::TooManyCases);
            }
            sqlx::query!(
                "insert into course_case (id, course, title, status, created, creator)
                 values ($1, $2, $3, $4, $5, $6)",
                new.id.0,
                batch.course.0,
                &text(&new.title),
                new.status.name(),
                Time(by.at),
                by.account.map(|id| id.0),
            )
            .execute(&mut *tx)
            .await
            .map_err(missing("account"))?;
            insert_submissions(&mut tx, new.id, &submissions).await?;
            let opened = CaseEventKind::Opened {
                batch: batch.id,
                revision,
                submissions: new.seen.submissions.clone(),
                status: new.status,
            };
            insert_event(&mut tx, new.id, &opened, &text(&new.text), by).await?;
            record(&mut tx, by, AuditAction::CaseOpened, Some(batch.course), new.id.0, &json!({})).await?;
            let case =
                consistent(cases_by_id(&mut tx, &[new.id.0]).await?.pop(), "course_case", "id", &new.id)?;
            tx.commit().await?;
            Ok(case)
        })
        .await
    }

    async fn case(&self, id: CaseId) -> Result<Option<Case>> {
        Ok(cases_by_id(&mut *self.snapshot().await?, &[id.0]).await?.pop())
    }

    async fn cases(&self, filter: &CaseFilter) -> Result<Page<Case, CaseId>> {
        let mut tx = self.snapshot().await?;
        let ids = by_backend!(query_scalar!(
            postgres: "select id from course_case
                       where course = any($1) and (status = $2 or $2 is null) and (id < $3 or $3 is null)
                       order by id desc limit $4",
            sqlite: "select id from course_case
                     where course in (select unhex(value) from json_each($1))
                       and (status = $2 or $2 is null) and (id < $3 or $3 is null)
                     order by id desc limit $4",
            &ids(filter.courses.iter().map(|course| course.0)),
            filter.status.map(CaseStatus::name),
            filter.after.map(|id| id.0),
            i64::from(filter.limit) + 1,
        ))
        .fetch_all(&mut *tx)
        .await?;
        Ok(Page::cut(cases_by_id(&mut tx, &ids).await?, filter.limit, |case| case.id))
    }

    async fn cases_of(&self, batch: BatchId) -> Result<Vec<CaseHere>> {
        let mut tx = self.snapshot().await?;
        let Some(found) = batch_by_id(&mut tx, batch.0).await? else { return Ok(Vec::new()) };
        let Some(revision) = found.revision else { return Ok(Vec::new()) };
        // A class can have tens of thousands of persons.
        if number_of_cases(&mut tx, found.course).await? == 0 {
            return Ok(Vec::new());
        }
        let shown = shown(&mut tx, batch, revision.number).await?;
        let mut persons: Vec<_> = shown.iter().map(|shown| shown.submission.person.clone()).collect();
        persons.sort_unstable();
        persons.dedup();
        Ok(here(about(&mut tx, found.course, &persons).await?, &shown))
    }

    async fn case_events(&self, id: CaseId) -> Result<Vec<CaseEvent>> {
        let rows = sqlx::query!(
            "select number, account, at, what, text
             from case_event
             where course_case = $1
             order by number",
            id.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let events = rows.into_iter().map(|row| {
            Ok(CaseEvent {
                number: row.number.cast_unsigned(),
                by: By { account: row.account.map(AccountId), at: row.at.utc() },
                what: consistent(serde_json::from_str(&row.what).ok(), "case_event", "what", &id)?,
                text: row.text,
            })
        });
        events.collect()
    }

    async fn case_statements(&self, id: CaseId) -> Result<Vec<Statement>> {
        statements(&mut *self.read().await?, id).await
    }

    async fn statement_file(&self, id: CaseId, event: u32) -> Result<Option<StatementFile>> {
        let row = sqlx::query!(
            "select file_name, media_type, content
             from case_statement
             where course_case = $1 and event = $2",
            id.0,
            number(event),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(row.and_then(|row| {
            Some(StatementFile { name: row.file_name?, media_type: row.media_type?, content: row.content? })
        }))
    }

    async fn change_seen_case(
        &self,
        id: CaseId,
        seen: Option<u32>,
        change: &CaseChange,
        words: &str,
        may_decide: bool,
        by: &By,
    ) -> Result<Option<Case>> {
        let words = &*text(words);
        retried(|| async {
            let mut tx = self.begin().await?;
            lock!(tx, "select 1 as one from course_case where id = $1 for no key update", id.0);
            let Some(mut case) = cases_by_id(&mut tx, &[id.0]).await?.pop() else { return Ok(None) };
            if let Some(seen) = seen
                && i64::from(seen) != history_size(&mut tx, id).await?.0
            {
                return Err(StorageError::CaseChanged);
            }
            let added = match change {
                CaseChange::Add(seen) => {
                    let (batch, revision, submissions) = resolve(&mut tx, seen).await?;
                    if batch.course != case.course {
                        return Err(StorageError::Missing { what: "batch" });
                    }
                    Some((revision, submissions))
                }
                CaseChange::Reviewer(Some(reviewer)) => {
                    member(&mut tx, *reviewer, case.course).await?;
                    None
                }
                CaseChange::Hold => {
                    keep(&mut tx, &case).await?;
                    None
                }
                _ => None,
            };
            let Some(what) = apply_change(&mut case, change, added, words, may_decide, by)? else {
                return Ok(Some(case));
            };
            update(&mut tx, &case).await?;
            if let CaseEventKind::Added { .. } = what {
                check_size(&case.submissions, &case.persons)?;
                insert_submissions(&mut tx, id, &case.submissions).await?;
            }
            if let CaseEventKind::Statement = what {
                check_statements(statements(&mut tx, id).await?.len())?;
            }
            let event = insert_event(&mut tx, id, &what, words, by).await?;
            if let CaseChange::Statement(statement) = change {
                insert_statement(&mut tx, id, event, statement).await?;
            }
            let details = json!({ "what": what.kind() });
            record(&mut tx, by, AuditAction::CaseChanged, Some(case.course), id.0, &details).await?;
            tx.commit().await?;
            Ok(Some(case))
        })
        .await
    }
}

/// Returns the batch, the number of the revision and the submissions that a user has seen.
async fn resolve(tx: &mut Connection, seen: &Seen) -> Result<(Batch, u32, Vec<CaseSubmission>)> {
    let batch = batch_by_id(tx, seen.batch.0).await?.ok_or(StorageError::Missing { what: "batch" })?;
    let current = batch.current();
    let revision = seen.revision.or(current).ok_or(StorageError::Missing { what: "report" })?;
    if revisions(tx, batch.id, Some(revision)).await?.is_empty() {
        return Err(StorageError::Missing { what: "report" });
    }
    let submissions = meant(seen, shown(tx, batch.id, revision).await?)?;
    Ok((batch, revision, submissions))
}

/// Refuses an account that is not a member of a course.
async fn member(tx: &mut Connection, account: AccountId, course: CourseId) -> Result<()> {
    let found = sqlx::query!(
        "select 1 as one from membership where account = $1 and course = $2",
        account.0,
        course.0,
    )
    .fetch_optional(tx)
    .await?;
    found.map(|_| ()).ok_or(StorageError::Reviewer)
}

/// Locks what a legal hold will keep. A deletion at the same moment ends first, or finds the hold.
async fn keep(tx: &mut Connection, case: &Case) -> Result<()> {
    let (batches, archives): (Vec<_>, Vec<_>) =
        case.submissions.iter().map(|submission| columns(submission.owner)).unzip();
    let some = |ids: Vec<Option<Uuid>>| ids.into_iter().flatten().collect::<Vec<_>>();
    lock!(tx, "select 1 as one from batch where id = any($1) order by id for key share", &some(batches));
    lock!(tx, "select 1 as one from archive where id = any($1) order by id for key share", &some(archives));
    Ok(())
}

async fn update(tx: &mut Connection, case: &Case) -> Result<()> {
    let hold = case.hold.as_ref();
    sqlx::query!(
        "update course_case
         set status = $1, reviewer = $2, hold_reason = $3, hold_since = $4
         where id = $5",
        case.status.name(),
        case.reviewer.map(|id| id.0),
        hold.map(|hold| hold.reason.as_str()),
        hold.map(|hold| Time(hold.since)),
        case.id.0,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Adds the submissions that the case does not have yet, and their persons.
async fn insert_submissions(tx: &mut Connection, case: CaseId, submissions: &[CaseSubmission]) -> Result<()> {
    for person in persons(submissions) {
        sqlx::query!(
            "insert into case_person (course_case, person)
             values ($1, $2)
             on conflict do nothing",
            case.0,
            person,
        )
        .execute(&mut *tx)
        .await?;
    }
    for submission in submissions {
        let (batch, archive) = columns(submission.owner);
        sqlx::query!(
            "insert into case_submission (course_case, batch, archive, number, person)
             values ($1, $2, $3, $4, $5)
             on conflict do nothing",
            case.0,
            batch,
            archive,
            number(submission.number),
            submission.person,
        )
        .execute(&mut *tx)
        .await
        .map_err(missing("batch or archive"))?;
    }
    Ok(())
}

async fn insert_statement(
    tx: &mut Connection,
    case: CaseId,
    event: i32,
    statement: &NewStatement,
) -> Result<()> {
    let file = statement.file.as_ref();
    let name = file.map(|file| text(&file.name));
    sqlx::query!(
        "insert into case_statement (course_case, event, person, given, file_name, media_type, content)
         values ($1, $2, $3, $4, $5, $6, $7)",
        case.0,
        event,
        &text(&statement.person),
        Time(statement.given),
        name.as_deref(),
        file.map(|file| file.media_type.as_str()),
        file.map(|file| file.content.as_slice()),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Adds an event to a case, unless its history is full. Returns the number of the event.
async fn insert_event(
    tx: &mut Connection,
    case: CaseId,
    what: &CaseEventKind,
    words: &str,
    by: &By,
) -> Result<i32> {
    let event = sqlx::query_scalar!(
        "insert into case_event (course_case, number, account, at, what, text)
         values ($1, 1 + coalesce((select max(number) from case_event where course_case = $1), 0), $2, $3, $4, $5)
         returning number as \"number!\"",
        case.0,
        by.account.map(|id| id.0),
        Time(by.at),
        json(what),
        words,
    )
    .fetch_one(&mut *tx)
    .await?;
    let (events, bytes) = history_size(tx, case).await?;
    check_history(what, events, bytes)?;
    Ok(event)
}
