//! Statements of the people of a case, which staff records for them: a text, a file or both. Also the page that says why a
//! change of a case was not made. It leads back to the case and keeps what was typed.

use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_pages::Frame;
use chaffinch_storage::{Case, CaseChange, MAX_STATEMENT_BYTES, NewStatement, Statement, StatementFile};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use uuid::Uuid;

use crate::api::reports::download;
use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{Change, OnCase, Read};
use crate::http::request::{Path, SmallForm};
use crate::pages::cases::evidence::{CaseEvidence, listed_persons};
use crate::pages::frame::{case_path, frame, render, size_text};
use crate::services::cases;

/// Largest length of the name of a file, in characters.
const MAX_NAME_CHARACTERS: usize = 200;

/// Media types that are kept: the beginning of a file, its type, and the ending of downloads.
const KINDS: [(&[u8], &str, &str); 3] = [
    (b"%PDF-", "application/pdf", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (b"\xff\xd8\xff", "image/jpeg", "jpg"),
];

/// The type of files without control characters.
const TEXT: (&str, &str) = ("text/plain; charset=utf-8", "txt");

/// A statement as the page shows it.
pub(super) struct StatementRow {
    pub(super) person: String,
    /// The day on which it was given.
    pub(super) given: String,
    pub(super) text: String,
    /// Name, size and address of its file. The address is empty while names are hidden, because a file can contain them.
    pub(super) file: Option<(String, String, String)>,
}

/// Returns the rows of a case's statements. `texts` are the texts of its events, from the first.
pub(super) fn rows(
    words: chaffinch_pages::Locale,
    case: &Case,
    statements: Vec<Statement>,
    texts: &[String],
    evidence: &CaseEvidence,
) -> Vec<StatementRow> {
    let row = |statement: Statement| StatementRow {
        person: evidence.name(&statement.person),
        given: statement.given.format("%Y-%m-%d").to_string(),
        text: texts.get(statement.event as usize - 1).cloned().unwrap_or_default(),
        file: statement.file.map(|(name, size)| {
            let href = format!("{}/statements/{}", case_path(case), statement.event);
            let hidden = evidence.names.is_some();
            (evidence.text(&name), size_text(words, size), if hidden { String::new() } else { href })
        }),
    };
    statements.into_iter().map(row).collect()
}

/// Records a statement.
pub(crate) async fn record(on: OnCase<Change>, form: SmallForm) -> Result<Response> {
    let text = form.text("text").to_owned();
    let persons = listed_persons(&on.who, &on.case).await?;
    let recorded = match statement(&on.who.app, &persons, form) {
        Ok(statement) => {
            let change = CaseChange::Statement(statement);
            cases::change(&on.who, &on.case, None, &change, &text).await
        }
        Err(error) => Err(error),
    };
    match recorded {
        Ok(case) => Ok(Redirect::to(&case_path(&case)).into_response()),
        Err(error) => refused_page(&on.who, error, &on.case, &text),
    }
}

fn statement(app: &App, persons: &[String], form: SmallForm) -> Result<NewStatement> {
    let wrong = |name, problem: &str| WebError::field(name, problem);
    // The number of the person, because the page may hide the name.
    let person = form.text("person").parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let person = person.and_then(|at| persons.get(at)).cloned();
    let given = form.text("given").parse::<NaiveDate>().map_err(|_| wrong("given", "must be a date"))?;
    let given: DateTime<Utc> = given.and_time(NaiveTime::MIN).and_utc();
    if app.clock.now() + chrono::TimeDelta::days(1) < given {
        return Err(wrong("given", "must not be in the future"));
    }
    Ok(NewStatement {
        person: person.ok_or_else(|| wrong("person", "must be one of the people of the case"))?,
        given,
        file: form.into_file("file").map(|(name, content)| checked(&name, content)).transpose()?,
    })
}

/// Checks a file and finds its type from its content.
fn checked(name: &str, content: Vec<u8>) -> Result<StatementFile> {
    let wrong = |problem: String| WebError::field("file", problem);
    if content.len() > MAX_STATEMENT_BYTES {
        let (size, most) = (content.len(), MAX_STATEMENT_BYTES);
        return Err(wrong(format!("has {size} bytes, more than the limit of {most}")));
    }
    let (media_type, _) = kind(&content)
        .ok_or_else(|| wrong("must be a PDF, PNG, JPEG or UTF-8 text file with content".to_owned()))?;
    // A browser may send a path.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String =
        name.chars().filter(|character| !character.is_control()).take(MAX_NAME_CHARACTERS).collect();
    Ok(StatementFile { name, media_type: media_type.to_owned(), content })
}

/// Returns media type and ending of a file; `None` if it is of no accepted type.
fn kind(content: &[u8]) -> Option<(&'static str, &'static str)> {
    if let Some((_, media_type, ending)) = KINDS.iter().find(|(start, ..)| content.starts_with(start)) {
        return Some((media_type, ending));
    }
    let text = std::str::from_utf8(content).ok().filter(|text| !text.trim().is_empty())?;
    let is_text = text.chars().all(|character| !character.is_control() || "\n\r\t\u{c}".contains(character));
    is_text.then_some(TEXT)
}

/// Returns the file of a statement as a download. It is never shown inside the service.
pub(crate) async fn file(on: OnCase<Read>, Path((_, event)): Path<(Uuid, u32)>) -> Result<Response> {
    let file = on.who.app.storage.statement_file(on.case.id, event).await?.ok_or(WebError::NotFound)?;
    let known = KINDS.iter().find(|(_, media_type, _)| *media_type == file.media_type);
    let (media_type, ending) = known.map_or(TEXT, |&(_, media_type, ending)| (media_type, ending));
    Ok(download(&format!("statement-{event}.{ending}"), media_type, file.content))
}

#[derive(Template)]
#[template(path = "service/refused.html")]
struct RefusedPage {
    frame: Frame,
    status: u16,
    code: &'static str,
    title: &'static str,
    detail: String,
    /// What was typed; may be empty.
    typed: String,
    back: String,
}

/// Returns the page, or the error itself if the service failed or the reader may not see the case any more.
pub(super) fn refused_page(who: &Admitted, error: WebError, case: &Case, typed: &str) -> Result<Response> {
    if error.replaces_the_form() || matches!(error, WebError::NotFound) {
        return Err(error);
    }
    let kind = error.kind();
    let html = render(&RefusedPage {
        frame: frame(who, kind.title, ""),
        status: kind.status.as_u16(),
        code: kind.code,
        title: kind.title,
        detail: error.to_string(),
        typed: typed.to_owned(),
        back: case_path(case),
    })?;
    Ok((kind.status, html).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_content() {
        for (content, media_type) in [
            (&b"%PDF-1.7\n"[..], Some("application/pdf")),
            (b"\x89PNG\r\n\x1a\n\0", Some("image/png")),
            (b"\xff\xd8\xff\xe0", Some("image/jpeg")),
            ("I wrote it, sé.\r\n".as_bytes(), Some("text/plain; charset=utf-8")),
            (b"<script>", Some("text/plain; charset=utf-8")),
            (b"MZ\x90\0", None),
            (b"a\0b", None),
            (b" \n", None),
            (b"", None),
        ] {
            assert_eq!(kind(content).map(|(media_type, _)| media_type), media_type, "{content:?}");
        }
        assert_eq!(checked("C:\\x\\a\u{7}.txt", b"hi".to_vec()).unwrap().name, "a.txt");
    }
}
