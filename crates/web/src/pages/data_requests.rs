//! `/admin/persons`: data requests, across all courses. It finds what is stored about a person, exports it and erases
//! it, like `chaffinch person`. Names are sent in request bodies, so that they appear in no log and no browser history.

use std::io::BufWriter;
use std::sync::Arc;

use askama::Template;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use chaffinch_pages::{Frame, Locale};
use chaffinch_person::{PersonError, PersonalData};
use chaffinch_storage::{CourseId, Erasure, Owner, PersonScope};
use serde::Deserialize;
use tokio::runtime::Handle;
use uuid::Uuid;

use crate::api::reports::download;
use crate::error::{Result, WebError};
use crate::exports::SpoolFile;
use crate::http::admitted::Admitted;
use crate::http::guard::{Administrator, Change, Read};
use crate::http::request::Form;
use crate::limits::fair_queue::blocking;
use crate::pages::frame::{Choice, frame, render, size_text};

const PATH: &str = "/admin/persons";
/// Largest length of a name in characters, as in uploads.
const NAME_LENGTH: usize = 1000;
/// Largest number of further names of one person.
const MAX_NAMES: usize = 20;
/// Largest number of rows in one table of results.
const MAX_ROWS: usize = 500;

#[derive(Template)]
#[template(path = "service/persons.html")]
struct PersonsPage {
    frame: Frame,
    /// The form as it was sent.
    search: Request,
    courses: Vec<Choice>,
    found: Option<FoundRows>,
    /// The latest first.
    erasures: Vec<Erasure>,
    /// Whether an erasure has not finished.
    under_way: bool,
}

/// What was found, with at most [`MAX_ROWS`] rows in each table.
struct FoundRows {
    /// If there are several persons, none is selected yet.
    data: PersonalData,
    /// Number of rows, of all tables together, that are not shown.
    more: usize,
    /// Size of the uploads that have not been read yet, if any.
    unread: Option<String>,
}

impl FoundRows {
    fn new(words: Locale, mut data: PersonalData) -> Self {
        let mut more = 0;
        for table in [&mut data.submissions, &mut data.similar] {
            truncate(table, &mut more);
        }
        for table in [&mut data.mentions, &mut data.similar_mentions] {
            truncate(table, &mut more);
        }
        let unread = (data.unread_bytes > 0).then(|| size_text(words, data.unread_bytes));
        Self { data, more, unread }
    }
}

/// Keeps the first rows and adds the number of the others to `more`.
fn truncate<Row>(table: &mut Vec<Row>, more: &mut usize) {
    *more += table.len().saturating_sub(MAX_ROWS);
    table.truncate(MAX_ROWS);
}

/// The form with its buttons, including those below the results.
#[derive(Default, Deserialize)]
pub(crate) struct Request {
    name: String,
    /// One name a line.
    #[serde(default)]
    also: String,
    /// Id of a course. Empty: all courses.
    #[serde(default)]
    course: String,
    what: RequestAction,
    /// Set if the user confirmed the erasure.
    sure: Option<String>,
    /// Set to erase in spite of a legal hold.
    despite_hold: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RequestAction {
    #[default]
    Find,
    Export,
    Erase,
}

impl Request {
    fn also(&self) -> Vec<String> {
        self.also.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// Returns the part of the data to search.
    fn scope(&self) -> Result<PersonScope> {
        let course = match self.course.as_str() {
            "" => None,
            id => {
                let id: Uuid = id
                    .parse()
                    .map_err(|_| WebError::field("course", "must be the id of a course, or empty"))?;
                Some(CourseId(id))
            }
        };
        Ok(PersonScope { course, batch: None })
    }

    fn check(&self) -> Result<()> {
        let length = self.name.trim().chars().count();
        if length == 0 || length > NAME_LENGTH {
            return Err(WebError::field("name", format!("must have 1 to {NAME_LENGTH} characters")));
        }
        let also = self.also();
        if also.len() > MAX_NAMES || also.iter().any(|name| name.chars().count() > NAME_LENGTH) {
            let problem = format!("may have at most {MAX_NAMES} lines of at most {NAME_LENGTH} characters");
            return Err(WebError::field("also", problem));
        }
        Ok(())
    }
}

impl From<PersonError> for WebError {
    fn from(error: PersonError) -> Self {
        match error {
            PersonError::Held { case } => Self::Held { case },
            PersonError::Storage(error) => error.into(),
            PersonError::Write(error) => Self::internal(error),
            error => Self::internal(error),
        }
    }
}

pub(crate) async fn form(who: Administrator<Read>) -> Result<Html<String>> {
    page(&who, Request::default(), None).await
}

pub(crate) async fn answer(who: Administrator<Change>, Form(request): Form<Request>) -> Result<Response> {
    request.check()?;
    let scope = request.scope()?;
    let found = {
        let (storage, runtime) = (Arc::clone(&who.app.storage), Handle::current());
        let (name, also) = (request.name.trim().to_owned(), request.also());
        // Every report is unpacked and scanned for the person, which takes long for a large service.
        blocking(move || Ok(runtime.block_on(chaffinch_person::find(&*storage, &name, &also, scope))?))
            .await?
    };
    let by = who.by();
    // Without exactly one person, the results are shown and nothing is exported or erased.
    match request.what {
        RequestAction::Export if found.one().is_ok() => {
            let zip = tempfile::tempfile_in(who.app.settings.spool.path()).map_err(WebError::internal)?;
            let file = zip.try_clone().map_err(WebError::internal)?;
            let (storage, runtime) = (Arc::clone(&who.app.storage), Handle::current());
            blocking(move || {
                let zip = BufWriter::new(zip);
                runtime.block_on(chaffinch_person::export(&*storage, &found, zip, &by))?;
                Ok(())
            })
            .await?;
            let zip = Arc::new(SpoolFile::new(file).map_err(WebError::internal)?);
            let length = [(CONTENT_LENGTH, zip.bytes)];
            // The name does not contain that of the person, because browsers store and show file names.
            Ok((length, download("chaffinch-person.zip", "application/zip", zip.body())).into_response())
        }
        RequestAction::Erase if found.one().is_ok() => {
            if request.sure.is_none() {
                return Err(WebError::field("sure", "must be checked, because an erasure cannot be undone"));
            }
            let despite_hold = request.despite_hold.is_some();
            chaffinch_person::start(&*who.app.storage, &found.names, scope, despite_hold, &by).await?;
            Ok(Redirect::to(&format!("{PATH}#erasures")).into_response())
        }
        RequestAction::Find | RequestAction::Export | RequestAction::Erase => {
            Ok(page(&who, request, Some(found)).await?.into_response())
        }
    }
}

async fn page(who: &Admitted, search: Request, found: Option<PersonalData>) -> Result<Html<String>> {
    let courses = who.app.storage.courses().await?.into_iter().map(|course| {
        let value = course.id.to_string();
        Choice { selected: value == search.course, value, label: course.name }
    });
    let mut erasures = who.app.storage.erasures().await?;
    erasures.reverse();
    render(&PersonsPage {
        frame: frame(who, who.words.say("persons"), PATH),
        courses: courses.collect(),
        search,
        found: found.map(|found| FoundRows::new(who.words, found)),
        under_way: erasures.iter().any(|erasure| erasure.ended.is_none()),
        erasures,
    })
}
