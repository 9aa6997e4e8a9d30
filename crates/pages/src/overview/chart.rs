//! The pairs of the class as a picture: bars over the strength of pairs on a logarithmic axis, a line at the cut-off and
//! a curve of what chance alone would leave. A table below it has the same numbers.

use chaffinch_report::{Cutoff, Distribution, Unit};

use super::sentences::roughly;
use crate::figures::{expect, suspicion};
use crate::frame::Frame;
use crate::locale::{Locale, Message};
use crate::view::View;

/// Width of the first and the last bar, which have no end, on the axis.
const OPEN_END: f64 = 0.5;

/// Everything that the template draws.
#[derive(Debug)]
pub(crate) struct Chart {
    pub(crate) bars: Vec<DrawnBar>,
    /// Position of the cut-off.
    pub(crate) cutoff: f64,
    /// Points of the curve of what chance explains; empty if it is not known.
    pub(crate) curve: String,
    /// Strength ([`Unit::score`]) at the left and right end of the axis, for scripts.
    pub(crate) scale: (f64, f64),
}

/// A bar and its row of the table.
#[derive(Debug)]
pub(crate) struct DrawnBar {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) title: String,
    pub(crate) range: Message,
    /// Strength at which the bar begins.
    pub(crate) from: f64,
    /// Strength at which it ends, for scripts; infinite for the last bar.
    pub(crate) to: f64,
    /// Values at its edges, smaller first, in the unit of the cut-off; empty: no edge.
    pub(crate) edges: (String, String),
    /// Link that lists its pairs; `None` in a folder, where a script lists them.
    pub(crate) href: Option<String>,
    /// Whether the list shows the pairs of this bar only, or of a range that contains it.
    pub(crate) chosen: bool,
    pub(crate) pairs: u64,
    /// Its number of pairs, as it stands above the bar.
    pub(crate) label: String,
    pub(crate) expected: Option<Message>,
    /// Whether the whole bar is at or above the cut-off.
    pub(crate) above: bool,
}

impl Chart {
    // Units of the drawing.
    pub(crate) const WIDTH: f64 = 620.0;
    pub(crate) const HEIGHT: f64 = 176.0;
    pub(crate) const LEFT: f64 = 10.0;
    pub(crate) const RIGHT: f64 = 610.0;
    pub(crate) const TOP: f64 = 34.0;
    pub(crate) const BOTTOM: f64 = 154.0;

    /// Returns `None` if nothing was compared.
    pub(crate) fn new(
        frame: &Frame,
        view: &View,
        distribution: &Distribution,
        cutoff: Cutoff,
    ) -> Option<Self> {
        let words = frame.words;
        let counted = counted(words, distribution, cutoff.unit);
        let first = counted.iter().position(|bar| bar.pairs > 0)?;
        let last = counted.iter().rposition(|bar| bar.pairs > 0)?;
        let low = counted[first].start.min(cutoff.score() - OPEN_END);
        let high = counted[last].end.max(cutoff.score() + 2.0 * OPEN_END);
        let x = |score: f64| {
            tenths(Self::LEFT + (Self::RIGHT - Self::LEFT) * ((score - low) / (high - low)).clamp(0.0, 1.0))
        };
        let most = counted.iter().map(|bar| bar.pairs).max()? as f64;
        let y = |pairs: f64| {
            tenths(Self::BOTTOM - (Self::BOTTOM - Self::TOP) * (pairs.ln_1p() / most.ln_1p()).min(1.0))
        };
        let bars = counted[first..=last].iter().map(|bar| {
            let (start, end) = (x(bar.start), x(bar.end));
            let (from, to) = bar.edges;
            DrawnBar {
                x: start,
                y: y(bar.pairs as f64),
                width: tenths((end - start - 1.5).max(1.0)),
                height: tenths(Self::BOTTOM - y(bar.pairs as f64)),
                title: words.say("chart-bar").words("range", &bar.range).number("count", bar.pairs).plain(),
                range: bar.range.clone(),
                from: bar.start,
                to: if bar.open { f64::INFINITY } else { bar.end },
                edges: (edge(from), edge(to)),
                href: (!frame.place.is_folder())
                    .then(|| format!("{}#pairs", view.of_range(from, to).href(&frame.place))),
                chosen: view.has_range()
                    && view.from.unwrap_or(0.0) <= from.unwrap_or(0.0)
                    && to.unwrap_or(f64::INFINITY) <= view.to.unwrap_or(f64::INFINITY),
                pairs: bar.pairs,
                label: short_count(bar.pairs),
                expected: bar.expected.map(|number| roughly(words, number)),
                above: cutoff.score() <= bar.start + 1e-9,
            }
        });
        let curve = counted[first..].iter().filter(|bar| bar.start < high).filter_map(|bar| {
            let middle = f64::midpoint(x(bar.start), x(bar.end));
            Some(format!("{middle:.1},{:.1}", y(bar.expected?)))
        });
        let curve: Vec<String> = curve.collect();
        Some(Self {
            bars: bars.collect(),
            cutoff: x(cutoff.score()),
            curve: if curve.len() < 2 { String::new() } else { curve.join(" ") },
            scale: (low, high),
        })
    }
}

