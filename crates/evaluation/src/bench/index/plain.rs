//! The baseline: a table with one row per posting and a B-tree that covers it. Contains all of its SQL.

use std::collections::BTreeMap;

use chaffinch_index::Fingerprint;
use rayon::slice::ParallelSliceMut;
use sqlx::{PgConnection, Row};

use super::copy::{Copy, run};

/// Creates the table.
pub(super) async fn create(db: &mut PgConnection) -> anyhow::Result<()> {
    run(
        db,
        "drop table if exists posting;
         create table posting (fingerprint bigint not null, document integer not null, position integer not null);",
    )
    .await?;
    index(db).await
}

/// Creates the B-tree.
pub(super) async fn index(db: &mut PgConnection) -> anyhow::Result<()> {
    run(db, "create index posting_key on posting (fingerprint) include (document, position)").await
}

/// Drops the B-tree for a faster load.
pub(super) async fn drop_index(db: &mut PgConnection) -> anyhow::Result<()> {
    run(db, "drop index posting_key").await
}

/// Adds documents. Their postings are sorted by fingerprint first, which is twice as fast as their own order.
pub(super) async fn load(
    db: &mut PgConnection,
    first: u64,
    documents: &[Vec<Fingerprint>],
) -> anyhow::Result<()> {
    let mut rows: Vec<(u64, u32, u32)> = Vec::new();
    for (document, fingerprints) in (first as u32..).zip(documents) {
        rows.extend(fingerprints.iter().map(|f| (f.value, document, f.position)));
    }
    rows.par_sort_unstable();
    let mut copy =
        Copy::begin(db, "copy posting (fingerprint, document, position) from stdin binary").await?;
    for (fingerprint, document, position) in rows {
        copy.row(&[&fingerprint.to_be_bytes(), &document.to_be_bytes(), &position.to_be_bytes()]).await?;
    }
    copy.finish().await
}

/// Returns the documents that share most with this one, by the weight of [`chaffinch_index::Candidate`], among `stored`
/// documents. Fingerprints in more than `limit` of them are ignored.
pub(super) async fn candidates(
    db: &mut PgConnection,
    asked: &[Fingerprint],
    stored: u64,
    limit: u32,
    most: usize,
) -> anyhow::Result<Vec<u64>> {
    let mut values: Vec<i64> = asked.iter().map(|fingerprint| fingerprint.value.cast_signed()).collect();
    values.sort_unstable();
    values.dedup();
    let rows = sqlx::query(
        "select asked, found.document
         from unnest($1::bigint[]) asked
         cross join lateral (select document from posting where fingerprint = asked limit $2) found",
    )
    .persistent(false)
    .bind(&values)
    .bind(i64::from(limit) + 1)
    .fetch_all(db)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        found.push((row.try_get::<i64, _>(0)?, row.try_get::<i32, _>(1)?.cast_unsigned()));
    }
    found.sort_unstable();
    found.dedup();
    let mut weights: BTreeMap<u32, u64> = BTreeMap::new();
    for list in found.chunk_by(|left, right| left.0 == right.0).filter(|list| list.len() <= limit as usize) {
        let bits = ((stored as f64 + 1.0) / list.len() as f64).log2();
        let weight = (bits * bits * 256.0).round() as u64;
        for &(_, document) in list {
            *weights.entry(document).or_default() += weight;
        }
    }
    let mut best: Vec<(u32, u64)> = weights.into_iter().collect();
    best.sort_by_key(|&(document, weight)| (std::cmp::Reverse(weight), document));
    best.truncate(most);
    Ok(best.into_iter().map(|(document, _)| u64::from(document)).collect())
}
