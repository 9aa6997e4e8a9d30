//! Tests further reports of a batch: under another review, with late work, and after a return to an earlier revision.

use chaffinch_report::{NoExpectReason, Pair, PairId, Report};
use chaffinch_storage::{
    AnalysisOptions, Batch, BatchId, Cutoff, JobId, Keeping, MatchLength, NewAddition, NewLate, PartKind,
    Review, Status, TemplateRegion,
};

use crate::archives::{add_last_year, archive, by, disguised, program};
use crate::test_app::{SUM, TestApp, at, operator, part};
use crate::unpacked;

async fn class(app: &TestApp, minutes: i64, files: &[(&str, String)], handed_out: &str) -> BatchId {
    let class: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    if handed_out.is_empty() {
        return app.upload(minutes, &class).await;
    }
    let mut parts: Vec<_> =
        class.iter().map(|(name, text)| part(PartKind::Submissions, name, text)).collect();
    parts.push(part(PartKind::Boilerplate, "handed_out.c", handed_out));
    app.upload_parts(minutes, AnalysisOptions::default(), parts).await
}

pub(crate) async fn report(app: &TestApp, id: BatchId) -> Report {
    let body = app.storage.report_body(id, None).await.unwrap().unwrap();
    serde_json::from_value(unpacked(&body)).unwrap()
}

pub(crate) async fn rescored(app: &TestApp, id: BatchId, minutes: i64, review: &Review) -> Report {
    app.storage.rescore(id, JobId::new(at(minutes)), review, &by(app)).await.unwrap();
    app.until_done(id).await;
    report(app, id).await
}

async fn add(app: &TestApp, id: BatchId, minutes: i64, files: &[(PartKind, &str, &str)]) -> Batch {
    let parts = files.iter().map(|(kind, name, text)| part(*kind, name, text)).collect();
    let late =
        NewLate { batch: id, job: JobId::new(at(minutes)), idempotency: None, parts, opens_case: false };
    app.storage.add_late(late, &by(app)).await.unwrap().batch().clone()
}

/// Returns the same report with numbers in the order of names, as if everything had come at once. Matched lines and
/// tables of renames are left out, because they depend on the side that is counted.
fn by_names(report: Report) -> Report {
    let mut submissions = report.submissions;
    submissions.sort_by_key(|submission| (submission.archive.is_some(), submission.name.clone()));
    let place = |id: u32| submissions.iter().position(|submission| submission.id == id).unwrap() as u32 + 1;
    let id = |id: PairId| {
        let [one, other] = [id.left, id.right].map(place);
        PairId { left: one.min(other), right: one.max(other) }
    };
    let pair = |pair: Pair| {
        let numbered = Pair {
            matched_lines: 0,
            right_matched_lines: 0,
            renames: None,
            rename_count: None,
            id: id(pair.id),
            ..pair
        };
        if place(pair.id.left) < place(pair.id.right) { numbered } else { turned(numbered) }
    };
    let pairs = report.pairs.into_iter().map(pair).collect();
    let mut clusters = report.clusters;
    for cluster in &mut clusters {
        cluster.submissions.sort();
        for link in cluster.links.iter_mut().chain(&mut cluster.between) {
            link.id = id(link.id);
        }
    }
    let mut duplicates = report.duplicates;
    for set in &mut duplicates {
        set.submissions.sort();
    }
    for (submission, id) in submissions.iter_mut().zip(1..) {
        submission.id = id;
    }
    Report { revision: 0, submissions, pairs, clusters, duplicates, ..report }
}

fn turned(mut pair: Pair) -> Pair {
    use std::mem::swap;
    swap(&mut pair.left, &mut pair.right);
    swap(&mut pair.left_share, &mut pair.right_share);
    swap(&mut pair.left_share_raw, &mut pair.right_share_raw);
    swap(&mut pair.left_containment, &mut pair.right_containment);
    for view in pair.why.iter_mut().flat_map(|why| &mut why.views) {
        swap(&mut view.left_bits, &mut view.right_bits);
    }
    for found in pair.matches.iter_mut().flatten() {
        swap(&mut found.left, &mut found.right);
        swap(&mut found.left_further, &mut found.right_further);
        swap(&mut found.left_differing_comments, &mut found.right_differing_comments);
        found.pieces.iter_mut().for_each(|piece| swap(&mut piece.left, &mut piece.right));
    }
    pair
}

