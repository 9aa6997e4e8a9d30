//! `/archives/new`: the form that creates an archive from an upload or from a finished batch.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Action, Batch, BatchFilter, BatchId, archive_name, may};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, InSomeCourse, Upload};
use crate::http::request::Query;
use crate::intake::{self, Fields, Incoming};
use crate::pages::batches::new::{self, choice};
use crate::pages::frame::{frame, render};
use crate::pages::paths::archive_path;
use crate::pages::values::{Choice, size_text};

/// Number of the newest batches among which finished ones are offered.
const BATCHES: u32 = 200;

#[derive(Template)]
#[template(path = "service/new_archive.html")]
struct NewArchivePage<'a> {
    frame: Frame,
    /// Why the last attempt was refused.
    refused: Option<String>,
    name: &'a str,
    year: &'a str,
    keep_until: &'a str,
    keepings: Vec<Choice>,
    courses: Vec<Choice>,
    batches: Vec<Choice>,
    languages: Vec<Choice>,
    layouts: Vec<Choice>,
    most_bytes: u64,
    /// The same limit as text for people.
    most: String,
}

#[derive(Deserialize)]
pub(crate) struct FormQuery {
    /// The batch that is selected at first.
    batch: Option<Uuid>,
}

pub(crate) async fn form(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Query(query): Query<FormQuery>,
) -> Result<Response, WebError> {
    let mut fields = Fields::new(&intake::ARCHIVE);
    if let Some(id) = query.batch {
        let batch = app.storage.batch(BatchId(id)).await?.ok_or(WebError::NotFound)?;
        who.in_course(Action::Change, batch.course)?;
        fields.suggest("batch", &batch.id.to_string())?;
        fields.suggest("course", &batch.course.to_string())?;
        // A title may be no valid name, for example because it is too long. The user then chooses a name.
        if let Ok(name) = archive_name(&batch.title) {
            fields.suggest("name", name)?;
        }
    }
    page(&app, &who, &fields, None).await
}

pub(crate) async fn submit(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    incoming: Incoming,
) -> Result<Response, WebError> {
    let mut fields = Fields::new(&intake::ARCHIVE);
    match intake::make(&app, &who, incoming, &mut fields).await {
        Ok(archive) => Ok(Redirect::to(&archive_path(&archive)).into_response()),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => page(&app, &who, &fields, Some(error)).await,
    }
}

async fn page(
    app: &App,
    who: &Admitted,
    fields: &Fields,
    refused: Option<WebError>,
) -> Result<Response, WebError> {
    let value = |name| fields.get(name).unwrap_or_default();
    let courses = app.storage.courses_of(who.actor.account.id).await?;
    let courses: Vec<Choice> = courses
        .iter()
        .filter(|(course, _)| may(&who.actor, Action::Upload, course.id))
        .map(|(course, _)| choice(fields, "course", &course.id.to_string(), &course.name))
        .collect();
    let most_bytes = app.settings.upload.bytes;
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let html = render(&NewArchivePage {
        frame: frame(who, who.words.say("new-archive"), PageLocation::Service, "/archives"),
        refused: refused.map(|error| error.to_string()),
        name: value("name"),
        year: value("year"),
        keep_until: value("keep_until"),
        keepings: vec![
            choice(fields, "keeping", "sources", &who.words.say("keeping-sources").plain()),
            choice(fields, "keeping", "reduced", &who.words.say("keeping-reduced").plain()),
        ],
        // A single course needs no choice.
        courses: if courses.len() > 1 { courses } else { Vec::new() },
        batches: finished_batches(app, who, fields).await?,
        languages: new::languages(app, fields),
        layouts: new::layouts(who.words, fields),
        most_bytes,
        most: size_text(who.words, most_bytes),
    })?;
    Ok((status, html).into_response())
}

/// Returns the newest finished batches that the account may keep as an archive, and the batch that was named.
pub(crate) async fn finished_batches(
    app: &App,
    who: &Admitted,
    fields: &Fields,
) -> Result<Vec<Choice>, WebError> {
    let filter = BatchFilter { account: who.actor.account.id, course: None, after: None, limit: BATCHES };
    let mut batches = app.storage.batches(&filter).await?.items;
    if let Some(named) = fields.get("batch").and_then(|named| named.parse().ok())
        && !batches.iter().any(|batch| batch.id == named)
    {
        batches.extend(app.storage.batch(named).await?);
    }
    let mine = |batch: &Batch| batch.revision.is_some() && may(&who.actor, Action::Change, batch.course);
    let entry = |batch: &Batch| {
        let label = format!("{}, {}", batch.title, batch.created.format("%Y-%m-%d"));
        choice(fields, "batch", &batch.id.to_string(), &label)
    };
    Ok(batches.iter().filter(|batch| mine(batch)).map(entry).collect())
}
