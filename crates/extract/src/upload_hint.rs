//! Upload hints that match nothing. They have no effect and are listed, so that the uploader notices. Pure functions.

use std::collections::BTreeSet;

use chaffinch_submission::Skipped;

/// The kinds of hints that may accompany an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadHint {
    /// The encoding of files.
    Encoding,
    /// A submission or file is starter code.
    HandedOut,
    /// A submission is ignored.
    Ignored,
    /// A person is staff.
    Staff,
    /// Persons worked as a team.
    Team,
}

impl UploadHint {
    /// The hints that only reading the upload can check.
    pub const OF_FILES: [Self; 3] = [Self::Encoding, Self::HandedOut, Self::Ignored];
    /// The hints that depend on all persons who are compared.
    pub const OF_PEOPLE: [Self; 2] = [Self::Staff, Self::Team];

    fn reason(self) -> &'static str {
        match self {
            Self::Encoding => "rule of `encodings` that matches no file; it has no effect",
            Self::HandedOut => "named in `handed_out`, but no submission or file matches; it has no effect",
            Self::Ignored => "named in `ignored`, but no submission matches; it has no effect",
            Self::Staff => "named in `staff`, but no submission or author has this name; it has no effect",
            Self::Team => "named in `teams`, but no submission or author has this name; it has no effect",
        }
    }

    /// Returns the line of the list that reports the unmatched hint.
    pub fn unheard(self, said: &str) -> Skipped {
        Skipped { submission: None, path: said.to_owned(), reason: self.reason().to_owned() }
    }
}

/// Returns whether a line of the list reports an unmatched hint of one of these kinds.
pub fn is_unheard(line: &Skipped, wishes: &[UploadHint]) -> bool {
    line.submission.is_none() && wishes.iter().any(|wish| line.reason == wish.reason())
}

/// Returns a line for each name of staff and teams that matches no person, sorted.
pub fn unheard_people(staff: &[String], teams: &[Vec<String>], names: &BTreeSet<&str>) -> Vec<Skipped> {
    let unheard =
        |wish: UploadHint, said: &String| (!names.contains(said.as_str())).then(|| wish.unheard(said));
    let staff = staff.iter().filter_map(|name| unheard(UploadHint::Staff, name));
    let teams = teams.iter().flatten().filter_map(|name| unheard(UploadHint::Team, name));
    staff.chain(teams).collect::<BTreeSet<_>>().into_iter().collect()
}
