//! What every backend decides about cases in the same way: who is meant by a report's numbers, and what a change does.

use std::collections::BTreeMap;

use crate::{
    By, Case, CaseChange, CaseHere, CaseSubmission, Happening, Hold, MAX_CASE_EVENTS, MAX_CASE_SUBMISSIONS,
    MAX_CASE_TEXT, Result, Seen, StorageError,
};

/// A submission in a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// As the report numbers it.
    pub number: u32,
    /// Where it is, and whose.
    pub submission: CaseSubmission,
}

/// The submissions that are meant, in order, of those that a report shows.
///
/// # Errors
/// [`StorageError::Missing`]: there are none, or one of them is not in the report.
pub fn meant(seen: &Seen, shown: Vec<Shown>) -> Result<Vec<CaseSubmission>> {
    let mut shown: BTreeMap<u32, CaseSubmission> =
        shown.into_iter().map(|shown| (shown.number, shown.submission)).collect();
    let mut numbers = seen.submissions.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let missing = StorageError::Missing { what: "submission" };
    let meant: Option<Vec<_>> = numbers.iter().map(|number| shown.remove(number)).collect();
    let mut meant = meant.filter(|meant| !meant.is_empty()).ok_or(missing)?;
    meant.sort();
    Ok(meant)
}

/// Whom these submissions are of, in order.
pub fn persons(submissions: &[CaseSubmission]) -> Vec<String> {
    let mut persons: Vec<String> = submissions.iter().map(|submission| submission.person.clone()).collect();
    persons.sort();
    persons.dedup();
    persons
}

/// Does to a case what is asked for, and says what is to be told of it; `None`: nothing happens. `added`: what
/// [`CaseChange::Add`] means, with the number of its revision.
///
/// # Errors
/// [`StorageError::MayNotDecide`]; [`StorageError::Reviewer`]; [`StorageError::ReviewerDecides`].
pub fn happening(
    case: &mut Case,
    change: &CaseChange,
    added: Option<(u32, Vec<CaseSubmission>)>,
    text: &str,
    may_decide: bool,
    by: &By,
) -> Result<Option<Happening>> {
    let said = (!text.is_empty()).then_some(Happening::Note);
    Ok(match change {
        CaseChange::Note => said,
        CaseChange::Status(to) if *to == case.status => said,
        CaseChange::Status(to) => {
            let is_decision = to.is_decided() || case.status.is_decided();
            if is_decision && !may_decide {
                return Err(StorageError::MayNotDecide);
            }
            if is_decision && case.reviewer.is_some() && by.account.is_some() && by.account != case.reviewer {
                return Err(StorageError::ReviewerDecides);
            }
            Some(Happening::Status { from: std::mem::replace(&mut case.status, *to), to: *to })
        }
        CaseChange::Reviewer(reviewer) if *reviewer == case.reviewer => said,
        CaseChange::Reviewer(reviewer) => {
            if reviewer.is_some() && *reviewer == case.creator {
                return Err(StorageError::Reviewer);
            }
            case.reviewer = *reviewer;
            Some(Happening::Reviewer { reviewer: *reviewer })
        }
        CaseChange::Hold if case.hold.is_some() => said,
        CaseChange::Hold => {
            case.hold = Some(Hold { reason: text.to_owned(), since: by.at });
            Some(Happening::Hold)
        }
        CaseChange::Release if case.hold.is_none() => said,
        CaseChange::Release => {
            case.hold = None;
            Some(Happening::Release)
        }
        CaseChange::Add(seen) => match added {
            Some((revision, mut new)) => {
                new.retain(|submission| !case.submissions.contains(submission));
                if new.is_empty() {
                    return Ok(said);
                }
                case.submissions.extend(new);
                case.submissions.sort();
                case.persons.extend(persons(&case.submissions));
                case.persons.sort();
                case.persons.dedup();
                let (batch, submissions) = (seen.batch, seen.submissions.clone());
                Some(Happening::Added { batch, revision, submissions })
            }
            None => said,
        },
    })
}

/// Cases with those of their persons that a report shows.
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

/// Refuses a case of too many submissions or persons. Persons count by themselves: they stay when a batch goes.
///
/// # Errors
/// [`StorageError::CaseFull`].
pub fn check_size(submissions: &[CaseSubmission], persons: &[String]) -> Result<()> {
    if MAX_CASE_SUBMISSIONS < submissions.len().max(persons.len()) {
        return Err(StorageError::CaseFull { what: "submissions", limit: MAX_CASE_SUBMISSIONS as u64 });
    }
    Ok(())
}

/// Refuses an event after which a case has so many `events`, with so many `bytes` of text in all.
///
/// # Errors
/// [`StorageError::CaseFull`].
pub fn check_history(what: &Happening, events: i64, bytes: i64) -> Result<()> {
    let times = if takes_authority(what) { 2 } else { 1 };
    let limits = [("events", events, MAX_CASE_EVENTS), ("bytes of text", bytes, MAX_CASE_TEXT)];
    match limits.into_iter().find(|&(_, has, limit)| times * limit < has) {
        Some((what, _, limit)) => {
            Err(StorageError::CaseFull { what, limit: (times * limit).cast_unsigned() })
        }
        None => Ok(()),
    }
}

/// Whether only somebody does this who may decide cases or hold what they need.
const fn takes_authority(what: &Happening) -> bool {
    match what {
        Happening::Status { from, to } => from.is_decided() || to.is_decided(),
        Happening::Reviewer { .. } | Happening::Hold | Happening::Release => true,
        Happening::Opened { .. } | Happening::Note | Happening::Added { .. } => false,
    }
}
