//! `/account`: tokens are made, shown once, and revoked.

use axum::http::StatusCode;
use chaffinch_storage::{Accounts as _, Moss as _, MossNumber};

use crate::house::House;

#[tokio::test]
async fn a_token_is_shown_once_works_and_is_revoked() {
    let house = House::new().await;
    let browser = house.account("ada").await.in_browser().await;
    let made = browser.post("/account/tokens", "label=grading+script&scope=read&days=30").await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text());
    let secret = made.select("#fresh .secret").remove(0);
    let script = house.anybody().with("authorization", format!("Bearer {secret}"));
    assert_eq!(script.get("/api/v1/batches").await.status, StatusCode::OK);

    let account = browser.get("/account").await;
    assert!(!account.text().contains(&secret));
    let row = "tr[data-token]:has(form)";
    let labels = account.select(&format!("{row} th"));
    let at = labels.iter().position(|label| label == "grading script").unwrap();
    let revoke = account.attributes(&format!("{row} form"), "action").remove(at);

    let stranger = house.account("eve").await;
    assert_eq!(stranger.post(&revoke, "").await.code(), "not-found");
    assert_eq!(script.get("/api/v1/batches").await.status, StatusCode::OK);
    assert_eq!(browser.post(&revoke, "").await.header("location"), "/account");
    assert_eq!(script.get("/api/v1/batches").await.code(), "unauthenticated");
}

#[tokio::test]
async fn a_number_for_moss_is_shown_once_listed_and_revoked() {
    let house = House::new().await;
    let browser = house.account("ada").await.in_browser().await;
    let made = browser.post("/account/moss-numbers", "label=moss.pl").await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text());
    let number: u32 = made.select("#fresh .secret").remove(0).parse().unwrap();
    let salt = house.storage.moss_salt(&[0; 16]).await.unwrap();
    let hash = MossNumber::presented(number).hash(&salt).unwrap();
    assert!(house.storage.token_actor(&hash, house.now()).await.unwrap().is_some());

    let account = browser.get("/account").await;
    assert!(!account.text().contains(&number.to_string()));
    let row = "tr[data-token]:has(form)";
    let at = account.select(&format!("{row} th")).iter().position(|label| label == "moss.pl").unwrap();
    assert_eq!(account.select(&format!("{row} td:nth-child(2)"))[at], "user id for MOSS's clients");
    let revoke = account.attributes(&format!("{row} form"), "action").remove(at);
    assert_eq!(browser.post(&revoke, "").await.header("location"), "/account");
    assert_eq!(house.storage.token_actor(&hash, house.now()).await.unwrap(), None);
    assert_eq!(browser.post("/account/moss-numbers", "label=").await.code(), "invalid-field");
}

#[tokio::test]
async fn tokens_expire() {
    let house = House::new().await;
    let browser = house.account("ada").await;
    let made = browser.post("/account/tokens", "label=x&scope=write&days=1").await;
    let script =
        house.anybody().with("authorization", format!("Bearer {}", made.select("#fresh .secret").remove(0)));
    assert_eq!(script.get("/").await.status, StatusCode::OK);
    house.wait(chrono::TimeDelta::days(2));
    assert_eq!(script.get("/").await.code(), "unauthenticated");
}

#[tokio::test]
async fn a_form_that_makes_no_sense_is_refused() {
    let house = House::new().await;
    let browser = house.account("ada").await;
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
