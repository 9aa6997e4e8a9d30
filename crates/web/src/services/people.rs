//! What accounts are called, for REST and for the pages alike.

use std::collections::BTreeMap;

use chaffinch_storage::{AccountId, Case, CaseEvent, CaseEventKind, Revision, RevisionSwitch};

use crate::app::App;
use crate::error::WebError;

/// By account; without those that are gone.
pub(crate) type AccountNames = BTreeMap<AccountId, String>;

/// What these accounts are called.
pub(crate) async fn names(app: &App, accounts: Vec<AccountId>) -> Result<AccountNames, WebError> {
    let mut names = AccountNames::new();
    for id in accounts {
        if !names.contains_key(&id)
            && let Some(account) = app.storage.account(id).await?
        {
            names.insert(id, account.name);
        }
    }
    Ok(names)
}

/// Whoever opened and reviews a case, and has a part in its history.
pub(crate) fn of_case(case: &Case, events: &[CaseEvent]) -> Vec<AccountId> {
    let mut people: Vec<_> = [case.creator, case.reviewer].into_iter().flatten().collect();
    for event in events {
        people.extend(event.by.account);
        if let CaseEventKind::Reviewer { reviewer } = event.what {
            people.extend(reviewer);
        }
    }
    people
}

/// Whoever asked for these revisions, and chose among them.
pub(crate) fn of_revisions(revisions: &[Revision], turns: &[RevisionSwitch]) -> Vec<AccountId> {
    let chose = turns.iter().filter_map(|turn| turn.by.account);
    revisions.iter().map(|revision| revision.author).chain(chose).collect()
}
