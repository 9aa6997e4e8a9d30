//! Numbers every k-gram of every submission: the first half of the in-memory inverted index.
//!
//! k-grams are hashed and numbered, so that all later steps compare dense `u32` ids and merge sorted lists (Schleimer,
//! Wilkerson, Aiken 2003, section 5: the batch pipeline). Positions of a submission run through its files in order; no
//! k-gram crosses a file. Files that no student wrote have no k-grams if they do not count: they may be most of a class.
//!
//! Only lists of distinct k-grams are held of every submission. The id at each position is found again for those that
//! are aligned, which are few in a large class.
//!
//! Rarity and pairs are not used here.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::OnceLock;

use chaffinch_fingerprint::{Fingerprint, hash_kgrams, winnow_robust};
use chaffinch_submission::{MatchLength, Scheme, TokenStream, TokenizedFile, TokenizedSubmission};
use rayon::prelude::*;

use crate::Mask;
use crate::index::files_of;
use crate::index::numbering::{Distinct, Numbered, Occurrence, number_all};
use crate::masks::{Masks, mask_kgrams};

/// The k-grams of one submission.
pub(crate) struct Indexed<'a> {
    submission: &'a TokenizedSubmission,
    /// The submission's files, in order.
    pub(crate) files: Vec<FileOffset>,
    /// Number of tokens in all files.
    pub(crate) tokens: u32,
    /// The ids of its distinct k-grams, masked or not, in the order of their first occurrence.
    distinct: Vec<u32>,
    ids: OnceLock<Vec<u32>>,
    places: OnceLock<Vec<(u32, u32)>>,
}

/// The position of a file in its submission.
pub(crate) struct FileOffset {
    /// Its first position.
    pub(crate) start: u32,
    /// Its number of tokens.
    pub(crate) tokens: u32,
    /// Number of tokens in each of its k-grams.
    pub(crate) k: u32,
    /// Whether it has k-grams. See [`is_indexed`].
    pub(crate) is_indexed: bool,
}

/// The distinct unmasked k-grams of one submission, each list in the order of first occurrence.
pub(crate) struct KgramLists {
    /// `None` if no k-gram is masked.
    unmasked: Option<Vec<u32>>,
    /// Those in the half that pairs are weighed by.
    pub(crate) weighed: Vec<u32>,
    /// Those that robust winnowing selected.
    pub(crate) selected: Vec<u32>,
}

impl Indexed<'_> {
    /// Returns the id of the k-gram that begins at each position; [`NONE`] if none does. It is computed on the first
    /// call, as most submissions are in no listed pair.
    pub(crate) fn ids(&self) -> &[u32] {
        self.ids.get_or_init(|| {
            let (mut known, mut hashes) = (Distinct::default(), Vec::new());
            let mut ids = Vec::with_capacity(self.tokens as usize);
            for (file, place) in self.submission.files.iter().zip(&self.files) {
                if place.is_indexed {
                    let salt = salt(file.stream.scheme);
                    hash_kgrams(&file.stream.values, place.k as usize, &mut hashes);
                    ids.extend(hashes.iter().map(|hash| self.distinct[known.number(hash ^ salt) as usize]));
                }
                ids.resize((place.start + place.tokens) as usize, NONE);
            }
            ids
        })
    }

    /// Returns one side of a comparison of all k-grams, masked or not.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: self.ids(), places: self.places() }
    }

    /// Returns (id, position), ascending; sorted on the first call.
    pub(crate) fn places(&self) -> &[(u32, u32)] {
        self.places.get_or_init(|| places(self.ids()))
    }

    /// Returns the index of the file that contains a position.
    pub(crate) fn file_of(&self, position: u32) -> usize {
        self.files.partition_point(|file| file.start <= position) - 1
    }

    /// Returns the number of tokens in files that have k-grams.
    pub(crate) fn indexed_tokens(&self) -> u32 {
        self.files.iter().filter(|file| file.is_indexed).map(|file| file.tokens).sum()
    }

    /// Returns the distinct k-grams that are not masked.
    pub(crate) fn unmasked<'s>(&'s self, lists: &'s KgramLists) -> &'s [u32] {
        lists.unmasked.as_ref().unwrap_or(&self.distinct)
    }
}

