//! Tests the runner with a real database and real child processes, and with planned failures at every step.
//!
//! The child is this test binary, started with the ignored test `child`. If the first part of the upload is a script,
//! the child follows the script; otherwise it is the real child. Nothing here sleeps. Tests wait for states, which the
//! storage announces.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "tests; one of them speaks to its parent")]

mod archives;
mod checks;
mod elsewhere;
mod rescore;
mod surveys;
mod term;
mod test_app;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use chaffinch_storage::{HolderId, LOST_REASON, Lane, MAX_ATTEMPTS, SMALL_UPLOAD_BYTES, Status};
use chrono::TimeDelta;
use rustix::process::{Resource, Rlimit, setrlimit};
use tempfile::TempDir;

use crate::test_app::{SUM, TestApp, at, operator, this_test_binary};

/// Not a test: the child process of the tests below.
#[test]
#[ignore = "started by the other tests"]
fn child() {
    // A repeated comparison has no upload.
    let script = std::fs::read_to_string("part-0").unwrap_or_default();
    let mut words = script.lines().next().unwrap_or_default().split_whitespace();
    match words.next() {
        Some("#crash") => std::process::abort(),
        Some("#killed") => killed(),
        Some("#disk-full") if is_one_of_five(words.next().unwrap()) => ends_with_full_disk(),
        Some("#crash-once") if first_time(words.next().unwrap()) => std::process::abort(),
        Some("#dies-until") => dies_until(words.next().unwrap()),
        Some("#hang") => hang(),
        Some("#hang-once") if first_time(words.next().unwrap()) => hang(),
        Some("#allocate") => {
            let limit = Rlimit { current: Some(1 << 30), maximum: Some(1 << 30) };
            setrlimit(Resource::As, limit).unwrap();
            std::hint::black_box(vec![1u8; 2 << 30]);
        }
        _ => {
            chaffinch_jobs::child::main();
        }
    }
}

fn first_time(marker: &str) -> bool {
    std::fs::File::create_new(marker).is_ok()
}

/// Counts in a file how often it is called, and returns whether it is one of the first five times.
fn is_one_of_five(counter: &str) -> bool {
    let times = 1 + std::fs::read(counter).map_or(0, |times| times.len());
    std::fs::write(counter, "x".repeat(times)).unwrap();
    times <= 5
}

/// Ends like a child that cannot write its answer.
#[expect(clippy::exit, reason = "the status says why")]
fn ends_with_full_disk() {
    std::process::exit(78);
}

/// Is killed by another process, like by a system that is short of memory.
fn killed() {
    let kill = format!("kill -KILL {}", std::process::id());
    Command::new("/bin/sh").args(["-c", &kill]).status().unwrap();
}

/// Dies while it reads the second file, according to the journal, until this list of the task contains that file.
fn dies_until(list: &str) {
    let task: serde_json::Value = serde_json::from_slice(&std::fs::read("task.json").unwrap()).unwrap();
    let (work, second) = (&task["work"], serde_json::json!(1));
    let listed = work["precautions"][list].as_array().is_some_and(|numbers| numbers.contains(&second));
    if work["work"] == "read" && !listed {
        let journal = "{\"begun\":{\"number\":0,\"path\":\"a.c\"}}\n{\"begun\":{\"number\":1,\"path\":\"b.c\"}}\n\
                       {\"ended\":{\"number\":0}}\n";
        std::fs::write("journal", journal).unwrap();
        std::process::abort();
    }
    chaffinch_jobs::child::main();
}

