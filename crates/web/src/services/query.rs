//! Searches stored submissions for a text, for the API and the page. The answer contains only what the caller may see.

use std::collections::BTreeMap;

use axum::extract::{FromRequest, Request};
use chaffinch_query::{FoundSubmission, TextAnswer, TextQuestion, last_part};
use chaffinch_storage::{Action, Archive, Batch, Owner};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::request::{SmallForm, is_media_type, json_bytes, of_json};
use crate::intake::{self, Fields, FormFields};

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

/// A search for a text, as JSON.
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
    /// Search only with the fingerprints that winnowing with a window of this many tokens keeps. This is faster but less
    /// exact.
    #[schema(minimum = 1, maximum = 1_000_000)]
    window: Option<u32>,
    /// Search only with this many of the smallest fingerprints. This is faster but less exact.
    #[schema(minimum = 1, maximum = 1_000_000)]
    limit_fingerprints: Option<u32>,
}

impl FromRequest<App> for TextQuery {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        if is_media_type(request.headers(), "application/json") {
            Self::from_json(of_json(&json_bytes(request, app).await?)?)
        } else if is_media_type(request.headers(), "multipart/form-data") {
            Self::from_form(SmallForm::from_request(request, app).await?, &intake::QUESTION)
        } else {
            Err(WebError::MediaType { expected: "application/json or multipart/form-data" })
        }
    }
}

impl TextQuery {
    fn from_json(question: DocumentQuestion) -> Result<Self> {
        if question.language.as_deref() == Some("") {
            return Err(WebError::field("language", "must not be empty; leave it out instead"));
        }
        let mut fields = Fields::new(&intake::QUESTION);
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let texts = [
            ("language", question.language),
            ("course", question.course),
            ("limit", number(question.limit)),
            ("window", number(question.window)),
            ("limit_fingerprints", number(question.limit_fingerprints)),
        ];
        for (name, text) in texts {
            fields.set(name, text.as_deref().unwrap_or_default())?;
        }
        for archive in question.archives.unwrap_or_default() {
            fields.set("archives", &archive)?;
        }
        let (name, text) = (question.name.unwrap_or_default(), question.text.into_bytes());
        Ok(Self { fields, name, text, only: None })
    }

    /// Reads the text, or a file with it, and the fields of a form.
    pub(crate) fn from_form(form: SmallForm, fields: &'static FormFields) -> Result<Self> {
        let mut query =
            Self { fields: Fields::new(fields), name: String::new(), text: Vec::new(), only: None };
        for (field, file_name, content) in form.fields {
            match field.as_str() {
                // A browser sends empty fields for what was not typed or selected.
                "text" | "file" if content.is_empty() => {}
                "text" | "file" if !query.text.is_empty() => {
                    let problem = "was sent together with another text; send one text in each request";
                    return Err(WebError::field("text", problem));
                }
                "text" | "file" => (query.name, query.text) = (file_name.unwrap_or_default(), content),
                other => {
                    let name = query.fields.known(other)?;
                    let text = String::from_utf8(content);
                    query.fields.set(name, &text.map_err(|_| WebError::field(name, "is not UTF-8"))?)?;
                }
            }
        }
        Ok(query)
    }
}

/// The archive or batch of a submission that was found.
#[derive(Debug, Clone)]
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
pub(crate) async fn answer(who: &Admitted, query: &TextQuery) -> Result<QueryAnswer> {
    let TextQuery { fields, name, text, only } = query;
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(WebError::field("text", "must not be empty"));
    }
    let mut courses = who.courses(Action::See);
    let course = intake::course(who, fields.get("course")).await?;
    if fields.get("course").is_some() {
        courses.retain(|&seen| seen == course);
    }
    let mut ingests = who.app.storage.visible_ingests(&courses).await?;
    if let Some(named) = fields.list("archives") {
        let named = if named == ["none"] { Vec::new() } else { named };
        let none = named.is_empty();
        let archives = intake::archives_named(who, course, named).await?;
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
        language: fields.language(&who.app.settings.languages)?,
        among: ingests,
        window: at_least_one("window")?,
        limit_fingerprints: at_least_one("limit_fingerprints")?.map(|number| number as usize),
    };
    let _turn = who.app.auth.question(who.actor.account.id).await?;
    let mut answer = who.app.finder.find(question).await?;
    answer.found.sort_by(|one, other| {
        let share = other.text_containment.total_cmp(&one.text_containment);
        let share = share.then(other.resemblance.total_cmp(&one.resemblance));
        share.then((one.owner, one.number).cmp(&(other.owner, other.number)))
    });
    answer.found.truncate(limit as usize);
    let holders = holders(&who.app, &answer.found).await?;
    let with_owner =
        |found: FoundSubmission| holders.get(&found.owner).cloned().map(|holder| (found, holder));
    let found = answer.found.into_iter().filter_map(with_owner).collect();
    let TextAnswer { languages, tokens, fingerprints, .. } = answer;
    Ok(QueryAnswer { languages, tokens, fingerprints, found })
}

/// Returns the archives and batches of these submissions, without deleted ones.
async fn holders(app: &App, found: &[FoundSubmission]) -> Result<BTreeMap<Owner, SubmissionOwner>> {
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
