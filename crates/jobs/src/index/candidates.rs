//! Finds the earlier submissions with which a batch is compared: the stored index proposes them, and they are then
//! fetched. This is the database side of an analysis and compares nothing itself. The steps and their constants are
//! explained in docs/internals/inverted-index.md#ranking-of-candidates.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::{DocumentSet, Fingerprint, IndexError, Question, Selection, candidates};
use chaffinch_storage::{
    Archive, ArchiveId, Batch, Document, DocumentId, DocumentLocation, IndexScheme, Owner, Result, Storage,
    StoredSubmission,
};

use super::postings;

/// Fingerprints in more documents than this are frequent: they distinguish little and cost most. They are counted
/// separately in archives and in batches.
pub(crate) const FREQUENCY_LIMIT: u32 = 1000;

/// Largest number of candidates for one submission. Among 85,000 programs, the source of a disguised copy is among the
/// best 10 (docs/internals/inverted-index.md#ranking-of-candidates).
const MAX_CANDIDATES: usize = 10;

/// Number of documents considered for one submission, those with the largest sums of weights. A candidate may have its
/// fingerprints in several files, and large files have large sums because they contain something of everything.
pub const MAX_PROPOSED_DOCUMENTS: usize = 10 * MAX_CANDIDATES;

/// Number of bytes added to the size of a candidate's packed fingerprints. Without it, a fragment with very few
/// fingerprints would be the best candidate.
const SMOOTHING: f64 = 400.0;

/// Smallest weight of what a candidate must share, in bits squared: two fingerprints of 6 bits, or one of 9. A common
/// idiom alone does not reach it. In a small archive, a single coincidence does. In a large archive, [`MAX_CANDIDATES`]
/// and the limit on the number of candidates of a class keep candidates few.
const MIN_WEIGHT: f64 = 72.0;

/// Largest number of candidates for a small class. A class with more submissions gets as many candidates as it has
/// submissions.
const MIN_TOTAL_CANDIDATES: usize = 100;

/// Number of submissions fetched at a time.
const FETCH_SIZE: usize = 100;

/// Number of documents whose locations are requested in one call.
const MAX_LOCATIONS: usize = 8000;

/// Largest number of bytes of candidates that are fetched for one analysis: what a class of 2,000 with large programs
/// needs. Apart from these, an analysis reads one packed block of an archive for each run and fingerprint that it looks
/// up, however large the archive is.
pub const MAX_CANDIDATE_BYTES: u64 = 256 << 20;

/// A submission that is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexQuery {
    /// Scheme by which its fingerprints were made.
    pub(crate) scheme: IndexScheme,
    /// Fingerprints of all its files of that scheme.
    pub(crate) fingerprints: Vec<Fingerprint>,
}

/// Earlier submissions to compare with.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Candidates {
    /// Possible sources and copies, ordered by archive, then by number.
    pub(crate) submissions: Vec<StoredSubmission>,
    /// Number of bytes read from the index and the archives.
    pub(crate) bytes: u64,
    /// Number of fingerprints that were not looked up because too many documents have them ([`FREQUENCY_LIMIT`]).
    pub(crate) frequent: u64,
    /// The owners of candidates that were not fetched ([`MAX_CANDIDATE_BYTES`]), one for each.
    pub(crate) left_out: Vec<Owner>,
}

/// Returns the archives with which a batch is compared: those that it names, or all of its course, and the libraries of its
/// course.
pub(crate) async fn searched_archives(storage: &dyn Storage, batch: &Batch) -> Result<Vec<Archive>> {
    let mut archives = storage.archives(&[batch.course]).await?;
    if let Some(named) = &batch.options.archives {
        archives.retain(|archive| archive.reference.is_some());
        let of_course: BTreeSet<ArchiveId> = archives.iter().map(|archive| archive.id).collect();
        for &id in named.iter().collect::<BTreeSet<_>>().into_iter().filter(|id| !of_course.contains(id)) {
            // An archive that was deleted since is left out. The report names the archives that were used.
            archives.extend(storage.archive(id).await?);
        }
    }
    archives.retain(|archive| archive.documents > 0);
    archives.sort_by(|one, two| (&one.name, one.id).cmp(&(&two.name, two.id)));
    Ok(archives)
}

/// Returns the documents of these archives.
pub(crate) async fn documents(storage: &dyn Storage, archives: &[Archive]) -> Result<DocumentSet> {
    let mut documents = Vec::new();
    for archive in archives {
        documents.extend(storage.ingests(Owner::Archive(archive.id)).await?);
    }
    Ok(documents.into_iter().map(|ingest| ingest.documents).collect())
}

/// Queries the index of archives, and also that of batches if `batches` is set, then fetches the submissions that it
/// proposes.
pub(crate) async fn find(
    storage: &dyn Storage,
    among: &DocumentSet,
    queries: &[IndexQuery],
    selection: Selection,
    batches: bool,
) -> Result<Candidates, IndexError> {
    let mut proposals = Vec::new();
    let (mut bytes, mut frequent) = (0, 0);
    for (scheme, known) in storage.index_schemes().await? {
        let documents: Vec<Vec<Fingerprint>> = queries
            .iter()
            .filter(|query| {
                postings::archive_scheme(&query.scheme) == known || (batches && query.scheme == known)
            })
            .map(|query| query.fingerprints.clone())
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
            most: MAX_PROPOSED_DOCUMENTS,
        };
        let found = candidates(storage, &question).await?;
        bytes += found.read.bytes;
        frequent += found.common.len() as u64;
        proposals.extend(
            found
                .of
                .into_iter()
                .map(|of| of.into_iter().map(|found| (found.document, found.weight)).collect()),
        );
    }
    let wanted = choose(&ranked(storage, &proposals).await?, queries.len().max(MIN_TOTAL_CANDIDATES));
    let (submissions, read) = fetch(storage, &wanted).await?;
    let is_fetched = |owner: Owner, number: u32| {
        submissions.iter().any(|stored| (stored.owner, stored.submission.number) == (owner, number))
    };
    let left_out = if submissions.len() < wanted.len() {
        wanted.into_iter().filter(|&(owner, number)| !is_fetched(owner, number)).map(|one| one.0).collect()
    } else {
        Vec::new()
    };
    Ok(Candidates { submissions, bytes: bytes + read, frequent, left_out })
}

