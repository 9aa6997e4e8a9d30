//! What the pages of a report show besides the report: the notice after the reader has changed the comparison, with what it
//! did and the button that takes it back, and the cases beside pairs and clusters. The query of the page names the
//! revision, so that a page without scripts shows the notice, too.

use std::collections::BTreeSet;

use chaffinch_pages::{CaseLink, Locale, Message, Notice, percent_encode};
use chaffinch_report::SubmissionId;
use chaffinch_storage::{
    Action, Batch, CaseHere, Change as Changed, Cutoff, CutoffChange, Named as _, Revision, Status, may,
};
use serde::Deserialize;

use crate::error::Result;
use crate::http::admitted::Admitted;
use crate::http::guard::{OnBatch, Read};
use crate::pages::frame::{batch_path, case_path};
use crate::services::reports::ReportIds;

/// Beginning of [`Done::marked`], before the pair, for a change that was refused, because somebody else had changed the mark.
pub(crate) const OUTDATED: &str = "outdated-";

/// What the last request has done.
#[derive(Deserialize, Default)]
pub(crate) struct Done {
    /// The revision that it made.
    rescored: Option<u32>,
    /// The revision that it made current again.
    restored: Option<u32>,
    /// The pair that it marked, after [`OUTDATED`] if that was refused.
    #[serde(rename = "done")]
    pub(crate) marked: Option<String>,
}

impl Done {
    /// Returns the notice, if the revision is still the current one. `here` is the page, to which the button returns.
    pub(crate) async fn notice(&self, who: &Admitted, batch: &Batch, here: &str) -> Result<Option<Notice>> {
        let is_current = |revision: &u32| batch.current() == Some(*revision);
        if let Some(revision) = self.restored.filter(is_current) {
            let text = who.words.say("notice-restored").number("number", revision).plain();
            return Ok(Some(Notice { text, undo: None }));
        }
        let Some(number) = self.rescored.filter(is_current) else { return Ok(None) };
        let revisions = who.app.storage.revisions(batch.id).await?;
        let Some(revision) = revisions.iter().find(|revision| revision.number == number) else {
            return Ok(None);
        };
        let Some(change) = Changed::new(&revisions, number) else { return Ok(None) };
        let mut done = changes(who, &change);
        done.extend(pairs_changed(who, revision));
        let done: Vec<String> = done.iter().map(Message::plain).collect();
        let undo = revision.made_from.filter(|_| may(&who.actor, Action::Change, batch.course));
        Ok(Some(Notice {
            text: who.words.say("notice-rescored").text("done", done.join(", ")).plain(),
            undo: undo.map(|before| {
                format!("{}/revisions/{before}/current?back={}", batch_path(batch), percent_encode(here))
            }),
        }))
    }
}

/// Returns the number of pairs whose figures a revision changed, if it was counted.
pub(crate) fn pairs_changed(who: &Admitted, revision: &Revision) -> Option<Message> {
    let changed = revision.changed?;
    Some(who.words.say("change-pairs").number("count", changed))
}

