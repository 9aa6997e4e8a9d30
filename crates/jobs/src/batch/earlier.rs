//! Finds the earlier submissions and the library's reference answers with which a class is compared, and gives them their names and numbers in its report.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::{Fingerprint, IndexError, Selection};
use chaffinch_report::ArchiveState;
use chaffinch_storage::{
    Archive, Document, IndexScheme, NewIngest, NewSubmission, Owner, Storage, StorageError, StoredSubmission,
    SubmissionHeader, free_name,
};
use chaffinch_submission::ArchiveLabel;
use chrono::{DateTime, SecondsFormat, Utc};

use crate::child::child_runner::{ChildError, ChildRunner};
use crate::index::candidates::{self, IndexQuery};
use crate::index::maintenance::{self, IndexDamage};
use crate::index::postings;
use crate::task_folder::{self, Class, Earlier};

/// A submission of an archive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ArchivedSubmission {
    /// The archive's name and year in the report.
    pub(crate) label: ArchiveLabel,
    /// The submission. In a reduced archive, its files have no texts.
    pub(crate) stored: StoredSubmission,
}

/// Finds the submissions of these archives that are worth comparing with a class, and returns the current states of the
/// archives. Repairs of the index after `since` are part of these states.
pub(crate) async fn find(
    storage: &dyn Storage,
    archives: &[Archive],
    class: &Class,
    since: DateTime<Utc>,
) -> Result<(Vec<ArchivedSubmission>, Vec<ArchiveState>), IndexError> {
    if archives.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    for (scheme, _) in storage.index_schemes().await? {
        maintenance::must_be_complete(storage, scheme).await?;
    }
    let mut states = states(storage, archives, since).await?;
    let queries = index_queries(&class.ingest);
    let mut found = Vec::new();
    // Each kind for itself: a library must take no earlier submission's place among the candidates.
    for is_library in [false, true] {
        let is_of_kind = |archive: &&Archive| archive.reference.is_some() == is_library;
        let of_kind: Vec<Archive> = archives.iter().filter(is_of_kind).cloned().collect();
        if of_kind.is_empty() {
            continue;
        }
        let among = candidates::documents(storage, &of_kind).await?;
        let candidates = candidates::find(storage, &among, &queries, Selection::default(), false).await?;
        tracing::info!(
            archives = of_kind.len(),
            candidates = candidates.submissions.len(),
            bytes = candidates.bytes,
            "searched the archives"
        );
        metrics::counter!("chaffinch_archive_bytes_read_total").increment(candidates.bytes);
        for (state, archive) in states.iter_mut().zip(archives).filter(|(_, archive)| is_of_kind(archive)) {
            state.frequent_fingerprints = candidates.frequent;
            let own = candidates.left_out.iter().filter(|owner| **owner == Owner::Archive(archive.id));
            state.left_out = own.count() as u64;
        }
        for stored in candidates.submissions {
            let Owner::Archive(id) = stored.owner else { continue };
            let Some(at) = archives.iter().position(|archive| archive.id == id) else { continue };
            states[at].compared += 1;
            let Archive { name, year, reference, .. } = archives[at].clone();
            found.push(ArchivedSubmission { label: ArchiveLabel { name, year, reference }, stored });
        }
    }
    Ok((found, states))
}

/// Returns the states of archives of which nothing was compared yet.
async fn states(
    storage: &dyn Storage,
    archives: &[Archive],
    since: DateTime<Utc>,
) -> Result<Vec<ArchiveState>, StorageError> {
    let damage = IndexDamage::read(storage).await?;
    let index_rebuilt =
        damage.rebuilt_after(since).map(|rebuilt| rebuilt.to_rfc3339_opts(SecondsFormat::Secs, true));
    let mut states = Vec::with_capacity(archives.len());
    for archive in archives {
        let mut damaged_files = 0;
        // Usually nothing is damaged. Then the documents of each archive need not be read.
        if damage.documents().next().is_some() {
            let documents = candidates::documents(storage, std::slice::from_ref(archive)).await?;
            damaged_files = damage.documents().filter(|document| documents.contains(document.0)).count();
        }
        states.push(ArchiveState {
            id: archive.id.to_string(),
            name: archive.name.clone(),
            year: archive.year,
            reference: archive.reference.clone(),
            state: archive.state,
            submissions: archive.submissions,
            compared: 0,
            index_rebuilt: index_rebuilt.clone(),
            damaged_files: damaged_files as u64,
            frequent_fingerprints: 0,
            left_out: 0,
        });
    }
    Ok(states)
}

