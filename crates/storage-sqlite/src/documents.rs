//! Documents: writing what an upload turned into, reading it so that it can be compared again, burying it.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chaffinch_storage::backend::{columns, consistent, json, owner};
use chaffinch_storage::{
    BatchId, CourseId, DocumentId, DocumentLocation, Documents, FingerprintedSubmission, IndexScheme, Ingest,
    NewDocument, NewIngest, NewSubmission, Owner, Packed, Result, SchemeId, StoredDocument, StoredSubmission,
    free_name,
};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::rows::{Failing, count};
use crate::runs::{OF_ONE, insert_run, scheme_id};

#[async_trait]
impl Documents for SqliteStorage {
    async fn ingests(&self, owner: Owner) -> Result<Vec<Ingest>> {
        let (batch, archive) = columns(owner);
        let rows = sqlx::query!(
            "select first, documents
             from ingest
             where batch = ?1 or archive = ?2
             order by first",
            batch,
            archive,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(|row| ingest(row.first, row.documents, owner)).collect())
    }

    async fn visible_ingests(&self, courses: &[CourseId]) -> Result<Vec<Ingest>> {
        let mut visible = Vec::new();
        let mut tx = self.snapshot().await?;
        for course in courses {
            let course = course.0;
            let rows = sqlx::query!(
                r#"select first, documents, batch as "batch: Uuid", archive as "archive: Uuid"
                   from ingest
                   where batch in (select id from batch where course = ?1)
                      or archive in (select id from archive where course = ?1)"#,
                course,
            )
            .fetch_all(&mut *tx)
            .await
            .or_failed()?;
            for row in rows {
                let owner = consistent(owner(row.batch, row.archive), "ingest", "batch", &row.first)?;
                visible.push(ingest(row.first, row.documents, owner));
            }
        }
        visible.sort_unstable_by_key(|ingest| ingest.documents.start);
        visible.dedup();
        Ok(visible)
    }

