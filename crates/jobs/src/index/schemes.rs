//! Names the schemes of the stored index. Fingerprints of different schemes are never compared. Pure functions.

use chaffinch_detect::SELECTIVE_VERSION;
use chaffinch_storage::IndexScheme;
use chaffinch_submission::Scheme;

/// Prefix of the schemes of archives. Documents of archives have schemes of their own, because frequent fingerprints
/// are counted for each scheme. If a class is uploaded repeatedly, its fingerprints must not become frequent in
/// archives.
const ARCHIVE_PREFIX: &str = "archived:";

/// Prefix of the families of corpora. Names of language families contain no colon, so no other scheme has this prefix.
const CORPUS_PREFIX: &str = "corpus:";

/// Version of the fingerprints of corpora. Increase it when the same sketches are stored as other fingerprints.
const CORPUS_FORMAT: u16 = 1;

/// Returns the scheme of the fingerprints of a file of a batch.
pub(crate) fn scheme_of(scheme: Scheme) -> IndexScheme {
    IndexScheme { family: scheme.family.to_owned(), normalizer: scheme.normalizer, format: SELECTIVE_VERSION }
}

/// Returns whether an older version made these fingerprints, so that current look-ups never match them. Sketches of
/// corpora are excluded: their own parameters say what they match.
pub(crate) fn is_outdated(scheme: &IndexScheme) -> bool {
    scheme.format < SELECTIVE_VERSION && !is_corpus_scheme(scheme)
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

/// Returns the scheme of documents with these sketches. Corpora with different parameters have different schemes, and
/// no program has one of these schemes.
pub(crate) fn corpus_scheme(sketch: &str) -> IndexScheme {
    IndexScheme { family: format!("{CORPUS_PREFIX}{sketch}"), normalizer: 0, format: CORPUS_FORMAT }
}

/// Returns whether the documents of a scheme are sketches, from which no other fingerprints can be made.
pub(crate) fn is_corpus_scheme(scheme: &IndexScheme) -> bool {
    scheme.family.starts_with(CORPUS_PREFIX)
}
