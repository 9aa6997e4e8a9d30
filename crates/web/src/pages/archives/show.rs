//! `/archives/{id}` and the actions on an archive: add submissions, change how long it is kept, reduce it, delete it.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{Action, Archive, JobId, Keeping, Named as _, Status, may};
use serde::Deserialize;

use crate::app::App;
use crate::error::{WebError, or_not_found};
use crate::http::guard::{Admitted, Change, Delete, OnArchive, Read, Upload};
use crate::http::request::Form;
use crate::intake::{self, Fields, Incoming};
use crate::pages::archives::list::course_name;
use crate::pages::archives::new::finished_batches;
use crate::pages::batches::new;
use crate::pages::frame::{frame, render};
use crate::pages::paths::archive_path;
use crate::pages::values::{Choice, size_text};

#[derive(Template)]
#[template(path = "service/archive.html")]
struct ArchivePage {
    frame: Frame,
    archive: Archive,
    /// Path of the archive's page.
    path: String,
    course: String,
    /// Why the last attempt to add submissions was refused.
    refused: Option<String>,
    may_add: bool,
    may_change: bool,
    may_delete: bool,
    batches: Vec<Choice>,
    languages: Vec<Choice>,
    layouts: Vec<Choice>,
    most_bytes: u64,
    /// The same limit as text for people.
    most: String,
}

pub(crate) async fn show(on: OnArchive<Read>, State(app): State<App>) -> Result<Response, WebError> {
    page(&app, &on.who, on.archive, &Fields::new(&intake::ADDITION), None).await
}

pub(crate) async fn add(
    on: OnArchive<Upload>,
    State(app): State<App>,
    incoming: Incoming,
) -> Result<Response, WebError> {
    let mut fields = Fields::new(&intake::ADDITION);
    match intake::add(&app, &on.who, &on.archive, incoming, &mut fields).await {
        Ok(archive) => Ok(Redirect::to(&archive_path(&archive)).into_response()),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => page(&app, &on.who, on.archive, &fields, Some(error)).await,
    }
}

async fn page(
    app: &App,
    who: &Admitted,
    archive: Archive,
    fields: &Fields,
    refused: Option<WebError>,
) -> Result<Response, WebError> {
    let actor = &who.actor;
    let courses = app.storage.courses_of(actor.account.id).await?;
    let may_add = may(actor, Action::Upload, archive.course);
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let most_bytes = app.settings.upload.bytes;
    let html = render(&ArchivePage {
        frame: frame(who, &archive.name, PageLocation::Service, ""),
        path: archive_path(&archive),
        course: course_name(archive.course, &courses).to_owned(),
        refused: refused.map(|error| error.to_string()),
        may_add,
        may_change: may(actor, Action::Change, archive.course),
        may_delete: may(actor, Action::Delete, archive.course),
        batches: if may_add { finished_batches(app, who, fields).await? } else { Vec::new() },
        languages: new::languages(app, fields),
        layouts: new::layouts(who.words, fields),
        most_bytes,
        most: size_text(who.words, most_bytes),
        archive,
    })?;
    Ok((status, html).into_response())
}

/// Form that changes how long an archive is kept.
#[derive(Deserialize)]
pub(crate) struct KeepForm {
    /// A day. Empty means that the archive is kept forever.
    keep_until: String,
}

pub(crate) async fn keep(
    on: OnArchive<Change>,
    State(app): State<App>,
    Form(form): Form<KeepForm>,
) -> Result<Redirect, WebError> {
    let by = on.who.by(&app.clock);
    let until = match form.keep_until.trim() {
        "" => None,
        text => Some(intake::keep_until(text, by.at)?),
    };
    or_not_found(app.storage.set_archive_keep_until(on.archive.id, until, &by).await?)?;
    Ok(Redirect::to(&archive_path(&on.archive)))
}

#[derive(Template)]
#[template(path = "service/reduce_archive.html")]
struct ReducePage {
    frame: Frame,
    name: String,
    path: String,
}

pub(crate) async fn confirm_reduce(on: OnArchive<Delete>) -> Result<Html<String>, WebError> {
    render(&ReducePage {
        frame: frame(&on.who, on.who.words.say("reduce-title"), PageLocation::Service, ""),
        path: archive_path(&on.archive),
        name: on.archive.name,
    })
}

pub(crate) async fn reduce(on: OnArchive<Delete>, State(app): State<App>) -> Result<Redirect, WebError> {
    let by = on.who.by(&app.clock);
    app.storage.reduce(on.archive.id, JobId::new(by.at), &by).await?;
    Ok(Redirect::to(&archive_path(&on.archive)))
}

#[derive(Template)]
#[template(path = "service/delete_archive.html")]
struct DeletePage {
    frame: Frame,
    name: String,
    path: String,
}

pub(crate) async fn confirm_delete(on: OnArchive<Delete>) -> Result<Html<String>, WebError> {
    render(&DeletePage {
        frame: frame(&on.who, on.who.words.say("delete-archive-title"), PageLocation::Service, ""),
        path: archive_path(&on.archive),
        name: on.archive.name,
    })
}

pub(crate) async fn delete(on: OnArchive<Delete>, State(app): State<App>) -> Result<Redirect, WebError> {
    or_not_found(app.storage.delete_archive(on.archive.id, &on.who.by(&app.clock)).await?)?;
    Ok(Redirect::to("/archives"))
}
