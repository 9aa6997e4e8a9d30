//! The stories every backend passes, through a pooler that gives every transaction another connection.

use std::sync::Arc;

use chaffinch_storage::Storage;
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_tests::server::TestDatabase;

async fn open(database: &TestDatabase) -> PostgresStorage {
    let options = PostgresOptions { connections: CONNECTIONS, migrate: false };
    PostgresStorage::open(&database.pooled_url(), options).await.unwrap()
}

async fn fresh() -> (Arc<dyn Storage>, TestDatabase) {
    let database = TestDatabase::migrated().await;
    (Arc::new(open(&database).await), database)
}

chaffinch_storage_tests::contract!(fresh);

/// A session that listens would be lent to others, and these cannot take what they did not ask for.
#[tokio::test]
async fn nobody_listens_through_a_pooler() {
    let database = TestDatabase::migrated().await;
    let pooled = open(&database).await;
    assert!(!pooled.examine().await.unwrap().hears);
    assert!(database.open().await.examine().await.unwrap().hears);
}
