//! What a process has been told is kept, is kept, though it is killed in the middle of the next write.

use std::path::Path;

use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_storage_tests::killed;
use tempfile::TempDir;

#[tokio::test]
#[ignore = "started by the other test"]
async fn writer() {
    let storage = SqliteStorage::open(Path::new("chaffinch.sqlite")).await.unwrap();
    killed::accept_for_ever(&storage).await;
}

#[tokio::test]
async fn nothing_kept_is_lost_and_nothing_half_written_is_there() {
    let folder = TempDir::new().unwrap();
    let told = killed::kill_in_the_middle(|writer| writer.current_dir(folder.path()));
    let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
    killed::nothing_is_lost(&storage, &told).await;
}
