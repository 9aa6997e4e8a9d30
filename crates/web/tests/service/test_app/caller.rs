//! Callers of the test service: with tokens or in browsers, and the resources they create.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode};
use chaffinch_storage::{
    AccountId, Accounts as _, ArchiveId, BatchId, By, CaseChange, CaseId, CaseStatus, Cases as _, Checks,
    CourseId, CourseSettings, Courses as _, NewCase, NewSession, NewShare, NewStatement, NewToken, Role,
    Scope, Secret, Seen, ShareId, Shares as _, SignIns as _, StatementFile, StorageError, TokenId, TokenKind,
    Tokens,
};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::{self, BoxFuture};
use futures_util::{StreamExt as _, stream};
use serde_json::Value;

use super::{Answer, TestApp, Upload, ingest, report};

/// A client of the service.
#[derive(Clone)]
pub(crate) struct Caller<'a> {
    app: &'a TestApp,
    pub(crate) account: AccountId,
    /// The personal course of the account.
    pub(crate) course: CourseId,
    headers: Vec<(String, String)>,
    meanwhile: Option<Meanwhile>,
}

/// What happens after the headers of a request, before its body is read.
type Meanwhile = Arc<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

impl<'a> Caller<'a> {
    /// Creates a caller that sends only the header that every client sends.
    pub(super) fn new(app: &'a TestApp, account: AccountId, course: CourseId) -> Self {
        let host = ("host".to_owned(), "chaffinch.test:8080".to_owned());
        Self { app, account, course, headers: vec![host], meanwhile: None }
    }

    /// Returns the same caller with one more header.
    pub(crate) fn with(&self, name: &str, value: impl Into<String>) -> Self {
        let mut caller = self.clone();
        caller.headers.retain(|(known, _)| known != name);
        caller.headers.push((name.to_owned(), value.into()));
        caller
    }

    /// Returns the same caller. This happens when the service first reads the body of a request.
    pub(crate) fn meanwhile(
        &self,
        happens: impl Fn() -> BoxFuture<'static, ()> + Send + Sync + 'static,
    ) -> Self {
        Self { meanwhile: Some(Arc::new(happens)), ..self.clone() }
    }

