//! The audit log. Owners see that of their course, administrators see everything.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{Frame, Locale};
use chaffinch_storage::{AccountId, AuditEntry, AuditId, CourseId, Named};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::error::Result;
use crate::http::admitted::Admitted;
use crate::http::guard::{Administrator, Manage, OnCourse, Read};
use crate::http::request::Query;
use crate::pages::frame::{frame, render};

const ROWS: u32 = 100;

#[derive(Template)]
#[template(path = "service/audit.html")]
struct AuditPage {
    frame: Frame,
    /// Name and path of the course. `None` if the log covers everything.
    course: Option<(String, String)>,
    rows: Vec<AuditRow>,
    newest: Option<String>,
    older: Option<String>,
}

struct AuditRow {
    at: DateTime<Utc>,
    /// The account that acted. `None` means the operator, or the service itself.
    who: Option<String>,
    /// Message key of the action.
    what: String,
    subject: Subject,
    /// Details such as `role: viewer`. The log holds only ids and figures.
    details: String,
}

/// The object of an action.
enum Subject {
    /// An account, by name.
    Account(String),
    /// An object with a page. The object may have been deleted.
    Page { href: String, id: Uuid },
    /// Any other object.
    Other(Uuid),
}

#[derive(Deserialize)]
pub(crate) struct After {
    after: Option<Uuid>,
}

pub(crate) async fn of_course(on: OnCourse<Manage>, Query(query): Query<After>) -> Result<Html<String>> {
    let path = format!("/courses/{}", on.course.id);
    let course = Some((on.course.name.clone(), path.clone()));
    page(&on.who, Some(on.course.id), course, query.after, &format!("{path}/audit")).await
}

pub(crate) async fn of_everything(
    who: Administrator<Read>,
    Query(query): Query<After>,
) -> Result<Html<String>> {
    page(&who, None, None, query.after, "/admin/audit").await
}

async fn page(
    who: &Admitted,
    of: Option<CourseId>,
    course: Option<(String, String)>,
    after: Option<Uuid>,
    path: &str,
) -> Result<Html<String>> {
    let page = who.app.storage.audit(of, after.map(AuditId), ROWS).await?;
    let names =
        who.app.storage.accounts().await?.into_iter().map(|account| (account.id, account.name)).collect();
    let here = if of.is_some() { "/courses" } else { path };
    render(&AuditPage {
        frame: frame(who, who.words.say("audit"), here),
        course,
        rows: page.items.into_iter().map(|entry| row(who.words, &entry, &names)).collect(),
        newest: after.map(|_| path.to_owned()),
        older: page.next.map(|next| format!("{path}?after={next}")),
    })
}

fn row(words: Locale, entry: &AuditEntry, names: &BTreeMap<AccountId, String>) -> AuditRow {
    let action = entry.action.name();
    let (kind, _) = action.split_once('.').unwrap_or((action, ""));
    let (id, page) = (entry.subject, |folder: &str| Subject::Page {
        href: format!("/{folder}/{}", entry.subject),
        id: entry.subject,
    });
    let subject = match (names.get(&AccountId(id)), kind) {
        (Some(name), _) => Subject::Account(name.clone()),
        (None, "batch" | "report" | "revision" | "pair" | "pairs") => page("batches"),
        (None, "archive") => page("archives"),
        (None, "case") => page("cases"),
        (None, "term") => page("courses"),
        (None, _) => Subject::Other(id),
    };
    let details = entry.details.as_object().into_iter().flatten().map(|(key, value)| {
        let label = words.say(format!("audit-detail-{}", key.replace('_', "-"))).plain();
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Bool(true) => words.say("audit-yes").plain(),
            Value::Bool(false) => words.say("audit-no").plain(),
            Value::Null => "–".to_owned(),
            other => other.to_string(),
        };
        format!("{label}: {value}")
    });
    AuditRow {
        at: entry.by.at,
        who: entry.by.account.map(|id| names.get(&id).cloned().unwrap_or_else(|| id.to_string())),
        what: format!("audit-{}", action.replace(['.', '_'], "-")),
        subject,
        details: details.collect::<Vec<_>>().join(", "),
    }
}
