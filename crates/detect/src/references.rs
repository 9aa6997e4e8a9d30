//! What of a pair does not count, because both sides took it from the same reference answer, or both handed it in before.
//!
//! The tokens of submissions that agree with reference answers are found by the rules for starter code: verified runs of at
//! least [`shortest_run`] tokens, and the statements of a file that was written into the reference. Nothing is masked here, as
//! one student's use of a reference is no reason to ignore anything. Only what two students have from the same place of
//! the same reference does not count for their pair.

mod runs;

use std::borrow::Cow;
use std::ops::Range;

use chaffinch_fingerprint::hash_kgrams;
use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::background::union;
use crate::index::kgrams::{salt, streams_of};
use crate::index::{distinct, files_of};
use crate::masks::Masks;
use crate::masks::boilerplate::{WindowIndex, Windows, agreeing};
use crate::references::runs::{Covered, Run, each_common, each_overlap, joined};
use crate::{BOILERPLATE_RUN, Mask, OwnWork, ReferenceShare, SeededMap};

/// The tokens of each side of a pair that do not count; ascending, apart from each other.
pub(crate) type Shared = [Vec<Range<u32>>; 2];

/// Returns how many tokens these are.
pub(crate) fn number_of(tokens: &[Range<u32>]) -> u32 {
    tokens.iter().map(|tokens| tokens.end - tokens.start).sum()
}

/// What of each submission agrees with references.
pub(crate) struct Coverage {
    /// What of each submission agrees with a reference, by its first token there; empty for references.
    of: Vec<Vec<Run>>,
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
        if references.is_empty() {
            return coverage;
        }
        let read: Vec<Vec<Cow<'_, TokenStream>>> = references.par_iter().map(streams_of).collect();
        let streams: Vec<Vec<&TokenStream>> =
            read.iter().map(|streams| streams.iter().map(AsRef::as_ref).collect()).collect();
        let run = shortest_run(references.len());
        let mut start = 0;
        let prepared = streams.iter().map(|streams| {
            coverage.starts.push(start);
            Reference::new(streams, run, &mut start)
        });
        let prepared: Vec<Reference<'_>> = prepared.collect();
        let mut with_window: SeededMap<u64, Vec<u32>> = SeededMap::default();
        for (number, reference) in (0..).zip(&prepared) {
            reference.index.keys().for_each(|key| with_window.entry(key).or_default().push(number));
        }
        let found = students.par_iter().zip(masks).map(|(student, mask)| {
            let files: Vec<(Windows<'_>, Range<usize>)> =
                files_of(student).map(|(file, tokens)| (Windows::read(&file.stream, run), tokens)).collect();
            // Nothing else agrees with a reference than what shares a window with it.
            let mut of_references: Vec<Vec<(usize, usize)>> = vec![Vec::new(); prepared.len()];
            for (file, (windows, _)) in files.iter().enumerate() {
                for (at, key) in windows.keys().enumerate() {
                    for &number in with_window.get(&key).into_iter().flatten() {
                        of_references[number as usize].push((file, at));
                    }
                }
            }
            let sharing = prepared.iter().zip(of_references).filter(|(_, shared)| !shared.is_empty());
            distinct(sharing.flat_map(|(reference, shared)| reference.covered(&files, &shared, mask)))
        });
        let found: Vec<Vec<Run>> = found.collect();
        coverage.of.iter_mut().zip(found).for_each(|(of, found)| *of = found);
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

    /// Returns the tokens of a submission that may not count for a pair; ascending, apart from each other.
    pub(crate) fn any(&self, submission: u32) -> Vec<Range<u32>> {
        let runs = self.of[submission as usize].iter().map(|run| run.token..run.token + run.tokens);
        let own = self.own_of(submission).iter().map(|window| window.1..window.1 + BOILERPLATE_RUN);
        union(runs.chain(own).collect())
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
        each_overlap([left, right].map(|side| self.of[side as usize].as_slice()), |_, sides| {
            shared.iter_mut().zip(sides).for_each(|(tokens, side)| tokens.push(side));
        });
        each_common([self.own_of(left), self.own_of(right)], |_, sides| {
            for (tokens, side) in shared.iter_mut().zip(sides) {
                tokens.extend(side.iter().map(|window| window.1..window.1 + BOILERPLATE_RUN));
            }
        });
        let shared = shared.map(union);
        (!shared[0].is_empty()).then_some(shared)
    }

    /// Returns [`Self::shared`] of each pair.
    pub(crate) fn of_pairs(&self, pairs: &[(u32, u32)]) -> Vec<Option<Shared>> {
        pairs.par_iter().map(|&(left, right)| self.shared(left, right)).collect()
    }

    /// Returns how many tokens of the left side both have from each reference, most first. A token that several references
    /// have counts for the first of these only.
    pub(crate) fn shares(&self, left: u32, right: u32) -> Vec<ReferenceShare> {
        let mut tokens: Vec<Vec<Range<u32>>> = vec![Vec::new(); self.starts.len()];
        each_overlap([left, right].map(|side| self.of[side as usize].as_slice()), |place, [ours, _]| {
            let reference = self.starts.partition_point(|&start| start <= place) - 1;
            tokens[reference].push(ours);
        });
        let mut by_size: Vec<(usize, Vec<Range<u32>>)> = tokens.into_iter().map(union).enumerate().collect();
        by_size.sort_by_key(|(reference, tokens)| (std::cmp::Reverse(number_of(tokens)), *reference));
        let mut counted: Vec<Range<u32>> = Vec::new();
        let share = |(reference, tokens): (usize, Vec<Range<u32>>)| {
            let before = number_of(&counted);
            counted = union([std::mem::take(&mut counted), tokens].concat());
            let reference = self.references.start + reference as u32;
            ReferenceShare { reference, tokens: number_of(&counted) - before }
        };
        let shares = by_size.into_iter().take_while(|(_, tokens)| !tokens.is_empty()).map(share);
        shares.filter(|share| share.tokens > 0).collect()
    }
}

/// Returns how many tokens a run must have to be from one of so many references: that of starter code, and
/// [`RUN_OF_TWICE_AS_MANY`] more for each doubling. By chance, the longest run that two texts share grows with the logarithm
/// of their size (Arratia and Waterman, Critical phenomena in sequence matching, 1985). Of two copies, both sides have the
/// same run, so that a chance that any reference has it would take it from their evidence.
fn shortest_run(references: usize) -> usize {
    BOILERPLATE_RUN as usize + RUN_OF_TWICE_AS_MANY * references.max(1).ilog2() as usize
}

/// Tokens by which a run must be longer if it may be from twice as many references. With 350 programs of the same kind of
/// task, 0 costs a tenth of the copies; from 3 on, innocents stay that took the same from one of them.
const RUN_OF_TWICE_AS_MANY: usize = 2;

/// A reference answer, as it is looked for in submissions.
struct Reference<'a> {
    streams: &'a [&'a TokenStream],
    index: WindowIndex<'a>,
    /// The first token of each file.
    file_starts: Vec<u32>,
}