/// Uploads of a few students who have seen each other's work. The picture cannot be compared.
fn sheet() -> Vec<(&'static str, String)> {
    let half = |of: &str| of[..of.len() / 2].to_owned();
    vec![
        ("ann.c", program(1)),
        ("bob.c", disguised(&program(1))),
        ("cid.c", program(3)),
        ("dan.c", half(&program(3)) + &half(&program(4))),
        ("eve.c", disguised(&program(4))),
        ("pic.c", "\u{89}PNG\r\n\u{1a}\n\0\0".to_owned()),
    ]
}

fn region(report: &Report, name: &str) -> TemplateRegion {
    let submission = report.submissions.iter().find(|submission| submission.name == name).unwrap();
    let end_byte = submission.files[0].bytes;
    TemplateRegion { submission: submission.id, file: 0, start_byte: 0, end_byte }
}

#[tokio::test]
async fn a_report_is_made_repeatedly_from_kept_data() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = class(&app, 1, &sheet(), "").await;
    app.until_done(id).await;
    let first = report(&app, id).await;
    let same = rescored(&app, id, 2, &Review::default()).await;
    assert_eq!(same, Report { revision: 2, ..first.clone() });

    let review = Review {
        cutoff: Some(Cutoff::Suspicion(7.5)),
        templates: vec![region(&first, "cid")],
        teams: vec![vec!["ann".into(), "bob".into()]],
        staff: vec!["eve".into()],
        ..Review::default()
    };
    let third = rescored(&app, id, 3, &review).await;
    let pairs: Vec<_> = third.pairs.iter().map(|pair| (pair.left.as_str(), pair.right.as_str())).collect();
    assert!(!pairs.contains(&("ann", "bob")), "{pairs:?}");
    assert_eq!(third.submissions[2].counted_tokens, 0);
    assert!(third.submissions[3].counted_tokens < first.submissions[3].counted_tokens, "wherever it stands");
    let of_staff = |pair: &(&str, &str)| pair.1 == "eve";
    assert!(pairs.contains(&("dan", "eve")) && pairs.is_sorted_by_key(of_staff), "not_compared: {pairs:?}");
    assert!(third.clusters.iter().all(|cluster| !cluster.submissions.contains(&"eve".to_owned())));
    assert!((third.settings.cutoff - 7.5).abs() < 1e-9);
    let told = third.settings.review.unwrap();
    assert_eq!((told.templates[0].submission.as_str(), &told.staff[0][..]), ("cid", "eve"));
    let batch = app.storage.batch(id).await.unwrap().unwrap();
    assert_eq!(batch.revision.unwrap().review, review);

    // Return to the first revision and continue from there.
    assert!(app.storage.set_current(id, 1, &by(&app)).await.unwrap());
    assert_eq!(report(&app, id).await, first);
    let fourth = rescored(&app, id, 4, &Review { common_limit: 2, ..Review::default() }).await;
    assert_eq!((fourth.revision, fourth.settings.common), (4, 2));
    assert_eq!(fourth.settings.review, None);
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn late_work_gives_the_same_report_as_a_single_upload() {
    let app = TestApp::new().await;
    let runner = app.start();
    let archived = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, archived).await;
    let mut sheet = sheet();
    sheet.push(("fay.c", disguised(&program(7))));
    let handed_out = program(9);
    let whole = class(&app, 5, &sheet, &handed_out).await;
    app.until_done(whole).await;

    let early: Vec<_> =
        sheet.iter().enumerate().filter(|(at, _)| at % 2 == 1).map(|one| one.1.clone()).collect();
    let late: Vec<_> =
        sheet.iter().enumerate().filter(|(at, _)| at % 2 == 0).map(|one| one.1.clone()).collect();
    let id = class(&app, 6, &early, "").await;
    app.until_done(id).await;
    let first = report(&app, id).await;
    let mut files: Vec<_> =
        late.iter().map(|(name, text)| (PartKind::Submissions, *name, text.as_str())).collect();
    files.push((PartKind::Boilerplate, "handed_out.c", &handed_out));
    add(&app, id, 7, &files).await;
    app.until_done(id).await;
    let joined = report(&app, id).await;
    assert_eq!(by_names(joined.clone()), by_names(report(&app, whole).await));

    let numbers = |report: &Report| -> Vec<(u32, String)> {
        let own = report.submissions.iter().filter(|submission| submission.archive.is_none());
        own.map(|submission| (submission.id, submission.name.clone())).collect()
    };
    assert_eq!(numbers(&joined)[..2], numbers(&first)[..2], "what is there keeps its number");
    let late = &joined.submissions[2];
    let stored = app.storage.sources(id, None, late.id).await.unwrap();
    assert_eq!(stored[0].text.as_ref().unwrap().unpack().unwrap(), program(1).into_bytes(), "{}", late.name);

    // What was kept gives the same report again, also a second time, and after the archive was deleted.
    let again = rescored(&app, id, 8, &Review::default()).await;
    assert_eq!(again, Report { revision: 3, ..joined.clone() });
    app.storage.delete_archive(archived, &by(&app)).await.unwrap();
    let without = rescored(&app, id, 9, &Review::default()).await;
    assert!(without.submissions.iter().all(|submission| submission.archive.is_none()));
    assert_eq!(without.settings.archives[0].compared, 0);
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn a_name_that_is_taken_gets_a_number_and_the_review_in_force_stays() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = class(&app, 1, &sheet(), "").await;
    app.until_done(id).await;
    let first = report(&app, id).await;
    let review = Review { templates: vec![region(&first, "cid")], ..Review::default() };
    rescored(&app, id, 2, &review).await;
    let binary = "\u{89}PNG\r\n\u{1a}\n\0\0";
    let late = [(PartKind::Submissions, "ann.c", SUM), (PartKind::Submissions, "pic.c", binary)];
    add(&app, id, 3, &late).await;
    let batch = app.until_done(id).await;
    let joined = report(&app, id).await;
    let names: Vec<_> = joined.submissions[5..].iter().map(|submission| submission.name.as_str()).collect();
    assert_eq!(names, ["ann (2)"]);
    let skipped: Vec<_> =
        joined.skipped.iter().map(|file| (file.submission.as_deref(), file.path.as_str())).collect();
    assert_eq!(skipped, [(Some("pic"), "pic.c"), (Some("pic"), "pic.c")]);
    assert_eq!(joined.submissions[2].counted_tokens, 0);
    assert_eq!(batch.revision.unwrap().review, review);
    // The late work contains nothing to compare. There is no further report, and the existing one stays.
    add(&app, id, 4, &[(PartKind::Submissions, "pic.c", binary)]).await;
    app.until_failed(id).await;
    let batch = app.storage.batch(id).await.unwrap().unwrap();
    assert_eq!((batch.revisions, report(&app, id).await), (3, joined));
    runner.stop().await;
}

