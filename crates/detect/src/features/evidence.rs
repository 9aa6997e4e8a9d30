//! The evidence of a view about two submissions.

/// The bits that two submissions share, and the bits of either one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence {
    pub(crate) shared: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
}
