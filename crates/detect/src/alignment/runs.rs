//! Finds maximal common runs of two submissions, in time linear in their k-grams.
//!
//! A run is a diagonal stretch of equal k-gram ids that cannot be extended on either end. A k-gram is *frequent* in a
//! pair if the product of its numbers of occurrences exceeds [`FREQUENT`]. A run is found from its first k-gram that is
//! not frequent. Runs of frequent k-grams only (constant tables, machine-made repetition) are found from longer
//! windows, four times longer in each round, and from the borders of such stretches. This handles repeated short units,
//! whose pairs of occurrences would be quadratic. A run of frequent k-grams can be missed if it is shorter than the
//! window that distinguishes it.
//!
//! The slow oracle in the tests compares all diagonals.

use chaffinch_fingerprint::hash_kgrams;

use crate::index::distinct;
use crate::index::kgrams::{NONE, Side, shared};

/// A k-gram does not start runs if the product of its numbers of occurrences on the two sides exceeds this.
const FREQUENT: usize = 64;

/// Number of stretches of frequent k-grams per side whose borders are compared with each other.
const BORDERS: usize = 8;

/// A maximal run: `grams` equal k-grams, beginning at `left` and at `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) grams: u32,
}

/// Returns all maximal runs of at least `shortest` k-grams, sorted by (left, right). If two sides have a run of `wanted`
/// k-grams, at least one run with the same `wanted` k-grams is found, however frequent they are.
pub(crate) fn common_runs(left: Side<'_>, right: Side<'_>, shortest: u32, wanted: Option<u32>) -> Vec<Run> {
    let mut search = Search { left, right, shortest, blocked: Default::default(), runs: Vec::new() };
    search.search_single_kgrams();
    search.search_longer_windows(wanted);
    search.search_borders();
    distinct(search.runs)
}

struct Search<'a> {
    left: Side<'a>,
    right: Side<'a>,
    shortest: u32,
    /// For each side, the positions whose k-gram is frequent in this pair; ascending.
    blocked: [Vec<u32>; 2],
    runs: Vec<Run>,
}

impl Search<'_> {
    fn search_single_kgrams(&mut self) {
        let (left, right) = (self.left, self.right);
        shared(left.places, right.places, |_, in_left, in_right| {
            if in_left.len() * in_right.len() > FREQUENT {
                self.blocked[0].extend(in_left.iter().map(|place| place.1));
                self.blocked[1].extend(in_right.iter().map(|place| place.1));
            }
        });
        for blocked in &mut self.blocked {
            blocked.sort_unstable();
        }
        shared(left.places, right.places, |_, in_left, in_right| {
            if in_left.len() * in_right.len() <= FREQUENT {
                for &(_, l) in in_left {
                    for &(_, r) in in_right {
                        self.start(l, r);
                    }
                }
            }
        });
    }

    /// Adds the run through a pair of equal k-grams that are not frequent, if they are the run's first such pair.
    fn start(&mut self, left: u32, right: u32) {
        let (mut l, mut r) = (left, right);
        while self.equal_before(l, r) {
            (l, r) = (l - 1, r - 1);
            if self.blocked[0].is_empty() || self.blocked[0].binary_search(&l).is_err() {
                return;
            }
        }
        self.take(l, r, left);
    }

    fn equal_before(&self, left: u32, right: u32) -> bool {
        left > 0 && right > 0 && equal(self.left, self.right, left - 1, right - 1)
    }

    /// Adds the run that begins at (left, right) and is known to be equal up to `known` on the left side. Returns its
    /// number of k-grams.
    fn take(&mut self, left: u32, right: u32, known: u32) -> u32 {
        let mut grams = known - left + 1;
        while equal(self.left, self.right, left + grams, right + grams) {
            grams += 1;
        }
        if self.shortest <= grams {
            self.runs.push(Run { left, right, grams });
        }
        grams
    }

    /// Adds the runs through pairs of positions. Each run is added once, even if several of its pairs are given.
    fn take_through(&mut self, mut pairs: Vec<(u32, u32)>) {
        let diagonal = |&(left, right): &(u32, u32)| i64::from(left) - i64::from(right);
        pairs.sort_unstable_by_key(|pair| (diagonal(pair), pair.0));
        for on_diagonal in pairs.chunk_by(|a, b| diagonal(a) == diagonal(b)) {
            let mut done = 0;
            for &(left, right) in on_diagonal {
                if left < done || !equal(self.left, self.right, left, right) {
                    continue;
                }
                let (mut l, mut r) = (left, right);
                while self.equal_before(l, r) {
                    (l, r) = (l - 1, r - 1);
                }
                done = l + self.take(l, r, left);
            }
        }
    }

    /// Compares windows of 4, 16, 64 ... k-grams that begin at frequent k-grams, until none of them is frequent. If runs of
    /// `wanted` k-grams must be found, these are the first windows, and the occurrences of frequent ones are compared in
    /// their order: the first with the first, the second with the second.
    fn search_longer_windows(&mut self, wanted: Option<u32>) {
        let [mut at_left, mut at_right] = self.blocked.clone();
        let mut pairs = Vec::new();
        let mut window = wanted.map_or(4, |wanted| wanted as usize);
        while !at_left.is_empty() && !at_right.is_empty() {
            let left = windows(self.left.ids, &at_left, window);
            let right = windows(self.right.ids, &at_right, window);
            (at_left, at_right) = (Vec::new(), Vec::new());
            shared(&left, &right, |_, in_left, in_right| {
                if in_left.len() * in_right.len() <= FREQUENT {
                    pairs.extend(in_left.iter().flat_map(|l| in_right.iter().map(|r| (l.1, r.1))));
                } else {
                    if wanted.is_some() {
                        pairs.extend(in_left.iter().zip(in_right).map(|(l, r)| (l.1, r.1)));
                    }
                    at_left.extend(in_left.iter().map(|place| place.1));
                    at_right.extend(in_right.iter().map(|place| place.1));
                }
            });
            window *= 4;
        }
        self.take_through(pairs);
    }

    /// Compares the first positions, and the last positions, of the stretches of frequent k-grams.
    fn search_borders(&mut self) {
        let [left, right] = self.blocked.each_ref().map(|blocked| stretches(blocked));
        let mut pairs = Vec::new();
        for l in left.iter().take(BORDERS) {
            for r in right.iter().take(BORDERS) {
                pairs.extend([(l.0, r.0), (l.1, r.1)]);
            }
        }
        self.take_through(pairs);
    }
}

