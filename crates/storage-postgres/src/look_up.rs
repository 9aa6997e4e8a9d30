//! Looks up fingerprints in all visible runs, with few statements for any number of runs.

use chaffinch_storage::{DocumentId, FoundBlock, LookedUp, Result, Run, RunId, SchemeId};

use crate::dialect::Connection;
use crate::sql::number;
use crate::sql::runs::{block, frequent, runs};

/// Upper bound of fingerprints. They are evenly distributed, and so are the blocks of a run.
const SPACE: f64 = (1u64 << 48) as f64;

/// A run with fewer blocks per fingerprint in the requested range is read from end to end: the next block costs a
/// fraction of a search.
const DENSE: f64 = 4.0;

/// Maximum number of fingerprints that one statement looks up one by one. Each further statement costs as much as
/// about twenty fingerprints (round trip and planner).
const FEW: usize = 512;

/// See [`chaffinch_storage::Index::look_up`].
pub(crate) async fn look_up(tx: &mut Connection, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
    if fingerprints.len() <= FEW {
        return few(tx, scheme, fingerprints).await;
    }
    let frequent = frequent(&mut *tx, scheme, fingerprints).await?;
    let wanted: Vec<i64> = fingerprints
        .iter()
        .filter(|wanted| frequent.binary_search(wanted).is_err())
        .map(|wanted| wanted.cast_signed())
        .collect();
    let (&[first, ..], &[.., last]) = (&wanted[..], &wanted[..]) else {
        return Ok(LookedUp { blocks: Vec::new(), frequent });
    };
    let range = (last - first) as f64 / SPACE;
    let (dense, sparse): (Vec<Run>, Vec<Run>) = runs(tx, scheme)
        .await?
        .into_iter()
        .partition(|run| run.blocks as f64 * range <= DENSE * wanted.len() as f64);
    let mut blocks = Vec::new();
    if !dense.is_empty() {
        blocks.extend(between(tx, &dense, first, last).await?);
    }
    if !sparse.is_empty() {
        blocks.extend(holding(tx, &sparse, &wanted).await?);
    }
    blocks.sort_unstable_by_key(|found| (found.run, found.block.first));
    Ok(LookedUp { blocks, frequent })
}

/// Looks up few fingerprints with one statement, which is quick to plan.
async fn few(tx: &mut Connection, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
    let rows = sqlx::query!(
        r#"select
             run.id as "run?", run.base as "base?", block.first_fingerprint as "first?", block.bytes as "bytes?",
             null::bigint as "frequent?"
           from index_run run
           cross join unnest($1::bigint[]) wanted
           cross join lateral (
             select first_fingerprint, bytes
             from index_block
             where index_block.run = run.id and first_fingerprint <= wanted
             order by first_fingerprint desc
             limit 1
           ) block
           where run.scheme = $2
             and run.building is null
             and not exists (
               select from frequent_fingerprint where frequent_fingerprint.scheme = $2 and fingerprint = wanted)
           union all
           select null, null, null, null, fingerprint
           from frequent_fingerprint
           where scheme = $2 and fingerprint = any($1)"#,
        &fingerprints.iter().map(|fingerprint| fingerprint.cast_signed()).collect::<Vec<_>>(),
        number(scheme.0),
    )
    .fetch_all(tx)
    .await?;
    let mut looked_up = LookedUp::default();
    for row in rows {
        match (row.frequent, row.run, row.base, row.first, row.bytes) {
            (Some(frequent), ..) => looked_up.frequent.push(frequent.cast_unsigned()),
            (None, Some(run), Some(base), Some(first), Some(bytes)) => {
                looked_up.blocks.push(found(run, base, first, bytes));
            }
            _ => {}
        }
    }
    looked_up.frequent.sort_unstable();
    // Neighbouring fingerprints share a block.
    looked_up.blocks.sort_unstable_by_key(|found| (found.run, found.block.first));
    looked_up.blocks.dedup_by_key(|found| (found.run, found.block.first));
    Ok(looked_up)
}

/// Returns the numbers and bases of runs as columns.
fn columns(runs: &[Run]) -> (Vec<i64>, Vec<i64>) {
    runs.iter().map(|run| (run.id.0.cast_signed(), run.base.0.cast_signed())).unzip()
}

fn found(run: i64, base: i64, first: i64, bytes: Vec<u8>) -> FoundBlock {
    FoundBlock {
        run: RunId(run.cast_unsigned()),
        base: DocumentId(base.cast_unsigned()),
        block: block(first, bytes),
    }
}

/// Returns the blocks of these runs that overlap this range.
async fn between(tx: &mut Connection, runs: &[Run], first: i64, last: i64) -> Result<Vec<FoundBlock>> {
    let (runs, bases) = columns(runs);
    let rows = sqlx::query!(
        r#"select asked.run as "run!", asked.base as "base!", block.first_fingerprint, block.bytes
           from unnest($1::bigint[], $2::bigint[]) as asked (run, base)
           cross join lateral (
             select coalesce(max(first_fingerprint), $3) as first
             from index_block
             where index_block.run = asked.run and first_fingerprint <= $3
           ) nearest
           cross join lateral (
             select first_fingerprint, bytes
             from index_block
             where index_block.run = asked.run and first_fingerprint between nearest.first and $4
             offset 0
           ) block"#,
        &runs,
        &bases,
        first,
        last,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| found(row.run, row.base, row.first_fingerprint, row.bytes)).collect())
}

/// Returns the blocks of these runs that may hold one of these fingerprints, each once.
async fn holding(tx: &mut Connection, runs: &[Run], wanted: &[i64]) -> Result<Vec<FoundBlock>> {
    let (runs, bases) = columns(runs);
    let rows = sqlx::query!(
        r#"select asked.run as "run!", asked.base as "base!", block.first_fingerprint, block.bytes
           from unnest($1::bigint[], $2::bigint[]) as asked (run, base)
           cross join lateral (
             select distinct on (first_fingerprint) first_fingerprint, bytes
             from unnest($3::bigint[]) as wanted
             cross join lateral (
               select first_fingerprint, bytes
               from index_block
               where index_block.run = asked.run and first_fingerprint <= wanted
               order by first_fingerprint desc
               limit 1
             ) nearest
           ) block"#,
        &runs,
        &bases,
        wanted,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| found(row.run, row.base, row.first_fingerprint, row.bytes)).collect())
}
