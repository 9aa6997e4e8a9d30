//! The stories every backend passes, on a real server.

use std::sync::Arc;

use chaffinch_storage::Storage;
use chaffinch_storage_tests::server::TestDatabase;

async fn fresh() -> (Arc<dyn Storage>, TestDatabase) {
    let database = TestDatabase::migrated().await;
    (Arc::new(database.open().await), database)
}

chaffinch_storage_tests::contract!(fresh);
