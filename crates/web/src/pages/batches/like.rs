//! `/batches/new?like=ID`: the upload form with the settings of a comparison.

use chaffinch_storage::{Action, Archive, Batch, BatchId, Named, may};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::intake::{self, Fields};
use crate::pages::values::name_table;

/// The comparison whose settings fill the form.
#[derive(Deserialize)]
pub(crate) struct LikeQuery {
    like: Option<Uuid>,
}

/// Returns the fields of a new comparison, with the settings of another one if the address names one. Its title, its
/// retention and its files are left out, because they belong to one upload. Settings that the reader may not use, such
/// as an archive of another course, are left out, too.
pub(crate) async fn fields(app: &App, who: &Admitted, query: &LikeQuery) -> Result<Fields, WebError> {
    let mut fields = Fields::new(&intake::BATCH);
    let Some(id) = query.like else { return Ok(fields) };
    let batch = who.visible_batch(app, BatchId(id)).await?.ok_or(WebError::NotFound)?;
    let archives = app.storage.archives(&who.courses(Action::See)).await?;
    fill(&mut fields, &batch, &archives, may(&who.actor, Action::Upload, batch.course))?;
    let background = batch.revision.as_ref().map_or(&batch.options.background, |one| &one.review.background);
    for (name, owners) in [("background", background), ("own_work", &batch.options.own_work)] {
        for owner in owners {
            let id = owner.to_string();
            // What the reader may not use is left out.
            if intake::sources(app, who, name, [id.as_str()]).await.is_ok() {
                fields.set(name, &id)?;
            }
        }
    }
    Ok(fields)
}

fn fill(fields: &mut Fields, batch: &Batch, archives: &[Archive], same_course: bool) -> Result<(), WebError> {
    let (options, review) = (&batch.options, batch.revision.as_ref().map(|revision| &revision.review));
    if same_course {
        fields.set("course", &batch.course.to_string())?;
    }
    fields.set("language", options.language.as_deref().unwrap_or_default())?;
    fields.set("layout", options.layout.name())?;
    // The settings page of a report changes these. The current report has the last word.
    let common_limit = review.map_or(options.common_limit, |review| review.common_limit);
    fields.set("common_limit", &common_limit.to_string())?;
    let cutoff_expect = review.map_or(options.cutoff_expect, |review| review.cutoff?.expect());
    fields.set("cutoff_expect", &cutoff_expect.map(|pairs| pairs.to_string()).unwrap_or_default())?;
    fields.set("max_pairs", &options.max_pairs.to_string())?;
    let teams = review.map_or(&options.teams, |review| &review.teams);
    fields.set("teams", &name_table(teams, ","))?;
    let staff = review.map_or(&options.staff, |review| &review.staff);
    fields.set("staff", &name_table(staff.iter().map(std::slice::from_ref), ","))?;
    match &options.archives {
        // All archives of the course, which is the default.
        None => {}
        Some(none) if none.is_empty() => fields.set("archives", "none")?,
        Some(chosen) => {
            for archive in archives.iter().filter(|archive| chosen.contains(&archive.id)) {
                fields.set("archives", &archive.id.to_string())?;
            }
        }
    }
    Ok(())
}
