//! Tests archives from end to end: adding a batch and an upload, searching, reducing, merging and repairing.

use std::fmt::Write as _;

use chaffinch_jobs::{TextFinder, TextSearcher};
use chaffinch_query::{Finder, QueryError, TextQuestion};
use chaffinch_storage::{
    AnalysisOptions, Archive, ArchiveId, BatchId, By, HolderId, JobId, Keeping, Lane, MAX_ATTEMPTS,
    NewAddition, NewArchive, NewPart, Owner, PartKind, ReferenceKind, ReferenceLabel, Review, Status,
};
use serde_json::{Value, json};

use crate::test_app::{TestApp, at};
use crate::unpacked;

/// Returns a program. The same number gives the same program; different numbers give unrelated ones.
pub(crate) fn program(number: u64) -> String {
    // Marsaglia's xorshift from a well-mixed seed. Any fixed sequence would do.
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % below
    };
    let mut expression = || {
        let operators = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
        let mut operator = || operators[next(10) as usize];
        format!("(a {} b) {} c {} b {} a", operator(), operator(), operator(), operator())
    };
    let mut text = String::from("#include <stdio.h>\n");
    for function in 0..6 {
        writeln!(text, "int f{function}(int a, int b) {{\n    int c = {};", expression()).unwrap();
        for at in 0..8 {
            let (one, two) = (expression(), expression());
            match (number + at * 5 + function) % 4 {
                0 => writeln!(text, "    for (int i = 0; i < {one}; i++) c += {two};"),
                1 => writeln!(text, "    if ({one} > a) {{ c -= {two}; }}"),
                2 => writeln!(text, "    while ({one} < b) c = {two};"),
                _ => writeln!(text, "    printf(\"%d\", {one});\n    c = {two};"),
            }
            .unwrap();
        }
        text += "    return c;\n}\n";
    }
    text
}

/// Disguises a program as a student would.
pub(crate) fn disguised(text: &str) -> String {
    text.replace("int c", "int total").replace("c ", "total ").replace("(c", "(total").replace("    ", "\t")
}

async fn class(app: &TestApp, minutes: i64, programs: &[(&str, String)]) -> BatchId {
    let files: Vec<_> = programs.iter().map(|(name, text)| (*name, text.as_str())).collect();
    app.upload(minutes, &files).await
}

/// The class of the previous year.
fn last_year() -> Vec<(String, String)> {
    (1..=20).map(|number| (format!("old{number:02}.c"), program(number))).collect()
}

pub(crate) async fn archive(app: &TestApp, name: &str, keeping: Keeping) -> ArchiveId {
    let id = ArchiveId::new(at(1));
    app.storage
        .create_archive(&NewArchive { keeping, ..new_archive(app, id, name) }, &by(app))
        .await
        .unwrap();
    id
}

fn new_archive(app: &TestApp, id: ArchiveId, name: &str) -> NewArchive {
    NewArchive {
        id,
        course: app.course,
        name: name.to_owned(),
        year: Some(2024),
        reference: None,
        keeping: Keeping::Sources,
        creator: app.account,
        keep_until: None,
    }
}

pub(crate) fn by(app: &TestApp) -> By {
    By { account: Some(app.account), at: at(1) }
}

pub(crate) async fn add_last_year(app: &TestApp, id: ArchiveId) -> Archive {
    add_programs(app, id, last_year()).await
}

pub(crate) async fn add_programs(app: &TestApp, id: ArchiveId, programs: Vec<(String, String)>) -> Archive {
    let part = |(name, text): (String, String)| NewPart {
        kind: PartKind::Submissions,
        name,
        content: Box::new(std::io::Cursor::new(text.into_bytes())),
    };
    let parts = programs.into_iter().map(part).collect();
    let upload = NewAddition::Upload { options: Box::default(), parts };
    app.storage.add(id, upload, JobId::new(at(2)), &by(app)).await.unwrap();
    until_done(app, id).await
}

async fn until_done(app: &TestApp, id: ArchiveId) -> Archive {
    app.until_archive(id, |archive| archive.status == Status::Done).await
}

async fn report(app: &TestApp, id: BatchId) -> Value {
    app.until_done(id).await;
    unpacked(&app.storage.report_body(id, None).await.unwrap().unwrap())
}

