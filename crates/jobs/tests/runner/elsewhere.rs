//! Tests what is common in submissions to other tasks.

use chaffinch_report::{Mask, Report};
use chaffinch_storage::{
    AccountId, AnalysisOptions, BatchId, CourseId, Keeping, NewAccount, Review, Role, TemplateRegion,
};

use crate::archives::{archive, by, program};
use crate::rescore::{report, rescored};
use crate::test_app::{TestApp, at, operator};

/// What many take from the same place.
fn library() -> String {
    program(500).replace("int f", "int library")
}

fn with_library(number: u64) -> String {
    program(number) + &library()
}

async fn class(app: &TestApp, minutes: i64, programs: &[(&str, String)]) -> BatchId {
    let files: Vec<_> = programs.iter().map(|(name, text)| (*name, text.as_str())).collect();
    app.upload(minutes, &files).await
}

/// Uploads a class with another task. Three of four have the library.
async fn other_task(app: &TestApp, minutes: i64, first: u64) -> BatchId {
    let programs = [
        ("one.c", with_library(first)),
        ("two.c", with_library(first + 1)),
        ("three.c", library() + &program(first + 2)),
        ("four.c", program(first + 3)),
    ];
    class(app, minutes, &programs).await
}

/// Two students took the library, and one of them copied from a third.
fn this_task() -> [(&'static str, String); 4] {
    let copied = program(3);
    [
        ("ann.c", with_library(1)),
        ("bob.c", copied.clone() + &library()),
        ("cid.c", copied),
        ("dan.c", program(4)),
    ]
}

/// Uploads this task and returns its report.
async fn this_class(app: &TestApp, minutes: i64) -> (BatchId, Report) {
    let id = class(app, minutes, &this_task()).await;
    app.until_done(id).await;
    (id, report(app, id).await)
}

fn counted_in(report: &Report) -> Option<u32> {
    report.settings.background.map(|background| background.submissions)
}

/// Returns the bytes of each submission that are common elsewhere.
fn common(report: &Report) -> Vec<u32> {
    let of_files = report.submissions.iter().map(|submission| &submission.files);
    let masked = of_files.map(|files| files.iter().flat_map(|file| &file.masked));
    masked.map(|of| of.filter(|one| one.2 == Mask::Elsewhere).map(|one| one.1 - one.0).sum()).collect()
}

fn longest(report: &Report, left: &str, right: &str) -> u32 {
    let pair = report.pairs.iter().find(|pair| (pair.left.as_str(), pair.right.as_str()) == (left, right));
    pair.map_or(0, |pair| pair.longest_match)
}

#[tokio::test]
async fn code_of_other_tasks_is_no_evidence() {
    let app = TestApp::new().await;
    let runner = app.start();
    let (_, alone) = this_class(&app, 1).await;
    assert_eq!((counted_in(&alone), common(&alone)), (None, vec![0; 4]));
    assert!(400 < longest(&alone, "ann", "bob"), "the library has 6 functions");

    // The same upload again tells nothing.
    let (_, again) = this_class(&app, 2).await;
    assert_eq!((counted_in(&again), &again.pairs), (None, &alone.pairs));

    app.until_done(other_task(&app, 3, 11).await).await;
    let (id, found) = this_class(&app, 4).await;
    assert_eq!(counted_in(&found), Some(4));
    let library = library().len() as u32;
    let [ann, bob, cid, dan] = common(&found)[..] else { panic!("four students") };
    for common in [ann, bob] {
        assert!(9 * library < 10 * common && common <= library, "{common} of {library} bytes");
    }
    assert_eq!((cid, dan), (0, 0));
    assert!(longest(&found, "ann", "bob") < 40);
    assert_eq!(longest(&found, "bob", "cid"), longest(&alone, "bob", "cid"));

    // A further report counts what the first one counted, whatever came since.
    app.until_done(other_task(&app, 5, 21).await).await;
    let again = rescored(&app, id, 6, &Review { common_limit: 50, ..Review::default() }).await;
    assert_eq!((counted_in(&again), common(&again)), (Some(4), common(&found)));
    assert_eq!(again.pairs, found.pairs);
    let region = TemplateRegion { submission: 4, file: 0, start_byte: 20, end_byte: 60 };
    let again = rescored(&app, id, 7, &Review { templates: vec![region], ..Review::default() }).await;
    assert_eq!(common(&again), common(&found));

    // An archive with which the class is compared does not count: its submissions are listed.
    let named = archive(&app, "2024", Keeping::Sources).await;
    let options = AnalysisOptions { archives: Some(vec![named]), ..AnalysisOptions::default() };
    let files = this_task();
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let with_archive = app.upload_with(8, options, &files).await;
    app.until_done(with_archive).await;
    assert_eq!(counted_in(&report(&app, with_archive).await), Some(8));
    runner.stop().await;
}

#[tokio::test]
async fn only_what_the_uploader_may_see_is_counted() {
    let mut app = TestApp::new().await;
    let runner = app.start();
    app.until_done(other_task(&app, 1, 11).await).await;
    let ada = (app.account, app.course);
    let (account, course) = (AccountId::new(at(2)), CourseId::new(at(2)));
    let new = NewAccount {
        id: account,
        name: "bea".to_owned(),
        personal_course: course,
        email: None,
        admin: false,
    };
    app.storage.create_account(&new, &operator()).await.unwrap();
    (app.account, app.course) = (account, course);
    let (_, unseen) = this_class(&app, 3).await;
    assert_eq!((counted_in(&unseen), common(&unseen)), (None, vec![0; 4]));

    app.storage.set_role(account, ada.1, Some(Role::Viewer), &by(&app)).await.unwrap();
    let (_, seen) = this_class(&app, 4).await;
    assert_eq!(counted_in(&seen), Some(4));
    assert!(0 < common(&seen)[0]);
    runner.stop().await;
}
