//! Progress as an event stream: its content, its end, and following it again.

use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use chaffinch_storage::{
    Accounts as _, Batches as _, Courses as _, HolderId, JobProgress, Jobs as _, Lane, Role,
};
use chrono::TimeDelta;
use futures_util::StreamExt as _;

use crate::test_app::{Caller, TestApp, report};

/// Reads events, each as a name and its data.
struct Events {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Events {
    async fn of(service: &TestApp, caller: &Caller<'_>, batch: &str) -> Self {
        let request = caller.request(Method::GET, &format!("/api/v1/batches/{batch}/events"), Body::empty());
        let response = service.stream(request).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Self { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// Returns the next event, or `None` if the stream has ended.
    async fn next(&mut self) -> Option<(String, serde_json::Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    event.lines().find_map(|line| line.strip_prefix(name)).map(|text| text.trim().to_owned())
                };
                let found = field("event:").zip(field("data:"));
                self.text = rest.to_string();
                match found {
                    Some((name, data)) => return Some((name, serde_json::from_str(&data).unwrap())),
                    None => continue, // a keep-alive message
                }
            }
            let bytes = self.body.next().await?.unwrap();
            self.text.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }
}

#[tokio::test]
async fn a_batch_is_followed_to_its_end() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await.to_string();
    let mut events = Events::of(&service, &ada, &batch).await;
    let (name, data) = events.next().await.unwrap();
    assert_eq!((name.as_str(), data["status"].as_str()), ("progress", Some("queued")));

    let claimed = service
        .storage
        .claim(HolderId::new(service.now()), Lane::Analysis, service.now())
        .await
        .unwrap()
        .unwrap();
    let progress = JobProgress { stage: "parsing".to_owned(), done: 2, total: 3 };
    service.storage.heartbeat(&claimed.lease, &progress).await.unwrap();
    let (name, data) = loop {
        let event = events.next().await.unwrap();
        if event.1["stage"] == "parsing" {
            break event;
        }
    };
    assert_eq!(name, "progress");
    assert_eq!(data, serde_json::json!({"status": "running", "stage": "parsing", "done": 2, "total": 3}));

    // A client that connects later, or again, first receives the present state.
    let (_, data) = Events::of(&service, &ada, &batch).await.next().await.unwrap();
    assert_eq!(data["stage"], "parsing");

    service.storage.release(&claimed.lease, service.now()).await.unwrap();
    service.finish(&report()).await;
    let last = loop {
        let event = events.next().await.unwrap();
        if event.0 != "progress" {
            break event;
        }
    };
    assert_eq!((last.0.as_str(), last.1["status"].as_str()), ("done", Some("done")));
    assert!(events.next().await.is_none(), "the stream ends");
    let mut again = Events::of(&service, &ada, &batch).await;
    assert_eq!(again.next().await.unwrap().0, "done");
    assert!(again.next().await.is_none());
}

#[tokio::test]
async fn failure_cancelling_and_deletion_end_the_stream() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;

    let batch = ada.batch().await.to_string();
    let claimed = service
        .storage
        .claim(HolderId::new(service.now()), Lane::Analysis, service.now())
        .await
        .unwrap()
        .unwrap();
    service.storage.fail(&claimed.lease, "It does not work.", false, service.now()).await.unwrap();
    let (name, data) = Events::of(&service, &ada, &batch).await.next().await.unwrap();
    assert_eq!((name.as_str(), data["reason"].as_str()), ("failed", Some("It does not work.")));

    let batch = ada.batch().await;
    let mut events = Events::of(&service, &ada, &batch.to_string()).await;
    events.next().await.unwrap();
    service.storage.cancel(batch, &service.by()).await.unwrap();
    assert_eq!(events.next().await.unwrap().0, "cancelled");
    assert!(events.next().await.is_none());

    let batch = ada.batch().await;
    let mut events = Events::of(&service, &ada, &batch.to_string()).await;
    events.next().await.unwrap();
    service.storage.delete(batch, &service.by()).await.unwrap();
    assert_eq!(events.next().await.unwrap().0, "deleted");
    assert!(events.next().await.is_none());
}

/// How long a test waits for a stream to end before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_stream_ends_when_its_reader_may_no_longer_see() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await.to_string();
    let by = service.by();
    for way in ["membership", "session", "token", "expiry", "account"] {
        let grace = service.account(way).await;
        grace.joins(ada.course, Role::Viewer).await;
        let reader = if way == "session" { grace.in_browser().await } else { grace.clone() };
        let reader =
            if way == "expiry" { reader.with_token_until(TimeDelta::hours(1)).await } else { reader };
        let mut events = Events::of(&service, &reader, &batch).await;
        events.next().await.unwrap();
        let storage = &service.storage;
        match way {
            "membership" => storage.set_role(grace.account, ada.course, None, &by).await.unwrap(),
            "session" => drop(reader.post("/sign-out", "").await),
            "token" => {
                let token = storage.tokens(Some(grace.account)).await.unwrap().remove(0);
                assert!(storage.revoke_token(token.id, &by).await.unwrap());
            }
            "expiry" => service.wait(TimeDelta::hours(1)),
            _ => assert!(storage.set_disabled(grace.account, true, &by).await.unwrap()),
        }
        let ended = tokio::time::timeout(PATIENCE, events.next()).await;
        assert!(ended.expect(way).is_none(), "{way}: nothing more is told");
    }
    let mut others = Events::of(&service, &ada, &batch).await;
    assert!(others.next().await.is_some());
}

#[tokio::test]
async fn streams_end_when_the_process_shall() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await.to_string();
    let mut events = Events::of(&service, &ada, &batch).await;
    events.next().await.unwrap();
    service.app.shutdown.cancel();
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn a_client_that_comes_back_gets_only_new_events() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await.to_string();
    let path = format!("/api/v1/batches/{batch}/events");
    let known = |id: &str| ada.with("last-event-id", id).request(Method::GET, &path, Body::empty());
    let first = async |request| {
        let mut stream = service.stream(request).await.into_body().into_data_stream();
        String::from_utf8(stream.next().await.unwrap().unwrap().to_vec()).unwrap()
    };
    let id = |event: &str| event.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned();
    let queued = first(known("of another stream")).await;
    assert!(queued.contains("event: progress") && queued.contains("retry: "), "{queued}");
    let response = service.stream(known(&id(&queued))).await;
    service.finish(&report()).await;
    let mut stream = response.into_body().into_data_stream();
    let next = String::from_utf8(stream.next().await.unwrap().unwrap().to_vec()).unwrap();
    assert!(next.contains("event: done"), "the news that is news: {next}");
    assert_eq!(
        ada.with("last-event-id", id(&next)).get(&path).await.status,
        axum::http::StatusCode::NO_CONTENT
    );
    assert_eq!(first(known(&id(&queued))).await, next);
}

#[tokio::test]
async fn an_account_follows_no_more_streams_than_it_may() {
    let service = TestApp::with(|settings| settings.event_streams = 2).await;
    let (ada, bob) = (service.account("ada").await, service.account("bob").await);
    let batch = ada.batch().await.to_string();
    let (first, _second) =
        (Events::of(&service, &ada, &batch).await, Events::of(&service, &ada, &batch).await);
    let path = format!("/api/v1/batches/{batch}/events");
    let refused = ada.get(&path).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "too-many-requests"));
    assert!(refused.text().contains("The limit is 2.") && !refused.header("retry-after").is_empty());
    let other = bob.batch().await.to_string();
    Events::of(&service, &bob, &other).await;
    drop(first);
    Events::of(&service, &ada, &batch).await;
}