/// Returns the names of the first pair.
fn first_pair(report: &Value) -> (&str, &str) {
    let pair = &report["pairs"][0];
    (pair["left"].as_str().unwrap(), pair["right"].as_str().unwrap())
}

#[tokio::test]
async fn a_copy_of_last_years_work_is_found_and_shown() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    let added = add_last_year(&app, id).await;
    assert_eq!((added.submissions, added.documents, added.state), (20, 20, 1));

    let copy = disguised(&program(7));
    let batch = class(&app, 5, &[("ann.c", program(101)), ("bob.c", copy), ("eve.c", program(102))]).await;
    let report = report(&app, batch).await;
    assert_eq!(first_pair(&report), ("bob", "2024/old07"));
    let pinned = &report["settings"]["archives"][0];
    assert_eq!(
        (&pinned["name"], &pinned["year"], &pinned["state"]),
        (&"2024".into(), &2024.into(), &1.into())
    );
    assert_eq!(pinned["submissions"], 20);
    let pair = &report["pairs"][0];
    assert!(pair["left_share"].as_f64().unwrap() > 0.95, "{pair}");
    let archived: Vec<&Value> =
        report["submissions"].as_array().unwrap().iter().filter(|one| !one["archive"].is_null()).collect();
    assert_eq!(pinned["compared"], archived.len());
    assert_eq!(archived[0]["archive"]["year"], 2024);
    // Its text is shown from the archive as long as the archive has it.
    let number =
        archived.iter().find(|one| one["name"] == "2024/old07").unwrap()["id"].as_u64().unwrap() as u32;
    let sources = app.storage.sources(batch, None, number).await.unwrap();
    assert_eq!(sources[0].text.as_ref().unwrap().unpack().unwrap(), program(7).into_bytes());
    app.storage.delete_archive(id, &by(&app)).await.unwrap();
    assert_eq!(app.storage.sources(batch, None, number).await.unwrap(), []);
    assert_eq!(report["pairs"], self::report(&app, batch).await["pairs"], "the report outlives the archive");
    runner.stop().await;
    app.assert_no_leftovers();
}

/// Two wrote the rest themselves and took the same program from the library. A third one has it from last year.
#[tokio::test]
async fn what_two_took_from_the_library_of_the_course_is_not_counted() {
    let app = TestApp::new().await;
    let runner = app.start();
    let with_template = |number: u64| format!("{}\n{}", program(number), program(50));
    let ann = ("ann.c", with_template(101));
    let class = [ann, ("bob.c", with_template(102)), ("eve.c", program(103)), ("kim.c", program(104))];
    let class: Vec<(&str, &str)> = class.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let unnamed = AnalysisOptions { archives: Some(Vec::new()), ..AnalysisOptions::default() };
    let without = report(&app, app.upload_with(5, unnamed.clone(), &class).await).await;
    assert_eq!(first_pair(&without), ("ann", "bob"));
    assert!(without["settings"]["archives"].is_null());

    let library = NewArchive {
        reference: Some(ReferenceLabel::new(ReferenceKind::PublicCode, "GitHub")),
        ..new_archive(&app, ArchiveId::new(at(6)), "templates")
    };
    app.storage.create_archive(&library, &by(&app)).await.unwrap();
    let template = ("template.c".to_owned(), format!("{}\n{}", program(50), program(60)));
    add_programs(&app, library.id, vec![template]).await;
    let earlier = archive(&app, "2023", Keeping::Sources).await;
    let last_year = ("old.c".to_owned(), with_template(103));
    add_programs(&app, earlier, vec![last_year]).await;

    // It counts for every comparison, whichever archives are named.
    for (minutes, options, archives) in [(7, unnamed, 1), (8, AnalysisOptions::default(), 2)] {
        let batch = app.upload_with(minutes, options, &class).await;
        let found = report(&app, batch).await;
        let label = json!({"kind": "public-code", "source": "GitHub"});
        let pinned = found["settings"]["archives"].as_array().unwrap();
        assert_eq!(pinned.len(), archives);
        let pinned = pinned.iter().find(|archive| archive["name"] == "templates").unwrap();
        assert_eq!((&pinned["reference"], &pinned["compared"]), (&label, &json!(1)));
        let submissions = found["submissions"].as_array().unwrap();
        let template = submissions.iter().find(|one| one["name"] == "templates/template").unwrap();
        assert_eq!(template["archive"], json!({"name": "templates", "year": 2024, "reference": label}));
        let both = found["pairs"].as_array().unwrap().iter().find(|one| one["id"] == "1-2").unwrap();
        let (share, matched) =
            (&both["references"][0], |pair: &Value| pair["matched_tokens"].as_u64().unwrap());
        assert_eq!(share["reference"], "templates/template");
        let before = matched(&without["pairs"][0]);
        assert!(share["tokens"].as_u64().unwrap() > before / 3, "{both}");
        assert!(matched(both) < before * 2 / 3, "{both}");
        let resembling: Vec<&str> = found["references"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| pair["left"].as_str().unwrap())
            .collect();
        assert!(["ann", "bob"].iter().all(|name| resembling.contains(name)), "{resembling:?}");
        let named = first_pair(&found);
        assert_eq!(archives == 2, named == ("eve", "2023/old"), "{named:?}");

        // A changed review keeps it apart.
        let review = Review { common_limit: 40, ..Review::default() };
        let job = JobId::new(at(minutes + 10));
        app.storage.rescore(batch, job, &review, &by(&app)).await.unwrap();
        let again = app.until(batch, |batch| batch.revisions == 2).await;
        let again = unpacked(&app.storage.report_body(again.id, None).await.unwrap().unwrap());
        assert_eq!(again["references"], found["references"]);
        assert_eq!(again["settings"]["archives"], found["settings"]["archives"]);
    }
    runner.stop().await;
}

