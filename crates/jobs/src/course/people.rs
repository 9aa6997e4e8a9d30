//! Who handed in: gives every person of a course one number, whatever the uploads call them.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_storage::{NewSubmission, PersonName};
use chaffinch_submission::without_number;

/// The people of a course.
pub(crate) struct People<'a> {
    names: &'a [PersonName],
    /// Authors who are several people in some task.
    ambiguous: BTreeSet<String>,
    numbers: BTreeMap<String, u32>,
}

impl<'a> People<'a> {
    /// Creates the people of a course with these tasks. `names` are sorted and come first. Without them, equal authors are
    /// one person, unless a task has two of the same name that its platform tells apart.
    pub(crate) fn new<'s>(
        names: &'a [PersonName],
        tasks: impl IntoIterator<Item = &'s [NewSubmission]>,
    ) -> Self {
        let mut ambiguous = BTreeSet::new();
        for submissions in tasks {
            let mut persons: BTreeMap<String, Option<&str>> = BTreeMap::new();
            for submission in submissions {
                let Some(author) = author(submission) else { continue };
                let person = submission.header.person.as_deref();
                if *persons.entry(author.clone()).or_insert(person) != person {
                    ambiguous.insert(author);
                }
            }
        }
        Self { names, ambiguous, numbers: BTreeMap::new() }
    }

    /// Returns the number of the person who handed in a submission to the task with this title.
    pub(crate) fn number(&mut self, task: &str, submission: &NewSubmission) -> u32 {
        let key = self.key(task, submission);
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }

    /// Returns the number of people so far.
    pub(crate) fn count(&self) -> u32 {
        self.numbers.len() as u32
    }

    fn key(&self, task: &str, submission: &NewSubmission) -> String {
        if let Some(person) = PersonName::of(self.names, task, submission) {
            return same_for_all(person);
        }
        let Some(author) = author(submission) else { return same_for_all(&submission.header.name) };
        match &submission.header.person {
            // No name has a line break.
            Some(person) if self.ambiguous.contains(&author) => format!("{author}\n{person}"),
            _ => author,
        }
    }
}

/// Returns the author without the number that distinguishes people of one name in a report.
fn author(submission: &NewSubmission) -> Option<String> {
    let author = submission.header.author.as_deref()?;
    Some(same_for_all(without_number(author, submission.header.person.as_deref())))
}

/// Returns a name without what differs from platform to platform: case and spaces.
fn same_for_all(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::SubmissionHeader;

    use super::*;

    fn submission(name: &str, author: Option<&str>, person: Option<&str>) -> NewSubmission {
        NewSubmission {
            number: 1,
            header: SubmissionHeader {
                author: author.map(str::to_owned),
                person: person.map(str::to_owned),
                ..SubmissionHeader::named(name)
            },
            reference: None,
        }
    }

    fn name(task: &str, name: &str, person: &str) -> PersonName {
        PersonName { task: task.to_owned(), name: name.to_owned(), person: person.to_owned() }
    }

    #[test]
    fn equal_authors_are_one_person_whatever_their_case() {
        let mut people = People::new(&[], []);
        let ann = people.number("Sheet 1", &submission("a", Some("Ann  Lee"), Some("17")));
        // The number of a platform may differ from task to task.
        assert_eq!(people.number("Sheet 2", &submission("b", Some("ann lee"), Some("99"))), ann);
        assert_ne!(people.number("Sheet 2", &submission("c", Some("Bob"), None)), ann);
        // Without an author, the name of the submission is all there is.
        assert_eq!(people.number("Sheet 3", &submission("Bob", None, None)), 1);
        assert_eq!(people.count(), 2);
    }

    #[test]
    fn two_people_of_one_name_stay_two() {
        let first =
            [submission("a", Some("Ann Lee"), Some("17")), submission("b", Some("Ann Lee"), Some("99"))];
        let mut people = People::new(&[], [&first[..]]);
        let numbers = first.each_ref().map(|submission| people.number("Sheet 1", submission));
        assert_ne!(numbers[0], numbers[1]);
        assert_eq!(people.number("Sheet 2", &submission("c", Some("Ann Lee"), Some("17"))), numbers[0]);
        // Two attempts are no sign of two people.
        let attempts = [submission("a", Some("Bob"), Some("3")), submission("b", Some("Bob"), Some("3"))];
        let mut people = People::new(&[], [&attempts[..]]);
        assert_eq!(people.number("", &attempts[0]), people.number("", &attempts[1]));
    }

    #[test]
    fn what_is_known_comes_first() {
        let mut names = vec![
            name("", "s001", "Ann"),
            name("Sheet 2", "s001", "Bob"),
            name("", "Robert", "Bob"),
            name("Sheet 2", "Ann Lee", "Ann"),
        ];
        names.sort();
        let mut people = People::new(&names, []);
        let ann = people.number("Sheet 1", &submission("s001", None, None));
        let bob = people.number("Sheet 2", &submission("s001", None, None));
        assert_ne!(ann, bob);
        assert_eq!(people.number("Sheet 3", &submission("x", Some("Robert"), None)), bob);
        assert_eq!(people.number("Sheet 2", &submission("s001", Some("Ann Lee"), None)), ann);
    }
}
