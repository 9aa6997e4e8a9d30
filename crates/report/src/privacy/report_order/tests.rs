//! What a report says without names depends on the submissions and their codes, and not on the alphabet.

use std::cmp::Reverse;

use proptest::prelude::*;

use super::reorder;
use crate::tests::sample::Sample;
use crate::{
    Cluster, ClusterLink, Duplicates, Finding, Match, Pair, PairId, Rename, Report, Review, Skipped,
    Submission,
};

/// A class: what each two submissions have in common, by their places. Few different values, so that many are equal.
#[derive(Debug, Clone)]
struct Class {
    /// Strength, lengths of the matches, and what the sides differ in.
    pairs: Vec<(u8, Vec<u8>, u8)>,
    submissions: usize,
    /// A random order.
    codes: Vec<usize>,
    /// Two alphabets.
    alphabets: [Vec<usize>; 2],
}

fn class() -> impl Strategy<Value = Class> {
    (2..7_usize).prop_flat_map(|submissions| {
        let order = || Just((0..submissions).collect::<Vec<_>>()).prop_shuffle();
        let pairs = submissions * (submissions - 1) / 2;
        let pair = (0..3_u8, prop::collection::vec(1..3_u8, 0..4), 0..4_u8);
        (prop::collection::vec(pair, pairs), order(), [order(), order()])
            .prop_map(move |(pairs, codes, alphabets)| Class { pairs, submissions, codes, alphabets })
    })
}

impl Class {
    fn code(&self, place: usize) -> u32 {
        1000 + self.codes[place] as u32
    }

    fn name(&self, place: usize) -> String {
        format!("Person {}", self.code(place))
    }

    /// Returns the pair of two places as the engine lists it: the smaller number is on the left.
    fn pair(&self, like: &Pair, (a, b): (usize, usize), found: &(u8, Vec<u8>, u8), numbers: &[u32]) -> Pair {
        let (strength, matches, other) = found;
        let found = |(at, tokens): (u32, &u8)| {
            let mut found: Match = like.matches.as_ref().unwrap()[0].clone();
            found.tokens = u32::from(*tokens);
            (found.left.start_byte, found.right.start_byte) = (10 * at, 100 - 10 * at);
            (found.left.file, found.right.file) = (0, 0);
            found
        };
        let rename = |name: &str, other: &str| Rename {
            left: name.to_owned(),
            right: other.to_owned(),
            places: 3,
            consistent: 2,
        };
        let mut pair = Pair {
            id: PairId { left: numbers[a], right: numbers[b] },
            left: self.name(a),
            right: self.name(b),
            expect: Some(f64::from(*strength)),
            suspicion: 1.0,
            left_share: f64::from(*other),
            matched_lines: u32::from(*other),
            right_matched_lines: 7,
            matches: Some((0..).zip(matches).map(found).collect()),
            renames: Some(vec![rename("x", "y"), rename("z", "y"), rename("v", "w")]),
            ..like.clone()
        };
        if numbers[b] < numbers[a] {
            pair.swap_sides();
        }
        let matches = pair.matches.as_mut().unwrap();
        matches.sort_by_key(|found| (Reverse(found.tokens), found.left.start_byte));
        let seen_by = |found: &Match| found.left.start_byte.min(found.right.start_byte);
        // What the engine says of a match goes with it.
        let rarest = (1..).zip(&*matches).map(|(number, found)| (number, seen_by(found)));
        let rarest = rarest.map(|(number, bits)| crate::RarePassage { number, bits: f64::from(bits % 20) });
        let mut rarest: Vec<_> = rarest.collect();
        rarest.sort_by(|a, b| b.bits.total_cmp(&a.bits));
        if let Some(why) = &mut pair.why {
            why.rarest = rarest;
        }
        pair
    }

