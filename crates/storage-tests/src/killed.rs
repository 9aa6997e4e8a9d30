//! What a process has been told is kept, is kept, though it is killed in the middle of the next write.
//!
//! A backend has a test `killed::writer` that opens its storage and calls [`accept_for_ever`]. It is ignored, because
//! another test starts it with [`kill_in_the_middle`], and then calls [`nothing_is_lost`].

use std::io::{BufRead, BufReader, Cursor};
use std::process::{Command, Stdio};

use chaffinch_storage::{
    AccountId, AnalysisOptions, BatchFilter, BatchId, By, CourseId, HolderId, JobId, Lane, NewAccount,
    NewBatch, NewPart, PartKind, Storage,
};
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

const ACCOUNT: AccountId = AccountId(Uuid::from_u128(1));
const COURSE: CourseId = CourseId(Uuid::from_u128(2));
/// Several chunks, so that most of a write's time lies between its first and its last row.
const UPLOAD_BYTES: usize = 5 << 20;

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

/// Accepts uploads until it is killed, and prints the id of each once it is kept.
#[expect(clippy::print_stdout, reason = "the process that kills this reads it")]
pub async fn accept_for_ever(storage: &dyn Storage) {
    let account = NewAccount {
        id: ACCOUNT,
        name: "ada".to_owned(),
        personal_course: COURSE,
        email: None,
        admin: false,
    };
    storage.create_account(&account, &By { account: None, at: at(0) }).await.unwrap();
    for minutes in 1.. {
        let content = Box::new(Cursor::new(vec![minutes as u8; UPLOAD_BYTES]));
        let id = BatchId::new(at(minutes));
        let batch = NewBatch {
            id,
            job: JobId(id.0),
            course: COURSE,
            creator: ACCOUNT,
            title: String::new(),
            options: AnalysisOptions::default(),
            created: at(minutes),
            keep_until: None,
            idempotency: None,
            parts: vec![NewPart { kind: PartKind::Submissions, name: "class.zip".to_owned(), content }],
        };
        println!("\nkept {}", storage.accept(batch).await.unwrap().batch().id);
    }
}

/// Starts the test `killed::writer` of the running test program, kills it while it writes the sixth upload, and returns
/// the ids of those that it said are kept. `place` tells it where its storage is.
pub fn kill_in_the_middle(place: impl FnOnce(&mut Command) -> &mut Command) -> Vec<BatchId> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let mut writer = place(command.args(["--ignored", "--exact", "killed::writer", "--nocapture"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut kept =
        lines.filter_map(|line| line.strip_prefix("kept ").map(|id| id.parse::<BatchId>().unwrap()));
    let mut told: Vec<_> = kept.by_ref().take(5).collect();
    // The sixth is being written now.
    writer.kill().unwrap();
    told.extend(kept);
    writer.wait().unwrap();
    assert!(told.len() >= 5);
    told
}

/// Checks that all of `told` are stored, at most one more is, and each is whole and has its job.
pub async fn nothing_is_lost(storage: &dyn Storage, told: &[BatchId]) {
    for &id in told {
        assert!(storage.batch(id).await.unwrap().is_some(), "{id} was kept");
    }
    // One more may be there: kept, but the process could not tell any more.
    let filter = BatchFilter { account: ACCOUNT, course: None, after: None, limit: 1000 };
    let there = storage.batches(&filter).await.unwrap().items;
    assert!(there.len() <= told.len() + 1);
    for batch in &there {
        let mut bytes = 0;
        for chunk in 0.. {
            let Some(chunk) = storage.part_chunk(JobId(batch.id.0), 0, chunk).await.unwrap() else { break };
            bytes += chunk.len();
        }
        assert_eq!(bytes, UPLOAD_BYTES);
    }
    let mut jobs = 0;
    while storage.claim(HolderId(Uuid::from_u128(3)), Lane::Analysis, at(1000)).await.unwrap().is_some() {
        jobs += 1;
    }
    assert_eq!(jobs, there.len(), "each has its job");
}
