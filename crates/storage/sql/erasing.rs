//! The first half of erasing a person, in one transaction: submissions, postings and names in rows.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_storage::backend::{
    cleaned, columns as of_owner, consistent, is_upload_of, of_scope, without_order, without_templates,
};
use chaffinch_storage::{
    AuditAction, By, CaseId, Erasure, HeldSubmission, Holds, Home, NameMatcher, NewErasure, Owner, Result,
    StorageError, columns, free_name, pseudonym,
};
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::audit::record;
use super::case_rows::holding_cases;
use super::marks::delete_marks_about;
use super::person_rows::{drafts, erasures, held, within};
use super::runs::change_index;
use super::{Time, count, kept, missing, number};
use crate::dialect::{Backend, Connection, ROW_LOCK};

/// Erases a person. See [`chaffinch_storage::Persons::erase`].
pub(crate) async fn erase(
    storage: &Backend,
    new: &NewErasure,
    words: &dyn NameMatcher,
    by: &By,
) -> Result<Erasure> {
    let (course, batch) = of_scope(new.scope);
    let erasing = Erasing { new, course, batch, words, pseudonym: pseudonym(new.number) };
    let mut tx = storage.begin().await?;
    // Jobs first: a worker that commits its result locks them in the same order.
    erasing.give_back(&mut tx).await?;
    erasing.insert_record(&mut tx, by).await?;
    let hits = held(&mut tx, new.scope, &|name| words.is_name(name)).await?;
    if !new.despite_hold
        && let Some(case) = erasing.holder(&mut tx, &hits).await?
    {
        return Err(StorageError::Held { case });
    }
    change_index(&mut tx).await?;
    let mut by_owner: BTreeMap<Owner, Vec<&HeldSubmission>> = BTreeMap::new();
    for hit in &hits {
        by_owner.entry(hit.owner).or_default().push(hit);
    }
    for (owner, hits) in by_owner {
        erasing.take(&mut tx, owner, &hits).await?;
    }
    let mut texts = erasing.rename_others(&mut tx).await?;
    texts += erasing.rename_in_cases(&mut tx).await?;
    erasing.drop_uploads(&mut tx).await?;
    erasing.drop_drafts(&mut tx).await?;
    texts += erasing.clean(&mut tx).await?;
    erasing.note_reports(&mut tx).await?;

    let documents: u64 = hits.iter().map(|hit| hit.documents).sum();
    sqlx::query!(
        "update erasure set submissions = $1, documents = $2, texts = $3 where id = $4",
        count(hits.len()),
        documents.cast_signed(),
        texts.cast_signed(),
        new.id.0,
    )
    .execute(&mut *tx)
    .await?;
    let details = json!({ "submissions": hits.len(), "despite_hold": new.despite_hold });
    record(&mut tx, by, AuditAction::PersonErased, new.scope.course, new.id.0, &details).await?;
    let erasure = erasures(&mut tx, Some(new.id), false, None).await?.pop();
    let erasure = consistent(erasure, "erasure", "id", &new.id)?;
    storage.commit_change(tx).await?;
    Ok(erasure)
}

/// An erasure in progress.
struct Erasing<'a> {
    new: &'a NewErasure,
    /// Parameters of [`within`]: the scope.
    course: Option<Uuid>,
    batch: Option<Uuid>,
    words: &'a dyn NameMatcher,
    pseudonym: String,
}

