//! Tests archives from end to end: adding a batch and an upload, searching, reducing, merging and repairing.

use std::fmt::Write as _;

use chaffinch_jobs::{AskError, Asker, Question};
use chaffinch_storage::{
    AnalysisOptions, Archive, ArchiveId, BatchId, By, HolderId, JobId, Keeping, NewAddition, NewArchive,
    NewPart, Owner, PartKind, Status,
};
use serde_json::Value;

use crate::house::{House, at};
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

async fn class(house: &House, minutes: i64, programs: &[(&str, String)]) -> BatchId {
    let files: Vec<_> = programs.iter().map(|(name, text)| (*name, text.as_str())).collect();
    house.upload(minutes, &files).await
}

/// The class of the previous year.
fn last_year() -> Vec<(String, String)> {
    (1..=20).map(|number| (format!("old{number:02}.c"), program(number))).collect()
}

pub(crate) async fn archive(house: &House, name: &str, keeping: Keeping) -> ArchiveId {
    let id = ArchiveId::new(at(1));
    let new = NewArchive {
        id,
        course: house.course,
        name: name.to_owned(),
        year: Some(2024),
        keeping,
        sketch: None,
        creator: house.account,
        keep_until: None,
    };
    house.storage.create_archive(&new, &by(house)).await.unwrap();
    id
}

pub(crate) fn by(house: &House) -> By {
    By { account: Some(house.account), at: at(1) }
}

pub(crate) async fn add_last_year(house: &House, id: ArchiveId) -> Archive {
    let part = |(name, text): (String, String)| NewPart {
        kind: PartKind::Submissions,
        name,
        content: Box::new(std::io::Cursor::new(text.into_bytes())),
    };
    let parts = last_year().into_iter().map(part).collect();
    let upload = NewAddition::Upload { options: AnalysisOptions::default(), parts };
    house.storage.add(id, upload, JobId::new(at(2)), &by(house)).await.unwrap();
    until_done(house, id).await
}

async fn until_done(house: &House, id: ArchiveId) -> Archive {
    house.until_archive(id, |archive| archive.status == Status::Done).await
}

async fn report(house: &House, id: BatchId) -> Value {
    house.until_done(id).await;
    unpacked(&house.storage.report_body(id, None).await.unwrap().unwrap())
}

/// Returns the names of the first pair.
fn first_pair(report: &Value) -> (&str, &str) {
    let pair = &report["pairs"][0];
    (pair["left"].as_str().unwrap(), pair["right"].as_str().unwrap())
}

#[tokio::test]
async fn a_copy_of_last_years_work_is_found_and_shown() {
    let house = House::new().await;
    let runner = house.start();
    let id = archive(&house, "2024", Keeping::Sources).await;
    let added = add_last_year(&house, id).await;
    assert_eq!((added.submissions, added.documents, added.state), (20, 20, 1));

    let copy = disguised(&program(7));
    let batch = class(&house, 5, &[("ann.c", program(101)), ("bob.c", copy), ("eve.c", program(102))]).await;
    let report = report(&house, batch).await;
    assert_eq!(first_pair(&report), ("bob", "2024/old07"));
    let pinned = &report["settings"]["archives"][0];
    assert_eq!(
        (&pinned["name"], &pinned["year"], &pinned["state"]),
        (&"2024".into(), &2024.into(), &1.into())
    );
    assert_eq!(pinned["submissions"], 20);
    let pair = &report["pairs"][0];
    assert!(0.95 < pair["left_share"].as_f64().unwrap(), "{pair}");
    let archived: Vec<&Value> =
        report["submissions"].as_array().unwrap().iter().filter(|one| !one["archive"].is_null()).collect();
    assert_eq!(pinned["compared"], archived.len());
    assert_eq!(archived[0]["archive"]["year"], 2024);
    // Its text is shown from the archive as long as the archive has it.
    let number =
        archived.iter().find(|one| one["name"] == "2024/old07").unwrap()["id"].as_u64().unwrap() as u32;
    let sources = house.storage.sources(batch, None, number).await.unwrap();
    assert_eq!(sources[0].text.as_ref().unwrap().unpack().unwrap(), program(7).into_bytes());
    house.storage.delete_archive(id, &by(&house)).await.unwrap();
    assert_eq!(house.storage.sources(batch, None, number).await.unwrap(), []);
    assert_eq!(
        report["pairs"],
        self::report(&house, batch).await["pairs"],
        "the report outlives the archive"
    );
    runner.stop().await;
    house.assert_no_leftovers();
}

