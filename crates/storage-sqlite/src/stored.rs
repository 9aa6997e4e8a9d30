//! Reads submissions with their files, owner by owner.

use std::collections::BTreeMap;

use chaffinch_storage::backend::{columns, json};
use chaffinch_storage::{NewSubmission, Owner, Result, StoredSubmission};

use crate::dialect::Connection;
use crate::sql::document_rows::DocumentRow;

/// Returns those of these submissions that exist, with their files; number 0, what was handed out, has no name.
pub(crate) async fn submissions(
    tx: &mut Connection,
    wanted: &[(Owner, u32)],
) -> Result<Vec<StoredSubmission>> {
    let mut numbers: BTreeMap<Owner, Vec<u32>> = BTreeMap::new();
    for &(owner, number) in wanted {
        numbers.entry(owner).or_default().push(number);
    }
    let mut found = BTreeMap::new();
    for (owner, numbers) in numbers {
        for submission in of_owner(tx, owner, &numbers).await? {
            found.insert((owner, submission.submission.number), submission);
        }
    }
    Ok(wanted.iter().filter_map(|one| found.remove(one)).collect())
}

/// Returns those of these submissions of an owner that exist, by number, with their files.
async fn of_owner(db: &mut Connection, owner: Owner, numbers: &[u32]) -> Result<Vec<StoredSubmission>> {
    let (batch, archive) = columns(owner);
    let wanted = json(&numbers);
    let named = sqlx::query!(
        "select number, name, author, person, attempt, submitted_at, reference
         from submission
         where ingest in (select first from ingest where batch = $1 or archive = $2)
           and number in (select value from json_each($3))",
        batch,
        archive,
        wanted,
    )
    .fetch_all(&mut *db)
    .await?;
    let rows = sqlx::query!(
        r#"select
             document.submission, document.id, file, path, text_packed, stream_packed, fingerprints,
             family as "family?", normalizer as "normalizer?", format as "format?"
           from document
           left join index_scheme on index_scheme.id = document.scheme
           where ingest in (select first from ingest where batch = $1 or archive = $2)
             and submission in (select value from json_each($3))
           order by submission, ingest, file"#,
        batch,
        archive,
        wanted,
    )
    .fetch_all(db)
    .await?;

    let mut stored = BTreeMap::new();
    for row in named {
        let number = row.number.cast_unsigned();
        let submission = NewSubmission {
            number,
            name: row.name,
            author: row.author,
            person: row.person,
            attempt: row.attempt.map(i32::cast_unsigned),
            submitted_at: row.submitted_at,
            reference: row.reference,
        };
        stored.insert(number, StoredSubmission { owner, submission, documents: Vec::new() });
    }
    for row in rows {
        let number = row.submission.cast_unsigned();
        if number == 0 {
            let submission = NewSubmission::handed_out();
            stored.entry(0).or_insert_with(|| StoredSubmission { owner, submission, documents: Vec::new() });
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
        if let Some(submission) = stored.get_mut(&number) {
            submission.documents.push(document.document());
        }
    }
    Ok(stored.into_values().collect())
}
