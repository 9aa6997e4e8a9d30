//! Which earlier submissions a batch is compared with: the stored index proposes, then they are fetched. The database's
//! side of an analysis; compares nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::{DocumentSet, Fingerprint, IndexError, Question, Selection, candidates};
use chaffinch_storage::{
    Archive, Batch, DocumentId, IndexScheme, Owner, Place, Storage, StorageError, StoredDocument,
    StoredSubmission,
};

use crate::postings;

/// Fingerprints in more documents than this are frequent: they tell little, and cost most. Counted apart in archives and in
/// batches.
pub(crate) const FREQUENCY_LIMIT: u32 = 1000;

/// Candidates for one submission, at most. Among 85,000 programs the source of a disguised copy is among the best 10
/// (docs/detection.md).
const MOST: usize = 10;

/// Documents looked at for one submission, the heaviest first: a candidate may have its fingerprints in several files, and
/// large ones are heavy because they have something of everything.
pub const DOCUMENTS: usize = 10 * MOST;

/// Bytes of packed fingerprints that a candidate counts as having beside its own, so that a fragment is not the best
/// candidate for the few it has.
const SMOOTHING: f64 = 400.0;

/// Weight of what a candidate must share, bits squared: two fingerprints of 6 bits, or one of 9. So a common idiom alone
/// makes nobody a candidate; where the archive is small, one coincidence does. In a large one [`MOST`] and the room are
/// what keeps candidates few.
const LEAST_WEIGHT: f64 = 72.0;

/// Candidates for a small class, at most; a larger one gets as many as it has submissions.
const LEAST_ROOM: usize = 100;

/// Fetched at a time.
const PIECE: usize = 100;

/// Documents asked for their places in one call.
const PLACES: usize = 8000;

/// Bytes of candidates laid out for one analysis, at most: what a class of 2,000 with large programs needs. Beside these an
/// analysis reads of an archive, however large it is, one packed block for each run and fingerprint asked.
pub const MOST_BYTES: u64 = 256 << 20;

/// A submission that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// How its fingerprints were made.
    pub(crate) scheme: IndexScheme,
    /// Those of all its files of that scheme.
    pub(crate) fingerprints: Vec<Fingerprint>,
}

/// Earlier submissions to compare with.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Candidates {
    /// What may be a source or a copy: by archive, then by number.
    pub(crate) submissions: Vec<StoredSubmission>,
    /// Bytes read of index and archives.
    pub(crate) bytes: u64,
}

/// Archives a batch is to be compared with: those it names, or all of its course.
pub(crate) async fn archives(storage: &dyn Storage, batch: &Batch) -> Result<Vec<Archive>, StorageError> {
    let mut archives = match &batch.options.archives {
        None => storage.archives(&[batch.course]).await?,
        Some(named) => {
            let mut archives = Vec::new();
            for &id in named.iter().collect::<BTreeSet<_>>() {
                // One that was deleted since cannot be compared with; the report says with which it was.
                archives.extend(storage.archive(id).await?);
            }
            archives
        }
    };
    // There is nothing to compare token by token with in a corpus.
    archives.retain(|archive| 0 < archive.documents && archive.sketch.is_none());
    archives.sort_by(|one, two| (&one.name, one.id).cmp(&(&two.name, two.id)));
    Ok(archives)
}

/// The documents of these archives.
pub(crate) async fn documents(
    storage: &dyn Storage,
    archives: &[Archive],
) -> Result<DocumentSet, StorageError> {
    let mut documents = Vec::new();
    for archive in archives {
        documents.extend(storage.ingests(Owner::Archive(archive.id)).await?);
    }
    Ok(documents.into_iter().map(|ingest| ingest.documents).collect())
}

/// Asks the index of archives, and that of batches where these may be answered, then fetches what it proposes.
pub(crate) async fn find(
    storage: &dyn Storage,
    among: &DocumentSet,
    asked: &[Asked],
    selection: Selection,
    batches: bool,
) -> Result<Candidates, IndexError> {
    let mut proposals = Vec::new();
    let mut bytes = 0;
    for (scheme, known) in storage.index_schemes().await? {
        let documents: Vec<Vec<Fingerprint>> = asked
            .iter()
            .filter(|asked| {
                postings::in_archives(&asked.scheme) == known || (batches && asked.scheme == known)
            })
            .map(|asked| asked.fingerprints.clone())
            .collect();
        if documents.is_empty() || among.is_empty() {
            continue;
        }
        let question = Question {
            scheme,
            documents: &documents,
            among,
            selection,
            frequency_limit: FREQUENCY_LIMIT,
            most: DOCUMENTS,
        };
        let found = candidates(storage, &question).await?;
        bytes += found.read.bytes;
        proposals.extend(
            found
                .of
                .into_iter()
                .map(|of| of.into_iter().map(|found| (found.document, found.weight)).collect()),
        );
    }
    let wanted = choose(&ranked(storage, &proposals).await?, asked.len().max(LEAST_ROOM));
    let (submissions, read) = fetch(storage, &wanted).await?;
    Ok(Candidates { submissions, bytes: bytes + read })
}

/// Documents proposed for one submission, with their weights.
pub type Proposal = Vec<(DocumentId, f64)>;

