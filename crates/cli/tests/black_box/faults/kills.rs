//! Tests `kill -9` of every process at random moments, while clients work.

#![expect(clippy::print_stderr, reason = "how to repeat it, and what it came to")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_storage::{MAX_ATTEMPTS, Status};
use reqwest::StatusCode;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::deployment::{Deployment, Victim};
use super::leftovers;
use super::traffic::{Ledger, TestUser};
use super::workload::Workload;
use crate::random::SeededRandom;

/// Number of clients at the same time.
const VISITORS: u64 = 3;

/// Longest pause between two kills.
const PEACE_MILLIS: u64 = 1_200;

/// Number of kills of each process.
fn kills() -> usize {
    std::env::var("CHAFFINCH_FAULTS_KILLS").map_or(10, |kills| kills.parse().expect("a number"))
}

/// Returns the seed of the random choices: always the same, unless a run asks for another.
pub(crate) fn seed() -> u64 {
    std::env::var("CHAFFINCH_FAULTS_SEED").map_or(1, |seed| seed.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_on_a_server_lose_nothing() {
    let victims = [Victim::Worker(0), Victim::Worker(1), Victim::Serve, Victim::Database];
    survive(Deployment::on_a_server(&[]).await, &victims).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_in_a_file_lose_nothing() {
    survive(Deployment::in_a_file(&[]).await, &[Victim::Serve]).await;
}

async fn survive(mut deployment: Deployment, victims: &[Victim]) {
    let (seed, kills, began) = (seed(), kills(), Instant::now());
    eprintln!("CHAFFINCH_FAULTS_SEED={seed} CHAFFINCH_FAULTS_KILLS={kills}");
    let workload = deployment.workload.clone();
    let undisturbed = workload.undisturbed().await;

    let stop = CancellationToken::new();
    let users = users(&workload, seed, &stop);
    let mut random = SeededRandom::new(seed);
    let mut rounds: Vec<Victim> =
        victims.iter().flat_map(|&victim| std::iter::repeat_n(victim, kills)).collect();
    while !rounds.is_empty() {
        let victim = rounds.swap_remove(random.below(rounds.len() as u64) as usize);
        kill_and_revive(&mut deployment, victim, &mut random).await;
    }
    stop.cancel();
    let summary = assert_nothing_lost(deployment, users, &undisturbed).await;
    eprintln!("{kills} kills of each of {victims:?} in {} s: {summary}", began.elapsed().as_secs());
}

/// Starts clients that work until `stop` is cancelled. Each returns the answers that it received.
pub(crate) fn users(
    workload: &Arc<Workload>,
    seed: u64,
    stop: &CancellationToken,
) -> Vec<JoinHandle<Ledger>> {
    let start = |user| {
        let user = TestUser::new(workload.clone(), seed.wrapping_mul(VISITORS + 1) + user);
        tokio::spawn(user.go_about(stop.clone()))
    };
    (1..=VISITORS).map(start).collect()
}

/// Kills a process at a random moment and starts it again after another.
pub(crate) async fn kill_and_revive(deployment: &mut Deployment, victim: Victim, random: &mut SeededRandom) {
    tokio::time::sleep(Duration::from_millis(random.below(PEACE_MILLIS))).await;
    wait_for_last_attempts(deployment).await;
    deployment.kill(victim);
    tokio::time::sleep(Duration::from_millis(random.below(PEACE_MILLIS) / 4)).await;
    deployment.revive(victim);
}

/// Checks that everything accepted has the same report as without faults, and that the database is empty after all of
/// it is deleted. Returns figures for a reader.
pub(crate) async fn assert_nothing_lost(
    mut deployment: Deployment,
    users: Vec<JoinHandle<Ledger>>,
    undisturbed: &BTreeMap<String, Vec<u8>>,
) -> String {
    let workload = deployment.workload.clone();
    let mut ledger = Ledger::default();
    for user in users {
        ledger.add(user.await.unwrap());
    }
    deployment.assert_running();
    // A process that starts maintains the index.
    deployment.restart();
    workload.rest().await;
    let done = check(&deployment, &ledger, undisturbed).await;
    leftovers::assert_none(&*workload.storage, deployment.inside().await).await;

    remove_everything(&deployment).await;
    deployment.restart();
    workload.rest().await;
    leftovers::assert_empty(deployment.inside().await).await;
    format!(
        "{} accepted, {done} reports as undisturbed, {} deleted, {} unanswered, {} refused, {} changes of archives",
        ledger.accepted.len() + ledger.deleted.len(),
        ledger.deleted.len(),
        ledger.unanswered,
        ledger.refused,
        ledger.archived,
    )
}

/// Waits until no job is at its last attempt. A job that is lost [`MAX_ATTEMPTS`] times fails, so no process is killed
/// before.
async fn wait_for_last_attempts(deployment: &Deployment) {
    let mut inside = deployment.inside().await;
    let question = format!("select count(*) from job where state = 'running' and {MAX_ATTEMPTS} <= attempts");
    while inside.count(&question).await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Checks that the stored batches are those that were accepted. Returns the number of reports.
async fn check(deployment: &Deployment, ledger: &Ledger, undisturbed: &BTreeMap<String, Vec<u8>>) -> usize {
    let client = deployment.workload.client();
    let mut there = BTreeMap::new();
    for (id, title, status) in deployment.workload.batches().await {
        assert_eq!(status, Status::Done, "{id} {title}: {}", deployment.logs());
        let report = client.bytes(&format!("/batches/{id}/report")).await;
        assert!(report == undisturbed[&title], "{id} {title}: another report than undisturbed");
        there.insert(id.to_string(), title);
    }
    for id in &ledger.accepted {
        assert!(there.contains_key(id), "{id} was accepted and is lost: {}", deployment.logs());
    }
    for id in &ledger.deleted {
        assert!(!there.contains_key(id), "{id} was deleted and is there");
    }
    there.len()
}

async fn remove_everything(deployment: &Deployment) {
    let workload = &deployment.workload;
    let client = workload.client();
    for (id, ..) in workload.batches().await {
        assert_eq!(client.delete(&format!("/batches/{id}")).await.status(), StatusCode::NO_CONTENT);
    }
    let courses = workload.storage.courses_of(workload.account).await.unwrap();
    let courses: Vec<_> = courses.into_iter().map(|(course, _)| course.id).collect();
    for archive in workload.storage.archives(&courses).await.unwrap() {
        assert!(workload.storage.delete_archive(archive.id, &workload.by()).await.unwrap());
    }
}
