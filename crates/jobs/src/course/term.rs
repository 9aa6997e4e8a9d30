//! Combines what the reports of a course say of each two people. It reads what the reports kept of their judged pairs,
//! and no report, file or token.

use chaffinch_detect::term::{Evidence, Member, PairEvidence, Task, TaskPairs, over_tasks, repeated};
use chaffinch_storage::{
    CourseId, LeftOutTask, NewSubmission, Storage, StorageError, Submitted, TERM_CUTOFF, Term, TermBatch,
    TermEvidence, TermPair, TermTask,
};

use super::people::People;
use crate::blocking::run_blocking;

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
        let mut persons: Vec<u32> = task.members.iter().map(|member| member.person).collect();
        persons.sort_unstable();
        persons.dedup();
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
