//! Gives the people in the evidence over a course their names or pseudonyms.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use chaffinch_report::{
    PairId, PseudonymKey, SubmissionId, TermEvidence, TermPair, TermReport, TermTask, round_expect,
};
use chaffinch_storage::{
    Batch, BatchId, CourseId, LeftOutTask, NewSubmission, PersonName, Storage, StorageError, Submitted,
    TERM_CUTOFF, Term, TermBatch,
};
use chrono::SecondsFormat;

/// Some of the listed pairs of a term.
#[derive(Debug, Clone)]
pub enum TermSelection {
    /// Those at these places of the list, which begins at 0 with the strongest.
    Places(Range<usize>),
    /// Those of which at least one task is about two of these submissions, as batches and numbers.
    Among(BTreeSet<(BatchId, u32)>),
}

impl TermSelection {
    fn has(&self, term: &Term, place: usize, pair: &chaffinch_storage::TermPair) -> bool {
        match self {
            Self::Places(places) => places.contains(&place),
            Self::Among(submissions) => pair.tasks.iter().any(|task| {
                let batch = term.tasks[task.task as usize].batch;
                task.submissions.iter().all(|&number| submissions.contains(&(batch, number)))
            }),
        }
    }
}

/// Returns the evidence over the tasks of a course with the names of the people, for the selected ones of the listed pairs.
/// `term` is what is stored or was computed; if comparisons came or went since, there is no evidence. Hidden names are
/// replaced by `Person` and a code that is the same for all pairs, and the ids of pairs are those of the reports without
/// names. A pair with an erased person is left out.
///
/// # Errors
/// Errors of the storage.
pub async fn term_report(
    storage: &dyn Storage,
    course: CourseId,
    term: Option<Term>,
    hide_names: bool,
    selection: &TermSelection,
) -> Result<TermReport, StorageError> {
    let batches = storage.term_batches(course).await?;
    let current = term.as_ref().is_some_and(|term| term.is_of(&batches));
    let term = term.filter(|_| current).unwrap_or_default();
    let (term, codes) = match (hide_names, Codes::read(storage, &batches, &term).await?) {
        (false, _) => (term, None),
        (true, Some(codes)) => (term, Some(codes)),
        // All comparisons were deleted meanwhile.
        (true, None) => (Term::default(), None),
    };
    let mut listed: Vec<_> = term.listed.iter().collect();
    if let Some(codes) = &codes {
        // Between equally strong pairs, codes decide.
        for equal in listed.chunk_by_mut(|a, b| a.expect.total_cmp(&b.expect).is_eq()) {
            equal.sort_by_key(|pair| codes.sides(pair).map(|person| codes.people.get(&person)));
        }
    }
    let shown: Vec<_> =
        (listed.into_iter().enumerate()).filter(|(place, pair)| selection.has(&term, *place, pair)).collect();
    let people = shown.iter().flat_map(|(_, pair)| pair.people);
    let needed: BTreeSet<u32> = people.map(|person| person.task).collect();
    let known = storage.person_names(course).await?;
    let mut submissions = BTreeMap::new();
    for task in needed {
        submissions.insert(task, storage.submitters(batches[task as usize].id).await?);
    }
    let names = Names { batches: &batches, known: &known, submissions, codes };
    Ok(TermReport {
        course: course.to_string(),
        current,
        cutoff_expect: TERM_CUTOFF,
        people: term.people,
        pairs: term.pairs,
        named: term.named,
        evidence: shown
            .iter()
            .filter_map(|(place, pair)| names.pair(&term, pair, *place as u32 + 1))
            .collect(),
        tasks: tasks(&batches, &term),
    })
}

fn tasks(batches: &[TermBatch], term: &Term) -> Vec<TermTask> {
    let task = |(at, batch): (usize, &TermBatch)| {
        let computed = term.tasks.get(at);
        let left_out = computed.and_then(|task| task.left_out);
        TermTask {
            batch: batch.id.to_string(),
            title: batch.title.clone(),
            created: batch.created.to_rfc3339_opts(SecondsFormat::Secs, true),
            people: computed.map_or(0, |task| task.people),
            left_out: left_out.map(|why| why.name().to_owned()),
            again: match left_out {
                Some(LeftOutTask::UploadedAgain(later)) => Some(later.to_string()),
                _ => None,
            },
        }
    };
    batches.iter().enumerate().map(task).collect()
}