/// Documents proposed for one submission, with their weights.
pub type Proposal = Vec<(DocumentId, f64)>;

/// Ranks the submissions that own the proposed documents. Returns, for each proposal, a few submissions with the best
/// first.
///
/// # Errors
/// The errors of the storage.
pub async fn rank(storage: &dyn Storage, proposals: &[Proposal]) -> Result<Vec<Vec<(Owner, u32)>>> {
    let ranked = ranked(storage, proposals).await?;
    Ok(ranked.into_iter().map(|of| of.into_iter().map(|ranked| ranked.candidate).collect()).collect())
}

/// An earlier submission as a candidate for a submission of the class.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ranked {
    candidate: (Owner, u32),
    /// Factor by which it exceeds what is usual for the submission, at least 1.
    strength: f64,
}

async fn ranked(storage: &dyn Storage, proposals: &[Proposal]) -> Result<Vec<Vec<Ranked>>> {
    let locations = locations(storage, proposals).await?;
    Ok(proposals.iter().map(|proposal| best(&locations, proposal)).collect())
}

/// Returns the locations of the proposed documents.
async fn locations(
    storage: &dyn Storage,
    proposals: &[Proposal],
) -> Result<BTreeMap<DocumentId, DocumentLocation>> {
    let documents: BTreeSet<DocumentId> = proposals.iter().flatten().map(|&(document, _)| document).collect();
    let documents: Vec<_> = documents.into_iter().collect();
    let mut locations = BTreeMap::new();
    for piece in documents.chunks(MAX_LOCATIONS) {
        locations
            .extend(storage.places(piece).await?.into_iter().map(|location| (location.document, location)));
    }
    Ok(locations)
}

/// Returns at most `room` candidates: first the best of each submission, then those of all submissions that stand out
/// most. The result is ordered by owner, then by number.
///
/// Without this order, a submission that resembles much of an archive could use up the room for a source that ranks
/// second elsewhere.
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

/// Returns the candidates of one submission, the best first. A candidate's measure is the sum of the weights of its
/// files divided by their size. Among candidates that share equally much, the source of a disguised copy has least
/// besides the shared part (docs/internals/inverted-index.md#ranking-of-candidates).
///
/// The measure of the last of [`MAX_CANDIDATES`] candidates counts as usual. If there are fewer candidates, the
/// smallest weight takes its place.
fn best(locations: &BTreeMap<DocumentId, DocumentLocation>, proposal: &Proposal) -> Vec<Ranked> {
    let mut sums: BTreeMap<(Owner, u32), (f64, f64)> = BTreeMap::new();
    for (document, weight) in proposal {
        // A document that was deleted since has no location.
        if let Some(location) = locations.get(document) {
            let sum = sums.entry((location.owner, location.submission)).or_insert((0.0, SMOOTHING));
            sum.0 += weight;
            sum.1 += location.fingerprint_bytes as f64;
        }
    }
    let mut ranked: Vec<_> = sums
        .into_iter()
        .filter(|(_, (weight, _))| MIN_WEIGHT <= *weight)
        .map(|(candidate, (weight, size))| (candidate, weight / size, weight))
        .collect();
    ranked.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
    ranked.truncate(MAX_CANDIDATES);
    let usual = (ranked.len() == MAX_CANDIDATES).then(|| ranked[MAX_CANDIDATES - 1].1);
    ranked
        .into_iter()
        .map(|(candidate, measure, weight)| {
            let strength = usual.map_or(weight / MIN_WEIGHT, |usual| measure / usual);
            Ranked { candidate, strength }
        })
        .collect()
}

/// Fetches the wanted submissions until [`MAX_CANDIDATE_BYTES`] is reached.
async fn fetch(
    storage: &dyn Storage,
    wanted: &BTreeSet<(Owner, u32)>,
) -> Result<(Vec<StoredSubmission>, u64)> {
    let wanted: Vec<_> = wanted.iter().copied().collect();
    let (mut fetched, mut read) = (Vec::with_capacity(wanted.len()), 0);
    for piece in wanted.chunks(FETCH_SIZE) {
        for submission in storage.stored(piece).await? {
            let bytes = size(&submission);
            if MAX_CANDIDATE_BYTES < read + bytes {
                return Ok((fetched, read));
            }
            read += bytes;
            fetched.push(submission);
        }
    }
    Ok((fetched, read))
}

/// Returns the size of a submission in the database, in bytes.
fn size(submission: &StoredSubmission) -> u64 {
    let of = |document: &Document| {
        let text = document.text.as_ref().map_or(0, |text| text.as_bytes().len());
        let fingerprints = document.fingerprints.as_ref().map_or(0, |(_, packed)| packed.0.len());
        (text + document.stream.as_bytes().len() + fingerprints) as u64
    };
    submission.documents.iter().map(of).sum()
}

#[cfg(test)]
mod tests;
