//! The cut-off of a report: as the settings ask for it, and as the overview saves what its slider shows.

use axum::extract::State;
use axum::response::Redirect;
use chaffinch_storage::{Cutoff, Review};
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Change, OnBatch};
use crate::http::request::{Form, Query};
use crate::pages::batches::review::{number, settled};
use crate::services::review::{rescore, two_cutoffs};

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
        CutoffUnit::Expect => chosen(Some(&form.cutoff), None),
        CutoffUnit::Suspicion => chosen(None, Some(&form.cutoff)),
    };
    let review = Review { cutoff: cutoff?, ..on.batch.review() };
    rescore(&app, &on.who, &on.batch, &review, None).await?;
    settled(&app, on.batch.id, &query.back).await
}

/// Returns the cut-off that was entered, as a number of pairs expected by chance or in bits. `None` is the default.
pub(super) fn chosen(expect: Option<&str>, bits: Option<&str>) -> Result<Option<Cutoff>, WebError> {
    let [expect, bits] = [expect, bits].map(|field| field.map(str::trim).filter(|text| !text.is_empty()));
    Ok(match (expect, bits) {
        (None, None) => None,
        (Some(pairs), None) => Some(Cutoff::Expect(number("cutoff_expect", pairs)?)),
        (None, Some(bits)) => Some(Cutoff::Suspicion(number("cutoff", bits)?)),
        (Some(_), Some(_)) => return Err(two_cutoffs()),
    })
}
