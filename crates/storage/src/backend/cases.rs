//! Decisions about cases that all backends share: which submissions a report's numbers stand for, and what a change
//! does.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    By, Case, CaseChange, CaseEventKind, CaseHere, CaseSubmission, Hold, MAX_CASE_EVENTS,
    MAX_CASE_STATEMENTS, MAX_CASE_SUBMISSIONS, MAX_CASE_TEXT, Result, Seen, StorageError,
};

/// A submission in a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its number in the report.
    pub number: u32,
    /// Where it is stored, and whose it is.
    pub submission: CaseSubmission,
}

/// Returns, in order, the submissions that are meant among those that a report shows.
///
/// # Errors
/// [`StorageError::Missing`]: there are none, or one of them is not in the report.
pub fn meant(seen: &Seen, shown: Vec<Shown>) -> Result<Vec<CaseSubmission>> {
    let mut shown: BTreeMap<u32, CaseSubmission> =
        shown.into_iter().map(|shown| (shown.number, shown.submission)).collect();
    let numbers: BTreeSet<u32> = seen.submissions.iter().copied().collect();
    let missing = StorageError::Missing { what: "submission" };
    let meant: Option<BTreeSet<_>> = numbers.iter().map(|number| shown.remove(number)).collect();
    let meant = meant.filter(|meant| !meant.is_empty()).ok_or(missing)?;
    Ok(meant.into_iter().collect())
}

/// Returns the persons of these submissions, sorted.
pub fn persons(submissions: &[CaseSubmission]) -> Vec<String> {
    let persons: BTreeSet<&String> = submissions.iter().map(|submission| &submission.person).collect();
    persons.into_iter().cloned().collect()
}

/// Applies a change to a case and returns the event to record, or `None` if nothing happens. `added` holds the
/// submissions that [`CaseChange::Add`] stands for, with the number of their revision.
///
/// # Errors
/// [`StorageError::MayNotDecide`]; [`StorageError::Reviewer`]; [`StorageError::ReviewerDecides`];
/// [`StorageError::Missing`]: a statement is of a person it is not about.
pub fn apply_change(
    case: &mut Case,
    change: &CaseChange,
    added: Option<(u32, Vec<CaseSubmission>)>,
    text: &str,
    may_decide: bool,
    by: &By,
) -> Result<Option<CaseEventKind>> {
    let note = (!text.is_empty()).then_some(CaseEventKind::Note);
    Ok(match change {
        CaseChange::Note => note,
        CaseChange::Status(to) if *to == case.status => note,
        CaseChange::Status(to) => {
            let is_decision = to.is_decided() || case.status.is_decided();
            if is_decision && !may_decide {
                return Err(StorageError::MayNotDecide);
            }
            if is_decision && case.reviewer.is_some() && by.account.is_some() && by.account != case.reviewer {
                return Err(StorageError::ReviewerDecides);
            }
            Some(CaseEventKind::Status { from: std::mem::replace(&mut case.status, *to), to: *to })
        }
        CaseChange::Reviewer(reviewer) if *reviewer == case.reviewer => note,
        CaseChange::Reviewer(reviewer) => {
            if reviewer.is_some() && *reviewer == case.creator {
                return Err(StorageError::Reviewer);
            }
            case.reviewer = *reviewer;
            Some(CaseEventKind::Reviewer { reviewer: *reviewer })
        }
        CaseChange::Hold if case.hold.is_some() => note,
        CaseChange::Hold => {
            case.hold = Some(Hold { reason: text.to_owned(), since: by.at });
            Some(CaseEventKind::Hold)
        }
        CaseChange::Release if case.hold.is_none() => note,
        CaseChange::Release => {
            case.hold = None;
            Some(CaseEventKind::Release)
        }
        CaseChange::Add(seen) => match added {
            Some((revision, mut new)) => {
                new.retain(|submission| !case.submissions.contains(submission));
                if new.is_empty() {
                    return Ok(note);
                }
                case.submissions.extend(new);
                case.submissions.sort();
                case.persons.extend(persons(&case.submissions));
                case.persons.sort();
                case.persons.dedup();
                let (batch, submissions) = (seen.batch, seen.submissions.clone());
                Some(CaseEventKind::Added { batch, revision, submissions })
            }
            None => note,
        },
        CaseChange::Statement(statement) => {
            if !case.persons.contains(&statement.person) {
                return Err(StorageError::Missing { what: "person" });
            }
            Some(CaseEventKind::Statement)
        }
    })
}

/// Combines cases with those of their persons that a report shows.
pub fn here(cases: Vec<Case>, shown: &[Shown]) -> Vec<CaseHere> {
    let mut numbers: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for shown in shown {
        numbers.entry(&shown.submission.person).or_default().push(shown.number);
    }
    let here = |case: &Case| {
        let of = |person: &String| {
            let numbers = numbers.get(person.as_str()).into_iter().flatten();
            numbers.map(|&number| (number, person.clone())).collect::<Vec<_>>()
        };
        let mut here: Vec<_> = case.persons.iter().flat_map(of).collect();
        here.sort_unstable();
        here
    };
    cases.into_iter().map(|case| CaseHere { here: here(&case), case }).collect()
}

/// Refuses a case with too many submissions or persons. Persons are counted separately, because they stay when a batch
/// is deleted.
///
/// # Errors
/// [`StorageError::CaseFull`].
pub fn check_size(submissions: &[CaseSubmission], persons: &[String]) -> Result<()> {
    if MAX_CASE_SUBMISSIONS < submissions.len().max(persons.len()) {
        return Err(StorageError::CaseFull { what: "submissions", limit: MAX_CASE_SUBMISSIONS as u64 });
    }
    Ok(())
}

/// Refuses a further statement for a case that has this number of them.
///
/// # Errors
/// [`StorageError::CaseFull`].
pub fn check_statements(statements: usize) -> Result<()> {
    if MAX_CASE_STATEMENTS <= statements {
        return Err(StorageError::CaseFull { what: "statements", limit: MAX_CASE_STATEMENTS as u64 });
    }
    Ok(())
}

/// Refuses an event after which a case would have too many `events`, or too many `bytes` of text.
///
/// # Errors
/// [`StorageError::CaseFull`].
pub fn check_history(what: &CaseEventKind, events: i64, bytes: i64) -> Result<()> {
    let times = if takes_authority(what) { 2 } else { 1 };
    let limits = [("events", events, MAX_CASE_EVENTS), ("bytes of text", bytes, MAX_CASE_TEXT)];
    match limits.into_iter().find(|&(_, has, limit)| times * limit < has) {
        Some((what, _, limit)) => {
            Err(StorageError::CaseFull { what, limit: (times * limit).cast_unsigned() })
        }
        None => Ok(()),
    }
}

/// Returns whether the event needs the right to decide cases or to hold what they need.
const fn takes_authority(what: &CaseEventKind) -> bool {
    match what {
        CaseEventKind::Status { from, to } => from.is_decided() || to.is_decided(),
        CaseEventKind::Reviewer { .. } | CaseEventKind::Hold | CaseEventKind::Release => true,
        CaseEventKind::Opened { .. }
        | CaseEventKind::Note
        | CaseEventKind::Added { .. }
        | CaseEventKind::Statement => false,
    }
}
