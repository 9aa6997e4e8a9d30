//! Checks of one submission before the deadline: who may send them, what they answer, and what stays of them.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{
    Audit as _, AuditAction, BatchId, Batches as _, CourseId, JobPayload, Jobs as _, Lane, Layout, Role,
    Scope,
};
use chaffinch_web::{Needs, routes};
use serde_json::{Value, json};

use crate::access::{Known, call, ends};
use crate::test_app::{Answer, Caller, TestApp, Upload};

const CODE: &[u8] = b"int main(void) { return 7; }";

fn path(course: CourseId) -> String {
    format!("/api/v1/courses/{course}/checks")
}

/// A submission about which something is found.
fn found() -> Upload {
    Upload::default().file("submissions", "grace hopper.c", CODE)
}

/// A submission about which nothing is found.
fn original() -> Upload {
    Upload::default().file("submissions", "own.c", CODE)
}

async fn check(caller: &Caller<'_>, upload: &Upload) -> Answer {
    caller.upload_to(&path(caller.course), upload).await
}

/// Changes the settings of the caller's course.
async fn set(owner: &Caller<'_>, settings: &Value) {
    let answer = owner.patch(&format!("/api/v1/courses/{}", owner.course), settings).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
}

/// Returns the details of the checks in the log, sorted.
async fn logged(app: &TestApp, course: CourseId) -> Vec<String> {
    let entries = app.storage.audit(Some(course), None, 1000).await.unwrap().items;
    let checks = entries.into_iter().filter(|entry| entry.action == AuditAction::SubmissionChecked);
    let mut checks: Vec<_> = checks.map(|entry| entry.details.to_string()).collect();
    checks.sort();
    checks
}

fn details((outcome, kept): (&str, bool)) -> String {
    json!({"outcome": outcome, "kept": kept}).to_string()
}

async fn batches(caller: &Caller<'_>) -> usize {
    caller.get("/api/v1/batches").await.json()["batches"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_course_accepts_checks_only_if_its_owner_says_so() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    assert_eq!(check(&ada, &found()).await.code(), "checks-off");
    set(&ada, &json!({"checks": "outcome"})).await;
    let nothing_stored = check(&ada, &found()).await;
    assert_eq!(nothing_stored.code(), "invalid-field", "there is nothing to compare with");
    ada.archive("2024").await;
    assert_eq!(check(&ada, &found()).await.json(), json!({"outcome": "found", "batch": null}));
    assert_eq!(check(&ada, &original()).await.json(), json!({"outcome": "nothing-found", "batch": null}));
    assert_eq!(batches(&ada).await, 0, "nothing is stored");
    let log = logged(&app, ada.course).await;
    assert_eq!(log, [("found", false), ("nothing", false)].map(details));
    let page = ada.get(&format!("/courses/{}/audit", ada.course)).await;
    assert!(page.text().contains("Submission checked") && !page.text().contains("hopper"));

    let eve = app.account("eve").await;
    let path = path(ada.course);
    assert_eq!(eve.upload_to(&path, &found()).await.code(), "not-found");
    eve.joins(ada.course, Role::Viewer).await;
    assert_eq!(eve.upload_to(&path, &found()).await.code(), "forbidden");
    eve.joins(ada.course, Role::Assistant).await;
    assert_eq!(eve.upload_to(&path, &found()).await.json()["outcome"], "found");
    let reader = eve.with_token(Scope::Read).await;
    assert_eq!(reader.upload_to(&path, &found()).await.code(), "forbidden");
}

#[tokio::test]
async fn owners_change_the_settings_on_the_page() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let page = format!("/courses/{}", ada.course);
    let tab = format!("{page}/checks");
    assert_eq!(ada.get(&tab).await.attributes("#checks option[selected]", "value"), ["off"]);
    let sent = ada.post(&page, "checks=received&checks_open_cases=on").await;
    assert_eq!(sent.header("location"), tab);
    let shown = ada.get(&tab).await;
    assert_eq!(shown.attributes("#checks option[selected]", "value"), ["received"]);
    assert_eq!(shown.select("[name=checks_open_cases][checked]").len(), 1);
    let course = ada.get(&format!("/api/v1{page}")).await.json();
    assert_eq!((&course["checks"], &course["checks_open_cases"]), (&json!("received"), &json!(true)));
    ada.post(&page, "name=Algorithms&keep_days=").await;
    assert_eq!(ada.get(&format!("/api/v1{page}")).await.json()["checks"], "received", "an older form");
    assert_eq!(ada.post(&page, "name=x&keep_days=&checks=maybe").await.code(), "invalid-field");
    let refused = ada.patch(&format!("/api/v1{page}"), &json!({"checks": "maybe"})).await;
    assert_eq!(refused.code(), "invalid-field");
}

