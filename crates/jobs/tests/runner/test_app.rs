//! The test environment: a service without web pages, with a real database, a clock that the test moves, and runners
//! that start real children.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chaffinch_jobs::{ChildCommand, ChildSettings, Clock, Runner, RunnerSettings, WorkDirError};
use chaffinch_storage::{
    AccountId, AnalysisOptions, Archive, ArchiveId, Batch, BatchId, By, CourseId, JobId, NewAccount,
    NewBatch, NewPart, PartKind, Status, Storage,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::Connection;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A program that is large enough to be copied.
pub(crate) const SUM: &str = "int sum(int *v, int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++) { s += v[i] * 2 - 1; }\n  \
                   if (s > 100) { return 100; }\n  while (s < 0) { s = s + n; }\n  return s;\n}\n";

/// Returns the child command of the tests.
pub(crate) fn this_test_binary() -> ChildCommand {
    ChildCommand {
        program: std::env::current_exe().unwrap(),
        arguments: ["--ignored", "--exact", "child", "--nocapture"].map(Into::into).to_vec(),
    }
}

/// A clock that moves only when the test moves it. It counts how often it is read, which is once each time that a
/// runner reads at the running jobs.
#[derive(Clone)]
pub(crate) struct ManualClock(watch::Sender<(Instant, u64)>, Arc<AtomicI64>);

impl ManualClock {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new((Instant::now(), 0)), Arc::default())
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.0.send_modify(|(now, _)| *now += by);
    }

    /// Changes the calendar time, like an operator or a time server. The monotonic time does not change.
    pub(crate) fn step(&self, by: TimeDelta) {
        self.1.fetch_add(by.num_seconds(), Ordering::Relaxed);
    }

    /// Waits until the runner has looked at the running jobs in their current state. It waits for two reads, because
    /// the first may have begun earlier.
    pub(crate) async fn observed(&self) {
        let enough = self.0.borrow().1 + 2;
        self.0.subscribe().wait_for(|&(_, reads)| enough <= reads).await.unwrap();
    }
}

impl Clock for ManualClock {
    /// Returns a time one second later at each call, so that jobs that rest after a failed attempt become due.
    fn now(&self) -> DateTime<Utc> {
        at(100) + TimeDelta::seconds(self.1.fetch_add(1, Ordering::Relaxed))
    }

    fn monotonic(&self) -> Instant {
        self.0.send_modify(|(_, reads)| *reads += 1);
        self.0.borrow().0
    }
}

pub(crate) fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

pub(crate) fn operator() -> By {
    By { account: None, at: at(50) }
}

/// Returns a file of an upload.
pub(crate) fn part(kind: PartKind, name: &str, text: &str) -> NewPart {
    NewPart { kind, name: name.to_owned(), content: Box::new(Cursor::new(text.as_bytes().to_vec())) }
}

/// A service without web pages: database, clock and folder for running jobs.
pub(crate) struct TestApp {
    folder: TempDir,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) clock: ManualClock,
    pub(crate) account: AccountId,
    pub(crate) course: CourseId,
}

/// A running runner.
pub(crate) struct Running {
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), WorkDirError>>,
}

impl Running {
    pub(crate) async fn stop(self) {
        self.shutdown.cancel();
        self.task.await.unwrap().unwrap();
    }
}