#[tokio::test]
async fn a_batch_becomes_an_archive_to_which_one_submission_is_compared() {
    let app = TestApp::new().await;
    let runner = app.start();
    let old = last_year();
    let old: Vec<(&str, String)> = old.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let batch = class(&app, 3, &old).await;
    let id = archive(&app, "2024", Keeping::Sources).await;
    app.until_done(batch).await;
    app.storage.add(id, NewAddition::Batch(batch), JobId::new(at(4)), &by(&app)).await.unwrap();
    assert_eq!(until_done(&app, id).await.submissions, 20);
    // The archive outlives the batch from which it was made.
    app.storage.delete(batch, &by(&app)).await.unwrap();
    let late = class(&app, 6, &[("late.c", disguised(&program(3)))]).await;
    assert_eq!(first_pair(&report(&app, late).await), ("late", "2024/old03"));

    // A deleted batch cannot be added. The archive reports this and keeps its content.
    app.storage.add(id, NewAddition::Batch(batch), JobId::new(at(7)), &by(&app)).await.unwrap();
    let failed = app.until_archive(id, |archive| matches!(archive.status, Status::Failed { .. })).await;
    assert_eq!(failed.submissions, 20);
    runner.stop().await;
}

#[tokio::test]
async fn lost_blocks_of_the_index_are_made_again_before_the_report() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    for loss in ["first_fingerprint % 2 = 0", "true"] {
        app.sql(&format!("delete from index_block where {loss}")).await;
        let batch = class(&app, 5, &[("ann.c", program(101)), ("bob.c", disguised(&program(7)))]).await;
        let report = report(&app, batch).await;
        assert_eq!(first_pair(&report), ("bob", "2024/old07"), "{loss}");
        let archive = &report["settings"]["archives"][0];
        assert!(archive["index_rebuilt"].is_string(), "the report says it: {archive}");
        assert_eq!(archive["damaged_files"], 0);
        app.storage.delete(batch, &by(&app)).await.unwrap();
    }
    runner.stop().await;
}

#[tokio::test]
async fn a_report_says_which_files_of_an_archive_cannot_be_searched() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    app.sql("update document set fingerprints = x'ff' where path = 'old03.c'").await;
    app.sql("delete from index_block").await;
    let batch = class(&app, 5, &[("ann.c", program(101)), ("bob.c", disguised(&program(7)))]).await;
    let report = report(&app, batch).await;
    assert_eq!(first_pair(&report), ("bob", "2024/old07"));
    assert_eq!(report["settings"]["archives"][0]["damaged_files"], 1);
    runner.stop().await;
}

