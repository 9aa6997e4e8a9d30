//! Records in the audit log who viewed or exported a report, or the evidence over a term. The guards of batches and courses
//! call it, so no page can leave it out.

use axum::extract::MatchedPath;
use axum::http::Method;
use axum::http::request::Parts;
use chaffinch_storage::{Actor, AuditAction, By, CourseId, Note};
use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::http::admitted::Admitted;

/// A view within this time after another one is not recorded again.
const SAME_VIEW: TimeDelta = TimeDelta::hours(1);
/// An export within this time after the same one is not recorded again.
const SAME_EXPORT: TimeDelta = TimeDelta::minutes(1);

/// Returns what a path below a batch shows of its report, or below a course of its term. `None`: nothing of them.
fn shown(path: &str) -> Option<(AuditAction, &str)> {
    let of_page = !path.starts_with("/api/");
    if let Some((_, below)) = path.split_once("/courses/{course}") {
        return match below {
            "/term" => Some((AuditAction::TermViewed, "")),
            "/evidence" | "/evidence.csv" => Some((AuditAction::TermExported, &below[1..])),
            _ => None,
        };
    }
    let below = path.split_once("/batches/{batch}")?.1;
    match below {
        "/report" | "/report.csv" | "/report.zip" | "/marks.csv" => {
            Some((AuditAction::ReportExported, &below[1..]))
        }
        _ if below.ends_with("/evidence.html") => Some((AuditAction::ReportExported, "evidence")),
        "/pairs" | "/pairs/{pair}" => Some((AuditAction::ReportViewed, "")),
        // The page of a batch is its report. The API call of that name returns only the progress.
        _ if of_page && !matches!(below, "/delete" | "/guide") => Some((AuditAction::ReportViewed, "")),
        _ => None,
    }
}

/// Records a view on a page that is not below its batch or course: of a report, or of the evidence over a term.
pub(crate) async fn note_view(who: &Admitted, action: AuditAction, course: CourseId, subject: Uuid) {
    record(&who.app, &who.actor, course, subject, (action, "")).await;
}

/// Records that an evidence file was made of a report, by a page that is not below its batch.
pub(crate) async fn note_evidence_file(who: &Admitted, course: CourseId, subject: Uuid) {
    record(&who.app, &who.actor, course, subject, (AuditAction::ReportExported, "evidence")).await;
}

/// Records a view or an export of what this request shows of a batch or of a course. If the log cannot be written, the
/// request goes on.
pub(super) async fn note_request(app: &App, parts: &Parts, actor: &Actor, course: CourseId, subject: Uuid) {
    let path = parts.extensions.get::<MatchedPath>();
    let Some(shown) = path.and_then(|path| shown(path.as_str())) else { return };
    if parts.method == Method::GET {
        record(app, actor, course, subject, shown).await;
    }
}

async fn record(
    app: &App,
    actor: &Actor,
    course: CourseId,
    subject: Uuid,
    (action, what): (AuditAction, &str),
) {
    let viewed = what.is_empty();
    let note = Note {
        action,
        course: Some(course),
        subject,
        details: if viewed { json!({}) } else { json!({ "what": what }) },
        once_in: Some(if viewed { SAME_VIEW } else { SAME_EXPORT }),
    };
    let by = By { account: Some(actor.account.id), at: app.clock.now() };
    if let Err(error) = app.storage.note(&note, &by).await {
        tracing::warn!(%error, "cannot record a view in the audit log");
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::Named as _;

    use super::*;

    #[test]
    fn views_and_exports_are_told_apart_from_what_shows_no_report() {
        for (path, expected) in [
            ("/batches/{batch}", Some("report.viewed")),
            ("/batches/{batch}/submissions/{submission}", Some("report.viewed")),
            ("/batches/{batch}/pairs/{pair}/evidence.html", Some("report.exported")),
            ("/batches/{batch}/delete", None),
            ("/api/v1/batches/{batch}", None),
            ("/api/v1/batches/{batch}/events", None),
            ("/api/v1/batches/{batch}/pairs/{pair}", Some("report.viewed")),
            ("/api/v1/batches/{batch}/report.zip", Some("report.exported")),
            ("/api/v1/batches/{batch}/marks.csv", Some("report.exported")),
            ("/api/v1/batches/{batch}/marks", None),
            ("/archives/{archive}", None),
            ("/courses/{course}/term", Some("term.viewed")),
            ("/api/v1/courses/{course}/evidence.csv", Some("term.exported")),
            ("/courses/{course}/notice", None),
        ] {
            assert_eq!(shown(path).map(|(action, _)| action.name()), expected, "{path}");
        }
    }
}
