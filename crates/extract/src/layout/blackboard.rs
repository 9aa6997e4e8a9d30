//! Finds the author of an attempt in a Blackboard download. Pure functions.
//!
//! Both assignment names and user names may contain underscores, so `Lab_1_a_smith_attempt_...` alone does not show
//! where the user name begins. The part before the attempt is kept whole until all names of the download are known.

use std::collections::BTreeMap;

use super::names::{Claim, shared, utc};

/// Reads a name such as `gradebook_CS1_jdoe_attempt_2024-10-01-12-30-05_main.py`, or that of the `.txt` beside it,
/// which has no file name. Person and author are everything before the attempt; [`users`] divides it.
pub(super) fn claim(name: &str) -> Option<Claim> {
    let (before, after) = name.split_once("_attempt_")?;
    before.rsplit_once('_').filter(|(_, user)| !user.is_empty())?;
    let (time, rest) = after.split_at_checked("2024-10-01-12-30-05".len())?;
    let submitted_at = Some(moment(time)?);
    let (file, is_record) = match rest {
        ".txt" => (None, true),
        rest => (Some(rest.strip_prefix('_').filter(|file| !file.is_empty())?.to_owned()), false),
    };
    Some(Claim { person: before.to_owned(), author: before.to_owned(), submitted_at, file, is_record })
}

fn moment(time: &str) -> Option<String> {
    chrono::NaiveDateTime::parse_from_str(time, "%Y-%m-%d-%H-%M-%S").ok().map(utc)
}

/// Returns whether a file with this name is Blackboard's own record of an attempt.
pub(crate) fn is_record(name: &str) -> bool {
    claim(name).is_some_and(|claim| claim.is_record)
}

/// Returns the user that a record names (`Name: Ada Smith (a_smith)`), if the part before its attempt ends with this
/// user.
pub(super) fn user_in(record: &str, before: &str) -> Option<String> {
    let name = record.lines().find_map(|line| line.trim().strip_prefix("Name:"))?;
    let (_, user) = name.trim().strip_suffix(')')?.rsplit_once('(')?;
    let assignment = before.strip_suffix(user)?;
    (!user.is_empty() && assignment.ends_with('_')).then(|| user.to_owned())
}

/// Returns the user for each part before an attempt, where no record gives the user. The common beginning of all names,
/// up to an underscore, is the assignment. In doubt, the user name is too long rather than equal to another one.
pub(super) fn users<'a>(befores: impl Iterator<Item = &'a str> + Clone) -> BTreeMap<String, String> {
    let assignment = match befores.clone().nth(1) {
        None => {
            let before = befores.clone().next().unwrap_or_default();
            let from = before.strip_prefix(COLUMN).map_or(0, |_| COLUMN.len());
            before[from..].find('_').map_or(0, |at| from + at + 1)
        }
        Some(_) => shared(befores.clone()).and_then(|shared| shared.rfind('_')).map_or(0, |at| at + 1),
    };
    befores.map(|before| (before.to_owned(), before[assignment..].to_owned())).collect()
}

/// Prefix of names in a download from the grade centre. The course follows.
const COLUMN: &str = "gradebook_";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_blackboard() {
        let at = "2024-10-01T12:30:05Z";
        for (name, expected) in [
            (
                "gradebook_CS1_jdoe_attempt_2024-10-01-12-30-05_main.py",
                Some(("gradebook_CS1_jdoe", "main.py")),
            ),
            ("Lab 1_jdoe_attempt_2024-10-01-12-30-05.txt", Some(("Lab 1_jdoe", "(record)"))),
            ("Lab_jdoe_attempt_2024-10-01-12-30-05_notes.txt", Some(("Lab_jdoe", "notes.txt"))),
            ("Lab_jdoe_attempt_2024-13-01-12-30-05_main.py", None),
            ("Lab_jdoe_attempt_2024-10-01_main.py", None),
            ("jdoe_main.py", None),
        ] {
            let said = claim(name).map(|claim| {
                assert_eq!((&claim.person, claim.submitted_at.as_deref()), (&claim.author, Some(at)));
                let file =
                    if claim.is_record { "(record)".to_owned() } else { claim.file.unwrap_or_default() };
                assert_eq!(is_record(name), claim.is_record);
                (claim.person, file)
            });
            assert_eq!(said, expected.map(|(who, file)| (who.to_owned(), file.to_owned())), "{name}");
        }
    }

    #[test]
    fn users_keep_their_underscores() {
        for (befores, expected) in [
            (
                &["Homework 1_a_smith", "Homework 1_b_smith", "Homework 1_kim"][..],
                &["a_smith", "b_smith", "kim"][..],
            ),
            (&["gradebook_X_1_a_smith", "gradebook_X_1_b_smith"], &["a_smith", "b_smith"]),
            (&["HW 1_a_smith", "HW 2_b_smith"], &["HW 1_a_smith", "HW 2_b_smith"]),
            (&["gradebook_CS1_a_smith"], &["a_smith"]),
            (&["Homework 1_a_smith"], &["a_smith"]),
            (&["Lab_\u{e4}_x", "Lab_\u{e5}_x"], &["\u{e4}_x", "\u{e5}_x"]),
        ] {
            let found = users(befores.iter().copied());
            assert_eq!(found.into_values().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_record_names_its_user() {
        let record = "Name: Some Body (II) (a_smith)\nAssignment: Lab (b)\n";
        assert_eq!(user_in(record, "Lab_a_smith").as_deref(), Some("a_smith"));
        assert_eq!(user_in(record, "Lab_b_smith"), None);
        assert_eq!(user_in(record, "Laba_smith"), None);
        assert_eq!(user_in("Name: Some Body\n", "Lab_a_smith"), None);
        assert_eq!(user_in("Name: Nobody ()\n", "Lab_"), None);
    }
}
