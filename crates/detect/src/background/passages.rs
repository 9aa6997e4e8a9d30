//! Counts who has which passage of a file, from the places of the file's fingerprints in submissions elsewhere.
//!
//! Fingerprints that lie in another file as far apart as here belong to one passage. Every 31 tokens that two files share
//! have a fingerprint in common (`features::selective`), so within a passage none is farther than 16 tokens from the next.
//! One may be missing between two, as a fingerprint counts only at its first position in a file ([`APART`]). Tokens are not
//! compared, as only positions are known. A passage has several fingerprints of 48 bits or more in their order and
//! distance, which chance does not give.

use std::ops::Range;

use rayon::prelude::*;

use crate::index::distinct;

/// The fingerprints of a file (`crate::selective`), each with its first token, in the order of these.
pub type FileFingerprints = Vec<(u64, u32)>;

/// A compared submission.
#[derive(Debug, Clone, Default)]
pub struct Compared {
    /// Who handed it in; `None` if it does not belong to the class: it is archived, or a reference answer.
    pub person: Option<u32>,
    /// The fingerprints of its files.
    pub files: Vec<FileFingerprints>,
}

/// A submission elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Other {
    /// Index of the source that has it.
    pub source: u32,
    /// Who handed it in. The numbers are those of the class.
    pub person: u32,
    /// Number of its distinct fingerprints.
    pub distinct: u32,
    /// The fingerprints of its files. Those that no compared submission has may be left out.
    pub files: Vec<FileFingerprints>,
}

impl Compared {
    /// Returns the distinct fingerprints, ascending.
    pub(crate) fn distinct(&self) -> Vec<u64> {
        distinct(self.files.iter().flatten().map(|one| one.0))
    }
}

/// The places of fingerprints in submissions elsewhere.
pub(super) struct Places {
    /// Ascending.
    fingerprints: Vec<u64>,
    /// For each fingerprint, where its places begin; at the end, their number.
    starts: Vec<u32>,
    all: Vec<Place>,
}

impl Places {
    /// Collects the places in these submissions, which are numbered in this order.
    pub(super) fn new<'a>(elsewhere: impl Iterator<Item = &'a Other>) -> Self {
        let mut found: Vec<(u64, Place)> = Vec::new();
        let files =
            (0..).zip(elsewhere).flat_map(|(at, other)| other.files.iter().map(move |file| (at, file)));
        for (file, (submission, fingerprints)) in (0..).zip(files) {
            found.extend(
                fingerprints
                    .iter()
                    .map(|&(fingerprint, position)| (fingerprint, Place { submission, file, position })),
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
    pub(super) fn find(&self, fingerprint: u64) -> &[Place] {
        match self.fingerprints.binary_search(&fingerprint) {
            Ok(at) => &self.all[self.starts[at] as usize..self.starts[at + 1] as usize],
            Err(_) => &[],
        }
    }
}

/// Largest distance between neighbouring fingerprints of one passage, in tokens.
const APART: u32 = 32;

/// Tokens that the last fingerprint of a passage certainly has.
const LAST: u32 = 8;

/// Length of the shortest passage, in tokens: that of a starter-code run. Shorter ones are idioms.
const SHORTEST: u32 = crate::BOILERPLATE_RUN;

/// A place of a fingerprint elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Index of the submission.
    pub(super) submission: u32,
    /// Its file; unique among all files.
    pub(super) file: u32,
    /// The first token there.
    pub(super) position: u32,
}

/// Returns the passages of a file that at least `least` people elsewhere have; ascending, apart from each other. `counts`
/// says whose a submission is; `None`: it does not count.
///
/// Time is linear in the places, apart from sorting them.
pub(super) fn passages(
    file: &[(u64, u32)],
    elsewhere: &Places,
    counts: impl Fn(u32) -> Option<u32>,
    least: u32,
) -> Vec<Range<u32>> {
    let mut places: Vec<u128> = Vec::new();
    for &(fingerprint, position) in file {
        let found = elsewhere.find(fingerprint).iter();
        places.extend(found.filter_map(|place| Some(pack(counts(place.submission)?, place, position))));
    }
    places.sort_unstable();
    let mut of_people: Vec<(u32, Range<u32>)> = Vec::new();
    // A small difference is one of positions on the same diagonal, because these are the lowest bits.
    for run in places.chunk_by(|one, other| other - one <= u128::from(APART)) {
        let tokens = run[0] as u32..run[run.len() - 1] as u32 + LAST;
        if SHORTEST <= tokens.end - tokens.start {
            of_people.push(((run[0] >> 96) as u32, tokens));
        }
    }
    common(&of_people, least)
}

/// Returns person, file, diagonal (the distance between the position here and there) and position here, from the highest
/// bits to the lowest, because millions of numbers are sorted faster than of tuples. Positions are below 2^31: no file has
/// more bytes.
fn pack(person: u32, place: &Place, position: u32) -> u128 {
    let diagonal = position.wrapping_sub(place.position);
    [person, place.file, diagonal, position]
        .into_iter()
        .fold(0, |packed, part| (packed << 32) | u128::from(part))
}

/// Returns the tokens that at least `least` people have. `passages` are ordered by person.
fn common(passages: &[(u32, Range<u32>)], least: u32) -> Vec<Range<u32>> {
    let mut steps: Vec<(u32, i64)> = Vec::new();
    for same in passages.chunk_by(|one, other| one.0 == other.0) {
        for range in union(same.iter().map(|(_, range)| range.clone()).collect()) {
            steps.extend([(range.start, 1), (range.end, -1)]);
        }
    }
    steps.sort_unstable();
    let (mut found, mut have, mut from) = (Vec::new(), 0, 0);
    for (at, step) in steps {
        if i64::from(least) <= have && from < at {
            found.push(from..at);
        }
        have += step;
        from = at;
    }
    union(found)
}

/// Joins ranges that overlap or touch.
pub(crate) fn union(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut joined: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}
