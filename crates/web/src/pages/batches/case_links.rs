//! The cases of a report. Its pages show them beside pairs and clusters, with a link that opens a case.

use std::collections::BTreeSet;

use chaffinch_pages::{CaseLink, Locale};
use chaffinch_report::SubmissionId;
use chaffinch_storage::{Action, CaseHere, Named as _, may};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{OnBatch, Read};
use crate::pages::paths::{batch_path, case_path};
use crate::services::reports::ReportIds;

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
    pub(crate) async fn load(app: &App, on: &OnBatch<Read>) -> Result<Self, WebError> {
        let mut cases = app.storage.cases_of(on.batch.id).await?;
        // The sort is stable, so cases stay in the order newest first.
        cases.sort_by_key(|here| here.case.status.is_decided());
        let may_open = may(&on.who.actor, Action::Change, on.batch.course);
        let open = may_open.then(|| format!("{}/cases", batch_path(&on.batch)));
        let ids = ReportIds::new(&on.batch, on.who.names_hidden);
        Ok(Self { words: on.who.words, cases, open, ids })
    }

    /// Returns the link to the case that contains at least two of these submissions (ids), or the link that opens one.
    pub(crate) fn among(&self, members: &[u32]) -> CaseLink {
        // A set, because a cluster can have thousands of members.
        let members: BTreeSet<u32> =
            members.iter().filter_map(|&id| self.ids.number(SubmissionId(id)).ok()).collect();
        let inside =
            |here: &&CaseHere| here.here.iter().filter(|(number, _)| members.contains(number)).count() >= 2;
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