/// Describes the differences between two revisions.
pub(crate) fn changes(who: &Admitted, change: &Changed) -> Vec<Message> {
    let say = |key| who.words.say(key);
    let counted = |key, count: usize| (count > 0).then(|| say(key).number("count", count));
    [
        change.common_limit.map(|limit| say("change-common").number("limit", limit)),
        change.submission_limit.map(|limit| say("change-submission-limit").number("limit", limit)),
        match change.cutoff {
            CutoffChange::Unchanged => None,
            CutoffChange::EngineDefault => Some(say("change-cutoff-usual")),
            CutoffChange::To(cutoff) => {
                let cutoff = match cutoff {
                    Cutoff::Expect(pairs) => say("cutoff-expect").figure("pairs", pairs),
                    Cutoff::Suspicion(bits) => say("cutoff-suspicion").figure("bits", bits),
                };
                Some(say("change-cutoff").words("cutoff", &cutoff))
            }
        },
        counted("change-template-added", change.templates_added.len()),
        counted("change-template-removed", change.templates_removed.len()),
        counted("change-starter", change.starter_files as usize),
        change.teams.as_ref().map(|teams| say("change-teams").number("count", teams.len())),
        change.staff.as_ref().map(|staff| say("change-staff").number("count", staff.len())),
        change.background.as_ref().map(|sources| say("change-background").number("count", sources.len())),
        change
            .count_vendored
            .map(|count| say(if count { "change-vendored-counted" } else { "change-vendored-ignored" })),
        change
            .count_given
            .map(|count| say(if count { "change-given-counted" } else { "change-given-ignored" })),
        counted("change-late", change.late as usize),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the page to return to, with the notice, if the new revision is there.
pub(crate) fn after(batch: &Batch, back: &str) -> Option<String> {
    let current = batch.current().filter(|_| !batch.is_busy() && batch.status == Status::Done)?;
    Some(with_parameter(&back_to(batch, back), "rescored", &current.to_string()))
}

/// Returns a page of a batch with a parameter in its query, before the fragment.
pub(crate) fn with_parameter(page: &str, name: &str, value: &str) -> String {
    let (page, fragment) = page.split_once('#').map_or((page, None), |(page, at)| (page, Some(at)));
    let (path, query) = page.split_once('?').unwrap_or((page, ""));
    // What an earlier request has done no longer matters.
    let names = ["rescored", "restored", "done", name];
    let is_other = |part: &&str| {
        let of = part.split_once('=').map_or(*part, |(of, _)| of);
        !of.is_empty() && !names.contains(&of)
    };
    let parts: Vec<&str> = query.split('&').filter(is_other).collect();
    let mut page = format!("{path}?{}", parts.join("&"));
    if !parts.is_empty() {
        page.push('&');
    }
    page.extend([name, "=", value]);
    if let Some(fragment) = fragment {
        page.push('#');
        page.push_str(fragment);
    }
    page
}

/// Returns the page to return to, if it is one of this batch, and otherwise its overview.
///
/// Attack: a form that redirects to another site.
pub(crate) fn back_to(batch: &Batch, page: &str) -> String {
    let own = batch_path(batch);
    let rest = page.strip_prefix(own.as_str());
    let is_own = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    if is_own && !page.contains(char::is_control) { page.to_owned() } else { own }
}

pub(crate) struct ReportCases {
    words: Locale,
    /// Undecided cases first, then the newest.
    cases: Vec<CaseHere>,
    /// The address that opens a case. `None` if the reader may not open one.
    open: Option<String>,
    /// The ids in the pages of the report.
    ids: ReportIds,
}

impl ReportCases {
    pub(crate) async fn load(on: &OnBatch<Read>) -> Result<Self> {
        let mut cases = on.who.app.storage.cases_of(on.batch.id).await?;
        // The sort is stable, so cases stay in the order newest first.
        cases.sort_by_key(|here| here.case.status.is_decided());
        let may_open = may(&on.who.actor, Action::Change, on.batch.course);
        let open = may_open.then(|| format!("{}/cases", batch_path(&on.batch)));
        let ids = ReportIds::new(&on.batch, on.who.names_hidden);
        Ok(Self { words: on.who.words, cases, open, ids })
    }

    /// Returns the link to the case that contains at least two of these submissions (ids), or the only one; otherwise the link
    /// that opens one.
    pub(crate) fn among(&self, members: &[u32]) -> CaseLink {
        // A set, because a cluster can have thousands of members.
        let members: BTreeSet<u32> =
            members.iter().filter_map(|&id| self.ids.number(SubmissionId(id)).ok()).collect();
        let least = members.len().clamp(1, 2);
        let inside = |here: &&CaseHere| {
            least <= here.here.iter().filter(|(number, _)| members.contains(number)).count()
        };
        match self.cases.iter().find(inside) {
            Some(here) => CaseLink {
                status: self.words.say(format!("case-{}", here.case.status.name())).plain(),
                href: Some(case_path(&here.case)),
                // A decided case may be followed by another one.
                open: self.open.clone().filter(|_| here.case.status.is_decided()),
            },
            None => {
                CaseLink { status: self.words.say("case-none").plain(), href: None, open: self.open.clone() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_come_before_the_fragment_and_once() {
        for (page, with) in [
            ("/b/1", "/b/1?rescored=3"),
            ("/b/1?view=diff&rescored=2", "/b/1?view=diff&rescored=3"),
            ("/b/1?restored=1#l-7", "/b/1?rescored=3#l-7"),
            ("/b/1?at=l-7#l-7", "/b/1?at=l-7&rescored=3#l-7"),
        ] {
            assert_eq!(with_parameter(page, "rescored", "3"), with);
        }
    }
}
