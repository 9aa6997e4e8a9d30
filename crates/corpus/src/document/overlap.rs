//! What two sketches say about resemblance and containment, and when that is enough. Pure.

use chaffinch_fingerprint::Share;
use serde::{Deserialize, Serialize};

/// By what documents are linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// `|L(A) n L(B)| / |L(A) u L(B)|`.
    Resemblance,
    /// The larger of `|L(A) n L(B)| / |L(A)|` and `|L(A) n L(B)| / |L(B)|`.
    Containment,
}

/// When two documents are linked: a measure of at least the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Policy {
    /// By what.
    pub measure: Measure,
    /// Between 0 and 1.
    pub threshold: f64,
}

/// Values that two documents share, and how many each has, common ones apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// In both.
    pub shared: u32,
    /// In the first.
    pub left: u32,
    /// In the second.
    pub right: u32,
}

impl Overlap {
    /// The estimated resemblance; `None` where both have none.
    pub fn resemblance(self) -> Option<Share> {
        self.whole().resemblance()
    }

    /// How much of the left one the right one contains.
    pub fn left_containment(self) -> Option<Share> {
        self.whole().containment_of_left()
    }

    /// How much of the right one the left one contains.
    pub fn right_containment(self) -> Option<Share> {
        self.whole().containment_of_right()
    }

    /// Whether the policy links the two.
    pub fn links(self, policy: Policy) -> bool {
        let enough = |share: Option<Share>| share.is_some_and(|share| share.is_at_least(policy.threshold));
        match policy.measure {
            Measure::Resemblance => enough(self.resemblance()),
            Measure::Containment => enough(self.left_containment()) || enough(self.right_containment()),
        }
    }

    /// Whether any measure is at least this: the larger containment is never below the resemblance.
    pub(crate) fn reaches(self, floor: f64) -> bool {
        self.links(Policy { measure: Measure::Containment, threshold: floor })
    }

    fn whole(self) -> chaffinch_fingerprint::Overlap {
        // A value that became common by a later addition is still counted among those shared before.
        let shared = self.shared.min(self.left).min(self.right);
        chaffinch_fingerprint::Overlap {
            shared: shared.into(),
            left: self.left.into(),
            right: self.right.into(),
        }
    }
}
