//! Format 1, byte for byte.

use chaffinch_detect::Template;
use chaffinch_submission::Span;

use super::sample::{Sample, sources, text_of};
use crate::{PairId, Report};

#[test]
fn the_json_is_format_1() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&Sample::new().report()).unwrap());
}

#[test]
fn a_report_survives_a_round_trip() {
    let report = Sample::new().report();
    assert_eq!(serde_json::from_str::<Report>(&report.to_json()).unwrap(), report);
    assert_eq!(Sample::new().report().to_json(), report.to_json());
}

#[test]
fn the_head_lacks_matches_and_nothing_else() {
    let report = Sample::new().report();
    let mut head = report.head();
    assert!(head.pairs.iter().all(|pair| pair.matches.is_none()));
    assert_eq!(head.pairs[0].match_count, Some(4));
    head.pairs.clone_from(&report.pairs);
    assert_eq!(head, report);
}

/// Lines and bytes of a region belong to its text.
#[test]
fn regions_have_the_place_of_their_text() {
    let report = Sample::new().report();
    let found = &report.pairs[0].matches.as_ref().unwrap()[0];
    for (submission, region) in [(1, &found.left), (2, &found.right)] {
        let text = text_of(submission, region.file);
        let passage = &text[region.start_byte as usize..region.end_byte as usize];
        assert!(passage.starts_with("int total") && passage.ends_with("return s ;"), "{passage:?}");
        let before = text[..region.start_byte as usize].matches('\n').count() as u32;
        assert_eq!(region.start_line, before + 1);
        assert_eq!(region.end_line, region.start_line + passage.matches('\n').count() as u32);
    }
    assert!(sources().text(1, 1).is_some());
}

#[test]
fn a_pair_has_one_name() {
    assert_eq!("3-17".parse(), Ok(PairId { left: 3, right: 17 }));
    for wrong in ["", "3", "3-", "-3-4", "03-4", "+3-4", "3-4-5", "a-b", "3-99999999999"] {
        assert!(wrong.parse::<PairId>().is_err(), "{wrong}");
    }
}

/// The numbers of late work are larger than its place among the names.
#[test]
fn the_order_of_comparison_only_swaps_the_sides() {
    let (fresh, late) = (Sample::new().report(), Sample::new().numbered(&[2, 1, 3]));
    let names = |report: &Report| -> Vec<(u32, String)> {
        report.submissions.iter().map(|submission| (submission.id, submission.name.clone())).collect()
    };
    let [first, second, old] = [0, 1, 2].map(|at| fresh.submissions[at].name.clone());
    assert_eq!(names(&late), [(1, second.clone()), (2, first), (3, old)]);
    let (pair, turned) = (&fresh.pairs[0], &late.pairs[0]);
    assert_eq!((turned.id, &turned.left, turned.matched_lines), (pair.id, &second, 9));
    assert_eq!((turned.left_share, turned.right_share), (pair.right_share, pair.left_share));
    assert_eq!((turned.left_containment,), (pair.right_containment,));
    let renamed = |pair: &crate::Pair| {
        let rename = &pair.renames.as_ref().unwrap()[0];
        (rename.left.clone(), rename.right.clone())
    };
    assert_eq!(renamed(pair), ("<b>node".to_owned(), "person\u{202E}".to_owned()));
    assert_eq!(renamed(turned), ("person\u{202E}".to_owned(), "<b>node".to_owned()));
    assert_eq!((pair.rename_count, turned.rename_count), (Some(3), Some(3)));
    let (found, turned) = (&pair.matches.as_ref().unwrap()[0], &turned.matches.as_ref().unwrap()[0]);
    assert_eq!((&turned.left, &turned.right), (&found.right, &found.left));
    assert_eq!(late.clusters[0].submissions[0], second, "names in the order of their numbers");
    assert_eq!(late.pairs[1].id, PairId { left: 2, right: 3 });
    assert_eq!(late.pairs[1].matches, fresh.pairs[1].matches);
}

#[test]
fn a_report_contains_the_review() {
    let mut sample = Sample::new();
    assert!(!sample.report().to_json().contains("\"review\""));
    let bytes = Span { start: 0, end: 18 };
    sample.analysis.settings.templates = vec![Template { submission: 1, file: 0, bytes }];
    sample.analysis.settings.teams = vec![vec!["a".into(), "b".into()]];
    sample.analysis.submissions[0].team = Some(0);
    sample.analysis.submissions[1].staff = true;
    let json = sample.report().to_json();
    let report: Report = serde_json::from_str(&json).unwrap();
    let review = report.settings.review.unwrap();
    assert_eq!(review.templates[0].submission, report.submissions[1].name);
    let region = &review.templates[0].region;
    assert_eq!((region.start_line, region.end_line, region.end_byte), (1, 1, 18));
    assert_eq!(region.path, report.submissions[1].files[0].path);
    assert_eq!(report.submissions[0].team.as_deref(), Some("1"));
    assert!(report.submissions[1].staff && json.contains(r#""teams":[["a","b"]]"#));
}
