//! Requests clusters of similar submissions of an archive, for the API and the page.

use std::sync::Arc;

use chaffinch_query::{ClusterError, ClusterQuestion, Clusters, Measure};
use chaffinch_storage::{AccountId, Archive};

use crate::app::App;
use crate::error::WebError;

/// Default threshold: the resemblance of 0.5.
pub(crate) const THRESHOLD: f64 = 0.5;

/// Clusters an archive that the caller may see.
pub(crate) async fn clusters(
    app: &App,
    account: AccountId,
    archive: &Archive,
    (measure, threshold): (Measure, f64),
) -> Result<Arc<Clusters>, WebError> {
    let _asked = app.auth.question(account).await?;
    let question = ClusterQuestion { archive: archive.id, state: archive.state, measure, threshold };
    app.clusterer.cluster(question).await.map_err(|error| match error {
        ClusterError::Gone => WebError::NotFound,
        ClusterError::TooLarge { what, limit } => {
            WebError::ArchiveTooLarge { archive: archive.id, what, limit }
        }
        ClusterError::Changing => WebError::ArchiveChanging,
        ClusterError::Storage(error) => error.into(),
        ClusterError::Failed(cause) => WebError::internal(cause),
    })
}

/// Reads a threshold.
pub(crate) fn threshold(asked: Option<f64>) -> Result<f64, WebError> {
    match asked.unwrap_or(THRESHOLD) {
        threshold if (0.0..=1.0).contains(&threshold) => Ok(threshold),
        _ => Err(WebError::Query("threshold must be between 0 and 1".to_owned())),
    }
}
