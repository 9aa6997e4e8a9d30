//! What was said of names and files that nobody has. It changes nothing, and is listed so that whoever said it knows. Pure.

use std::collections::BTreeSet;

use chaffinch_submission::Skipped;

/// What may be said beside an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Files are in an encoding.
    Encoding,
    /// A submission or file was handed out.
    HandedOut,
    /// Somebody is no student.
    Staff,
    /// Somebody worked with others.
    Team,
}

impl Wish {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Encoding, Self::HandedOut, Self::Staff, Self::Team];
    /// Those that only the reading of an upload can tell.
    pub const OF_FILES: [Self; 2] = [Self::Encoding, Self::HandedOut];
    /// Those that depend on everybody who is compared.
    pub const OF_PEOPLE: [Self; 2] = [Self::Staff, Self::Team];

    fn reason(self) -> &'static str {
        match self {
            Self::Encoding => "said of an encoding (`encodings`), and fits no file: nothing follows from it",
            Self::HandedOut => {
                "said to be handed out (`handed_out`), and no submission or file is it: nothing follows from it"
            }
            Self::Staff => {
                "said to be staff's (`staff`), and no submission or author is called so: nothing follows from it"
            }
            Self::Team => {
                "said to be in a team (`teams`), and no submission or author is called so: nothing follows from it"
            }
        }
    }

    /// The line of the list that tells it.
    pub fn unheard(self, said: &str) -> Skipped {
        Skipped { submission: None, path: said.to_owned(), reason: self.reason().to_owned() }
    }
}

/// Whether a line of the list tells of one of these wishes.
pub fn is_unheard(line: &Skipped, wishes: &[Wish]) -> bool {
    line.submission.is_none() && wishes.iter().any(|wish| line.reason == wish.reason())
}

/// The names of staff and teams that nobody has, sorted.
pub fn unheard_people(staff: &[String], teams: &[Vec<String>], names: &BTreeSet<&str>) -> Vec<Skipped> {
    let unheard = |wish: Wish, said: &String| (!names.contains(said.as_str())).then(|| wish.unheard(said));
    let staff = staff.iter().filter_map(|name| unheard(Wish::Staff, name));
    let teams = teams.iter().flatten().filter_map(|name| unheard(Wish::Team, name));
    staff.chain(teams).collect::<BTreeSet<_>>().into_iter().collect()
}
