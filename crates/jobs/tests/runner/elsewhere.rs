//! Tests what work elsewhere changes in a report: nothing, unless somebody named it.

use chaffinch_report::{Mask, Report, SourceChange, WorkSource};
use chaffinch_storage::{
    AnalysisOptions, BatchId, JobId, Keeping, NewLate, Owner, PartKind, Review, TemplateRegion,
};

use crate::archives::{add_programs, archive, by, program};
use crate::rescore::{report, rescored};
use crate::test_app::{TestApp, at, operator, part};

/// What many take from the same place: two functions.
fn library() -> String {
    let text = program(500).replace("int f", "int library");
    text[..text.find("int library2").unwrap()].to_owned()
}

fn with_library(number: u64) -> String {
    program(number) + &library()
}

async fn class(
    app: &TestApp,
    minutes: i64,
    options: AnalysisOptions,
    programs: &[(&str, String)],
) -> BatchId {
    let files: Vec<_> = programs.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let id = app.upload_with(minutes, options, &files).await;
    app.until_done(id).await;
    id
}

/// Uploads a class with another task. Three of four strangers have the library, and Bob of this class.
async fn other_task(app: &TestApp, minutes: i64, first: u64) -> BatchId {
    let programs = [
        ("one.c", with_library(first)),
        ("two.c", with_library(first + 1)),
        ("three.c", library() + &program(first + 2)),
        ("four.c", program(first + 3)),
        ("bob.c", with_library(first + 4)),
    ];
    class(app, minutes, AnalysisOptions::default(), &programs).await
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

/// Uploads this task with these options and returns its report.
async fn this_class(app: &TestApp, minutes: i64, options: AnalysisOptions) -> (BatchId, Report) {
    let id = class(app, minutes, options, &this_task()).await;
    (id, report(app, id).await)
}

fn background(named: &[Owner]) -> AnalysisOptions {
    AnalysisOptions { background: named.to_vec(), ..AnalysisOptions::default() }
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
async fn other_comparisons_change_no_byte() {
    let app = TestApp::new().await;
    let runner = app.start();
    let (_, alone) = this_class(&app, 1, AnalysisOptions::default()).await;
    assert!(longest(&alone, "ann", "bob") > 120, "the library has 2 functions");
    assert_eq!(serde_json::to_value(&alone.settings.background).unwrap()["sources"], serde_json::json!([]));
    other_task(&app, 2, 11).await;
    other_task(&app, 3, 21).await;
    let (id, again) = this_class(&app, 4, AnalysisOptions::default()).await;
    assert_eq!(again.to_json(), alone.to_json());
    let again = rescored(&app, id, 5, &Review::default()).await;
    assert_eq!(Report { revision: 1, ..again }.to_json(), alone.to_json());
    runner.stop().await;
}

#[tokio::test]
async fn a_named_background_is_ignored_and_reported() {
    let app = TestApp::new().await;
    let runner = app.start();
    let (_, alone) = this_class(&app, 1, AnalysisOptions::default()).await;
    let other = other_task(&app, 2, 11).await;
    let (id, found) = this_class(&app, 3, background(&[other.into()])).await;
    let named = WorkSource {
        id: Some(other.to_string()),
        title: "Sheet 1".to_owned(),
        state: Some(1),
        submissions: 5,
        people: 4,
        left_out: 1,
        ..WorkSource::default()
    };
    assert_eq!(found.settings.background.sources, [named]);
    assert_eq!((found.settings.background.submissions, found.settings.background.passages), (4, 1));
    let library = library().len() as u32;
    let [ann, bob, cid, dan] = common(&found)[..] else { panic!("four students") };
    for common in [ann, bob] {
        assert!(8 * library < 10 * common && common <= library, "{common} of {library} bytes");
    }
    assert_eq!((cid, dan), (0, 0));
    assert!(longest(&found, "ann", "bob") < 40);
    assert_eq!(longest(&found, "bob", "cid"), longest(&alone, "bob", "cid"));

    // A further report repeats what this one says, even if the source is gone.
    let review = app.storage.batch(id).await.unwrap().unwrap().review();
    assert_eq!(review.background, [Owner::Batch(other)]);
    assert!(app.storage.delete(other, &operator()).await.unwrap());
    let again = rescored(&app, id, 6, &Review { common_limit: 50, ..review.clone() }).await;
    assert_eq!((&again.settings.background, &again.pairs), (&found.settings.background, &found.pairs));
    let region = TemplateRegion { submission: 4, file: 0, start_byte: 20, end_byte: 60 };
    let again = rescored(&app, id, 7, &Review { templates: vec![region], ..review.clone() }).await;
    assert_eq!(common(&again), common(&found));

    // Without it, the report is as if nobody had named it.
    let dropped = rescored(&app, id, 8, &Review::default()).await;
    assert_eq!(Report { revision: 1, ..dropped }.to_json(), alone.to_json());
    // Named again, it is read again.
    let gone = rescored(&app, id, 9, &review).await;
    assert_eq!(gone.settings.background.sources[0].change, Some(SourceChange::Gone));
    assert_eq!(gone.pairs, alone.pairs);
    runner.stop().await;
}

#[tokio::test]
async fn late_work_reads_the_named_sources_again() {
    let app = TestApp::new().await;
    let runner = app.start();
    let other = other_task(&app, 1, 11).await;
    let add = async |id: BatchId, minutes: i64, name: &str, text: &str| {
        let parts = vec![part(PartKind::Submissions, name, text)];
        let job = JobId::new(at(minutes));
        let late = NewLate { batch: id, job, idempotency: None, parts, opens_case: false };
        app.storage.add_late(late, &by(&app)).await.unwrap();
        app.until_done(id).await;
        report(&app, id).await
    };
    let (id, first) = this_class(&app, 2, background(&[other.into()])).await;
    let same = add(id, 3, "eve.c", &program(5)).await;
    assert_eq!(same.settings.background, first.settings.background);

    add(other, 4, "five.c", &with_library(30)).await;
    let changed = add(id, 5, "fay.c", &program(6)).await;
    let [source] = &changed.settings.background.sources[..] else { panic!("one source") };
    assert_eq!((source.change, source.state, source.people), (Some(SourceChange::Changed), Some(2), 5));
    let again = add(id, 6, "gus.c", &program(7)).await;
    assert_eq!(again.settings.background.sources[0].change, None);

    assert!(app.storage.delete(other, &operator()).await.unwrap());
    let gone = add(id, 7, "hal.c", &program(8)).await;
    let [source] = &gone.settings.background.sources[..] else { panic!("one source") };
    assert_eq!(
        (source.change, source.title.as_str(), source.people),
        (Some(SourceChange::Gone), "Sheet 1", 0)
    );
    assert_eq!(common(&gone), vec![0; 8]);
    runner.stop().await;
}

#[tokio::test]
async fn an_archive_can_be_the_background() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "Spring", Keeping::Reduced).await;
    let last_year = (11..14).map(|number| (format!("old{number}.c"), with_library(number)));
    add_programs(&app, id, last_year.collect()).await;
    // It is not compared with the class.
    let options = AnalysisOptions { archives: Some(Vec::new()), ..background(&[id.into()]) };
    let (_, found) = this_class(&app, 3, options).await;
    let [source] = &found.settings.background.sources[..] else { panic!("one source") };
    assert_eq!((source.title.as_str(), source.people, source.left_out), ("Spring, 2024", 3, 0));
    assert!(source.state.is_some() && common(&found)[0] > 0);
    assert_eq!((found.settings.archives.len(), found.submissions.len()), (0, 4));
    runner.stop().await;
}

