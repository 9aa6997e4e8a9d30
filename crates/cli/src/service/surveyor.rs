//! Surveys uploads for `web` with the surveyor of `jobs`, which runs a child process.

use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_extract::Survey;
use chaffinch_jobs::{SurveyError, SurveyPart, SurveyUpload};
use chaffinch_storage::HolderId;
use chaffinch_web::{PartToSurvey, Surveyor, Unsurveyed, UploadToSurvey};
use chrono::Utc;

use crate::settings::Configuration;
use crate::settings::jobs::query_settings;

/// Limit on the processor time of one survey, in seconds. The largest permitted upload needs a fraction of it. A survey
/// that needs more would delay others.
const CPU_SECONDS: u64 = 300;

struct WebSurveyor(chaffinch_jobs::Surveyor);

/// Returns a surveyor that runs children of this process.
pub(super) fn surveyor(settings: &Configuration) -> anyhow::Result<Arc<dyn Surveyor>> {
    let settings = query_settings(settings, CPU_SECONDS)?;
    Ok(Arc::new(WebSurveyor(chaffinch_jobs::Surveyor::new(settings, HolderId::new(Utc::now()))?)))
}

#[async_trait]
impl Surveyor for WebSurveyor {
    async fn survey(&self, upload: UploadToSurvey) -> Result<Survey, Unsurveyed> {
        let UploadToSurvey { parts, options, least, limits, parse } = upload;
        let part = |PartToSurvey { kind, name, place }| SurveyPart { kind, name, path: place };
        let parts = parts.into_iter().map(part).collect();
        let upload = SurveyUpload { parts, options, least, limits, parse };
        self.0.survey(upload).await.map_err(|error| match error {
            SurveyError::Refused(refusal) => refusal.into(),
            SurveyError::Ended(reason) => Unsurveyed::Costly { reason },
            SurveyError::Folder(error) => Unsurveyed::Disk(error),
            SurveyError::Failed(cause) => Unsurveyed::Failed(cause),
        })
    }
}