/// The k-grams of all submissions.
pub(crate) struct Kgrams<'a> {
    pub(crate) indexed: Vec<Indexed<'a>>,
    pub(crate) lists: Vec<KgramLists>,
    /// Number of ids.
    pub(crate) ids: usize,
    /// The weight of each id: that of one k-gram in [`ONE_IN`], as a token is in k of them. It is that of the language's
    /// own k, also if another k was chosen: so many k-grams as there are tokens have the same weight together.
    pub(crate) weights: Vec<f32>,
    /// The shortest match, from which k and w follow.
    length: MatchLength,
}

impl<'a> Kgrams<'a> {
    /// Hashes, selects and numbers the k-grams of all submissions. k-grams of two files can be equal only if the files
    /// have the same scheme.
    pub(crate) fn number(submissions: &'a [TokenizedSubmission], masks: &Masks, length: MatchLength) -> Self {
        // k-grams are numbered within each submission first, so that memory grows only with distinct k-grams.
        let read = |scratch: &mut Scratch, at: usize| {
            let (lists, distinct) = scratch.read(&submissions[at], &masks[at], length);
            ([distinct], lists)
        };
        let ([Numbered { lists: numbered, weights }], mut lists) = number_all(submissions.len(), read);
        lists.par_iter_mut().zip(&numbered).for_each(|(lists, ids)| lists.settle(ids));
        let indexed = submissions.iter().zip(masks).zip(numbered).map(|((submission, mask), distinct)| {
            let offset = |(file, tokens): (&TokenizedFile, Range<usize>)| FileOffset {
                start: tokens.start as u32,
                tokens: tokens.len() as u32,
                k: u32::from(length.scheme(file.stream.scheme).k),
                is_indexed: is_indexed(file, &mask[tokens]),
            };
            let files: Vec<FileOffset> = files_of(submission).map(offset).collect();
            let tokens = files.last().map_or(0, |last| last.start + last.tokens);
            Indexed { submission, files, tokens, distinct, ids: OnceLock::new(), places: OnceLock::new() }
        });
        Self { indexed: indexed.collect(), lists, ids: weights.len(), weights, length }
    }

    /// Makes the lists again, after more tokens were masked.
    pub(crate) fn mask(&mut self, masks: &Masks) {
        let length = self.length;
        let read = |scratch: &mut Scratch, (indexed, mask): (&Indexed<'_>, &Vec<Option<Mask>>)| {
            let (mut lists, _) = scratch.read(indexed.submission, mask, length);
            lists.settle(&indexed.distinct);
            lists
        };
        self.lists = self.indexed.par_iter().zip(masks).map_init(Scratch::default, read).collect();
    }

    /// Returns the distinct unmasked k-grams of each submission.
    pub(crate) fn unmasked(&self) -> Vec<&[u32]> {
        self.indexed.iter().zip(&self.lists).map(|(indexed, lists)| indexed.unmasked(lists)).collect()
    }
}

impl KgramLists {
    /// Replaces numbers within the submission by ids.
    fn settle(&mut self, ids: &[u32]) {
        let lists = [self.unmasked.as_mut(), Some(&mut self.weighed), Some(&mut self.selected)];
        for number in lists.into_iter().flatten().flatten() {
            *number = ids[*number as usize];
        }
    }
}

/// Buffers for reading the k-grams of one submission after another.
#[derive(Default)]
struct Scratch {
    known: Distinct,
    hashes: Vec<u64>,
    fingerprints: Vec<Fingerprint>,
    /// The number of the k-gram at each position of a file, and whether it is masked.
    numbers: Vec<u32>,
    masked: Vec<bool>,
    /// The weight of each number.
    weights: Vec<f32>,
    /// Whether each number is in `unmasked`, and whether it is in `selected`.
    listed: Vec<[bool; 2]>,
    unmasked: Vec<u32>,
    weighed: Vec<u32>,
    selected: Vec<u32>,
}

impl Scratch {
    /// Returns the k-grams of a submission, numbered within it, and their hashes by number.
    fn read(
        &mut self,
        submission: &TokenizedSubmission,
        mask: &[Option<Mask>],
        length: MatchLength,
    ) -> (KgramLists, Vec<Occurrence>) {
        for (file, tokens) in files_of(submission) {
            if is_indexed(file, &mask[tokens.clone()]) {
                self.read_file(file, &mask[tokens], length);
            }
        }
        let is_masked = mask.iter().any(Option::is_some);
        // Copied, because what is held of every submission must not be larger than it is.
        let lists = KgramLists {
            unmasked: is_masked.then(|| self.unmasked.clone()),
            weighed: self.weighed.clone(),
            selected: self.selected.clone(),
        };
        let distinct = self.known.hashes().iter().copied().zip(self.weights.iter().copied()).collect();
        self.known.forget();
        self.weights.clear();
        self.listed.clear();
        for list in [&mut self.unmasked, &mut self.weighed, &mut self.selected] {
            list.clear();
        }
        (lists, distinct)
    }

