//! Numbers every k-gram of every submission: the first half of the in-memory inverted index.
//!
//! k-grams are hashed and numbered, so that all later steps compare dense `u32` ids and merge sorted lists (Schleimer,
//! Wilkerson, Aiken 2003, section 5: the batch pipeline). Positions of a submission run through its files in order; no
//! k-gram crosses a file.
//!
//! Masks, rarity and pairs are not used here.

use std::sync::OnceLock;

use chaffinch_fingerprint::{hash_kgrams, winnow_robust};
use chaffinch_submission::{Scheme, TokenizedSubmission};
use rayon::prelude::*;

use crate::index::{
    numbering::{Distinct, numbers},
    positions::{NONE, Side, places},
};

/// The k-grams of one submission.
pub(crate) struct Indexed {
    /// The submission's files, in order.
    pub(crate) files: Vec<FileOffset>,
    /// The id of the k-gram that begins at each position; [`NONE`] if none does.
    pub(crate) ids: Vec<u32>,
    places: OnceLock<Vec<(u32, u32)>>,
    /// Whether robust winnowing selected the k-gram at each position.
    pub(crate) selected: Vec<bool>,
    /// Whether the k-gram at each position is in the half that pairs are weighed by.
    pub(crate) weighed: Vec<bool>,
}

/// The position of a file in its submission.
pub(crate) struct FileOffset {
    /// Its first position.
    pub(crate) start: u32,
    /// Its number of tokens.
    pub(crate) tokens: u32,
    /// Number of tokens in each of its k-grams.
    pub(crate) k: u32,
}

impl Indexed {
    /// Returns the number of tokens in all files.
    pub(crate) fn tokens(&self) -> u32 {
        self.ids.len() as u32
    }

    /// Returns one side of a comparison of all k-grams, masked or not.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: &self.ids, places: self.places() }
    }

    /// Returns (id, position), ascending. It is sorted on the first call, as most submissions are in no listed pair.
    pub(crate) fn places(&self) -> &[(u32, u32)] {
        self.places.get_or_init(|| places(&self.ids))
    }

    /// Returns the index of the file that contains a position.
    pub(crate) fn file_of(&self, position: u32) -> usize {
        self.files.partition_point(|file| file.start <= position) - 1
    }
}

/// Hashes, selects and numbers the k-grams of all submissions. Returns them in input order, and the number of distinct
/// ids. k-grams of two files can be equal only if the files have the same scheme.
pub(crate) fn intern(submissions: &[TokenizedSubmission]) -> (Vec<Indexed>, usize) {
    // k-grams are numbered within each submission first, so that memory grows only with distinct k-grams.
    let (mut indexed, hashes): (Vec<Indexed>, Vec<Vec<u64>>) =
        submissions.par_iter().map_init(Distinct::default, index).unzip();
    let (ids, count) = numbers(&hashes, |&hash| hash);
    drop(hashes);
    indexed.par_iter_mut().zip(ids).for_each(|(index, ids)| {
        for id in index.ids.iter_mut().filter(|id| **id != NONE) {
            *id = ids[*id as usize];
        }
    });
    (indexed, count)
}

fn empty_index(submission: &TokenizedSubmission) -> Indexed {
    let mut files = Vec::with_capacity(submission.files.len());
    let mut start = 0;
    for file in &submission.files {
        let tokens = file.stream.values.len() as u32;
        files.push(FileOffset { start, tokens, k: u32::from(file.stream.scheme.k) });
        start += tokens;
    }
    let tokens = start as usize;
    Indexed {
        files,
        ids: vec![NONE; tokens],
        places: OnceLock::new(),
        selected: vec![false; tokens],
        weighed: vec![false; tokens],
    }
}

/// Returns the k-grams of a submission, numbered within it, and their distinct hashes by number.
fn index(known: &mut Distinct, submission: &TokenizedSubmission) -> (Indexed, Vec<u64>) {
    let mut index = empty_index(submission);
    let (mut hashes, mut fingerprints) = (Vec::new(), Vec::new());
    for (file, place) in submission.files.iter().zip(&index.files) {
        let scheme = file.stream.scheme;
        let salt = salt(scheme);
        hash_kgrams(&file.stream.values, usize::from(scheme.k), &mut hashes);
        winnow_robust(&hashes, usize::from(scheme.w), &mut fingerprints);
        for fingerprint in &fingerprints {
            index.selected[(place.start + fingerprint.position) as usize] = true;
        }
        for (weighed, &hash) in index.weighed[place.start as usize..].iter_mut().zip(&hashes) {
            *weighed = is_weighed(hash);
        }
        for (id, hash) in index.ids[place.start as usize..].iter_mut().zip(&hashes) {
            *id = known.number(hash ^ salt);
        }
    }
    (index, known.take())
}

/// One in this many overlapping features counts. Half of them tell as much as all, at half the cost.
pub(crate) const ONE_IN: u8 = 2;

/// Returns whether an overlapping feature (a k-gram, texts in a row) is one that counts. This depends on its hash, so
/// it is the same in every batch.
pub(crate) fn is_weighed(hash: u64) -> bool {
    hash.is_multiple_of(u64::from(ONE_IN))
}

/// Returns a number that separates schemes: the hashes of equal k-grams with two schemes are as different as those of
/// unequal ones.
pub(crate) fn salt(scheme: Scheme) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    let numbers = [scheme.normalizer, scheme.k];
    for byte in scheme.family.bytes().chain(numbers.into_iter().flat_map(u16::to_le_bytes)) {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    state
}
