//! Cases: opening, finding and changing them.

use async_trait::async_trait;
use chaffinch_storage::backend::{
    check_history, check_size, columns, consistent, happening, here, json, meant, persons,
};
use chaffinch_storage::{
    AccountId, AuditAction, Batch, BatchId, By, Case, CaseChange, CaseEvent, CaseEventKind, CaseFilter,
    CaseHere, CaseId, CaseStatus, CaseSubmission, Cases, CourseId, MAX_CASES, NewCase, Page, Result, Seen,
    StorageError,
};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::batches::batch_by_id;
use crate::case_rows::{about, cases_by_id, history_size, number_of_cases, shown, undecided_about};
use crate::revisions::revisions;
use crate::rows::{Failing, hex, micros, time};

#[async_trait]
impl Cases for SqliteStorage {
    async fn open_case(&self, new: &NewCase, by: &By) -> Result<Case> {
        let mut tx = self.begin().await?;
        let (batch, revision, submissions) = resolve(&mut tx, &new.seen).await?;
        let persons = persons(&submissions);
        check_size(&submissions, &persons)?;
        if let Some(case) = undecided_about(&mut tx, batch.course, &persons).await? {
            return Err(StorageError::CaseExists { case });
        }
        if MAX_CASES <= number_of_cases(&mut tx, batch.course).await? {
            return Err(StorageError::TooManyCases);
        }
        let (id, course, status) = (new.id.0, batch.course.0, new.status.name());
        let (created, creator) = (micros(by.at), by.account.map(|id| id.0));
        sqlx::query!(
            "insert into course_case (id, course, title, status, created, creator)
             values (?, ?, ?, ?, ?, ?)",
            id,
            course,
            new.title,
            status,
            created,
            creator,
        )
        .execute(&mut *tx)
        .await
        .or_missing("account")?;
        insert_submissions(&mut tx, new.id, &submissions).await?;
        let opened = CaseEventKind::Opened {
            batch: batch.id,
            revision,
            submissions: new.seen.submissions.clone(),
            status: new.status,
        };
        insert_event(&mut tx, new.id, &opened, &new.text, by).await?;
        record(&mut tx, by, AuditAction::CaseOpened, Some(batch.course), id, &json!({})).await?;
        let case = consistent(cases_by_id(&mut tx, &[id]).await?.pop(), "course_case", "id", &id)?;
        tx.commit().await.or_failed()?;
        Ok(case)
    }

    async fn case(&self, id: CaseId) -> Result<Option<Case>> {
        Ok(cases_by_id(&mut *self.snapshot().await?, &[id.0]).await?.pop())
    }

