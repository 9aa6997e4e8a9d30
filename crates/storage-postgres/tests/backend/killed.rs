//! What a process has been told is kept, is kept, though it is killed in the middle of the next write.

use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_tests::killed;
use chaffinch_storage_tests::server::TestDatabase;

/// Tells the writer where to write.
const DATABASE: &str = "KILLED_TEST_DATABASE";

#[tokio::test]
#[ignore = "started by the other test"]
async fn writer() {
    let options = PostgresOptions { connections: CONNECTIONS, migrate: false };
    let storage = PostgresStorage::open(&std::env::var(DATABASE).unwrap(), options).await.unwrap();
    killed::accept_for_ever(&storage).await;
}

#[tokio::test]
async fn nothing_kept_is_lost_and_nothing_half_written_is_there() {
    let database = TestDatabase::migrated().await;
    let told = killed::kill_in_the_middle(|writer| writer.env(DATABASE, database.url()));

    // The server has noticed, and rolled back what was under way.
    let sessions = "select count(*) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid()";
    let mut connection = database.connect().await;
    while sqlx::query_scalar::<_, i64>(sessions).fetch_one(&mut connection).await.unwrap() > 0 {}

    killed::nothing_is_lost(&database.open().await, &told).await;
}
