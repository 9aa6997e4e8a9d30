//! Writes the fingerprints of an archive's submissions into a folder, piece by piece, and estimates the cost of
//! comparing them.

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

/// Number of submissions fetched at a time. All submissions of one ingest came in one upload, whose size is limited.
const PIECE: u32 = 256;

/// One in this many fingerprints is counted to estimate how many pairs all of them make.
const WATCHED: u64 = 64;

/// Number of bits of a fingerprint; the bits above them hold the scheme.
const BITS: u32 = chaffinch_index::BITS;

/// Summary of what was written into the folder.
#[derive(Debug, Default)]
pub(super) struct Laid {
    /// The submissions, in the order in which they were written.
    pub(super) submissions: Vec<LaidSubmission>,
    /// One in this many fingerprints was written.
    pub(super) one_in: u64,
    /// Estimated number of pairs of submissions that share a fingerprint, summed over the fingerprints. Equal
    /// submissions count once.
    pub(super) pairings: u64,
}

/// A submission in the folder.
#[derive(Debug)]
pub(super) struct LaidSubmission {
    pub(super) number: u32,
    pub(super) name: String,
    /// Number of distinct fingerprints.
    pub(super) fingerprints: u64,
    /// Number of these fingerprints that were written.
    pub(super) sampled: u64,
    /// Position of an earlier submission with the same sketch, if the submission belongs to a corpus. Nothing is then
    /// written for this one.
    pub(super) copy_of: Option<usize>,
}

/// Writes one in `one_in` fingerprints of each submission of an archive. Fails if the archive has more than `most`
/// fingerprints.
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

/// Writes submissions as sets of values for the `corpus` crate.
struct Writer {
    to: BufWriter<File>,
    laid: Laid,
    fingerprints: u64,
    /// Number of different submissions that have each of the counted values.
    watched: HashMap<u64, u32>,
    /// Checksums of the sets written so far. Equal sets are folded into one before pairs are made.
    seen: HashSet<u64>,
    /// Schemes of documents that are kept as sketches.
    corpora: HashSet<SchemeId>,
    /// Marks of the sketches, with the position of the first document that has each.
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
            // The bits used here differ from those that select the counted values.
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

/// Returns the fingerprints of all files, ascending, distinct and well mixed. Each is combined with its scheme, so
/// fingerprints of different schemes are never equal. Bytes that cannot be unpacked are ignored, as in look-ups; a
/// check of the index reports them. For a document of a corpus, the mark of its sketch is returned as well.
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
