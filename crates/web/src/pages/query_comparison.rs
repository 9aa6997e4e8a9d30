//! `/query/compare`: a searched text beside one of the submissions in which it was found.
//!
//! The text is not stored. The result list has it in a hidden field, and the form sends it again: a stored copy would
//! outlive the answer, and would need an owner, a retention and an erasure. The search runs again in this one batch or
//! archive, so that the passages on this page are verified, too.

use std::str::FromStr;

use askama::Template;
use axum::extract::{FromRequest, Request};
use axum::response::Html;
use chaffinch_pages::{CodeFile, CodePassage, Frame, Locale, code_column, percent};
use chaffinch_query::FoundSubmission;
use chaffinch_storage::{Owner, StoredSubmission};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::guard::{Own, Read};
use crate::http::request::SmallForm;
use crate::intake;
use crate::pages::frame::{frame, render};
use crate::services::query::{self, SubmissionOwner, TextQuery};

/// Limit of the text of one side, in bytes. Two sides with their markup stay under 1 MB.
const MAX_SIDE_BYTES: usize = 64 << 10;

#[derive(Template)]
#[template(path = "service/query_comparison.html")]
struct ComparisonPage {
    frame: Frame,
    name: String,
    place: Place,
    /// How much of the text is in the submission: the form of the sentence, and the share.
    share: (&'static str, String),
    submission_containment: String,
    /// File name of the text. Empty: it was typed.
    text_name: String,
    passages: Vec<PassageLink>,
    text: Vec<(String, String)>,
    /// Files with passages: path and code.
    files: Vec<(String, String)>,
    /// Files with passages that are not shown, because they are too long or their text is not stored.
    omitted: Vec<String>,
}

struct PassageLink {
    number: u32,
    text_lines: String,
    path: String,
    lines: (u32, u32),
}

/// A request for a comparison: the text, and what it is compared with.
pub(crate) struct Comparison {
    query: TextQuery,
    owner: Owner,
    number: u32,
}

impl FromRequest<App> for Comparison {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let form = SmallForm::from_request(request, app).await?;
        let mut query = TextQuery::from_form(form, &intake::TEXT_COMPARISON)?;
        query.fields.get("name").unwrap_or_default().clone_into(&mut query.name);
        let (owner, number) = found(query.fields.get("found").unwrap_or_default())?;
        query.only = Some(owner);
        Ok(Self { query, owner, number })
    }
}

/// Reads `batch:ID:NUMBER` or `archive:ID:NUMBER`.
fn found(text: &str) -> Result<(Owner, u32)> {
    let read = || {
        let (kind, rest) = text.split_once(':')?;
        let (id, number) = rest.split_once(':')?;
        let owner = match kind {
            "batch" => Owner::Batch(FromStr::from_str(id).ok()?),
            "archive" => Owner::Archive(FromStr::from_str(id).ok()?),
            _ => return None,
        };
        Some((owner, number.parse().ok()?))
    };
    read().ok_or_else(|| {
        WebError::field("found", "must be batch or archive, an id and a number, separated by colons")
    })
}

/// Returns the value of `found` for a submission.
pub(crate) fn found_value(found: &FoundSubmission) -> String {
    match found.owner {
        Owner::Batch(id) => format!("batch:{id}:{}", found.number),
        Owner::Archive(id) => format!("archive:{id}:{}", found.number),
    }
}

/// Returns the text of a search, if it can be shown beside a submission: a single text in UTF-8 that is not too long.
/// The passages of a notebook are places in its cells, not in its file.
pub(crate) fn comparable<'t>(name: &str, text: &'t [u8]) -> Option<&'t str> {
    if text.len() > MAX_SIDE_BYTES || name.to_lowercase().ends_with(".ipynb") {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    Some(text.strip_prefix('\u{feff}').unwrap_or(text))
}

