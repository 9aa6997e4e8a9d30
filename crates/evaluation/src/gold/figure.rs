//! A figure of detection quality and its bound.

/// A figure of a language, with the bound that it must not fall below or, for accusations, not exceed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figure {
    /// Name printed by the benchmark.
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
    pub(crate) bound: Bound,
}

/// The kind of a bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}
