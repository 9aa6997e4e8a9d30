//! A whole service in a temporary folder, its callers, and what they send and get.

use std::io::{Cursor, Write as _};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use chaffinch_report::Report;
use chaffinch_storage::{
    AccountId, Accounts as _, ArchiveId, Archives as _, BatchId, By, CaseId, CaseStatus, Cases as _,
    CourseId, Courses as _, DocumentId, Documents as _, HolderId, IndexScheme, JobPayload, Jobs as _,
    Keeping, Lane, Lease, NewAccount, NewArchive, NewCase, NewDocument, NewIngest, NewPair, NewRevision,
    NewSession, NewShare, NewSketches, NewSubmission, NewToken, Owner, Packed, Review, Role, Scope, Secret,
    Seen, ShareId, Shares as _, SignIns as _, StorageError, TokenId, TokenKind,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_web::{
    Answer as Found, Apart, App, Clock, ClusterMember, ClusterQuestion, Clusterer, Clusters, Corpora,
    Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, Gate, Kinship, Measure, OfferedLanguage,
    Question, Settings, StrongestLink, Ticks, Unanswered, Unclustered, router,
};
use chrono::{DateTime, TimeDelta, Utc};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use scraper::{Html, Selector};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// The threshold of a question about an archive that is too large.
pub(crate) const TOO_LARGE: f64 = 0.99;
/// And about one that changes.
pub(crate) const CHANGING: f64 = 0.98;

/// Everybody but the last submission of an archive is one cluster; who is alike in truth is the business of others.
#[async_trait::async_trait]
impl Clusterer for Everything {
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, Unclustered> {
        if question.threshold == TOO_LARGE {
            return Err(Unclustered::TooLarge { what: "submissions", limit: 3 });
        }
        if question.threshold == CHANGING {
            return Err(Unclustered::Changing);
        }
        let mut submissions = Vec::new();
        for ingest in self.0.ingests(question.archive.into()).await? {
            submissions.extend(self.0.fingerprinted(&ingest, 0, u32::MAX).await?);
        }
        let last = submissions.last().map(|last| last.number);
        let resemblance = if question.measure == Measure::Resemblance { 0.5 } else { 0.25 };
        let link =
            StrongestLink { with: 0, shared: 17, resemblance, containment: 1.0, other_containment: 0.5 };
        let members = submissions.into_iter().map(|submission| {
            let (number, alone) = (submission.number, Some(submission.number) == last);
            ClusterMember {
                number,
                name: submission.name,
                cluster: if alone { number } else { 1 },
                size: 1,
                kinship: match number {
                    _ if alone => Kinship::Single,
                    1 => Kinship::Similar,
                    _ => Kinship::ShingleEquivalent,
                },
                fingerprints: u64::from(number) * 10,
                strongest: (!alone).then_some(StrongestLink { with: usize::from(number == 1), ..link }),
                apart: alone.then_some(Apart::TooShort),
            }
        });
        let clusters = Clusters::of(question.state, members.collect());
        Ok(Arc::new(Clusters { one_in: 4, common: 2, common_limit: 1000, ..clusters }))
    }
}

/// The service, with a clock that stands until it is told to go on.
pub(crate) struct House {
    pub(crate) storage: SqliteStorage,
    pub(crate) app: App,
    router: Router,
    minutes: Arc<AtomicI64>,
    _dir: TempDir,
}

fn morning() -> DateTime<Utc> {
    "2026-03-02T08:00:00Z".parse().unwrap()
}

/// Answers every question with all that may be answered; what is found in truth is the business of others.
struct Everything(SqliteStorage);

#[async_trait::async_trait]
impl Finder for Everything {
    async fn find(&self, question: Question) -> Result<Found, Unanswered> {
        if question.name == "class.zip" {
            return Err(Unanswered::Unreadable { reason: "It is an archive.".to_owned() });
        }
        let documents: Vec<_> =
            question.among.into_iter().flat_map(|ingest| ingest.documents).map(DocumentId).collect();
        let places = self.0.places(&documents).await?;
        let wanted: Vec<_> = places.iter().map(|place| (place.owner, place.submission)).collect();
        let found = self.0.stored(&wanted).await?.into_iter().map(|stored| FoundSubmission {
            owner: stored.owner,
            number: stored.submission.number,
            name: stored.submission.name,
            resemblance: 0.25,
            text_containment: 0.5,
            submission_containment: 1.0,
            fingerprints: 170,
            shared: 17,
            passages: vec![FoundPassage {
                tokens: 9,
                text_lines: (1, 3),
                path: stored.documents[0].path.clone(),
                lines: (2, 2),
            }],
        });
        Ok(Found {
            languages: vec![question.language.unwrap_or_else(|| question.name.clone())],
            tokens: question.text.len() as u32,
            fingerprints: u64::from(question.window.unwrap_or(0))
                + question.limit_fingerprints.unwrap_or(0) as u64,
            found: found.collect(),
            unknown: (question.text == b"few words" && !question.corpora.is_empty()).then_some("too short"),
            documents: self.documents(&question.corpora, question.most).await?,
        })
    }
}

impl Everything {
    /// All documents of corpora that may be answered.
    async fn documents(&self, corpora: &[Corpora], most: usize) -> Result<Vec<FoundDocument>, Unanswered> {
        let among = corpora.iter().flat_map(|corpora| &corpora.among);
        let documents: Vec<_> = among.flat_map(|ingest| ingest.documents.clone()).map(DocumentId).collect();
        let places = self.0.places(&documents).await?;
        let wanted: Vec<_> = places.iter().map(|place| (place.owner, place.submission)).collect();
        let found = self.0.stored(&wanted).await?.into_iter().filter_map(|stored| {
            let Owner::Archive(archive) = stored.owner else { return None };
            Some(FoundDocument {
                archive,
                number: stored.submission.number,
                name: stored.submission.name,
                resemblance: Estimated { value: 0.25, low: 0.125, high: 0.5 },
                text_containment: Estimated { value: 0.5, low: 0.25, high: 0.75 },
                document_containment: Estimated { value: 1.0, low: 0.875, high: 1.0 },
                fingerprints: 33,
                shared: 8,
            })
        });
        Ok(found.take(most).collect())
    }
}

/// The recorder is the process's; tests share it.
fn metrics() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| PrometheusBuilder::new().install_recorder().unwrap()).clone()
}

