//! `/cases`: the cases of suspected copying, newest first. A case is opened from a report.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::{Html, Redirect};
use chaffinch_pages::Frame;
use chaffinch_report::{Report, SubmissionId};
use chaffinch_storage::{
    Action, Batch, BatchId, Case, CaseChange, CaseFilter, CaseId, CaseStatus, Course, MarkChange, MarkState,
    Named as _, Owner, Page, Role,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::guard::{Change, OnBatch, Own, Read};
use crate::http::request::{Form, Query};
use crate::pages::archives::course_name;
use crate::pages::batches::notices::back_to;
use crate::pages::frame::{case_path, frame, render};
use crate::services::cases::{self, CasePseudonyms, CaseRequest, TITLE_LENGTH};
use crate::services::marks;
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

/// Fields of the form on a report's pages. Those of a pair or a cluster are `submissions`, ids in the report separated by
/// commas. Of a finding, `submissions` is repeated, and `each` opens a case for each person. `title` is empty if it is the
/// names of the submissions and the title of the batch. `text` is the first note. Of the page of a pair, `pair` is marked,
/// and `back` is the page to return to.
type OpenForm = Vec<(String, String)>;

pub(crate) async fn open(on: OnBatch<Change>, Form(form): Form<OpenForm>) -> Result<Redirect> {
    let of = |field: &'static str| {
        form.iter().filter(move |(name, _)| name == field).map(|(_, value)| value.as_str())
    };
    let ids = ReportIds::new(&on.batch, on.who.names_hidden);
    let number = |id: &str| ids.number(id.trim().parse::<SubmissionId>().ok()?).ok();
    let numbers: Option<Vec<u32>> = of("submissions").flat_map(|ids| ids.split(',')).map(number).collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty()).ok_or_else(|| {
        WebError::field("submissions", "must be submission numbers of the report, separated by commas")
    })?;
    let each = of("each").next().is_some_and(|each| each == "true");
    let submissions = cases::seen(&on.batch, None, numbers)?.submissions;
    let pair = of("pair").next();
    if let Some(pair) = pair {
        mark_as_case(&on, pair, of("seen").next()).await?;
    }
    let openings = openings(&on, submissions, each, of("title").next().unwrap_or_default().trim()).await?;
    let several = openings.len() > 1;
    let text = of("text").next().unwrap_or_default();
    let mut place = String::new();
    for opening in openings {
        let opening = CaseRequest { text: text.to_owned(), ..opening };
        place = match cases::open(&on.who, &on.batch, opening).await {
            Ok(case) => case_path(&case),
            // A case exists already, so it gets the note, and the reader is sent to it.
            Err(WebError::CaseExists { case }) => {
                let existing = on.who.app.storage.case(case).await?.filter(|_| !text.trim().is_empty());
                if let Some(existing) = existing {
                    cases::change(&on.who, &existing, None, &CaseChange::Note, text).await?;
                }
                format!("/cases/{case}")
            }
            Err(error) => return Err(error),
        };
    }
    if pair.is_some() {
        return Ok(Redirect::to(&back_to(&on.batch, of("back").next().unwrap_or_default())));
    }
    Ok(Redirect::to(&if several { format!("/cases?batch={}", on.batch.id.0) } else { place }))
}

/// Marks a pair, before the case is opened from its page. A mark that somebody else has changed since stays.
async fn mark_as_case(on: &OnBatch<Change>, pair: &str, seen: Option<&str>) -> Result<()> {
    let pair = pair.parse().map_err(|_| WebError::field("pair", "must be the id of a pair"))?;
    let seen = seen.and_then(|seen| seen.parse().ok());
    let change = MarkChange { state: Some(Some(MarkState::Case)), ..MarkChange::default() };
    match marks::change(&on.who, &on.batch, pair, &change, seen).await {
        Ok(_) | Err(WebError::MarkChanged) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns the case to open on submissions, or one for `each` person. A title that is empty is made.
async fn openings(
    on: &OnBatch<Change>,
    submissions: Vec<u32>,
    each: bool,
    titled: &str,
) -> Result<Vec<CaseRequest>> {
    let opening = |submissions: Vec<u32>, title: String| CaseRequest {
        revision: None,
        submissions,
        title,
        status: CaseStatus::Open,
        text: String::new(),
    };
    // Only names and authors are in the report.
    if !each && !titled.is_empty() {
        return Ok(vec![opening(submissions, titled.to_owned())]);
    }
    let turn = on.who.app.auth.page(on.who.caller()).await?;
    let head = reports::head(&*on.who.app.storage, &on.batch).await?;
    let (batch, given) = (on.batch.title.clone(), titled.to_owned());
    turn.run(move || {
        let report = reports::parsed(&head)?;
        let named = |submissions: Vec<u32>| {
            let title = if given.is_empty() { title(&report, &batch, &submissions) } else { given.clone() };
            opening(submissions, title)
        };
        if !each {
            return Ok(vec![named(submissions)]);
        }
        let mut of_persons: BTreeMap<(Option<&str>, Option<u32>), Vec<u32>> = BTreeMap::new();
        for number in submissions {
            let author = report.submission(number).and_then(|one| one.author.as_deref());
            // A submission without an author is of a person of its own.
            of_persons.entry((author, author.is_none().then_some(number))).or_default().push(number);
        }
        Ok(of_persons.into_values().map(named).collect())
    })
    .await
}

/// Returns the default title of a case.
fn title(report: &Report, batch: &str, submissions: &[u32]) -> String {
    let name = |&number: &u32| Some(report.submission(number)?.name.clone());
    let mut names: Vec<String> = submissions.iter().take(NAMED).filter_map(name).collect();
    names.extend((submissions.len() > NAMED).then(|| "…".to_owned()));
    // A file name can contain control characters, which a title must not.
    let title: String = format!("{}: {batch}", names.join(", "))
        .chars()
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if title.chars().count() <= TITLE_LENGTH { title } else { batch.to_owned() }
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
