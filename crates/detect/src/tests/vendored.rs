//! Files that no student wrote.

use chaffinch_submission::Provenance;

use super::*;
use crate::Mask;

/// Two of the class have the same library of 300 tokens beside their own work.
fn with_library(provenance: Provenance) -> Vec<TokenizedSubmission> {
    let mut class = unrelated(8);
    for at in [2, 5] {
        class[at] = submission(&format!("s{at:02}"), &[&own(100 + at as u64, 200), &own(1, 300)]);
        class[at].files[1].record.provenance = Some(provenance);
    }
    class
}

#[test]
fn they_are_masked_as_a_whole_and_name_nobody() {
    for (provenance, mask) in
        [(Provenance::Vendored, Mask::Vendored), (Provenance::Generated, Mask::Generated)]
    {
        let class = with_library(provenance);
        let analysis = run(&class);
        assert_eq!(analysis.submissions[2].masked, [vec![], vec![(0..300, mask)]]);
        assert_eq!(analysis.submissions[2].counted_tokens, 200);
        assert!(analysis.pairs.iter().all(|pair| pair.suspicion == 0.0), "{:?}", analysis.pairs);
        // Everything else is as if the library were not there.
        let without = run(&unrelated(8));
        assert_eq!(analysis.settings.screening, without.settings.screening);
    }
}

#[test]
fn equal_ones_are_told_beside_what_counts() {
    let mut class = unrelated(8);
    for (at, library) in [(2, 1), (5, 1), (6, 2)] {
        let work = [own(100, 60), own(200 + at as u64, 140)].concat();
        class[at] = submission(&format!("s{at:02}"), &[&work, &own(library, 300)]);
        class[at].files[1].record.provenance = Some(Provenance::Vendored);
    }
    let analysis = run(&class);
    for (left, right, equal) in [(2, 5, 300), (2, 6, 0)] {
        let pair = analysis.pairs.iter().find(|pair| (pair.left, pair.right) == (left, right)).unwrap();
        assert_eq!(pair.matched_tokens, 60);
        // Shares with starter code do not include libraries.
        assert_eq!((pair.left_share, pair.left_share_raw), (0.3, 0.3));
        assert_eq!(pair.why.as_ref().unwrap().ignored.vendored, equal);
    }
}

#[test]
fn on_request_they_count() {
    let class = with_library(Provenance::Vendored);
    let options = Options { count_vendored: true, ..all_pairs() };
    let analysis = analyse(&class, &[], &options, &());
    assert_eq!(analysis.pairs[0].matched_tokens, 300);
    assert!(analysis.submissions[2].masked.iter().all(Vec::is_empty));
    let plain: Vec<TokenizedSubmission> = with_library(Provenance::Vendored)
        .into_iter()
        .map(|mut one| {
            one.files.iter_mut().for_each(|file| file.record.provenance = None);
            one
        })
        .collect();
    assert_eq!(analysis.pairs, run(&plain).pairs);
}

/// The mark of a tool is easily typed, and a task may be to write such a file.
#[test]
fn where_nothing_else_is_handed_in_they_count() {
    let mut class = unrelated(8);
    for at in [2, 5] {
        class[at] = submission(&format!("s{at:02}"), &[&own(at as u64, 39), &own(1, 300)]);
        class[at].files[1].record.provenance = Some(Provenance::Generated);
    }
    let analysis = run(&class);
    assert_eq!(analysis.pairs[0].matched_tokens, 300);
}
