//! Tests `kill -9` of every process at random moments, while clients work.

#![expect(clippy::print_stderr, reason = "how to repeat it, and what it came to")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_storage::{MAX_ATTEMPTS, Status};
use reqwest::StatusCode;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::campus::Campus;
use super::leftovers;
use super::traffic::{Ledger, Visitor};
use super::university::{University, Victim};
use crate::dice::Dice;

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
    survive(University::on_a_server(&[]).await, &victims).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_in_a_file_lose_nothing() {
    survive(University::in_a_file(&[]).await, &[Victim::Serve]).await;
}

async fn survive(mut university: University, victims: &[Victim]) {
    let (seed, kills, began) = (seed(), kills(), Instant::now());
    eprintln!("CHAFFINCH_FAULTS_SEED={seed} CHAFFINCH_FAULTS_KILLS={kills}");
    let campus = university.campus.clone();
    let undisturbed = campus.undisturbed().await;

    let stop = CancellationToken::new();
    let visitors = visitors(&campus, seed, &stop);
    let mut dice = Dice::new(seed);
    let mut rounds: Vec<Victim> =
        victims.iter().flat_map(|&victim| std::iter::repeat_n(victim, kills)).collect();
    while !rounds.is_empty() {
        let victim = rounds.swap_remove(dice.below(rounds.len() as u64) as usize);
        kill_and_revive(&mut university, victim, &mut dice).await;
    }
    stop.cancel();
    let summary = assert_nothing_lost(university, visitors, &undisturbed).await;
    eprintln!("{kills} kills of each of {victims:?} in {} s: {summary}", began.elapsed().as_secs());
}

/// Starts clients that work until `stop` is cancelled. Each returns the answers that it received.
pub(crate) fn visitors(campus: &Arc<Campus>, seed: u64, stop: &CancellationToken) -> Vec<JoinHandle<Ledger>> {
    let start = |visitor| {
        let visitor = Visitor::new(campus.clone(), seed.wrapping_mul(VISITORS + 1) + visitor);
        tokio::spawn(visitor.go_about(stop.clone()))
    };
    (1..=VISITORS).map(start).collect()
}

/// Kills a process at a random moment and starts it again after another.
pub(crate) async fn kill_and_revive(university: &mut University, victim: Victim, dice: &mut Dice) {
    tokio::time::sleep(Duration::from_millis(dice.below(PEACE_MILLIS))).await;
    wait_for_last_attempts(university).await;
    university.kill(victim);
    tokio::time::sleep(Duration::from_millis(dice.below(PEACE_MILLIS) / 4)).await;
    university.revive(victim);
}

/// Checks that everything accepted has the same report as without faults, and that the database is empty after all of
/// it is deleted. Returns figures for a reader.
pub(crate) async fn assert_nothing_lost(
    mut university: University,
    visitors: Vec<JoinHandle<Ledger>>,
    undisturbed: &BTreeMap<String, Vec<u8>>,
) -> String {
    let campus = university.campus.clone();
    let mut ledger = Ledger::default();
    for visitor in visitors {
        ledger.add(visitor.await.unwrap());
    }
    university.assert_running();
    // A process that starts maintains the index.
    university.restart();
    campus.rest().await;
    let done = check(&university, &ledger, undisturbed).await;
    leftovers::assert_none(&*campus.storage, university.inside().await).await;

    remove_everything(&university).await;
    university.restart();
    campus.rest().await;
    leftovers::assert_empty(university.inside().await).await;
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
async fn wait_for_last_attempts(university: &University) {
    let mut inside = university.inside().await;
    let question = format!("select count(*) from job where state = 'running' and {MAX_ATTEMPTS} <= attempts");
    while 0 < inside.count(&question).await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Checks that the stored batches are those that were accepted. Returns the number of reports.
async fn check(university: &University, ledger: &Ledger, undisturbed: &BTreeMap<String, Vec<u8>>) -> usize {
    let client = university.campus.client();
    let mut there = BTreeMap::new();
    for (id, title, status) in university.campus.batches().await {
        assert_eq!(status, Status::Done, "{id} {title}: {}", university.logs());
        let report = client.bytes(&format!("/batches/{id}/report")).await;
        assert!(report == undisturbed[&title], "{id} {title}: another report than undisturbed");
        there.insert(id.to_string(), title);
    }
    for id in &ledger.accepted {
        assert!(there.contains_key(id), "{id} was accepted and is lost: {}", university.logs());
    }
    for id in &ledger.deleted {
        assert!(!there.contains_key(id), "{id} was deleted and is there");
    }
    there.len()
}

async fn remove_everything(university: &University) {
    let campus = &university.campus;
    let client = campus.client();
    for (id, ..) in campus.batches().await {
        assert_eq!(client.delete(&format!("/batches/{id}")).await.status(), StatusCode::NO_CONTENT);
    }
    let courses = campus.storage.courses_of(campus.account).await.unwrap();
    let courses: Vec<_> = courses.into_iter().map(|(course, _)| course.id).collect();
    for archive in campus.storage.archives(&courses).await.unwrap() {
        assert!(campus.storage.delete_archive(archive.id, &campus.by()).await.unwrap());
    }
}
