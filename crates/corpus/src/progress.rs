//! How far the work is. Pure.

/// Hears how far a run is; called from the thread that runs it, a few times a second at most.
pub trait Progress: Sync {
    /// `done` of `total` (0 where that is unknown) of a stage.
    fn report(&self, stage: &'static str, done: u64, total: u64);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: &'static str, _: u64, _: u64) {}
}