#[tokio::test]
async fn a_passage_of_an_unknown_submission_is_refused_with_a_reason() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = class(&app, 1, &sheet(), "").await;
    app.until_done(id).await;
    let nobody = TemplateRegion { submission: 7, file: 0, start_byte: 0, end_byte: 9 };
    let review = Review { templates: vec![nobody], ..Review::default() };
    app.storage.rescore(id, JobId::new(at(2)), &review, &by(&app)).await.unwrap();
    let reason = app.until_failed(id).await;
    assert!(reason.contains("submission 7"), "{reason}");
    runner.stop().await;
}

#[tokio::test]
async fn late_work_survives_a_crash_and_can_be_stopped() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = class(&app, 1, &sheet(), "").await;
    app.until_done(id).await;
    let first = report(&app, id).await;
    add(&app, id, 2, &[(PartKind::Submissions, "hal.c", "#hang\n")]).await;
    app.until_hanging(id).await;
    let status = app.storage.cancel(id, &operator()).await.unwrap();
    assert_eq!(status, Some(Status::Cancelled));
    assert_eq!(report(&app, id).await, first);

    let crashing = format!("#crash-once {}\n{}", app.marker(), program(12));
    add(&app, id, 3, &[(PartKind::Submissions, "hal.c", &crashing)]).await;
    let batch = app.until_done(id).await;
    assert_eq!(batch.revisions, 2, "one attempt commits");
    assert_eq!(report(&app, id).await.submissions[5].name, "hal");
    runner.stop().await;
    app.assert_no_leftovers();
}

/// The numbers of pairs that changed, counted slowly: from the figures in the JSON of both reports.
fn changed(before: &Report, after: &Report) -> u32 {
    let figures = |report: &Report| -> std::collections::BTreeMap<String, String> {
        let shown = |pair: &Pair| {
            let expect = pair.expect.map(|expect| format!("{expect:.1e}"));
            let shares = [pair.left_share, pair.right_share].map(|share| format!("{:.0}", share * 100.0));
            format!(
                "{expect:?} {:.1} {shares:?} {} {}",
                pair.suspicion, pair.matched_tokens, pair.longest_match
            )
        };
        report.pairs.iter().map(|pair| (pair.id.to_string(), shown(pair))).collect()
    };
    let (before, after) = (figures(before), figures(after));
    let ids: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    ids.into_iter().filter(|id| before.get(*id) != after.get(*id)).count() as u32
}

