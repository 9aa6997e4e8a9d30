//! Access control. The tests go through the whole list of routes, so that they cover a new route too.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{Action, Role, Scope};
use chaffinch_web::{Needs, RouteInfo, routes};
use serde_json::json;

use crate::test_app::{Answer, Caller, TestApp, Upload};

/// Ids of existing resources, to fill in paths.
pub(crate) struct Known {
    pub(crate) batch: String,
    archive: String,
    case: String,
    course: String,
    account: String,
    share: String,
    secret: String,
}

impl Known {
    /// Creates resources of this account under unused names.
    pub(crate) async fn of(caller: &Caller<'_>) -> Self {
        let name = format!("kept {}", uuid::Uuid::now_v7());
        let batch = caller.finished_batch().await;
        let case = caller.case(batch).await;
        caller.statement(case).await;
        let case = case.to_string();
        caller.accepts_checks().await;
        let (share, secret) = caller.share(batch).await;
        Self {
            batch: batch.to_string(),
            archive: caller.archive(&name).await.to_string(),
            case,
            course: caller.course.to_string(),
            account: caller.account.to_string(),
            share: share.to_string(),
            secret,
        }
    }

    /// Returns a path with these ids in place of its parameters.
    pub(crate) fn fill(&self, path: &str) -> String {
        path.replace("{batch}", &self.batch)
            .replace("{archive}", &self.archive)
            .replace("{case}", &self.case)
            .replace("{course}", &self.course)
            .replace("{account}", &self.account)
            .replace("{session}", "0190a2f0-0000-7000-8000-000000000000")
            .replace("{revision}", "1")
            .replace("{event}", "2")
            .replace("{pair}", "1-2")
            .replace("{submission}", "1")
            .replace("{token}", "0190a2f0-0000-7000-8000-000000000000")
            .replace("{*path}", "chaffinch.css")
            .replace("{code}", "not-found")
            .replace("{share}", &self.share)
            .replace("{secret}", &self.secret)
            .replace("{format}", "report.csv")
    }

    fn all(id: &str) -> Self {
        let id = || id.to_owned();
        Self {
            batch: id(),
            archive: id(),
            case: id(),
            course: id(),
            account: id(),
            share: id(),
            secret: id(),
        }
    }
}

/// Calls a route as its clients do: with existing ids and a body of the right type.
pub(crate) async fn call(caller: &Caller<'_>, route: &RouteInfo, known: &Known) -> Answer {
    let member = format!("/members/{}", caller.name().await);
    let path = known.fill(&route.path.replace("/members/{account}", &member));
    let case = route.path == "/batches/{batch}/evidence.html";
    let path = if case { path + "?submissions=1,2" } else { path };
    let upload = if path.ends_with("/boilerplate") {
        Upload::default().file("boilerplate", "given.c", b"int main(void) { return 7; }")
    } else {
        Upload::class()
    };
    let upload = if path.contains("/archives") && !path.contains("/submissions") {
        upload.field("name", "kept")
    } else {
        upload
    };
    let statement =
        Upload::default().field("person", "1").field("given", "2026-01-01").field("text", "I did.");
    let question = Upload::default().field("text", "int main;");
    match &route.methods[..] {
        [Method::POST] if path.ends_with("/query/compare") => {
            caller.upload_to(&path, &question.field("found", &format!("batch:{}:1", known.batch))).await
        }
        [Method::POST] if path.ends_with("/query") => caller.upload_to(&path, &question).await,
        [Method::POST] if path.ends_with("/statements") => caller.upload_to(&path, &statement).await,
        [Method::POST] if path.ends_with("/checks") => {
            let one = Upload::default().file("submissions", "s01.c", b"int main(void) { return 7; }");
            caller.upload_to(&path, &one).await
        }
        [Method::POST] if route.upload => caller.upload_to(&path, &upload).await,
        [Method::POST] if path.ends_with("/rescore") => {
            caller.json(Method::POST, &path, &json!({"common_limit": 3})).await
        }
        [Method::POST] if path.ends_with("/cases") && !path.starts_with("/api/") => {
            caller.post(&path, "submissions=1,3").await
        }
        [Method::PUT] if path.ends_with("/mark") => {
            caller.json(Method::PUT, &path, &json!({"state": "talk"})).await
        }
        [Method::POST] if path.ends_with("/marks/divide") => caller.post(&path, "account=ada").await,
        [Method::POST] if path.ends_with("/title") => caller.post(&path, "title=Sheet+1").await,
        [Method::POST] if path.ends_with("/events") && !path.starts_with("/api/") => {
            caller.post(&path, "what=note&text=seen").await
        }
        [Method::POST] if path.ends_with("/review") => {
            caller.post(&path, "common_limit=3&cutoff=&teams=&staff=").await
        }
        [Method::POST] if path.ends_with("/cutoff") => {
            caller.post(&format!("{path}?unit=expect"), "cutoff=0.5").await
        }
        [Method::POST] if path.ends_with("/template") => {
            caller.post(&path, "submission=1&file=0&start_byte=0&end_byte=9").await
        }
        [Method::POST] if path.ends_with("/cases") => {
            caller.json(Method::POST, &path, &json!({"batch": known.batch, "submissions": [1, 3]})).await
        }
        [Method::POST] if path.ends_with("/share") && path.starts_with("/api/") => {
            caller.json(Method::POST, &path, &json!({})).await
        }
        [Method::POST] if path.ends_with("/events") => {
            caller.json(Method::POST, &path, &json!({"text": "seen"})).await
        }
        [Method::POST] if path == "/api/v1/courses" => {
            caller.json(Method::POST, &path, &json!({"name": "Algorithms"})).await
        }
        [Method::POST] if path == "/api/v1/tokens" => {
            caller.json(Method::POST, &path, &json!({"label": "x", "scope": "read"})).await
        }
        [Method::POST] => {
            let name = format!("name={}&role=owner&what=end-sessions&old=&new=&again=", caller.name().await);
            caller.post(&path, &format!("label=x&scope=read&days=&keep_until=&{name}")).await
        }
        [Method::PUT] if path.ends_with("/people") => {
            caller.json(Method::PUT, &path, &json!({"table": "name,person\na,b\n"})).await
        }
        [Method::PUT] => caller.json(Method::PUT, &path, &json!({"role": "owner"})).await,
        [Method::PATCH] if path.contains("/courses/") => caller.patch(&path, &json!({"name": "x"})).await,
        [Method::PATCH] if path.contains("/batches/") => caller.patch(&path, &json!({"title": "x"})).await,
        [Method::PATCH] => caller.patch(&path, &json!({"keep_until": null})).await,
        [method] => caller.call(method.clone(), &path).await,
        methods => panic!("a row has one method: {methods:?}"),
    }
}

