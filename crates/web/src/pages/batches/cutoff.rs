//! Saves the cut-off that the slider of the overview shows.

use axum::extract::State;
use axum::response::Redirect;
use chaffinch_storage::Review;
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, OnBatch};
use crate::http::request::{Form, Query};
use crate::pages::batches::review::{chosen_cutoff, settled};
use crate::services::review::rescore;

/// The rest of the address of the form on the overview.
#[derive(Deserialize)]
pub(crate) struct CutoffQuery {
    unit: CutoffUnit,
    /// The page to return to.
    #[serde(default)]
    back: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum CutoffUnit {
    Expect,
    Suspicion,
}

#[derive(Deserialize)]
pub(crate) struct CutoffForm {
    cutoff: String,
}

pub(crate) async fn save(
    on: OnBatch<Change>,
    State(app): State<App>,
    Query(query): Query<CutoffQuery>,
    Form(form): Form<CutoffForm>,
) -> Result<Redirect, WebError> {
    let cutoff = match query.unit {
        CutoffUnit::Expect => chosen_cutoff(Some(&form.cutoff), None),
        CutoffUnit::Suspicion => chosen_cutoff(None, Some(&form.cutoff)),
    };
    let review = Review { cutoff: cutoff?, ..on.batch.review() };
    rescore(&app, &on.who, &on.batch, &review, None).await?;
    settled(&app, on.batch.id, &query.back).await
}