impl House {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// With other settings than usual.
    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let storage = SqliteStorage::open(&dir.path().join("chaffinch.sqlite")).await.unwrap();
        let minutes = Arc::new(AtomicI64::new(0));
        let clock = {
            let minutes = minutes.clone();
            Clock::new(move || morning() + TimeDelta::minutes(minutes.load(Ordering::SeqCst)))
        };
        let mut settings = Settings::new(
            "http://chaffinch.test:8080",
            [("c", "C"), ("python", "Python")]
                .map(|(name, title)| OfferedLanguage { name: name.into(), title: title.into() })
                .to_vec(),
        );
        settings.spool = dir.path().join("spool");
        std::fs::create_dir(&settings.spool).unwrap();
        // Nobody works here unless a test does.
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
            clusterer: Arc::new(Everything(storage.clone())),
            clock,
            gate: Arc::new(Gate::new(&settings, ticks).unwrap()),
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

    /// A new account, calling with a token that may do everything.
    pub(crate) async fn account(&self, name: &str) -> Caller<'_> {
        let account = NewAccount {
            id: AccountId::new(self.now()),
            name: name.to_owned(),
            personal_course: CourseId::new(self.now()),
        };
        self.storage.create_account(&account, &self.by()).await.unwrap();
        let caller =
            Caller { house: self, account: account.id, course: account.personal_course, headers: host() };
        caller.with_token(Scope::Write).await
    }

    /// Somebody without account.
    pub(crate) fn anybody(&self) -> Caller<'_> {
        let nobody = uuid::Uuid::nil();
        Caller { house: self, account: AccountId(nobody), course: CourseId(nobody), headers: host() }
    }

    /// Gives the oldest waiting batch this result, as a worker would. What waits before it for other work is done.
    pub(crate) async fn finish(&self, report: &Report) {
        while !matches!(self.work(report, ingest(report)).await, JobPayload::Analyse { .. }) {}
    }

    /// Adds this to the archive that waits for it, as a worker would. What waits before it for batches is done.
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

    /// Does all that waits.
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
                let new = NewRevision { review, ..new };
                self.storage.finish(lease, new, NewIngest::default(), now).await.map(|_| ())
            }
            _ => self.storage.finish_addition(lease, content, now).await,
        }
        .unwrap();
    }

    /// The next job of a lane.
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

    /// A response whose body may never end.
    pub(crate) async fn stream(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.unwrap()
    }
}

