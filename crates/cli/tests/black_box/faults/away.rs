//! Tests a database that is unavailable for a while: requests are refused with a reason, jobs wait, and no process
//! ends.

use std::time::{Duration, Instant};

use reqwest::header::RETRY_AFTER;
use reqwest::{Method, StatusCode};

use super::deployment::{Deployment, Victim};
use super::leases::{LARGE, until};
use super::process::children;
use crate::client::form;
use crate::crash::large_class;
use crate::service::send_signal;

/// Longer than the lease timeout.
const OUTAGE: Duration = Duration::from_secs(7);

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_costs_nothing_but_time() {
    let mut deployment = Deployment::on_a_server(&[]).await;
    deployment.workload.rest().await;
    let client = deployment.workload.client();
    deployment.kill(Victim::Worker(1));
    let id = client.upload(form(large_class(LARGE), None)).await;
    let worker = deployment.workers[0].as_ref().unwrap().id();
    let child = until("the worker reads", || children(worker).first().copied()).await;
    // The child is paused in the middle of its work, until the database has been unavailable for a while.
    assert!(send_signal("STOP", &[child]));

    deployment.kill(Victim::Database);
    let began = Instant::now();
    for path in ["/batches", &format!("/batches/{id}"), &format!("/batches/{id}/report")] {
        refused(client.ask(Method::GET, path)).await;
    }
    refused(client.send(form(large_class(2), None))).await;
    refused(client.ask(Method::DELETE, &format!("/batches/{id}"))).await;
    refused(client.ask(Method::POST, &format!("/batches/{id}/cancel"))).await;
    refused(client.top("/readyz")).await;
    let alive = client.top("/healthz").await.unwrap();
    assert_eq!(alive.status(), StatusCode::OK);
    // The outage covers both cases: the worker waits for its child, and the worker needs the database.
    tokio::time::sleep(OUTAGE.saturating_sub(began.elapsed())).await;
    assert!(send_signal("CONT", &[child]));
    until("the child ends", || children(worker).is_empty().then_some(())).await;
    deployment.revive(Victim::Database);
    deployment.assert_running();

    deployment.revive(Victim::Worker(1));
    assert_eq!(client.finished(&id).await["status"], "done", "{}", deployment.logs());
    let mut inside = deployment.inside().await;
    let attempts = inside.count("select max(attempts)::bigint from job where batch is not null").await;
    assert_eq!(attempts, 1, "what was no fault of the job counts: {}", deployment.logs());
    assert_eq!(client.top("/readyz").await.unwrap().status(), StatusCode::OK);
    let next = client.upload(form(large_class(3), None)).await;
    assert_eq!(client.finished(&next).await["status"], "done");
}

/// Checks that a request is refused with the time of the next attempt.
async fn refused(ask: impl Future<Output = reqwest::Result<reqwest::Response>>) {
    let answer = ask.await.unwrap();
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{}", answer.url());
    assert!(answer.headers().contains_key(RETRY_AFTER), "{}", answer.url());
}
