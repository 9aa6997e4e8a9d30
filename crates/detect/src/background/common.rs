//! Finds what of a class is common elsewhere.

use std::ops::Range;

use rayon::prelude::*;

use crate::{
    background::passages::{Place, passages},
    index::seeded::SeededMap,
};

/// At least this many submissions elsewhere must have a passage that is common there.
const LEAST: u32 = 3;

/// At least one in this many must have it. In a large collection, somebody has written nearly everything.
const ONE_IN: u32 = 400;

/// Largest number of visits of a place elsewhere: some seconds of processor time. A class of 1,000 beside 8,000 files has
/// fewer.
const MAX_VISITS: u64 = 200_000_000;

/// What of the compared submissions is common elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Background {
    /// Number of submissions elsewhere.
    pub submissions: u32,
    /// For each compared submission and each of its files, in order, the tokens of common passages, ascending. Missing
    /// lists are empty.
    pub common: Vec<Vec<Vec<Range<u32>>>>,
}

/// The fingerprints of a file (`crate::selective`), each with its first token, in the order of these.
pub type FileFingerprints = Vec<(u64, u32)>;

/// Finds the passages of compared submissions that are common in submissions elsewhere, from the fingerprints of the files
/// of both.
///
/// A submission elsewhere is a copy of a compared one if three quarters of the fingerprints of both are the same: it is the
/// same upload again, or the source. It tells nothing about what is common, and is ignored for all. (Two short programs
/// around the same library may share half.)
///
/// Of many submissions elsewhere that share much with a large class, only every n-th counts, so that the time is bounded.
pub fn common_elsewhere(
    compared: &[Vec<FileFingerprints>],
    elsewhere: &[Vec<FileFingerprints>],
) -> Background {
    sampled(compared, elsewhere, MAX_VISITS)
}

/// Like [`common_elsewhere`], with at most about this many visits of a place.
fn sampled(
    compared: &[Vec<FileFingerprints>],
    elsewhere: &[Vec<FileFingerprints>],
    max_visits: u64,
) -> Background {
    let here = occurrences(compared);
    let step = visits(&here, elsewhere).div_ceil(max_visits).max(1) as usize;
    let elsewhere: Vec<&Vec<FileFingerprints>> = elsewhere.iter().step_by(step).collect();
    let places = Places::of(&here, &elsewhere);
    let found = |&(fingerprint, position): &(u64, u32)| (position, places.find(fingerprint));
    let size = |files: &Vec<FileFingerprints>| files.iter().map(Vec::len).sum::<usize>();
    let copies = |files: &Vec<FileFingerprints>| {
        let mut shared = vec![0; elsewhere.len()];
        for (_, found) in files.iter().flatten().map(found) {
            // A fingerprint counts once for each submission; places are in the order of these.
            for same in found.chunk_by(|one, other| one.submission == other.submission) {
                shared[same[0].submission as usize] += 1;
            }
        }
        let mostly = |shared: usize, of: usize| 3 * of <= 4 * shared;
        let is_copy = |(shared, other): (usize, _)| {
            0 < shared && mostly(shared, size(files)) && mostly(shared, size(other))
        };
        shared.into_iter().zip(elsewhere.iter().copied()).map(is_copy).collect::<Vec<bool>>()
    };
    let either = |mut one: Vec<bool>, other: Vec<bool>| {
        one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
        one
    };
    let is_copy = compared.par_iter().map(copies).reduce(|| vec![false; elsewhere.len()], either);
    let submissions = is_copy.iter().filter(|is_copy| !**is_copy).count() as u32;
    let least = LEAST.max(submissions / ONE_IN);
    let counts = |submission: u32| !is_copy[submission as usize];
    let of_files = |files: &Vec<FileFingerprints>| {
        files.iter().map(|file| passages(file.iter().map(found), counts, least)).collect()
    };
    Background { submissions, common: compared.par_iter().map(of_files).collect() }
}

/// Returns how often each fingerprint occurs in the class.
fn occurrences(compared: &[Vec<FileFingerprints>]) -> SeededMap<u64, u64> {
    let mut here = SeededMap::default();
    for (fingerprint, _) in compared.iter().flatten().flatten() {
        *here.entry(*fingerprint).or_default() += 1;
    }
    here
}

/// Returns how often a place of a fingerprint elsewhere is visited: once for each place of the fingerprint in the class.
fn visits(here: &SeededMap<u64, u64>, elsewhere: &[Vec<FileFingerprints>]) -> u64 {
    elsewhere.iter().flatten().flatten().filter_map(|(fingerprint, _)| here.get(fingerprint)).sum()
}

/// The places of fingerprints elsewhere: of those only that compared submissions have too.
struct Places {
    /// Ascending.
    fingerprints: Vec<u64>,
    /// For each fingerprint, where its places begin; at the end, their number.
    starts: Vec<u32>,
    all: Vec<Place>,
}

impl Places {
    fn of(here: &SeededMap<u64, u64>, elsewhere: &[&Vec<FileFingerprints>]) -> Self {
        let mut found: Vec<(u64, Place)> = Vec::new();
        let files = (0..).zip(elsewhere).flat_map(|(at, files)| files.iter().map(move |file| (at, file)));
        for (file, (submission, fingerprints)) in (0..).zip(files) {
            let wanted = fingerprints.iter().filter(|one| here.contains_key(&one.0));
            found.extend(
                wanted.map(|&(fingerprint, position)| (fingerprint, Place { submission, file, position })),
            );
        }
        found.par_sort_unstable();
        let mut places =
            Self { fingerprints: Vec::new(), starts: vec![0], all: Vec::with_capacity(found.len()) };
        for same in found.chunk_by(|one, other| one.0 == other.0) {
            places.fingerprints.push(same[0].0);
            places.all.extend(same.iter().map(|found| found.1));
            places.starts.push(places.all.len() as u32);
        }
        places
    }

    /// Returns the places of a fingerprint, by submission.
    fn find(&self, fingerprint: u64) -> &[Place] {
        match self.fingerprints.binary_search(&fingerprint) {
            Ok(at) => &self.all[self.starts[at] as usize..self.starts[at + 1] as usize],
            Err(_) => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_nth_submission_counts_if_there_are_too_many_places() {
        // One file each, with the same passage of 60 tokens.
        let file: FileFingerprints = (0..10).map(|at| (u64::from(at), 6 * at)).collect();
        let own: FileFingerprints = (0..30).map(|at| (1000 + u64::from(at), 60 + 6 * at)).collect();
        let compared = vec![vec![[file.clone(), own].concat()]];
        let elsewhere = vec![vec![file]; 100];
        assert_eq!(visits(&occurrences(&compared), &elsewhere), 1000);
        let whole = sampled(&compared, &elsewhere, 1000);
        assert_eq!(whole, common_elsewhere(&compared, &elsewhere));
        assert_eq!(whole.submissions, 100);
        let fewer = sampled(&compared, &elsewhere, 300);
        assert_eq!(fewer, Background { submissions: 25, ..whole });
    }
}
