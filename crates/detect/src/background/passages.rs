//! Counts who has which passage of a file, from the places of the file's fingerprints elsewhere.
//!
//! Fingerprints that lie in another file as far apart as here belong to one passage. Every 31 tokens that two files share
//! have a fingerprint in common (`features::selective`), so within a passage none is farther than 16 tokens from the next.
//! One may be missing between two, as a fingerprint counts only at its first position in a file ([`APART`]). Tokens are not
//! compared, as only positions are known. A passage has several fingerprints of 48 bits or more in their order and
//! distance, which chance does not give.

use std::ops::Range;

/// Largest distance between neighbouring fingerprints of one passage, in tokens.
const APART: u32 = 32;

/// Tokens that the last fingerprint of a passage certainly has.
const LAST: u32 = 8;

/// Length of the shortest passage, in tokens: that of a starter-code run. Shorter ones are idioms.
const SHORTEST: u32 = crate::limits::BOILERPLATE_RUN;

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

/// Returns the passages of a file that at least `least` people elsewhere have; ascending, apart from each other. `found`
/// are the file's fingerprints: the first token and the places of each, in the order of the former. `counts` says whose a
/// submission is; `None`: it does not count.
///
/// Time is linear in the places, apart from sorting them.
pub(super) fn passages<'a>(
    found: impl Iterator<Item = (u32, &'a [Place])>,
    counts: impl Fn(u32) -> Option<u32>,
    least: u32,
) -> Vec<Range<u32>> {
    let mut places: Vec<u128> = Vec::new();
    for (position, found) in found {
        places
            .extend(found.iter().filter_map(|place| Some(pack(counts(place.submission)?, place, position))));
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
