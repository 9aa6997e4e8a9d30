//! Documents: reading them so that they can be compared again. Writing and burying them is in `ingest`.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chaffinch_storage::backend::{columns, consistent, owner};
use chaffinch_storage::{
    BatchId, CourseId, DocumentId, DocumentLocation, Documents, FingerprintedSubmission, IndexScheme, Ingest,
    NewSubmission, Owner, Packed, Result, SchemeId, StoredDocument, StoredSubmission,
};
use uuid::Uuid;

use crate::PostgresStorage;
use crate::rows::{Failing, number};
use crate::transaction::Tx;

#[async_trait]
impl Documents for PostgresStorage {
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
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(|row| ingest(row.first, row.documents, owner)).collect())
    }

    async fn visible_ingests(&self, courses: &[CourseId]) -> Result<Vec<Ingest>> {
        let courses: Vec<Uuid> = courses.iter().map(|course| course.0).collect();
        let rows = sqlx::query!(
            "select first, documents, batch, archive
             from ingest
             where batch in (select id from batch where course = any($1))
                or archive in (select id from archive where course = any($1))
             order by first",
            &courses,
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        let visible = rows.into_iter().map(|row| {
            let owner = consistent(owner(row.batch, row.archive), "ingest", "batch", &row.first)?;
            Ok(ingest(row.first, row.documents, owner))
        });
        visible.collect()
    }

    async fn places(&self, documents: &[DocumentId]) -> Result<Vec<DocumentLocation>> {
        let wanted: Vec<i64> = documents.iter().map(|document| document.0.cast_signed()).collect();
        let rows = sqlx::query!(
            r#"select
               document.id, document.submission, ingest.batch, ingest.archive,
               coalesce(octet_length(document.fingerprints), 0) as "fingerprint_bytes!"
             from document
             join ingest on ingest.first = document.ingest
             where document.id = any($1)
             order by document.id"#,
            &wanted,
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
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
        submissions(&mut self.snapshot().await?, wanted).await
    }

    async fn fingerprinted(
        &self,
        ingest: &Ingest,
        after: u32,
        limit: u32,
    ) -> Result<Vec<FingerprintedSubmission>> {
        let rows = sqlx::query!(
            r#"select piece.number, piece.name, document.scheme as "scheme?", document.fingerprints as "fingerprints?"
               from (
                 select number, name from submission where ingest = $1 and $2 < number order by number limit $3
               ) piece
               left join document on document.ingest = $1 and document.submission = piece.number
               order by piece.number, document.file"#,
            ingest.documents.start.cast_signed(),
            number(after),
            i64::from(limit),
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        Ok(FingerprintedSubmission::of_rows(rows.into_iter().map(|row| {
            let scheme = row.scheme.map(|scheme| SchemeId(scheme.cast_unsigned()));
            (row.number.cast_unsigned(), row.name, scheme.zip(row.fingerprints))
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
        .fetch_all(&mut tx)
        .await
        .or_failed()?;
        let wanted: Vec<_> =
            numbers.into_iter().map(|number| (Owner::Batch(batch), number.cast_unsigned())).collect();
        submissions(&mut tx, &wanted).await
    }
}

fn ingest(first: i64, documents: i64, owner: Owner) -> Ingest {
    let first = first.cast_unsigned();
    Ingest { documents: first..first + documents.cast_unsigned(), owner }
}

/// Those of these submissions that exist, with their files; number 0, what was handed out, has no name.
async fn submissions(tx: &mut Tx, wanted: &[(Owner, u32)]) -> Result<Vec<StoredSubmission>> {
    let (batches, archives): (Vec<_>, Vec<_>) = wanted.iter().map(|&(owner, _)| columns(owner)).unzip();
    let numbers: Vec<i32> = wanted.iter().map(|&(_, submission)| number(submission)).collect();
    let named = sqlx::query!(
        r#"with wanted as (
             select * from unnest($1::uuid[], $2::uuid[], $3::integer[]) with ordinality
             as wanted (batch, archive, number, position)
           )
           select wanted.position as "position!", name, author, person, attempt, submitted_at
           from (
             select position, number, first from wanted join ingest on ingest.batch = wanted.batch
             union all
             select position, number, first from wanted join ingest on ingest.archive = wanted.archive
           ) wanted
           join submission on submission.ingest = wanted.first and submission.number = wanted.number"#,
        &batches as &[Option<Uuid>],
        &archives as &[Option<Uuid>],
        &numbers,
    )
    .fetch_all(&mut *tx)
    .await
    .or_failed()?;
    let rows = sqlx::query!(
        r#"with wanted as (
             select * from unnest($1::uuid[], $2::uuid[], $3::integer[]) with ordinality
             as wanted (batch, archive, number, position)
           )
           select
             wanted.position as "position!", document.id, file, path, text_packed, stream_packed, fingerprints,
             family as "family?", normalizer as "normalizer?", format as "format?"
           from (
             select position, number, first from wanted join ingest on ingest.batch = wanted.batch
             union all
             select position, number, first from wanted join ingest on ingest.archive = wanted.archive
           ) wanted
           -- One by one: how few documents a submission has is more than the planner can know, who would read them all.
           cross join lateral (
             select * from document
             where document.ingest = wanted.first and document.submission = wanted.number
             offset 0
           ) document
           left join index_scheme on index_scheme.id = document.scheme
           order by wanted.position, document.ingest, document.file"#,
        &batches as &[Option<Uuid>],
        &archives as &[Option<Uuid>],
        &numbers,
    )
    .fetch_all(tx)
    .await
    .or_failed()?;

    let mut figures = BTreeMap::new();
    for row in named {
        let submission = NewSubmission {
            number: 0,
            name: row.name,
            author: row.author,
            person: row.person,
            attempt: row.attempt.map(i32::cast_unsigned),
            submitted_at: row.submitted_at,
        };
        figures.insert(row.position, submission);
    }
    let mut files: BTreeMap<i64, Vec<Option<StoredDocument>>> = BTreeMap::new();
    for row in rows {
        let document = DocumentRow {
            id: row.id,
            file: row.file,
            path: row.path,
            text_packed: row.text_packed,
            stream_packed: row.stream_packed,
            fingerprints: row.fingerprints,
            family: row.family,
            normalizer: row.normalizer,
            format: row.format,
        };
        files.entry(row.position).or_default().push(document.document());
    }
    let stored = (1..).zip(wanted).filter_map(|(position, &(owner, number))| {
        let files = files.remove(&position).unwrap_or_default();
        let submission = match figures.remove(&position) {
            Some(named) => NewSubmission { number, ..named },
            None if number == 0 && !files.is_empty() => NewSubmission::handed_out(),
            None => return None,
        };
        // Files of reports from before tokens were kept cannot be compared again.
        let documents = files.into_iter().collect::<Option<Vec<_>>>()?;
        Some(StoredSubmission { owner, submission, documents })
    });
    Ok(stored.collect())
}

/// A row of `document` with its scheme.
pub(crate) struct DocumentRow {
    pub(crate) id: i64,
    pub(crate) file: i32,
    pub(crate) path: String,
    pub(crate) text_packed: Option<Vec<u8>>,
    pub(crate) stream_packed: Option<Vec<u8>>,
    pub(crate) fingerprints: Option<Vec<u8>>,
    pub(crate) family: Option<String>,
    pub(crate) normalizer: Option<i32>,
    pub(crate) format: Option<i32>,
}

impl DocumentRow {
    /// None where its tokens were not kept.
    pub(crate) fn document(self) -> Option<StoredDocument> {
        let scheme =
            self.family.zip(self.normalizer).zip(self.format).map(|((family, normalizer), format)| {
                IndexScheme { family, normalizer: normalizer as u16, format: format as u16 }
            });
        Some(StoredDocument {
            id: DocumentId(self.id.cast_unsigned()),
            file: self.file.cast_unsigned(),
            path: self.path,
            text: self.text_packed.map(Packed::from_bytes),
            stream: Packed::from_bytes(self.stream_packed?),
            fingerprints: scheme.zip(self.fingerprints),
        })
    }
}