    /// Returns a header that the caller sends with every request.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn without(&self, name: &str) -> Self {
        let mut caller = self.clone();
        caller.headers.retain(|(known, _)| known != name);
        caller
    }

    async fn bearing(&self, scope: Scope, label: String, expires: Option<DateTime<Utc>>) -> Self {
        let secret = Secret::random("chf_token_").unwrap();
        let token = NewToken {
            id: TokenId::new(self.app.now()),
            hash: secret.hash(),
            kind: TokenKind::Api,
            account: self.account,
            scope,
            label,
            expires,
        };
        self.app.storage.create_token(&token, &self.app.by()).await.unwrap();
        self.with("authorization", format!("Bearer {}", secret.reveal()))
    }

    /// Returns the same account with a token of this scope.
    pub(crate) async fn with_token(&self, scope: Scope) -> Self {
        self.bearing(scope, format!("for {}", scope.name()), None).await
    }

    /// Returns the same account with a token of full scope that is valid for this time.
    pub(crate) async fn with_token_until(&self, time: TimeDelta) -> Self {
        self.bearing(Scope::Write, "for a while".to_owned(), Some(self.app.now() + time)).await
    }

    /// Returns the same account in a signed-in browser.
    pub(crate) async fn in_browser(&self) -> Self {
        let (link, session) = (Secret::random("link_").unwrap(), Secret::random("session_").unwrap());
        let expires = self.app.now() + TimeDelta::days(1);
        let (hash, account) = (link.hash(), self.account);
        let new = chaffinch_storage::NewSignInLink { hash, account, email: None, expires };
        self.app.storage.create_sign_in_link(&new, &self.app.by()).await.unwrap();
        let opened = NewSession {
            hash: session.hash(),
            expires,
            browser: "Firefox on Linux".to_owned(),
            address: "192.0.2.7".to_owned(),
        };
        self.app.storage.redeem_sign_in_link(&link.hash(), &opened, self.app.now()).await.unwrap().unwrap();
        self.without("authorization").with("cookie", format!("chaffinch_session={}", session.reveal()))
    }

    /// Returns the name of the account.
    pub(crate) async fn name(&self) -> String {
        let account = self.app.storage.account(self.account).await.unwrap();
        account.map_or_else(|| "nobody".to_owned(), |account| account.name)
    }

    /// Makes the account an administrator.
    pub(crate) async fn administers(&self) {
        self.app.storage.set_admin(self.account, true, &self.app.by()).await.unwrap();
    }

    /// Returns the same account with an expired token.
    pub(crate) async fn with_expired_token(&self) -> Self {
        self.bearing(Scope::Write, "of long ago".to_owned(), Some(self.app.now())).await
    }

    /// Returns the same account in a browser with an expired session.
    pub(crate) async fn in_expired_browser(&self) -> Self {
        let session = Secret::random("session_").unwrap();
        let opened = NewSession {
            hash: session.hash(),
            expires: self.app.now(),
            browser: String::new(),
            address: String::new(),
        };
        let way = chaffinch_storage::SignInMethod::Password;
        self.app.storage.open_session(self.account, way, None, &opened, self.app.now()).await.unwrap();
        self.without("authorization").with("cookie", format!("chaffinch_session={}", session.reveal()))
    }

    /// Sets a password for the account, as the operator does.
    pub(crate) async fn with_password(&self, password: &str) {
        let hash = chaffinch_web::hash_password(password);
        self.app
            .storage
            .set_password(self.account, Some(&hash), None, Tokens::Keep, &self.app.by())
            .await
            .unwrap();
    }

    /// Returns the same account in a browser that received the cookie of this response.
    pub(crate) fn given(&self, answer: &Answer) -> Self {
        let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
        self.without("authorization").with("cookie", cookie)
    }

    /// Makes the account a member of this course.
    pub(crate) async fn joins(&self, course: CourseId, role: Role) {
        self.app.storage.set_role(self.account, course, Some(role), &self.app.by()).await.unwrap();
    }

    pub(crate) fn request(&self, method: Method, path: &str, body: impl Into<Body>) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = body.into();
        let body = match &self.meanwhile {
            None => body,
            Some(happens) => {
                let nothing = |()| future::ready(None::<Result<Bytes, axum::Error>>);
                Body::from_stream(stream::once(happens()).filter_map(nothing).chain(body.into_data_stream()))
            }
        };
        request.body(body).unwrap()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        self.app.send(request).await
    }

    pub(crate) async fn call(&self, method: Method, path: &str) -> Answer {
        self.app.send(self.request(method, path, Body::empty())).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path).await
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        let caller = self.with("content-type", "application/x-www-form-urlencoded");
        self.app.send(caller.request(Method::POST, path, form.to_owned())).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.json(Method::PATCH, path, body).await
    }

    pub(crate) async fn json(&self, method: Method, path: &str, body: &Value) -> Answer {
        let caller = self.with("content-type", "application/json");
        self.app.send(caller.request(method, path, body.to_string())).await
    }

    pub(crate) async fn upload_to(&self, path: &str, upload: &Upload) -> Answer {
        let caller = self.with("content-type", Upload::MEDIA_TYPE);
        self.app.send(caller.request(Method::POST, path, upload.body())).await
    }

    pub(crate) async fn upload(&self, upload: &Upload) -> Answer {
        self.upload_to("/api/v1/batches", upload).await
    }

    /// Uploads a small class, which must be accepted.
    pub(crate) async fn batch(&self) -> BatchId {
        let answer = self.upload(&Upload::class()).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().parse().unwrap()
    }

    /// Uploads a small class and finishes its report.
    pub(crate) async fn finished_batch(&self) -> BatchId {
        let id = self.batch().await;
        self.app.finish(&report()).await;
        id
    }

    /// Creates an archive with a small class.
    pub(crate) async fn archive(&self, name: &str) -> ArchiveId {
        let made = self.upload_to("/api/v1/archives", &Upload::class().field("name", name)).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
        self.app.fill(ingest(&report())).await;
        made.json()["id"].as_str().unwrap().parse().unwrap()
    }

    /// Opens a case about the first two submissions of a finished batch, or returns the existing case.
    pub(crate) async fn case(&self, batch: BatchId) -> CaseId {
        let seen = Seen { batch, revision: None, submissions: vec![1, 2] };
        let (id, title) = (CaseId::new(self.app.now()), "s01, s02".to_owned());
        let new = NewCase { id, title, status: CaseStatus::Open, text: String::new(), seen };
        let by = By { account: Some(self.account), at: self.app.now() };
        match self.app.storage.open_case(&new, &by).await {
            Err(StorageError::CaseExists { case }) => case,
            opened => opened.unwrap().id,
        }
    }

    /// Makes the caller's course accept checks.
    pub(crate) async fn accepts_checks(&self) {
        let course = self.app.storage.course(self.course).await.unwrap().unwrap();
        let settings = CourseSettings { checks: Checks::Outcome, ..course.settings() };
        self.app.storage.change_course(self.course, &settings, &self.app.by()).await.unwrap();
    }

    /// Records a statement with a file in a case that has none.
    pub(crate) async fn statement(&self, case: CaseId) {
        if !self.app.storage.case_statements(case).await.unwrap().is_empty() {
            return;
        }
        let file = StatementFile {
            name: "letter.txt".to_owned(),
            media_type: "text/plain; charset=utf-8".to_owned(),
            content: b"I did.".to_vec(),
        };
        let new = NewStatement { person: "s01".to_owned(), given: self.app.now(), file: Some(file) };
        let by = By { account: Some(self.account), at: self.app.now() };
        let change = CaseChange::Statement(new);
        self.app.storage.change_case(case, &change, "", true, &by).await.unwrap().unwrap();
    }

    /// Creates a share link to a batch that allows downloads. Returns its id and its secret.
    pub(crate) async fn share(&self, batch: BatchId) -> (ShareId, String) {
        let secret = Secret::random("chf_share_").unwrap();
        let share = NewShare {
            id: ShareId::new(self.app.now()),
            hash: secret.hash(),
            batch,
            creator: self.account,
            expires: self.app.now() + TimeDelta::days(1),
            names_hidden: false,
            exports: true,
        };
        self.app.storage.create_share(&share, &self.app.by()).await.unwrap();
        (share.id, secret.reveal().to_owned())
    }
}
