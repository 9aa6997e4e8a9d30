//! `/query`: searches for a text, pasted or dropped, among the stored submissions.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chaffinch_query::{Estimated, FoundDocument, FoundPassage, FoundSubmission};
use chaffinch_report::{Frame, PageLocation};
use chaffinch_storage::{Action, Archive};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, Own, Read};
use crate::pages::batches::new::{label, languages};
use crate::pages::frame::{frame, render};
use crate::pages::values::{Choice, percent, size_text};
use crate::services::query::{self, QueryAnswer, SubmissionOwner, TextQuery};

/// Number of passages listed in a row. The rest is counted.
const PASSAGES: usize = 5;

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
}

struct AnswerView {
    languages: String,
    tokens: u32,
    fingerprints: u64,
    /// Whether the search covered any submissions.
    submissions: bool,
    rows: Vec<SubmissionRow>,
    /// Whether the search covered any corpora.
    corpora: bool,
    documents: Vec<DocumentRow>,
    /// Why corpora give no result. `None` if they do.
    unknown: Option<&'static str>,
}

struct DocumentRow {
    document: String,
    corpus: String,
    href: String,
    resemblance: ShareView,
    text_containment: ShareView,
    document_containment: ShareView,
    shared: u64,
    fingerprints: u64,
}

/// A share and its confidence interval.
struct ShareView {
    value: String,
    interval: String,
}

struct SubmissionRow {
    submission: String,
    /// The archive or batch that holds it.
    holder: String,
    in_archive: bool,
    href: String,
    resemblance: String,
    text_containment: String,
    submission_containment: String,
    shared: u64,
    fingerprints: u64,
    passages: Vec<PassageRow>,
    more: usize,
}

struct PassageRow {
    text_lines: String,
    path: String,
    lines: String,
}

pub(crate) async fn form(who: Own<Read>, State(app): State<App>) -> Result<Response, WebError> {
    page(&app, &who, None, Ok(None)).await
}

pub(crate) async fn ask(
    who: Own<Read>,
    State(app): State<App>,
    asked: Result<TextQuery, WebError>,
) -> Result<Response, WebError> {
    let asked = match asked {
        Ok(asked) => asked,
        Err(error) => return page(&app, &who, None, Err(error)).await,
    };
    let answer = query::answer(&app, &who, &asked).await;
    page(&app, &who, Some(&asked), answer.map(Some)).await
}

async fn page(
    app: &App,
    who: &Admitted,
    asked: Option<&TextQuery>,
    answer: Result<Option<QueryAnswer>, WebError>,
) -> Result<Response, WebError> {
    let (answer, refused) = match answer {
        Ok(answer) => (answer, None),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => return Err(error),
        Err(error) => (None, Some(error)),
    };
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let nothing = crate::intake::Fields::of(&crate::intake::QUESTION);
    let fields = asked.map_or(&nothing, |asked| &asked.fields);
    let courses = app.storage.courses_of(who.actor.account.id).await?;
    let chosen = fields.list("archives").unwrap_or_default();
    let archives = app.storage.archives(&who.courses(Action::See)).await?;
    let archives = archives.iter().map(|archive| {
        let id = archive.id.to_string();
        Choice { label: label(archive, &courses), selected: chosen.contains(&id.as_str()), value: id }
    });
    let typed = asked.filter(|asked| asked.name.is_empty());
    let html = render(&QueryPage {
        frame: frame(who, who.words.say("query"), PageLocation::Service, "/query"),
        refused: refused.map(|error| error.to_string()),
        text: typed.map_or_else(String::new, |asked| String::from_utf8_lossy(&asked.text).into_owned()),
        languages: languages(app, fields),
        archives: archives.collect(),
        most: size_text(who.words, query::MAX_QUERY_BYTES as u64),
        answer: answer.map(|told| AnswerView {
            languages: told.languages.join(", "),
            tokens: told.tokens,
            fingerprints: told.fingerprints,
            submissions: told.asked.submissions,
            rows: told.found.into_iter().map(row).collect(),
            corpora: told.asked.corpora,
            documents: told.documents.into_iter().map(document_row).collect(),
            unknown: told.unknown,
        }),
    })?;
    Ok((status, html).into_response())
}

fn row((found, holder): (FoundSubmission, SubmissionOwner)) -> SubmissionRow {
    let (holder, href, in_archive) = match holder {
        SubmissionOwner::Archive(archive) => {
            let year = archive.year.map_or_else(String::new, |year| format!(" ({year})"));
            (format!("{}{year}", archive.name), format!("/archives/{}", archive.id), true)
        }
        SubmissionOwner::Batch(batch) => {
            (batch.title, format!("/batches/{}/submissions/{}", batch.id, found.number), false)
        }
    };
    let passage = |FoundPassage { text_lines, path, lines, .. }| PassageRow {
        text_lines: self::lines(text_lines),
        path,
        lines: self::lines(lines),
    };
    SubmissionRow {
        submission: found.name,
        holder,
        in_archive,
        href,
        resemblance: percent(found.resemblance),
        text_containment: percent(found.text_containment),
        submission_containment: percent(found.submission_containment),
        shared: found.shared,
        fingerprints: found.fingerprints,
        more: found.passages.len().saturating_sub(PASSAGES),
        passages: found.passages.into_iter().take(PASSAGES).map(passage).collect(),
    }
}

fn document_row((found, corpus): (FoundDocument, Archive)) -> DocumentRow {
    let share = |share: Estimated| {
        let (low, high) = (share.low * 100.0, share.high * 100.0);
        ShareView { value: percent(share.value), interval: format!("{low:.0}–{high:.0} %") }
    };
    DocumentRow {
        document: found.name,
        href: format!("/archives/{}", corpus.id),
        corpus: corpus.name,
        resemblance: share(found.resemblance),
        text_containment: share(found.text_containment),
        document_containment: share(found.document_containment),
        shared: found.shared,
        fingerprints: found.fingerprints,
    }
}

/// Formats a range of lines, such as `3–9` or `12`.
fn lines((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}