#[tokio::test]
async fn a_job_waits_for_the_repair_of_the_index_however_long_that_takes() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    runner.stop().await;
    app.sql("delete from index_block").await;
    let [(scheme, _)] = app.storage.index_schemes().await.unwrap()[..] else { panic!("one scheme") };
    app.storage.queue_compaction(scheme, JobId::new(at(3)), at(3)).await.unwrap();
    let other = HolderId::new(at(3));
    let repair = app.storage.claim(other, Lane::Maintenance, at(99)).await.unwrap().unwrap();
    let batch = class(&app, 5, &[("ann.c", program(101)), ("bob.c", disguised(&program(7)))]).await;
    let runner = app.start();
    for _ in 0..=MAX_ATTEMPTS {
        app.until(batch, |batch| matches!(batch.status, Status::Running(_))).await;
        app.until(batch, |batch| batch.status == Status::Queued).await;
    }
    // The other process gives up. This one repairs the index.
    app.storage.fail(&repair.lease, "no disk", false, at(100)).await.unwrap();
    assert_eq!(first_pair(&report(&app, batch).await), ("bob", "2024/old07"));
    runner.stop().await;
}

#[tokio::test]
async fn a_reduced_archive_finds_the_same_without_texts() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    let students = [("ann.c", program(101)), ("bob.c", disguised(&program(7)))];
    let before = class(&app, 5, &students).await;
    let before = report(&app, before).await;
    app.storage.reduce(id, JobId::new(at(6)), &by(&app)).await.unwrap();
    until_done(&app, id).await;
    // What is added later is reduced, too.
    add_last_year(&app, id).await;
    let numbers: Vec<_> = (1..=40).map(|number| (Owner::Archive(id), number)).collect();
    let stored = app.storage.stored(&numbers).await.unwrap();
    assert_eq!(stored.len(), 40);
    for document in stored.iter().flat_map(|submission| &submission.documents) {
        assert_eq!(document.text, None);
        let kept = document.stream.unpack().unwrap();
        for typed in ["printf", "f0", "total", "stdio"] {
            assert!(!kept.windows(typed.len()).any(|window| window == typed.as_bytes()), "{typed}");
        }
    }
    let after = class(&app, 9, &students).await;
    let after = report(&app, after).await;
    assert_eq!(first_pair(&after), first_pair(&before));
    let lines = |report: &Value| {
        let side = &report["pairs"][0]["matches"][0]["right"];
        (side["path"].clone(), side["start_line"].clone(), side["end_line"].clone())
    };
    assert_eq!(lines(&after), lines(&before));
    runner.stop().await;
}

#[tokio::test]
async fn only_named_archives_are_searched() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    let students = [("ann.c", program(101)), ("bob.c", program(7))];
    for (minutes, archives, found) in
        [(5, None, true), (6, Some(vec![id]), true), (7, Some(Vec::new()), false)]
    {
        let files: Vec<_> = students.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let options = AnalysisOptions { archives, ..AnalysisOptions::default() };
        let batch = app.upload_with(minutes, options, &files).await;
        let report = report(&app, batch).await;
        let archived = report["submissions"].as_array().unwrap().iter().any(|one| !one["archive"].is_null());
        assert_eq!(archived, found);
    }
    runner.stop().await;
}

#[tokio::test]
async fn many_ingests_are_merged_and_still_found() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    for _ in 0..9 {
        add_last_year(&app, id).await;
    }
    let (scheme, _) = app.storage.index_schemes().await.unwrap()[0];
    let mut changes = app.storage.changes();
    while app.storage.runs(scheme).await.unwrap().len() >= 8 {
        changes.changed().await.unwrap();
    }
    let batch = class(&app, 50, &[("ann.c", program(101)), ("bob.c", program(7))]).await;
    let (_, right) = {
        let report = report(&app, batch).await;
        let (left, right) = first_pair(&report);
        (left.to_owned(), right.to_owned())
    };
    assert!(right.starts_with("2024/old07"), "{right}");
    runner.stop().await;
}

