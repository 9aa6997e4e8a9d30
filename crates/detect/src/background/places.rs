//! Fingerprinted submissions of both sides, and where the submissions elsewhere have which fingerprint.

use rayon::prelude::*;

use crate::background::passages::Place;

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
        let mut all: Vec<u64> = self.files.iter().flatten().map(|one| one.0).collect();
        all.sort_unstable();
        all.dedup();
        all
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
