//! Every k-gram of every submission, interned: the first half of the in-memory inverted index.
//!
//! k-grams are hashed, sorted as (hash, submission, position) and numbered in that order, so that all later
//! steps compare dense `u32` ids and merge sorted lists (Schleimer, Wilkerson, Aiken 2003, section 5: the
//! batch pipeline; sorting beats hash maps here, and the gain grows with the batch). Positions of one
//! submission run through its files one after the other; no k-gram crosses a file.
//!
//! Knows nothing of masks, rarity or pairs.

use chaffinch_fingerprint::{hash_kgrams, winnow_robust};
use chaffinch_submission::{Scheme, TokenizedSubmission};
use rayon::prelude::*;

use crate::runs::Side;

/// Id of positions at which no k-gram begins: the last k - 1 of a file.
pub(crate) const NONE: u32 = u32::MAX;

/// One submission's k-grams.
pub(crate) struct Indexed {
    /// Its files, in order.
    pub(crate) files: Vec<FilePlace>,
    /// The id of the k-gram that begins at each position; [`NONE`] where none does.
    pub(crate) ids: Vec<u32>,
    /// (id, position), ascending.
    pub(crate) places: Vec<(u32, u32)>,
    /// Whether robust winnowing selected the k-gram at each position.
    pub(crate) selected: Vec<bool>,
}

/// Where a file stands among its submission's positions.
pub(crate) struct FilePlace {
    /// Its first position.
    pub(crate) start: u32,
    /// Its tokens.
    pub(crate) tokens: u32,
    /// Tokens in each of its k-grams.
    pub(crate) k: u32,
}

impl Indexed {
    /// Tokens of all files.
    pub(crate) fn tokens(&self) -> u32 {
        self.ids.len() as u32
    }

    /// As one side of a comparison of everything, masked or not.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: &self.ids, places: &self.places }
    }

    /// Index of the file that holds a position.
    pub(crate) fn file_of(&self, position: u32) -> usize {
        self.files.partition_point(|file| file.start <= position) - 1
    }
}

/// One occurrence before interning: hash, submission and position in one number, which sorts faster than three.
type Occurrence = u128;

fn occurrence(hash: u64, submission: u32, position: u32) -> Occurrence {
    u128::from(hash) << 64 | u128::from(submission) << 32 | u128::from(position)
}

/// Hashes, selects, sorts and numbers the k-grams of all submissions; gives them in input order with the number
/// of distinct ids. Two files meet only where their schemes are equal.
pub(crate) fn intern(submissions: &[TokenizedSubmission]) -> (Vec<Indexed>, usize) {
    let mut indexed: Vec<Indexed> = submissions.par_iter().map(empty_index).collect();
    let mut occurrences: Vec<Occurrence> = submissions
        .par_iter()
        .zip(&mut indexed)
        .enumerate()
        .flat_map_iter(|(number, (submission, index))| occurrences_of(number as u32, submission, index))
        .collect();
    occurrences.par_sort_unstable();
    let mut distinct = 0;
    for same in occurrences.chunk_by(|left, right| left >> 64 == right >> 64) {
        for &found in same {
            let (submission, position) = ((found >> 32) as u32, found as u32);
            let index = &mut indexed[submission as usize];
            index.ids[position as usize] = distinct;
            index.places.push((distinct, position));
        }
        distinct += 1;
    }
    (indexed, distinct as usize)
}

fn empty_index(submission: &TokenizedSubmission) -> Indexed {
    let mut files = Vec::with_capacity(submission.files.len());
    let mut start = 0;
    for file in &submission.files {
        let tokens = file.stream.values.len() as u32;
        files.push(FilePlace { start, tokens, k: u32::from(file.stream.scheme.k) });
        start += tokens;
    }
    let tokens = start as usize;
    Indexed {
        files,
        ids: vec![NONE; tokens],
        places: Vec::with_capacity(tokens),
        selected: vec![false; tokens],
    }
}

fn occurrences_of(number: u32, submission: &TokenizedSubmission, index: &mut Indexed) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let (mut hashes, mut fingerprints) = (Vec::new(), Vec::new());
    for (file, place) in submission.files.iter().zip(&index.files) {
        let scheme = file.stream.scheme;
        let salt = salt(scheme);
        hash_kgrams(&file.stream.values, usize::from(scheme.k), &mut hashes);
        winnow_robust(&hashes, usize::from(scheme.w), &mut fingerprints);
        for fingerprint in &fingerprints {
            index.selected[(place.start + fingerprint.position) as usize] = true;
        }
        found.extend((place.start..).zip(&hashes).map(|(at, hash)| occurrence(hash ^ salt, number, at)));
    }
    found
}

/// Keeps schemes apart: equal k-grams of two schemes have hashes as different as unequal ones.
pub(crate) fn salt(scheme: Scheme) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    let numbers = [scheme.normalizer, scheme.k];
    for byte in scheme.family.bytes().chain(numbers.into_iter().flat_map(u16::to_le_bytes)) {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    state
}