/// A bar on the axis of strength.
struct Counted {
    start: f64,
    end: f64,
    /// Whether the strongest pairs are in it, so that its end on the axis is arbitrary.
    open: bool,
    /// Values at its edges, smaller first.
    edges: (Option<f64>, Option<f64>),
    range: Message,
    pairs: u64,
    /// Number of pairs that chance alone would leave here; `None` if it is not known.
    expected: Option<f64>,
}

/// Returns the bars in a unit, weakest first.
fn counted(words: Locale, distribution: &Distribution, unit: Unit) -> Vec<Counted> {
    let score = |value: f64| unit.score(value);
    match unit {
        Unit::Expect => {
            let bars = distribution.chance.iter().flat_map(|chance| &chance.bars);
            let counted = bars.map(|bar| Counted {
                start: score(bar.to),
                end: if bar.from == 0.0 { score(bar.to) + OPEN_END } else { score(bar.from) },
                open: bar.from == 0.0,
                edges: ((bar.from != 0.0).then_some(bar.from), Some(bar.to)),
                range: if bar.from == 0.0 {
                    range(words, unit, None, Some(bar.to))
                } else {
                    range(words, unit, Some(bar.to), Some(bar.from))
                },
                pairs: bar.pairs,
                expected: Some(bar.to - bar.from),
            });
            counted.collect()
        }
        Unit::Suspicion => {
            let counted = distribution.bars.iter().map(|bar| Counted {
                // The first bar begins at 0, which has no logarithm.
                start: if bar.from == 0.0 { bar.to.map_or(0.0, score) - OPEN_END } else { score(bar.from) },
                end: bar.to.map_or(score(bar.from) + OPEN_END, score),
                open: bar.to.is_none(),
                edges: ((bar.from != 0.0).then_some(bar.from), bar.to),
                range: range(words, unit, (bar.from != 0.0).then_some(bar.from), bar.to),
                pairs: bar.pairs,
                expected: None,
            });
            counted.collect()
        }
    }
}

/// Returns a range of strength in words, its weaker end first.
pub(super) fn range(words: Locale, unit: Unit, from: Option<f64>, to: Option<f64>) -> Message {
    let shown = |value: f64| match unit {
        Unit::Expect => expect(value),
        Unit::Suspicion => suspicion(value),
    };
    match (from, to) {
        (None, Some(to)) => words.say("chart-below").figure("to", shown(to)),
        (Some(from), Some(to)) => {
            words.say("chart-between").figure("from", shown(from)).figure("to", shown(to))
        }
        (from, None) => words.say("chart-from").figure("from", shown(from.unwrap_or_default())),
    }
}

fn edge(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns a number of pairs that fits above a bar.
fn short_count(pairs: u64) -> String {
    match pairs {
        0..10_000 => pairs.to_string(),
        10_000..1_000_000 => format!("{} k", pairs / 1_000),
        _ => format!("{} M", pairs / 1_000_000),
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
