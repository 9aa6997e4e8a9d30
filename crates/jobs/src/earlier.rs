//! Finds the earlier submissions with which a class is compared, and gives them their names and numbers in its report.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::{Fingerprint, IndexError, Selection};
use chaffinch_report::ArchiveState;
use chaffinch_storage::{
    Archive, IndexScheme, NewDocument, NewIngest, NewSubmission, Owner, Storage, StoredDocument,
    StoredSubmission, free_name,
};
use chaffinch_submission::ArchiveLabel;

use crate::candidates::{self, Asked};
use crate::folder::{Class, Earlier};
use crate::{postings, renewing};

/// A submission of an archive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    /// The archive's name and year in the report.
    pub(crate) label: ArchiveLabel,
    /// The submission. In a reduced archive, its files have no texts.
    pub(crate) stored: StoredSubmission,
}

/// Finds the submissions of these archives that are worth comparing with a class, and returns the current states of the
/// archives.
pub(crate) async fn find(
    storage: &dyn Storage,
    archives: &[Archive],
    class: &Class,
) -> Result<(Vec<Found>, Vec<ArchiveState>), IndexError> {
    if archives.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let asked = asked(&class.ingest);
    let among = candidates::documents(storage, archives).await?;
    let candidates = candidates::find(storage, &among, &asked, Selection::default(), false).await?;
    tracing::info!(
        archives = archives.len(),
        candidates = candidates.submissions.len(),
        bytes = candidates.bytes,
        "searched the archives"
    );
    metrics::counter!("chaffinch_archive_bytes_read_total").increment(candidates.bytes);
    let mut states: Vec<ArchiveState> = archives.iter().map(state).collect();
    let mut found = Vec::with_capacity(candidates.submissions.len());
    for stored in candidates.submissions {
        let Owner::Archive(id) = stored.owner else { continue };
        let Some(at) = archives.iter().position(|archive| archive.id == id) else { continue };
        states[at].compared += 1;
        let label = ArchiveLabel { name: archives[at].name.clone(), year: archives[at].year };
        found.push(Found { label, stored });
    }
    Ok((found, states))
}

fn state(archive: &Archive) -> ArchiveState {
    ArchiveState {
        id: archive.id.to_string(),
        name: archive.name.clone(),
        year: archive.year,
        state: archive.state,
        submissions: archive.submissions,
        compared: 0,
    }
}

/// Returns what to look up for each submission and scheme: the fingerprints of its files, without those of starter
/// code.
pub(crate) fn asked(ingest: &NewIngest) -> Vec<Asked> {
    let unpacked = |document: &NewDocument| {
        let (scheme, packed) = document.fingerprints.as_ref()?;
        // An older version may have stored them with the batch.
        let fingerprints = if postings::is_outdated(scheme) {
            renewing::fingerprints(&document.stream).ok()?
        } else {
            chaffinch_index::unpack(packed).ok()?
        };
        Some((postings::as_now(scheme), fingerprints))
    };
    let mut handed_out: BTreeSet<u64> = BTreeSet::new();
    let mut asked: BTreeMap<(u32, IndexScheme), Vec<Fingerprint>> = BTreeMap::new();
    for document in &ingest.documents {
        let Some((scheme, fingerprints)) = unpacked(document) else { continue };
        if document.submission == 0 {
            handed_out.extend(fingerprints.iter().map(|fingerprint| fingerprint.value));
        } else {
            asked.entry((document.submission, scheme)).or_default().extend(fingerprints);
        }
    }
    let mut asked: Vec<Asked> =
        asked.into_iter().map(|((_, scheme), fingerprints)| Asked { scheme, fingerprints }).collect();
    for asked in &mut asked {
        asked.fingerprints.retain(|fingerprint| !handed_out.contains(&fingerprint.value));
    }
    asked
}

/// Number in the report, owner, and number at the owner.
pub(crate) type InReport = (u32, Owner, u32);

/// Returns the earlier submissions to add to a class, and where those in the report are stored. Their names are
/// `archive/name`, made unique if necessary. Their numbers in the report follow the order of these names and continue
/// those of the class.
pub(crate) fn in_report(class: &[NewSubmission], mut found: Vec<Found>) -> (Earlier, Vec<InReport>) {
    let mut taken: BTreeSet<String> = class.iter().map(|submission| submission.name.clone()).collect();
    let name = |found: &Found| format!("{}/{}", found.label.name, found.stored.submission.name);
    found.sort_by_cached_key(|found| (name(found), found.stored.owner, found.stored.submission.number));
    let mut named: Vec<(String, Found)> = Vec::with_capacity(found.len());
    for found in found {
        let name = free_name(&name(&found), &taken);
        taken.insert(name.clone());
        named.push((name, found));
    }
    named.sort_by(|one, other| one.0.cmp(&other.0));

    let (mut earlier, mut archived) = (Earlier::default(), Vec::new());
    for ((name, Found { label, stored }), number) in named.into_iter().zip(1..) {
        archived.push((class.len() as u32 + number, stored.owner, stored.submission.number));
        earlier.labels.push(label);
        earlier.ingest.submissions.push(NewSubmission { number, name, ..stored.submission });
        // Fingerprints served to propose the submission and are not compared.
        let compared =
            |document: StoredDocument| NewDocument { fingerprints: None, ..document.kept_in(number) };
        earlier.ingest.documents.extend(stored.documents.into_iter().map(compared));
    }
    (earlier, archived)
}
