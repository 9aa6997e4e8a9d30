//! The stories every backend passes, on real files.

use std::sync::Arc;

use chaffinch_storage::Storage;
use chaffinch_storage_sqlite::SqliteStorage;
use tempfile::TempDir;

async fn fresh() -> (Arc<dyn Storage>, TempDir) {
    let folder = TempDir::new().unwrap();
    let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
    (Arc::new(storage), folder)
}

chaffinch_storage_tests::contract!(fresh);
