//! Writes many rows, one statement each: in an embedded database, a statement is a function call.

use std::collections::BTreeMap;

use chaffinch_storage::{
    Block, Document, DocumentId, IndexScheme, NewSubmission, Packed, PairRecord, Result,
};
use uuid::Uuid;

use crate::dialect::Connection;
use crate::sql::number;

/// Adds the listed pairs of a revision.
pub(crate) async fn insert_pairs(
    tx: &mut Connection,
    batch: Uuid,
    revision: i32,
    pairs: &[PairRecord],
) -> Result<()> {
    for pair in pairs {
        sqlx::query!(
            "insert into pair (batch, revision, rank, left_number, right_number, suspicion, packed)
             values ($1, $2, $3, $4, $5, $6, $7)",
            batch,
            revision,
            number(pair.rank),
            number(pair.left),
            number(pair.right),
            pair.suspicion,
            pair.body.as_bytes(),
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Replaces the tokens of documents and deletes their texts.
pub(crate) async fn reduce_documents(tx: &mut Connection, streams: &[(DocumentId, Packed)]) -> Result<()> {
    for (document, stream) in streams {
        sqlx::query!(
            "update document set text_packed = null, stream_packed = $1 where id = $2",
            stream.as_bytes(),
            document.0.cast_signed(),
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Sets the fingerprints of documents, all of one scheme.
pub(crate) async fn set_fingerprints(
    tx: &mut Connection,
    scheme: i32,
    documents: &[(DocumentId, Vec<u8>)],
) -> Result<()> {
    for (document, fingerprints) in documents {
        sqlx::query!(
            "update document set scheme = $1, fingerprints = $2 where id = $3",
            scheme,
            fingerprints,
            document.0.cast_signed(),
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Adds the submissions of an ingest under these names; their numbers count on from `before`.
pub(crate) async fn insert_submissions(
    tx: &mut Connection,
    ingest: i64,
    before: i32,
    names: &[String],
    new: &[NewSubmission],
) -> Result<()> {
    for (name, submission) in names.iter().zip(new) {
        sqlx::query!(
            "insert into submission (ingest, number, name, author, person, attempt, submitted_at, reference)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            ingest,
            before + number(submission.number),
            name,
            submission.header.author,
            submission.header.person,
            submission.header.attempt,
            submission.header.submitted_at,
            submission.reference,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Adds the documents of an ingest. Numbers of submissions, and of files that were handed out, count on from these.
pub(crate) async fn insert_documents(
    tx: &mut Connection,
    ingest: i64,
    (before, handed_out): (i32, i32),
    schemes: &BTreeMap<&IndexScheme, i32>,
    new: &[Document],
) -> Result<()> {
    for (id, document) in (ingest..).zip(new) {
        let (submission, file) = match document.submission {
            0 => (0, handed_out + number(document.file)),
            own => (before + number(own), number(document.file)),
        };
        let (scheme, fingerprints) =
            document.fingerprints.as_ref().map(|(scheme, packed)| (schemes[scheme], &packed.0)).unzip();
        sqlx::query!(
            "insert into document (
               id, ingest, submission, file, path, text_packed, stream_packed, scheme, fingerprints
             )
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            id,
            ingest,
            submission,
            file,
            document.path,
            document.text.as_ref().map(Packed::as_bytes),
            document.stream.as_bytes(),
            scheme,
            fingerprints,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Sets the numbers of documents that frequent fingerprints of a run's scheme are in.
pub(crate) async fn set_frequent(tx: &mut Connection, run: i64, frequent: &[(u64, u32)]) -> Result<()> {
    for &(fingerprint, documents) in frequent {
        sqlx::query!(
            "insert into frequent_fingerprint (scheme, fingerprint, documents)
             select scheme, $1, $2 from index_run where id = $3
             on conflict do update set documents = excluded.documents",
            fingerprint.cast_signed(),
            number(documents),
            run,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Adds blocks to a run.
pub(crate) async fn insert_blocks(tx: &mut Connection, run: i64, blocks: &[Block]) -> Result<()> {
    for block in blocks {
        sqlx::query!(
            "insert into index_block (run, first_fingerprint, bytes) values ($1, $2, $3)",
            run,
            block.first.cast_signed(),
            block.bytes,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