/// The codes of people and pairs, where names are hidden.
struct Codes {
    /// Ids of the people, which are codes.
    people: BTreeMap<Submitted, u32>,
    /// Keys of the reports, by task.
    reports: Vec<Option<PseudonymKey>>,
}

impl Codes {
    /// Returns the codes of everybody who is listed; `None` if no comparison is there any more.
    async fn read(
        storage: &dyn Storage,
        batches: &[TermBatch],
        term: &Term,
    ) -> Result<Option<Self>, StorageError> {
        let mut reports = Vec::new();
        for batch in batches {
            reports.push(storage.batch(batch.id).await?.map(|batch| pseudonym_key(&batch)));
        }
        let Some(first) = reports.iter().flatten().next() else { return Ok(None) };
        let key = first.derived("term");
        let (mut people, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for person in term.listed.iter().flat_map(|pair| pair.people).collect::<BTreeSet<_>>() {
            let name = format!("{} {}", term.tasks[person.task as usize].batch, person.number);
            let code = key.code_of_name(&name, |code| taken.contains(&code));
            taken.insert(code);
            people.insert(person, code);
        }
        Ok(Some(Self { people, reports }))
    }

    /// Returns the people of a pair in the order of their codes.
    fn sides(&self, pair: &chaffinch_storage::TermPair) -> [Submitted; 2] {
        let [one, other] = pair.people;
        if self.people.get(&one) <= self.people.get(&other) { [one, other] } else { [other, one] }
    }
}

struct Names<'a> {
    batches: &'a [TermBatch],
    known: &'a [PersonName],
    /// Submissions of tasks, by number.
    submissions: BTreeMap<u32, Vec<NewSubmission>>,
    codes: Option<Codes>,
}

impl Names<'_> {
    fn pair(&self, term: &Term, pair: &chaffinch_storage::TermPair, rank: u32) -> Option<TermPair> {
        let [left, right] = self.codes.as_ref().map_or(pair.people, |codes| codes.sides(pair));
        let (left, right) = (self.name(left)?, self.name(right)?);
        let batch = |task: u32| term.tasks[task as usize].batch.to_string();
        let evidence = |task: &chaffinch_storage::TermEvidence| {
            let id = |number: u32| match &self.codes {
                Some(codes) => codes.reports[task.task as usize].map_or(0, |key| key.code(number)),
                None => number,
            };
            let [one, other] = task.submissions;
            TermEvidence {
                batch: batch(task.task),
                expect: round_expect(task.expect),
                pair: PairId::new(id(one), id(other)).to_string(),
                counts: task.counts,
            }
        };
        let since = pair.tasks.iter().find(|task| task.counts).map(|task| batch(task.task));
        let tasks = pair.tasks.iter().map(evidence).collect();
        let expect = round_expect(pair.expect);
        Some(TermPair { rank, left, right, expect, shared: pair.shared, since, tasks })
    }

    /// Returns the name of the person who handed in a submission, or `None` if the person was erased.
    fn name(&self, person: Submitted) -> Option<String> {
        let submissions = self.submissions.get(&person.task)?;
        let at = submissions.binary_search_by_key(&person.number, |submission| submission.number).ok()?;
        if let Some(codes) = &self.codes {
            return codes.people.get(&person).map(|&code| format!("Person {}", SubmissionId(code)));
        }
        let submission = &submissions[at];
        let title = &self.batches[person.task as usize].title;
        let known = PersonName::of(self.known, title, submission);
        Some(known.or(submission.header.author.as_deref()).unwrap_or(&submission.header.name).to_owned())
    }
}

/// Returns the key of the pseudonyms in the reports of a batch, which is the same for all of them.
pub fn pseudonym_key(batch: &Batch) -> PseudonymKey {
    PseudonymKey::new(&batch.pseudonyms.key, batch.pseudonyms.submissions)
}
