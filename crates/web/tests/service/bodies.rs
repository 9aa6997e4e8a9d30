//! Access that ends while a request body arrives. The request was admitted by its headers, but it is not carried out.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::http::{Method, StatusCode};
use chaffinch_storage::{
    AccountId, Accounts as _, CaseChange, CaseStatus, Cases as _, Courses as _, Lane, Role, SignIns as _,
    Tokens,
};
use chaffinch_web::{Needs, routes};
use futures_util::{FutureExt as _, StreamExt as _, future, stream};

use crate::access::{Known, call};
use crate::test_app::{Answer, TestApp, Upload, refused};

const FORM: &str = "application/x-www-form-urlencoded";

/// A body whose first half arrives, then this happens, then the second half arrives.
fn interrupted(mut body: Vec<u8>, meanwhile: impl Future<Output = ()> + Send + 'static) -> Body {
    let second = body.split_off(body.len() / 2);
    let rest = async move {
        meanwhile.await;
        second
    };
    let halves = stream::once(future::ready(body)).chain(stream::once(rest));
    Body::from_stream(halves.map(Ok::<_, Infallible>))
}

/// Signs an account out everywhere.
fn signing_out(app: &TestApp, account: AccountId) -> impl Future<Output = ()> + Send + use<> {
    let (storage, by) = (app.storage.clone(), app.by());
    async move {
        storage.end_sessions(account, Tokens::Keep, &by).await.unwrap();
    }
}

fn asks_to_sign_in(path: &str, answer: &Answer) {
    if path.starts_with("/api/") {
        refused(answer, 401, "unauthenticated");
    } else {
        let expected = (StatusCode::SEE_OTHER, "/sign-in");
        assert_eq!((answer.status, answer.header("location")), expected, "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_session_that_ends_while_a_body_arrives_changes_nothing() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let password = b"old=&new=correct+horse+battery&again=correct+horse+battery";
    for (path, media_type, body) in [
        ("/account/password".to_owned(), FORM, password.to_vec()),
        ("/account/tokens".to_owned(), FORM, b"label=x&scope=write&days=".to_vec()),
        ("/api/v1/tokens".to_owned(), "application/json", br#"{"label": "x", "scope": "write"}"#.to_vec()),
        (format!("/batches/{batch}/late"), Upload::MEDIA_TYPE, Upload::class().body()),
        (format!("/api/v1/batches/{batch}/submissions"), Upload::MEDIA_TYPE, Upload::class().body()),
    ] {
        let browser = ada.in_browser().await.with("content-type", media_type);
        let body = interrupted(body, signing_out(&app, ada.account));
        let answer = browser.send(browser.request(Method::POST, &path, body)).await;
        asks_to_sign_in(&path, &answer);
    }
    assert_eq!(app.storage.password(ada.account).await.unwrap(), None);
    assert_eq!(app.storage.tokens(Some(ada.account)).await.unwrap().len(), 1, "the one of this test");
    assert!(app.claim(Lane::Analysis).await.is_none(), "no late work");
}

#[tokio::test]
async fn a_role_that_is_taken_while_a_body_arrives_refuses_it() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.account("ada").await, app.account("grace").await);
    let batch = ada.finished_batch().await;
    let (api, page) = (format!("/api/v1/batches/{batch}/submissions"), format!("/batches/{batch}/late"));
    let whole = Upload::class().body();
    let sent = async |path: &str, body: &[u8], then: Option<Role>| {
        grace.joins(ada.course, Role::Assistant).await;
        let (storage, by) = (app.storage.clone(), app.by());
        let (account, course) = (grace.account, ada.course);
        let meanwhile = async move {
            storage.set_role(account, course, then, &by).await.unwrap();
        };
        let grace = grace.with("content-type", Upload::MEDIA_TYPE);
        grace.send(grace.request(Method::POST, path, interrupted(body.to_vec(), meanwhile))).await
    };
    for then in [Some(Role::Viewer), None] {
        refused(&sent(&api, &whole[..], then).await, 409, "access-changed");
        refused(&sent(&page, &whole[..], then).await, 409, "access-changed");
        // A malformed upload is refused in the same way. Its error page would otherwise show the report.
        refused(&sent(&page, &whole[..100], then).await, 409, "access-changed");
    }
    assert!(app.claim(Lane::Analysis).await.is_none(), "no late work");
    let more = sent(&api, &whole[..], Some(Role::Owner)).await;
    assert_eq!(more.status, StatusCode::ACCEPTED, "a further right");
}

#[tokio::test]
async fn who_is_no_administrator_any_more_changes_no_account() {
    let app = TestApp::new().await;
    let (ada, root) = (app.account("ada").await, app.account("root").await);
    ada.administers().await;
    root.administers().await;
    let browser = root.in_browser().await.with("content-type", FORM);
    let (storage, by, account) = (app.storage.clone(), app.by(), root.account);
    let meanwhile = async move {
        assert!(storage.set_admin(account, false, &by).await.unwrap());
    };
    let body = interrupted(b"what=make-admin".to_vec(), meanwhile);
    let own = format!("/admin/accounts/{}", root.account);
    refused(&browser.send(browser.request(Method::POST, &own, body)).await, 409, "access-changed");
    assert!(!app.storage.account(root.account).await.unwrap().unwrap().admin);
}

#[tokio::test]
async fn a_decision_that_is_made_while_a_body_arrives_stays() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.account("ada").await, app.account("grace").await);
    let case = ada.case(ada.finished_batch().await).await;
    grace.joins(ada.course, Role::Assistant).await;
    let (storage, by) = (app.storage.clone(), app.by());
    let meanwhile = async move {
        let confirm = CaseChange::Status(CaseStatus::Confirmed);
        storage.change_case(case, &confirm, "", true, &by).await.unwrap().unwrap();
    };
    let body = interrupted(br#"{"kind": "status", "status": "suspicious"}"#.to_vec(), meanwhile);
    let grace = grace.with("content-type", "application/json");
    let path = format!("/api/v1/cases/{case}/events");
    refused(&grace.send(grace.request(Method::POST, &path, body)).await, 403, "forbidden");
    assert_eq!(app.storage.case(case).await.unwrap().unwrap().status, CaseStatus::Confirmed);
}

/// Covers every route that reads a body, so that a new route is tested too.
#[tokio::test]
async fn no_body_is_taken_from_a_session_that_ended_meanwhile() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    ada.administers().await;
    let mut tried = 0;
    for route in routes() {
        if route.methods == [Method::GET] || matches!(route.needs, Needs::Nothing | Needs::Share) {
            continue;
        }
        // It has no body, and its job would be in the way of those of the next routes.
        if route.path == "/batches/sample" {
            continue;
        }
        let known = Known::of(&ada).await;
        let was_read = Arc::new(AtomicBool::new(false));
        let (storage, by, account) = (app.storage.clone(), app.by(), ada.account);
        let flag = was_read.clone();
        let browser = ada.in_browser().await.meanwhile(move || {
            let (storage, flag) = (storage.clone(), flag.clone());
            async move {
                flag.store(true, Ordering::SeqCst);
                storage.end_sessions(account, Tokens::Keep, &by).await.unwrap();
            }
            .boxed()
        });
        let answer = call(&browser, &route, &known).await;
        if was_read.load(Ordering::SeqCst) {
            asks_to_sign_in(&route.path, &answer);
            tried += 1;
        }
    }
    assert!(tried > 30, "only {tried} routes read a body");
}
