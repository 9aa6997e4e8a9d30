//! What of a pair does not count, because both sides took it from the same reference answer, or both handed it in before.
//!
//! The tokens of submissions that agree with reference answers are found by the rules for starter code: verified runs of
//! [`BOILERPLATE_RUN`] tokens, and the statements of a file that was written into the reference. Nothing is masked here, as
//! one student's use of a reference is no reason to ignore anything. Only what two students have from the same place of
//! the same reference does not count for their pair.

use std::ops::Range;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::background::union;
use crate::index::kgrams::{salt, streams_of};
use crate::index::{distinct, files_of};
use crate::masks::Masks;
use crate::masks::boilerplate::{WindowIndex, agreeing};
use crate::{BOILERPLATE_RUN, Mask, OwnWork, ReferenceShare};

/// The tokens of each side of a pair that do not count; ascending.
pub(crate) type Shared = [Vec<u32>; 2];

/// What of each submission agrees with references.
pub(crate) struct Coverage {
    /// For each submission, (token of a reference, token of the submission), ascending; empty for references.
    of: Vec<Vec<Covered>>,
    /// The submissions that are references.
    pub(crate) references: Range<u32>,
    /// The first token of each reference.
    starts: Vec<u32>,
    /// For each submission, (number of a window of tokens, its first token), ascending: the windows that its author and
    /// others handed in before. Empty if nobody did.
    own: Vec<Vec<Covered>>,
}

impl Coverage {
    /// Finds what agrees with `references`, which are the last of the submissions. Masked tokens are left out.
    pub(crate) fn find(submissions: &[TokenizedSubmission], masks: &Masks, references: Range<u32>) -> Self {
        let mut coverage =
            Self { of: vec![Vec::new(); submissions.len()], references, starts: Vec::new(), own: Vec::new() };
        let (students, references) = submissions.split_at(coverage.references.start as usize);
        let mut start = 0;
        for reference in references {
            coverage.starts.push(start);
            let streams = streams_of(reference);
            let streams: Vec<&TokenStream> = streams.iter().map(AsRef::as_ref).collect();
            let index = WindowIndex::new(&streams, BOILERPLATE_RUN as usize);
            let mut file_starts = vec![start];
            for stream in &streams {
                start += stream.values.len() as u32;
                file_starts.push(start);
            }
            let found = students
                .par_iter()
                .zip(masks)
                .map(|(student, mask)| covered(student, mask, &streams, &index, &file_starts));
            let found: Vec<Vec<Covered>> = found.collect();
            coverage.of.iter_mut().zip(found).for_each(|(of, found)| of.extend(found));
        }
        coverage.of = coverage.of.into_par_iter().map(distinct).collect();
        coverage
    }

    /// Adds what authors handed in before. A pair does not count what both sides have so, whole windows of
    /// [`BOILERPLATE_RUN`] tokens: what one has taken from the other's earlier work stays.
    pub(crate) fn with_own_work(
        self,
        submissions: &[TokenizedSubmission],
        masks: &Masks,
        own: &OwnWork,
    ) -> Self {
        Self { own: own_windows(submissions, masks, own), ..self }
    }

    /// Returns how many of these pairs do not count something because both sides handed it in before.
    pub(crate) fn pairs_with_own_work(&self, pairs: &[(u32, u32)]) -> u32 {
        let has = |&&(left, right): &&(u32, u32)| {
            let mut any = false;
            each_common([self.own_of(left), self.own_of(right)], |_, _| any = true);
            any
        };
        pairs.iter().filter(has).count() as u32
    }

