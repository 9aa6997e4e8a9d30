//! A complete service in a temporary folder, with its callers, requests and responses.

mod answer;
mod caller;
mod class;
mod description;
mod everything;
mod surveying;
mod upload;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use chaffinch_report::{PseudonymKey, Report, SubmissionId};
use chaffinch_storage::{
    AccountId, Accounts as _, Archives as _, BatchId, Batches as _, By, CourseId, HolderId, JobPayload,
    Jobs as _, Lane, Lease, NewAccount, NewIngest, NewRevision, Scope, Spool, SpoolLimits,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_web::{App, AppSettings, AuthServices, Clock, OfferedLanguage, Ticks, router};
use chrono::{DateTime, TimeDelta, Utc};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

pub(crate) use answer::{Answer, refused};
pub(crate) use caller::Caller;
pub(crate) use class::{class, ingest, report, revision};
pub(crate) use upload::{Upload, zip};

use description::Description;
use everything::Everything;
pub(crate) use surveying::COSTLY;
use surveying::Surveying;

/// The service. Its clock does not move until a test moves it.
pub(crate) struct TestApp {
    pub(crate) storage: SqliteStorage,
    pub(crate) app: App,
    router: Router,
    minutes: Arc<AtomicI64>,
    _dir: TempDir,
}

fn morning() -> DateTime<Utc> {
    "2026-03-02T08:00:00Z".parse().unwrap()
}

/// The metrics recorder belongs to the process, so all tests share it.
fn metrics() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| PrometheusBuilder::new().install_recorder().unwrap()).clone()
}

impl TestApp {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// Starts the service with changed settings.
    pub(crate) async fn with(change: impl FnOnce(&mut AppSettings)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let storage = SqliteStorage::open(&dir.path().join("chaffinch.sqlite")).await.unwrap();
        let minutes = Arc::new(AtomicI64::new(0));
        let clock = {
            let minutes = minutes.clone();
            Clock::new(move || morning() + TimeDelta::minutes(minutes.load(Ordering::SeqCst)))
        };
        let mut settings = AppSettings::new(
            "http://chaffinch.test:8080",
            [("c", "C", &["c", "h"][..]), ("python", "Python", &["py"])]
                .map(|(name, title, endings)| OfferedLanguage {
                    name: name.into(),
                    title: title.into(),
                    endings,
                })
                .to_vec(),
        );
        settings.spool = Spool::open(dir.path(), SpoolLimits::default()).unwrap();
        // Work is done only if a test does it, so forms must not wait for it.
        settings.settle = Duration::ZERO;
        change(&mut settings);
        let settings = Arc::new(settings);
        let ticks = {
            let minutes = minutes.clone();
            Ticks::new(move || Duration::from_mins(minutes.load(Ordering::SeqCst).cast_unsigned()))
        };
        let app = App {
            storage: Arc::new(storage.clone()),
            finder: Arc::new(Everything(storage.clone())),
            surveyor: Arc::new(Surveying),
            clock,
            auth: Arc::new(AuthServices::new(&settings, ticks).unwrap()),
            settings,
            metrics: metrics(),
            shutdown: CancellationToken::new(),
        };
        Self { storage, router: router(app.clone()), app, minutes, _dir: dir }
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        morning() + TimeDelta::minutes(self.minutes.load(Ordering::SeqCst))
    }

    pub(crate) fn wait(&self, time: TimeDelta) {
        self.minutes.fetch_add(time.num_minutes(), Ordering::SeqCst);
    }

    pub(crate) fn by(&self) -> By {
        By { account: None, at: self.now() }
    }

    /// Creates an account whose token may do everything.
    pub(crate) async fn account(&self, name: &str) -> Caller<'_> {
        let account = NewAccount {
            id: AccountId::new(self.now()),
            name: name.to_owned(),
            personal_course: CourseId::new(self.now()),
            email: None,
            admin: false,
        };
        self.storage.create_account(&account, &self.by()).await.unwrap();
        Caller::new(self, account.id, account.personal_course).with_token(Scope::Write).await
    }

    /// Returns the key of the pseudonyms of a batch.
    pub(crate) async fn key(&self, batch: BatchId) -> PseudonymKey {
        chaffinch_person::pseudonym_key(&self.storage.batch(batch).await.unwrap().unwrap())
    }

    /// Returns a caller without an account.
    pub(crate) fn anybody(&self) -> Caller<'_> {
        let nobody = uuid::Uuid::nil();
        Caller::new(self, AccountId(nobody), CourseId(nobody))
    }

    /// Finishes the oldest waiting batch with this report, as a worker would. Other jobs before it are done first.
    pub(crate) async fn finish(&self, report: &Report) {
        while !matches!(self.work(report, ingest(report)).await, JobPayload::Analyse { .. }) {}
    }

    /// Adds this content to the waiting archive, as a worker would. Jobs of batches before it are done first.
    pub(crate) async fn fill(&self, content: NewIngest) -> JobPayload {
        loop {
            let done = self.work(&report(), content.clone()).await;
            if matches!(done, JobPayload::AddUpload { .. } | JobPayload::AddBatch { .. }) {
                return done;
            }
        }
    }

    /// Does the next job with this result.
    pub(crate) async fn work(&self, report: &Report, content: NewIngest) -> JobPayload {
        let (lease, payload) = self.claim(Lane::Analysis).await.expect("a waiting job");
        self.end(&lease, &payload, report, content).await;
        payload
    }

    /// Does all waiting jobs.
    pub(crate) async fn drain(&self) {
        while let Some((lease, payload)) = self.claim(Lane::Analysis).await {
            self.end(&lease, &payload, &report(), ingest(&report())).await;
        }
    }

    async fn end(&self, lease: &Lease, payload: &JobPayload, report: &Report, content: NewIngest) {
        let (new, now) = (revision(report), self.now());
        match payload.clone() {
            JobPayload::Analyse { .. } | JobPayload::Late { .. } => {
                self.storage.finish(lease, new, content, now).await.map(|_| ())
            }
            JobPayload::Rescore { review, .. } => {
                let new = NewRevision { review, changed: Some(2), ..new };
                self.storage.finish(lease, new, NewIngest::default(), now).await.map(|_| ())
            }
            _ => self.storage.finish_addition(lease, content, now).await,
        }
        .unwrap();
    }

    /// Claims the next job of a lane.
    pub(crate) async fn claim(&self, lane: Lane) -> Option<(Lease, JobPayload)> {
        let holder = HolderId::new(self.now());
        let claimed = self.storage.claim(holder, lane, self.now()).await.unwrap()?;
        Some((claimed.lease, claimed.payload))
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let answer = self.sent(request).await;
        if path.starts_with("/api/v1/") {
            Description::get(self).await.describes(&method, &path, &answer);
        }
        answer
    }

    async fn sent(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// Returns a response whose body may never end.
    pub(crate) async fn stream(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.unwrap()
    }
}

/// Returns the pseudonym of the submission with this number.
pub(crate) fn person(key: &PseudonymKey, number: u32) -> String {
    format!("Person {}", SubmissionId(key.code(number)))
}
