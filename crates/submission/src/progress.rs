//! Reports how far a piece of work is.

/// Receives the progress of a piece of work. It is called from any thread.
pub trait Progress: Sync {
    /// Reports that `done` of `total` units of a stage are finished. `total` is 0 if it is unknown.
    fn report(&self, stage: &'static str, done: u64, total: u64);
}

/// Ignores the progress.
impl Progress for () {
    fn report(&self, _: &'static str, _: u64, _: u64) {}
}
