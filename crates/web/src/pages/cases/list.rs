//! `/cases`: the cases of suspected copying, newest first. A case is opened from a report.

use askama::Template;
use axum::response::{Html, Redirect};
use chaffinch_pages::Frame;
use chaffinch_report::SubmissionId;
use chaffinch_storage::{
    Action, Batch, BatchId, Case, CaseFilter, CaseId, CaseStatus, Course, Named as _, Owner, Page, Role,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{Change, OnBatch, Own, Read};
use crate::http::request::{Form, Query};
use crate::pages::archives::course_name;
use crate::pages::frame::{case_path, frame, render};
use crate::services::cases::{self, CasePseudonyms, CaseRequest, TITLE_LENGTH};
use crate::services::reports::{self, ReportIds};

const ROWS: u32 = 100;

/// Largest number of submissions in the default title of a case.
const NAMED: usize = 4;

#[derive(Template)]
#[template(path = "service/cases.html")]
struct CasesPage {
    frame: Frame,
    cases: Vec<Case>,
    courses: Vec<(Course, Role)>,
    /// The status of the listed cases. `None`: every one.
    status: Option<CaseStatus>,
    /// The comparison whose cases are listed. `None`: those of every comparison.
    only: Option<Batch>,
    /// Whether there is no case and no filter that could hide one.
    none_yet: bool,
    newest: Option<String>,
    older: Option<String>,
}

impl CasesPage {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the template passes a reference")]
    fn is_chosen(&self, status: &CaseStatus) -> bool {
        self.status == Some(*status)
    }
}

#[derive(Deserialize)]
pub(crate) struct ListQuery {
    after: Option<Uuid>,
    /// Empty: every status.
    #[serde(default)]
    status: String,
    /// Only cases with a submission of this comparison.
    batch: Option<Uuid>,
}

pub(crate) async fn list(who: Own<Read>, Query(query): Query<ListQuery>) -> Result<Html<String>> {
    let status = match query.status.as_str() {
        "" => None,
        name => Some(CaseStatus::from_name(name).ok_or(WebError::NotFound)?),
    };
    let filter =
        CaseFilter { courses: who.courses(Action::See), status, after: query.after.map(CaseId), limit: ROWS };
    let (only, page) = match query.batch {
        None => (None, who.app.storage.cases(&filter).await?),
        Some(batch) => {
            let batch = who.visible_batch(BatchId(batch)).await?.ok_or(WebError::NotFound)?;
            let page = of_batch(&who.app, batch.id, status).await?;
            (Some(batch), page)
        }
    };
    let none_yet =
        page.items.is_empty() && query.after.is_none() && status.is_none() && query.batch.is_none();
    let mut cases = page.items;
    if who.names_hidden {
        for case in &mut cases {
            *case = CasePseudonyms::load(&who.app, case).await?.case(case);
        }
    }
    let here = |more: String| format!("/cases?status={}{more}", query.status);
    render(&CasesPage {
        frame: Frame { names: Some(who.names_switch()), ..frame(&who, who.words.say("cases"), "/cases") },
        none_yet,
        cases,
        courses: who.app.storage.courses_of(who.actor.account.id).await?,
        status,
        newest: query.after.map(|_| here(String::new())),
        older: page.next.map(|id| here(format!("&after={id}"))),
        only,
    })
}

/// Returns the cases with a submission of a comparison, newest first. They are all on one page.
async fn of_batch(app: &App, batch: BatchId, status: Option<CaseStatus>) -> Result<Page<Case, CaseId>> {
    let cases = app.storage.cases_of(batch).await?.into_iter().map(|here| here.case);
    let is_seen = |case: &Case| case.submissions.iter().any(|seen| seen.owner == Owner::Batch(batch));
    let cases = cases.filter(|case| is_seen(case) && status.is_none_or(|status| case.status == status));
    Ok(Page { items: cases.collect(), next: None })
}

/// Form on a report's pages: the submissions of a pair or a cluster.
#[derive(Deserialize)]
pub(crate) struct OpenForm {
    /// Ids in the report, separated by commas.
    submissions: String,
    /// Empty: the names of the submissions and the title of the batch.
    #[serde(default)]
    title: String,
}

pub(crate) async fn open(on: OnBatch<Change>, Form(form): Form<OpenForm>) -> Result<Redirect> {
    let ids = ReportIds::new(&on.batch, on.who.names_hidden);
    let number = |id: &str| ids.number(id.trim().parse::<SubmissionId>().ok()?).ok();
    let numbers: Option<Vec<u32>> = form.submissions.split(',').map(number).collect();
    let submissions = numbers.ok_or_else(|| {
        WebError::field("submissions", "must be submission numbers of the report, separated by commas")
    })?;
    let title = match form.title.trim() {
        "" => title(&on.who, &on.batch, submissions.clone()).await?,
        title => title.to_owned(),
    };
    let opening =
        CaseRequest { revision: None, submissions, title, status: CaseStatus::Open, text: String::new() };
    match cases::open(&on.who, &on.batch, opening).await {
        Ok(case) => Ok(Redirect::to(&case_path(&case))),
        // A case exists already, so the reader is sent to it.
        Err(WebError::CaseExists { case }) => Ok(Redirect::to(&format!("/cases/{case}"))),
        Err(error) => Err(error),
    }
}

/// Returns the default title of a case.
async fn title(who: &Admitted, batch: &Batch, submissions: Vec<u32>) -> Result<String> {
    let turn = who.app.auth.page(who.caller()).await?;
    let head = reports::head(&*who.app.storage, batch).await?;
    let batch = batch.title.clone();
    turn.run(move || {
        let report = reports::parsed(&head)?;
        let name = |&number: &u32| Some(report.submission(number)?.name.clone());
        let mut names: Vec<String> = submissions.iter().take(NAMED).filter_map(name).collect();
        names.extend((submissions.len() > NAMED).then(|| "…".to_owned()));
        // A file name can contain control characters, which a title must not.
        let title: String = format!("{}: {batch}", names.join(", "))
            .chars()
            .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
            .collect();
        Ok(if title.chars().count() <= TITLE_LENGTH { title } else { batch })
    })
    .await
}

/// Returns the CSS class of a status. Empty: plain.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the template passes a reference")]
pub(crate) const fn tone(status: &CaseStatus) -> &'static str {
    match status {
        CaseStatus::Open => "",
        CaseStatus::Suspicious => "strong",
        CaseStatus::Confirmed => "bad",
        CaseStatus::Dismissed => "good",
    }
}
