//! Names the schemes of the stored index. Fingerprints of different schemes are never compared. Pure functions.

use chaffinch_detect::SELECTIVE_VERSION;
use chaffinch_storage::IndexScheme;
use chaffinch_submission::Scheme;

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
