//! Format 1, byte for byte.

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

/// Lines and bytes of a region are those of its text.
#[test]
fn regions_lie_where_their_text_is() {
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