/// The description of the API, to which every answer that a test gets is held.
struct Description(Value);

impl Description {
    async fn get(house: &House) -> &'static Self {
        static KNOWN: OnceCell<Description> = OnceCell::const_new();
        let fetched = async || {
            let request = house.anybody().request(Method::GET, "/api/v1/openapi.json", Body::empty());
            // With its own address and languages every house has a document of its own, of the same calls.
            Self(house.sent(request).await.json())
        };
        KNOWN.get_or_init(fetched).await
    }

    /// That this answer is one of those that the document promises.
    fn describes(&self, method: &Method, path: &str, answer: &Answer) {
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |known: &str| {
            let known: Vec<&str> = known.split('/').collect();
            let same = |(known, part): (&&str, &&str)| known == part || known.starts_with('{');
            known.len() == parts.len() && known.iter().zip(&parts).all(same)
        };
        let mut fitting: Vec<_> =
            self.0["paths"].as_object().unwrap().iter().filter(|(known, _)| fits(known)).collect();
        // `/report.csv` before `/{revision}`.
        fitting.sort_by_key(|(known, _)| known.contains('{'));
        let Some((known, item)) = fitting.first() else {
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path} is not described");
            return;
        };
        let Some(described) = item.get(method.as_str().to_lowercase()) else {
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {known} is not described");
            return;
        };
        let promised = &described["responses"][answer.status.as_str()];
        assert!(promised.is_object(), "{method} {known} answers {}: {}", answer.status, answer.text());
        let name = promised["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        let promised = name.map_or(promised, |name| &self.0["components"]["responses"][name]);
        let media_type = answer.header("content-type").split(';').next().unwrap();
        if media_type.is_empty() {
            assert!(promised["content"].is_null(), "{method} {known} has a body");
            return;
        }
        let content = &promised["content"][media_type];
        assert!(content.is_object(), "{method} {known} answers {} as {media_type}", answer.status);
        if media_type == "application/problem+json" {
            let codes = &promised["x-codes"];
            let code = &answer.json()["code"];
            assert!(codes.as_array().unwrap().contains(code), "{method} {known} refuses by {code}");
        }
    }
}

/// The header that every client sends.
fn host() -> Vec<(String, String)> {
    vec![("host".to_owned(), "chaffinch.test:8080".to_owned())]
}

/// Somebody who calls.
#[derive(Clone)]
pub(crate) struct Caller<'a> {
    house: &'a House,
    pub(crate) account: AccountId,
    /// The personal one.
    pub(crate) course: CourseId,
    headers: Vec<(String, String)>,
}