pub(crate) async fn show(who: Own<Read>, comparison: Comparison) -> Result<Html<String>> {
    let Comparison { mut query, owner, number } = comparison;
    query.fields.suggest("limit", "100")?;
    let text = comparable(&query.name, &query.text).ok_or_else(|| {
        WebError::field(
            "text",
            format!("must be UTF-8 and at most {MAX_SIDE_BYTES} bytes long to be compared"),
        )
    })?;
    let answer = query::answer(&who, &query).await?;
    let is_meant = |found: &FoundSubmission| found.owner == owner && found.number == number;
    let hit = answer.found.into_iter().find(|(found, _)| is_meant(found));
    let (found, holder) = hit.ok_or(WebError::NotFound)?;
    let stored = who.app.storage.stored(&[(owner, number)]).await?.pop().ok_or(WebError::NotFound)?;
    let language = answer.languages.first().map(String::as_str).unwrap_or_default();
    let words = who.words;
    let texts = texts(&stored, &found)?;
    let (shown, omitted): (Vec<_>, Vec<_>) = texts.into_iter().partition(|(.., text)| text.is_some());
    let left = CodeFile {
        path: query.name.clone(),
        language,
        text,
        passages: passages(words, &found, 't', 's', |passage| Some(passage.text_bytes)),
    };
    let right = shown.iter().map(|(file, path, text)| CodeFile {
        path: path.clone(),
        language,
        text: text.as_deref().unwrap_or_default(),
        passages: passages(words, &found, 's', 't', |passage| {
            (passage.file == *file).then_some(passage.bytes)
        }),
    });
    render(&ComparisonPage {
        frame: frame(&who, words.say("query-compare"), "/query"),
        text: code_column(vec![left]),
        files: code_column(right.collect()),
        omitted: omitted.into_iter().map(|(_, path, _)| path).collect(),
        passages: (found.passages.iter().zip(1..))
            .map(|(passage, number)| PassageLink {
                number,
                text_lines: lines(passage.text_lines),
                path: passage.path.clone(),
                lines: passage.lines,
            })
            .collect(),
        place: place(&found, &holder),
        share: text_share(&found),
        submission_containment: percent(found.submission_containment),
        name: found.name,
        text_name: query.name.clone(),
    })
}

/// Returns the files with passages: number, path, and the text if it is stored and there is room for it.
fn texts(stored: &StoredSubmission, found: &FoundSubmission) -> Result<Vec<(u32, String, Option<String>)>> {
    let mut room = MAX_SIDE_BYTES;
    let is_shared = |file: u32| found.passages.iter().any(|passage| passage.file == file);
    let documents = stored.documents.iter().filter(|document| is_shared(document.file));
    let files = documents.map(|document| {
        let text = document.text.as_ref().map(chaffinch_storage::Packed::unpack).transpose();
        let text = text.map_err(WebError::internal)?.and_then(|text| String::from_utf8(text).ok());
        let text = text.filter(|text| text.len() <= room);
        room -= text.as_ref().map_or(0, String::len);
        Ok((document.file, document.path.clone(), text))
    });
    files.collect()
}

/// Returns the passages of a side. `here` and `there` begin the fragments of this side and of the other one.
fn passages(
    words: Locale,
    found: &FoundSubmission,
    here: char,
    there: char,
    bytes: impl Fn(&chaffinch_query::FoundPassage) -> Option<(u32, u32)>,
) -> Vec<CodePassage> {
    let passage = |(passage, number): (&chaffinch_query::FoundPassage, u32)| {
        Some(CodePassage {
            number,
            bytes: bytes(passage)?,
            id: format!("{here}-{number}"),
            href: format!("#{there}-{number}"),
            label: words
                .say("pair-match-go")
                .number("number", number)
                .number("tokens", passage.tokens)
                .plain(),
            literal: passage.literal.clone(),
        })
    };
    found.passages.iter().zip(1..).filter_map(passage).collect()
}

/// The comparison or archive of a submission, as a link.
pub(crate) struct Place {
    pub(crate) label: String,
    pub(crate) href: String,
    pub(crate) in_archive: bool,
}

pub(crate) fn place(found: &FoundSubmission, holder: &SubmissionOwner) -> Place {
    match holder {
        SubmissionOwner::Archive(archive) => {
            let year = archive.year.map_or_else(String::new, |year| format!(" ({year})"));
            let label = format!("{}{year}", archive.name);
            Place { label, href: format!("/archives/{}", archive.id), in_archive: true }
        }
        SubmissionOwner::Batch(batch) => {
            let href = format!("/batches/{}/submissions/{}", batch.id, found.number);
            Place { label: batch.title.clone(), href, in_archive: false }
        }
    }
}

/// Returns how much of the text a submission has: the form of a sentence, and the share.
pub(crate) fn text_share(found: &FoundSubmission) -> (&'static str, String) {
    let form = if found.text_containment >= 1.0 { "all" } else { "part" };
    (form, percent(found.text_containment))
}

/// Formats a range of lines, such as `3–9` or `12`.
pub(crate) fn lines((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_texts_in_utf8_are_shown() {
        assert_eq!(comparable("", "\u{feff}é".as_bytes()), Some("é"));
        assert_eq!(comparable("a.c", b"\xff"), None);
        assert_eq!(comparable("A.IPYNB", b"{}"), None);
        assert_eq!(comparable("", &vec![b' '; MAX_SIDE_BYTES + 1]), None);
    }

    #[test]
    fn anything_else_names_no_submission() {
        for text in ["", "batch", "batch:x:1", "case:0190a2f0-0000-7000-8000-000000000000:1"] {
            assert!(found(text).is_err(), "{text}");
        }
        assert!(found("archive:0190a2f0-0000-7000-8000-000000000000:3").is_ok_and(|(_, number)| number == 3));
    }
}