#[tokio::test]
async fn a_batch_becomes_an_archive_and_one_submission_is_enough_to_ask_it() {
    let house = House::new().await;
    let runner = house.start();
    let old = last_year();
    let old: Vec<(&str, String)> = old.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let batch = class(&house, 3, &old).await;
    let id = archive(&house, "2024", Keeping::Sources).await;
    house.until_done(batch).await;
    house.storage.add(id, NewAddition::Batch(batch), JobId::new(at(4)), &by(&house)).await.unwrap();
    assert_eq!(until_done(&house, id).await.submissions, 20);
    // The archive outlives the batch from which it was made.
    house.storage.delete(batch, &by(&house)).await.unwrap();
    let late = class(&house, 6, &[("late.c", disguised(&program(3)))]).await;
    assert_eq!(first_pair(&report(&house, late).await), ("late", "2024/old03"));

    // A deleted batch cannot be added. The archive reports this and keeps its content.
    house.storage.add(id, NewAddition::Batch(batch), JobId::new(at(7)), &by(&house)).await.unwrap();
    let failed = house.until_archive(id, |archive| matches!(archive.status, Status::Failed { .. })).await;
    assert_eq!(failed.submissions, 20);
    runner.stop().await;
}

#[tokio::test]
async fn a_reduced_archive_finds_the_same_without_texts() {
    let house = House::new().await;
    let runner = house.start();
    let id = archive(&house, "2024", Keeping::Sources).await;
    add_last_year(&house, id).await;
    let students = [("ann.c", program(101)), ("bob.c", disguised(&program(7)))];
    let before = class(&house, 5, &students).await;
    let before = report(&house, before).await;
    house.storage.reduce(id, JobId::new(at(6)), &by(&house)).await.unwrap();
    until_done(&house, id).await;
    // What is added later is reduced, too.
    add_last_year(&house, id).await;
    let numbers: Vec<_> = (1..=40).map(|number| (Owner::Archive(id), number)).collect();
    let stored = house.storage.stored(&numbers).await.unwrap();
    assert_eq!(stored.len(), 40);
    for document in stored.iter().flat_map(|submission| &submission.documents) {
        assert_eq!(document.text, None);
        let kept = document.stream.unpack().unwrap();
        for typed in ["printf", "f0", "total", "stdio"] {
            assert!(!kept.windows(typed.len()).any(|window| window == typed.as_bytes()), "{typed}");
        }
    }
    let after = class(&house, 9, &students).await;
    let after = report(&house, after).await;
    assert_eq!(first_pair(&after), first_pair(&before));
    let lines = |report: &Value| {
        let side = &report["pairs"][0]["matches"][0]["right"];
        (side["path"].clone(), side["start_line"].clone(), side["end_line"].clone())
    };
    assert_eq!(lines(&after), lines(&before));
    runner.stop().await;
}

#[tokio::test]
async fn archives_that_are_not_named_are_not_asked() {
    let house = House::new().await;
    let runner = house.start();
    let id = archive(&house, "2024", Keeping::Sources).await;
    add_last_year(&house, id).await;
    let students = [("ann.c", program(101)), ("bob.c", program(7))];
    for (minutes, archives, found) in
        [(5, None, true), (6, Some(vec![id]), true), (7, Some(Vec::new()), false)]
    {
        let files: Vec<_> = students.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let options = AnalysisOptions { archives, ..AnalysisOptions::default() };
        let batch = house.upload_with(minutes, options, &files).await;
        let report = report(&house, batch).await;
        let archived = report["submissions"].as_array().unwrap().iter().any(|one| !one["archive"].is_null());
        assert_eq!(archived, found);
    }
    runner.stop().await;
}

