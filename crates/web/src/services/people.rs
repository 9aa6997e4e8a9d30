//! Finds the names of accounts, for the API and the pages.

use std::collections::BTreeMap;

use chaffinch_storage::{AccountId, Case, CaseEvent, CaseEventKind, Revision, RevisionSwitch};

use crate::app::App;
use crate::error::WebError;

/// Names by account, without deleted accounts.
pub(crate) type AccountNames = BTreeMap<AccountId, String>;

/// Returns the names of these accounts.
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

/// Returns the accounts of a case: who opened it, who reviews it, and who changed it.
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

/// Returns the accounts that requested these revisions or selected one of them.
pub(crate) fn of_revisions(revisions: &[Revision], turns: &[RevisionSwitch]) -> Vec<AccountId> {
    let chose = turns.iter().filter_map(|turn| turn.by.account);
    revisions.iter().map(|revision| revision.author).chain(chose).collect()
}
