//! What two sketches of one kind say of their documents.

use anyhow::bail;
use chaffinch_sketch::signature::SignatureKind;
use chaffinch_sketch::{Estimate, Overlap, Share};
use serde::Serialize;

use super::kind::Sketched;

/// How sure the intervals are.
const CONFIDENCE: f64 = 0.95;

/// What is known; `None` where a kind says nothing.
#[derive(Debug, Default, Serialize)]
pub(super) struct Measured {
    resemblance: Option<f64>,
    /// In which the resemblance lies with a confidence of 95 %.
    resemblance_interval: Option<[f64; 2]>,
    left_containment: Option<f64>,
    right_containment: Option<f64>,
    /// Angle between the two sets as vectors, in degrees.
    angle: Option<f64>,
    /// Number of ids or components on which the resemblance or angle rests.
    sample: u64,
    left_bytes: usize,
    right_bytes: usize,
}

#[derive(Serialize)]
struct Line<'a> {
    left: &'a str,
    right: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    measured: &'a Measured,
}

impl Measured {
    /// Compares two documents.
    ///
    /// # Errors
    /// Sketches of different kinds.
    pub(super) fn new(left: &Sketched, right: &Sketched) -> anyhow::Result<Self> {
        let bytes = Self { left_bytes: left.bytes(), right_bytes: right.bytes(), ..Self::default() };
        let known = |estimate: Estimate| Self {
            resemblance: estimate.value(),
            resemblance_interval: estimate.share().map(|_| {
                let interval = estimate.interval(CONFIDENCE);
                [interval.low, interval.high]
            }),
            sample: estimate.sample(),
            ..bytes
        };
        Ok(match (left, right) {
            (Sketched::Whole(one), Sketched::Whole(other)) => {
                let overlap = one.overlap(other)?;
                Self { resemblance_interval: None, angle: angle(overlap), ..known(one.resemblance(other)?) }
                    .contained(overlap)
            }
            (Sketched::Sample(one), Sketched::Sample(other)) => {
                let measured = known(one.resemblance(other)?);
                // Smallest ids do not tell containment.
                match one.overlap(other) {
                    Ok(overlap) => measured.contained(overlap),
                    Err(_) => measured,
                }
            }
            (Sketched::Signature(one), Sketched::Signature(other)) => match one.parameters().kind {
                SignatureKind::SimHash => {
                    let sample = one.parameters().length.get() as u64;
                    Self { angle: one.angle(other)?.map(f64::to_degrees), sample, ..bytes }
                }
                SignatureKind::Functions | SignatureKind::OnePermutation => known(one.resemblance(other)?),
            },
            _ => bail!("sketches of different kinds"),
        })
    }

    fn contained(self, overlap: Overlap) -> Self {
        Self {
            left_containment: overlap.containment_of_left().map(Share::value),
            right_containment: overlap.containment_of_right().map(Share::value),
            ..self
        }
    }

    /// Returns a line of columns.
    pub(super) fn text(&self, names: [&str; 2], kind: &str) -> String {
        let share = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
        let interval = self.resemblance_interval;
        let columns = [
            names[0].to_owned(),
            names[1].to_owned(),
            kind.to_owned(),
            share(self.resemblance),
            interval.map_or("-".to_owned(), |[low, high]| format!("{low:.4}..{high:.4}")),
            share(self.left_containment),
            share(self.right_containment),
            self.angle.map_or("-".to_owned(), |angle| format!("{angle:.1}")),
            self.sample.to_string(),
            format!("{}+{}", self.left_bytes, self.right_bytes),
        ];
        columns.join("\t") + "\n"
    }

    /// Returns a line of JSON.
    pub(super) fn json(&self, [left, right]: [&str; 2], kind: &str) -> String {
        let line = Line { left, right, kind, measured: self };
        serde_json::to_string(&line).expect("numbers are finite and keys are strings") + "\n"
    }
}

/// Returns the angle between two sets as vectors of zeros and ones, in degrees.
fn angle(overlap: Overlap) -> Option<f64> {
    let lengths = overlap.left as f64 * overlap.right as f64;
    (lengths > 0.0).then(|| (overlap.shared as f64 / lengths.sqrt()).min(1.0).acos().to_degrees())
}