impl TestApp {
    pub(crate) async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
        let (account, course) = (AccountId::new(at(0)), CourseId::new(at(0)));
        let new = NewAccount {
            id: account,
            name: "ada".to_owned(),
            personal_course: course,
            email: None,
            admin: false,
        };
        chaffinch_storage::Accounts::create_account(&storage, &new, &operator()).await.unwrap();
        Self { folder, storage: Arc::new(storage), clock: ManualClock::new(), account, course }
    }

    /// Lets another account upload from now on.
    pub(crate) async fn switch_account(&mut self, name: &str) {
        let new = NewAccount {
            id: AccountId::new(at(1)),
            name: name.to_owned(),
            personal_course: CourseId::new(at(1)),
            email: None,
            admin: false,
        };
        self.storage.create_account(&new, &operator()).await.unwrap();
        self.account = new.id;
    }

    pub(crate) fn work_dir(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(crate) fn marker(&self) -> String {
        self.folder.path().join("marker").to_str().unwrap().to_owned()
    }

    pub(crate) async fn upload(&self, minutes: i64, files: &[(&str, &str)]) -> BatchId {
        self.upload_with(minutes, AnalysisOptions::default(), files).await
    }

    pub(crate) async fn upload_with(
        &self,
        minutes: i64,
        options: AnalysisOptions,
        files: &[(&str, &str)],
    ) -> BatchId {
        let parts = files.iter().map(|(name, text)| part(PartKind::Submissions, name, text)).collect();
        self.upload_parts(minutes, options, parts).await
    }

    pub(crate) async fn upload_parts(
        &self,
        minutes: i64,
        options: AnalysisOptions,
        parts: Vec<NewPart>,
    ) -> BatchId {
        let new = NewBatch {
            id: BatchId::new(at(minutes)),
            job: JobId::new(at(minutes)),
            course: self.course,
            creator: self.account,
            title: "Sheet 1".to_owned(),
            options,
            created: at(minutes),
            keep_until: None,
            idempotency: None,
            parts,
        };
        self.storage.accept(new).await.unwrap().batch().id
    }

    /// Uploads three small programs, two of which are the same. The first begins with `script`.
    pub(crate) async fn class(&self, minutes: i64, script: &str) -> BatchId {
        let first = format!("{script}\n{SUM}");
        let renamed = SUM.replace('s', "total");
        self.upload(minutes, &[("a.c", &first), ("b.c", &renamed), ("c.c", "int main(void) { return 0; }\n")])
            .await
    }

    pub(crate) fn settings(&self) -> RunnerSettings {
        let mut settings = RunnerSettings::new(ChildSettings::new(this_test_binary(), self.work_dir()));
        settings.poll_interval = Duration::from_millis(10);
        settings.progress_interval = Duration::from_millis(10);
        settings
    }

    pub(crate) fn start(&self) -> Running {
        let settings = self.settings();
        let runner = Runner::new(Arc::clone(&self.storage), Arc::new(self.clock.clone()), settings);
        let shutdown = CancellationToken::new();
        Running { shutdown: shutdown.clone(), task: tokio::spawn(runner.run(shutdown)) }
    }

    /// Waits until a batch is in a certain state, like a page does.
    pub(crate) async fn until(&self, id: BatchId, wanted: impl Fn(&Batch) -> bool) -> Batch {
        let mut changes = self.storage.changes();
        loop {
            let batch = self.storage.batch(id).await.unwrap().unwrap();
            if wanted(&batch) {
                return batch;
            }
            assert!(!batch.status.is_final(), "it ended otherwise: {:?}", batch.status);
            tokio::time::timeout(Duration::from_mins(2), changes.changed())
                .await
                .expect("no progress")
                .unwrap();
        }
    }

    /// Waits until an archive is in a certain state.
    pub(crate) async fn until_archive(&self, id: ArchiveId, wanted: impl Fn(&Archive) -> bool) -> Archive {
        let mut changes = self.storage.changes();
        loop {
            let archive = self.storage.archive(id).await.unwrap().unwrap();
            if wanted(&archive) {
                return archive;
            }
            tokio::time::timeout(Duration::from_mins(2), changes.changed())
                .await
                .expect("no progress")
                .unwrap();
        }
    }

    pub(crate) async fn until_done(&self, id: BatchId) -> Batch {
        self.until(id, |batch| batch.status == Status::Done).await
    }

    pub(crate) async fn until_failed(&self, id: BatchId) -> String {
        let failed = self.until(id, |batch| matches!(batch.status, Status::Failed { .. })).await;
        let Status::Failed { reason } = failed.status else { unreachable!("just waited for it") };
        reason
    }

    pub(crate) async fn until_hanging(&self, id: BatchId) {
        self.until(id, |batch| matches!(&batch.status, Status::Running(at) if at.total == 77)).await;
    }

    /// Plans a failure inside the database, which no caller of the storage could cause.
    pub(crate) async fn sql(&self, statement: &str) {
        let mut connection = self.connect().await;
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    }

    /// Returns the number of attempts counted so far.
    pub(crate) async fn attempts(&self, batch: BatchId) -> u32 {
        let mut connection = self.connect().await;
        let attempts = sqlx::query_scalar("select attempts from job where batch = ?").bind(batch.0);
        attempts.fetch_one(&mut connection).await.unwrap()
    }

    async fn connect(&self) -> sqlx::SqliteConnection {
        let path = self.folder.path().join("chaffinch.sqlite");
        sqlx::SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap()
    }

    pub(crate) fn assert_no_leftovers(&self) {
        let left: Vec<_> = std::fs::read_dir(self.work_dir()).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