/// Returns what to look up for each submission and scheme: the fingerprints of its files, without those of starter
/// code.
pub(crate) fn index_queries(ingest: &NewIngest) -> Vec<IndexQuery> {
    let unpacked = |document: &Document| {
        let (scheme, packed) = document.fingerprints.as_ref()?;
        // An older version may have stored them with the batch.
        let fingerprints = if postings::is_outdated(scheme) {
            postings::fingerprints_of_stored(&document.stream).ok()?
        } else {
            chaffinch_index::unpack(&packed.0).ok()?
        };
        Some((postings::current_scheme(scheme), fingerprints))
    };
    let mut starter_code: BTreeSet<u64> = BTreeSet::new();
    let mut queries: BTreeMap<(u32, IndexScheme), Vec<Fingerprint>> = BTreeMap::new();
    for document in &ingest.documents {
        let Some((scheme, fingerprints)) = unpacked(document) else { continue };
        if document.submission == 0 {
            starter_code.extend(fingerprints.iter().map(|fingerprint| fingerprint.value));
        } else {
            queries.entry((document.submission, scheme)).or_default().extend(fingerprints);
        }
    }
    let mut queries: Vec<IndexQuery> =
        queries.into_iter().map(|((_, scheme), fingerprints)| IndexQuery { scheme, fingerprints }).collect();
    for query in &mut queries {
        query.fingerprints.retain(|fingerprint| !starter_code.contains(&fingerprint.value));
    }
    queries
}

/// An earlier submission in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EarlierInReport {
    /// Its number in the report.
    pub(crate) number: u32,
    /// The archive or batch that has it.
    pub(crate) owner: Owner,
    /// Its number there.
    pub(crate) submission: u32,
}

/// Returns the earlier submissions to add to a class, and where those in the report are stored. Their names are
/// `archive/name`, made unique if necessary. Their numbers in the report follow the order of these names and continue
/// those of the class.
pub(crate) fn number_in_report(
    class: &[NewSubmission],
    mut found: Vec<ArchivedSubmission>,
) -> (Earlier, Vec<EarlierInReport>) {
    let mut taken: BTreeSet<String> = class.iter().map(|submission| submission.header.name.clone()).collect();
    let name =
        |found: &ArchivedSubmission| format!("{}/{}", found.label.name, found.stored.submission.header.name);
    found.sort_by_cached_key(|found| (name(found), found.stored.owner, found.stored.submission.number));
    let mut named: Vec<(String, ArchivedSubmission)> = Vec::with_capacity(found.len());
    for found in found {
        let name = free_name(&name(&found), &taken);
        taken.insert(name.clone());
        named.push((name, found));
    }
    named.sort_by(|one, other| one.0.cmp(&other.0));

    let (mut earlier, mut in_report) = (Earlier::default(), Vec::new());
    for ((name, ArchivedSubmission { label, stored }), number) in named.into_iter().zip(1..) {
        in_report.push(EarlierInReport {
            number: class.len() as u32 + number,
            owner: stored.owner,
            submission: stored.submission.number,
        });
        let mut header = SubmissionHeader { name, ..stored.submission.header };
        if label.reference.is_some() {
            // A reference answer is nobody's work, even where its author has a student's name.
            (header.author, header.person) = (None, None);
        }
        earlier.labels.push(label);
        earlier.ingest.submissions.push(NewSubmission { number, header, ..stored.submission });
        // Fingerprints served to propose the submission and are not compared.
        let compared = |document| Document { submission: number, fingerprints: None, ..document };
        earlier.ingest.documents.extend(stored.documents.into_iter().map(compared));
    }
    (earlier, in_report)
}

/// Writes earlier submissions into the folder, for the child that compares them with the class. Returns where they are
/// stored.
pub(crate) async fn write_earlier(
    child: &ChildRunner<'_>,
    class: &Class,
    found: Vec<ArchivedSubmission>,
) -> Result<Vec<EarlierInReport>, ChildError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let (earlier, in_report) = number_in_report(&class.ingest.submissions, found);
    child.in_folder(move |folder| task_folder::write(folder, &earlier)).await?;
    Ok(in_report)
}
