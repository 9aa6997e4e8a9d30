//! Writes many rows with one statement: columns travel as arrays.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chaffinch_storage::{
    Block, Document, DocumentId, IndexScheme, NewSubmission, Packed, PairRecord, Result,
};
use uuid::Uuid;

use crate::dialect::{Connection, text};
use crate::sql::{count, number};

/// Bytes that one statement carries: few statements for many small rows, and little memory for large ones.
const LOAD_BYTES: usize = 4 << 20;

/// Returns the rows in groups of about [`LOAD_BYTES`], with at least one row each.
fn loads<T>(rows: &[T], bytes: impl Fn(&T) -> usize) -> impl Iterator<Item = &[T]> {
    let mut load = 0;
    rows.chunk_by(move |_, next| {
        load += bytes(next);
        let same = load < LOAD_BYTES;
        load = if same { load } else { 0 };
        same
    })
}

/// Adds the listed pairs of a revision.
pub(crate) async fn insert_pairs(
    tx: &mut Connection,
    batch: Uuid,
    revision: i32,
    pairs: &[PairRecord],
) -> Result<()> {
    for pairs in loads(pairs, |pair| pair.body.as_bytes().len()) {
        sqlx::query!(
            "insert into pair (batch, revision, rank, left_number, right_number, suspicion, packed)
             select $1, $2, *
             from unnest($3::integer[], $4::integer[], $5::integer[], $6::double precision[], $7::bytea[])",
            batch,
            revision,
            &pairs.iter().map(|pair| number(pair.rank)).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| number(pair.left)).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| number(pair.right)).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| pair.suspicion).collect::<Vec<_>>(),
            &pairs.iter().map(|pair| pair.body.as_bytes()).collect::<Vec<_>>() as &[&[u8]],
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Replaces the tokens of documents and deletes their texts.
pub(crate) async fn reduce_documents(tx: &mut Connection, streams: &[(DocumentId, Packed)]) -> Result<()> {
    for load in loads(streams, |(_, stream)| stream.as_bytes().len()) {
        sqlx::query!(
            "update document
             set text_packed = null, stream_packed = reduced.stream
             from unnest($1::bigint[], $2::bytea[]) as reduced (id, stream)
             where document.id = reduced.id",
            &load.iter().map(|(document, _)| document.0.cast_signed()).collect::<Vec<_>>(),
            &load.iter().map(|(_, stream)| stream.as_bytes()).collect::<Vec<_>>() as &[&[u8]],
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
    for load in loads(documents, |(_, fingerprints)| fingerprints.len()) {
        sqlx::query!(
            "update document
             set scheme = $1, fingerprints = anew.fingerprints
             from unnest($2::bigint[], $3::bytea[]) as anew (id, fingerprints)
             where document.id = anew.id",
            scheme,
            &load.iter().map(|(document, _)| document.0.cast_signed()).collect::<Vec<_>>(),
            &load.iter().map(|(_, fingerprints)| &fingerprints[..]).collect::<Vec<_>>() as &[&[u8]],
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
    let optional = |value: &'_ Option<String>| value.as_deref().map(|value| text(value).into_owned());
    sqlx::query!(
        "insert into submission (ingest, number, name, author, person, attempt, submitted_at, reference)
         select $1, *
         from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[])",
        ingest,
        &new.iter().map(|submission| before + number(submission.number)).collect::<Vec<_>>(),
        names,
        &new.iter().map(|submission| optional(&submission.header.author)).collect::<Vec<_>>() as &[Option<String>],
        &new.iter().map(|submission| optional(&submission.header.person)).collect::<Vec<_>>() as &[Option<String>],
        &new.iter().map(|submission| submission.header.attempt.map(number)).collect::<Vec<_>>() as &[Option<i32>],
        &new.iter().map(|submission| optional(&submission.header.submitted_at)).collect::<Vec<_>>()
            as &[Option<String>],
        &new.iter().map(|submission| optional(&submission.reference)).collect::<Vec<_>>() as &[Option<String>],
    )
    .execute(tx)
    .await?;
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
    let fingerprints =
        |document: &Document| document.fingerprints.as_ref().map_or(0, |(_, packed)| packed.0.len());
    let bytes = |document: &Document| {
        document.path.len()
            + document.text.as_ref().map_or(0, |text| text.as_bytes().len())
            + document.stream.as_bytes().len()
            + fingerprints(document)
    };
    let submission = |document: &Document| match document.submission {
        0 => 0,
        own => before + number(own),
    };
    let file = |document: &Document| match document.submission {
        0 => handed_out + number(document.file),
        _ => number(document.file),
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
            &load.iter().map(file).collect::<Vec<_>>(),
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
                .map(|document| document.fingerprints.as_ref().map(|(_, packed)| &packed.0[..]))
                .collect::<Vec<_>>() as &[Option<&[u8]>],
        )
        .execute(&mut *tx)
        .await?;
        first += documents;
    }
    Ok(())
}

/// Sets the numbers of documents that frequent fingerprints of a run's scheme are in.
pub(crate) async fn set_frequent(tx: &mut Connection, run: i64, frequent: &[(u64, u32)]) -> Result<()> {
    sqlx::query!(
        "insert into frequent_fingerprint (scheme, fingerprint, documents)
         select index_run.scheme, frequent.fingerprint, frequent.documents
         from index_run
         cross join unnest($2::bigint[], $3::integer[]) as frequent (fingerprint, documents)
         where index_run.id = $1
         on conflict (scheme, fingerprint) do update set documents = excluded.documents",
        run,
        &frequent.iter().map(|(fingerprint, _)| fingerprint.cast_signed()).collect::<Vec<_>>(),
        &frequent.iter().map(|&(_, documents)| number(documents)).collect::<Vec<_>>(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Adds blocks to a run.
pub(crate) async fn insert_blocks(tx: &mut Connection, run: i64, blocks: &[Block]) -> Result<()> {
    for load in loads(blocks, |block| block.bytes.len()) {
        sqlx::query!(
            "insert into index_block (run, first_fingerprint, bytes)
             select $1, *
             from unnest($2::bigint[], $3::bytea[])",
            run,
            &load.iter().map(|block| block.first.cast_signed()).collect::<Vec<_>>(),
            &load.iter().map(|block| &block.bytes[..]).collect::<Vec<_>>() as &[&[u8]],
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
