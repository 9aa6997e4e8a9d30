//! Writes the fingerprints of an archive's submissions into a folder, piece by piece, and estimates the cost of
//! comparing them.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};

use chaffinch_fingerprint::rehash;
use chaffinch_query::ClusterError;
use chaffinch_storage::{ArchiveId, FingerprintedSubmission, Owner, SchemeId, Storage};

use crate::analysis::cluster::COMMON_LIMIT;
use crate::archive::corpora::marks;
use crate::blocking::run_blocking;
use crate::child::child_runner::{ChildError, ChildRunner};
use crate::index::schemes;
use crate::task_folder;

/// Number of submissions fetched at a time. All submissions of one ingest came in one upload, whose size is limited.
const BATCH_SIZE: u32 = 256;

/// One in this many fingerprints is counted to estimate how many pairs all of them make.
const COUNTED_ONE_IN: u64 = 64;

/// Number of bits of a fingerprint; the bits above them hold the scheme.
const BITS: u32 = chaffinch_index::BITS;

/// Summary of what was written into the folder.
#[derive(Debug, Default)]
pub(super) struct WrittenFeatures {
    /// The submissions, in the order in which they were written.
    pub(super) submissions: Vec<WrittenSubmission>,
    /// One in this many fingerprints was written.
    pub(super) one_in: u64,
    /// Estimated number of pairs of submissions that share a fingerprint, summed over the fingerprints. Equal
    /// submissions count once.
    pub(super) pairings: u64,
}

/// A submission in the folder.
#[derive(Debug)]
pub(super) struct WrittenSubmission {
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
pub(super) async fn write(
    storage: &dyn Storage,
    archive: ArchiveId,
    child: &ChildRunner<'_>,
    (most, one_in): (u64, u64),
) -> Result<WrittenFeatures, ClusterError> {
    let schemes = storage.index_schemes().await?.into_iter();
    let corpora = schemes.filter(|(_, scheme)| schemes::is_corpus_scheme(scheme)).map(|(id, _)| id).collect();
    let mut writer = child.in_folder(move |folder| FeatureWriter::create(folder, one_in, corpora)).await?;
    for ingest in storage.ingests(Owner::Archive(archive)).await? {
        let mut last = 0;
        loop {
            let piece = storage.fingerprinted(&ingest, last, BATCH_SIZE).await?;
            let Some(submission) = piece.last() else { break };
            last = submission.number;
            let written = run_blocking(move || writer.write(piece).map(|()| writer)).await;
            writer = written.map_err(ChildError::Folder)?;
            if most < writer.fingerprints {
                return Err(ClusterError::TooLarge { what: "fingerprints", limit: most });
            }
        }
    }
    let written = run_blocking(move || writer.finish()).await;
    Ok(written.map_err(ChildError::Folder)?)
}

/// Writes submissions as sets of values for the `corpus` crate.
struct FeatureWriter {
    to: BufWriter<File>,
    written: WrittenFeatures,
    fingerprints: u64,
    /// Number of different submissions that have each of the counted values.
    counted: HashMap<u64, u32>,
    /// Checksums of the sets written so far. Equal sets are folded into one before pairs are made.
    seen: HashSet<u64>,
    /// Schemes of documents that are kept as sketches.
    corpora: HashSet<SchemeId>,
    /// Marks of the sketches, with the position of the first document that has each.
    sketches: HashMap<u64, usize>,
}

impl FeatureWriter {
    fn create(folder: &std::path::Path, one_in: u64, corpora: HashSet<SchemeId>) -> io::Result<Self> {
        Ok(Self {
            to: BufWriter::with_capacity(1 << 18, File::create(task_folder::features_path(folder))?),
            written: WrittenFeatures { one_in, ..WrittenFeatures::default() },
            fingerprints: 0,
            counted: HashMap::new(),
            seen: HashSet::new(),
            corpora,
            sketches: HashMap::new(),
        })
    }

    fn write(&mut self, piece: Vec<FingerprintedSubmission>) -> io::Result<()> {
        for FingerprintedSubmission { number, name, fingerprints, .. } in piece {
            let (mut values, mark) = values(&fingerprints, &self.corpora);
            let position = self.written.submissions.len();
            let first = mark.map(|mark| *self.sketches.entry(mark).or_insert(position));
            let copy_of = first.filter(|first| *first != position);
            let all = values.len() as u64;
            self.fingerprints += all;
            // The bits used here differ from those that select the counted values.
            values.retain(|value| (value >> 32).is_multiple_of(self.written.one_in));
            let sum = values.iter().fold(0_u64, |sum, &value| sum.wrapping_add(rehash(!value)));
            if self.seen.insert(sum) {
                for &value in values.iter().filter(|value| value.is_multiple_of(COUNTED_ONE_IN)) {
                    *self.counted.entry(value).or_default() += 1;
                }
            }
            chaffinch_corpus::write_features(&number.to_string(), &values, &mut self.to)?;
            let (fingerprints, sampled) = copy_of.map_or((all, values.len() as u64), |first| {
                let first = &self.written.submissions[first];
                (first.fingerprints, first.sampled)
            });
            self.written.submissions.push(WrittenSubmission { number, name, fingerprints, sampled, copy_of });
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<WrittenFeatures> {
        self.to.flush()?;
        let pairs = |&count: &u32| u64::from(count) * u64::from(count - 1) / 2;
        let kept = self.counted.values().filter(|&&count| count <= COMMON_LIMIT);
        self.written.pairings = kept.map(pairs).sum::<u64>().saturating_mul(COUNTED_ONE_IN);
        Ok(self.written)
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
            (unpacked, mark) = marks::split_mark(unpacked);
        }
        let scheme = u64::from(scheme.0) << BITS;
        values.extend(unpacked.iter().map(|fingerprint| rehash(fingerprint.value ^ scheme)));
    }
    values.sort_unstable();
    values.dedup();
    (values, mark)
}