/// The submissions that the documents belong to which the index proposes for some others: for each of these the best
/// first, and not many.
///
/// # Errors
/// Those of the storage.
pub async fn rank(
    storage: &dyn Storage,
    proposals: &[Proposal],
) -> Result<Vec<Vec<(Owner, u32)>>, StorageError> {
    let ranked = ranked(storage, proposals).await?;
    Ok(ranked.into_iter().map(|of| of.into_iter().map(|ranked| ranked.candidate).collect()).collect())
}

/// An earlier submission, as a candidate for one of the class.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ranked {
    candidate: (Owner, u32),
    /// How far it stands out from what is usual for the submission, 1 and more.
    strength: f64,
}

async fn ranked(storage: &dyn Storage, proposals: &[Proposal]) -> Result<Vec<Vec<Ranked>>, StorageError> {
    let places = places(storage, proposals).await?;
    Ok(proposals.iter().map(|proposal| best(&places, proposal)).collect())
}

/// Where the proposed documents are.
async fn places(
    storage: &dyn Storage,
    proposals: &[Proposal],
) -> Result<BTreeMap<DocumentId, Place>, StorageError> {
    let documents: BTreeSet<DocumentId> = proposals.iter().flatten().map(|&(document, _)| document).collect();
    let documents: Vec<_> = documents.into_iter().collect();
    let mut places = BTreeMap::new();
    for piece in documents.chunks(PLACES) {
        places.extend(storage.places(piece).await?.into_iter().map(|place| (place.document, place)));
    }
    Ok(places)
}

/// The best candidate of each submission, then those that stand out most, whosever they are, as long as there is room.
/// By owner, then by number.
///
/// What is like everything else an archive has would otherwise take the room of a source that comes second.
fn choose(ranked: &[Vec<Ranked>], room: usize) -> BTreeSet<(Owner, u32)> {
    let mut best: Vec<&Ranked> = ranked.iter().filter_map(|of| of.first()).collect();
    let mut others: Vec<&Ranked> = ranked.iter().flat_map(|of| of.iter().skip(1)).collect();
    for candidates in [&mut best, &mut others] {
        candidates.sort_by(|one, two| {
            two.strength.total_cmp(&one.strength).then_with(|| one.candidate.cmp(&two.candidate))
        });
    }
    let mut chosen = BTreeSet::new();
    for Ranked { candidate, .. } in best.into_iter().chain(others) {
        if chosen.len() < room {
            chosen.insert(*candidate);
        }
    }
    chosen
}

/// Candidates of one submission, the best first. The weight of a submission is the sum over its files, held against their
/// size: among what shares as much, the source of a disguised copy is what has least beside it (docs/detection.md).
///
/// What is usual for the submission is what the last of [`MOST`] has; where there are fewer, the least weight.
fn best(places: &BTreeMap<DocumentId, Place>, proposal: &Proposal) -> Vec<Ranked> {
    let mut sums: BTreeMap<(Owner, u32), (f64, f64)> = BTreeMap::new();
    for (document, weight) in proposal {
        // What is gone since has no place.
        if let Some(place) = places.get(document) {
            let sum = sums.entry((place.owner, place.submission)).or_insert((0.0, SMOOTHING));
            sum.0 += weight;
            sum.1 += place.fingerprint_bytes as f64;
        }
    }
    let mut ranked: Vec<_> = sums
        .into_iter()
        .filter(|(_, (weight, _))| LEAST_WEIGHT <= *weight)
        .map(|(candidate, (weight, size))| (candidate, weight / size, weight))
        .collect();
    ranked.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    ranked.truncate(MOST);
    let usual = (ranked.len() == MOST).then(|| ranked[MOST - 1].1);
    ranked
        .into_iter()
        .map(|(candidate, measure, weight)| {
            let strength = usual.map_or(weight / LEAST_WEIGHT, |usual| measure / usual);
            Ranked { candidate, strength }
        })
        .collect()
}

/// Reads them, as many as there is room for.
async fn fetch(
    storage: &dyn Storage,
    wanted: &BTreeSet<(Owner, u32)>,
) -> Result<(Vec<StoredSubmission>, u64), StorageError> {
    let wanted: Vec<_> = wanted.iter().copied().collect();
    let (mut fetched, mut read) = (Vec::with_capacity(wanted.len()), 0);
    for piece in wanted.chunks(PIECE) {
        for submission in storage.stored(piece).await? {
            let bytes = size(&submission);
            if MOST_BYTES < read + bytes {
                tracing::warn!(limit = MOST_BYTES, "candidates beyond the limit are left out");
                return Ok((fetched, read));
            }
            read += bytes;
            fetched.push(submission);
        }
    }
    Ok((fetched, read))
}

/// Bytes of a submission as it lies in the database.
fn size(submission: &StoredSubmission) -> u64 {
    let of = |document: &StoredDocument| {
        let text = document.text.as_ref().map_or(0, |text| text.as_bytes().len());
        let fingerprints = document.fingerprints.as_ref().map_or(0, |(_, packed)| packed.len());
        (text + document.stream.as_bytes().len() + fingerprints) as u64
    };
    submission.documents.iter().map(of).sum()
}

#[cfg(test)]
mod tests;
