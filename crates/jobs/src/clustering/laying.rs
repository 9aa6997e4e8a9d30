//! Lays the fingerprints of an archive's submissions into a folder, piece by piece, and counts what comparing them costs.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};

use chaffinch_fingerprint::rehash;
use chaffinch_storage::{ArchiveId, FingerprintedSubmission, Owner, SchemeId, Storage};

use super::{COMMON_LIMIT, ClusterError};
use crate::attempt::{AttemptError, computed};
use crate::children::Child;
use crate::corpora;
use crate::folder;

/// Submissions fetched at a time. All submissions of one ingest came in one upload, whose size is bounded.
const PIECE: u32 = 256;

/// One fingerprint in so many tells how many pairs all of them will make.
const WATCHED: u64 = 64;

/// A fingerprint's bits below those of its scheme.
const BITS: u32 = chaffinch_index::BITS;

/// What lies in the folder.
#[derive(Debug, Default)]
pub(super) struct Laid {
    /// In the order they lie there.
    pub(super) submissions: Vec<LaidSubmission>,
    /// One fingerprint in so many.
    pub(super) one_in: u64,
    /// Pairs of submissions for each fingerprint that they share, estimated; equal submissions counted once.
    pub(super) pairings: u64,
}

/// A submission of it.
#[derive(Debug)]
pub(super) struct LaidSubmission {
    pub(super) number: u32,
    pub(super) name: String,
    /// Distinct fingerprints.
    pub(super) fingerprints: u64,
    /// Of these, those that lie there.
    pub(super) sampled: u64,
    /// Place of an earlier one that has the same sketch, where a corpus says so. None of its own lie there.
    pub(super) copy_of: Option<usize>,
}

/// Lays one fingerprint in `one_in` of each submission of an archive. Refuses to lay more than `most` fingerprints.
pub(super) async fn lay(
    storage: &dyn Storage,
    archive: ArchiveId,
    child: &Child<'_>,
    (most, one_in): (u64, u64),
) -> Result<Laid, ClusterError> {
    let schemes = storage.index_schemes().await?.into_iter();
    let corpora = schemes.filter(|(_, scheme)| corpora::is_of_corpora(scheme)).map(|(id, _)| id).collect();
    let mut writer = child.in_folder(move |folder| Writer::create(folder, one_in, corpora)).await?;
    for ingest in storage.ingests(Owner::Archive(archive)).await? {
        let mut last = 0;
        loop {
            let piece = storage.fingerprinted(&ingest, last, PIECE).await?;
            let Some(submission) = piece.last() else { break };
            last = submission.number;
            let written = computed(move || writer.write(piece).map(|()| writer)).await;
            writer = written.map_err(AttemptError::Folder)?;
            if most < writer.fingerprints {
                return Err(ClusterError::TooLarge { what: "fingerprints", limit: most });
            }
        }
    }
    let laid = computed(move || writer.finish()).await;
    Ok(laid.map_err(AttemptError::Folder)?)
}

/// Writes submissions as sets of values for crate `corpus`.
struct Writer {
    to: BufWriter<File>,
    laid: Laid,
    fingerprints: u64,
    /// How many different submissions have each of the watched values.
    watched: HashMap<u64, u32>,
    /// Sums of the sets that were there: equal ones are folded before they are paired.
    seen: HashSet<u64>,
    /// Schemes of documents that are kept as sketches.
    corpora: HashSet<SchemeId>,
    /// Their marks, and the place of the first document that has each.
    sketches: HashMap<u64, usize>,
}

impl Writer {
    fn create(folder: &std::path::Path, one_in: u64, corpora: HashSet<SchemeId>) -> io::Result<Self> {
        Ok(Self {
            to: BufWriter::with_capacity(1 << 18, File::create(folder::features_path(folder))?),
            laid: Laid { one_in, ..Laid::default() },
            fingerprints: 0,
            watched: HashMap::new(),
            seen: HashSet::new(),
            corpora,
            sketches: HashMap::new(),
        })
    }

    fn write(&mut self, piece: Vec<FingerprintedSubmission>) -> io::Result<()> {
        for FingerprintedSubmission { number, name, fingerprints } in piece {
            let (mut values, mark) = values(&fingerprints, &self.corpora);
            let place = self.laid.submissions.len();
            let first = mark.map(|mark| *self.sketches.entry(mark).or_insert(place));
            let copy_of = first.filter(|first| *first != place);
            let all = values.len() as u64;
            self.fingerprints += all;
            // Other bits than those that are watched.
            values.retain(|value| (value >> 32).is_multiple_of(self.laid.one_in));
            let sum = values.iter().fold(0_u64, |sum, &value| sum.wrapping_add(rehash(!value)));
            if self.seen.insert(sum) {
                for &value in values.iter().filter(|value| value.is_multiple_of(WATCHED)) {
                    *self.watched.entry(value).or_default() += 1;
                }
            }
            chaffinch_corpus::write_features(&number.to_string(), &values, &mut self.to)?;
            let (fingerprints, sampled) = copy_of.map_or((all, values.len() as u64), |first| {
                let first = &self.laid.submissions[first];
                (first.fingerprints, first.sampled)
            });
            self.laid.submissions.push(LaidSubmission { number, name, fingerprints, sampled, copy_of });
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<Laid> {
        self.to.flush()?;
        let pairs = |&count: &u32| u64::from(count) * u64::from(count - 1) / 2;
        let kept = self.watched.values().filter(|&&count| count <= COMMON_LIMIT);
        self.laid.pairings = kept.map(pairs).sum::<u64>().saturating_mul(WATCHED);
        Ok(self.laid)
    }
}

/// The fingerprints of all files, ascending and distinct, mixed well, and told apart by their scheme: those of different
/// schemes never meet. What cannot be unpacked is passed over, as look-ups do; a check of the index names it. Of a document
/// of a corpus also the mark of its sketch.
fn values(files: &[(SchemeId, Vec<u8>)], corpora: &HashSet<SchemeId>) -> (Vec<u64>, Option<u64>) {
    let (mut values, mut mark) = (Vec::new(), None);
    for (scheme, packed) in files {
        let mut unpacked = chaffinch_index::unpack(packed).unwrap_or_default();
        if corpora.contains(scheme) {
            (unpacked, mark) = corpora::apart(unpacked);
        }
        let scheme = u64::from(scheme.0) << BITS;
        values.extend(unpacked.iter().map(|fingerprint| rehash(fingerprint.value ^ scheme)));
    }
    values.sort_unstable();
    values.dedup();
    (values, mark)
}
