//! Computes what of documents goes into the stored index. Pure functions.

use std::collections::BTreeMap;

use chaffinch_detect::{SELECTIVE_VERSION, selective};
use chaffinch_index::{Fingerprint, RunBuilder, unpack};
use chaffinch_storage::{IndexScheme, NewDocument, NewRun};
use chaffinch_submission::TokenStream;

use crate::corpora::is_of_corpora;

/// Returns the fingerprints of a file for the stored index, and the scheme by which they are made.
pub(crate) fn fingerprints(stream: &TokenStream) -> (IndexScheme, Vec<Fingerprint>) {
    let scheme = IndexScheme {
        family: stream.scheme.family.to_owned(),
        normalizer: stream.scheme.normalizer,
        format: SELECTIVE_VERSION,
    };
    let fingerprints =
        selective(stream).iter().map(|found| Fingerprint::of_hash(found.hash, found.tokens.start)).collect();
    (scheme, fingerprints)
}

/// Returns whether an older version made these fingerprints, so that current look-ups never match them. Sketches of
/// corpora are excluded: their own parameters say what they match.
pub(crate) fn is_outdated(scheme: &IndexScheme) -> bool {
    scheme.format < SELECTIVE_VERSION && !is_of_corpora(scheme)
}

/// Returns the current scheme for the files of an older scheme.
pub(crate) fn as_now(scheme: &IndexScheme) -> IndexScheme {
    IndexScheme { format: SELECTIVE_VERSION, ..scheme.clone() }
}

/// Prefix of the schemes of archives. Documents of archives have schemes of their own, because frequent fingerprints
/// are counted for each scheme. If a class is uploaded repeatedly, its fingerprints must not become frequent in
/// archives.
const ARCHIVED: &str = "archived:";

/// Returns the scheme of the same fingerprints in archives.
pub(crate) fn in_archives(scheme: &IndexScheme) -> IndexScheme {
    let family = scheme.family.strip_prefix(ARCHIVED).unwrap_or(&scheme.family);
    IndexScheme { family: format!("{ARCHIVED}{family}"), ..scheme.clone() }
}

/// Returns the runs of an ingest, one for each scheme. Documents are numbered by their position. A document that cannot
/// be unpacked has no postings; a check of the index reports it.
pub(crate) fn runs(documents: &[NewDocument]) -> Vec<NewRun> {
    let mut builders: BTreeMap<&IndexScheme, RunBuilder> = BTreeMap::new();
    for (number, document) in (0..).zip(documents) {
        // Starter code is in all programs and belongs to none of them.
        if document.submission != 0
            && let Some((scheme, packed)) = &document.fingerprints
            && let Ok(fingerprints) = unpack(packed)
        {
            builders.entry(scheme).or_default().add(number, &fingerprints);
        }
    }
    let run = |(scheme, builder): (&IndexScheme, RunBuilder)| {
        let built = builder.build();
        NewRun { scheme: scheme.clone(), postings: built.postings, blocks: built.blocks }
    };
    builders.into_iter().map(run).collect()
}
