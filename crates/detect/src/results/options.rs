//! Input of a comparison besides the submissions: options, starter-code passages and a progress callback.

use chaffinch_submission::Span;

/// What influences the result of one comparison, beside what is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// A passage in more than this many groups is common: shown, not counted. 0: no cut, rarity weighs.
    pub common_limit: u32,
    /// Pairs at or above it open clusters; `None`: [`crate::DEFAULT_CUTOFF`].
    pub cutoff: Option<f64>,
    /// Pairs that carry their matches, best first.
    pub pairs_with_matches: usize,
    /// Pairs kept, best first; 0 keeps every verified pair. Changes no number. As many with staff's submissions are kept.
    pub max_pairs: usize,
    /// Passages that count as handed out.
    pub templates: Vec<Template>,
    /// Names of submissions or authors that worked together, a team each.
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are not of the class.
    pub staff: Vec<String>,
}

impl Options {
    /// What the command line and the service start from.
    pub const DEFAULT: Self = Self {
        common_limit: 0,
        cutoff: None,
        pairs_with_matches: 1000,
        max_pairs: 250,
        templates: Vec::new(),
        teams: Vec::new(),
        staff: Vec::new(),
    };
}

/// A passage of one file that counts as handed out, wherever it occurs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Template {
    /// Index of the submission.
    pub submission: u32,
    /// Index of the file in it.
    pub file: u32,
    /// Bytes of its text; whatever tokens they touch are meant.
    pub bytes: Span,
}