#[tokio::test]
async fn a_query_returns_submissions_with_shares_and_passages() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    let batch = class(&app, 5, &[("ann.c", program(101)), ("bob.c", program(102))]).await;
    app.until_done(batch).await;
    let searcher = TextSearcher::new(app.settings().child, HolderId::new(at(7))).unwrap();
    let among = app.storage.visible_ingests(&[app.course]).await.unwrap();
    let query = |text: String| TextQuestion {
        name: "question.c".to_owned(),
        content: text.into_bytes(),
        among: among.clone(),
        ..TextQuestion::default()
    };
    let search = |query| searcher.search(&*app.storage, query);

    let answer = search(query(disguised(&program(7)))).await.unwrap();
    let best = &answer.report.pairs[0];
    assert_eq!((best.left.as_str(), best.right.as_str()), ("question", "2024/old07"));
    assert!(best.resemblance > 0.95 && best.left_containment > 0.95 && best.right_containment > 0.95);
    let matches = best.matches.as_ref().unwrap();
    assert_eq!((matches[0].right.path.as_str(), matches[0].right.start_line), ("old07.c", 1));
    let hit = answer.hits.iter().find(|hit| hit.name == "old07").unwrap();
    assert_eq!((hit.owner, hit.submission, hit.number), (Owner::Archive(id), 7, best.id.right));
    assert!(answer.fingerprints == hit.shared && hit.shared <= hit.fingerprints);

    // The language of a text without a name is guessed.
    let finder = TextFinder::new(app.storage.clone(), app.settings().child, HolderId::new(at(8))).unwrap();
    let typed = TextQuestion { name: String::new(), ..query(program(7)) };
    let answer = finder.find(typed).await.unwrap();
    assert_eq!(answer.languages, ["c"]);
    assert!(answer.found.iter().any(|found| found.name == "old07" && found.resemblance > 0.95));

    // The batch is searched, too. Half of a program is contained but does not resemble it.
    let half = program(102).lines().take(30).collect::<Vec<_>>().join("\n");
    let answer = search(query(half)).await.unwrap();
    let best = &answer.report.pairs[0];
    assert_eq!(best.right, "Sheet 1/bob");
    assert!(best.left_containment > 0.9 && best.right_containment < 0.7);

    // Fewer look-ups still find it. A new program has no match. A submission outside `among` is not returned.
    let few = TextQuestion { limit_fingerprints: Some(10), window: Some(30), ..query(program(7)) };
    assert_eq!(search(few).await.unwrap().report.pairs[0].right, "2024/old07");
    let stranger = search(query(program(555))).await.unwrap();
    assert!(stranger.report.pairs.iter().all(|pair| pair.resemblance < 0.8), "{:?}", stranger.hits);
    let blind = TextQuestion { among: Vec::new(), ..query(program(7)) };
    assert_eq!(search(blind).await.unwrap().hits, []);
    let refused =
        search(TextQuestion { content: b"\x89PNG\r\n\x1a\n".to_vec(), ..query(String::new()) }).await;
    assert!(matches!(refused, Err(QueryError::Refused(_))), "{refused:?}");
    runner.stop().await;
}

#[tokio::test]
async fn a_query_finds_prose_with_exact_shares() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "Essays", Keeping::Sources).await;
    let words =
        |range: std::ops::Range<u32>| range.map(|word| format!("word{word}")).collect::<Vec<_>>().join(" ");
    let essays = [("old.txt".to_owned(), words(0..800)), ("other.txt".to_owned(), words(2000..2800))];
    add_programs(&app, id, essays.into()).await;
    let finder = TextFinder::new(app.storage.clone(), app.settings().child, HolderId::new(at(8))).unwrap();
    let among = app.storage.visible_ingests(&[app.course]).await.unwrap();
    for name in ["", "essay.txt", "essay.md"] {
        let question = TextQuestion {
            name: name.to_owned(),
            content: words(400..1200).into_bytes(),
            among: among.clone(),
            ..TextQuestion::default()
        };
        let answer = finder.find(question).await.unwrap();
        let [found] = &answer.found[..] else { panic!("{name:?}: {:?}", answer.found) };
        assert_eq!(found.name, "old", "{name:?}");
        let shares = [found.resemblance, found.text_containment, found.submission_containment];
        for (share, exact) in shares.into_iter().zip([1.0 / 3.0, 0.5, 0.5]) {
            assert!((share - exact).abs() < 0.02, "{name:?}: {shares:?}");
        }
    }
    runner.stop().await;
}

#[tokio::test]
async fn repeated_uploads_change_no_answer_of_an_archive() {
    let app = TestApp::new().await;
    let runner = app.start();
    let id = archive(&app, "2024", Keeping::Sources).await;
    add_last_year(&app, id).await;
    let students = [("ann.c", program(101)), ("bob.c", disguised(&program(7))), ("eve.c", program(9))];
    let first = class(&app, 5, &students).await;
    let first = report(&app, first).await;
    for minutes in 6..12 {
        let again = class(&app, minutes, &students).await;
        assert_eq!(report(&app, again).await, first);
    }
    runner.stop().await;
}