/// Returns whether a call of the route ends. Event streams do not end by themselves in these tests.
pub(crate) fn ends(route: &RouteInfo) -> bool {
    route.methods != [Method::GET] || !route.path.ends_with("/events")
}

#[tokio::test]
async fn a_page_takes_one_credential_and_the_api_takes_the_token() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    let known = Known::of(&ada).await;
    let both = ada.with("cookie", eve.in_browser().await.header("cookie"));
    for route in routes().iter().filter(|route| !route.path.starts_with("/api/")) {
        let answer = call(&both, route, &known).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{route:?}");
        assert_eq!(answer.code(), "two-credentials", "{route:?}");
    }
    let own = ada.get("/api/v1/tokens").await.json();
    assert_eq!(both.get("/api/v1/tokens").await.json(), own);
    assert_ne!(eve.get("/api/v1/tokens").await.json(), own);
}

#[test]
fn what_is_open_to_everybody() {
    let open: Vec<String> =
        routes().into_iter().filter(|route| route.needs == Needs::Nothing).map(|route| route.path).collect();
    let known = [
        "/names",
        "/language",
        "/sign-in",
        "/sign-in",
        "/sign-in/link",
        "/sign-in/provider",
        "/sign-in/provider/callback",
        "/sign-out",
        "/sign-out/provider",
        "/api/v1/openapi.json",
        "/results/{shelf}/{result}",
        "/results/{shelf}/{result}/",
        "/results/{shelf}/{result}/{page}",
        "/bitmaps/{picture}",
        "/general/{page}",
        "/healthz",
        "/readyz",
        "/metrics",
        "/docs/errors.md",
        "/errors",
        "/errors/{code}",
        "/static/{*path}",
    ];
    assert_eq!(open, known);
}

