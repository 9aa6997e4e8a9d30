//! Tests checks whose answer does not wait for the outcome: a job compares them, also after a restart.

use chaffinch_storage::{AuditAction, BatchFilter, CheckRequest, JobId, Keeping, PartKind, Status};

use crate::archives::{add_last_year, archive, disguised, program};
use crate::test_app::{SUM, TestApp, at, part};

async fn queue(app: &TestApp, minutes: i64, name: &str, text: &str) {
    let request =
        CheckRequest { course: app.course, account: app.account, language: None, batch: None, keep: true };
    let part = part(PartKind::Submissions, name, text);
    app.storage.queue_check(request, part, JobId::new(at(minutes)), at(minutes)).await.unwrap();
}

/// Waits until so many checks are logged, and returns what the log says of them.
async fn outcomes(app: &TestApp, count: usize) -> Vec<String> {
    let mut changes = app.storage.changes();
    loop {
        let entries = app.storage.audit(Some(app.course), None, 1000).await.unwrap().items;
        let checks = entries.into_iter().filter(|entry| entry.action == AuditAction::SubmissionChecked);
        let mut details: Vec<_> = checks.map(|entry| entry.details.to_string()).collect();
        if details.len() == count && app.storage.running().await.unwrap().is_empty() {
            details.sort();
            return details;
        }
        changes.changed().await.unwrap();
    }
}

#[tokio::test]
async fn a_check_that_was_received_survives_a_restart() {
    let app = TestApp::new().await;
    let runner = app.start();
    let archived = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, archived).await;
    let text = disguised(&program(7));
    let marker = app.marker();
    queue(&app, 5, "ada.c", &format!("#hang-once {marker}\n{text}")).await;
    while !std::path::Path::new(&marker).exists() {
        tokio::task::yield_now().await;
    }
    runner.stop().await;
    let runner = app.start();
    queue(&app, 6, "bob.c", SUM).await;
    let found = r#"{"outcome":"found","kept":true}"#;
    assert_eq!(outcomes(&app, 2).await, [found, r#"{"outcome":"nothing","kept":false}"#]);
    // The same submission about which the same is found is kept once.
    queue(&app, 7, "ada.c", &format!("#hang-once {marker}\n{text}")).await;
    assert_eq!(outcomes(&app, 3).await[..2], [found, found]);
    let filter = BatchFilter { account: app.account, course: None, after: None, limit: 10 };
    let kept = app.storage.batches(&filter).await.unwrap().items;
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!((kept[0].title.as_str(), kept[0].options.opens_case), ("ada", true));
    assert_eq!(kept[0].options.archives.as_deref(), Some(&[archived][..]));
    app.until(kept[0].id, |batch| batch.status == Status::Done).await;
    runner.stop().await;
    app.assert_no_leftovers();
}
