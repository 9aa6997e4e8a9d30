//! Combines what the reports of a course say of each two people, and gives every person of a course one number, whatever
//! the uploads call them. It reads what the reports kept of their judged pairs, and no report, file or token.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_detect::term::{Evidence, Member, PairEvidence, Task, TaskPairs, over_tasks, repeated};
use chaffinch_storage::{
    CourseId, LeftOutTask, NewSubmission, PersonName, Storage, StorageError, Submitted, TERM_CUTOFF, Term,
    TermBatch, TermEvidence, TermPair, TermTask,
};
use chaffinch_submission::{composed, without_number};

use crate::runtime::run_blocking;

/// A finished comparison, as far as it is read.
struct Read {
    batch: TermBatch,
    submissions: Vec<NewSubmission>,
    /// `None`: an older version made the report, or what it kept is damaged.
    judged: Option<TaskPairs>,
}

/// Computes what the tasks of a course say together.
///
/// # Errors
/// Errors of the storage.
pub async fn term(storage: &dyn Storage, course: CourseId) -> Result<Term, StorageError> {
    let mut read = Vec::new();
    for batch in storage.term_batches(course).await? {
        let submissions = storage.submitters(batch.id).await?;
        let packed = storage.judged_pairs(batch.id, batch.revision).await?;
        let bytes = packed.and_then(|packed| packed.unpack().ok());
        let judged = bytes.and_then(|bytes| TaskPairs::unpack(&bytes).ok());
        read.push(Read { batch, submissions, judged });
    }
    let names = storage.person_names(course).await?;
    Ok(run_blocking(move || {
        let mut people = People::new(&names, read.iter().map(|read| &read.submissions[..]));
        combine(read, &mut people)
    })
    .await)
}

fn combine(read: Vec<Read>, people: &mut People<'_>) -> Term {
    let mut uploads = Vec::with_capacity(read.len());
    let mut tasks = Vec::with_capacity(read.len());
    let mut batches = Vec::with_capacity(read.len());
    for Read { batch, submissions, judged } in read {
        let is_older = judged.is_none();
        let TaskPairs { among, submissions: judged, pairs } = judged.unwrap_or_default();
        let mut task = Task { members: Vec::with_capacity(judged.len()), among, pairs };
        let mut upload = Vec::with_capacity(judged.len());
        for submission in &submissions {
            let Ok(at) = judged.binary_search_by_key(&submission.number, |(number, _)| *number) else {
                continue;
            };
            let person = people.number(&batch.title, submission);
            task.members.push(Member { submission: submission.number, person });
            upload.push((person, judged[at].1));
        }
        uploads.push(upload);
        tasks.push(task);
        batches.push((batch, is_older));
    }
    let repeated = repeated(&uploads);
    let listed = batches.iter().zip(&tasks).zip(repeated).map(|(((batch, is_older), task), repeated)| {
        let persons: BTreeSet<u32> = task.members.iter().map(|member| member.person).collect();
        let left_out = match repeated {
            _ if *is_older => Some(LeftOutTask::Older),
            _ if task.among == 0 => Some(LeftOutTask::TooSmall),
            Some(later) => Some(LeftOutTask::UploadedAgain(batches[later].0.id)),
            None => None,
        };
        TermTask { batch: batch.id, revision: batch.revision, people: persons.len() as u32, left_out }
    });
    let listed: Vec<TermTask> = listed.collect();
    let positions: Vec<u32> =
        (0..).zip(&listed).filter(|(_, task)| task.left_out.is_none()).map(|(at, _)| at).collect();
    let counted: Vec<Task> = positions.iter().map(|&at| std::mem::take(&mut tasks[at as usize])).collect();
    let Evidence { pairs, named, listed: found } = over_tasks(&counted, TERM_CUTOFF);
    // The last submission of each person stands for the person.
    let mut last: Vec<Submitted> = vec![Submitted { task: 0, number: 0 }; people.count() as usize];
    for (task, &at) in counted.iter().zip(&positions) {
        for member in &task.members {
            last[member.person as usize] = Submitted { task: at, number: member.submission };
        }
    }
    let in_tasks = |pair: PairEvidence| TermPair {
        expect: pair.expect,
        people: pair.people.map(|person| last[person as usize]),
        shared: pair.shared,
        tasks: pair
            .tasks
            .iter()
            .map(|found| TermEvidence {
                task: positions[found.task as usize],
                expect: found.expect,
                submissions: found.submissions,
                counts: found.counts,
            })
            .collect(),
    };
    Term {
        tasks: listed,
        people: people.count(),
        pairs,
        named,
        listed: found.into_iter().map(in_tasks).collect(),
    }
}

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

/// Returns a name without what differs from platform to platform: case, spaces, and whether letters are composed.
fn same_for_all(name: &str) -> String {
    composed(name).split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
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
        let zoe = people.number("Sheet 1", &submission("z", Some("Zo\u{eb}"), None));
        assert_eq!(people.number("Sheet 2", &submission("z", Some("Zoe\u{308}"), None)), zoe);
        assert_ne!(people.number("Sheet 2", &submission("c", Some("Bob"), None)), ann);
        // Without an author, the name of the submission is all there is.
        assert_eq!(people.number("Sheet 3", &submission("Bob", None, None)), 2);
        assert_eq!(people.count(), 3);
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
