//! `/query`: searches for a text, pasted or dropped, among the stored submissions.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::Response;
use chaffinch_pages::{Frame, percent};
use chaffinch_query::FoundSubmission;
use chaffinch_storage::Action;

use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{Own, Read};
use crate::pages::batches::new::{label, language_title, languages};
use crate::pages::frame::{Choice, frame, render_form, size_text};
use crate::pages::query_comparison::{Place, comparable, found_value, lines, place, text_share};
use crate::services::query::{self, QueryAnswer, SubmissionOwner, TextQuery};

/// Number of parts of the text listed in a row, and of places of each. The rest is counted.
const PARTS: usize = 5;
const PLACES: usize = 3;
/// Up to this number, submissions with the same lines are shown at once.
const ALSO_OPEN: usize = 3;
/// Number of rows of the result.
const ROWS: usize = 20;
/// Number of submissions that are asked for. Those with the same lines of the text share a row.
const ASKED: &str = "50";

#[derive(Template)]
#[template(path = "service/query.html")]
struct QueryPage {
    frame: Frame,
    /// Why the last search was refused.
    refused: Option<String>,
    text: String,
    languages: Vec<Choice>,
    archives: Vec<Choice>,
    most: String,
    answer: Option<AnswerView>,
    /// The text that was asked for, if it can be shown beside a submission.
    compared: Option<ComparedText>,
}

/// What the form of a side-by-side view sends again.
struct ComparedText {
    text: String,
    name: String,
    language: String,
}

struct AnswerView {
    languages: String,
    tokens: u32,
    fingerprints: u64,
    rows: Vec<SubmissionRow>,
}

impl AnswerView {
    /// Returns the number of submissions in all rows.
    fn submission_count(&self) -> usize {
        self.rows.iter().map(|row| 1 + row.also.len()).sum()
    }
}

struct SubmissionRow {
    found: FoundSubmission,
    place: Place,
    /// What was found, by lines of the text.
    parts: Vec<TextPart>,
    /// Other submissions with the same lines of the text.
    also: Vec<AlsoFound>,
}

/// Lines of the text, with the places of a submission that have them.
struct TextPart {
    lines: (u32, u32),
    /// Number of the first passage with them, from 1.
    number: usize,
    /// Files and their lines.
    places: Vec<(String, (u32, u32))>,
}

/// A submission with the same lines of the text as another one.
struct AlsoFound {
    found: FoundSubmission,
    place: Place,
    /// Whether its files are the same, too.
    is_same_content: bool,
}

pub(crate) async fn form(who: Own<Read>) -> Result<Response> {
    page(&who, None, Ok(None)).await
}

pub(crate) async fn ask(who: Own<Read>, query: Result<TextQuery>) -> Result<Response> {
    let mut query = match query {
        Ok(query) => query,
        Err(error) => return page(&who, None, Err(error)).await,
    };
    query.fields.suggest("limit", ASKED)?;
    let answer = query::answer(&who, &query).await;
    page(&who, Some(&query), answer.map(Some)).await
}

async fn page(
    who: &Admitted,
    query: Option<&TextQuery>,
    answer: Result<Option<QueryAnswer>>,
) -> Result<Response> {
    let (answer, refused) = match answer {
        Ok(answer) => (answer, None),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => return Err(error),
        Err(error) => (None, Some(error)),
    };
    let nothing = crate::intake::Fields::new(&crate::intake::QUESTION);
    let fields = query.map_or(&nothing, |query| &query.fields);
    let courses = who.app.storage.courses_of(who.actor.account.id).await?;
    let chosen = fields.list("archives").unwrap_or_default();
    let archives = who.app.storage.archives(&who.courses(Action::See)).await?;
    let archives = archives.iter().map(|archive| {
        let id = archive.id.to_string();
        Choice { label: label(archive, &courses), selected: chosen.contains(&id.as_str()), value: id }
    });
    let typed = query.filter(|query| query.name.is_empty());
    let compared = query.and_then(|query| {
        let text = comparable(&query.name, &query.text)?.to_owned();
        let language = fields.get("language").unwrap_or_default().to_owned();
        Some(ComparedText { text, name: query.name.clone(), language })
    });
    let languages = languages(&who.app, fields);
    let read_as = |answer: &QueryAnswer| {
        let titles = answer.languages.iter().map(|name| language_title(&languages, name));
        titles.collect::<Vec<_>>().join(", ")
    };
    let page = QueryPage {
        compared,
        frame: frame(who, who.words.say("query"), "/query"),
        refused: refused.as_ref().map(|refused| match refused {
            _ if nothing_to_search(query) => who.words.say("query-empty").plain(),
            WebError::BodyTooLarge { limit } => {
                who.words.say("query-too-long").text("most", size_text(who.words, *limit)).plain()
            }
            refused => refused.to_string(),
        }),
        text: typed.map_or_else(String::new, |query| String::from_utf8_lossy(&query.text).into_owned()),
        archives: archives.collect(),
        most: size_text(who.words, query::MAX_QUERY_BYTES as u64),
        answer: answer.map(|answer| AnswerView {
            languages: read_as(&answer),
            tokens: answer.tokens,
            fingerprints: answer.fingerprints,
            rows: folded(answer.found),
        }),
        languages,
    };
    render_form(&page, refused.as_ref())
}

/// Returns whether the form was sent without a text.
fn nothing_to_search(query: Option<&TextQuery>) -> bool {
    query.is_some_and(|query| query.text.iter().all(u8::is_ascii_whitespace))
}

/// Returns the rows of the result. Submissions that have the same lines of the text, and equally much of it, are one row.
fn folded(found: Vec<(FoundSubmission, SubmissionOwner)>) -> Vec<SubmissionRow> {
    let mut rows: Vec<SubmissionRow> = Vec::new();
    for (found, holder) in found {
        let place = place(&found, &holder);
        let parts = parts(&found);
        let is_same_content =
            |row: &SubmissionRow| row.found.digests == found.digests && !found.digests.is_empty();
        let is_equal = |row: &SubmissionRow| {
            let same_lines = row.parts.iter().map(|part| part.lines).eq(parts.iter().map(|part| part.lines));
            let as_much = text_share(&row.found) == text_share(&found);
            is_same_content(row) || same_lines && as_much && !parts.is_empty()
        };
        match rows.iter_mut().find(|row| is_equal(row)) {
            Some(row) => {
                let is_same_content = is_same_content(row);
                row.also.push(AlsoFound { found, place, is_same_content });
            }
            None => rows.push(SubmissionRow { found, place, parts, also: Vec::new() }),
        }
    }
    rows.truncate(ROWS);
    rows
}

/// Returns the passages of a submission by the lines of the text, in their order.
fn parts(found: &FoundSubmission) -> Vec<TextPart> {
    let mut parts: BTreeMap<(u32, u32), TextPart> = BTreeMap::new();
    for (number, passage) in (1..).zip(&found.passages) {
        let lines = passage.text_lines;
        let part = parts.entry(lines).or_insert_with(|| TextPart { lines, number, places: Vec::new() });
        part.places.push((passage.path.clone(), passage.lines));
    }
    parts.into_values().collect()
}
