//! Marks of pairs, for the pages and the API: who may see and change them, and under which ids.

use chaffinch_pages::{PairMark, Review};
use chaffinch_report::PairId;
use chaffinch_storage::{
    AccountId, Action, Batch, Mark, MarkChange, MarkState, MarkedPair, Member, Named as _, Role, may,
};

use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::services::reports::ReportIds;
use crate::sign_in::accounts::{self, AccountNames};

/// Returns the marks of a batch and the names of the accounts in them.
pub(crate) async fn with_names(who: &Admitted, batch: &Batch) -> Result<(Vec<Mark>, AccountNames)> {
    let marks = who.app.storage.marks(batch.id).await?;
    let names = names_of(who, &marks).await?;
    Ok((marks, names))
}

/// Returns the names of the accounts in marks.
pub(crate) async fn names_of(who: &Admitted, marks: &[Mark]) -> Result<AccountNames> {
    let involved = marks.iter().flat_map(|mark| [mark.by.account, mark.assignee]).flatten().collect();
    accounts::account_names(&who.app, involved).await
}

/// Returns what the pages of a report show of its marks. `None`: the reader may not mark pairs.
pub(crate) async fn review(who: &Admitted, batch: &Batch) -> Result<Option<Review>> {
    if !may(&who.actor, Action::Change, batch.course) || batch.revision.is_none() {
        return Ok(None);
    }
    let (marks, names) = with_names(who, batch).await?;
    let ids = ReportIds::new(batch, who.names_hidden);
    let name = |id: AccountId| names.get(&id).cloned().unwrap_or_default();
    let state = |state: Option<MarkState>| state.map_or("", MarkState::name);
    let mark = |mark: &Mark| PairMark {
        state: state(mark.state),
        previous: state(mark.previous),
        note: if who.names_hidden { String::new() } else { mark.note.clone() },
        assignee: mark.assignee.map(name),
        by: mark.by.account.map(name).unwrap_or_default(),
        at: mark.by.at.to_rfc3339(),
        when: mark.by.at.format("%Y-%m-%d %H:%M UTC").to_string(),
        version: mark.version,
    };
    Ok(Some(Review {
        marks: marks.iter().map(|one| (shown_id(ids, one.pair), mark(one))).collect(),
        states: MarkState::names(),
        reader: who.actor.account.name.clone(),
        members: reviewers(who, batch).await?.into_iter().map(|member| member.account.name).collect(),
        // The text may name people.
        shows_notes: !who.names_hidden,
        advances: false,
    }))
}

/// Returns the members among whom pairs can be divided.
async fn reviewers(who: &Admitted, batch: &Batch) -> Result<Vec<Member>> {
    let mut members = who.app.storage.members(batch.course).await?;
    members.retain(|member| Role::Assistant <= member.role && !member.account.disabled);
    Ok(members)
}

/// Returns the account of this name, if pairs can be assigned to it.
pub(crate) async fn reviewer(who: &Admitted, batch: &Batch, name: &str) -> Result<AccountId> {
    let members = reviewers(who, batch).await?;
    let found = members.into_iter().find(|member| member.account.name == name);
    let problem = "must name a member of the course who may upload";
    Ok(found.ok_or_else(|| WebError::field("assignee", problem))?.account.id)
}

/// Returns the state with this name; empty: not looked at.
pub(crate) fn state(name: &str) -> Result<Option<MarkState>> {
    let known = || WebError::field("state", format!("must be one of {}", MarkState::names().join(", ")));
    Some(name)
        .filter(|name| !name.is_empty())
        .map(|name| MarkState::from_name(name).ok_or_else(known))
        .transpose()
}

/// Returns the id of a pair in pages and answers.
pub(crate) fn shown_id(ids: ReportIds, pair: MarkedPair) -> PairId {
    ids.pair(PairId::new(pair.left, pair.right))
}

/// Returns the numbers of a pair in the report.
fn numbers(who: &Admitted, batch: &Batch, pair: PairId) -> Result<MarkedPair> {
    let PairId { left, right } = ReportIds::new(batch, who.names_hidden).numbers(pair)?;
    Ok(MarkedPair { left, right })
}

/// Returns the state of a pair before the last change of it.
pub(crate) async fn previous(who: &Admitted, batch: &Batch, pair: PairId) -> Result<Option<MarkState>> {
    let pair = numbers(who, batch, pair)?;
    let marks = who.app.storage.marks(batch.id).await?;
    Ok(marks.into_iter().find(|mark| mark.pair == pair).and_then(|mark| mark.previous))
}

/// Changes the mark of a pair. `seen` is the version that the caller has seen.
pub(crate) async fn change(
    who: &Admitted,
    batch: &Batch,
    pair: PairId,
    change: &MarkChange,
    seen: Option<u32>,
) -> Result<Mark> {
    let pair = numbers(who, batch, pair)?;
    if let Some(note) = &change.note {
        if who.names_hidden {
            return Err(WebError::field("note", "cannot be changed while names are hidden"));
        }
        if note.chars().count() > Review::NOTE_LENGTH {
            let limit = Review::NOTE_LENGTH;
            return Err(WebError::field("note", format!("may have at most {limit} characters")));
        }
    }
    Ok(who.app.storage.mark_pair(batch.id, pair, change, seen, &who.by()).await?)
}

/// Divides pairs of a report among accounts, and returns how many were assigned.
pub(crate) async fn divide(
    who: &Admitted,
    batch: &Batch,
    review: &Review,
    pairs: &[PairId],
    accounts: &[String],
) -> Result<usize> {
    let mut members = reviewers(who, batch).await?;
    let is_member = |name: &String| members.iter().any(|member| member.account.name == *name);
    if accounts.is_empty() || !accounts.iter().all(is_member) {
        return Err(WebError::field("account", "must name members of the course who may upload"));
    }
    members.retain(|member| accounts.contains(&member.account.name));
    let divided = review.divided(pairs, members.len()).into_iter();
    let share = |(pair, at): (PairId, usize)| Ok((numbers(who, batch, pair)?, members[at].account.id));
    let shares = divided.map(share).collect::<Result<Vec<_>>>()?;
    Ok(who.app.storage.assign_pairs(batch.id, &shares, &who.by()).await?)
}
