//! Returns the space of deleted content to the file system and empties the log.

use std::time::Duration;

use chaffinch_storage::{Result, StorageError};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::SqliteStorage;

/// How long emptying the log waits for readers.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_millis(500);

/// Number of pages returned at once. Others may write in between.
const VACUUM_PAGES: u64 = 1024;

/// Number of free pages (1 MiB) that are left for the next upload instead of being returned after each analysis.
const SPARE_PAGES: u64 = 128;

impl SqliteStorage {
    /// Returns free pages to the file system and empties the log, so that no deleted content remains. The deletion is
    /// already committed. What a reader blocks now is done the next time.
    pub(crate) async fn reclaim(&self) {
        let _alone = self.reclaiming.lock().await;
        let vacuumed = self.vacuum().await;
        // A separate connection that waits only briefly. If a backup that reads for minutes delayed the writer, all
        // leases would be lost.
        let checkpoint = async {
            let mut connection = self.options.clone().busy_timeout(CHECKPOINT_TIMEOUT).connect().await?;
            sqlx::query("pragma wal_checkpoint(truncate)").fetch_all(&mut connection).await?;
            Ok::<(), StorageError>(connection.close().await?)
        };
        if let Err(error) = vacuumed.and(checkpoint.await) {
            tracing::warn!(?error, "cannot clear deleted content yet; the next deletion will clear it");
        }
    }

    /// Writes the whole file anew, without what another program left in the unused parts of its pages: only connections
    /// that overwrite deleted content keep these empty, and a backup may have been copied by one that does not.
    pub(crate) async fn rewrite_all(&self) -> Result<()> {
        sqlx::query("vacuum").execute(&mut *self.write().await?).await?;
        self.reclaim().await;
        Ok(())
    }

    /// As [`Self::reclaim`], if at least [`SPARE_PAGES`] are free. For operations that free pages all the time.
    pub(crate) async fn reclaim_much(&self) {
        if self.free_pages().await.is_ok_and(|free| SPARE_PAGES <= free) {
            self.reclaim().await;
        }
    }

    /// Returns the pages that are free now, in pieces.
    async fn vacuum(&self) -> Result<()> {
        for _ in 0..self.free_pages().await?.div_ceil(VACUUM_PAGES) {
            let piece = AssertSqlSafe(format!("pragma incremental_vacuum({VACUUM_PAGES})"));
            sqlx::query(piece).fetch_all(&mut *self.write().await?).await?;
        }
        Ok(())
    }

    async fn free_pages(&self) -> Result<u64> {
        let free: i64 = sqlx::query_scalar("pragma freelist_count").fetch_one(&self.reader).await?;
        Ok(free.cast_unsigned())
    }
}