/// Reports progress, then works without end until its parent is gone.
fn hang() {
    println!("\n{{\"stage\":\"verifying\",\"done\":1,\"total\":77}}");
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

fn unpacked(packed: &chaffinch_storage::Packed) -> serde_json::Value {
    serde_json::from_slice(&packed.unpack().unwrap()).unwrap()
}

#[tokio::test]
async fn an_upload_becomes_a_report() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = app.class(1, "").await;
    let batch = app.until_done(id).await;
    let revision = batch.revision.unwrap();
    assert_eq!((revision.number, revision.submissions), (1, 3));

    let body = unpacked(&app.storage.report_body(id, None).await.unwrap().unwrap());
    assert_eq!((&body["title"], &body["revision"]), (&"Sheet 1".into(), &1.into()));
    assert_eq!(revision.settings, body["settings"]);
    let pairs = app.storage.pairs(id, None, None, 100).await.unwrap().items;
    assert_eq!(pairs.len(), revision.pairs as usize);
    let listed: Vec<_> = pairs.iter().map(|pair| unpacked(&pair.body)).collect();
    assert_eq!(body["pairs"].as_array().unwrap(), &listed);
    assert_eq!((pairs[0].left, pairs[0].right), (1, 2), "the copy ranks first");
    assert!(!listed[0]["matches"].as_array().unwrap().is_empty());

    let mut head = unpacked(&app.storage.report_head(id, None).await.unwrap().unwrap());
    assert_eq!(head["pairs"][0]["matches"], serde_json::Value::Null);
    head["pairs"] = body["pairs"].clone();
    assert_eq!(head, body, "the head is the report without matches");
    for (number, path) in [(1, "a.c"), (2, "b.c"), (3, "c.c")] {
        let files = app.storage.sources(id, None, number).await.unwrap();
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].path, path);
    }
    assert_eq!(
        app.storage.sources(id, None, 2).await.unwrap()[0].text.as_ref().unwrap().unpack().unwrap(),
        SUM.replace('s', "total").into_bytes()
    );
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn an_upload_without_two_submissions_is_refused_with_its_reason_at_once() {
    let app = TestApp::new().await;
    let id = app.upload(1, &[("a.c", SUM)]).await;
    let runner = app.start();
    let reason = app.until_failed(id).await;
    assert!(reason.contains("a.c"), "the tree that was found is shown: {reason}");
    runner.stop().await;
}

#[tokio::test]
async fn a_crash_costs_an_attempt() {
    let app = TestApp::new().await;
    let script = format!("#crash-once {}", app.marker());
    let id = app.class(1, &script).await;
    let runner = app.start();
    let batch = app.until_done(id).await;
    assert_eq!(batch.revision.unwrap().number, 1);
    assert!(Path::new(&app.marker()).exists(), "it did crash once");
    runner.stop().await;
}

#[tokio::test]
async fn a_small_class_does_not_wait_for_a_large_upload() {
    let mut app = TestApp::new().await;
    let large = format!("#hang\n{}", " ".repeat(SMALL_UPLOAD_BYTES as usize));
    let large = app.upload(1, &[("a.c", &large), ("b.c", SUM)]).await;
    let runner = app.start();
    app.until_hanging(large).await;
    app.switch_account("bob").await;
    let small = app.class(2, "").await;
    app.until_done(small).await;
    runner.stop().await;
    assert_eq!(app.attempts(large).await, 0, "it starts again from the queue");
}

#[tokio::test]
async fn a_job_that_always_crashes_fails_and_the_next_one_runs() {
    let app = TestApp::new().await;
    let (bad, good) = (app.class(1, "#crash").await, app.class(2, "").await);
    let runner = app.start();
    assert_eq!(app.until_failed(bad).await, "The analysis crashed (signal 6).");
    app.until_done(good).await;
    runner.stop().await;
    app.assert_no_leftovers();
}

/// Returns the files of the report's second submission, and its skipped files.
async fn second_and_skipped(
    app: &TestApp,
    id: chaffinch_storage::BatchId,
) -> (serde_json::Value, serde_json::Value) {
    let body = unpacked(&app.storage.report_body(id, None).await.unwrap().unwrap());
    (body["submissions"][1]["files"].clone(), body["skipped"].clone())
}

