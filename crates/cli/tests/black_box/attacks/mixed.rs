//! Tests attacks, ordinary use and kills at the same time: nothing accepted is lost, memory and open files of the
//! service stay level, and pages of another account are answered quickly.
//!
//! `CHAFFINCH_MIXED_MINUTES` (`scripts/soak mixed`) is the length of a run on each database. Without it, a run makes a
//! few kills and does not check levels and times, which mean nothing in so short a run.

use std::fs;
use std::time::{Duration, Instant};

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::gauge::{held, percentile};
use super::{LOW, USUAL, cases, talk};
use crate::client::{Client, form};
use crate::faults::deployment::{Deployment, Victim};
use crate::faults::kills::{assert_nothing_lost, kill_and_revive, seed, users};
use crate::random::SeededRandom;
use crate::samples;

/// The longest pause between two kills in a long run. It leaves jobs time to finish.
const PAUSE_MILLIS: u64 = 8_000;

/// Number of kills in each half of a short run.
const FEW: usize = 2;

/// Interval between two samples of memory and open files.
const SAMPLE_EVERY: Duration = Duration::from_millis(500);

/// Memory that the service may have at the end of a long run in addition to that after the first quarter.
const GROWTH: u64 = 32 << 20;

/// Number of open files that it may have in addition.
const MORE_FILES: u64 = 16;

/// Time within which 99 of 100 pages of another account are answered.
const PAGE_WITHIN: Duration = Duration::from_millis(300);

/// Returns the length of a run, if it is set.
fn length() -> Option<Duration> {
    let minutes = std::env::var("CHAFFINCH_MIXED_MINUTES").ok()?;
    Some(Duration::from_secs(60 * minutes.parse::<u64>().expect("a number of minutes")))
}

/// Flags with lower limits, which a short run reaches.
fn limits() -> &'static [&'static str] {
    if length().is_some() { &USUAL } else { &LOW }
}

/// A client of a service that may have another address after a restart.
#[derive(Clone)]
struct Caller {
    client: Client,
    address: watch::Receiver<String>,
}

impl Caller {
    fn now(&self) -> Client {
        self.client.at(&self.address.borrow())
    }
}

/// Uploads every hostile file, one after the other, and deletes the results.
async fn upload_attacks(caller: Caller, sent: watch::Sender<usize>, stop: CancellationToken) {
    for case in cases::all().iter().cycle() {
        if stop.is_cancelled() {
            break;
        }
        let part = Part::bytes((case.make)(false)).file_name(case.name);
        let Ok(answer) = caller.now().send(Form::new().part("submissions", part)).await else { continue };
        assert_ne!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR, "{}", case.what);
        sent.send_modify(|sent| *sent += 1);
        let body: Value = answer.json().await.unwrap_or_default();
        if let Some(id) = body["id"].as_str() {
            // The stream of events ends with the job, or with the service.
            if let Ok(events) = caller.now().ask(Method::GET, &format!("/batches/{id}/events")).await {
                let _ = events.bytes().await;
            }
            let _ = caller.now().ask(Method::DELETE, &format!("/batches/{id}")).await;
        }
    }
}

/// Runs every hostile dialogue, one after the other.
async fn talk_attacks(caller: Caller, stop: CancellationToken) -> usize {
    let mut held = 0;
    for talk in talk::all().iter().cycle() {
        let address = caller.address.borrow().clone();
        tokio::select! {
            () = stop.cancelled() => break,
            status = talk.try_hold(&address, caller.client.token()) => {
                let answered = status.ok().flatten();
                assert_ne!(answered, Some(500), "{}", talk.what);
                held += usize::from(answered.is_some());
            }
        }
    }
    held
}

/// Memory and open files of a service at one moment.
#[derive(Clone, Copy)]
struct Sample {
    memory: u64,
    files: u64,
}

/// Samples a process and requests a page of another account until it is stopped.
struct Watch {
    samples: JoinHandle<Vec<Sample>>,
    pages: JoinHandle<Vec<Duration>>,
}

impl Watch {
    fn start(process: u32, client: Client, page: String, stop: &CancellationToken) -> Self {
        let ended = stop.clone();
        let samples = tokio::spawn(async move {
            let mut samples = Vec::new();
            let mut tick = tokio::time::interval(SAMPLE_EVERY);
            loop {
                tick.tick().await;
                let files = fs::read_dir(format!("/proc/{process}/fd")).unwrap().count() as u64;
                samples.push(Sample { memory: held(process), files });
                if ended.is_cancelled() {
                    return samples;
                }
            }
        });
        let ended = stop.clone();
        let pages = tokio::spawn(async move {
            let mut took = Vec::new();
            while !ended.is_cancelled() {
                let began = Instant::now();
                client.page(&page).await;
                took.push(began.elapsed());
            }
            took
        });
        Self { samples, pages }
    }