    /// Returns the report of the class, names hidden, but in the order of an alphabet.
    fn report(&self, alphabet: &[usize]) -> Report {
        let mut report = Sample::new().report();
        let (submission, like) = (report.submissions[1].clone(), report.pairs[0].clone());
        // By place.
        let numbers: Vec<u32> = alphabet.iter().map(|&at| at as u32 + 1).collect();
        report.submissions = (0..self.submissions)
            .map(|at| Submission { id: numbers[at], name: self.name(at), ..submission.clone() })
            .collect();
        report.submissions.sort_by_key(|one| one.id);
        let places = (0..self.submissions).flat_map(|a| (a + 1..self.submissions).map(move |b| (a, b)));
        let mut pairs: Vec<Pair> =
            places.zip(&self.pairs).map(|(two, found)| self.pair(&like, two, found, &numbers)).collect();
        pairs.sort_by(|a, b| a.expect.unwrap().total_cmp(&b.expect.unwrap()).then(a.id.cmp(&b.id)));
        for (pair, rank) in pairs.iter_mut().zip(1..) {
            pair.rank = rank;
        }
        for (pair, id) in pairs.iter_mut().zip(1..) {
            pair.finding = Some(id);
        }
        let names: Vec<String> = report.submissions.iter().map(|one| one.name.clone()).collect();
        let cluster = |pair: &Pair| Cluster {
            submissions: vec![pair.left.clone(), pair.right.clone()],
            similarity: 0.5,
            expect: pair.expect,
            suspicion: pair.suspicion,
            links: pairs.iter().map(link).collect(),
            between: Vec::new(),
        };
        report.clusters = pairs.iter().map(cluster).collect();
        let finding = |(id, pair): (u32, &Pair)| Finding {
            id,
            kind: crate::FindingKind::Versions,
            submissions: vec![pair.left.clone(), pair.right.clone()],
            shares: vec![1.0; 2],
            bits: 20.0,
            expect: pair.expect,
            tokens: 200,
            may_be_starter_code: false,
            representative: pair.left.clone(),
            passages: Vec::new(),
            between: pairs.iter().map(link).collect(),
        };
        report.findings = (1..).zip(&pairs).map(finding).collect();
        let duplicates = |pair: &Pair| Duplicates {
            kind: crate::DuplicateKind::Identical,
            submissions: vec![pair.left.clone(), pair.right.clone()],
        };
        report.duplicates = pairs.iter().map(duplicates).collect();
        let skipped = |name: &String| Skipped {
            submission: Some(name.clone()),
            path: "a.bin".to_owned(),
            reason: "not text".to_owned(),
        };
        report.skipped = names.iter().map(skipped).collect();
        report.settings.handed_out.clone_from(&names);
        report.settings.review = Some(Review { staff: names, ..Review::default() });
        report.pairs = pairs;
        report
    }
}

fn link(pair: &Pair) -> ClusterLink {
    ClusterLink { id: pair.id, expect: pair.expect, suspicion: pair.suspicion }
}

proptest! {
    #[test]
    fn nothing_depends_on_the_alphabet(class in class()) {
        let hidden = class.alphabets.each_ref().map(|alphabet| {
            let mut report = class.report(alphabet);
            let place = |number: u32| alphabet.iter().position(|&at| at as u32 + 1 == number).unwrap();
            reorder(&mut report, |number| class.code(place(number)), |_, file| file);
            report
        });
        prop_assert_eq!(&hidden[0], &hidden[1]);
        let report = &hidden[0];
        prop_assert!(report.submissions.is_sorted_by_key(|one| one.id));
        prop_assert!(report.pairs.iter().all(|pair| pair.id.left < pair.id.right));
        prop_assert!(report.pairs.is_sorted_by(|a, b| (a.expect, a.id) <= (b.expect, b.id)));
        let ranks: Vec<u32> = report.pairs.iter().map(|pair| pair.rank).collect();
        prop_assert!(ranks.iter().copied().eq(1..=ranks.len() as u32));
    }
}

#[test]
fn teams_are_in_the_order_of_their_pseudonyms() {
    let mut report = Sample::new().report();
    for (submission, name) in report.submissions.iter_mut().zip(["Person K7", "Person A3", "Person C4"]) {
        submission.name = name.to_owned();
    }
    report.submissions[0].team = Some("1".to_owned());
    report.submissions[1].team = Some("2".to_owned());
    let team = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    report.settings.review = Some(Review {
        teams: vec![team(&["Person K7", "Person D9"]), team(&["Person E2", "Person A3"])],
        ..Review::default()
    });
    reorder(&mut report, |number| number, |_, file| file);
    let teams = &report.settings.review.as_ref().unwrap().teams;
    assert_eq!(teams, &[team(&["Person A3", "Person E2"]), team(&["Person D9", "Person K7"])]);
    let of: Vec<_> = report.submissions.iter().map(|one| one.team.as_deref()).collect();
    assert_eq!(of, [Some("2"), Some("1"), None]);
}
