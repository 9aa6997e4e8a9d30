//! Checks that a database without queued and running jobs contains no leftovers.

use chaffinch_index::check;
use chaffinch_storage::Storage;
use sqlx::{AssertSqlSafe, Executor as _, PgConnection, SqliteConnection};

/// Queries whose result must be 0, in SQL that both backends accept.
const NOTHING: [(&str, &str); 12] = [
    ("uploads of jobs that have ended", "select count(*) from part"),
    ("pieces of them", "select count(*) from part_chunk"),
    ("jobs that wait or run", "select count(*) from job where state in ('queued', 'running')"),
    (
        "jobs that failed through no fault of an upload",
        "select count(*) from job where state = 'failed' and reason not like 'The batch has no submissions%'",
    ),
    (
        "jobs of nobody",
        "select count(*) from job where batch is null and archive is null and lane <> 'house'",
    ),
    (
        "batches without exactly one revision",
        "select count(*) from batch where 1 <> (select count(*) from revision where revision.batch = batch.id)",
    ),
    (
        "batches without exactly one ingest",
        "select count(*) from batch where 1 <> (select count(*) from ingest where ingest.batch = batch.id)",
    ),
    (
        "ingests with other documents than they tell",
        "select count(*) from ingest
         where documents <> (select count(*) from document where document.ingest = ingest.first)
           or documents <> (select count(*) from document where id >= first and id < first + documents)",
    ),
    ("runs that somebody was still writing", "select count(*) from index_run where building is not null"),
    (
        "runs with other blocks than they tell",
        "select count(*) from index_run where blocks <> (select count(*) from index_block where run = index_run.id)",
    ),
    (
        "fresh runs of nobody",
        "select count(*) from index_run where level = 0 and first not in (select first from ingest)",
    ),
    (
        "texts in reduced archives",
        "select count(*) from document join ingest on ingest.first = document.ingest
         join archive on archive.id = ingest.archive where keeping = 'reduced' and text_packed is not null",
    ),
];

/// Tables with uploaded data, or data derived from it.
const UPLOADED: [&str; 14] = [
    "batch",
    "archive",
    "idempotency",
    "part",
    "part_chunk",
    "job",
    "revision",
    "revision_chunk",
    "pair",
    "ingest",
    "submission",
    "document",
    "revision_archived",
    "index_block",
];

/// A direct connection to the database.
pub(crate) enum Inside {
    Server(PgConnection),
    File(SqliteConnection),
}

impl Inside {
    pub(crate) async fn count(&mut self, question: &str) -> i64 {
        let question = AssertSqlSafe(question.to_owned());
        match self {
            Self::Server(connection) => sqlx::query_scalar(question).fetch_one(connection).await.unwrap(),
            Self::File(connection) => sqlx::query_scalar(question).fetch_one(connection).await.unwrap(),
        }
    }

    pub(crate) async fn execute(&mut self, statement: &str) {
        let statement = AssertSqlSafe(statement.to_owned());
        match self {
            Self::Server(connection) => drop(connection.execute(statement).await.unwrap()),
            Self::File(connection) => drop(connection.execute(statement).await.unwrap()),
        }
    }
}

/// Checks that there are no leftovers, and that the index matches the documents.
pub(crate) async fn assert_none(storage: &dyn Storage, mut inside: Inside) {
    for (what, question) in NOTHING {
        assert_eq!(inside.count(question).await, 0, "{what}");
    }
    for (scheme, _) in storage.index_schemes().await.unwrap() {
        let dead: u64 = storage.runs(scheme).await.unwrap().iter().map(|run| run.dead).sum();
        let health = check(storage, scheme, |_, _| ()).await.unwrap();
        assert!(!health.needs_rebuild() && health.damaged_documents.is_empty(), "{health:?}");
        assert!(dead > 0 || health.dead == 0, "postings of dead documents that no run knows of: {health:?}");
    }
}

/// Checks that nothing of any upload is left.
pub(crate) async fn assert_empty(mut inside: Inside) {
    for table in UPLOADED {
        assert_eq!(inside.count(&format!("select count(*) from {table}")).await, 0, "{table}");
    }
}
