//! An index in a real database. Batches are added and deleted as in the service, and one lease merges.

use std::{any::Any, collections::BTreeMap, io::Cursor, ops::Range, process::Command, sync::Arc};

use chaffinch_storage::{
    Account, AccountId, AnalysisOptions, BatchId, By, Bytes, CourseId, Document, HolderId, IndexScheme,
    JobId, Lane, Lease, NewAccount, NewBatch, NewIngest, NewPart, NewRevision, NewRun, NewSubmission, Owner,
    Packed, PartKind, Review, RunId, SchemeId, Storage, SubmissionHeader,
};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_storage_tests::server::{PrivateServer, TestDatabase};
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::{DocumentSet, Fingerprint, RunBuilder, SortedBlocks, pack};

/// The scheme of all tests: the first one of a database.
pub(super) const SCHEME: SchemeId = SchemeId(1);

/// The kind of database.
#[derive(Debug, Clone, Copy)]
pub(super) enum Backend<'a> {
    Sqlite,
    /// On the test server; see `scripts/with-postgres`.
    Postgres,
    /// Blocks divided between these two servers.
    Partitions(&'a [PrivateServer; 2]),
}

/// A database with one account.
pub(super) struct Stored {
    pub(super) storage: Arc<dyn Storage>,
    account: Account,
    course: CourseId,
    minutes: i64,
    lease: Option<Lease>,
    /// Batches with their documents.
    batches: Vec<(BatchId, Range<u64>)>,
    /// For each run, the documents whose postings it was made from.
    sources: BTreeMap<RunId, Vec<Range<u64>>>,
    _keep: Box<dyn Any>,
}

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
}

fn operator() -> By {
    By { account: None, at: at(0) }
}

impl Stored {
    /// Creates an empty database.
    pub(super) async fn fresh(backend: Backend<'_>) -> Self {
        match backend {
            Backend::Sqlite => {
                let folder = tempfile::tempdir().unwrap();
                let storage = SqliteStorage::open(&folder.path().join("test.db")).await.unwrap();
                Self::of(Arc::new(storage), Box::new(folder)).await
            }
            Backend::Postgres => {
                let database = TestDatabase::migrated().await;
                Self::of(Arc::new(database.open().await), Box::new(database)).await
            }
            Backend::Partitions(servers) => {
                let name = format!("t{}", Uuid::new_v4().simple());
                let [first, second] = servers.each_ref().map(|server| {
                    psql(server.url(), &["--command", &format!("create database {name}")]);
                    server.url().replace("/postgres?", &format!("/{name}?"))
                });
                let options = PostgresOptions { connections: CONNECTIONS, migrate: true };
                let storage = PostgresStorage::open(&first, options).await.unwrap();
                let script =
                    concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/postgres/index-partitions.sql");
                let first = format!("first={first}");
                psql(&second, &["--set", &first, "--set", "password=", "--file", script]);
                Self::of(Arc::new(storage), Box::new(())).await
            }
        }
    }

    async fn of(storage: Arc<dyn Storage>, keep: Box<dyn Any>) -> Self {
        let (id, personal_course) = (AccountId::new(at(0)), CourseId::new(at(0)));
        let new = NewAccount { id, name: "ada".to_owned(), personal_course, email: None, admin: false };
        let account = storage.create_account(&new, &operator()).await.unwrap();
        let course = storage.personal_course(account.id).await.unwrap().unwrap().id;
        Self {
            storage,
            account,
            course,
            minutes: 0,
            lease: None,
            batches: Vec::new(),
            sources: BTreeMap::new(),
            _keep: keep,
        }
    }

