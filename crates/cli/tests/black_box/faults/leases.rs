//! Tests who may work on a job: not a worker that lost its lease, not one whose job was cancelled, and not one that
//! shuts down.

use std::time::{Duration, Instant};

use reqwest::StatusCode;

use super::deployment::{Deployment, Victim};
use super::process::children;
use crate::client::form;
use crate::crash::large_class;
use crate::service::send_signal;

/// Number of submissions of a class whose analysis takes a while.
pub(crate) const LARGE: usize = 30;

/// Longest time until an expected event.
const LONG: Duration = Duration::from_mins(2);

/// Checks repeatedly until there is a value.
pub(crate) async fn until<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < LONG, "{what}: it did not happen");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns an installation whose first worker is in the middle of a batch, with that batch. The other worker is gone.
async fn at_work() -> (Deployment, String) {
    let mut deployment = Deployment::on_a_server(&[]).await;
    deployment.workload.rest().await;
    deployment.kill(Victim::Worker(1));
    let id = deployment.workload.client().upload(form(large_class(LARGE), None)).await;
    let worker = deployment.workers[0].as_ref().unwrap().id();
    until("the worker reads", || children(worker).first().copied()).await;
    (deployment, id)
}

/// The fencing test: scripts/soak builds a service that does not look at leases and expects this to fail.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_wakes_after_it_was_given_up_commits_nothing() {
    let (mut deployment, id) = at_work().await;
    let client = deployment.workload.client();
    deployment.workers[0].as_ref().unwrap().pause();
    deployment.revive(Victim::Worker(1));
    assert_eq!(client.finished(&id).await["status"], "done", "{}", deployment.logs());
    let report = client.bytes(&format!("/batches/{id}/report")).await;

    deployment.workers[0].as_ref().unwrap().wake();
    // The worker has ended its attempt when it works on another job.
    deployment.kill(Victim::Worker(1));
    let next = client.upload(form(large_class(2), None)).await;
    assert_eq!(client.finished(&next).await["status"], "done", "{}", deployment.logs());
    let batch = client.json(&format!("/batches/{id}")).await;
    assert_eq!(batch["status"], "done");
    assert_eq!(batch["report"]["revision"], 1, "a second report of the same batch");
    assert!(client.bytes(&format!("/batches/{id}/report")).await == report);
    let mut inside = deployment.inside().await;
    assert_eq!(inside.count("select count(*) from revision").await, 2, "one a batch");
    assert_eq!(inside.count("select count(*) from ingest where batch is not null").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_stops_a_job_of_another_process() {
    let (deployment, id) = at_work().await;
    let client = deployment.workload.client();
    let worker = deployment.workers[0].as_ref().unwrap().id();
    // The paused child would never end by itself.
    send_signal("STOP", &children(worker));
    let answer = client.post(&format!("/batches/{id}/cancel")).await;
    assert_eq!(answer.status(), StatusCode::OK);
    until("the child ends", || children(worker).is_empty().then_some(())).await;
    assert_eq!(client.json(&format!("/batches/{id}")).await["status"], "cancelled");
    let next = client.upload(form(large_class(2), None)).await;
    assert_eq!(client.finished(&next).await["status"], "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_shuts_down_passes_its_job_on() {
    let (mut deployment, id) = at_work().await;
    let client = deployment.workload.client();
    let worker = deployment.workers[0].as_ref().unwrap().id();
    send_signal("STOP", &children(worker));
    assert!(deployment.workers[0].as_mut().unwrap().terminate().success());
    assert_eq!(client.json(&format!("/batches/{id}")).await["status"], "queued", "at once");
    let mut inside = deployment.inside().await;
    let attempts = "select max(attempts)::bigint from job where batch is not null";
    assert_eq!(inside.count(attempts).await, 0, "it does not count");
    deployment.revive(Victim::Worker(1));
    assert_eq!(client.finished(&id).await["status"], "done");
    assert_eq!(inside.count(attempts).await, 1);
}

/// A program that is older than its database could damage data.
#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_is_refused_in_words() {
    for mut deployment in [Deployment::on_a_server(&[]).await, Deployment::in_a_file(&[]).await] {
        let mut inside = deployment.inside().await;
        inside
            .execute(
                "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (99999999999999, 'future', true, '', 0)",
            )
            .await;
        let victims = [Victim::Serve, Victim::Worker(0)];
        for victim in victims.into_iter().take(1 + deployment.workers.len().min(1)) {
            deployment.kill(victim);
            let ended = deployment.try_revive(victim).unwrap_err();
            assert!(ended.contains("exit status: 1"), "{ended}");
            let said = deployment.logs();
            assert!(said.contains("schema version 99999999999999") && said.contains("and older"), "{said}");
        }
    }
}