    fn own_of(&self, submission: u32) -> &[Covered] {
        self.own.get(submission as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns whether some of a submission may not count for a pair.
    pub(crate) fn has(&self, submission: u32) -> bool {
        !self.of[submission as usize].is_empty() || !self.own_of(submission).is_empty()
    }

    /// Returns the tokens of each side that do not count, because both have the same token of a reference or handed it in
    /// before; `None` if there are none.
    pub(crate) fn shared(&self, left: u32, right: u32) -> Option<Shared> {
        if !self.has(left) || !self.has(right) {
            return None;
        }
        let mut shared = [Vec::new(), Vec::new()];
        self.each_shared(left, right, |_, sides| {
            for (tokens, side) in shared.iter_mut().zip(sides) {
                tokens.extend(side.iter().map(|covered| covered.1));
            }
        });
        each_common([self.own_of(left), self.own_of(right)], |_, sides| {
            for (tokens, side) in shared.iter_mut().zip(sides) {
                tokens.extend(side.iter().flat_map(|window| window.1..window.1 + BOILERPLATE_RUN));
            }
        });
        let shared = shared.map(distinct);
        (!shared[0].is_empty()).then_some(shared)
    }

    /// Returns the numbers of tokens of two sides that count for the pair. `counted` are those of the submissions.
    pub(crate) fn counted(&self, sides: [u32; 2], counted: &[u32]) -> [u32; 2] {
        let counted = sides.map(|side| counted[side as usize]);
        match self.shared(sides[0], sides[1]) {
            Some(shared) => [0, 1].map(|side| counted[side] - shared[side].len() as u32),
            None => counted,
        }
    }

    /// Returns how many tokens of the left side both have from each reference, most first. A token that several references
    /// have counts for the first of these only.
    pub(crate) fn shares(&self, left: u32, right: u32) -> Vec<ReferenceShare> {
        let mut tokens: Vec<Vec<u32>> = vec![Vec::new(); self.starts.len()];
        self.each_shared(left, right, |place, [ours, _]| {
            let reference = self.starts.partition_point(|&start| start <= place) - 1;
            tokens[reference].extend(ours.iter().map(|covered| covered.1));
        });
        let mut by_size: Vec<(usize, Vec<u32>)> = tokens.into_iter().enumerate().collect();
        by_size.sort_by_key(|(reference, tokens)| (std::cmp::Reverse(tokens.len()), *reference));
        let mut counted = rustc_hash::FxHashSet::default();
        let share = |(reference, tokens): (usize, Vec<u32>)| ReferenceShare {
            reference: self.references.start + reference as u32,
            tokens: tokens.into_iter().filter(|&token| counted.insert(token)).count() as u32,
        };
        by_size.into_iter().map(share).filter(|share| share.tokens > 0).collect()
    }

    /// Calls `each` with every token of a reference that both sides have, and where they have it.
    fn each_shared(&self, left: u32, right: u32, each: impl FnMut(u32, [&[Covered]; 2])) {
        each_common([left, right].map(|side| self.of[side as usize].as_slice()), each);
    }
}

/// Calls `each` with every number that both lists have, and the entries that have it.
fn each_common(mut rest: [&[Covered]; 2], mut each: impl FnMut(u32, [&[Covered]; 2])) {
    while let [Some(ours), Some(theirs)] = rest.map(|side| side.first().map(|covered| covered.0)) {
        let place = ours.max(theirs);
        rest = rest.map(|side| &side[side.partition_point(|covered| covered.0 < place)..]);
        let at = rest.map(|side| side.partition_point(|covered| covered.0 == place));
        if at[0] > 0 && at[1] > 0 {
            each(place, [&rest[0][..at[0]], &rest[1][..at[1]]]);
        }
        rest = [&rest[0][at[0]..], &rest[1][at[1]..]];
    }
}

/// Returns the unmasked tokens of a submission that agree with one reference, whose files begin at `file_starts`.
fn covered(
    submission: &TokenizedSubmission,
    mask: &[Option<Mask>],
    streams: &[&TokenStream],
    index: &WindowIndex<'_>,
    file_starts: &[u32],
) -> Vec<Covered> {
    let mut covered = Vec::new();
    for (file, of_file) in files_of(submission) {
        agreeing(&file.stream, streams, index, |tokens, other, place| {
            let places = file_starts[other] + place as u32..;
            let tokens = places.zip(tokens.map(|at| of_file.start + at));
            let unmasked = tokens.filter(|&(_, at)| mask[at].is_none());
            covered.extend(unmasked.map(|(place, at)| (place, at as u32)));
        });
    }
    distinct(covered)
}

/// Something that several submissions have, by its number, and the token of a submission where it is: a token of a
/// reference (the tokens of all references are counted through), or a window of tokens.
type Covered = (u32, u32);

/// Returns, for each submission, the windows of [`BOILERPLATE_RUN`] unmasked tokens that its author handed in before, with
/// a number that is the same wherever the tokens are, and the first token of each; ascending. Windows of one submission
/// only are left out.
fn own_windows(submissions: &[TokenizedSubmission], masks: &Masks, own: &OwnWork) -> Vec<Vec<Covered>> {
    let found: Vec<Vec<(u64, u32)>> = (submissions.par_iter().zip(masks).zip(own))
        .map(|((submission, mask), own)| {
            let (mut windows, mut hashes) = (Vec::new(), Vec::new());
            for ((file, tokens), own) in files_of(submission).zip(own) {
                if !own.is_empty() {
                    let start = tokens.start as u32;
                    hash_kgrams(&file.stream.read_values(), BOILERPLATE_RUN as usize, &mut hashes);
                    let salt = salt(file.stream.scheme);
                    let counts = |at: &u32| {
                        let at = (start + at) as usize;
                        mask[at..at + BOILERPLATE_RUN as usize].iter().all(Option::is_none)
                    };
                    let inside = union(own.iter().map(|passage| passage.tokens.clone()).collect())
                        .into_iter()
                        .flat_map(|passage| {
                            passage.start
                                ..(passage.end + 1).saturating_sub(BOILERPLATE_RUN).min(hashes.len() as u32)
                        });
                    windows.extend(inside.filter(counts).map(|at| (hashes[at as usize] ^ salt, start + at)));
                }
            }
            windows.sort_unstable();
            windows
        })
        .collect();
    let mut known: Vec<u64> = (found.iter())
        .flat_map(|windows| windows.chunk_by(|one, other| one.0 == other.0).map(|same| same[0].0))
        .collect();
    known.par_sort_unstable();
    let shared: Vec<u64> =
        known.chunk_by(|one, other| one == other).filter(|same| same.len() > 1).map(|same| same[0]).collect();
    let numbered = |windows: Vec<(u64, u32)>| {
        let number = |(hash, at): (u64, u32)| Some((shared.binary_search(&hash).ok()? as u32, at));
        windows.into_iter().filter_map(number).collect()
    };
    found.into_iter().map(numbered).collect()
}
