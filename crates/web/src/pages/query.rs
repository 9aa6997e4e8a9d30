//! `/query`: searches for a text, pasted or dropped, among the stored submissions.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::Response;
use chaffinch_pages::Frame;
use chaffinch_query::FoundSubmission;
use chaffinch_storage::Action;

use crate::error::Result;
use crate::http::admitted::Admitted;
use crate::http::guard::{Own, Read};
use crate::pages::batches::new::{label, language_title, languages};
use crate::pages::frame::{Choice, frame, percent, render_form, size_text};
use crate::pages::query_comparison::{Place, comparable, found_value, lines, place};
use crate::services::query::{self, QueryAnswer, SubmissionOwner, TextQuery};

/// Number of passages listed in a row. The rest is counted.
const PASSAGES: usize = 5;
/// Number of rows of the result.
const ROWS: usize = 20;
/// Number of submissions that are asked for. Those with the same content share a row.
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
    /// Other submissions with the same content: their names and places.
    also: Vec<(String, Place)>,
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
        refused: refused.as_ref().map(ToString::to_string),
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

/// Returns the rows of the result. Submissions with the same content are one row.
fn folded(found: Vec<(FoundSubmission, SubmissionOwner)>) -> Vec<SubmissionRow> {
    let mut rows: Vec<SubmissionRow> = Vec::new();
    let mut by_content: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for (found, holder) in found {
        let at = by_content.get(&found.digests).copied().filter(|_| !found.digests.is_empty());
        if let Some(row) = at.and_then(|at| rows.get_mut(at)) {
            let place = place(&found, &holder);
            row.also.push((found.name, place));
        } else {
            by_content.insert(found.digests.clone(), rows.len());
            rows.push(SubmissionRow { place: place(&found, &holder), found, also: Vec::new() });
        }
    }
    rows.truncate(ROWS);
    rows
}
