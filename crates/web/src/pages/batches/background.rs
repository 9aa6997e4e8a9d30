//! `/batches/{batch}/background`: counts what the report ignores as common elsewhere.

use axum::extract::State;
use axum::response::Redirect;
use chaffinch_storage::Review;

use super::review::settled;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, OnBatch};
use crate::services::review;

pub(crate) async fn remove(on: OnBatch<Change>, State(app): State<App>) -> Result<Redirect, WebError> {
    let review = Review { background: Vec::new(), ..on.batch.review() };
    review::rescore(&app, &on.who, &on.batch, &review, None).await?;
    settled(&app, on.batch.id, "").await
}
