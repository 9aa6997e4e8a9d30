//! Estimates resemblance and containment from what two sketches share, and applies a policy to them. Pure functions.

use chaffinch_sketch::Share;
use serde::{Deserialize, Serialize};

/// The measure that decides whether documents are linked.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Measure {
    /// `|L(A) n L(B)| / |L(A) u L(B)|`.
    Resemblance,
    /// The larger of `|L(A) n L(B)| / |L(A)|` and `|L(A) n L(B)| / |L(B)|`.
    Containment,
}

/// Links two documents if a measure is at least a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Policy {
    /// The measure to use.
    pub measure: Measure,
    /// The lowest value that links, between 0 and 1.
    pub threshold: f64,
}

/// How many values two documents share, and how many each has. Common values are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// Values in both documents.
    pub shared: u32,
    /// Values in the first document.
    pub left: u32,
    /// Values in the second document.
    pub right: u32,
}

impl Overlap {
    /// Returns the estimated resemblance; `None` if both have no values.
    pub fn resemblance(self) -> Option<Share> {
        self.whole().resemblance()
    }

    /// Returns how much of the left document the right one contains.
    pub fn left_containment(self) -> Option<Share> {
        self.whole().containment_of_left()
    }

    /// Returns how much of the right document the left one contains.
    pub fn right_containment(self) -> Option<Share> {
        self.whole().containment_of_right()
    }

    /// Returns whether the policy links the two documents.
    pub fn links(self, policy: Policy) -> bool {
        let enough = |share: Option<Share>| share.is_some_and(|share| share.is_at_least(policy.threshold));
        match policy.measure {
            Measure::Resemblance => enough(self.resemblance()),
            Measure::Containment => enough(self.left_containment()) || enough(self.right_containment()),
        }
    }

    /// Returns whether any measure is at least `floor`. The larger containment is never below the resemblance, so it
    /// decides.
    pub(crate) fn reaches(self, floor: f64) -> bool {
        self.links(Policy { measure: Measure::Containment, threshold: floor })
    }

    fn whole(self) -> chaffinch_sketch::Overlap {
        // A value that became common through a later addition still counts among the values shared before.
        let shared = self.shared.min(self.left).min(self.right);
        chaffinch_sketch::Overlap { shared: shared.into(), left: self.left.into(), right: self.right.into() }
    }
}
