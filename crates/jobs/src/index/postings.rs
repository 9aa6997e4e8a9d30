//! What of documents goes into the stored index: their fingerprints, made from tokens or from stored files, and the names
//! of their schemes. Fingerprints of different schemes are never compared. Pure functions.

use std::collections::BTreeMap;
use std::io;

use chaffinch_detect::{SELECTIVE_VERSION, selective};
use chaffinch_index::{Fingerprint, RunBuilder};
use chaffinch_normalize::{Language, language, languages};
use chaffinch_storage::{Bytes, Document, IndexScheme, NewRun, Packed};
use chaffinch_submission::packed::{NameResolver, unpack};
use chaffinch_submission::{Scheme, TokenStream, TokenizedFile};

/// Returns the fingerprints of a file for the stored index.
pub(crate) fn fingerprints(stream: &TokenStream) -> Vec<Fingerprint> {
    selective(stream).iter().map(|found| Fingerprint::of_hash(found.hash, found.tokens.start)).collect()
}

/// Returns the fingerprints of a file of a batch as they are stored, with their scheme.
pub(crate) fn packed(stream: &TokenStream) -> (IndexScheme, Bytes) {
    (scheme_of(stream.scheme), Bytes(chaffinch_index::pack(&fingerprints(stream))))
}

/// Makes the current fingerprints of a file from its stored tokens.
pub(crate) fn fingerprints_of_stored(stream: &Packed) -> io::Result<Vec<Fingerprint>> {
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
            && let Ok(fingerprints) = chaffinch_index::unpack(&packed.0)
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

/// Prefix of the schemes of archives. Documents of archives have schemes of their own, because frequent fingerprints
/// are counted for each scheme. If a class is uploaded repeatedly, its fingerprints must not become frequent in
/// archives.
const ARCHIVE_PREFIX: &str = "archived:";

/// Returns the scheme of the fingerprints of a file of a batch.
pub(crate) fn scheme_of(scheme: Scheme) -> IndexScheme {
    IndexScheme { family: scheme.family.to_owned(), normalizer: scheme.normalizer, format: SELECTIVE_VERSION }
}

/// Returns whether an older version made these fingerprints, so that current look-ups never match them.
pub(crate) fn is_outdated(scheme: &IndexScheme) -> bool {
    scheme.format < SELECTIVE_VERSION
}

/// Returns the current scheme for the files of an older scheme.
pub(crate) fn current_scheme(scheme: &IndexScheme) -> IndexScheme {
    IndexScheme { format: SELECTIVE_VERSION, ..scheme.clone() }
}

/// Returns the scheme of the same fingerprints in archives.
pub(crate) fn archive_scheme(scheme: &IndexScheme) -> IndexScheme {
    let family = batch_scheme(scheme).family;
    IndexScheme { family: format!("{ARCHIVE_PREFIX}{family}"), ..scheme.clone() }
}

/// Returns the scheme of the same fingerprints in batches.
pub(crate) fn batch_scheme(scheme: &IndexScheme) -> IndexScheme {
    let family = scheme.family.strip_prefix(ARCHIVE_PREFIX).unwrap_or(&scheme.family);
    IndexScheme { family: family.to_owned(), ..scheme.clone() }
}

/// Unpacks a stored file.
pub(crate) fn unpack_file(stream: &Packed) -> io::Result<TokenizedFile> {
    unpack(&stream.unpack()?, &KnownNames).map_err(io::Error::other)
}

/// All languages and encodings that this program reads.
struct KnownNames;

impl NameResolver for KnownNames {
    fn language(&self, name: &str) -> Option<&'static str> {
        // Only canonical names are stored. Aliases may change between versions.
        language(name).map(Language::name).filter(|known| *known == name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        languages().iter().map(|language| language.scheme().family).find(|known| *known == name)
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        chaffinch_extract::encoding(name)
    }
}