#[tokio::test]
async fn many_ingests_are_merged_and_still_found() {
    let house = House::new().await;
    let runner = house.start();
    let id = archive(&house, "2024", Keeping::Sources).await;
    for _ in 0..9 {
        add_last_year(&house, id).await;
    }
    let (scheme, _) = house.storage.index_schemes().await.unwrap()[0];
    let mut changes = house.storage.changes();
    while 8 <= house.storage.runs(scheme).await.unwrap().len() {
        changes.changed().await.unwrap();
    }
    let batch = class(&house, 50, &[("ann.c", program(101)), ("bob.c", program(7))]).await;
    let (_, right) = {
        let report = report(&house, batch).await;
        let (left, right) = first_pair(&report);
        (left.to_owned(), right.to_owned())
    };
    assert!(right.starts_with("2024/old07"), "{right}");
    runner.stop().await;
}

#[tokio::test]
async fn a_question_is_answered_with_where_and_how_much() {
    let house = House::new().await;
    let runner = house.start();
    let id = archive(&house, "2024", Keeping::Sources).await;
    add_last_year(&house, id).await;
    let batch = class(&house, 5, &[("ann.c", program(101)), ("bob.c", program(102))]).await;
    house.until_done(batch).await;
    let asker = Asker::new(house.settings(), HolderId::new(at(7))).unwrap();
    let among = house.storage.visible_ingests(&[house.course]).await.unwrap();
    let question = |text: String| Question {
        name: "question.c".to_owned(),
        content: text.into_bytes(),
        language: None,
        among: among.clone(),
        window: None,
        limit_fingerprints: None,
    };
    let ask = |question| asker.ask(&*house.storage, question);

    let known = ask(question(disguised(&program(7)))).await.unwrap();
    let best = &known.report.pairs[0];
    assert_eq!((best.left.as_str(), best.right.as_str()), ("question", "2024/old07"));
    assert!(0.95 < best.resemblance && 0.95 < best.left_containment && 0.95 < best.right_containment);
    let matches = best.matches.as_ref().unwrap();
    assert_eq!((matches[0].right.path.as_str(), matches[0].right.start_line), ("old07.c", 1));
    let place = known.found.iter().find(|place| place.name == "old07").unwrap();
    assert_eq!((place.owner, place.submission, place.number), (Owner::Archive(id), 7, best.id.right));
    assert!(known.fingerprints == place.shared && place.shared <= place.fingerprints);

    // The batch is searched, too. Half of a program is contained but does not resemble it.
    let half = program(102).lines().take(30).collect::<Vec<_>>().join("\n");
    let known = ask(question(half)).await.unwrap();
    let best = &known.report.pairs[0];
    assert_eq!(best.right, "Sheet 1/bob");
    assert!(0.9 < best.left_containment && best.right_containment < 0.7);

    // Fewer look-ups still find it. A new program has no match. A submission outside `among` is not returned.
    let few = Question { limit_fingerprints: Some(10), window: Some(30), ..question(program(7)) };
    assert_eq!(ask(few).await.unwrap().report.pairs[0].right, "2024/old07");
    let stranger = ask(question(program(555))).await.unwrap();
    assert!(stranger.report.pairs.iter().all(|pair| pair.resemblance < 0.8), "{:?}", stranger.found);
    let blind = Question { among: Vec::new(), ..question(program(7)) };
    assert_eq!(ask(blind).await.unwrap().found, []);
    let refused = ask(Question { content: b"\x89PNG\r\n\x1a\n".to_vec(), ..question(String::new()) }).await;
    assert!(matches!(refused, Err(AskError::Refused(_))), "{refused:?}");
    runner.stop().await;
}

#[tokio::test]
async fn what_is_uploaded_again_and_again_changes_no_answer_of_an_archive() {
    let house = House::new().await;
    let runner = house.start();
    let id = archive(&house, "2024", Keeping::Sources).await;
    add_last_year(&house, id).await;
    let students = [("ann.c", program(101)), ("bob.c", disguised(&program(7))), ("eve.c", program(9))];
    let first = class(&house, 5, &students).await;
    let first = report(&house, first).await;
    for minutes in 6..12 {
        let again = class(&house, minutes, &students).await;
        assert_eq!(report(&house, again).await, first);
    }
    runner.stop().await;
}
