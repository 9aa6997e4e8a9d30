//! What a rule says.

use chaffinch_submission::Provenance;

/// A kind of files.
pub(in crate::provenance) struct Rule {
    pub(in crate::provenance) provenance: Provenance,
    /// What it is, as a reader of the report knows it.
    pub(in crate::provenance) what: &'static str,
    /// Patterns of file names in lower case, in which `*` stands for any characters; one with `/` is a pattern of the name
    /// and the folders before it.
    pub(in crate::provenance) names: &'static [&'static str],
    /// Phrases in lower case of which the beginning of the file has one. `*` stands for the text of a few
    /// lines. If there are none, the name decides.
    pub(in crate::provenance) phrases: &'static [&'static str],
    /// What all phrases have, so that most files are searched once and not for each phrase. May be empty.
    pub(in crate::provenance) word: &'static str,
}

pub(super) const fn rule(
    provenance: Provenance,
    what: &'static str,
    names: &'static [&'static str],
    phrases: &'static [&'static str],
) -> Rule {
    Rule { provenance, what, names, phrases, word: "" }
}
