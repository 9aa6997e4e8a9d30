//! Tests many requests at the same moment for things whose number is limited.

use chaffinch_storage_tests::server::TestDatabase;
use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::{Target, bombs};

/// Number of requests at the same moment, more than the largest number of links.
const REQUESTS: usize = 120;
/// Largest number of links of a batch.
const MAX_LINKS: usize = 100;
/// Largest number of drafts of an account.
const MAX_DRAFTS: usize = 10;
/// Number of drafts made at the same moment.
const DRAFTS: usize = 24;

async fn links(target: &Target) {
    let path = format!("/batches/{}/share", target.batch);
    let usual = json!({});
    let ask = || target.client.ask_json(reqwest::Method::POST, &path, &usual);
    let answers = join_all((0..REQUESTS).map(|_| ask())).await;
    let count = |wanted: u16| answers.iter().filter(|answer| answer.status().as_u16() == wanted).count();
    assert_eq!((count(201), count(409)), (MAX_LINKS, REQUESTS - MAX_LINKS));
}

async fn drafts(target: &Target) {
    let class = bombs::class([]);
    let make = || {
        let part = Part::bytes(class.clone()).file_name("class.zip");
        target.client.draft(Form::new().part("submissions", part))
    };
    let drafts = join_all((0..DRAFTS).map(|_| make())).await;
    let mut kept = 0;
    for draft in drafts {
        let answer = target.client.get(&format!("/drafts/{}", draft["id"].as_str().unwrap())).await;
        kept += usize::from(answer.status().is_success());
    }
    assert_eq!(kept, MAX_DRAFTS);
}

/// Many request another report at the same moment. There is one job, and no revision if nothing changes.
async fn reports(target: &Target) {
    let path = format!("/batches/{}/rescore", target.batch);
    let before = target.client.json(&format!("/batches/{}/revisions", target.batch)).await;
    let ask = |body| target.client.ask_json(reqwest::Method::POST, &path, body);
    let unchanged = json!({});
    for answer in join_all((0..REQUESTS).map(|_| ask(&unchanged))).await {
        assert_eq!(answer.status().as_u16(), 202);
    }
    assert_eq!(target.client.json(&format!("/batches/{}/revisions", target.batch)).await, before);
    let changed = json!({ "common_limit": 7 });
    let answers = join_all((0..REQUESTS).map(|_| ask(&changed))).await;
    assert!(answers.iter().all(|answer| [202, 409].contains(&answer.status().as_u16())));
    assert_eq!(target.client.finished(&target.batch).await["status"], "done");
    let after = target.client.json(&format!("/batches/{}/revisions", target.batch)).await;
    let count = |list: &serde_json::Value| list["revisions"].as_array().unwrap().len();
    assert_eq!(count(&after), count(&before) + 1, "the same settings make one report");
}

async fn raced(target: &Target) {
    links(target).await;
    drafts(target).await;
    reports(target).await;
    target.is_unharmed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite() {
    raced(&Target::start(None, &[]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres() {
    let database = TestDatabase::empty().await;
    raced(&Target::start(Some(&database.url()), &[]).await).await;
}