    /// Prints a row of the table and, in a long run, checks it.
    async fn report(self, database: &str, long: bool) {
        let (samples, mut pages) = (self.samples.await.unwrap(), self.pages.await.unwrap());
        pages.sort_unstable();
        let p99 = percentile(&pages, 0.99);
        let quarter = samples.len() / 4;
        let (early, late) = (&samples[quarter..=2 * quarter], &samples[3 * quarter..]);
        let (memory, files) = (|sample: &Sample| sample.memory, |sample: &Sample| sample.files);
        let [held_early, held_late] = [early, late].map(|part| median(part, memory));
        let [files_early, files_late] = [early, late].map(|part| median(part, files));
        eprintln!(
            "| {database} | {} MiB, {} MiB | {files_early}, {files_late} | {} pages, p99 {:.0} ms |",
            held_early >> 20,
            held_late >> 20,
            pages.len(),
            p99.as_secs_f64() * 1000.0,
        );
        if long {
            assert!(held_late <= held_early + GROWTH, "memory grew from {held_early} to {held_late}");
            assert!(files_late <= files_early + MORE_FILES, "open files: {files_early}, then {files_late}");
            assert!(p99 < PAGE_WITHIN, "another account's page took {p99:?}");
        }
    }
}

fn median(samples: &[Sample], of: impl Fn(&Sample) -> u64) -> u64 {
    let mut values: Vec<u64> = samples.iter().map(of).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Kills random ones of these processes for this long, or a few times.
async fn kill_for(
    deployment: &mut Deployment,
    victims: &[Victim],
    length: Option<Duration>,
    random: &mut SeededRandom,
) {
    let began = Instant::now();
    let mut kills = 0;
    while length.map_or(kills < FEW, |length| began.elapsed() < length) {
        if length.is_some() {
            tokio::time::sleep(Duration::from_millis(random.below(PAUSE_MILLIS))).await;
        }
        if let Some(&victim) = random.one_of(victims) {
            kill_and_revive(deployment, victim, random).await;
        }
        kills += 1;
    }
}

/// Runs the test. `workers` are killed in the first half, while the service is measured, and `all` in the second half.
async fn survive(database: &str, mut deployment: Deployment, workers: &[Victim], all: &[Victim]) {
    let (seed, length, began) = (seed(), length(), Instant::now());
    eprintln!("CHAFFINCH_FAULTS_SEED={seed}");
    let mut random = SeededRandom::new(seed);
    let undisturbed = deployment.workload.undisturbed().await;
    let bystander = deployment.client_of("bystander");
    let batch = bystander.upload(form(samples::archive("submissions"), None)).await;
    assert_eq!(bystander.finished(&batch).await["status"], "done");
    let attacker = Caller { client: deployment.client_of("attacker"), address: deployment.addresses() };

    let stop = CancellationToken::new();
    let users = users(&deployment.workload, seed, &stop);
    let mut sent = watch::channel(0);
    let uploads = tokio::spawn(upload_attacks(attacker.clone(), sent.0, stop.clone()));
    let talks = tokio::spawn(talk_attacks(attacker.clone(), stop.clone()));

    let watched = CancellationToken::new();
    let serve = deployment.serve.as_ref().expect("it runs").id();
    let watch = Watch::start(serve, bystander.clone(), format!("/batches/{batch}"), &watched);
    let half = length.map(|length| length / 2);
    kill_for(&mut deployment, workers, half, &mut random).await;
    sent.1.wait_for(|&sent| FEW <= sent).await.unwrap();
    watched.cancel();
    watch.report(database, length.is_some()).await;
    kill_for(&mut deployment, all, half, &mut random).await;

    stop.cancel();
    uploads.await.unwrap();
    let (uploads, talks) = (*sent.1.borrow(), talks.await.unwrap());
    deployment.workload.rest().await;
    let bystander = bystander.at(&attacker.address.borrow());
    for client in [attacker.now(), bystander] {
        for batch in client.json("/batches").await["batches"].as_array().unwrap() {
            let deleted = client.delete(&format!("/batches/{}", batch["id"].as_str().unwrap())).await;
            assert_eq!(deleted.status(), StatusCode::NO_CONTENT);
        }
    }
    let kept = assert_nothing_lost(deployment, users, &undisturbed).await;
    eprintln!(
        "{database}: {} s, {uploads} hostile uploads, {talks} hostile dialogues, {kept}",
        began.elapsed().as_secs()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_and_kills_in_a_file_lose_nothing() {
    survive("SQLite", Deployment::in_a_file(limits()).await, &[], &[Victim::Serve]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_and_kills_on_a_server_lose_nothing() {
    let workers = [Victim::Worker(0), Victim::Worker(1)];
    let all = [Victim::Worker(0), Victim::Worker(1), Victim::Serve, Victim::Database];
    survive("PostgreSQL", Deployment::on_a_server(limits()).await, &workers, &all).await;
}
