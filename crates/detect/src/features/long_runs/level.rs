//! The runs of all submissions at one level. They extend the runs of the level before.

use chaffinch_fingerprint::{Fingerprint, hash_kgram, hash_kgrams, rehash, winnow};
use chaffinch_submission::{MatchLength, TokenizedSubmission};
use rayon::prelude::*;

use crate::Mask;
use crate::features::passages::FeatureInput;
use crate::index::files_of;
use crate::index::kgrams::{ONE_IN, salt};
use crate::index::numbering::{Numbered, Occurrence, number_all};
use crate::masks::mask_kgrams;

/// Runs are not extended to more tokens. What too many submissions have at this length was handed out, or copied by most
/// of a class.
const MAX_LENGTH: usize = 256;

/// Separates runs that end with their file from others.
const END: u64 = 0x656e_6420_6f66_2066;

/// Number of tokens of a run at a level. The first level is that of k-grams.
pub(crate) fn length(k: u16, level: u32) -> usize {
    (0..level).fold(usize::from(k), |length, _| length + length.div_ceil(2))
}

/// A place whose run is extended.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// Its first token in the submission.
    pub(super) start: u32,
    /// The number of its run at the level before.
    pub(super) run: u32,
}

/// A place whose run was extended.
pub(super) struct Extended {
    pub(super) place: Open,
    /// The end of its run.
    pub(super) end: u32,
    /// Whether its run cannot be extended further.
    pub(super) is_last: bool,
}

/// The runs of all submissions at one level.
pub(super) struct Level {
    /// For each submission, its places that have a run.
    pub(super) places: Vec<Vec<Extended>>,
    /// The number of the run at each of these places.
    pub(super) lists: Vec<Vec<u32>>,
    /// The weight of each run.
    pub(super) weights: Vec<f32>,
    /// How many submissions have each run.
    documents: Vec<u32>,
    /// The number of the first run among the runs of all levels.
    first: u32,
}

impl Level {
    /// Reads the runs at the places that are `open`.
    pub(super) fn read(input: FeatureInput<'_>, open: &[Vec<Open>], level: u32) -> Self {
        let read = |scratch: &mut Scratch, at: usize| scratch.read(input, at, &open[at], level);
        let ([Numbered { lists, weights }], places) = number_all(input.submissions.len(), read);
        let documents = documents(&lists, weights.len());
        Self { places, lists, weights, documents, first: 0 }
    }

    /// Numbers the runs after those of the level before.
    pub(super) fn after(self, before: &Self) -> Self {
        Self { first: before.first + before.weights.len() as u32, ..self }
    }

    /// Returns the number of a run among those of all levels.
    pub(super) fn feature(&self, run: u32) -> u32 {
        self.first + run
    }

    /// Returns how many submissions have a run.
    pub(super) fn documents(&self, run: u32) -> u32 {
        self.documents[run as usize]
    }

    /// Returns the number of runs that more than `most` submissions have.
    pub(super) fn too_many(&self, most: u32) -> u32 {
        self.documents.iter().filter(|documents| most < **documents).count() as u32
    }

    /// Returns, for each submission, something about those of its places that are `wanted`.
    pub(super) fn chosen<T: Send>(
        &self,
        wanted: impl Fn(&Extended, u32) -> bool + Sync,
        what: impl Fn(&Extended, u32) -> T + Sync,
    ) -> Vec<Vec<T>> {
        let of_submission = |(places, list): (&Vec<Extended>, &Vec<u32>)| {
            let runs = places.iter().zip(list.iter().copied());
            runs.filter(|&(place, run)| wanted(place, run)).map(|(place, run)| what(place, run)).collect()
        };
        self.places.par_iter().zip(&self.lists).map(of_submission).collect()
    }
}

/// Returns how many of the lists, in which a number may be several times, have each number.
fn documents(lists: &[Vec<u32>], numbers: usize) -> Vec<u32> {
    let (mut documents, mut last) = (vec![0; numbers], vec![usize::MAX; numbers]);
    for (at, list) in lists.iter().enumerate() {
        for &number in list {
            let last = std::mem::replace(&mut last[number as usize], at);
            documents[number as usize] += u32::from(last != at);
        }
    }
    documents
}

/// Returns the places of each submission that winnowing selects: the same ones in equal runs, which robust winnowing does
/// not guarantee.
pub(super) fn first_places(input: FeatureInput<'_>) -> Vec<Vec<Open>> {
    let places = |scratch: &mut Scratch, (submission, mask): (&TokenizedSubmission, &Vec<Option<Mask>>)| {
        scratch.places(submission, mask, input.length)
    };
    input.submissions.par_iter().zip(input.masks).map_init(Scratch::default, places).collect()
}

/// Buffers for reading one submission after another.
#[derive(Default)]
struct Scratch {
    hashes: Vec<u64>,
    fingerprints: Vec<Fingerprint>,
    masked: Vec<bool>,
}

impl Scratch {
    /// Returns the places of a submission that winnowing selects.
    fn places(
        &mut self,
        submission: &TokenizedSubmission,
        mask: &[Option<Mask>],
        chosen: MatchLength,
    ) -> Vec<Open> {
        let mut places = Vec::new();
        for (file, tokens) in files_of(submission) {
            let scheme = chosen.scheme(file.stream.scheme);
            hash_kgrams(&file.stream.read_values(), usize::from(scheme.k), &mut self.hashes);
            winnow(&self.hashes, usize::from(scheme.w), &mut self.fingerprints);
            mask_kgrams(&mask[tokens.clone()], u32::from(scheme.k), &mut self.masked);
            let positions = self.fingerprints.iter().map(|fingerprint| fingerprint.position as usize);
            let counted = positions.filter(|&position| !self.masked[position]);
            places.extend(counted.map(|position| Open { start: (tokens.start + position) as u32, run: 0 }));
        }
        places
    }

    /// Returns the runs of a submission at a level, and their places. Runs that contain a masked token are left out.
    fn read(
        &mut self,
        input: FeatureInput<'_>,
        at: usize,
        mut open: &[Open],
        level: u32,
    ) -> ([Vec<Occurrence>; 1], Vec<Extended>) {
        let (submission, mask) = (&input.submissions[at], &input.masks[at]);
        let (mut runs, mut places) = (Vec::with_capacity(open.len()), Vec::with_capacity(open.len()));
        for (file, tokens) in files_of(submission) {
            let (here, rest) =
                open.split_at(open.partition_point(|place| (place.start as usize) < tokens.end));
            open = rest;
            if here.is_empty() {
                continue;
            }
            let own = file.stream.scheme;
            let scheme = input.length.scheme(own);
            let (salt, length) = (salt(own), length(scheme.k, level));
            let is_longest = MAX_LENGTH < self::length(scheme.k, level + 1);
            let values = file.stream.read_values();
            hash_kgrams(&values, length, &mut self.hashes);
            mask_kgrams(&mask[tokens.clone()], length as u32, &mut self.masked);
            for &place in here {
                let position = place.start as usize - tokens.start;
                if self.masked[position] {
                    continue;
                }
                let (hash, ends) = match self.hashes.get(position) {
                    Some(&hash) => (hash, false),
                    None => (rehash(hash_kgram(&values[position..]) ^ END), true),
                };
                let end = place.start + length.min(values.len() - position) as u32;
                runs.push((hash ^ salt, f32::from(ONE_IN) / f32::from(own.k)));
                places.push(Extended { place, end, is_last: ends || is_longest });
            }
        }
        ([runs], places)
    }
}