    async fn places(&self, documents: &[DocumentId]) -> Result<Vec<DocumentLocation>> {
        let wanted = json(&documents.iter().map(|document| document.0).collect::<Vec<_>>());
        let rows = sqlx::query!(
            r#"select
                 document.id as "id!", document.submission, ingest.batch as "batch: Uuid", ingest.archive as "archive: Uuid",
                 coalesce(length(document.fingerprints), 0) as "fingerprint_bytes!: i64"
               from document
               join ingest on ingest.first = document.ingest
               where document.id in (select value from json_each(?))
               order by document.id"#,
            wanted,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let places = rows.into_iter().map(|row| {
            Ok(DocumentLocation {
                document: DocumentId(row.id.cast_unsigned()),
                owner: consistent(owner(row.batch, row.archive), "ingest", "batch", &row.id)?,
                submission: row.submission as u32,
                fingerprint_bytes: row.fingerprint_bytes.cast_unsigned(),
            })
        });
        places.collect()
    }

    async fn stored(&self, wanted: &[(Owner, u32)]) -> Result<Vec<StoredSubmission>> {
        let mut numbers: BTreeMap<Owner, Vec<u32>> = BTreeMap::new();
        for &(owner, number) in wanted {
            numbers.entry(owner).or_default().push(number);
        }
        let mut tx = self.snapshot().await?;
        let mut found = BTreeMap::new();
        for (owner, numbers) in numbers {
            for submission in submissions(&mut tx, owner, &numbers).await? {
                found.insert((owner, submission.submission.number), submission);
            }
        }
        Ok(wanted.iter().filter_map(|one| found.remove(one)).collect())
    }

    async fn fingerprinted(
        &self,
        ingest: &Ingest,
        after: u32,
        limit: u32,
    ) -> Result<Vec<FingerprintedSubmission>> {
        let first = ingest.documents.start.cast_signed();
        let rows = sqlx::query!(
            r#"select piece.number, piece.name, document.scheme as "scheme?", document.fingerprints as "fingerprints?"
               from (
                 select number, name from submission where ingest = ?1 and ?2 < number order by number limit ?3
               ) piece
               left join document on document.ingest = ?1 and document.submission = piece.number
               order by piece.number, document.file"#,
            first,
            after,
            limit,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(FingerprintedSubmission::of_rows(rows.into_iter().map(|row| {
            let scheme = row.scheme.map(|scheme| SchemeId(scheme as u32));
            (row.number as u32, row.name, scheme.zip(row.fingerprints))
        })))
    }

    async fn stored_batch(
        &self,
        batch: BatchId,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredSubmission>> {
        let mut tx = self.snapshot().await?;
        let (id, after) = (batch.0, after.map_or(-1, i64::from));
        let numbers = sqlx::query_scalar!(
            "select distinct document.submission
             from document
             join ingest on ingest.first = document.ingest
             where ingest.batch = ?1
               and document.submission > ?2
             order by document.submission
             limit ?3",
            id,
            after,
            limit,
        )
        .fetch_all(&mut *tx)
        .await
        .or_failed()?;
        let numbers: Vec<_> = numbers.into_iter().map(|number| number as u32).collect();
        submissions(&mut tx, Owner::Batch(batch), &numbers).await
    }
}

fn ingest(first: i64, documents: i64, owner: Owner) -> Ingest {
    let first = first.cast_unsigned();
    Ingest { documents: first..first + documents.cast_unsigned(), owner }
}

/// Those of these submissions of an owner that exist, by number, with their files; number 0, what was handed out, has no
/// name.
async fn submissions(
    db: &mut SqliteConnection,
    owner: Owner,
    numbers: &[u32],
) -> Result<Vec<StoredSubmission>> {
    let (batch, archive) = columns(owner);
    let wanted = json(&numbers);
    let named = sqlx::query!(
        "select number, name, author, person, attempt, submitted_at
         from submission
         where ingest in (select first from ingest where batch = ?1 or archive = ?2)
           and number in (select value from json_each(?3))",
        batch,
        archive,
        wanted,
    )
    .fetch_all(&mut *db)
    .await
    .or_failed()?;
    let rows = sqlx::query!(
        r#"select
             document.submission, document.id, file, path, text_packed, stream_packed, fingerprints,
             family as "family?", normalizer as "normalizer?", format as "format?"
           from document
           left join index_scheme on index_scheme.id = document.scheme
           where ingest in (select first from ingest where batch = ?1 or archive = ?2)
             and submission in (select value from json_each(?3))
           order by submission, ingest, file"#,
        batch,
        archive,
        wanted,
    )
    .fetch_all(db)
    .await
    .or_failed()?;

    let mut stored = BTreeMap::new();
    for row in named {
        let number = row.number as u32;
        let submission = NewSubmission {
            number,
            name: row.name,
            author: row.author,
            person: row.person,
            attempt: row.attempt.map(|attempt| attempt as u32),
            submitted_at: row.submitted_at,
        };
        stored.insert(number, (submission, Some(Vec::new())));
    }
    for row in rows {
        let number = row.submission as u32;
        if number == 0 {
            stored.entry(0).or_insert_with(|| (NewSubmission::handed_out(), Some(Vec::new())));
        }
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
        if let Some((_, files)) = stored.get_mut(&number) {
            match (files.as_mut(), document.document()) {
                (Some(files), Some(document)) => files.push(document),
                // Files of reports from before tokens were kept cannot be compared again.
                _ => *files = None,
            }
        }
    }
    let stored = stored.into_values().filter_map(|(submission, documents)| {
        Some(StoredSubmission { owner, submission, documents: documents? })
    });
    Ok(stored.collect())
}

/// A row of `document` with its scheme.
pub(crate) struct DocumentRow {
    pub(crate) id: i64,
    pub(crate) file: i64,
    pub(crate) path: String,
    pub(crate) text_packed: Option<Vec<u8>>,
    pub(crate) stream_packed: Option<Vec<u8>>,
    pub(crate) fingerprints: Option<Vec<u8>>,
    pub(crate) family: Option<String>,
    pub(crate) normalizer: Option<i64>,
    pub(crate) format: Option<i64>,
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
            file: self.file as u32,
            path: self.path,
            text: self.text_packed.map(Packed::from_bytes),
            stream: Packed::from_bytes(self.stream_packed?),
            fingerprints: scheme.zip(self.fingerprints),
        })
    }
}