    async fn cases(&self, filter: &CaseFilter) -> Result<Page<Case, CaseId>> {
        let courses = hex(filter.courses.iter().map(|course| course.0));
        let (status, after) = (filter.status.map(CaseStatus::name), filter.after.map(|id| id.0));
        let wanted = i64::from(filter.limit) + 1;
        let mut tx = self.snapshot().await?;
        let ids = sqlx::query_scalar!(
            r#"select id as "id!: Uuid"
               from course_case
               where course in (select unhex(value) from json_each(?1))
                 and (?2 is null or status = ?2)
                 and (?3 is null or id < ?3)
               order by id desc
               limit ?4"#,
            courses,
            status,
            after,
            wanted,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        Ok(Page::cut(cases_by_id(&mut tx, &ids).await?, filter.limit, |case| case.id))
    }

    async fn cases_of(&self, batch: BatchId) -> Result<Vec<CaseHere>> {
        let mut tx = self.snapshot().await?;
        let Some(found) = batch_by_id(&mut tx, batch.0).await? else { return Ok(Vec::new()) };
        let Some(revision) = found.revision else { return Ok(Vec::new()) };
        let shown = shown(&mut tx, batch, revision.number).await?;
        let mut persons: Vec<_> = shown.iter().map(|shown| shown.submission.person.clone()).collect();
        persons.sort_unstable();
        persons.dedup();
        Ok(here(about(&mut tx, found.course, &persons).await?, &shown))
    }

    async fn case_events(&self, id: CaseId) -> Result<Vec<CaseEvent>> {
        let rows = sqlx::query!(
            r#"select number, account as "account: Uuid", at, what, text
               from case_event
               where course_case = ?
               order by number"#,
            id.0,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let events = rows.into_iter().map(|row| {
            Ok(CaseEvent {
                number: row.number as u32,
                by: By { account: row.account.map(AccountId), at: time(row.at) },
                what: consistent(serde_json::from_str(&row.what).ok(), "case_event", "what", &id)?,
                text: row.text,
            })
        });
        events.collect()
    }

    async fn change_case(
        &self,
        id: CaseId,
        change: &CaseChange,
        text: &str,
        may_decide: bool,
        by: &By,
    ) -> Result<Option<Case>> {
        let mut tx = self.begin().await?;
        let Some(mut case) = cases_by_id(&mut tx, &[id.0]).await?.pop() else { return Ok(None) };
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
            _ => None,
        };
        let Some(what) = happening(&mut case, change, added, text, may_decide, by)? else {
            return Ok(Some(case));
        };
        update(&mut tx, &case).await?;
        if let CaseEventKind::Added { .. } = what {
            check_size(&case.submissions, &case.persons)?;
            insert_submissions(&mut tx, id, &case.submissions).await?;
        }
        insert_event(&mut tx, id, &what, text, by).await?;
        let details = json!({ "what": what.kind() });
        record(&mut tx, by, AuditAction::CaseChanged, Some(case.course), id.0, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(Some(case))
    }
}

/// The batch, the number of the revision and the submissions that somebody has seen.
async fn resolve(tx: &mut SqliteConnection, seen: &Seen) -> Result<(Batch, u32, Vec<CaseSubmission>)> {
    let batch = batch_by_id(tx, seen.batch.0).await?.ok_or(StorageError::Missing { what: "batch" })?;
    let current = batch.current();
    let revision = seen.revision.or(current).ok_or(StorageError::Missing { what: "report" })?;
    if revisions(tx, batch.id.0, Some(i64::from(revision))).await?.is_empty() {
        return Err(StorageError::Missing { what: "report" });
    }
    let submissions = meant(seen, shown(tx, batch.id, revision).await?)?;
    Ok((batch, revision, submissions))
}

/// That somebody is in a course.
async fn member(tx: &mut SqliteConnection, account: AccountId, course: CourseId) -> Result<()> {
    let found = sqlx::query!(
        "select 1 as one from membership where account = ? and course = ?",
        account.0,
        course.0,
    )
    .fetch_optional(tx)
    .await
    .or_failed()?;
    found.map(|_| ()).ok_or(StorageError::Reviewer)
}

async fn update(tx: &mut SqliteConnection, case: &Case) -> Result<()> {
    let (id, status, reviewer) = (case.id.0, case.status.name(), case.reviewer.map(|id| id.0));
    let (reason, since) = case.hold.as_ref().map(|hold| (&hold.reason, micros(hold.since))).unzip();
    sqlx::query!(
        "update course_case
         set status = ?, reviewer = ?, hold_reason = ?, hold_since = ?
         where id = ?",
        status,
        reviewer,
        reason,
        since,
        id,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

/// Adds those of these submissions that the case has not yet, and whom they are of.
async fn insert_submissions(
    tx: &mut SqliteConnection,
    case: CaseId,
    submissions: &[CaseSubmission],
) -> Result<()> {
    for person in persons(submissions) {
        sqlx::query!(
            "insert into case_person (course_case, person)
             values (?, ?)
             on conflict do nothing",
            case.0,
            person,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    for submission in submissions {
        let (batch, archive) = columns(submission.owner);
        sqlx::query!(
            "insert into case_submission (course_case, batch, archive, number, person)
             values (?, ?, ?, ?, ?)
             on conflict do nothing",
            case.0,
            batch,
            archive,
            submission.number,
            submission.person,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    Ok(())
}

/// Adds an event to a case, if the case may have one more.
async fn insert_event(
    tx: &mut SqliteConnection,
    case: CaseId,
    what: &CaseEventKind,
    text: &str,
    by: &By,
) -> Result<()> {
    let (id, account, at, event) = (case.0, by.account.map(|id| id.0), micros(by.at), json(what));
    sqlx::query!(
        "insert into case_event (course_case, number, account, at, what, text)
         values (?1, 1 + coalesce((select max(number) from case_event where course_case = ?1), 0), ?2, ?3, ?4, ?5)",
        id,
        account,
        at,
        event,
        text,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    let (events, bytes) = history_size(tx, case).await?;
    check_history(what, events, bytes)
}