impl Caller<'_> {
    /// The same with one more header.
    pub(crate) fn with(&self, name: &str, value: impl Into<String>) -> Self {
        let mut caller = self.clone();
        caller.headers.retain(|(known, _)| known != name);
        caller.headers.push((name.to_owned(), value.into()));
        caller
    }

    /// A header that is sent with every call.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn without(&self, name: &str) -> Self {
        let mut caller = self.clone();
        caller.headers.retain(|(known, _)| known != name);
        caller
    }

    pub(crate) async fn with_token(&self, scope: Scope) -> Self {
        let secret = Secret::random("chf_token_").unwrap();
        let token = NewToken {
            id: TokenId::new(self.house.now()),
            hash: secret.hash(),
            kind: TokenKind::Api,
            account: self.account,
            scope,
            label: format!("for {}", scope.name()),
            expires: None,
        };
        self.house.storage.create_token(&token, &self.house.by()).await.unwrap();
        self.with("authorization", format!("Bearer {}", secret.reveal()))
    }

    /// The same account in a signed-in browser.
    pub(crate) async fn in_browser(&self) -> Self {
        let (link, session) = (Secret::random("link_").unwrap(), Secret::random("session_").unwrap());
        let expires = self.house.now() + TimeDelta::days(1);
        let new = chaffinch_storage::NewSignInLink { hash: link.hash(), account: self.account, expires };
        self.house.storage.create_sign_in_link(&new, &self.house.by()).await.unwrap();
        let opened = NewSession {
            hash: session.hash(),
            expires,
            browser: "Firefox on Linux".to_owned(),
            address: "192.0.2.7".to_owned(),
        };
        self.house
            .storage
            .redeem_sign_in_link(&link.hash(), &opened, self.house.now())
            .await
            .unwrap()
            .unwrap();
        self.without("authorization").with("cookie", format!("chaffinch_session={}", session.reveal()))
    }

    /// What the account is called.
    pub(crate) async fn name(&self) -> String {
        let account = self.house.storage.account(self.account).await.unwrap();
        account.map_or_else(|| "nobody".to_owned(), |account| account.name)
    }

    /// Makes the account an administrator.
    pub(crate) async fn administers(&self) {
        self.house.storage.set_admin(self.account, true, &self.house.by()).await.unwrap();
    }

    /// The same account with a token that has ended.
    pub(crate) async fn with_expired_token(&self) -> Self {
        let secret = Secret::random("chf_token_").unwrap();
        let token = NewToken {
            id: TokenId::new(self.house.now()),
            hash: secret.hash(),
            kind: TokenKind::Api,
            account: self.account,
            scope: Scope::Write,
            label: "of long ago".to_owned(),
            expires: Some(self.house.now()),
        };
        self.house.storage.create_token(&token, &self.house.by()).await.unwrap();
        self.with("authorization", format!("Bearer {}", secret.reveal()))
    }

    /// The same account in a browser whose session has ended.
    pub(crate) async fn in_expired_browser(&self) -> Self {
        let session = Secret::random("session_").unwrap();
        let opened = NewSession {
            hash: session.hash(),
            expires: self.house.now(),
            browser: String::new(),
            address: String::new(),
        };
        let way = chaffinch_storage::Way::Password;
        self.house.storage.open_session(self.account, way, &opened, self.house.now()).await.unwrap();
        self.without("authorization").with("cookie", format!("chaffinch_session={}", session.reveal()))
    }

    /// Gives the account a password, as the operator does.
    pub(crate) async fn with_password(&self, password: &str) {
        let hash = chaffinch_web::hash_password(password);
        self.house.storage.set_password(self.account, Some(&hash), None, &self.house.by()).await.unwrap();
    }

    /// The same in a browser that was just given this cookie.
    pub(crate) fn given(&self, answer: &Answer) -> Self {
        let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
        self.without("authorization").with("cookie", cookie)
    }

    /// Makes the account a member of somebody's course.
    pub(crate) async fn joins(&self, course: CourseId, role: Role) {
        self.house.storage.set_role(self.account, course, Some(role), &self.house.by()).await.unwrap();
    }

    pub(crate) fn request(&self, method: Method, path: &str, body: impl Into<Body>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request.body(body.into()).unwrap()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        self.house.send(request).await
    }

    pub(crate) async fn call(&self, method: Method, path: &str) -> Answer {
        self.house.send(self.request(method, path, Body::empty())).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path).await
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        let caller = self.with("content-type", "application/x-www-form-urlencoded");
        self.house.send(caller.request(Method::POST, path, form.to_owned())).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.json(Method::PATCH, path, body).await
    }

    pub(crate) async fn json(&self, method: Method, path: &str, body: &Value) -> Answer {
        let caller = self.with("content-type", "application/json");
        self.house.send(caller.request(method, path, body.to_string())).await
    }

    pub(crate) async fn upload_to(&self, path: &str, upload: &Upload) -> Answer {
        let caller = self.with("content-type", Upload::MEDIA_TYPE);
        self.house.send(caller.request(Method::POST, path, upload.body())).await
    }

    pub(crate) async fn upload(&self, upload: &Upload) -> Answer {
        self.upload_to("/api/v1/batches", upload).await
    }

    /// Uploads a small class, which is accepted.
    pub(crate) async fn batch(&self) -> BatchId {
        let answer = self.upload(&Upload::class()).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().parse().unwrap()
    }

    /// An archive of a small class, filled.
    pub(crate) async fn archive(&self, name: &str) -> ArchiveId {
        let made = self.upload_to("/api/v1/archives", &Upload::class().field("name", name)).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
        self.house.fill(ingest(&report())).await;
        made.json()["id"].as_str().unwrap().parse().unwrap()
    }

    /// A corpus with documents of these names.
    pub(crate) async fn corpus(&self, name: &str, documents: &[&str]) -> ArchiveId {
        let by = By { account: Some(self.account), at: self.house.now() };
        let new = NewArchive {
            id: ArchiveId::new(by.at),
            course: self.course,
            name: name.to_owned(),
            year: None,
            keeping: Keeping::Reduced,
            sketch: Some(
                "text words=1 shingle=10 shingling=set hash=mixed bits=64 key=0 sample=mod:25".into(),
            ),
            creator: self.account,
            keep_until: None,
        };
        self.house.storage.create_archive(&new, &by).await.unwrap();
        let scheme = IndexScheme { family: "corpus:".to_owned(), normalizer: 0, format: 1 };
        let mut ingest = NewIngest::default();
        for (name, number) in documents.iter().zip(1..) {
            ingest.submissions.push(NewSubmission {
                number,
                name: (*name).to_owned(),
                ..NewSubmission::handed_out()
            });
            ingest.documents.push(NewDocument {
                submission: number,
                file: 0,
                path: "sketch".to_owned(),
                text: None,
                stream: Packed::pack(b""),
                fingerprints: Some((scheme.clone(), Vec::new())),
            });
        }
        let new_sketches = NewSketches { ingest, ..NewSketches::default() };
        self.house.storage.add_sketches(new.id, new_sketches, &by).await.unwrap();
        new.id
    }

    /// A case about the first two submissions of a batch with a report; the one there is, where there is one.
    pub(crate) async fn case(&self, batch: BatchId) -> CaseId {
        let seen = Seen { batch, revision: None, submissions: vec![1, 2] };
        let (id, title) = (CaseId::new(self.house.now()), "s01, s02".to_owned());
        let new = NewCase { id, title, status: CaseStatus::Open, text: String::new(), seen };
        let by = By { account: Some(self.account), at: self.house.now() };
        match self.house.storage.open_case(&new, &by).await {
            Err(StorageError::CaseExists { case }) => case,
            opened => opened.unwrap().id,
        }
    }

    /// A link to a batch that may be downloaded: its id and its secret.
    pub(crate) async fn share(&self, batch: BatchId) -> (ShareId, String) {
        let secret = Secret::random("chf_share_").unwrap();
        let share = NewShare {
            id: ShareId::new(self.house.now()),
            hash: secret.hash(),
            batch,
            creator: self.account,
            expires: self.house.now() + TimeDelta::days(1),
            names_hidden: false,
            exports: true,
        };
        self.house.storage.create_share(&share, &self.house.by()).await.unwrap();
        (share.id, secret.reveal().to_owned())
    }

    /// The same, with a report.
    pub(crate) async fn finished_batch(&self) -> BatchId {
        let id = self.batch().await;
        self.house.finish(&report()).await;
        id
    }
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn html(&self) -> Html {
        assert!(self.header("content-type").starts_with("text/html"), "{:?}", self.headers);
        Html::parse_document(&self.text())
    }

    /// Texts of what a selector finds.
    pub(crate) fn select(&self, selector: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        self.html()
            .select(&selector)
            .map(|found| found.text().collect::<String>().trim().to_owned())
            .collect()
    }

    /// An attribute of all that a selector finds.
    pub(crate) fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        self.html().select(&selector).filter_map(|found| Some(found.attr(name)?.to_owned())).collect()
    }

    /// The code of a problem, whether page or JSON, after checking that everything about it is in order.
    pub(crate) fn code(&self) -> String {
        if self.header("content-type").starts_with("text/html") {
            let code = self.attributes("article[data-code]", "data-code").remove(0);
            assert_eq!(self.attributes(".ways a[href='/']", "href").len(), 1, "a way on");
            return code;
        }
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text());
        let problem = self.json();
        let code = problem["code"].as_str().unwrap().to_owned();
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["type"], format!("http://chaffinch.test:8080/errors/{code}"));
        assert_eq!(problem["request_id"], self.header("x-request-id"));
        for text in ["title", "detail"] {
            assert!(!problem[text].as_str().unwrap().is_empty(), "{problem}");
        }
        code
    }
}