impl Erasing<'_> {
    async fn insert_record(&self, tx: &mut Connection, by: &By) -> Result<()> {
        let new = self.new;
        let inserted = sqlx::query!(
            "insert into erasure (id, number, at, account, course, batch, despite_hold, key, hashes, last_job)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (select coalesce(max(sequence), 0) from job))
         on conflict (number) do nothing",
            new.id.0,
            number(new.number),
            Time(kept(by.at)),
            by.account.map(|id| id.0),
            self.course,
            self.batch,
            new.despite_hold,
            &new.key[..],
            new.hashes.concat(),
        )
        .execute(tx)
        .await
        .map_err(missing("account"))?;
        if inserted.rows_affected() == 0 { Err(StorageError::Busy) } else { Ok(()) }
    }

    /// Returns a case whose legal hold keeps something that would be deleted.
    async fn holder(&self, tx: &mut Connection, hits: &[HeldSubmission]) -> Result<Option<CaseId>> {
        for owner in hits.iter().map(|hit| hit.owner).collect::<BTreeSet<_>>() {
            if let Some(&case) = holding_cases(&mut *tx, owner).await?.first() {
                return Ok(Some(case));
            }
        }
        let persons = self.persons(tx, true).await?;
        Ok(persons.into_iter().find(|(_, person)| self.words.is_name(person)).map(|(case, _)| CaseId(case)))
    }

    /// Returns the persons of the cases in a scope.
    async fn persons(&self, tx: &mut Connection, held_only: bool) -> Result<Vec<(Uuid, String)>> {
        let rows = sqlx::query!(
            r#"select course_case, person
           from case_person
           join course_case on course_case.id = case_person.course_case
           where (course = $1 or $1 is null)
             and (id in (select course_case from case_submission where batch = $2) or $2 is null)
             and (not $3 or hold_since is not null)
           order by course_case, person"#,
            self.course,
            self.batch,
            held_only,
        )
        .fetch_all(tx)
        .await?;
        Ok(rows.into_iter().map(|row| (row.course_case, row.person)).collect())
    }

    /// Queues every running job again that may have read the person's files or tokens. The attempt counts. If it did not,
    /// the next start would have the same lease as this one.
    async fn give_back(&self, tx: &mut Connection) -> Result<()> {
        let within = within(Home::Job("id"));
        let lock = format!("select 1 from job where lane = 'house' or {within} order by sequence {ROW_LOCK}");
        sqlx::query(AssertSqlSafe(lock)).bind(self.course).bind(self.batch).execute(&mut *tx).await?;
        let update = format!(
            "update job set state = 'queued', holder = null where state = 'running' and (lane = 'house' or {within})"
        );
        sqlx::query(AssertSqlSafe(update)).bind(self.course).bind(self.batch).execute(tx).await?;
        Ok(())
    }

    /// Deletes the content and the names of submissions of one owner.
    async fn take(&self, tx: &mut Connection, owner: Owner, hits: &[&HeldSubmission]) -> Result<()> {
        let (batch, archive) = of_owner(owner);
        let gone: BTreeSet<u32> = hits.iter().map(|hit| hit.number).collect();
        let names = sqlx::query!(
            "select number, name from submission
         where ingest in (select first from ingest where batch = $1 or archive = $2)",
            batch,
            archive,
        )
        .fetch_all(&mut *tx)
        .await?;
        let mut taken: BTreeSet<String> = names
            .into_iter()
            .filter(|row| !gone.contains(&row.number.cast_unsigned()))
            .map(|row| row.name)
            .collect();
        for submission in gone.iter().copied() {
            sqlx::query!(
                "insert into erased_submission (erasure, batch, archive, number) values ($1, $2, $3, $4)",
                self.new.id.0,
                batch,
                archive,
                number(submission),
            )
            .execute(&mut *tx)
            .await?;
            delete_submission_documents(tx, owner, submission).await?;
            delete_marks_about(tx, owner, submission).await?;
            let name = free_name(&self.pseudonym, &taken);
            sqlx::query!(
                "update submission
             set name = $4, author = case when author is null then null else $5 end, person = null, attempt = null,
               submitted_at = null
             where ingest in (select first from ingest where batch = $1 or archive = $2)
               and number = $3",
                batch,
                archive,
                number(submission),
                name,
                self.pseudonym,
            )
            .execute(&mut *tx)
            .await?;
            taken.insert(name);
        }
        match owner {
            Owner::Batch(batch) => {
                forget_order(tx, batch.0, hits).await?;
                forget_templates(tx, batch.0, &gone.into_iter().collect::<Vec<_>>()).await
            }
            Owner::Archive(archive) => {
                // Nothing else refers to the numbers of its submissions, so their rows can go.
                sqlx::query!(
                    "delete from submission
                 where ingest in (select first from ingest where archive = $1)
                   and number in (select number from erased_submission where erasure = $2 and archive = $1)",
                    archive.0,
                    self.new.id.0,
                )
                .execute(&mut *tx)
                .await?;
                sqlx::query!("update archive set state = state + 1 where id = $1", archive.0)
                    .execute(tx)
                    .await?;
                Ok(())
            }
        }
    }

    /// Removes the person from the names of other people's submissions, such as that of a team. Names stay unique. Returns the
    /// number of such submissions.
    async fn rename_others(&self, tx: &mut Connection) -> Result<u64> {
        let owner = "(select coalesce(batch, archive) from ingest where first = submission.ingest)";
        let within = within(Home::Ingest(owner));
        let select = format!(
            "select ingest, number, name, {owner} from submission where {within} order by ingest, number"
        );
        let rows: Vec<(i64, i32, String, Uuid)> = sqlx::query_as(AssertSqlSafe(select))
            .bind(self.course)
            .bind(self.batch)
            .fetch_all(&mut *tx)
            .await?;
        let (named, others): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|(.., name, _)| self.words.renamed(name, &self.pseudonym).is_some());
        let mut taken: BTreeMap<Uuid, BTreeSet<String>> = BTreeMap::new();
        for (.., name, owner) in others {
            taken.entry(owner).or_default().insert(name);
        }
        for (ingest, number, name, owner) in &named {
            let taken = taken.entry(*owner).or_default();
            let name = free_name(&self.words.renamed(name, &self.pseudonym).unwrap_or_default(), taken);
            sqlx::query!(
                "update submission set name = $1 where ingest = $2 and number = $3",
                name,
                ingest,
                number,
            )
            .execute(&mut *tx)
            .await?;
            taken.insert(name);
            // Names of an archive are kept in memory until it changes.
            sqlx::query!("update archive set state = state + 1 where id = $1", owner)
                .execute(&mut *tx)
                .await?;
        }
        Ok(named.len() as u64)
    }

    /// Replaces the person with the pseudonym in cases about them. Returns the number of such cases.
    async fn rename_in_cases(&self, tx: &mut Connection) -> Result<u64> {
        let mut renamed = 0;
        for (case, person) in self.persons(tx, false).await? {
            let Some(name) = self.words.renamed(&person, &self.pseudonym) else { continue };
            sqlx::query!(
                "insert into case_person (course_case, person) values ($1, $2) on conflict do nothing",
                case,
                name,
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!(
                "update case_submission set person = $1 where course_case = $2 and person = $3",
                name,
                case,
                person,
            )
            .execute(&mut *tx)
            .await?;
            // The words and the files of a statement are the person's own. Those of several people are not of one of them.
            let is_own = self.words.is_name(&person);
            sqlx::query!(
                "update case_event
             set text = ''
             where course_case = $1
               and number in (select event from case_statement where course_case = $1 and person = $2)
               and $3",
                case,
                person,
                is_own,
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!(
                "update case_statement
             set
               person = $1,
               file_name = case when $4 then null else file_name end,
               media_type = case when $4 then null else media_type end,
               content = case when $4 then null else content end
             where course_case = $2 and person = $3",
                name,
                case,
                person,
                is_own,
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!("delete from case_person where course_case = $1 and person = $2", case, person)
                .execute(&mut *tx)
                .await?;
            renamed += 1;
        }
        Ok(renamed)
    }

    /// Deletes uploads of ended jobs, and the person's own files from uploads of waiting jobs.
    async fn drop_uploads(&self, tx: &mut Connection) -> Result<()> {
        let within = within(Home::Job("job"));
        let delete = format!(
            "delete from part
         where job in (select id from job where state in ('done', 'failed', 'cancelled')) and {within}"
        );
        sqlx::query(AssertSqlSafe(delete)).bind(self.course).bind(self.batch).execute(&mut *tx).await?;
        let select = format!("select job, number, name from part where {within}");
        let parts: Vec<(Uuid, i32, String)> = sqlx::query_as(AssertSqlSafe(select))
            .bind(self.course)
            .bind(self.batch)
            .fetch_all(&mut *tx)
            .await?;
        for (job, number, name) in parts.into_iter().filter(|(.., name)| is_upload_of(name, self.words)) {
            let name = self.words.without(&name).unwrap_or_default();
            sqlx::query!("delete from part_chunk where job = $1 and part = $2", job, number)
                .execute(&mut *tx)
                .await?;
            sqlx::query!(
                "update part set name = $1, bytes = 0, chunks = 0 where job = $2 and number = $3",
                name,
                job,
                number
            )
            .execute(&mut *tx)
            .await?;
        }
        Ok(())
    }

    /// Deletes drafts that name the person.
    async fn drop_drafts(&self, tx: &mut Connection) -> Result<()> {
        let is_meant = |text: &str| self.words.without(text).is_some();
        for draft in drafts(tx, self.course, self.batch, &is_meant).await? {
            sqlx::query!("delete from draft where id = $1", draft.0).execute(&mut *tx).await?;
        }
        Ok(())
    }

    /// Removes the names from texts, column by column. Returns the number of changed texts.
    async fn clean(&self, tx: &mut Connection) -> Result<u64> {
        let mut texts = 0;
        for column in columns() {
            let (table, name, within) = (column.table, column.column, within(column.home));
            let select = format!("select distinct {name} from {table} where {name} is not null and {within}");
            let found: Vec<String> = sqlx::query_scalar(AssertSqlSafe(select))
                .bind(self.course)
                .bind(self.batch)
                .fetch_all(&mut *tx)
                .await?;
            for text in found {
                let Some(clean) = cleaned(column, &text, self.words, &self.pseudonym) else { continue };
                // Found by text and not by key: equal texts change in the same way.
                let change = if matches!(column.holds, Holds::Key(_)) {
                    format!("delete from {table} where {name} = $3 and {within} and $4 is not null")
                } else {
                    format!("update {table} set {name} = $4 where {name} = $3 and {within}")
                };
                let changed = sqlx::query(AssertSqlSafe(change))
                    .bind(self.course)
                    .bind(self.batch)
                    .bind(&text)
                    .bind(clean)
                    .execute(&mut *tx)
                    .await?;
                texts += changed.rows_affected();
            }
        }
        Ok(texts)
    }

    /// Records every report that may mention the person, for the second half.
    async fn note_reports(&self, tx: &mut Connection) -> Result<()> {
        sqlx::query!(
            "insert into erasure_revision (erasure, batch, revision)
         select $3, revision.batch, revision.number
         from revision
         where revision.batch in (
             select id from batch where (course = $1 or $1 is null) and (id = $2 or $2 is null)
           )
           -- Others may have compared with an archive that had them.
           or (revision.batch, revision.number) in (
             select revision_archived.batch, revision
             from revision_archived
             join erased_submission
               on erased_submission.archive = revision_archived.archive
               and erased_submission.number = revision_archived.submission
             where erased_submission.erasure = $3
           )",
            self.course,
            self.batch,
            self.new.id.0,
        )
        .execute(tx)
        .await?;
        Ok(())
    }
}

/// Deletes the documents of a submission. Runs with postings of these documents will be rewritten.
async fn delete_submission_documents(tx: &mut Connection, owner: Owner, submission: u32) -> Result<()> {
    let (batch, archive) = of_owner(owner);
    // A run without living documents is rewritten, however large it is.
    sqlx::query!(
        "update index_run
         set dead = dead + last - first
         where exists (
           select 1 from document
           where ingest in (select first from ingest where batch = $1 or archive = $2)
             and submission = $3
             and index_run.first <= id and id < index_run.last
         )",
        batch,
        archive,
        number(submission),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into removed_document (id, ingest)
         select id, ingest from document
         where ingest in (select first from ingest where batch = $1 or archive = $2)
           and submission = $3",
        batch,
        archive,
        number(submission),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from document
         where ingest in (select first from ingest where batch = $1 or archive = $2)
           and submission = $3",
        batch,
        archive,
        number(submission),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes passages of these submissions from the starter code of reviews: their text no longer exists.
async fn forget_templates(tx: &mut Connection, batch: Uuid, numbers: &[u32]) -> Result<()> {
    let reviews = sqlx::query!("select number, review from revision where batch = $1", batch)
        .fetch_all(&mut *tx)
        .await?;
    for row in reviews {
        let Some(review) = without_templates(&row.review, numbers) else { continue };
        sqlx::query!(
            "update revision set review = $1 where batch = $2 and number = $3",
            review,
            batch,
            row.number,
        )
        .execute(&mut *tx)
        .await?;
    }
    let jobs =
        sqlx::query!("select sequence, payload from job where batch = $1", batch).fetch_all(&mut *tx).await?;
    for row in jobs {
        let Some(payload) = without_templates(&row.payload, numbers) else { continue };
        sqlx::query!("update job set payload = $1 where sequence = $2", payload, row.sequence)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Removes the submissions from the stored order of files in results for MOSS. It holds hashes of their names.
async fn forget_order(tx: &mut Connection, batch: Uuid, hits: &[&HeldSubmission]) -> Result<()> {
    let jobs =
        sqlx::query!("select hash, job from moss_result where batch = $1", batch).fetch_all(&mut *tx).await?;
    for row in jobs {
        let names = hits.iter().map(|hit| hit.name.as_str());
        let Some(job) = without_order(&row.job, names) else { continue };
        sqlx::query!("update moss_result set job = $1 where hash = $2", job, row.hash)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}
