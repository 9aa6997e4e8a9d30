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
use crate::pages::batches::notices::{Done, after, changes, pairs_changed};
use crate::pages::batches::report::report_frame;
use crate::pages::batches::settings::{
    ComparedWith, CutoffSettings, Switch, TypedCutoff, compares_again, switches,
};
use crate::pages::cases::show::display_name;
use crate::pages::frame::{batch_path, name_table, render_form, size_text};
use crate::services::batches;
use crate::services::reports::ReportIds;
use crate::sign_in::accounts::{self, AccountNames};

#[derive(Template)]
#[template(path = "service/review.html")]
struct ReviewPage<'a> {
    frame: Frame,
    batch: &'a Batch,
    path: String,
    /// Why the last change was refused.
    refused: Option<String>,
    /// The revision whose settings the forms show.
    revision: u32,
    /// Whether the forms are there: the reader may change the comparison, and no job is at work on it.
    may_change: bool,
    /// Whether a comparison with the same settings can be made.
    may_repeat: bool,
    names_hidden: bool,
    form: ReviewForm,
    cutoff: CutoffSettings,
    /// Says that a change compares all submissions again.
    again: Message,
    compared: ComparedWith,
    switches: Vec<Switch>,
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

pub(crate) async fn show(
    on: OnBatch<Read>,
    Query(query): Query<ReviewQuery>,
    Query(typed): Query<TypedCutoff>,
    Query(done): Query<Done>,
) -> Result<Response> {
    if !query.back.is_empty()
        && let Some(page) = after(&on.batch, &query.back)
    {
        return Ok(Redirect::to(&page).into_response());
    }
    let mut frame = settings_frame(&on.who, &on.batch);
    let here = format!("{}/review", batch_path(&on.batch));
    frame.notice = done.notice(&on.who, &on.batch, &here).await?;
    let TypedCutoff { cutoff_expect, cutoff } = typed;
    page(frame, &on.who, &on.batch, ReviewForm { cutoff_expect, cutoff, ..ReviewForm::default() }, None).await
}

/// Returns the page with what was typed into a form that was refused.
pub(super) async fn refused_page(
    who: &Admitted,
    batch: &Batch,
    typed: ReviewForm,
    refused: WebError,
) -> Result<Response> {
    page(settings_frame(who, batch), who, batch, typed, Some(refused)).await
}

/// Returns the frame of a page of the report, in the tab of the settings.
fn settings_frame(who: &Admitted, batch: &Batch) -> Frame {
    let mut frame = report_frame(who, batch);
    if let Some(settings) = &mut frame.actions.settings {
        settings.current = true;
    }
    frame
}

async fn page(
    frame: Frame,
    who: &Admitted,
    batch: &Batch,
    typed: ReviewForm,
    refused: Option<WebError>,
) -> Result<Response> {
    let turn = who.app.auth.page(who.caller()).await?;
    let report = who.app.auth.reports.read(&*who.app.storage, &turn, batch).await?;
    let revisions = who.app.storage.revisions(batch.id).await?;
    let review = batch.review();
    let turns = who.app.storage.turns(batch.id).await?;
    let names =
        accounts::account_names(&who.app, accounts::accounts_of_revisions(&revisions, &turns)).await?;
    let ids = ReportIds::new(batch, who.names_hidden);
    let cutoff = TypedCutoff { cutoff_expect: typed.cutoff_expect.clone(), cutoff: typed.cutoff.clone() };
    let (words, reviewed, read) = (who.words, review.clone(), report.clone());
    let cutoff = turn.run(move || Ok(CutoffSettings::new(words, &read, &reviewed, &cutoff))).await?;
    let page = ReviewPage {
        batch,
        path: batch_path(batch),
        revision: batch.current().unwrap_or_default(),
        may_change: may(&who.actor, Action::Change, batch.course)
            && (refused.is_some() || batch.status.is_final()),
        may_repeat: may(&who.actor, Action::Upload, batch.course),
        names_hidden: ids.hide,
        form: typed.or(ReviewForm::current(batch, &review, cutoff.has_expect)),
        refused: refused.as_ref().map(ToString::to_string),
        cutoff,
        again: compares_again(who.words, batch, &revisions),
        compared: ComparedWith::new(&report),
        switches: switches(&frame, &report),
        starter_files: report.boilerplate.files,
        templates: templates(&who.app, &turn, batch, &report, &review, ids).await?,
        revisions: revisions.iter().rev().map(|one| row(who, &names, batch, one, &revisions)).collect(),
        turns: (turns.into_iter().rev())
            .map(|turn| TurnRow { who: display_name(who, &names, turn.by.account), turn })
            .collect(),
        most: size_text(who.words, who.app.settings.upload.bytes),
        frame,
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

/// Forms of the settings. Each group of the page sends its own fields. What is missing stays as it is.
#[derive(Clone, Default, Deserialize)]
pub(crate) struct ReviewForm {
    /// The revision whose settings the form has shown. Empty: it does not matter.
    #[serde(default)]
    pub(super) revision: String,
    pub(super) common_limit: Option<String>,
    pub(super) submission_limit: Option<String>,
    /// Pairs expected by chance at the cut-off. Empty: the default.
    pub(super) cutoff_expect: Option<String>,
    /// The cut-off in bits. Empty: the default.
    pub(super) cutoff: Option<String>,
    pub(super) teams: Option<String>,
    pub(super) staff: Option<String>,
}

impl ReviewForm {
    /// Returns the settings of a report. A limit that it never had and a unit that it does not know are missing.
    fn current(batch: &Batch, review: &Review, has_expect: bool) -> Self {
        let cutoff =
            |of: fn(Cutoff) -> Option<f64>| review.cutoff.and_then(of).map(|number| number.to_string());
        Self {
            revision: String::new(),
            common_limit: Some(review.common_limit.to_string()),
            // Only jobs of MOSS clients begin with it.
            submission_limit: (batch.options.submission_limit.max(review.submission_limit) > 0)
                .then(|| review.submission_limit.to_string()),
            cutoff_expect: cutoff(Cutoff::expect).or_else(|| has_expect.then(String::new)),
            cutoff: cutoff(Cutoff::suspicion).or_else(|| (!has_expect).then(String::new)),
            teams: Some(name_table(&review.teams, ", ")),
            staff: Some(name_table(review.staff.iter().map(std::slice::from_ref), ", ")),
        }
    }

    /// Returns what was typed, and `current` for what was not.
    fn or(self, current: Self) -> Self {
        Self {
            revision: self.revision,
            common_limit: self.common_limit.or(current.common_limit),
            submission_limit: self.submission_limit.or(current.submission_limit),
            cutoff_expect: self.cutoff_expect.or(current.cutoff_expect),
            cutoff: self.cutoff.or(current.cutoff),
            teams: self.teams.or(current.teams),
            staff: self.staff.or(current.staff),
        }
    }
}
