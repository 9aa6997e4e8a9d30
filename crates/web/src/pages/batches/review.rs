//! `/batches/{batch}/review`: the settings of a comparison, those of them that can change without a new upload, late
//! submissions, and the history of changes.
//!
//! Every change creates a new revision. The request waits a moment for it and then returns to the previous page. If the
//! revision takes longer, this page shows the progress.

use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, Message, PageLocation};
use chaffinch_report::{NameHider, Report};
use chaffinch_storage::{
    Action, Batch, Change as Changed, Cutoff, Named as _, Review, Revision, RevisionSwitch, Status,
    TemplateRegion, may,
};
use serde::Deserialize;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{OnBatch, Read};
use crate::http::request::Query;
use crate::limits::fair_queue::PageTurn;
use crate::pages::batches::notices::{after, changes, pairs_changed};
use crate::pages::batches::report::report_frame;
use crate::pages::cases::show::display_name;
use crate::pages::frame::{batch_path, name_table, render_form, size_text};
use crate::services::batches;
use crate::services::reports::ReportIds;
use crate::sign_in::accounts::{self, AccountNames};

#[derive(Template)]
#[template(path = "service/review.html")]
#[expect(clippy::struct_excessive_bools, reason = "each says whether a part of the page is there")]
struct ReviewPage<'a> {
    frame: Frame,
    batch: &'a Batch,
    path: String,
    /// Why the last change was refused.
    refused: Option<String>,
    /// Whether the form has what was typed, which was refused.
    typed: bool,
    /// The revision whose settings the form shows.
    revision: u32,
    may_change: bool,
    names_hidden: bool,
    form: ReviewForm,
    /// Whether the report knows the numbers of pairs expected by chance.
    has_expect: bool,
    /// Whether expect values are missing because of the match length.
    is_unmeasured: bool,
    /// The tables of teams and staff. `None` if names are hidden.
    people: Option<(String, String)>,
    templates: Vec<TemplateRow>,
    /// Number of files of starter code.
    starter_files: u32,
    revisions: Vec<RevisionRow<'a>>,
    turns: Vec<TurnRow>,
    /// The size limit of an upload as text for people.
    most: String,
}

struct TemplateRow {
    region: TemplateRegion,
    name: String,
    path: String,
    href: String,
    /// The lines of the passage. `None` if the text is no longer stored.
    lines: Option<(usize, usize)>,
}

struct RevisionRow<'a> {
    revision: &'a Revision,
    author: String,
    changes: Vec<Message>,
    /// Pairs beyond chance, before and after.
    beyond: Option<Message>,
    pairs_changed: Option<Message>,
    current: bool,
}

struct TurnRow {
    turn: RevisionSwitch,
    who: String,
}

#[derive(Deserialize)]
pub(crate) struct ReviewQuery {
    /// The page to return to when the new revision is there.
    #[serde(default)]
    pub(super) back: String,
}

pub(crate) async fn show(on: OnBatch<Read>, Query(query): Query<ReviewQuery>) -> Result<Response> {
    if !query.back.is_empty()
        && let Some(page) = after(&on.batch, &query.back)
    {
        return Ok(Redirect::to(&page).into_response());
    }
    page(&on.who, &on.batch, None, None).await
}

/// Returns the frame of a page of the report, in the tab of the settings.
fn settings_frame(who: &Admitted, batch: &Batch) -> Frame {
    let mut frame = report_frame(who, batch);
    if let Some(settings) = &mut frame.actions.settings {
        settings.current = true;
    }
    frame
}

