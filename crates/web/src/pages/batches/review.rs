//! `/batches/{batch}/review`: the settings of a comparison, those of them that can change without a new upload, late
//! submissions, and the history of changes.
//!
//! Every change creates a new revision. The request waits a moment for it and then returns to the previous page. If the
//! revision takes longer, this page shows the progress.

use std::str::FromStr;
use std::time::Duration;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_report::{Frame, Message, PageLocation, Report};
use chaffinch_storage::{
    Action, Batch, BatchId, Change as Changed, CutoffChange, Review, Revision, RevisionSwitch,
    TemplateRegion, TurnedBy, may, names, teams,
};
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, Change, OnBatch, Read, Upload};
use crate::http::request::{Form, Path};
use crate::intake::{self, Fields, Incoming};
use crate::limits::page_turn::PageTurn;
use crate::pages::cases::show::called;
use crate::pages::frame::{frame, render};
use crate::pages::paths::batch_path;
use crate::pages::values::{JobState, When, size_text};
use crate::services::people::{self, AccountNames};
use crate::services::{reports, review};

/// How often the batch is read again. Changes by other processes may be announced late.
const LOOK_EVERY: Duration = Duration::from_millis(500);

#[derive(Template)]
#[template(path = "service/review.html")]
struct ReviewPage {
    frame: Frame,
    title: String,
    path: String,
    state: JobState,
    /// Why the last change was refused.
    refused: Option<String>,
    may_change: bool,
    common_limit: u32,
    /// Empty: the default of the engine.
    cutoff: String,
    /// The cut-off in force.
    cutoff_now: String,
    teams: String,
    staff: String,
    templates: Vec<TemplateRow>,
    revisions: Vec<RevisionRow>,
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

struct RevisionRow {
    number: u32,
    made: When,
    author: String,
    changes: Vec<Message>,
    pairs: u32,
    current: bool,
}

struct TurnRow {
    revision: u32,
    when: When,
    who: String,
    why: &'static str,
}

pub(crate) async fn show(on: OnBatch<Read>, State(app): State<App>) -> Result<Response, WebError> {
    page(&app, &on.who, &on.batch, None).await
}

async fn page(
    app: &App,
    who: &Admitted,
    batch: &Batch,
    refused: Option<WebError>,
) -> Result<Response, WebError> {
    let turn = app.auth.page(who.caller()).await?;
    let head = reports::head(&*app.storage, batch).await?;
    let report = turn.run(move || reports::parsed(&head)).await?;
    let revisions = app.storage.revisions(batch.id).await?;
    let review = batch.review();
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let turns = app.storage.turns(batch.id).await?;
    let names = people::names(app, people::of_revisions(&revisions, &turns)).await?;
    let html = render(&ReviewPage {
        frame: frame(who, &batch.title, PageLocation::batch(batch.id), ""),
        title: batch.title.clone(),
        path: batch_path(batch),
        state: (&batch.status).into(),
        refused: refused.map(|error| error.to_string()),
        may_change: may(&who.actor, Action::Change, batch.course),
        common_limit: review.common_limit,
        cutoff: review.cutoff.map(|cutoff| cutoff.to_string()).unwrap_or_default(),
        cutoff_now: match report.settings.cutoff_expect {
            Some(expect) => who.words.say("cutoff-expect").number("pairs", expect).plain(),
            None => report.settings.cutoff.to_string(),
        },
        teams: table(&review.teams),
        staff: table(&review.staff.iter().map(std::slice::from_ref).collect::<Vec<_>>()),
        templates: templates(app, &turn, batch, &report, &review).await?,
        revisions: revisions.iter().rev().map(|one| row(who, &names, batch, one, &revisions)).collect(),
        turns: turns.iter().rev().map(|turn| told(who, &names, turn)).collect(),
        most: size_text(who.words, app.settings.upload.bytes),
    })?;
    Ok((status, html).into_response())
}

async fn templates(
    app: &App,
    turn: &PageTurn,
    batch: &Batch,
    report: &Report,
    review: &Review,
) -> Result<Vec<TemplateRow>, WebError> {
    let lines = review::template_lines(app, turn, batch, &review.templates).await?;
    let row = |region: &TemplateRegion| {
        let submission = report.submission(region.submission);
        let file = submission.and_then(|submission| submission.files.get(region.file as usize));
        TemplateRow {
            region: *region,
            name: submission.map(|submission| submission.name.clone()).unwrap_or_default(),
            path: file.map(|file| file.path.clone()).unwrap_or_default(),
            href: PageLocation::batch(batch.id).submission(region.submission),
            lines: lines.get(region).copied(),
        }
    };
    Ok(review.templates.iter().map(row).collect())
}

fn row(
    who: &Admitted,
    names: &AccountNames,
    batch: &Batch,
    revision: &Revision,
    all: &[Revision],
) -> RevisionRow {
    RevisionRow {
        number: revision.number,
        made: revision.created.into(),
        author: called(who, names, Some(revision.author)),
        changes: Changed::of(all, revision.number)
            .map_or_else(|| vec![who.words.say("change-first")], |change| changes(who, &change)),
        pairs: revision.pairs,
        current: batch.current() == Some(revision.number),
    }
}

/// Describes the differences between two revisions.
fn changes(who: &Admitted, change: &Changed) -> Vec<Message> {
    let say = |key| who.words.say(key);
    let counted = |key, count: usize| (0 < count).then(|| say(key).number("count", count));
    [
        change.common_limit.map(|limit| say("change-common").number("limit", limit)),
        match change.cutoff {
            CutoffChange::Unchanged => None,
            CutoffChange::EngineDefault => Some(say("change-cutoff-usual")),
            CutoffChange::To(cutoff) => Some(say("change-cutoff").number("cutoff", cutoff)),
        },
        counted("change-template-added", change.templates_added.len()),
        counted("change-template-removed", change.templates_removed.len()),
        change.teams.as_ref().map(|teams| say("change-teams").number("count", teams.len())),
        change.staff.as_ref().map(|staff| say("change-staff").number("count", staff.len())),
        counted("change-late", change.late as usize),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn told(who: &Admitted, names: &AccountNames, turn: &RevisionSwitch) -> TurnRow {
    TurnRow {
        revision: turn.revision,
        when: turn.by.at.into(),
        who: called(who, names, turn.by.account),
        why: match turn.reason {
            TurnedBy::Result => "turn-result",
            TurnedBy::Undo => "turn-undo",
            TurnedBy::Redo => "turn-redo",
        },
    }
}

/// Formats lists of names, one row for each, in the form that [`teams`] and [`names`] read.
fn table<Row: AsRef<[String]>>(rows: &[Row]) -> String {
    let cell = |name: &String| {
        if name.contains([',', ';', '\t', '"']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name.clone()
        }
    };
    let row = |row: &Row| row.as_ref().iter().map(cell).collect::<Vec<_>>().join(", ");
    rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// Form of the settings.
#[derive(Deserialize)]
pub(crate) struct ReviewForm {
    common_limit: String,
    /// Empty: the default of the engine.
    cutoff: String,
    teams: String,
    staff: String,
}

pub(crate) async fn submit(
    on: OnBatch<Change>,
    State(app): State<App>,
    Form(form): Form<ReviewForm>,
) -> Result<Response, WebError> {
    let asked = match asked(&on.batch, &form) {
        Ok(review) => review::rescore(&app, &on.who, &on.batch, &review, None).await,
        Err(error) => Err(error),
    };
    match asked {
        Ok(_) => settled(&app, on.batch.id, &batch_path(&on.batch)).await.map(IntoResponse::into_response),
        Err(error) if error.kind().status.is_server_error() => Err(error),
        Err(error) => page(&app, &on.who, &on.batch, Some(error)).await,
    }
}

/// Returns the current review with the values of the form.
fn asked(batch: &Batch, form: &ReviewForm) -> Result<Review, WebError> {
    fn number<N: FromStr>(name: &'static str, text: &str) -> Result<N, WebError> {
        text.trim().parse().map_err(|_| WebError::Field { name, problem: "must be a number".to_owned() })
    }
    let table = |name| move |problem| WebError::Field { name, problem };
    let cutoff = match form.cutoff.trim() {
        "" => None,
        text => Some(number("cutoff", text)?),
    };
    Ok(Review {
        common_limit: number("common_limit", &form.common_limit)?,
        cutoff,
        teams: teams(&form.teams).map_err(table("teams"))?,
        staff: names(&form.staff).map_err(table("staff"))?,
        ..batch.review()
    })
}

/// Form that marks a passage as starter code, or removes the mark.
#[derive(Deserialize)]
pub(crate) struct TemplateForm {
    submission: u32,
    file: u32,
    start_byte: u32,
    end_byte: u32,
    /// Set to count the passage again.
    #[serde(default)]
    remove: String,
    /// The page to return to.
    #[serde(default)]
    back: String,
}

pub(crate) async fn template(
    on: OnBatch<Change>,
    State(app): State<App>,
    Form(form): Form<TemplateForm>,
) -> Result<Redirect, WebError> {
    let TemplateForm { submission, file, start_byte, end_byte, .. } = form;
    let region = TemplateRegion { submission, file, start_byte, end_byte };
    let mut asked = on.batch.review();
    asked.templates.retain(|other| *other != region);
    if form.remove.is_empty() {
        asked.templates.push(region);
    }
    review::rescore(&app, &on.who, &on.batch, &asked, None).await?;
    let below = format!("{}/", batch_path(&on.batch));
    // Attack: a form that redirects to another site.
    let back = if form.back.starts_with(&below) { form.back } else { batch_path(&on.batch) };
    settled(&app, on.batch.id, &back).await
}

pub(crate) async fn choose(
    on: OnBatch<Change>,
    State(app): State<App>,
    Path((_, revision)): Path<(Uuid, u32)>,
) -> Result<Redirect, WebError> {
    review::choose(&app, &on.who, &on.batch, revision).await?;
    Ok(Redirect::to(&format!("{}/review", batch_path(&on.batch))))
}

pub(crate) async fn late(
    on: OnBatch<Upload>,
    State(app): State<App>,
    headers: HeaderMap,
    incoming: Result<Incoming, WebError>,
) -> Result<Response, WebError> {
    let mut fields = Fields::of(&intake::LATE);
    let accepted = match incoming {
        Ok(incoming) => intake::add_late(&app, &on.who, &headers, &on.batch, incoming, &mut fields).await,
        Err(error) => Err(error),
    };
    match accepted {
        Ok(_) => settled(&app, on.batch.id, &batch_path(&on.batch)).await.map(IntoResponse::into_response),
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => page(&app, &on.who, &on.batch, Some(error)).await,
    }
}

/// Waits a moment for the new revision, then redirects to `back`. If the revision takes longer or fails, it redirects
/// to the review page, which shows the progress.
async fn settled(app: &App, id: BatchId, back: &str) -> Result<Redirect, WebError> {
    let until = Instant::now() + app.settings.settle;
    let mut changes = app.storage.changes();
    loop {
        // Earlier changes are marked as seen before the batch is read. A change after the read then still ends the
        // wait.
        changes.mark_unchanged();
        let batch = app.storage.batch(id).await?.ok_or(WebError::NotFound)?;
        if !batch.is_busy() && batch.status == chaffinch_storage::Status::Done {
            return Ok(Redirect::to(back));
        }
        if !batch.is_busy() || until <= Instant::now() || app.shutdown.is_cancelled() {
            return Ok(Redirect::to(&format!("{}/review", batch_path(&batch))));
        }
        // If announcements have ended or the time is over, the loop looks again.
        let _ = timeout_at(until.min(Instant::now() + LOOK_EVERY), changes.changed()).await;
    }
}
