//! What of documents goes into the stored index. Pure.

use std::collections::BTreeMap;

use chaffinch_detect::{SELECTIVE_VERSION, selective};
use chaffinch_index::{Fingerprint, RunBuilder, unpack};
use chaffinch_storage::{IndexScheme, NewDocument, NewRun};
use chaffinch_submission::TokenStream;

use crate::corpora::is_of_corpora;

/// Fingerprints of a file for the stored index, and how they are made.
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

/// Whether an older program made these fingerprints: nothing that is asked now meets them. Sketches say by their parameters
/// what they meet.
pub(crate) fn is_outdated(scheme: &IndexScheme) -> bool {
    scheme.format < SELECTIVE_VERSION && !is_of_corpora(scheme)
}

/// The scheme of the same files as this program makes their fingerprints.
pub(crate) fn as_now(scheme: &IndexScheme) -> IndexScheme {
    IndexScheme { format: SELECTIVE_VERSION, ..scheme.clone() }
}

/// Documents of archives are indexed under a scheme of their own. What is frequent is counted a scheme, and that a class is
/// uploaded again and again must not make it so in archives.
const ARCHIVED: &str = "archived:";

/// The scheme of the same fingerprints in archives.
pub(crate) fn in_archives(scheme: &IndexScheme) -> IndexScheme {
    let family = scheme.family.strip_prefix(ARCHIVED).unwrap_or(&scheme.family);
    IndexScheme { family: format!("{ARCHIVED}{family}"), ..scheme.clone() }
}

/// The runs of an ingest, one for each scheme: documents are numbered by their place. What cannot be unpacked has no
/// postings; a check of the index names it.
pub(crate) fn runs(documents: &[NewDocument]) -> Vec<NewRun> {
    let mut builders: BTreeMap<&IndexScheme, RunBuilder> = BTreeMap::new();
    for (number, document) in (0..).zip(documents) {
        // What was handed out is in everybody's program, and nobody's.
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