pub(super) async fn page(
    who: &Admitted,
    batch: &Batch,
    refused: Option<WebError>,
    typed: Option<ReviewForm>,
) -> Result<Response> {
    let turn = who.app.auth.page(who.caller()).await?;
    let report = who.app.auth.reports.read(&*who.app.storage, &turn, batch).await?;
    let revisions = who.app.storage.revisions(batch.id).await?;
    let review = batch.review();
    let turns = who.app.storage.turns(batch.id).await?;
    let names =
        accounts::account_names(&who.app, accounts::accounts_of_revisions(&revisions, &turns)).await?;
    let ids = ReportIds::new(batch, who.names_hidden);
    let has_expect = report.has_expect();
    let cutoff = |of: fn(Cutoff) -> Option<f64>| review.cutoff.and_then(of).map(|number| number.to_string());
    let (expect, bits) = (cutoff(Cutoff::expect), cutoff(Cutoff::suspicion));
    let form = typed.clone().unwrap_or_else(|| ReviewForm {
        revision: String::new(),
        common_limit: review.common_limit.to_string(),
        submission_limit: (batch.options.submission_limit.max(review.submission_limit) > 0)
            .then(|| review.submission_limit.to_string()),
        cutoff_expect: expect.or_else(|| has_expect.then(String::new)),
        cutoff: bits.or_else(|| (!has_expect).then(String::new)),
        teams: Some(name_table(&review.teams, ", ")),
        staff: Some(name_table(review.staff.iter().map(std::slice::from_ref), ", ")),
    });
    let page = ReviewPage {
        frame: settings_frame(who, batch),
        batch,
        path: batch_path(batch),
        refused: refused.as_ref().map(ToString::to_string),
        typed: typed.is_some(),
        revision: batch.current().unwrap_or_default(),
        may_change: may(&who.actor, Action::Change, batch.course),
        names_hidden: ids.hide,
        has_expect,
        is_unmeasured: report.settings.expect_reason.is_some(),
        people: form.teams.clone().zip(form.staff.clone()).filter(|_| !ids.hide),
        form,
        starter_files: report.boilerplate.files,
        templates: templates(&who.app, &turn, batch, &report, &review, ids).await?,
        revisions: revisions.iter().rev().map(|one| row(who, &names, batch, one, &revisions)).collect(),
        turns: (turns.into_iter().rev())
            .map(|turn| TurnRow { who: display_name(who, &names, turn.by.account), turn })
            .collect(),
        most: size_text(who.words, who.app.settings.upload.bytes),
    };
    render_form(&page, refused.as_ref())
}

async fn templates(
    app: &App,
    turn: &PageTurn,
    batch: &Batch,
    report: &Report,
    review: &Review,
    ids: ReportIds,
) -> Result<Vec<TemplateRow>> {
    let lines = batches::template_lines(app, turn, batch, &review.templates).await?;
    if review.templates.is_empty() {
        return Ok(Vec::new());
    }
    let hiding = ids.hiding().map(|key| NameHider::new(report, key, &[]));
    let place = |region: &TemplateRegion| match &hiding {
        Some(hiding) => hiding.place(region.submission, region.file),
        None => (region.submission, region.file),
    };
    let places: Vec<(u32, u32)> = review.templates.iter().map(place).collect();
    let hidden = hiding.map(|hiding| hiding.report(report.clone()));
    let report = hidden.as_ref().unwrap_or(report);
    let row = |(region, (id, file)): (&TemplateRegion, (u32, u32))| {
        let submission = report.submission(id);
        let file = submission.and_then(|submission| submission.files.get(file as usize));
        TemplateRow {
            region: *region,
            name: submission.map(|submission| submission.name.clone()).unwrap_or_default(),
            path: file.map(|file| file.path.clone()).unwrap_or_default(),
            href: PageLocation::batch(batch.id).submission(id),
            lines: lines.get(region).copied(),
        }
    };
    Ok(review.templates.iter().zip(places).map(row).collect())
}

fn row<'a>(
    who: &Admitted,
    names: &AccountNames,
    batch: &Batch,
    revision: &'a Revision,
    all: &[Revision],
) -> RevisionRow<'a> {
    RevisionRow {
        revision,
        author: display_name(who, names, Some(revision.author)),
        changes: Changed::new(all, revision.number)
            .map_or_else(|| vec![who.words.say("change-first")], |change| changes(who, &change)),
        beyond: beyond(who, revision, all),
        pairs_changed: pairs_changed(who, revision),
        current: batch.current() == Some(revision.number),
    }
}

/// Returns the number of pairs beyond chance before and after a revision, as far as they were counted.
fn beyond(who: &Admitted, revision: &Revision, all: &[Revision]) -> Option<Message> {
    let after = revision.found.beyond?;
    let before = revision.made_from.and_then(|number| all.iter().find(|one| one.number == number));
    Some(match before.and_then(|before| before.found.beyond) {
        Some(before) => {
            who.words.say("revision-beyond-change").number("before", before).number("after", after)
        }
        None => who.words.say("revision-beyond").number("count", after),
    })
}

/// Form of the settings.
#[derive(Clone, Deserialize)]
pub(crate) struct ReviewForm {
    /// The revision whose settings the form has shown. Empty: it does not matter.
    #[serde(default)]
    pub(super) revision: String,
    pub(super) common_limit: String,
    /// Missing: it stays. No report has had this limit: only jobs of MOSS clients begin with it.
    #[serde(default)]
    pub(super) submission_limit: Option<String>,
    /// Pairs expected by chance at the cut-off. Empty: the default. Missing: the page did not ask for it, because the
    /// report does not know this number.
    #[serde(default)]
    pub(super) cutoff_expect: Option<String>,
    /// The cut-off in bits. Missing: the report has none.
    #[serde(default)]
    pub(super) cutoff: Option<String>,
    /// Missing: they stay. A page without names does not have them.
    #[serde(default)]
    pub(super) teams: Option<String>,
    #[serde(default)]
    pub(super) staff: Option<String>,
}
