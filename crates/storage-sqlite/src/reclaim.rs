//! Space that deleting leaves: given back, piece by piece, and the log emptied.

use std::time::Duration;

use chaffinch_storage::Result;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::SqliteStorage;
use crate::sql::values::Failing;

/// How long emptying the log waits for readers.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_millis(500);

/// Pages given back at once; others may write after each.
const VACUUM_PAGES: u64 = 1024;

/// So many free pages, a megabyte, are left for the next upload instead of being given back after each analysis.
const SPARE_PAGES: u64 = 128;

impl SqliteStorage {
    /// Gives freed pages back to the file system and empties the log, so that deleted content is nowhere. The
    /// deletion is committed before; what cannot be had now, because somebody reads, is had the next time.
    pub(crate) async fn reclaim(&self) {
        let _alone = self.reclaiming.lock().await;
        let vacuumed = self.vacuum().await;
        // On a connection of its own, which waits only shortly: a back-up that reads for minutes must not hold up
        // the writer, or all leases would be lost.
        let checkpoint = async {
            let mut connection = self.options.clone().busy_timeout(CHECKPOINT_TIMEOUT).connect().await?;
            sqlx::query("pragma wal_checkpoint(truncate)").fetch_all(&mut connection).await?;
            connection.close().await
        };
        if let Err(error) = vacuumed.and(checkpoint.await.or_failed()) {
            tracing::warn!(?error, "cannot clear deleted content yet; the next deletion will clear it");
        }
    }

    /// As [`Self::reclaim`], where it is worth it: for what leaves free pages day by day.
    pub(crate) async fn reclaim_much(&self) {
        if self.free_pages().await.is_ok_and(|free| SPARE_PAGES <= free) {
            self.reclaim().await;
        }
    }

    /// Gives back what is free now, piece by piece.
    async fn vacuum(&self) -> Result<()> {
        for _ in 0..self.free_pages().await?.div_ceil(VACUUM_PAGES) {
            let piece = AssertSqlSafe(format!("pragma incremental_vacuum({VACUUM_PAGES})"));
            sqlx::query(piece).fetch_all(&mut *self.write().await?).await.or_failed()?;
        }
        Ok(())
    }

    async fn free_pages(&self) -> Result<u64> {
        let free: i64 =
            sqlx::query_scalar("pragma freelist_count").fetch_one(&self.reader).await.or_failed()?;
        Ok(free.cast_unsigned())
    }
}