fn equal(left: Side<'_>, right: Side<'_>, l: u32, r: u32) -> bool {
    match (left.ids.get(l as usize), right.ids.get(r as usize)) {
        (Some(&a), Some(&b)) => a == b && a != NONE,
        _ => false,
    }
}

/// Returns (hash of `window` ids, position) for the given positions, sorted. Windows that contain a [`NONE`] are left
/// out.
fn windows(ids: &[u32], positions: &[u32], window: usize) -> Vec<(u64, u32)> {
    let mut positions = positions.to_vec();
    positions.sort_unstable();
    let (mut found, mut rest) = (Vec::new(), positions.as_slice());
    let (mut values, mut hashes, mut start) = (Vec::new(), Vec::new(), 0);
    // Only what has k-grams is hashed: it may be a small part of a side.
    for row in ids.chunk_by(|one, other| (*one == NONE) == (*other == NONE)) {
        let end = start + row.len() as u32;
        let (here, after) = rest.split_at(rest.partition_point(|&at| at < end));
        if row[0] != NONE && !here.is_empty() && window <= row.len() {
            values.clear();
            values.extend(row.iter().map(|&id| u64::from(id)));
            hash_kgrams(&values, window, &mut hashes);
            let hash = |&at: &u32| Some((*hashes.get((at - start) as usize)?, at));
            found.extend(here.iter().filter_map(hash));
        }
        (rest, start) = (after, end);
    }
    found.sort_unstable();
    found
}

