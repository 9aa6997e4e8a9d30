//! Searches stored submissions for a text, for the API and the page. The answer contains only what the caller may see.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use chaffinch_query::{FoundSubmission, TextAnswer, TextQuestion, last_part};
use chaffinch_storage::{Action, Archive, Batch, Owner};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{WebError, innermost};
use crate::http::guard::Admitted;
use crate::http::request::of_json;
use crate::intake::{self, Fields, FormFields};
use crate::sign_in::identity::Sender;

/// Maximum size of a request, in bytes. It is more than any program that a student writes by hand.
pub(crate) const MAX_QUERY_BYTES: usize = 2 << 20;

/// Default and maximum number of submissions in the answer.
const DEFAULT_LIMIT: u32 = 10;
const MAX_LIMIT: u32 = 100;

/// Maximum of the window and of the number of fingerprints.
const MAX_SAMPLE: u32 = 1_000_000;

/// A search as it was sent.
#[derive(Debug)]
pub(crate) struct TextQuery {
    pub(crate) fields: Fields,
    /// Name of the file. Empty if the text was typed.
    pub(crate) name: String,
    /// Bytes of the file, or the typed text.
    pub(crate) text: Vec<u8>,
    /// Search only this batch or archive.
    pub(crate) only: Option<Owner>,
}

/// A document query as JSON.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "int main(void) { return 0; }\n", "name": "main.c", "limit": 3}))]
pub(crate) struct DocumentQuestion {
    /// The text to search for; not empty.
    #[schema(min_length = 1, pattern = r"[^\s]")]
    text: String,
    /// File name of the text. Its ending may determine the language. Without a name, the language is guessed.
    name: Option<String>,
    /// Language of the text: `auto` (the default) or the name of a language.
    language: Option<String>,
    /// Search only this course, by id or name.
    course: Option<String>,
    /// Search only these archives, by id or name. `["none"]`: no archive. Default: everything.
    archives: Option<Vec<String>>,
    /// Maximum number of submissions in the answer, 1 to 100. Default: 10.
    #[schema(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
    /// Search only with the fingerprints that winnowing with a window of this many tokens would keep. This is faster and less
    /// exact.
    #[schema(minimum = 1, maximum = 1_000_000)]
    window: Option<u32>,
    /// Search only with this many of the smallest fingerprints. This is faster and less exact.
    #[schema(minimum = 1, maximum = 1_000_000)]
    limit_fingerprints: Option<u32>,
}

impl FromRequest<App> for TextQuery {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        let sender = Sender::from_extensions(request.extensions());
        let asked = Self::read(request, app).await;
        // The sender is checked even if the request cannot be read, because the page with the form then shows the
        // reason.
        sender.check_again(app).await?;
        asked
    }
}

impl TextQuery {
    async fn read(request: Request, app: &App) -> Result<Self, WebError> {
        let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        if media_type.eq_ignore_ascii_case("application/json") {
            return match Bytes::from_request(request, app).await {
                Ok(bytes) => Self::of_json(of_json(&bytes)?),
                Err(error) => Err(unread(app, error.status(), &error)),
            };
        }
        if !media_type.eq_ignore_ascii_case("multipart/form-data") {
            return Err(WebError::MediaType { expected: "application/json or multipart/form-data" });
        }
        let form = Multipart::from_request(request, app).await;
        let form = form.map_err(|error| WebError::Malformed(innermost(&error)))?;
        Self::of_form(app, form, &intake::QUESTION).await
    }

    /// Reads a form that asks for one of the submissions that were found, side by side with the text.
    pub(crate) async fn read_comparison(request: Request, app: &App) -> Result<Self, WebError> {
        let form = Multipart::from_request(request, app).await;
        let form = form.map_err(|error| WebError::Malformed(innermost(&error)))?;
        let mut asked = Self::of_form(app, form, &intake::TEXT_COMPARISON).await?;
        asked.fields.get("name").unwrap_or_default().clone_into(&mut asked.name);
        Ok(asked)
    }

    fn of_json(question: DocumentQuestion) -> Result<Self, WebError> {
        if question.language.as_deref() == Some("") {
            return Err(WebError::field("language", "must not be empty; leave it out instead"));
        }
        let mut fields = Fields::new(&intake::QUESTION);
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let said = [
            ("language", question.language),
            ("course", question.course),
            ("limit", number(question.limit)),
            ("window", number(question.window)),
            ("limit_fingerprints", number(question.limit_fingerprints)),
        ];
        for (name, text) in said {
            fields.set(name, text.as_deref().unwrap_or_default())?;
        }
        for archive in question.archives.unwrap_or_default() {
            fields.set("archives", &archive)?;
        }
        Ok(Self {
            fields,
            name: question.name.unwrap_or_default(),
            text: question.text.into_bytes(),
            only: None,
        })
    }

