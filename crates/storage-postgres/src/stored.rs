//! Reads submissions with their files, with two statements for any number of submissions.

use std::collections::BTreeMap;

use chaffinch_storage::backend::columns;
use chaffinch_storage::{NewSubmission, Owner, Result, StoredDocument, StoredSubmission};
use uuid::Uuid;

use crate::dialect::Connection;
use crate::sql::document_rows::DocumentRow;
use crate::sql::values::number;

/// Returns those of these submissions that exist, with their files. Number 0, what was handed out, has no name.
pub(crate) async fn submissions(
    tx: &mut Connection,
    wanted: &[(Owner, u32)],
) -> Result<Vec<StoredSubmission>> {
    let (batches, archives): (Vec<_>, Vec<_>) = wanted.iter().map(|&(owner, _)| columns(owner)).unzip();
    let numbers: Vec<i32> = wanted.iter().map(|&(_, submission)| number(submission)).collect();
    let named = sqlx::query!(
        r#"with wanted as (
             select * from unnest($1::uuid[], $2::uuid[], $3::integer[]) with ordinality
             as wanted (batch, archive, number, position)
           )
           select wanted.position as "position!", name, author, person, attempt, submitted_at, reference
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
    .await?;
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
    .await?;

    let mut figures = BTreeMap::new();
    for row in named {
        let submission = NewSubmission {
            number: 0,
            name: row.name,
            author: row.author,
            person: row.person,
            attempt: row.attempt.map(i32::cast_unsigned),
            submitted_at: row.submitted_at,
            reference: row.reference,
        };
        figures.insert(row.position, submission);
    }
    let mut files: BTreeMap<i64, Vec<StoredDocument>> = BTreeMap::new();
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
        let documents = files.remove(&position).unwrap_or_default();
        let submission = match figures.remove(&position) {
            Some(named) => NewSubmission { number, ..named },
            None if number == 0 && !documents.is_empty() => NewSubmission::handed_out(),
            None => return None,
        };
        Some(StoredSubmission { owner, submission, documents })
    });
    Ok(stored.collect())
}
