//! Computes what of documents goes into the stored index. Pure functions.

use std::collections::BTreeMap;

use chaffinch_detect::selective;
use chaffinch_index::{Fingerprint, RunBuilder, unpack};
use chaffinch_storage::{Bytes, Document, IndexScheme, NewRun, Packed};
use chaffinch_submission::TokenStream;

use super::schemes;
use super::stored_file::{UnreadableFile, unpack_file};

/// Returns the fingerprints of a file for the stored index.
pub(crate) fn fingerprints(stream: &TokenStream) -> Vec<Fingerprint> {
    selective(stream).iter().map(|found| Fingerprint::of_hash(found.hash, found.tokens.start)).collect()
}

/// Returns the fingerprints of a file of a batch as they are stored, with their scheme.
pub(crate) fn packed(stream: &TokenStream) -> (IndexScheme, Bytes) {
    (schemes::scheme_of(stream.scheme), Bytes(chaffinch_index::pack(&fingerprints(stream))))
}

/// Makes the current fingerprints of a file from its stored tokens.
pub(crate) fn fingerprints_of_stored(stream: &Packed) -> Result<Vec<Fingerprint>, UnreadableFile> {
    Ok(fingerprints(&unpack_file(stream)?.stream))
}

/// Returns the runs of an ingest, one for each scheme. Documents are numbered by their position. A document that cannot
/// be unpacked has no postings; a check of the index reports it.
pub(crate) fn build_runs(documents: &[Document]) -> Vec<NewRun> {
    let mut builders: BTreeMap<&IndexScheme, RunBuilder> = BTreeMap::new();
    for (number, document) in (0..).zip(documents) {
        // Starter code is in all programs and belongs to none of them.
        if document.submission != 0
            && let Some((scheme, packed)) = &document.fingerprints
            && let Ok(fingerprints) = unpack(&packed.0)
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