impl<'a> Reference<'a> {
    /// What agrees with it has runs of at least `run` tokens. The tokens of references are counted through; `start` is the
    /// next one.
    fn new(streams: &'a [&'a TokenStream], run: usize, start: &mut u32) -> Self {
        let file_starts = streams.iter().map(|stream| {
            let first = *start;
            *start += stream.values.len() as u32;
            first
        });
        let file_starts = file_starts.collect();
        Self { streams, index: WindowIndex::new(streams, run), file_starts }
    }

    /// Returns the unmasked tokens of a submission's files that agree with the reference. `shared` are the windows that both
    /// have, each by its file and first token there; ascending.
    fn covered(
        &self,
        files: &[(Windows<'_>, Range<usize>)],
        shared: &[(usize, usize)],
        mask: &[Option<Mask>],
    ) -> Vec<Run> {
        let mut runs = Vec::new();
        for of_file in shared.chunk_by(|one, other| one.0 == other.0) {
            let (windows, begin) = (of_file[0].0, of_file.iter().map(|window| window.1));
            let (file, of_file) = &files[windows];
            agreeing((file, begin), self.streams, &self.index, |tokens, other, place| {
                let (token, place) = ((of_file.start + tokens.start) as u32, place as u32);
                runs.push(Run { place: self.file_starts[other] + place, token, tokens: tokens.len() as u32 });
            });
        }
        let unmasked = |run: Run| {
            let tokens = run.token as usize..(run.token + run.tokens) as usize;
            let pieces = mask[tokens].chunk_by(|one, other| one.is_none() == other.is_none());
            pieces
                .scan(0, |start, piece| Some((std::mem::replace(start, *start + piece.len() as u32), piece)))
                .filter(|(_, piece)| piece[0].is_none())
                .map(move |(start, piece)| Run {
                    place: run.place + start,
                    token: run.token + start,
                    tokens: piece.len() as u32,
                })
                .collect::<Vec<Run>>()
        };
        joined(runs).into_iter().flat_map(unmasked).collect()
    }
}

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
