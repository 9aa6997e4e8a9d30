//! Tests the evidence over the tasks of a course from end to end: reports, the job that combines them, and names.

use chaffinch_person::{TermSelection, term_report};
use chaffinch_report::{PairId, SubmissionId};
use chaffinch_storage::{By, JobId, LeftOutTask, PersonName, Term};

use crate::archives::{by, disguised, program};
use crate::test_app::{TestApp, at};

/// Uploads a task of the students s01 to s30. `copies` are pairs of a copy and its original.
async fn task(app: &TestApp, minutes: i64, copies: &[(u64, u64)]) -> chaffinch_storage::BatchId {
    let number = |student: u64| 1000 * minutes as u64 + student;
    let text = |student: u64| match copies.iter().find(|(copy, _)| *copy == student) {
        Some(&(_, original)) => disguised(&program(number(original))),
        None => program(number(student)),
    };
    let files: Vec<(String, String)> =
        (1..=30).map(|student| (format!("s{student:02}.c"), text(student))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let id = app.upload(minutes, &files).await;
    app.until_done(id).await;
    id
}

/// Waits until the evidence includes all finished comparisons.
async fn until_current(app: &TestApp) -> Term {
    let mut changes = app.storage.changes();
    loop {
        let batches = app.storage.term_batches(app.course).await.unwrap();
        if let Some(term) = app.storage.term(app.course).await.unwrap()
            && term.is_of(&batches)
        {
            return term;
        }
        tokio::time::timeout(std::time::Duration::from_mins(2), changes.changed())
            .await
            .expect("no progress")
            .unwrap();
    }
}

#[tokio::test]
async fn reports_of_a_course_are_combined() {
    let app = TestApp::new().await;
    let runner = app.start();
    let first = task(&app, 1, &[(2, 1), (9, 8)]).await;
    let second = task(&app, 2, &[(2, 1)]).await;
    let term = until_current(&app).await;
    assert_eq!(term.tasks.iter().map(|task| task.batch).collect::<Vec<_>>(), [first, second]);
    assert_eq!((term.people, term.pairs), (30, 435));
    let report =
        term_report(&*app.storage, app.course, Some(term.clone()), false, &TermSelection::Places(0..9))
            .await
            .unwrap();
    let names: Vec<_> = report.named().iter().map(|pair| (&*pair.left, &*pair.right)).collect();
    assert_eq!(names[..2], [("s01", "s02"), ("s08", "s09")], "{:?}", report.evidence);
    let [twice, once] = &report.evidence[..2] else { unreachable!("just compared") };
    assert_eq!((twice.shared, twice.since.as_deref()), (2, Some(&*first.to_string())));
    assert_eq!(twice.tasks.iter().filter(|task| task.counts).count(), 2);
    assert!(twice.expect < once.expect * 0.1, "{} {}", twice.expect, once.expect);
    assert!(once.tasks.iter().all(|task| task.counts == (task.batch == first.to_string())));
    // What was stored is what is computed now, except for the last digits of numbers.
    let now = chaffinch_jobs::term(&*app.storage, app.course).await.unwrap();
    let people = |term: &Term| term.listed.iter().map(|pair| pair.people).collect::<Vec<_>>();
    assert!(term.tasks == now.tasks && people(&term) == people(&now));
    let hidden =
        term_report(&*app.storage, app.course, Some(term.clone()), true, &TermSelection::Places(1..2))
            .await
            .unwrap();
    let [pair] = &*hidden.evidence else { panic!("{:?}", hidden.evidence) };
    let code = |text: &str| text.parse::<SubmissionId>().ok().filter(|id| id.is_code());
    let sides = [&pair.left, &pair.right].map(|name| code(name.strip_prefix("Person ").unwrap()).unwrap().0);
    assert!(sides[0] < sides[1]);
    let batch = app.storage.batch(first).await.unwrap().unwrap();
    let key = chaffinch_person::pseudonym_key(&batch);
    let of_first = pair.tasks.iter().find(|task| task.batch == first.to_string()).unwrap();
    assert_eq!(of_first.pair, PairId::new(key.code(8), key.code(9)).to_string());

    // A deleted comparison takes its evidence with it.
    app.storage.delete(second, &by(&app)).await.unwrap();
    let outdated = term_report(&*app.storage, app.course, Some(term), false, &TermSelection::Places(0..9))
        .await
        .unwrap();
    assert_eq!((outdated.current, outdated.evidence.len()), (false, 0));
    app.storage.queue_term(app.course, JobId::new(at(9)), at(9)).await.unwrap();
    let term = until_current(&app).await;
    assert_eq!(term.listed[0].tasks.len(), 1);
    runner.stop().await;
}

#[tokio::test]
async fn a_task_that_was_uploaded_twice_counts_once() {
    let app = TestApp::new().await;
    let runner = app.start();
    let texts: Vec<(String, String)> = (1..=30).map(|n| (format!("s{n:02}.c"), program(n))).collect();
    let files: Vec<_> = texts.iter().map(|(name, text)| (&**name, &**text)).collect();
    let first = app.upload(1, &files[..25]).await;
    app.until_done(first).await;
    let second = app.upload(2, &files).await;
    app.until_done(second).await;
    let term = until_current(&app).await;
    let left_out: Vec<_> = term.tasks.iter().map(|task| task.left_out).collect();
    assert_eq!(left_out, [Some(LeftOutTask::UploadedAgain(second)), None]);
    let small = app.upload(3, &[("s01.c", "int a(void) { return 1; }"), ("s02.c", "int b;")]).await;
    app.until_done(small).await;
    let term = until_current(&app).await;
    assert_eq!(term.tasks[2].left_out, Some(LeftOutTask::TooSmall));
    // Reports of older versions have no expect values of all pairs.
    app.sql("update revision set judged_packed = null").await;
    let term = chaffinch_jobs::term(&*app.storage, app.course).await.unwrap();
    assert!(term.tasks.iter().all(|task| task.left_out == Some(LeftOutTask::Older)));
    runner.stop().await;
}

#[tokio::test]
async fn somebody_known_under_two_names_is_one_person() {
    let app = TestApp::new().await;
    let runner = app.start();
    task(&app, 1, &[(2, 1)]).await;
    task(&app, 2, &[(2, 1)]).await;
    until_current(&app).await;
    let same = |name: &str, person: &str| PersonName {
        task: String::new(),
        name: name.to_owned(),
        person: person.to_owned(),
    };
    let names = [same("s01", "Ann Lee"), same("s30", "Ann Lee")];
    let by: By = by(&app);
    app.storage.set_person_names(app.course, &names, &by).await.unwrap();
    assert_eq!(app.storage.term(app.course).await.unwrap(), None, "it was computed with other names");
    app.storage.queue_term(app.course, JobId::new(at(9)), at(9)).await.unwrap();
    let term = until_current(&app).await;
    assert_eq!(term.people, 29);
    let report = term_report(&*app.storage, app.course, Some(term), false, &TermSelection::Places(0..1))
        .await
        .unwrap();
    assert_eq!((&*report.evidence[0].left, &*report.evidence[0].right), ("Ann Lee", "s02"));
    runner.stop().await;
}