    /// Analyses a batch of these documents. `change` may change the blocks before they are stored.
    pub(super) async fn ingest(
        &mut self,
        documents: &[Vec<Fingerprint>],
        change: impl FnOnce(&mut SortedBlocks),
    ) -> Range<u64> {
        self.minutes += 1;
        let id = BatchId::new(at(self.minutes));
        let content = Box::new(Cursor::new(b"zipped".to_vec()));
        let upload = NewBatch {
            id,
            job: JobId(id.0),
            course: self.course,
            creator: self.account.id,
            title: "Exercise".to_owned(),
            options: AnalysisOptions::default(),
            created: at(self.minutes),
            keep_until: None,
            idempotency: None,
            parts: vec![NewPart { kind: PartKind::Submissions, name: "class.zip".to_owned(), content }],
        };
        self.storage.accept(upload).await.unwrap();
        let lease = self.claim(Lane::Analysis).await;
        self.storage.finish(&lease, report(), ingest(documents, change), at(self.minutes)).await.unwrap();
        let numbers = self.storage.ingests(Owner::Batch(id)).await.unwrap()[0].documents.clone();
        self.batches.push((id, numbers.clone()));
        for run in self.storage.runs(SCHEME).await.unwrap() {
            self.sources.entry(run.id).or_insert_with(|| vec![numbers.clone()]);
        }
        numbers
    }

    /// Deletes one of the batches, and returns its documents.
    pub(super) async fn delete(&mut self, which: proptest::sample::Index) -> Option<Range<u64>> {
        let which = which.index(self.batches.len().max(1));
        let (id, documents) = (which < self.batches.len()).then(|| self.batches.remove(which))?;
        assert!(self.storage.delete(id, &operator()).await.unwrap());
        Some(documents)
    }

    /// Returns the lease for merging.
    pub(super) async fn lease(&mut self) -> Lease {
        if self.lease.is_none() {
            let job = JobId::new(at(self.minutes));
            assert!(self.storage.queue_compaction(SCHEME, job, at(self.minutes)).await.unwrap());
            self.lease = Some(self.claim(Lane::Maintenance).await);
        }
        self.lease.unwrap()
    }

    async fn claim(&self, lane: Lane) -> Lease {
        let holder = HolderId(Uuid::from_u128(7));
        self.storage.claim(holder, lane, at(1_000_000)).await.unwrap().unwrap().lease
    }

    /// Records that these runs became one, and returns their documents.
    pub(super) async fn merged(&mut self, merged: &[RunId]) -> DocumentSet {
        let sources: Vec<_> = merged.iter().flat_map(|run| self.sources.remove(run).unwrap()).collect();
        for run in self.storage.runs(SCHEME).await.unwrap() {
            self.sources.entry(run.id).or_insert_with(|| sources.clone());
        }
        sources.into_iter().collect()
    }
}

fn psql(url: &str, arguments: &[&str]) {
    let status = Command::new("psql").args(["--quiet", "--no-psqlrc", url]).args(arguments).status();
    assert!(status.unwrap().success(), "psql {arguments:?}");
}

fn ingest(documents: &[Vec<Fingerprint>], change: impl FnOnce(&mut SortedBlocks)) -> NewIngest {
    let scheme = IndexScheme { family: "c".to_owned(), normalizer: 1, format: 1 };
    let mut builder = RunBuilder::default();
    for (number, document) in (0..).zip(documents) {
        builder.add(number, document);
    }
    let mut sorted = builder.build();
    change(&mut sorted);
    let document = |(number, fingerprints): (u32, &Vec<Fingerprint>)| Document {
        submission: number,
        file: 0,
        path: "main.c".to_owned(),
        text: None,
        stream: Packed::pack(b""),
        fingerprints: Some((scheme.clone(), Bytes(pack(fingerprints)))),
    };
    let submission = |number: u32| NewSubmission {
        number,
        header: SubmissionHeader::named(format!("s{number}")),
        reference: None,
    };
    NewIngest {
        submissions: (1..=documents.len() as u32).map(submission).collect(),
        documents: (1..).zip(documents).map(document).collect(),
        runs: vec![NewRun { scheme: scheme.clone(), postings: sorted.postings, blocks: sorted.blocks }],
    }
}

fn report() -> NewRevision {
    NewRevision {
        engine: "0.1.0".to_owned(),
        settings: serde_json::json!({}),
        review: Review::default(),
        submissions: 1,
        head: Packed::pack(b""),
        body: Packed::pack(b""),
        pairs: Vec::new(),
        archived: Vec::new(),
        found: chaffinch_storage::Found::default(),
        changed: None,
        judged: None,
    }
}
