//! The pairs of submissions in different languages of which one may be a translation of the other.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pair::Pair;

/// What a search for translated copies found. It has an expect value of its own, and changes nothing else in the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportTranslations)]
pub struct Translations {
    /// Number of pairs of the batch in different languages.
    pub comparable: u64,
    /// Number of pairs that were compared; [`Translations::pairs`] may list fewer.
    pub compared: u64,
    /// Pairs with at most this expect value are named.
    pub cutoff_expect: f64,
    /// Pairs, by rank: smallest expect value first, then largest similarity. Their ranks continue those of the other lists.
    /// `expect` is how many pairs in different languages, as much above what their authors share with others in these
    /// languages, chance would leave. `similarity` is the share of language-neutral features that both have, weighted by
    /// rarity. Shares count the tokens of statements that correspond. Suspicion, resemblance and containment are 0: they
    /// need one language. A pair that another list has is not repeated.
    pub pairs: Vec<Pair>,
    /// If the class has too few pairs in different languages for expect values: pairs with at least this similarity are
    /// named. Null otherwise.
    pub cutoff_similarity: Option<f64>,
}

impl Translations {
    /// Returns the same without matches.
    #[must_use]
    pub fn without_matches(&self) -> Self {
        Self { pairs: self.pairs.iter().map(Pair::without_matches).collect(), ..*self }
    }

    /// Returns whether a pair reaches the cut-off.
    pub fn names(&self, pair: &Pair) -> bool {
        match (pair.expect, self.cutoff_similarity) {
            (Some(expect), _) => expect <= self.cutoff_expect,
            (None, Some(least)) => !pair.too_short && least <= pair.similarity,
            (None, None) => false,
        }
    }

    /// Returns the pairs that reach the cut-off.
    pub fn named(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| self.names(pair))
    }
}