#[tokio::test]
async fn nobody_passes_without_session_or_token() {
    let app = TestApp::new().await;
    let known = Known::of(&app.account("ada").await).await;
    for route in routes() {
        let answer = call(&app.anybody(), &route, &known).await;
        let name = format!("{} {}", route.methods[0], route.path);
        if matches!(route.needs, Needs::Nothing | Needs::Share) {
            assert!(![StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&answer.status), "{name}");
        } else if route.path.starts_with("/api/") {
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{name}");
            assert_eq!(answer.code(), "unauthenticated", "{name}");
            assert!(answer.header("www-authenticate").starts_with("Bearer"), "{name}");
        } else {
            assert_eq!(
                (answer.status, answer.header("location")),
                (StatusCode::SEE_OTHER, "/sign-in"),
                "{name}"
            );
        }
        let wrong = call(&app.anybody().with("authorization", "Bearer chf_token_00"), &route, &known).await;
        if !matches!(route.needs, Needs::Nothing | Needs::Share) {
            assert_eq!(
                (wrong.status, wrong.code().as_str()),
                (StatusCode::UNAUTHORIZED, "unauthenticated"),
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn a_strangers_batches_and_archives_do_not_exist() {
    let app = TestApp::new().await;
    let known = Known::of(&app.account("ada").await).await;
    let stranger = app.account("eve").await;
    let nothing = Known::all("0190a2f0-0000-7000-8000-000000000000");
    let of_one = |route: &&RouteInfo| {
        // A link works the same for everybody.
        !matches!(route.needs, Needs::Nothing | Needs::Share | Needs::Account(_) | Needs::SomeCourse(_))
    };
    for route in routes().iter().filter(of_one) {
        let (other, none) = (call(&stranger, route, &known).await, call(&stranger, route, &nothing).await);
        assert_eq!((other.status, other.code().as_str()), (StatusCode::NOT_FOUND, "not-found"), "{route:?}");
        assert_eq!((none.status, none.code()), (other.status, other.code()), "{route:?}");
        if route.path.starts_with("/api/") {
            let told = |answer: &Answer| answer.json()["detail"].clone();
            assert_eq!(told(&other), told(&none), "{route:?}");
        }
        let no_id = call(&stranger, route, &Known::all("no-id")).await;
        assert_eq!(no_id.status, StatusCode::NOT_FOUND, "{route:?}");
    }
}

/// Returns the strongest role that may not do this, if any, and the weakest role that may.
fn roles(action: Action) -> (Option<Role>, Role) {
    match action {
        Action::See => (None, Role::Viewer),
        Action::Upload | Action::Change | Action::Check => (Some(Role::Viewer), Role::Assistant),
        Action::Delete | Action::Decide => (Some(Role::Assistant), Role::Instructor),
        Action::Hold | Action::Manage | Action::Grant => (Some(Role::Instructor), Role::Owner),
    }
}

#[tokio::test]
async fn every_route_of_a_batch_or_archive_asks_for_the_role_it_states() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let grace = app.account("grace").await;
    for route in routes().into_iter().filter(ends) {
        let (Needs::Batch(action) | Needs::Archive(action) | Needs::Case(action) | Needs::Course(action)) =
            route.needs
        else {
            continue;
        };
        let known = Known::of(&ada).await;
        let (below, least) = roles(action);
        if let Some(below) = below {
            grace.joins(ada.course, below).await;
            let refused = call(&grace, &route, &known).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (StatusCode::FORBIDDEN, "forbidden"),
                "{route:?}"
            );
        }
        grace.joins(ada.course, least).await;
        let passed = call(&grace, &route, &known).await;
        assert!(passed.status.is_success() || passed.status.is_redirection(), "{route:?} {}", passed.status);
    }
}

#[tokio::test]
async fn a_token_for_reading_only_reads() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let reader = ada.with_token(Scope::Read).await;
    for route in routes().into_iter().filter(ends) {
        let known = Known::of(&ada).await;
        let answer = call(&reader, &route, &known).await;
        match route.needs {
            // A link works the same for everybody.
            Needs::Nothing | Needs::Share => {}
            Needs::Account(Action::See)
            | Needs::Batch(Action::See)
            | Needs::Archive(Action::See)
            | Needs::Case(Action::See)
            | Needs::Course(Action::See)
                if !route.path.ends_with("/leave") =>
            {
                assert_eq!(answer.status, StatusCode::OK, "{route:?}");
            }
            Needs::Administrator(_) => assert_eq!(answer.code(), "not-found", "{route:?}"),
            _ => assert_eq!(answer.code(), "forbidden", "{route:?}"),
        }
    }
}

#[tokio::test]
async fn pages_take_tokens_and_the_api_takes_sessions() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let browser = ada.in_browser().await;
    for path in ["/", "/batches/new", "/account", "/api/v1/batches"] {
        assert_eq!(ada.get(path).await.status, StatusCode::OK, "{path} by token");
        assert_eq!(browser.get(path).await.status, StatusCode::OK, "{path} by session");
    }
}

#[tokio::test]
async fn a_disabled_account_opens_nothing() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let browser = ada.in_browser().await;
    chaffinch_storage::Accounts::set_disabled(&app.storage, ada.account, true, &app.by()).await.unwrap();
    assert_eq!(ada.get("/api/v1/batches").await.code(), "unauthenticated");
    assert_eq!(browser.get("/").await.header("location"), "/sign-in");
}

#[tokio::test]
async fn forms_of_other_sites_are_refused() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await.in_browser().await;
    let batch = browser.batch().await;
    let path = format!("/batches/{batch}/delete");
    for foreign in [
        browser.with("sec-fetch-site", "cross-site"),
        browser.with("sec-fetch-site", "same-site"),
        browser.with("origin", "https://evil.example"),
        browser.with("origin", "null"),
    ] {
        let refused = foreign.post(&path, "").await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::FORBIDDEN, "cross-site"));
        let refused = foreign.call(Method::DELETE, &format!("/api/v1/batches/{batch}")).await;
        assert_eq!(refused.code(), "cross-site");
        let refused = foreign.upload(&Upload::class()).await;
        assert_eq!(refused.code(), "cross-site");
    }
    assert_eq!(browser.get(&format!("/batches/{batch}")).await.status, StatusCode::OK);
    // Behind a proxy that rewrites the host, the public address is the allowed origin.
    let proxied = browser.with("host", "127.0.0.1:9999").with("origin", "http://chaffinch.test:8080");
    assert_eq!(proxied.post(&format!("/batches/{batch}/cancel"), "").await.status, StatusCode::SEE_OTHER);
    let own = browser.with("sec-fetch-site", "same-origin");
    assert_eq!(own.post(&path, "").await.status, StatusCode::SEE_OTHER);
}
