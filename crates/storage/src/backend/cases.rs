//! What every backend decides about cases in the same way: who is meant by a report's numbers, and what a change does.

use std::collections::BTreeMap;

use crate::{By, Case, CaseChange, CaseHere, CaseSubmission, Happening, Hold, Result, Seen, StorageError};

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
/// [`StorageError::Reviewer`]; [`StorageError::ReviewerDecides`].
pub fn happening(
    case: &mut Case,
    change: &CaseChange,
    added: Option<(u32, Vec<CaseSubmission>)>,
    text: &str,
    by: &By,
) -> Result<Option<Happening>> {
    let said = (!text.is_empty()).then_some(Happening::Note);
    Ok(match change {
        CaseChange::Note => said,
        CaseChange::Status(to) if *to == case.status => said,
        CaseChange::Status(to) => {
            let is_decision = to.is_decided() || case.status.is_decided();
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
