//! How a batch is to be compared, for REST and for the pages alike: checked, allowed, asked for.

use chaffinch_storage::{
    Batch, Change as Changes, Idempotency, JobId, MOST_TEMPLATES, Review, TemplateRegion,
};

use crate::app::App;
use crate::error::WebError;
use crate::guard::Admitted;
use crate::reports::{self, in_turn, must_exist};

/// No suspicion comes near it; far beyond, a report could no longer be written as JSON, which has no infinity.
const MOST_CUTOFF: f64 = 1e9;

/// Asks for another report of what was kept. Who asks may change something in the batch's course.
pub(crate) async fn rescore(
    app: &App,
    who: &Admitted,
    batch: &Batch,
    review: &Review,
    once: Option<Idempotency>,
) -> Result<Batch, WebError> {
    must_exist(batch)?;
    if review.cutoff.is_some_and(|cutoff| !(0.0..=MOST_CUTOFF).contains(&cutoff)) {
        return Err(wrong("cutoff", format!("may be 0 to {MOST_CUTOFF}")));
    }
    if MOST_TEMPLATES < review.templates.len() {
        return Err(wrong(
            "templates",
            format!("are {}; a batch may have {MOST_TEMPLATES} at most", review.templates.len()),
        ));
    }
    templates_exist(app, batch, Changes::between(&batch.review(), review).templates_added).await?;
    let by = app.by(who);
    let accepted = app.storage.rescore_once(batch.id, JobId::new(by.at), review, once, &by).await?;
    Ok(accepted.batch().clone())
}

/// Makes another revision the current one.
pub(crate) async fn choose(app: &App, who: &Admitted, batch: &Batch, revision: u32) -> Result<(), WebError> {
    if app.storage.set_current(batch.id, revision, &app.by(who)).await? {
        Ok(())
    } else {
        Err(WebError::NotFound)
    }
}

/// That these passages are in files of the current report.
async fn templates_exist(app: &App, batch: &Batch, regions: Vec<TemplateRegion>) -> Result<(), WebError> {
    if regions.is_empty() {
        return Ok(());
    }
    let head = reports::head(app, batch).await?;
    in_turn(move || {
        let report = reports::parsed(&head)?;
        for region in regions {
            let submission = report.submissions.iter().find(|one| one.id == region.submission);
            let file = submission.and_then(|one| one.files.iter().find(|file| file.file == region.file));
            if submission.is_some_and(|one| one.archive.is_some()) {
                let number = region.submission;
                return Err(wrong(
                    "templates",
                    format!("names submission {number}, which is archived; name the side of the class"),
                ));
            }
            let Some(file) = file else {
                let TemplateRegion { submission, file, .. } = region;
                return Err(wrong(
                    "templates",
                    format!("names file {file} of submission {submission}, which the report has not"),
                ));
            };
            if region.end_byte <= region.start_byte || u64::from(file.bytes) < u64::from(region.end_byte) {
                let TemplateRegion { start_byte, end_byte, .. } = region;
                return Err(wrong(
                    "templates",
                    format!("names bytes {start_byte} to {end_byte} of a file that has {}", file.bytes),
                ));
            }
        }
        Ok(())
    })
    .await
}

fn wrong(name: &'static str, problem: String) -> WebError {
    WebError::Field { name, problem }
}