    async fn of_form(app: &App, mut form: Multipart, fields: &'static FormFields) -> Result<Self, WebError> {
        let unread = |error: MultipartError| unread(app, error.status(), &error);
        let mut asked =
            Self { fields: Fields::new(fields), name: String::new(), text: Vec::new(), only: None };
        while let Some(field) = form.next_field().await.map_err(unread)? {
            let field_name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(unread)?;
            match field_name.as_str() {
                // A browser sends empty fields for what was not typed or selected.
                "text" | "file" if bytes.is_empty() => {}
                "text" | "file" if !asked.text.is_empty() => {
                    let problem =
                        "was sent together with another text; send one text in each request".to_owned();
                    return Err(WebError::field("text", problem));
                }
                "text" | "file" => (asked.name, asked.text) = (file_name, bytes.to_vec()),
                other => {
                    let name = asked.fields.known(other)?;
                    let text = String::from_utf8(bytes.to_vec());
                    let text = text.map_err(|_| WebError::field(name, "is not UTF-8"))?;
                    asked.fields.set(name, &text)?;
                }
            }
        }
        Ok(asked)
    }
}

fn unread(app: &App, status: StatusCode, error: &(dyn std::error::Error + 'static)) -> WebError {
    WebError::of_arrival(error, app.settings.idle).unwrap_or_else(|| match status {
        StatusCode::PAYLOAD_TOO_LARGE => WebError::BodyTooLarge { limit: MAX_QUERY_BYTES as u64 },
        _ => WebError::Malformed(innermost(error)),
    })
}

/// The archive or batch of a submission that was found.
#[derive(Debug)]
pub(crate) enum SubmissionOwner {
    Archive(Box<Archive>),
    Batch(Box<Batch>),
}

/// The answer to a search.
#[derive(Debug)]
pub(crate) struct QueryAnswer {
    pub(crate) languages: Vec<String>,
    pub(crate) tokens: u32,
    pub(crate) fingerprints: u64,
    /// Submissions, those that contain most of the text first.
    pub(crate) found: Vec<(FoundSubmission, SubmissionOwner)>,
}

/// Runs a search over everything that the caller may see.
pub(crate) async fn answer(app: &App, who: &Admitted, asked: &TextQuery) -> Result<QueryAnswer, WebError> {
    let TextQuery { fields, name, text, only } = asked;
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(WebError::field("text", "must not be empty"));
    }
    let mut courses = who.courses(Action::See);
    let course = intake::course(app, who, fields.get("course")).await?;
    if fields.get("course").is_some() {
        courses.retain(|&seen| seen == course);
    }
    let mut ingests = app.storage.visible_ingests(&courses).await?;
    if let Some(named) = fields.list("archives") {
        let named = if named == ["none"] { Vec::new() } else { named };
        let none = named.is_empty();
        let archives = intake::archives_named(app, who, course, named).await?;
        ingests.retain(|ingest| match ingest.owner {
            Owner::Archive(id) => archives.iter().any(|archive| archive.id == id),
            Owner::Batch(_) => none,
        });
    }
    if let Some(only) = only {
        ingests.retain(|ingest| ingest.owner == *only);
    }
    let limit = match fields.number("limit", MAX_LIMIT)? {
        Some(0) => {
            return Err(WebError::field("limit", format!("must be 1 to {MAX_LIMIT}, not 0")));
        }
        limit => limit.unwrap_or(DEFAULT_LIMIT),
    };
    let at_least_one = |name| match fields.number(name, MAX_SAMPLE)? {
        Some(0) => Err(WebError::field(name, "must not be 0; leave it out instead")),
        number => Ok(number),
    };
    let question = TextQuestion {
        name: last_part(name).unwrap_or_default().to_owned(),
        content: text.clone(),
        language: fields.language(&app.settings.languages)?,
        among: ingests,
        window: at_least_one("window")?,
        limit_fingerprints: at_least_one("limit_fingerprints")?.map(|number| number as usize),
    };
    let _asked = app.auth.question(who.actor.account.id).await?;
    let mut answer = app.finder.find(question).await?;
    answer.found.sort_by(|one, other| {
        let share = other.text_containment.total_cmp(&one.text_containment);
        let share = share.then(other.resemblance.total_cmp(&one.resemblance));
        share.then((one.owner, one.number).cmp(&(other.owner, other.number)))
    });
    answer.found.truncate(limit as usize);
    let holders = holders(app, &answer.found).await?;
    let found = answer.found.into_iter().filter_map(|found| {
        let holder = match holders.get(&found.owner)? {
            SubmissionOwner::Archive(archive) => SubmissionOwner::Archive(archive.clone()),
            SubmissionOwner::Batch(batch) => SubmissionOwner::Batch(batch.clone()),
        };
        Some((found, holder))
    });
    let found = found.collect();
    let TextAnswer { languages, tokens, fingerprints, .. } = answer;
    Ok(QueryAnswer { languages, tokens, fingerprints, found })
}

/// Returns the archives and batches of these submissions, without deleted ones.
async fn holders(app: &App, found: &[FoundSubmission]) -> Result<BTreeMap<Owner, SubmissionOwner>, WebError> {
    let mut holders = BTreeMap::new();
    for owner in found.iter().map(|found| found.owner) {
        if !holders.contains_key(&owner) {
            let holder = match owner {
                Owner::Archive(id) => {
                    app.storage.archive(id).await?.map(|archive| SubmissionOwner::Archive(Box::new(archive)))
                }
                Owner::Batch(id) => {
                    app.storage.batch(id).await?.map(|batch| SubmissionOwner::Batch(Box::new(batch)))
                }
            };
            holders.extend(holder.map(|holder| (owner, holder)));
        }
    }
    Ok(holders)
}
