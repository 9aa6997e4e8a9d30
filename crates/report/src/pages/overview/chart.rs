//! The distribution of suspicion as a picture: bars over a logarithmic axis, a line at the cut-off, a curve of what
//! chance explains, and a mark where pairs stand out. A table below it has the same numbers.

use super::verdict::roughly;
use crate::locale::{Locale, Message};
use crate::model::{Bar, Distribution};
use crate::pages::shared::suspicion;

/// Units of the drawing.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 194.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 608.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 156.0;
/// Smallest end of the axis, in bits.
const MIN_AXIS_END: f64 = 90.0;

/// Everything that the template draws.
#[derive(Debug)]
pub(in crate::pages) struct Chart {
    pub(in crate::pages) bars: Vec<DrawnBar>,
    pub(in crate::pages) ticks: Vec<Tick>,
    pub(in crate::pages) counts: Vec<Tick>,
    /// Position of the cut-off.
    pub(in crate::pages) cutoff: f64,
    /// Points of the curve of what chance explains; empty if it is not known.
    pub(in crate::pages) curve: String,
    /// Position from which pairs stand out.
    pub(in crate::pages) outliers: Option<f64>,
    /// Base-2 logarithm of the suspicion at the left and right end of the axis, for scripts.
    pub(in crate::pages) scale: (f64, f64),
}

/// A bar and its row of the table.
#[derive(Debug)]
pub(in crate::pages) struct DrawnBar {
    pub(in crate::pages) x: f64,
    pub(in crate::pages) y: f64,
    pub(in crate::pages) width: f64,
    pub(in crate::pages) height: f64,
    pub(in crate::pages) title: String,
    pub(in crate::pages) range: Message,
    pub(in crate::pages) from: f64,
    pub(in crate::pages) pairs: u64,
    pub(in crate::pages) strongest: u32,
    pub(in crate::pages) expected: Option<Message>,
    /// Whether the whole bar is at or above the cut-off.
    pub(in crate::pages) above: bool,
}

/// A tick of an axis.
#[derive(Debug)]
pub(in crate::pages) struct Tick {
    pub(in crate::pages) at: f64,
    pub(in crate::pages) label: String,
}

impl Chart {
    pub(in crate::pages) const WIDTH: f64 = WIDTH;
    pub(in crate::pages) const HEIGHT: f64 = HEIGHT;
    pub(in crate::pages) const LEFT: f64 = LEFT;
    pub(in crate::pages) const RIGHT: f64 = RIGHT;
    pub(in crate::pages) const TOP: f64 = TOP;
    pub(in crate::pages) const BOTTOM: f64 = BOTTOM;

    /// Returns `None` if nothing was compared.
    pub(in crate::pages) fn of(words: Locale, distribution: &Distribution, cutoff: f64) -> Option<Self> {
        let last = distribution.bars.iter().rposition(|bar| 0 < bar.pairs)?;
        // The first bar contains all smaller values. It begins at 0, which has no logarithm.
        let low = distribution.bars.first()?.to?.log2() - 0.5;
        let end_of = |bar: &Bar| bar.to.unwrap_or(2.0 * bar.from.max(1.0));
        let high = end_of(&distribution.bars[last]).max(MIN_AXIS_END).max(cutoff).log2() + 0.25;
        let x = |suspicion: f64| {
            let part = (suspicion.max(f64::MIN_POSITIVE).log2() - low) / (high - low);
            tenths(LEFT + (RIGHT - LEFT) * part.clamp(0.0, 1.0))
        };
        let most = distribution.bars.iter().map(|bar| bar.pairs).max()? as f64;
        let y = |pairs: f64| tenths(BOTTOM - (BOTTOM - TOP) * pairs.ln_1p() / most.ln_1p());
        let expected = |bar: &Bar| {
            let chance = distribution.chance.filter(|chance| chance.from <= bar.from)?;
            Some(chance.expected(bar.from) - bar.to.map_or(0.0, |to| chance.expected(to)))
        };
        let shown = &distribution.bars[..=last];
        let bars: Vec<DrawnBar> = shown
            .iter()
            .map(|bar| {
                let (start, end) = (x(bar.from), x(end_of(bar)));
                let range = range(words, bar);
                DrawnBar {
                    x: start,
                    y: y(bar.pairs as f64),
                    width: tenths((end - start - 1.5).max(1.0)),
                    height: tenths(BOTTOM - y(bar.pairs as f64)),
                    title: words.say("chart-bar").words("range", &range).number("count", bar.pairs).plain(),
                    range,
                    from: bar.from,
                    pairs: bar.pairs,
                    strongest: bar.strongest,
                    expected: expected(bar).map(|number| roughly(words, number)),
                    above: cutoff <= bar.from,
                }
            })
            .collect();
        let curve = distribution.bars.iter().filter(|bar| x(bar.from) < RIGHT).filter_map(|bar| {
            let middle = f64::midpoint(x(bar.from), x(end_of(bar)));
            Some(format!("{middle:.1},{:.1}", y(expected(bar)?)))
        });
        let curve: Vec<String> = curve.collect();
        let powers = |range: std::ops::RangeInclusive<i32>| range.map(|power| 10_f64.powi(power));
        Some(Self {
            bars,
            ticks: powers(-1..=3)
                .filter(|tick| tick.log2() < high)
                .map(|tick| Tick { at: x(tick), label: tick.to_string() })
                .collect(),
            counts: powers(0..=7)
                .filter(|count| *count <= most)
                .map(|count| Tick { at: y(count), label: short_count(count) })
                .collect(),
            cutoff: x(cutoff),
            curve: if curve.len() < 2 { String::new() } else { curve.join(" ") },
            outliers: distribution.chance.map(|chance| x(chance.stands_out)).filter(|&at| at < RIGHT),
            scale: (low, high),
        })
    }
}

fn range(words: Locale, bar: &Bar) -> Message {
    match bar.to {
        Some(to) if bar.from == 0.0 => words.say("chart-below").figure("to", suspicion(to)),
        Some(to) => {
            words.say("chart-between").figure("from", suspicion(bar.from)).figure("to", suspicion(to))
        }
        None => words.say("chart-from").figure("from", suspicion(bar.from)),
    }
}

fn short_count(count: f64) -> String {
    match count {
        _ if 1e6 <= count => format!("{} M", count / 1e6),
        _ if 1e3 <= count => format!("{} k", count / 1e3),
        _ => count.to_string(),
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
