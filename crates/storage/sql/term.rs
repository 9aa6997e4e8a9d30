//! Evidence over the tasks of a course, and who is who in it.

use async_trait::async_trait;
use chaffinch_storage::backend::json as stored;
use chaffinch_storage::{
    AuditAction, BatchId, By, CourseId, JobId, JobPayload, Lease, NewSubmission, Packed, PersonName, Result,
    StorageError, Term, TermBatch, Terms,
};
use chrono::{DateTime, Utc};
use serde_json::json;

use super::audit::record;
use super::documents::SubmissionRow;
use super::jobs::{end, queue_once};
use super::{missing, number};
use crate::dialect::{Backend, lock, retried, text};

#[async_trait]
impl Terms for Backend {
    async fn term_batches(&self, course: CourseId) -> Result<Vec<TermBatch>> {
        let rows = sqlx::query!(
            r#"select id, title, created, revision as "revision!: i32"
               from batch
               where course = $1 and revision is not null
               order by created, id"#,
            course.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| TermBatch {
                id: BatchId(row.id),
                title: row.title,
                created: row.created.utc(),
                revision: row.revision.cast_unsigned(),
            })
            .collect())
    }

    async fn judged_pairs(&self, batch: BatchId, revision: u32) -> Result<Option<Packed>> {
        let judged = sqlx::query_scalar!(
            "select judged_packed from revision where batch = $1 and number = $2",
            batch.0,
            number(revision),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(judged.flatten().map(Packed::from_bytes))
    }

    async fn submitters(&self, batch: BatchId) -> Result<Vec<NewSubmission>> {
        let rows = sqlx::query_as!(
            SubmissionRow,
            "select number, name, author, person, attempt, submitted_at, reference
             from submission
             join ingest on ingest.first = submission.ingest
             where ingest.batch = $1
               and submission.reference is null
               and not exists (
                 select 1 from erased_submission where batch = $1 and erased_submission.number = submission.number
               )
             order by number",
            batch.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(NewSubmission::from).collect())
    }

    async fn term(&self, course: CourseId) -> Result<Option<Term>> {
        let packed = sqlx::query_scalar!("select packed from course_term where course = $1", course.0)
            .fetch_optional(&mut *self.read().await?)
            .await?;
        // A later version may have stored another form. It is computed again.
        let read = |packed| serde_json::from_slice(&Packed::from_bytes(packed).unpack().ok()?).ok();
        Ok(packed.and_then(read))
    }

    async fn finish_term(
        &self,
        lease: &Lease,
        course: CourseId,
        term: &Term,
        at: DateTime<Utc>,
    ) -> Result<()> {
        let packed = Packed::pack(stored(term).as_bytes());
        retried(|| async {
            let mut tx = self.begin().await?;
            end(&mut tx, lease, at).await?;
            sqlx::query!(
                "insert into course_term (course, packed)
                 select id, $2 from course where id = $1
                 on conflict (course) do update set packed = excluded.packed",
                course.0,
                packed.as_bytes(),
            )
            .execute(&mut *tx)
            .await?;
            self.commit_change(tx).await
        })
        .await
    }

    async fn queue_term(&self, course: CourseId, job: JobId, at: DateTime<Utc>) -> Result<bool> {
        let payload = JobPayload::Term { course };
        let mut tx = self.begin().await?;
        lock!(tx, "select 1 as one from course where id = $1 for no key update", course.0);
        // A job that runs may have read its reports already.
        let queued = queue_once(&mut tx, &payload, (job, at), false).await?;
        self.commit_change(tx).await?;
        Ok(queued)
    }

    async fn person_names(&self, course: CourseId) -> Result<Vec<PersonName>> {
        sqlx::query_as!(
            PersonName,
            "select task, name, person from course_person where course = $1 order by task, name",
            course.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await
        .map_err(StorageError::from)
    }

    async fn set_person_names(&self, course: CourseId, names: &[PersonName], by: &By) -> Result<()> {
        let mut tx = self.begin().await?;
        sqlx::query!("delete from course_person where course = $1", course.0).execute(&mut *tx).await?;
        for PersonName { task, name, person } in names {
            sqlx::query!(
                "insert into course_person (course, task, name, person) values ($1, $2, $3, $4)",
                course.0,
                &text(task),
                &text(name),
                &text(person),
            )
            .execute(&mut *tx)
            .await
            .map_err(missing("course"))?;
        }
        sqlx::query!("delete from course_term where course = $1", course.0).execute(&mut *tx).await?;
        let details = json!({ "lines": names.len() });
        record(&mut tx, by, AuditAction::CoursePeopleSet, Some(course), course.0, &details).await?;
        self.commit_change(tx).await
    }
}
