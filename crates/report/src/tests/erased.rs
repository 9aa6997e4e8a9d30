//! Erasing one person from a report: nothing of the person is left, and nothing of others changes.

use super::sample::Sample;
use crate::{
    Archive, ErasedNames, Evidence, EvidenceKind, HashedNames, Reference, Report, Review, Template,
    erase_person, names_person,
};

const EVA: &str = "Eva Zebravander";

/// The sample, in which the second submission is Eva's. The work of others names her too.
fn with_eva() -> Report {
    let mut report = Sample::new().report();
    let quoted = serde_json::to_string(&report.submissions[1].name).unwrap();
    let json = report.to_json().replace(&quoted, &format!("{EVA:?}"));
    report = serde_json::from_str(&json).unwrap();
    report.title = "Zebravander, Eva and others".to_owned();
    report.submissions[1].author = Some(EVA.to_owned());
    let region = report.pairs[0].matches.as_ref().unwrap()[0].right.clone();
    report.settings.review = Some(Review {
        templates: vec![Template { submission: EVA.to_owned(), region }],
        teams: vec![vec![EVA.to_owned(), "others".to_owned()]],
        staff: Vec::new(),
    });
    for found in report.pairs.iter_mut().flat_map(|pair| pair.matches.iter_mut().flatten()) {
        let text = "by eva_zebravander".to_owned();
        let kind = EvidenceKind::Comment;
        found.evidence = Some(vec![Evidence { kind, text, usual: None, groups: 2, archived: 0 }]);
    }
    report
}

fn names() -> ErasedNames {
    ErasedNames::new(&HashedNames::new([5; 32], [EVA]), "removed-3".to_owned())
}

#[test]
fn nothing_about_the_person_is_left_and_numbers_stay() {
    let before = with_eva();
    let mut after = before.clone();
    let ranks = erase_person(&mut after, &[2], &names()).unwrap().expect("she is in it");
    let json = after.to_json();
    assert!(!json.to_lowercase().contains("zebra"), "{json}");
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), after, "it is a report of the same format");
    assert_eq!(after.title, "removed-3 and others");

    let (was, is) = (&before.submissions[1], &after.submissions[1]);
    assert!(is.removed && !before.submissions.iter().any(|one| one.removed));
    assert_eq!((is.name.as_str(), is.author.as_deref()), ("removed-3", Some("removed-3")));
    assert_eq!((is.tokens, is.files.len()), (was.tokens, was.files.len()));
    assert!(
        is.files.iter().all(|file| file.path == format!("removed/{}", file.file) && file.digest.is_empty())
    );
    assert_eq!(after.submissions[0], before.submissions[0]);
    assert_eq!(after.submissions[2..], before.submissions[2..]);

    let hers = |id: crate::PairId| id.left == 2 || id.right == 2;
    for (was, is) in before.pairs.iter().zip(&after.pairs) {
        let numbers = |pair: &crate::Pair| {
            let json = serde_json::to_value(crate::Pair {
                left: String::new(),
                right: String::new(),
                through: None,
                ..pair.without_matches()
            });
            json.unwrap()
        };
        assert_eq!(numbers(is), numbers(was));
        assert!(ranks.contains(&is.rank) == (is != was));
        for (was, is) in was.matches.iter().flatten().zip(is.matches.iter().flatten()) {
            let is_gone = |region: &crate::Region| region.path.starts_with("removed/");
            let other = |found: &crate::Match| {
                if is_gone(&is.left) { found.right.clone() } else { found.left.clone() }
            };
            assert_eq!(other(is), other(was), "the other side is where it was");
            assert_eq!(is.evidence.is_none(), is_gone(&is.left) || is_gone(&is.right));
        }
        assert_eq!(is.renames.is_some(), was.renames.is_some() && !hers(is.id));
        assert!(!hers(is.id) || is.left == "removed-3" || is.right == "removed-3");
    }
    let review = after.settings.review.clone().unwrap();
    assert_eq!((review.templates.len(), review.teams), (0, vec![vec!["removed-3".into(), "others".into()]]));
    assert_eq!(erase_person(&mut after, &[], &names()).unwrap(), None, "there is nothing left to take out");
}

/// Everywhere in a report where somebody may be named, also in the work of others.
#[test]
fn what_is_found_in_a_report_is_erased_from_it() {
    let found = |report: &Report| names_person(&serde_json::to_value(report.head()).unwrap(), &names());
    let named = |change: fn(&mut Report)| {
        let mut report = Sample::new().report();
        change(&mut report);
        report
    };
    let reference = |source: &str| {
        let reference = Reference { kind: crate::ReferenceKind::Other, source: Some(source.to_owned()) };
        Archive { name: "reference".to_owned(), year: None, reference: Some(reference) }
    };
    let mut of_reference = Sample::new().report();
    of_reference.submissions[2].archive = Some(reference("repository of Eva Zebravander"));
    let cases = [
        of_reference,
        named(|report| report.title = "Eva Zebravander".to_owned()),
        named(|report| report.submissions[0].name = "eva zebravander and bob".to_owned()),
        named(|report| report.submissions[0].author = Some("bob, Eva Zebravander".to_owned())),
        named(|report| report.submissions[0].files[0].path = "with Eva Zebravander.c".to_owned()),
        named(|report| report.submissions[0].files[0].notes = vec!["like Eva Zebravander's".to_owned()]),
        named(|report| report.settings.handed_out = vec!["Eva Zebravander".to_owned()]),
        named(|report| report.settings.encodings = vec!["Eva Zebravander/*.c=utf-8".to_owned()]),
        named(|report| report.pairs[0].through = Some("Eva Zebravander".to_owned())),
    ];
    for (number, mut report) in cases.into_iter().enumerate() {
        assert!(found(&report), "{number}");
        assert!(erase_person(&mut report, &[], &names()).unwrap().is_some(), "{number}");
        assert!(!found(&report), "{number}: {}", report.to_json());
    }
    assert!(!found(&Sample::new().report()));
}

#[test]
fn a_report_without_the_person_does_not_change() {
    let mut report = Sample::new().report();
    let before = report.clone();
    assert_eq!(erase_person(&mut report, &[], &names()).unwrap(), None);
    assert_eq!(report, before);
}