#[tokio::test]
async fn a_file_at_which_a_child_dies_is_read_word_by_word_and_says_so() {
    let app = TestApp::new().await;
    let (id, other) = (app.class(1, "#dies-until scanned").await, app.class(2, "").await);
    let runner = app.start();
    app.until_done(id).await;
    app.until_done(other).await;
    let (files, skipped) = second_and_skipped(&app, id).await;
    assert!(files[0]["notes"].to_string().contains("tokenized without parsing"), "{files}");
    assert_eq!(skipped, serde_json::json!([]));
    let (files, _) = second_and_skipped(&app, other).await;
    assert!(!files[0]["notes"].to_string().contains("without parsing"), "{files}");
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn a_file_at_which_a_child_dies_again_is_left_out_and_listed() {
    let app = TestApp::new().await;
    let id = app.class(1, "#dies-until left_out").await;
    let runner = app.start();
    app.until_done(id).await;
    let (files, skipped) = second_and_skipped(&app, id).await;
    assert_eq!(files, serde_json::json!([]));
    assert_eq!(skipped.as_array().unwrap().len(), 1, "{skipped}");
    assert_eq!((&skipped[0]["path"], &skipped[0]["submission"]), (&"b.c".into(), &"b".into()), "{skipped}");
    assert!(skipped[0]["reason"].to_string().contains("ran out of memory or time, or crashed"), "{skipped}");
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn if_all_restarts_fail_the_reason_names_the_file() {
    let app = TestApp::new().await;
    let id = app.class(1, "#dies-until never").await;
    let runner = app.start();
    let reason = app.until_failed(id).await;
    assert_eq!(reason, "The analysis crashed (signal 6). It ended while it read b.c.");
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn a_full_disk_costs_no_attempt() {
    let app = TestApp::new().await;
    let id = app.class(1, &format!("#disk-full {}", app.marker())).await;
    let runner = app.start();
    app.until_done(id).await;
    let times = std::fs::read(app.marker()).unwrap().len();
    assert!((MAX_ATTEMPTS as usize) < times, "it was full {times} times");
    assert_eq!(app.attempts(id).await, 1);
    runner.stop().await;
    app.assert_no_leftovers();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn too_little_memory_is_reported_in_words() {
    let app = TestApp::new().await;
    let id = app.class(1, "#allocate").await;
    let runner = app.start();
    let reason = app.until_failed(id).await;
    assert!(reason.starts_with("The analysis needed more memory"), "{reason}");
    runner.stop().await;
}

#[tokio::test]
async fn cancelling_stops_a_running_analysis() {
    let app = TestApp::new().await;
    let hanging = app.class(1, "#hang").await;
    let runner = app.start();
    app.until_hanging(hanging).await;
    app.storage.cancel(hanging, &operator()).await.unwrap();
    // There is one worker, so the end of the next batch proves that the hanging child is gone.
    let next = app.class(2, "").await;
    app.until_done(next).await;
    let cancelled = app.storage.batch(hanging).await.unwrap().unwrap();
    assert_eq!((cancelled.status, cancelled.revision), (Status::Cancelled, None));
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn deleting_stops_a_running_analysis() {
    let app = TestApp::new().await;
    let hanging = app.class(1, "#hang").await;
    let runner = app.start();
    app.until_hanging(hanging).await;
    app.storage.delete(hanging, &operator()).await.unwrap();
    let next = app.class(2, "").await;
    app.until_done(next).await;
    assert_eq!(app.storage.batch(hanging).await.unwrap(), None);
    assert_eq!(app.storage.sources(hanging, None, 1).await.unwrap(), []);
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn shutdown_releases_the_job_and_the_next_process_claims_it() {
    let app = TestApp::new().await;
    let script = format!("#hang-once {}", app.marker());
    let id = app.class(1, &script).await;
    let first = app.start();
    app.until_hanging(id).await;
    first.stop().await;
    assert_eq!(app.storage.batch(id).await.unwrap().unwrap().status, Status::Queued);
    app.assert_no_leftovers();

    let second = app.start();
    app.until_done(id).await;
    second.stop().await;
    assert_eq!(app.storage.revisions(id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_job_of_a_killed_process_is_taken_over_after_30_seconds_of_silence() {
    let app = TestApp::new().await;
    let id = app.class(1, "").await;
    let killed =
        app.storage.claim(HolderId::new(at(2)), Lane::Analysis, at(1000)).await.unwrap().unwrap().lease;
    let runner = app.start();
    app.clock.observed().await;
    app.clock.advance(Duration::from_secs(29));
    app.clock.observed().await;
    assert_eq!(app.storage.running().await.unwrap()[0].lease, killed, "29 seconds are not enough");
    app.clock.advance(Duration::from_secs(1));
    app.until_done(id).await;
    runner.stop().await;
}

/// Clocks are not compared: whatever the calendar says, a job stays with its holder.
#[tokio::test]
async fn changes_of_the_calendar_time_take_over_no_job() {
    let app = TestApp::new().await;
    let id = app.class(1, "").await;
    let elsewhere =
        app.storage.claim(HolderId::new(at(2)), Lane::Analysis, at(1000)).await.unwrap().unwrap().lease;
    let runner = app.start();
    for days in [1, -2, 1] {
        app.clock.observed().await;
        app.clock.step(TimeDelta::days(days));
        app.clock.observed().await;
        app.clock.advance(Duration::from_secs(9));
        app.clock.observed().await;
        assert_eq!(app.storage.running().await.unwrap()[0].lease, elsewhere, "{days} days");
    }
    app.clock.advance(Duration::from_secs(3));
    app.until_done(id).await;
    runner.stop().await;
}

#[tokio::test]
async fn a_job_lost_three_times_fails() {
    let app = TestApp::new().await;
    let id = app.class(1, "").await;
    for _ in 1..MAX_ATTEMPTS {
        app.storage.claim(HolderId::new(at(2)), Lane::Analysis, at(1000)).await.unwrap().unwrap();
        let seen = app.storage.running().await.unwrap()[0];
        app.storage.take_over(&seen, at(3)).await.unwrap().unwrap();
    }
    app.storage.claim(HolderId::new(at(2)), Lane::Analysis, at(1000)).await.unwrap().unwrap();
    let runner = app.start();
    app.clock.observed().await;
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(app.until_failed(id).await, LOST_REASON);
    runner.stop().await;
}

#[tokio::test]
async fn a_holder_that_loses_its_lease_stops_and_one_report_is_made() {
    let app = TestApp::new().await;
    let script = format!("#hang-once {}", app.marker());
    let id = app.class(1, &script).await;
    let runner = app.start();
    app.until_hanging(id).await;
    // Another process takes the holder for dead. The holder notices, stops its child and, being idle, claims the job
    // again.
    loop {
        let seen = app.storage.running().await.unwrap()[0];
        if app.storage.take_over(&seen, at(5)).await.unwrap().is_some() {
            break;
        }
    }
    app.until_done(id).await;
    runner.stop().await;
    assert_eq!(app.storage.revisions(id).await.unwrap().len(), 1);
    app.assert_no_leftovers();
}

/// The worst moment: the result is there, the last heartbeat was sent, and then another process takes over the job.
#[tokio::test]
async fn a_lease_lost_just_before_the_commit_commits_nothing() {
    let app = TestApp::new().await;
    app.sql(
        "create trigger lose_lease after update of stage on job
             when new.stage = 'storing' and new.attempts = 1 and new.state = 'running'
             begin
               update job set state = 'queued', holder = null where id = new.id;
             end",
    )
    .await;
    let id = app.class(1, "").await;
    let runner = app.start();
    let batch = app.until_done(id).await;
    runner.stop().await;
    assert_eq!(batch.revision.unwrap().number, 1);
    assert_eq!(app.storage.revisions(id).await.unwrap().len(), 1);
    assert_eq!(app.attempts(id).await, 2);
}

#[tokio::test]
async fn a_commit_that_fails_is_tried_again_and_then_reported() {
    let app = TestApp::new().await;
    let (lucky, unlucky) = (app.class(1, "").await, app.class(2, "").await);
    let failing = |name: &str, batch: chaffinch_storage::BatchId, until: u32| {
        let batch = batch.0.simple();
        format!(
            "create trigger {name} before insert on revision
             when new.batch = x'{batch}' and (select attempts from job where batch = new.batch) < {until}
             begin
               select raise(abort, 'the disk is full');
             end"
        )
    };
    app.sql(&failing("fail_once", lucky, 2)).await;
    app.sql(&failing("fail_always", unlucky, 99)).await;
    let runner = app.start();
    app.until_done(lucky).await;
    let reason = app.until_failed(unlucky).await;
    assert!(reason.starts_with("The service failed. Its log has the cause under job "), "{reason}");
    runner.stop().await;
    assert_eq!((app.attempts(lucky).await, app.attempts(unlucky).await), (2, MAX_ATTEMPTS));
    assert_eq!(app.storage.sources(unlucky, None, 1).await.unwrap(), [], "nothing half-written");
}

#[tokio::test]
async fn expired_batches_are_deleted_at_the_start() {
    let app = TestApp::new().await;
    let id = app.class(1, "").await;
    app.storage.set_keep_until(id, Some(at(99)), &operator()).await.unwrap();
    let runner = app.start();
    let mut changes = app.storage.changes();
    while app.storage.batch(id).await.unwrap().is_some() {
        changes.changed().await.unwrap();
    }
    runner.stop().await;
}

/// `kill -9` of the parent closes the child's standard input. The child gets no other sign.
#[test]
fn a_child_ends_with_its_parent() {
    let folder = TempDir::new().unwrap();
    // Enough work that the child still runs when its input closes.
    std::fs::write(folder.path().join("part-0"), SUM.repeat(20_000)).unwrap();
    std::fs::write(folder.path().join("part-1"), SUM.repeat(20_000)).unwrap();
    let part = |name| serde_json::json!({ "kind": "submissions", "name": name });
    let task = serde_json::json!({
        "work": {
            "work": "read",
            "options": {},
            "parts": [part("a.c"), part("b.c")],
            "least": 2,
            "limits": chaffinch_extract::Limits::default(),
        },
        "limits": { "memory_bytes": 8u64 << 30, "cpu_seconds": 600 },
    });
    std::fs::write(folder.path().join("task.json"), task.to_string()).unwrap();
    let command = this_test_binary();
    let mut child = Command::new(command.program)
        .args(command.arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(!folder.path().join("class.json").exists());
}