#[tokio::test]
async fn a_token_that_checks_does_nothing_else() {
    let app = TestApp::with(|settings| settings.rates.uploads = None).await;
    let (ada, bob) = (app.account("ada").await, app.account("bob").await);
    ada.administers().await;
    let made = json!({"label": "CI", "scope": "check", "course": ada.course.0});
    let made = ada.json(Method::POST, "/api/v1/tokens", &made).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    assert_eq!((&made.json()["scope"], &made.json()["course"]), (&json!("check"), &json!(ada.course.0)));
    let token = made.json()["token"].as_str().unwrap().to_owned();
    let token = ada.with("authorization", format!("Bearer {token}"));
    for wrong in [
        json!({"label": "CI", "scope": "check"}),
        json!({"label": "CI", "scope": "read", "course": ada.course.0}),
        json!({"label": "CI", "scope": "check", "course": bob.course.0}),
    ] {
        assert_eq!(ada.json(Method::POST, "/api/v1/tokens", &wrong).await.code(), "invalid-field", "{wrong}");
    }
    let known = Known::of(&ada).await;
    for route in routes().into_iter().filter(ends) {
        let answer = call(&token, &route, &known).await;
        if matches!(route.needs, Needs::Nothing | Needs::Share) {
            continue;
        }
        if route.path.starts_with("/api/") && route.path.ends_with("/checks") {
            assert_eq!(answer.json(), json!({"outcome": "found", "batch": null}), "{route:?}");
        } else {
            assert!(
                ["not-found", "forbidden"].contains(&answer.code().as_str()),
                "{route:?} {}",
                answer.status
            );
        }
    }
    set(&bob, &json!({"checks": "outcome"})).await;
    assert_eq!(token.upload_to(&path(bob.course), &found()).await.code(), "not-found", "another course");
    let of_bob = bob.finished_batch().await;
    let crossing = check(&token, &found().field("batch", &of_bob.to_string())).await;
    assert_eq!(crossing.code(), "invalid-field", "a comparison of another course");
    assert_eq!(check(&token, &found().field("keep", "case")).await.code(), "forbidden");
}

#[tokio::test]
async fn the_form_of_the_account_makes_such_a_token() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let browser = ada.in_browser().await;
    let offered = browser.get("/account").await.attributes("#scope option", "value");
    assert_eq!(offered, ["write".to_owned(), "read".to_owned(), ada.course.to_string()]);
    browser.post("/account/tokens", &format!("label=CI&scope={}&days=30", ada.course)).await;
    let tokens = ada.get("/api/v1/tokens").await.json();
    let made = tokens["tokens"].as_array().unwrap().iter().find(|token| token["label"] == "CI").unwrap();
    assert_eq!((&made["scope"], &made["course"]), (&json!("check"), &json!(ada.course.0)));
    assert!(browser.get("/account").await.text().contains("check in one course"));
}

#[tokio::test]
async fn an_answer_without_the_outcome_is_always_the_same() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    ada.archive("2024").await;
    set(&ada, &json!({"checks": "received", "checks_open_cases": true})).await;
    let token = ada.with_token(Scope::Check(ada.course)).await;
    let unreadable = Upload::default().file("submissions", "class.zip", CODE);
    let mut answers = Vec::new();
    for upload in [found(), original(), unreadable] {
        let answer = check(&token, &upload).await;
        assert_eq!(answer.status, StatusCode::OK);
        answers.push(answer.text());
    }
    assert_eq!(answers, [r#"{"outcome":"received","batch":null}"#; 3]);
    // A job does each of them, even after a restart.
    assert_eq!(logged(&app, ada.course).await, <[String; 0]>::default());
    for name in ["grace hopper.c", "own.c", "class.zip"] {
        let (lease, payload) = app.claim(Lane::Maintenance).await.unwrap();
        let JobPayload::Check(request) = payload else { panic!("{payload:?}") };
        assert_eq!((request.course, request.batch, request.keep), (ada.course, None, true));
        assert_eq!(app.storage.parts(lease.job).await.unwrap()[0].name, name);
        app.storage.settle(&lease, app.now()).await.unwrap();
        assert_eq!(app.storage.parts(lease.job).await.unwrap(), [], "nothing of it stays");
    }
    assert_eq!(check(&ada, &original()).await.json()["outcome"], "nothing-found", "staff learn the outcome");
}

#[tokio::test]
async fn what_is_kept_becomes_a_comparison_with_the_archives() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let archive = ada.archive("2024").await;
    set(&ada, &json!({"checks": "outcome"})).await;
    let keep = found().field("keep", "case");
    let kept = check(&ada, &keep).await.json();
    assert_eq!(kept["outcome"], "found");
    let id: BatchId = kept["batch"].as_str().unwrap().parse().unwrap();
    assert_eq!(check(&ada, &keep).await.json(), kept, "the same submission is kept once");
    let batch = app.storage.batch(id).await.unwrap().unwrap();
    assert_eq!((batch.title.as_str(), batch.course), ("grace hopper", ada.course));
    let options = batch.options;
    assert_eq!((options.archives, options.opens_case), (Some(vec![archive]), true));
    assert_eq!(options.layout, Layout::Whole);
    assert_eq!(check(&ada, &original().field("keep", "case")).await.json()["batch"], Value::Null);
    assert_eq!(check(&ada, &original().field("keep", "yes")).await.code(), "invalid-field");
    assert_eq!(batches(&ada).await, 1);

    set(&ada, &json!({"checks_open_cases": true})).await;
    let token = ada.with_token(Scope::Check(ada.course)).await;
    let other = Upload::default().file("submissions", "linus.c", CODE);
    assert_eq!(check(&token, &other).await.json(), json!({"outcome": "found", "batch": null}));
    assert_eq!(batches(&ada).await, 2, "it is kept, and the token does not learn where");
}