    fn read_file(&mut self, file: &TokenizedFile, mask: &[Option<Mask>], length: MatchLength) {
        let own = file.stream.scheme;
        let (scheme, salt) = (length.scheme(own), salt(own));
        hash_kgrams(&file.stream.read_values(), usize::from(scheme.k), &mut self.hashes);
        winnow_robust(&self.hashes, usize::from(scheme.w), &mut self.fingerprints);
        self.numbers.clear();
        self.numbers.extend(self.hashes.iter().map(|hash| self.known.number(hash ^ salt)));
        let distinct = self.known.hashes().len();
        self.weights.resize(distinct, f32::from(ONE_IN) / f32::from(own.k));
        self.listed.resize(distinct, [false; 2]);
        mask_kgrams(mask, u32::from(scheme.k), &mut self.masked);
        let kgrams = self.numbers.iter().zip(&self.hashes).zip(&self.masked);
        for ((&number, &hash), _) in kgrams.filter(|(_, masked)| !**masked) {
            if !std::mem::replace(&mut self.listed[number as usize][0], true) {
                self.unmasked.push(number);
                if is_weighed(hash) {
                    self.weighed.push(number);
                }
            }
        }
        for position in self.fingerprints.iter().map(|fingerprint| fingerprint.position as usize) {
            let number = self.numbers[position];
            if !self.masked[position] && !std::mem::replace(&mut self.listed[number as usize][1], true) {
                self.selected.push(number);
            }
        }
    }
}

/// Returns whether a file has k-grams: not if no student wrote it and none of its tokens counts.
fn is_indexed(file: &TokenizedFile, mask: &[Option<Mask>]) -> bool {
    file.record.provenance.is_none() || mask.iter().any(Option::is_none)
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

/// Id of positions at which no k-gram begins, such as the last k - 1 of a file.
pub(crate) const NONE: u32 = u32::MAX;

/// One side of a comparison: ids by position and positions by id. Masked k-grams are already left out.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    /// The id at each position; [`NONE`] if no unmasked k-gram begins there.
    pub(crate) ids: &'a [u32],
    /// (id, position), ascending.
    pub(crate) places: &'a [(u32, u32)],
}

/// Returns (id, position), ascending, of the positions at which a k-gram begins.
pub(crate) fn places(ids: &[u32]) -> Vec<(u32, u32)> {
    // Packed into one number each, which sorts faster.
    let places = ids.iter().zip(0..).filter(|(id, _)| **id != NONE);
    let mut places: Vec<u64> = places.map(|(&id, position)| u64::from(id) << 32 | position).collect();
    places.sort_unstable();
    places.into_iter().map(|place| ((place >> 32) as u32, place as u32)).collect()
}

/// Calls `each` with the places of every key that is in both sorted lists, in ascending order of keys.
pub(crate) fn shared<'a, Key: Ord + Copy, Place>(
    mut left: &'a [(Key, Place)],
    mut right: &'a [(Key, Place)],
    mut each: impl FnMut(Key, &'a [(Key, Place)], &'a [(Key, Place)]),
) {
    while let (Some(l), Some(r)) = (left.first(), right.first()) {
        match l.0.cmp(&r.0) {
            Ordering::Less => left = &left[1..],
            Ordering::Greater => right = &right[1..],
            Ordering::Equal => {
                let in_left = left.iter().take_while(|place| place.0 == l.0).count();
                let in_right = right.iter().take_while(|place| place.0 == l.0).count();
                each(l.0, &left[..in_left], &right[..in_right]);
                (left, right) = (&left[in_left..], &right[in_right..]);
            }
        }
    }
}

/// Returns the streams of a submission's files.
pub(crate) fn streams_of(submission: &TokenizedSubmission) -> Vec<Cow<'_, TokenStream>> {
    submission.files.iter().map(|file| file.stream.read()).collect()
}
