//! Answers the queries of users who wait, in child processes of this program.

use std::sync::Arc;

use chaffinch_jobs::{ChildSettings, ChildSurveyor, TextFinder};
use chaffinch_query::{Finder, Surveyor};
use chaffinch_storage::{HolderId, Storage};
use chrono::Utc;

use crate::settings::Configuration;
use crate::settings::jobs::query_settings;

/// Limits on the processor time of one query, in seconds. A text needs a fraction of its limit, and so does the largest
/// permitted upload. A query that needs more is an attack, or would not be answered while its reader waits.
const TEXT_CPU_SECONDS: u64 = 60;
const SURVEY_CPU_SECONDS: u64 = 300;

/// Those who answer the queries of one process.
pub(super) struct Queries {
    pub(super) finder: Arc<dyn Finder>,
    pub(super) surveyor: Arc<dyn Surveyor>,
}

impl Queries {
    /// Prepares to answer queries about this database.
    pub(super) fn new(storage: &Arc<dyn Storage>, settings: &Configuration) -> anyhow::Result<Self> {
        let child = |cpu_seconds| -> anyhow::Result<(ChildSettings, HolderId)> {
            Ok((query_settings(settings, cpu_seconds)?, HolderId::new(Utc::now())))
        };
        let (of_texts, holder) = child(TEXT_CPU_SECONDS)?;
        let finder = TextFinder::new(Arc::clone(storage), of_texts, holder)?;
        let (of_surveys, holder) = child(SURVEY_CPU_SECONDS)?;
        Ok(Self { finder: Arc::new(finder), surveyor: Arc::new(ChildSurveyor::new(of_surveys, holder)?) })
    }
}
