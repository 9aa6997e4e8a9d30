//! Work elsewhere that somebody named: whose it is. Pure functions.

use chaffinch_report::WorkSource;
use chaffinch_storage::NewSubmission;
use chaffinch_submission::Submission;

use super::new_submission::new_submission;
use crate::course::people::People;
use crate::task_folder::{Elsewhere, Known, KnownWork, OtherSubmission, PackedFile};

/// A comparison, an archive or files, with the submissions in it.
#[derive(Debug)]
pub(crate) struct NamedSource {
    pub(crate) source: WorkSource,
    pub(crate) submissions: Vec<(NewSubmission, Vec<PackedFile>)>,
}

/// Named sources.
#[derive(Debug)]
pub(crate) enum NamedWork {
    /// Sources that were read.
    Read(Vec<NamedSource>),
    /// What a report says of its sources.
    Reported(KnownWork),
}

/// Returns the submissions of a folder or archive file of this name.
pub(crate) fn of_folder(
    title: String,
    submissions: &[Submission],
    files: Vec<Vec<PackedFile>>,
) -> NamedSource {
    let submissions = submissions.iter().zip(1..).zip(files);
    let submissions: Vec<_> = submissions
        .map(|((submission, number), files)| (new_submission(number, submission), files))
        .filter(|(_, files)| !files.is_empty())
        .collect();
    NamedSource { source: WorkSource { title, ..WorkSource::default() }, submissions }
}

/// Returns what is known of work elsewhere, with one number for each person here and there. People are told apart as over
/// the tasks of a course ([`People`]).
pub(crate) fn elsewhere(class: &[NewSubmission], background: NamedWork, own_work: NamedWork) -> Elsewhere {
    let class: Vec<NewSubmission> =
        class.iter().filter(|submission| submission.reference.is_none()).cloned().collect();
    let mut tasks = vec![class];
    for named in [&background, &own_work] {
        if let NamedWork::Read(sources) = named {
            let submitters =
                |source: &NamedSource| source.submissions.iter().map(|one| one.0.clone()).collect();
            tasks.extend(sources.iter().map(submitters));
        }
    }
    let mut people = People::new(&[], tasks.iter().map(Vec::as_slice));
    let own = tasks[0].iter().map(|submission| (submission.number, people.number("", submission))).collect();
    Elsewhere {
        people: own,
        background: known(background, &mut people),
        own_work: known(own_work, &mut people),
    }
}

fn known(named: NamedWork, people: &mut People<'_>) -> KnownWork {
    let read = match named {
        NamedWork::Reported(known) => return known,
        NamedWork::Read(read) => read,
    };
    let (mut sources, mut others) = (Vec::new(), Vec::new());
    for (NamedSource { source, submissions }, at) in read.into_iter().zip(0..) {
        sources.push(WorkSource { submissions: submissions.len() as u32, ..source });
        others.extend(submissions.into_iter().map(|(submission, files)| OtherSubmission {
            source: at,
            person: people.number("", &submission),
            files,
        }));
    }
    KnownWork { sources, known: Known::Submissions(others) }
}