#[tokio::test]
async fn own_earlier_work_is_ignored_where_both_had_it() {
    let app = TestApp::new().await;
    let runner = app.start();
    // Ann and Bob have had the library since the first milestone; Cid's program was copied by Bob after it.
    let milestone = [
        ("ann.c", library() + &program(40)),
        ("bob.c", program(41) + &library()),
        ("cid.c", program(3)),
        ("zoe.c", program(42)),
    ];
    let before = class(&app, 1, AnalysisOptions::default(), &milestone).await;
    let (_, alone) = this_class(&app, 2, AnalysisOptions::default()).await;
    assert_eq!(alone.settings.own_work, None);
    let options = AnalysisOptions { own_work: vec![before.into()], ..AnalysisOptions::default() };
    let (id, found) = this_class(&app, 3, options).await;
    let own_work = found.settings.own_work.clone().unwrap();
    assert_eq!((own_work.pairs, own_work.sources[0].people, own_work.sources[0].left_out), (1, 3, 1));
    assert!(longest(&alone, "ann", "bob") > 120 && longest(&found, "ann", "bob") < 64);
    assert_eq!(longest(&found, "bob", "cid"), longest(&alone, "bob", "cid"));
    let pair = found.pairs.iter().find(|pair| (pair.left.as_str(), pair.right.as_str()) == ("bob", "cid"));
    let first = &pair.unwrap().matches.as_ref().unwrap()[0];
    assert_eq!((first.left_handed_in_before, first.right_handed_in_before), (None, Some(0)));
    assert!(!found.submissions[2].files[0].handed_in_before.is_empty());
    // A further report repeats it.
    assert!(app.storage.delete(before, &operator()).await.unwrap());
    let again = rescored(&app, id, 4, &Review { common_limit: 50, ..Review::default() }).await;
    assert_eq!((&again.settings.own_work, &again.pairs), (&found.settings.own_work, &found.pairs));
    runner.stop().await;
}