/// A multipart body, written out.
#[derive(Clone, Default)]
pub(crate) struct Upload(Vec<u8>);

impl Upload {
    pub(crate) const MEDIA_TYPE: &'static str = "multipart/form-data; boundary=----edge";

    /// Three submissions in a zip.
    pub(crate) fn class() -> Self {
        Self::default().file("submissions", "class.zip", &class())
    }

    pub(crate) fn field(mut self, name: &str, value: &str) -> Self {
        write!(self.0, "------edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            .unwrap();
        self
    }

    pub(crate) fn file(mut self, field: &str, name: &str, bytes: &[u8]) -> Self {
        write!(
            self.0,
            "------edge\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        )
        .unwrap();
        self.0.extend_from_slice(bytes);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub(crate) fn body(&self) -> Vec<u8> {
        [&self.0, &b"------edge--\r\n"[..]].concat()
    }
}

pub(crate) fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(path, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const SOURCE: &str = "int main(void) { return 0; }\n";

pub(crate) fn class() -> Vec<u8> {
    zip([
        ("s01/main.c", SOURCE.as_bytes()),
        ("s02/main.c", SOURCE.as_bytes()),
        ("s03/main.c", b"int other;\n"),
    ])
}

/// A result of that class: two pairs, the first with a match.
pub(crate) fn report() -> Report {
    let submission = |id: u32| {
        json!({"id": id, "name": format!("s0{id}"), "archive": null, "author": null, "attempt": null,
            "submitted_at": null, "tokens": 9, "counted_tokens": 9, "too_short": false, "files": [
                {"file": 0, "path": "main.c", "language": "c", "encoding": "UTF-8", "digest": "00", "bytes": 29,
                 "lines": 1, "tokens": 9, "masked": [], "notes": [], "cells": null}]})
    };
    let region =
        json!({"path": "main.c", "start_line": 1, "end_line": 1, "start_byte": 0, "end_byte": 28, "file": 0});
    let pair = |rank: u32, left: u32, right: u32, suspicion: f64| {
        json!({"id": format!("{left}-{right}"), "rank": rank, "left": format!("s0{left}"),
            "right": format!("s0{right}"), "suspicion": suspicion, "similarity": 1.0, "too_short": false,
            "left_share": 1.0, "right_share": 1.0, "left_share_raw": 1.0, "right_share_raw": 1.0,
            "matched_tokens": 9, "matched_lines": 1, "longest_match": 9, "resemblance": 1.0,
            "left_containment": 1.0, "right_containment": 1.0, "match_count": 1, "matches": [
                {"tokens": 9, "groups": 2, "archived": 0, "language": "c", "literal": null, "evidence": null,
                 "left": region, "right": region,
                 "left_further": [], "right_further": []}]})
    };
    serde_json::from_value(json!({"format": 1, "title": "class", "chaffinch": "0.1.0", "revision": 1,
        "settings": {"schemes": [{"family": "c", "languages": ["c"], "normalizer": 1, "k": 5, "w": 4, "t": 8}],
            "common": 0, "cutoff": 10.0, "min_match": 8, "boilerplate_run": 20, "too_short": 5, "neighbours": 10},
        "verified_pairs": 2, "submissions": [submission(1), submission(2), submission(3)],
        "pairs": [pair(1, 1, 2, 30.0), pair(2, 1, 3, 5.0)],
        "clusters": [{"submissions": ["s01", "s02"], "similarity": 1.0, "suspicion": 30.0}],
        "duplicates": [{"kind": "identical", "submissions": ["s01", "s02"]}], "boilerplate": {"files": 0},
        "skipped": [{"submission": "s03", "path": "a.class", "reason": "not text"}]}))
    .unwrap()
}

pub(crate) fn revision(report: &Report) -> NewRevision {
    NewRevision {
        engine: report.chaffinch.clone(),
        settings: serde_json::to_value(&report.settings).unwrap(),
        review: Review::default(),
        submissions: report.submissions.len() as u32,
        head: Packed::pack(report.head().to_json().as_bytes()),
        body: Packed::pack(report.to_json().as_bytes()),
        pairs: report
            .pairs
            .iter()
            .map(|pair| NewPair {
                rank: pair.rank,
                left: pair.id.left,
                right: pair.id.right,
                suspicion: pair.suspicion,
                body: Packed::pack(&serde_json::to_vec(pair).unwrap()),
            })
            .collect(),
        archived: Vec::new(),
    }
}

pub(crate) fn ingest(report: &Report) -> NewIngest {
    let document = |submission: u32| NewDocument {
        submission,
        file: 0,
        path: "main.c".to_owned(),
        text: Some(Packed::pack(SOURCE.as_bytes())),
        stream: Packed::pack(b"tokens"),
        fingerprints: None,
    };
    let documents = report.submissions.iter().map(|submission| document(submission.id)).collect();
    let submissions = report.submissions.iter().map(|submission| NewSubmission {
        number: submission.id,
        name: submission.name.clone(),
        author: submission.author.clone(),
        person: None,
        attempt: None,
        submitted_at: None,
    });
    NewIngest { documents, submissions: submissions.collect(), ..NewIngest::default() }
}
