//! `/account`: tokens are created, shown once, and revoked.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{Accounts as _, Moss as _, MossNumber, Scope};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::test_app::TestApp;

#[tokio::test]
async fn a_token_is_shown_once_works_and_is_revoked() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await.in_browser().await;
    let made = browser.post("/account/tokens", "label=grading+script&scope=read&days=30").await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text());
    let secret = made.select("#fresh .secret").remove(0);
    let script = app.anybody().with("authorization", format!("Bearer {secret}"));
    assert_eq!(script.get("/api/v1/batches").await.status, StatusCode::OK);

    let account = browser.get("/account").await;
    assert!(!account.text().contains(&secret));
    let row = "tr[data-token]:has(form)";
    let labels = account.select(&format!("{row} th"));
    let at = labels.iter().position(|label| label == "grading script").unwrap();
    let revoke = account.attributes(&format!("{row} form"), "action").remove(at);

    let stranger = app.account("eve").await;
    assert_eq!(stranger.post(&revoke, "").await.code(), "not-found");
    assert_eq!(script.get("/api/v1/batches").await.status, StatusCode::OK);
    assert_eq!(browser.post(&revoke, "").await.header("location"), "/account");
    assert_eq!(script.get("/api/v1/batches").await.code(), "unauthenticated");
}

#[tokio::test]
async fn a_number_for_moss_is_shown_once_listed_and_revoked() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await.in_browser().await;
    let made = browser.post("/account/moss-numbers", "label=moss.pl").await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text());
    let number: u32 = made.select("#fresh .secret").remove(0).parse().unwrap();
    let salt = app.storage.moss_salt(&[0; 16]).await.unwrap();
    let hash = MossNumber::presented(number).hash(&salt).unwrap();
    assert!(app.storage.token_actor(&hash, app.now()).await.unwrap().is_some());

    let account = browser.get("/account").await;
    assert!(!account.text().contains(&number.to_string()));
    let row = "tr[data-token]:has(form)";
    let at = account.select(&format!("{row} th")).iter().position(|label| label == "moss.pl").unwrap();
    assert_eq!(account.select(&format!("{row} td:nth-child(2)"))[at], "MOSS user id");
    let revoke = account.attributes(&format!("{row} form"), "action").remove(at);
    assert_eq!(browser.post(&revoke, "").await.header("location"), "/account");
    assert_eq!(app.storage.token_actor(&hash, app.now()).await.unwrap(), None);
    assert_eq!(browser.post("/account/moss-numbers", "label=").await.code(), "invalid-field");
}

#[tokio::test]
async fn tokens_expire() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await;
    let made = browser.post("/account/tokens", "label=x&scope=write&days=1").await;
    let script =
        app.anybody().with("authorization", format!("Bearer {}", made.select("#fresh .secret").remove(0)));
    assert_eq!(script.get("/").await.status, StatusCode::OK);
    app.wait(chrono::TimeDelta::days(2));
    assert_eq!(script.get("/").await.code(), "unauthenticated");
}

#[tokio::test]
async fn a_form_that_makes_no_sense_is_refused() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await;
    for form in [
        "label=&scope=read&days=",
        "label=x&scope=all&days=",
        "label=x&scope=read&days=0",
        "label=x&scope=read&days=4000",
        "label=a%0Ab&scope=read&days=",
    ] {
        let refused = browser.post("/account/tokens", form).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, "invalid-field"),
            "{form}"
        );
    }
}

#[tokio::test]
async fn what_a_token_makes_ends_with_it() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let wish = json!({"label": "x", "scope": "write", "days": 1});
    let made = ada.json(Method::POST, "/api/v1/tokens", &wish).await.json();
    let end = made["expires"].as_str().unwrap().to_owned();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let script = ada.with("authorization", bearer);
    app.wait(TimeDelta::hours(1));

    let token = |days: Value| json!({"label": "y", "scope": "write", "days": days});
    let share = format!("/api/v1/batches/{batch}/share");
    let later = json!({"expires": "2026-03-04"});
    for refused in [
        script.json(Method::POST, "/api/v1/tokens", &token(json!(1))).await,
        script.post("/account/tokens", "label=y&scope=read&days=1").await,
        script.json(Method::POST, &share, &later).await,
        script.post(&format!("/batches/{batch}/share"), "days=1").await,
    ] {
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::FORBIDDEN, "outlives-token"),
            "{}",
            refused.text()
        );
        assert!(refused.text().contains("2026-03-03T08:00:00Z"), "{}", refused.text());
    }
    let same = script.json(Method::POST, "/api/v1/tokens", &token(Value::Null)).await;
    assert_eq!((same.status, same.json()["expires"].as_str()), (StatusCode::CREATED, Some(end.as_str())));
    let link = script.json(Method::POST, &share, &json!({})).await;
    assert_eq!((link.status, link.json()["expires"].as_str()), (StatusCode::CREATED, Some(end.as_str())));
    let by_page = script.post(&format!("/batches/{batch}/share"), "").await;
    assert_eq!(by_page.status, StatusCode::OK, "{}", by_page.text());
    script.post("/account/tokens", "label=z&scope=write&days=").await;
    script.post("/account/moss-numbers", "label=moss").await;
    let tokens = app.storage.tokens(Some(ada.account)).await.unwrap();
    let mut ends: Vec<_> = tokens.iter().map(|token| token.expires.map(|end| end.to_string())).collect();
    ends.sort();
    let last = Some("2026-03-03 08:00:00 UTC".to_owned());
    assert_eq!(ends, [None, last.clone(), last.clone(), last.clone(), last]);

    // A token without an end and a browser session may create tokens without an end.
    for unbound in [ada.clone(), ada.in_browser().await] {
        let made = unbound.post("/account/tokens", "label=y&scope=read&days=").await;
        assert_eq!(made.status, StatusCode::OK);
    }
    // A read-only token cannot create any token.
    let reader = ada.with_token(Scope::Read).await;
    for scope in ["read", "write"] {
        let refused =
            reader.json(Method::POST, "/api/v1/tokens", &json!({"label": "y", "scope": scope})).await;
        assert_eq!(refused.code(), "forbidden");
    }
}