/// Returns (first, last) of each stretch of consecutive positions.
fn stretches(positions: &[u32]) -> Vec<(u32, u32)> {
    positions.chunk_by(|a, b| a + 1 == *b).map(|stretch| (stretch[0], stretch[stretch.len() - 1])).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NONE, Run, Side, common_runs};

    /// Ids with their places.
    struct Ids(Vec<u32>, Vec<(u32, u32)>);

    impl Ids {
        fn new(ids: Vec<u32>) -> Self {
            let mut places: Vec<_> =
                (0..).zip(&ids).filter(|p| *p.1 != NONE).map(|(at, &id)| (id, at)).collect();
            places.sort_unstable();
            Self(ids, places)
        }

        fn side(&self) -> Side<'_> {
            Side { ids: &self.0, places: &self.1 }
        }
    }

    fn mix(value: u64) -> u64 {
        let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    /// Compares all cells of all diagonals.
    fn oracle(left: &[u32], right: &[u32], shortest: u32) -> Vec<Run> {
        let same = |l: usize, r: usize| left[l] == right[r] && left[l] != NONE;
        let mut runs = Vec::new();
        for l in 0..left.len() {
            for r in 0..right.len() {
                if same(l, r) && (l == 0 || r == 0 || !same(l - 1, r - 1)) {
                    let most = (left.len() - l).min(right.len() - r);
                    let grams = (0..most).take_while(|&n| same(l + n, r + n)).count() as u32;
                    if shortest <= grams {
                        runs.push(Run { left: l as u32, right: r as u32, grams });
                    }
                }
            }
        }
        runs
    }

    /// Generates ids with gaps, few enough of each that none is frequent.
    fn sparse() -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(prop_oneof![1 => Just(NONE), 9 => 0_u32..12], 0..40)
            .prop_filter("frequent", |ids| (0..12).all(|id| ids.iter().filter(|&&x| x == id).count() <= 8))
    }

    proptest! {
        #[test]
        fn finds_every_maximal_run(left in sparse(), right in sparse(), shortest in 1_u32..4) {
            let found = common_runs(Ids::new(left.clone()).side(), Ids::new(right.clone()).side(), shortest, None);
            prop_assert_eq!(found, oracle(&left, &right, shortest));
        }

        #[test]
        fn in_repetitive_input_finds_only_maximal_runs(
            left in proptest::collection::vec(0_u32..2, 0..120),
            right in proptest::collection::vec(0_u32..2, 0..120),
        ) {
            let found = common_runs(Ids::new(left.clone()).side(), Ids::new(right.clone()).side(), 1, None);
            let all = oracle(&left, &right, 1);
            prop_assert!(found.iter().all(|run| all.contains(run)));
        }

        #[test]
        fn however_frequent_finds_a_run_with_every_wanted_passage(
            left in proptest::collection::vec(0_u32..2, 0..120),
            right in proptest::collection::vec(0_u32..2, 0..120),
            wanted in 1_usize..8,
        ) {
            let (one, other) = (Ids::new(left.clone()), Ids::new(right.clone()));
            let found = common_runs(one.side(), other.side(), 1, Some(wanted as u32));
            let all = oracle(&left, &right, 1);
            prop_assert!(found.iter().all(|run| all.contains(run)));
            for passage in left.windows(wanted).filter(|passage| right.windows(wanted).any(|other| other == *passage)) {
                let has = |run: &Run| {
                    left[run.left as usize..][..run.grams as usize].windows(wanted).any(|part| part == passage)
                };
                prop_assert!(found.iter().any(has), "{passage:?}");
            }
        }

        #[test]
        fn in_random_bits_finds_every_run_that_is_longer_than_chance(seed: u64, copied in 0_usize..100) {
            let bits = |salt: u64| (0..200_u64).map(move |at| (mix(seed ^ salt << 32 ^ at) & 1) as u32);
            let left: Vec<u32> = bits(1).collect();
            let right: Vec<u32> = bits(2).take(50).chain(left[50..50 + copied].iter().copied()).collect();
            let found = common_runs(Ids::new(left.clone()).side(), Ids::new(right.clone()).side(), 16, None);
            prop_assert_eq!(found, oracle(&left, &right, 16));
        }

        #[test]
        fn swapping_the_sides_mirrors_the_runs(
            left in proptest::collection::vec(0_u32..3, 0..80),
            right in proptest::collection::vec(0_u32..3, 0..80),
        ) {
            let (left, right) = (Ids::new(left), Ids::new(right));
            let mut mirrored: Vec<Run> = common_runs(right.side(), left.side(), 1, None)
                .into_iter()
                .map(|run| Run { left: run.right, right: run.left, grams: run.grams })
                .collect();
            mirrored.sort_unstable();
            prop_assert_eq!(common_runs(left.side(), right.side(), 1, None), mirrored);
        }
    }

    #[test]
    fn a_constant_table_matches_a_longer_one_once() {
        let left = Ids::new([vec![1, 2], vec![7; 500], vec![3]].concat());
        let right = Ids::new([vec![4], vec![7; 900], vec![5, 6]].concat());
        let longest = common_runs(left.side(), right.side(), 10, None);
        assert_eq!(
            longest,
            [Run { left: 2, right: 1, grams: 500 }, Run { left: 2, right: 401, grams: 500 }],
            "from the first and from the last entry"
        );
    }
}