#[tokio::test]
async fn what_is_found_only_in_a_comparison_joins_it() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    set(&ada, &json!({"checks": "outcome"})).await;
    let named = found().field("batch", &batch.to_string());
    assert_eq!(check(&ada, &named).await.json(), json!({"outcome": "found", "batch": null}));
    let kept = check(&ada, &named.field("keep", "case")).await.json();
    assert_eq!(kept, json!({"outcome": "found", "batch": batch.0}));
    let (_, payload) = app.claim(Lane::Analysis).await.unwrap();
    assert_eq!(payload, JobPayload::Late { batch, opens_case: true });
    let unknown = found().field("batch", "0190a2f0-0000-7000-8000-000000000000");
    assert_eq!(check(&ada, &unknown).await.code(), "invalid-field");
}

#[tokio::test]
async fn checks_have_limits() {
    let app = TestApp::with(|settings| settings.rates.checks = std::num::NonZeroU32::new(2)).await;
    let ada = app.account("ada").await;
    ada.archive("2024").await;
    set(&ada, &json!({"checks": "outcome"})).await;
    let token = ada.with_token(Scope::Check(ada.course)).await;
    for _ in 0..2 {
        assert_eq!(check(&token, &found()).await.status, StatusCode::OK);
    }
    let refused = check(&token, &found()).await;
    assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "1800"));
    assert!(refused.text().contains("checks with this token per hour"), "{}", refused.text());
    assert_eq!(check(&ada, &found()).await.status, StatusCode::OK, "another token");

    let large = Upload::default().file("submissions", "large.c", &vec![b' '; 9 << 20]);
    let refused = check(&ada, &large).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "body-too-large"));
    assert!(refused.text().contains("8388608"), "{}", refused.text());
    let several = found().file("submissions", "more.c", CODE);
    let grace = ada.with_token(Scope::Write).await;
    assert_eq!(check(&grace, &several).await.code(), "invalid-field");
    assert_eq!(check(&grace, &Upload::default()).await.code(), "no-submissions");
}

#[tokio::test]
async fn a_course_has_a_limit_for_all_its_tokens() {
    let app = TestApp::with(|settings| settings.rates.course_checks = std::num::NonZeroU32::new(1)).await;
    let ada = app.account("ada").await;
    ada.archive("2024").await;
    set(&ada, &json!({"checks": "outcome"})).await;
    let token = ada.with_token(Scope::Check(ada.course)).await;
    assert_eq!(check(&token, &found()).await.status, StatusCode::OK);
    let refused = check(&ada, &found()).await;
    assert!(refused.text().contains("checks in this course per hour"), "{}", refused.text());
    assert_eq!(refused.header("retry-after"), "3600");
}

#[tokio::test]
async fn a_token_checks_one_submission_at_a_time() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    ada.archive("2024").await;
    set(&ada, &json!({"checks": "outcome"})).await;
    let token = ada.with_token(Scope::Check(ada.course)).await;
    let held = app.app.clone();
    let (second, other) = (check_request(&token), check_request(&ada));
    let requests = std::sync::Mutex::new(Some((second, other)));
    let first = token.meanwhile(move || {
        let (second, other) = requests.lock().unwrap().take().unwrap();
        let router = chaffinch_web::router(held.clone());
        Box::pin(async move {
            use tower::ServiceExt as _;
            let refused = router.clone().oneshot(second).await.unwrap();
            assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(refused.headers()["retry-after"], "2");
            assert_eq!(router.oneshot(other).await.unwrap().status(), StatusCode::OK, "another token");
        })
    });
    assert_eq!(check(&first, &found()).await.status, StatusCode::OK);
    assert_eq!(check(&token, &found()).await.status, StatusCode::OK, "one after the other");
}

fn check_request(caller: &Caller<'_>) -> axum::http::Request<axum::body::Body> {
    let caller = caller.with("content-type", Upload::MEDIA_TYPE);
    caller.request(Method::POST, &path(caller.course), found().body())
}
