//! Names the stages of an analysis and measures how long each takes.

use std::time::Instant;

/// The stages of an analysis, in order, as shown on batches and in metrics.
pub const STAGES: [&str; 8] =
    ["extracting", "reading", "searching", "screening", "verifying", "listing", "reporting", "storing"];

/// Records the duration of a stage that began at `since` and ends now.
pub(crate) fn record_stage(stage: &'static str, since: Instant) {
    metrics::histogram!("chaffinch_stage_seconds", "stage" => stage).record(since.elapsed().as_secs_f64());
}

/// Measures how long each stage of a child takes.
#[derive(Default)]
pub(super) struct StageTimer {
    current: Option<(&'static str, Instant)>,
}

impl StageTimer {
    /// Ends the current stage, if `stage` is another one, and begins `stage`.
    pub(super) fn enter(&mut self, stage: Option<&'static str>) {
        if self.current.map(|(current, _)| current) == stage {
            return;
        }
        if let Some((ended, since)) = self.current.take() {
            record_stage(ended, since);
        }
        self.current = stage.map(|stage| (stage, Instant::now()));
    }
}
