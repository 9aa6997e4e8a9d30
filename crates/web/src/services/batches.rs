//! Changes of batches, for the API and the pages.

use chaffinch_storage::Batch;

use crate::app::App;
use crate::error::{WebError, or_not_found};
use crate::http::guard::Admitted;
use crate::intake::{self, Fields};

/// Gives a batch another title. The rules are those of an upload, except that a title is needed.
pub(crate) async fn rename(app: &App, who: &Admitted, batch: &Batch, title: &str) -> Result<(), WebError> {
    let mut fields = Fields::new(&intake::BATCH);
    fields.set("title", title)?;
    let title = intake::title(&fields)?;
    let missing = || WebError::field("title", "must not be empty");
    let title = title.ok_or_else(missing)?;
    if title == batch.title {
        return Ok(());
    }
    or_not_found(app.storage.set_title(batch.id, &title, &who.by(&app.clock)).await?)
}

/// Deletes a batch, and the files that were made of its report.
pub(crate) async fn delete(app: &App, who: &Admitted, batch: &Batch) -> Result<(), WebError> {
    or_not_found(app.storage.delete(batch.id, &who.by(&app.clock)).await?)?;
    app.auth.exports.forget(batch.id);
    Ok(())
}
