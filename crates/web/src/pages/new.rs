//! `/batches/new`: the form that takes an upload. A plain form; with JavaScript it takes drops and shows progress.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_report::{Frame, Place};
use chaffinch_storage::{Action, Actor, AnalysisOptions, may};

use super::{frame, rendered};
use crate::app::App;
use crate::error::WebError;
use crate::guard::{InSomeCourse, Upload};
use crate::intake::{self, Fields, Incoming, MAX_PAIRS};

#[derive(Template)]
#[template(path = "service/new.html")]
struct NewPage<'a> {
    frame: Frame,
    /// Why the last try was refused.
    refused: Option<String>,
    title: &'a str,
    common_limit: &'a str,
    max_pairs: &'a str,
    keep_until: &'a str,
    courses: Vec<Choice>,
    languages: Vec<Choice>,
    layouts: Vec<Choice>,
    most_pairs: u32,
    most_bytes: u64,
    /// The same in words.
    most: String,
}

/// One entry of a list to choose from.
struct Choice {
    value: String,
    label: String,
    selected: bool,
}

pub(crate) async fn form(who: InSomeCourse<Upload>, State(app): State<App>) -> Result<Response, WebError> {
    page(&app, &who.actor, &Fields::default(), None).await
}

pub(crate) async fn submit(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    headers: HeaderMap,
    incoming: Result<Incoming, WebError>,
) -> Result<Response, WebError> {
    let mut fields = Fields::default();
    let accepted = match incoming {
        Ok(incoming) => intake::accept(&app, &who, &headers, incoming, &mut fields).await,
        Err(error) => Err(error),
    };
    match accepted {
        Ok(accepted) => Ok(Redirect::to(&format!("/batches/{}", accepted.batch().id)).into_response()),
        // Ours: the error page says so, with the id to look for.
        Err(error) if error.kind().status.is_server_error() => Err(error),
        Err(error) => page(&app, &who.actor, &fields, Some(error)).await,
    }
}

async fn page(
    app: &App,
    actor: &Actor,
    fields: &Fields,
    refused: Option<WebError>,
) -> Result<Response, WebError> {
    let said = |name| fields.get(name).unwrap_or_default();
    let choice = |name, value: &str, label: &str| Choice {
        value: value.to_owned(),
        label: label.to_owned(),
        selected: fields.get(name) == Some(value),
    };
    let courses = app.storage.courses_of(actor.account.id).await?;
    let courses: Vec<Choice> = courses
        .iter()
        .filter(|(course, _)| may(actor, Action::Upload, course.id))
        .map(|(course, _)| choice("course", &course.id.to_string(), &course.name))
        .collect();
    let offered = app.settings.languages.iter();
    let languages = offered.map(|language| choice("language", &language.name, &language.title)).collect();
    let default_pairs = AnalysisOptions::default().max_pairs.to_string();
    let most_bytes = app.settings.upload.bytes;
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let html = rendered(&NewPage {
        frame: frame(actor, "New comparison", Place::Service, "/batches/new"),
        refused: refused.map(|error| error.to_string()),
        title: said("title"),
        common_limit: fields.get("common_limit").unwrap_or("0"),
        max_pairs: fields.get("max_pairs").unwrap_or(&default_pairs),
        keep_until: said("keep_until"),
        // One course is no choice.
        courses: if courses.len() > 1 { courses } else { Vec::new() },
        languages,
        layouts: vec![
            choice("layout", "auto", "Find out (usual)"),
            choice("layout", "children", "Everything inside an archive is one submission each"),
            choice("layout", "whole", "Every archive or file I send is one submission"),
        ],
        most_pairs: MAX_PAIRS,
        most_bytes,
        most: bytes_in_words(most_bytes),
    })?;
    Ok((status, html).into_response())
}

/// `512 MiB`.
fn bytes_in_words(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
