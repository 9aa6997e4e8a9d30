//! Health checks and metrics, for load balancers and Prometheus. They contain no data of users.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use chaffinch_storage::Storage;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Public;

/// Answers as long as the process runs.
pub(crate) async fn alive(_: Public) -> &'static str {
    "ok\n"
}

/// Answers if the database answers too.
pub(crate) async fn ready(
    _: Public,
    State(storage): State<Arc<dyn Storage>>,
) -> Result<&'static str, WebError> {
    storage.ping().await.map_err(WebError::NotReady)?;
    Ok("ready\n")
}

pub(crate) async fn metrics(_: Public, State(app): State<App>) -> impl IntoResponse {
    metrics::gauge!("chaffinch_spool_bytes").set(app.settings.spool.reserved() as f64);
    let metrics = &app.metrics;
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render())
}
