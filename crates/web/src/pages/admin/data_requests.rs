//! `/admin/persons`: data requests, across all courses. It finds what is stored about a person, exports it and erases
//! it, like `chaffinch person`. Names are sent in request bodies, so that they appear in no log and no browser history.

use std::io::BufWriter;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use chaffinch_pages::{Frame, Locale, PageLocation};
use chaffinch_person::{PersonError, PersonalData};
use chaffinch_storage::{CourseId, Erasure, HeldSubmission, Mention, Owner, PersonScope};
use serde::Deserialize;
use tokio::runtime::Handle;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::exports::SpoolFile;
use crate::http::blocking::blocking;
use crate::http::guard::{Administrator, Admitted, Change, Read};
use crate::http::request::Form;
use crate::pages::frame::{frame, render};
use crate::pages::values::{Choice, When, size_text};

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
    asked: SearchForm,
    courses: Vec<Choice>,
    found: Option<FoundRows>,
    erasures: Vec<ErasureRow>,
    /// Whether an erasure has not finished.
    under_way: bool,
}

/// The values of the form, as they were sent.
#[derive(Default)]
struct SearchForm {
    name: String,
    also: String,
    /// Id of a course. Empty: all courses.
    course: String,
}

struct FoundRows {
    /// If there are several, none is selected yet.
    persons: Vec<String>,
    somebody: bool,
    submissions: Vec<SubmissionRow>,
    similar: Vec<SubmissionRow>,
    texts: Vec<TextRow>,
    similar_texts: Vec<TextRow>,
    /// Number of rows, of all tables together, that are not shown.
    more: usize,
    reports: usize,
    accounts: Vec<(String, String)>,
    /// Uploads that have not been read yet, if any.
    unread: Option<String>,
}

struct SubmissionRow {
    /// Whether a batch holds it. Otherwise an archive does.
    of_batch: bool,
    owner: String,
    number: u32,
    name: String,
    author: String,
    files: u64,
}

struct TextRow {
    place: String,
    text: String,
}

struct ErasureRow {
    pseudonym: String,
    at: When,
    submissions: u64,
    files: u64,
    reports: u64,
    texts: u64,
    ended: bool,
}

impl From<HeldSubmission> for SubmissionRow {
    fn from(held: HeldSubmission) -> Self {
        Self {
            of_batch: matches!(held.owner, Owner::Batch(_)),
            owner: held.owner_name,
            number: held.number,
            name: held.name,
            author: held.author.unwrap_or_default(),
            files: held.documents,
        }
    }
}

impl From<Mention> for TextRow {
    fn from(Mention { table, column, text, .. }: Mention) -> Self {
        Self { place: format!("{table}.{column}"), text }
    }
}

impl From<Erasure> for ErasureRow {
    fn from(erasure: Erasure) -> Self {
        let gone = erasure.erased;
        Self {
            pseudonym: erasure.pseudonym(),
            at: erasure.by.at.into(),
            submissions: gone.submissions,
            files: gone.documents,
            reports: gone.reports,
            texts: gone.texts,
            ended: erasure.ended.is_some(),
        }
    }
}

impl FoundRows {
    fn new(words: Locale, found: PersonalData) -> Self {
        let somebody = found.is_somebody();
        let mut more = 0;
        let mut submissions = |held: Vec<HeldSubmission>| rows(held, &mut more);
        let (own, similar) = (submissions(found.submissions), submissions(found.similar));
        let mut texts = |mentions: Vec<Mention>| rows(mentions, &mut more);
        Self {
            somebody,
            submissions: own,
            similar,
            texts: texts(found.mentions),
            similar_texts: texts(found.similar_mentions),
            more,
            reports: found.reports.len(),
            accounts: found
                .accounts
                .into_iter()
                .map(|account| (format!("/admin/accounts/{}", account.id), account.name))
                .collect(),
            unread: (found.unread_bytes > 0).then(|| size_text(words, found.unread_bytes)),
            persons: found.persons,
        }
    }
}

/// Keeps the first rows and adds the number of the others to `more`.
fn rows<T, Row: From<T>>(mut all: Vec<T>, more: &mut usize) -> Vec<Row> {
    *more += all.len().saturating_sub(MAX_ROWS);
    all.truncate(MAX_ROWS);
    all.into_iter().map(Row::from).collect()
}

