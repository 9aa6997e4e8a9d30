//! Documents: writing what an upload turned into, reading it so that it can be compared again, burying it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chaffinch_storage::backend::{columns, owner, sound};
use chaffinch_storage::{
    BatchId, CourseId, DocumentId, Documents, IndexScheme, Ingest, NewDocument, NewIngest, NewSubmission,
    Owner, Packed, Place, Result, StoredDocument, StoredSubmission, free_name,
};
use uuid::Uuid;

use crate::PostgresStorage;
use crate::index::{change_index, insert_run, scheme_id};
use crate::rows::{Failing, count, loads, number, text};
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
            let owner = sound(owner(row.batch, row.archive), "ingest", "batch", &row.first)?;
            Ok(ingest(row.first, row.documents, owner))
        });
        visible.collect()
    }

    async fn places(&self, documents: &[DocumentId]) -> Result<Vec<Place>> {
        let wanted: Vec<i64> = documents.iter().map(|document| document.0.cast_signed()).collect();
        let rows = sqlx::query!(
            "select
               document.id, document.submission, document.path, submission.name, ingest.batch, ingest.archive
             from document
             join ingest on ingest.first = document.ingest
             join submission on submission.ingest = document.ingest and submission.number = document.submission
             where document.id = any($1)
             order by document.id",
            &wanted,
        )
        .fetch_all(&mut self.snapshot().await?)
        .await
        .or_failed()?;
        let places = rows.into_iter().map(|row| {
            Ok(Place {
                document: DocumentId(row.id.cast_unsigned()),
                owner: sound(owner(row.batch, row.archive), "ingest", "batch", &row.id)?,
                submission: row.submission.cast_unsigned(),
                name: row.name,
                path: row.path,
            })
        });
        places.collect()
    }

    async fn stored(&self, wanted: &[(Owner, u32)]) -> Result<Vec<StoredSubmission>> {
        submissions(&mut self.snapshot().await?, wanted).await
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
           select wanted.position as "position!", name, author, attempt, submitted_at
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
           join document on document.ingest = wanted.first and document.submission = wanted.number
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

/// Adds documents, their submissions and postings to the transaction under way, which has locked the owner's row.
/// Numbers of submissions count on from those the owner has.
pub(crate) async fn insert_ingest(tx: &mut Tx, owner: Owner, new: &NewIngest) -> Result<()> {
    let (batch, archive) = columns(owner);
    let documents = count(new.documents.len());
    if documents == 0 {
        return Ok(());
    }
    let taken = sqlx::query!(
        "select number, name
         from submission
         where ingest in (select first from ingest where batch = $1 or archive = $2)",
        batch,
        archive,
    )
    .fetch_all(&mut *tx)
    .await
    .or_failed()?;
    let before = taken.iter().map(|row| row.number).max().unwrap_or(0);
    let taken: BTreeSet<String> = taken.into_iter().map(|row| row.name).collect();
    let next = sqlx::query_scalar!(
        "update counter set next = next + $1 where name = 'document' returning next",
        documents,
    )
    .fetch_one(&mut *tx)
    .await
    .or_failed()?;
    let first = next - documents;
    sqlx::query!(
        "insert into ingest (first, documents, batch, archive)
         values ($1, $2, $3, $4)",
        first,
        documents,
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .or_missing("batch or archive")?;
    insert_submissions(tx, first, before, taken, &new.submissions).await?;

    let mut schemes = BTreeMap::new();
    let made_by = new.documents.iter().filter_map(|document| Some(&document.fingerprints.as_ref()?.0));
    for scheme in made_by.chain(new.runs.iter().map(|run| &run.scheme)) {
        if !schemes.contains_key(scheme) {
            schemes.insert(scheme, scheme_id(tx, scheme).await?);
        }
    }
    insert_documents(tx, first, before, &schemes, &new.documents).await?;
    for run in &new.runs {
        insert_run(tx, schemes[&run.scheme], first, documents, run).await?;
    }
    Ok(())
}

async fn insert_submissions(
    tx: &mut Tx,
    ingest: i64,
    before: i32,
    mut taken: BTreeSet<String>,
    new: &[NewSubmission],
) -> Result<()> {
    let mut names = Vec::with_capacity(new.len());
    for submission in new {
        let name = free_name(&text(&submission.name), &taken);
        taken.insert(name.clone());
        names.push(name);
    }
    let optional = |value: &'_ Option<String>| value.as_deref().map(|value| text(value).into_owned());
    sqlx::query!(
        "insert into submission (ingest, number, name, author, attempt, submitted_at)
         select $1, *
         from unnest($2::integer[], $3::text[], $4::text[], $5::integer[], $6::text[])",
        ingest,
        &new.iter().map(|submission| before + number(submission.number)).collect::<Vec<_>>(),
        &names,
        &new.iter().map(|submission| optional(&submission.author)).collect::<Vec<_>>() as &[Option<String>],
        &new.iter().map(|submission| submission.attempt.map(number)).collect::<Vec<_>>() as &[Option<i32>],
        &new.iter().map(|submission| optional(&submission.submitted_at)).collect::<Vec<_>>()
            as &[Option<String>],
    )
    .execute(tx)
    .await
    .or_failed()?;
    Ok(())
}

async fn insert_documents(
    tx: &mut Tx,
    ingest: i64,
    before: i32,
    schemes: &BTreeMap<&IndexScheme, i32>,
    new: &[NewDocument],
) -> Result<()> {
    let fingerprints =
        |document: &NewDocument| document.fingerprints.as_ref().map_or(0, |(_, packed)| packed.len());
    let bytes = |document: &NewDocument| {
        document.path.len()
            + document.text.as_ref().map_or(0, |text| text.as_bytes().len())
            + document.stream.as_bytes().len()
            + fingerprints(document)
    };
    let submission = |document: &NewDocument| match document.submission {
        0 => 0,
        own => before + number(own),
    };
    let mut first = ingest;
    for load in loads(new, bytes) {
        let documents = count(load.len());
        sqlx::query!(
            "insert into document (
               id, ingest, submission, file, path, text_packed, stream_packed, scheme, fingerprints
             )
             select $1 + position - 1, $2, submission, file, path, text_packed, stream_packed, scheme, fingerprints
             from unnest(
               $3::integer[], $4::integer[], $5::text[], $6::bytea[], $7::bytea[], $8::integer[], $9::bytea[]
             ) with ordinality
             as load (submission, file, path, text_packed, stream_packed, scheme, fingerprints, position)",
            first,
            ingest,
            &load.iter().map(submission).collect::<Vec<_>>(),
            &load.iter().map(|document| number(document.file)).collect::<Vec<_>>(),
            &load.iter().map(|document| text(&document.path)).collect::<Vec<_>>() as &[Cow<'_, str>],
            &load.iter().map(|document| document.text.as_ref().map(Packed::as_bytes)).collect::<Vec<_>>()
                as &[Option<&[u8]>],
            &load.iter().map(|document| document.stream.as_bytes()).collect::<Vec<_>>() as &[&[u8]],
            &load
                .iter()
                .map(|document| document.fingerprints.as_ref().map(|(scheme, _)| schemes[scheme]))
                .collect::<Vec<_>>() as &[Option<i32>],
            &load
                .iter()
                .map(|document| document.fingerprints.as_ref().map(|(_, packed)| &packed[..]))
                .collect::<Vec<_>>() as &[Option<&[u8]>],
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        first += documents;
    }
    Ok(())
}

/// Deletes an owner's documents; runs that hold postings of theirs are told.
pub(crate) async fn bury(tx: &mut Tx, owner: Owner) -> Result<()> {
    change_index(tx).await?;
    let (batch, archive) = columns(owner);
    // A run of one ingest has nothing else in it.
    sqlx::query!(
        "delete from index_run
         where building is null
           and level = 0
           and first in (select first from ingest where batch = $1 or archive = $2)",
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query!(
        "update index_run
         set dead = dead + gone.documents
         from (
           select index_run.id, sum(ingest.documents)::bigint as documents
           from ingest
           join index_run on index_run.first <= ingest.first and ingest.first < index_run.last
           where ingest.batch = $1 or ingest.archive = $2
           group by index_run.id
         ) gone
         where index_run.id = gone.id",
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .or_failed()?;
    sqlx::query!("delete from ingest where batch = $1 or archive = $2", batch, archive)
        .execute(tx)
        .await
        .or_failed()?;
    Ok(())
}
