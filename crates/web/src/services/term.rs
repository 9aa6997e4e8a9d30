//! The evidence over the tasks of a course, and who is who in it, for the API and the page.

use std::collections::BTreeSet;

use chaffinch_person::{TermSelection, term_report};
use chaffinch_report::TermReport;
use chaffinch_storage::{BatchId, Course, CourseId, JobId, PersonName, person_names};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;

/// Returns the evidence for all listed pairs. If comparisons came or went since it was computed, it is
/// computed again, and the caller should ask later.
pub(crate) async fn evidence(app: &App, course: &Course, hide_names: bool) -> Result<TermReport, WebError> {
    let report = selected(app, course.id, hide_names, &TermSelection::Places(0..usize::MAX)).await?;
    if !report.current {
        let now = app.clock.now();
        app.storage.queue_term(course.id, JobId::new(now), now).await?;
    }
    Ok(report)
}

/// Returns the evidence for the people who handed in at least two of these submissions of a course.
pub(crate) async fn among(
    app: &App,
    course: CourseId,
    submissions: BTreeSet<(BatchId, u32)>,
) -> Result<TermReport, WebError> {
    selected(app, course, false, &TermSelection::Among(submissions)).await
}

async fn selected(
    app: &App,
    course: CourseId,
    hide_names: bool,
    selection: &TermSelection,
) -> Result<TermReport, WebError> {
    let term = app.storage.term(course).await?;
    Ok(term_report(&*app.storage, course, term, hide_names, selection).await?)
}

/// Replaces who is who in a course by what a table says.
pub(crate) async fn set_people(
    app: &App,
    who: &Admitted,
    course: &Course,
    table: &str,
) -> Result<(), WebError> {
    let names = match table.trim() {
        "" => Vec::new(),
        table => person_names(table).map_err(|problem| WebError::field("table", problem))?,
    };
    let by = who.by(&app.clock);
    app.storage.set_person_names(course.id, &names, &by).await?;
    app.storage.queue_term(course.id, JobId::new(by.at), by.at).await?;
    Ok(())
}

/// Returns who is who in a course as the table that [`set_people`] reads.
pub(crate) async fn people(app: &App, course: &Course) -> Result<String, WebError> {
    let names = app.storage.person_names(course.id).await?;
    if names.is_empty() {
        return Ok(String::new());
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |fields: [&str; 3]| writer.write_record(fields).map_err(WebError::internal);
    write(["task", "name", "person"])?;
    for PersonName { task, name, person } in &names {
        write([task, name, person])?;
    }
    let table = writer.into_inner().map_err(WebError::internal)?;
    String::from_utf8(table).map_err(WebError::internal)
}