/// A revision records what it changes, and starter code can follow the upload.
#[tokio::test]
async fn starter_code_that_comes_later_gives_the_same_report_and_its_effect_is_recorded() {
    let app = TestApp::new().await;
    let runner = app.start();
    let handed_out = program(1);
    let at_once = class(&app, 1, &sheet(), &handed_out).await;
    app.until_done(at_once).await;
    let later = class(&app, 2, &sheet(), "").await;
    app.until_done(later).await;
    let before = report(&app, later).await;
    add(&app, later, 3, &[(PartKind::Boilerplate, "handed_out.c", &handed_out)]).await;
    app.until_done(later).await;
    let after = report(&app, later).await;
    let expected = report(&app, at_once).await;
    assert_eq!(after.boilerplate.files, 1);
    assert_eq!(by_names(after.clone()).pairs, by_names(expected.clone()).pairs);
    assert_eq!(by_names(after.clone()).submissions, by_names(expected).submissions);

    let same = rescored(&app, later, 4, &Review::default()).await;
    assert_eq!(same.pairs, after.pairs);
    let revisions = app.storage.revisions(later).await.unwrap();
    let told: Vec<_> = revisions.iter().map(|one| (one.starter_files, one.changed)).collect();
    let real = changed(&before, &after);
    assert!(real > 0, "{before:?}");
    assert_eq!(told, [(0, None), (1, Some(real)), (0, Some(0))]);
    let beyond: Vec<Option<u32>> = revisions.iter().map(|one| one.found.beyond).collect();
    assert_eq!(beyond[1], beyond[2]);
    runner.stop().await;
    app.assert_no_leftovers();
}

#[tokio::test]
async fn a_chosen_match_length_stays_and_archives_keep_their_fingerprints() {
    let app = TestApp::new().await;
    let runner = app.start();
    let archive = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, archive).await;
    let upload = async |minutes, match_length| {
        let class: Vec<_> = (101..113).map(|number| (format!("s{number}.c"), program(number))).collect();
        let parts = class.iter().map(|(name, text)| part(PartKind::Submissions, name, text)).collect();
        let options = AnalysisOptions { match_length, ..AnalysisOptions::default() };
        let id = app.upload_parts(minutes, options, parts).await;
        app.until_done(id).await;
        (id, report(&app, id).await)
    };
    let (_, usual) = upload(5, MatchLength::DEFAULT).await;
    assert_eq!((usual.settings.min_match, usual.settings.archive_guarantee), (8, None));
    assert_eq!(usual.settings.expect_reason, None);
    let (id, first) = upload(6, MatchLength::new(Some(12), None, None).unwrap()).await;
    let second = rescored(&app, id, 7, &Review { common_limit: 4, ..Review::default() }).await;
    assert_eq!((second.revision, second.settings.common), (2, 4));
    for settings in [&first.settings, &second.settings] {
        assert_eq!((settings.min_match, settings.schemes[0].k, settings.schemes[0].w), (12, 6, 7));
        assert_eq!(settings.expect_reason, Some(NoExpectReason::MatchLength));
        assert_eq!(settings.archive_guarantee, Some(31));
    }
    let (_, long) = upload(10, MatchLength::new(Some(40), None, None).unwrap()).await;
    assert_eq!(long.settings.archive_guarantee, None, "passages of 40 tokens are found there");
    // What is stored does not depend on the choice: a class with the usual length finds it in the archive.
    app.storage.add(archive, NewAddition::Batch(id), JobId::new(at(8)), &by(&app)).await.unwrap();
    app.until_archive(archive, |archive| archive.status == Status::Done && archive.submissions == 32).await;
    let copy = [("ann.c", program(900)), ("bob.c", disguised(&program(105)))];
    let late = class(&app, 9, &copy, "").await;
    app.until_done(late).await;
    let pairs = report(&app, late).await.pairs;
    assert_eq!((&*pairs[0].left, &*pairs[0].right), ("bob", "2024/s105"));
    runner.stop().await;
}