/// The form with its buttons, including those below the results.
#[derive(Deserialize)]
pub(crate) struct Request {
    name: String,
    /// One name a line.
    #[serde(default)]
    also: String,
    #[serde(default)]
    course: String,
    what: RequestAction,
    /// Set if the user confirmed the erasure.
    sure: Option<String>,
    /// Set to erase in spite of a legal hold.
    despite_hold: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RequestAction {
    Find,
    Export,
    Erase,
}

impl Request {
    fn also(&self) -> Vec<String> {
        self.also.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// Returns the part of the data to search.
    fn scope(&self) -> Result<PersonScope, WebError> {
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

    fn check(&self) -> Result<(), WebError> {
        let length = self.name.trim().chars().count();
        if length == 0 || NAME_LENGTH < length {
            return Err(WebError::field("name", format!("must have 1 to {NAME_LENGTH} characters")));
        }
        let also = self.also();
        if MAX_NAMES < also.len() || also.iter().any(|name| NAME_LENGTH < name.chars().count()) {
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
            PersonError::Write(error) => Self::of_disk(error),
            error => Self::internal(error),
        }
    }
}

pub(crate) async fn form(who: Administrator<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    page(&app, &who, SearchForm::default(), None).await
}

pub(crate) async fn answer(
    who: Administrator<Change>,
    State(app): State<App>,
    Form(request): Form<Request>,
) -> Result<Response, WebError> {
    request.check()?;
    let scope = request.scope()?;
    let found = {
        let (storage, runtime) = (Arc::clone(&app.storage), Handle::current());
        let (name, also) = (request.name.trim().to_owned(), request.also());
        // Every report is unpacked and scanned for the person, which takes long for a large service.
        blocking(move || Ok(runtime.block_on(chaffinch_person::find(&*storage, &name, &also, scope))?))
            .await?
    };
    let by = who.by(&app.clock);
    // Without exactly one person, the results are shown and nothing is exported or erased.
    match request.what {
        RequestAction::Export if found.one().is_ok() => {
            let zip = tempfile::tempfile_in(app.settings.spool.path()).map_err(WebError::of_disk)?;
            let kept = zip.try_clone().map_err(WebError::internal)?;
            let (storage, runtime) = (Arc::clone(&app.storage), Handle::current());
            blocking(move || {
                let zip = BufWriter::new(zip);
                runtime.block_on(chaffinch_person::export(&*storage, &found, zip, &by))?;
                Ok(())
            })
            .await?;
            download(kept)
        }
        RequestAction::Erase if found.one().is_ok() => {
            if request.sure.is_none() {
                return Err(WebError::field("sure", "must be checked, because an erasure cannot be undone"));
            }
            let despite_hold = request.despite_hold.is_some();
            chaffinch_person::start(&*app.storage, &found.names, scope, despite_hold, &by).await?;
            Ok(Redirect::to(&format!("{PATH}#erasures")).into_response())
        }
        RequestAction::Find | RequestAction::Export | RequestAction::Erase => {
            let asked = SearchForm { name: request.name, also: request.also, course: request.course };
            Ok(page(&app, &who, asked, Some(found)).await?.into_response())
        }
    }
}

/// Builds the download. Its file name does not contain the person's name, because browsers store and show file names.
fn download(zip: std::fs::File) -> Result<Response, WebError> {
    let zip = SpoolFile::new(zip).map_err(WebError::internal)?;
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_LENGTH, zip.bytes().to_string()),
        (CONTENT_DISPOSITION, "attachment; filename=\"chaffinch-person.zip\"".to_owned()),
    ];
    Ok((headers, Arc::new(zip).body()).into_response())
}

async fn page(
    app: &App,
    who: &Admitted,
    asked: SearchForm,
    found: Option<PersonalData>,
) -> Result<Html<String>, WebError> {
    let courses = app.storage.courses().await?.into_iter().map(|course| {
        let value = course.id.to_string();
        Choice { selected: value == asked.course, value, label: course.name }
    });
    let erasures: Vec<ErasureRow> =
        app.storage.erasures().await?.into_iter().rev().map(ErasureRow::from).collect();
    render(&PersonsPage {
        frame: frame(who, who.words.say("persons"), PageLocation::Service, PATH),
        courses: courses.collect(),
        asked,
        found: found.map(|found| FoundRows::new(who.words, found)),
        under_way: erasures.iter().any(|row| !row.ended),
        erasures,
    })
}
