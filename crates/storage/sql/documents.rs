//! Reads stored documents so that they can be compared again: submissions with their files, owner by owner. `ingest` writes
//! and deletes them.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chaffinch_storage::backend::{columns, consistent, owner};
use chaffinch_storage::{
    BatchId, Bytes, CourseId, Document, DocumentId, DocumentLocation, Documents, FingerprintedSubmission,
    IndexScheme, Ingest, NewSubmission, Owner, Packed, Result, SchemeId, StoredSubmission, SubmissionHeader,
};

use super::number;
use crate::dialect::{Backend, Connection, by_backend, ids, numbers};

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

/// A row of `submission`.
pub(crate) struct SubmissionRow {
    pub(crate) number: i32,
    pub(crate) name: String,
    pub(crate) author: Option<String>,
    pub(crate) person: Option<String>,
    pub(crate) attempt: Option<i32>,
    pub(crate) submitted_at: Option<String>,
    pub(crate) reference: Option<String>,
}

impl From<SubmissionRow> for NewSubmission {
    fn from(row: SubmissionRow) -> Self {
        let SubmissionRow { number, name, author, person, attempt, submitted_at, reference } = row;
        let attempt = attempt.map(i32::cast_unsigned);
        let header = SubmissionHeader { name, author, person, attempt, submitted_at };
        Self { number: number.cast_unsigned(), header, reference }
    }
}

/// A row of `document` with its scheme.
struct DocumentRow {
    submission: i32,
    file: i32,
    path: String,
    text_packed: Option<Vec<u8>>,
    stream_packed: Vec<u8>,
    fingerprints: Option<Vec<u8>>,
    family: Option<String>,
    normalizer: Option<i32>,
    format: Option<i32>,
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        let scheme = row.family.zip(row.normalizer).zip(row.format);
        let scheme = scheme.map(|((family, normalizer), format)| scheme_of(family, normalizer, format));
        Self {
            submission: row.submission.cast_unsigned(),
            file: row.file.cast_unsigned(),
            path: row.path,
            text: row.text_packed.map(Packed::from_bytes),
            stream: Packed::from_bytes(row.stream_packed),
            fingerprints: scheme.zip(row.fingerprints.map(Bytes)),
        }
    }
}

/// Returns a scheme from its columns.
pub(crate) fn scheme_of(family: String, normalizer: i32, format: i32) -> IndexScheme {
    IndexScheme { family, normalizer: normalizer as u16, format: format as u16 }
}

/// Returns the token stream of a document from its columns.
pub(crate) fn stream(id: i64, packed: Vec<u8>) -> (DocumentId, Packed) {
    (DocumentId(id.cast_unsigned()), Packed::from_bytes(packed))
}

/// Returns those of these submissions that exist, with their files. Number 0, the starter code, has no name.
pub(crate) async fn submissions(
    tx: &mut Connection,
    wanted: &[(Owner, u32)],
) -> Result<Vec<StoredSubmission>> {
    let mut of_owners: BTreeMap<Owner, Vec<i64>> = BTreeMap::new();
    for &(owner, submission) in wanted {
        of_owners.entry(owner).or_default().push(i64::from(number(submission)));
    }
    let mut found = BTreeMap::new();
    for (owner, numbers) in of_owners {
        read(tx, owner, &numbers, &mut found).await?;
    }
    Ok(wanted.iter().filter_map(|one| found.remove(one)).collect())
}

/// Reads those of these submissions of an owner that exist.
async fn read(
    tx: &mut Connection,
    owner: Owner,
    wanted: &[i64],
    found: &mut BTreeMap<(Owner, u32), StoredSubmission>,
) -> Result<()> {
    let (batch, archive) = columns(owner);
    let rows = by_backend!(query_as!(
        SubmissionRow,
        postgres: "select number, name, author, person, attempt, submitted_at, reference
                   from submission
                   where ingest in (select first from ingest where batch = $1 or archive = $2)
                     and number = any($3::bigint[])",
        sqlite: "select number, name, author, person, attempt, submitted_at, reference
                 from submission
                 where ingest in (select first from ingest where batch = $1 or archive = $2)
                   and number in (select value from json_each($3))",
        batch,
        archive,
        &numbers(wanted),
    ))
    .fetch_all(&mut *tx)
    .await?;
    let mut insert = |submission: NewSubmission| {
        let number = submission.number;
        found.insert((owner, number), StoredSubmission { owner, submission, documents: Vec::new() });
    };
    rows.into_iter().map(NewSubmission::from).for_each(&mut insert);
    if wanted.contains(&0) {
        insert(NewSubmission::handed_out());
    }
    let rows = by_backend!(query_as!(
        DocumentRow,
        postgres: r#"select
             document.submission, file, path, text_packed, stream_packed, fingerprints, family as "family?",
             normalizer as "normalizer?", format as "format?"
           from ingest
           cross join unnest($3::bigint[]) as wanted (number)
           -- One by one: how few documents a submission has is more than the planner can know, who would read them all.
           cross join lateral (
             select * from document
             where document.ingest = ingest.first and document.submission = wanted.number
             offset 0
           ) document
           left join index_scheme on index_scheme.id = document.scheme
           where ingest.batch = $1 or ingest.archive = $2
           order by document.submission, document.ingest, document.file"#,
        sqlite: r#"select
             submission, file, path, text_packed, stream_packed, fingerprints, family as "family?",
             normalizer as "normalizer?", format as "format?"
           from document
           left join index_scheme on index_scheme.id = document.scheme
           where ingest in (select first from ingest where batch = $1 or archive = $2)
             and submission in (select value from json_each($3))
           order by submission, ingest, file"#,
        batch,
        archive,
        &numbers(wanted),
    ))
    .fetch_all(tx)
    .await?;
    for document in rows.into_iter().map(Document::from) {
        if let Some(stored) = found.get_mut(&(owner, document.submission)) {
            stored.documents.push(document);
        }
    }
    // Without files, there is no starter code.
    if found.get(&(owner, 0)).is_some_and(|stored| stored.documents.is_empty()) {
        found.remove(&(owner, 0));
    }
    Ok(())
}
