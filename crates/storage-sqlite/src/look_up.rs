//! Looks up fingerprints in all visible runs.

use chaffinch_storage::backend::json;
use chaffinch_storage::{Block, FoundBlock, LookedUp, Result, RunId, SchemeId};

use crate::dialect::Connection;
use crate::sql::count;
use crate::sql::runs::{block, frequent, runs};

/// Upper bound of fingerprints. They are evenly distributed, and so are the blocks of a run.
const SPACE: f64 = (1u64 << 48) as f64;

/// A run with fewer blocks per fingerprint in the requested range is read from end to end: the next block costs a
/// fraction of a search.
const DENSE: f64 = 4.0;

/// See [`chaffinch_storage::Index::look_up`].
pub(crate) async fn look_up(tx: &mut Connection, scheme: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
    let frequent = frequent(&mut *tx, scheme, fingerprints).await?;
    let wanted: Vec<u64> =
        fingerprints.iter().copied().filter(|wanted| frequent.binary_search(wanted).is_err()).collect();
    let (&[first, ..], &[.., last]) = (&wanted[..], &wanted[..]) else {
        return Ok(LookedUp { blocks: Vec::new(), frequent });
    };
    let asked = json(&wanted);
    let mut found = Vec::new();
    for run in runs(&mut *tx, scheme).await? {
        let range = (last - first) as f64 / SPACE;
        let blocks = if run.blocks as f64 * range <= DENSE * count(wanted.len()) as f64 {
            between(&mut *tx, run.id, first, last).await?
        } else {
            holding(&mut *tx, run.id, &asked).await?
        };
        found.extend(blocks.into_iter().map(|block| FoundBlock { run: run.id, base: run.base, block }));
    }
    Ok(LookedUp { blocks: found, frequent })
}

/// Returns the blocks of a run that overlap this range.
async fn between(db: &mut Connection, run: RunId, first: u64, last: u64) -> Result<Vec<Block>> {
    let (run, first, last) = (run.0.cast_signed(), first.cast_signed(), last.cast_signed());
    let rows = sqlx::query!(
        "select first_fingerprint, bytes
         from index_block
         where run = $1
           and first_fingerprint <= $3
           and first_fingerprint >= coalesce(
             (select max(first_fingerprint) from index_block where run = $1 and first_fingerprint <= $2), $2)
         order by first_fingerprint",
        run,
        first,
        last,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| block(row.first_fingerprint, row.bytes)).collect())
}

/// Returns the blocks of a run that may hold one of these fingerprints, each once.
async fn holding(db: &mut Connection, run: RunId, wanted: &str) -> Result<Vec<Block>> {
    let run = run.0.cast_signed();
    let rows = sqlx::query!(
        r#"select first_fingerprint, bytes
           from index_block
           where run = $1
             and first_fingerprint in (
               select (select max(first_fingerprint) from index_block where run = $1 and first_fingerprint <= value)
               from json_each($2)
             )
           order by first_fingerprint"#,
        run,
        wanted,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| block(row.first_fingerprint, row.bytes)).collect())
}