/// Adds documents, their submissions and postings to the transaction under way. Numbers of submissions count on from
/// those the owner has, and so do files that were handed out.
pub(crate) async fn insert_ingest(tx: &mut SqliteConnection, owner: Owner, mut new: NewIngest) -> Result<()> {
    let (batch, archive) = columns(owner);
    let taken = sqlx::query!(
        "select number, name
         from submission
         where ingest in (select first from ingest where batch = ?1 or archive = ?2)",
        batch,
        archive,
    )
    .fetch_all(&mut *tx)
    .await
    .or_failed()?;
    let before = taken.iter().map(|row| row.number).max().unwrap_or(0);
    let mut taken: BTreeSet<String> = taken.into_iter().map(|row| row.name).collect();
    let handed_out = sqlx::query_scalar!(
        r#"select coalesce(max(file) + 1, 0) as "next!: i64"
           from document
           where ingest in (select first from ingest where batch = ?1 or archive = ?2)
             and submission = 0"#,
        batch,
        archive,
    )
    .fetch_one(&mut *tx)
    .await
    .or_failed()?;
    for submission in &mut new.submissions {
        submission.name = free_name(&submission.name, &taken);
        taken.insert(submission.name.clone());
    }
    insert_numbered(tx, owner, (before, handed_out), new).await
}

/// As [`insert_ingest`], with names as they are, and numbers that count on from these.
pub(crate) async fn insert_numbered(
    tx: &mut SqliteConnection,
    owner: Owner,
    (before, handed_out): (i64, i64),
    new: NewIngest,
) -> Result<()> {
    let (batch, archive) = columns(owner);
    let documents = count(new.documents.len());
    if documents == 0 {
        return Ok(());
    }
    let first = sqlx::query_scalar!(
        "update counter set next = next + ? where name = 'document' returning next",
        documents,
    )
    .fetch_one(&mut *tx)
    .await
    .or_failed()?
        - documents;
    sqlx::query!(
        "insert into ingest (first, documents, batch, archive)
         values (?, ?, ?, ?)",
        first,
        documents,
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .or_missing("batch or archive")?;
    for submission in &new.submissions {
        let number = before + i64::from(submission.number);
        sqlx::query!(
            "insert into submission (ingest, number, name, author, person, attempt, submitted_at)
             values (?, ?, ?, ?, ?, ?, ?)",
            first,
            number,
            submission.name,
            submission.author,
            submission.person,
            submission.attempt,
            submission.submitted_at,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
    }
    let mut schemes = BTreeMap::new();
    for (id, document) in (first..).zip(&new.documents) {
        let scheme = match &document.fingerprints {
            Some((scheme, _)) => Some(known(tx, &mut schemes, scheme).await?),
            None => None,
        };
        insert_document(tx, id, first, scheme, (before, handed_out), document).await?;
    }
    for run in new.runs {
        let scheme = known(tx, &mut schemes, &run.scheme).await?;
        insert_run(tx, scheme, first..first + documents, OF_ONE, run).await?;
    }
    Ok(())
}

/// The number of a scheme, asked for once.
async fn known(
    tx: &mut SqliteConnection,
    schemes: &mut BTreeMap<IndexScheme, i64>,
    scheme: &IndexScheme,
) -> Result<i64> {
    if let Some(&id) = schemes.get(scheme) {
        return Ok(id);
    }
    let id = scheme_id(tx, scheme).await?;
    schemes.insert(scheme.clone(), id);
    Ok(id)
}

async fn insert_document(
    tx: &mut SqliteConnection,
    id: i64,
    ingest: i64,
    scheme: Option<i64>,
    (before, handed_out): (i64, i64),
    new: &NewDocument,
) -> Result<()> {
    let (submission, file) = match new.submission {
        0 => (0, handed_out + i64::from(new.file)),
        own => (before + i64::from(own), i64::from(new.file)),
    };
    let text = new.text.as_ref().map(Packed::as_bytes);
    let stream = new.stream.as_bytes();
    let fingerprints = new.fingerprints.as_ref().map(|(_, packed)| packed);
    sqlx::query!(
        "insert into document (id, ingest, submission, file, path, text_packed, stream_packed, scheme, fingerprints)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        ingest,
        submission,
        file,
        new.path,
        text,
        stream,
        scheme,
        fingerprints,
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

/// Deletes an owner's documents; runs that hold postings of theirs are told.
pub(crate) async fn bury(tx: &mut SqliteConnection, owner: Owner) -> Result<()> {
    let (batch, archive) = columns(owner);
    sqlx::query!(
        "update index_run
         set dead = dead + coalesce(
           (select sum(documents) from ingest
            where (batch = ?1 or archive = ?2) and index_run.first <= first and first < index_run.last),
           0)",
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    // A run of one ingest has nothing else in it.
    sqlx::query!(
        "delete from index_run
         where building is null
           and level = 0
           and first in (select first from ingest where batch = ?1 or archive = ?2)",
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query!("delete from ingest where batch = ?1 or archive = ?2", batch, archive)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(())
}
