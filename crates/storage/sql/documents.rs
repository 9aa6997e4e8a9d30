//! Reads stored documents so that they can be compared again. `ingest` writes and deletes them.

use async_trait::async_trait;
use chaffinch_storage::backend::{columns, consistent, owner};
use chaffinch_storage::{
    BatchId, Bytes, CourseId, DocumentId, DocumentLocation, Documents, FingerprintedSubmission, Ingest,
    Owner, Result, SchemeId, StoredSubmission,
};

use super::document_rows::{SubmissionRow, submissions};
use super::values::number;
use crate::dialect::{Backend, by_backend, ids, numbers};

#[async_trait]
impl Documents for Backend {
    async fn ingests(&self, owner: Owner) -> Result<Vec<Ingest>> {
        let (batch, archive) = columns(owner);
        let rows = sqlx::query!(
            "select first, documents
             from ingest
             where batch = $1 or archive = $2
             order by first",
            batch,
            archive,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(|row| ingest(row.first, row.documents, owner)).collect())
    }

    async fn visible_ingests(&self, courses: &[CourseId]) -> Result<Vec<Ingest>> {
        let rows = by_backend!(query!(
            postgres: "select first, documents, batch, archive
                       from ingest
                       where batch in (select id from batch where course = any($1))
                          or archive in (select id from archive where course = any($1))
                       order by first",
            sqlite: "select first, documents, batch, archive
                     from ingest
                     where batch in (
                         select id from batch where course in (select unhex(value) from json_each($1)))
                        or archive in (
                         select id from archive where course in (select unhex(value) from json_each($1)))
                     order by first",
            &ids(courses.iter().map(|course| course.0)),
        ))
        .fetch_all(&mut *self.read().await?)
        .await?;
        let visible = rows.into_iter().map(|row| {
            let owner = consistent(owner(row.batch, row.archive), "ingest", "batch", &row.first)?;
            Ok(ingest(row.first, row.documents, owner))
        });
        visible.collect()
    }

    async fn places(&self, documents: &[DocumentId]) -> Result<Vec<DocumentLocation>> {
        let wanted: Vec<i64> = documents.iter().map(|document| document.0.cast_signed()).collect();
        let rows = by_backend!(query!(
            postgres: r#"
              select
                document.id, document.submission, ingest.batch, ingest.archive,
                coalesce(octet_length(document.fingerprints), 0) as "fingerprint_bytes!"
              from document
              join ingest on ingest.first = document.ingest
              where document.id = any($1)
              order by document.id"#,
            sqlite: r#"
              select
                document.id as "id!", document.submission, ingest.batch, ingest.archive,
                coalesce(octet_length(document.fingerprints), 0) as "fingerprint_bytes!: i32"
              from document
              join ingest on ingest.first = document.ingest
              where document.id in (select value from json_each($1))
              order by document.id"#,
            &numbers(&wanted),
        ))
        .fetch_all(&mut *self.read().await?)
        .await?;
        let places = rows.into_iter().map(|row| {
            Ok(DocumentLocation {
                document: DocumentId(row.id.cast_unsigned()),
                owner: consistent(owner(row.batch, row.archive), "ingest", "batch", &row.id)?,
                submission: row.submission.cast_unsigned(),
                fingerprint_bytes: u64::from(row.fingerprint_bytes.cast_unsigned()),
            })
        });
        places.collect()
    }

    async fn stored(&self, wanted: &[(Owner, u32)]) -> Result<Vec<StoredSubmission>> {
        submissions(&mut *self.snapshot().await?, wanted).await
    }

    async fn fingerprinted(
        &self,
        ingest: &Ingest,
        after: u32,
        limit: u32,
    ) -> Result<Vec<FingerprintedSubmission>> {
        let rows = sqlx::query!(
            r#"select piece.number, piece.name, piece.author, piece.person, piece.attempt, piece.submitted_at,
                 document.scheme as "scheme?", document.fingerprints as "fingerprints?"
               from (
                 select number, name, author, person, attempt, submitted_at
                 from submission
                 where ingest = $1 and $2 < number and reference is null
                 order by number
                 limit $3
               ) piece
               left join document on document.ingest = $1 and document.submission = piece.number
               order by piece.number, document.file"#,
            ingest.documents.start.cast_signed(),
            number(after),
            i64::from(limit),
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(FingerprintedSubmission::of_files(rows.into_iter().map(|row| {
            let scheme = row.scheme.map(|scheme| SchemeId(scheme.cast_unsigned()));
            let submission = SubmissionRow {
                number: row.number,
                name: row.name,
                author: row.author,
                person: row.person,
                attempt: row.attempt,
                submitted_at: row.submitted_at,
                reference: None,
            };
            let fingerprints = scheme.zip(row.fingerprints.map(Bytes)).into_iter().collect();
            FingerprintedSubmission { submission: submission.into(), fingerprints }
        })))
    }

    async fn stored_batch(
        &self,
        batch: BatchId,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredSubmission>> {
        let mut tx = self.snapshot().await?;
        let numbers = sqlx::query_scalar!(
            "select distinct document.submission
             from document
             join ingest on ingest.first = document.ingest
             where ingest.batch = $1
               and document.submission > $2
             order by document.submission
             limit $3",
            batch.0,
            after.map_or(-1, number),
            i64::from(limit),
        )
        .fetch_all(&mut *tx)
        .await?;
        let wanted: Vec<_> =
            numbers.into_iter().map(|number| (Owner::Batch(batch), number.cast_unsigned())).collect();
        submissions(&mut tx, &wanted).await
    }
}

fn ingest(first: i64, documents: i64, owner: Owner) -> Ingest {
    let first = first.cast_unsigned();
    Ingest { documents: first..first + documents.cast_unsigned(), owner }
}
