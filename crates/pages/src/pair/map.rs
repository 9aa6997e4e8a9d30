//! The map of a pair: both sides as bars, every match as a band between them. It is drawn on the server.

use std::fmt::Write as _;
use std::ops::Range;

use chaffinch_report::{Mask, Pair, Side};

use super::layout::PairLayout;
use crate::code::{Column, Layer, colour};
use crate::figures::lines;
use crate::frame::Frame;

/// Largest number of matches on the map, longest first. More would be less than a pixel high each.
const MAX_BANDS: usize = 400;
/// Largest number of other marks per side: files, boilerplate, common code.
const MAX_MARKS: usize = 200;
/// Height of the longer side, in units of the picture.
const HEIGHT: f64 = 1000.0;
/// Inner ends of the bars, in a picture that is 100 wide.
const BARS: [f64; 2] = [10.0, 90.0];

/// The content of the picture.
pub(super) struct MatchMap {
    pub(super) bars: [Bar; 2],
    pub(super) bands: Vec<Band>,
}

/// One side of the pair.
pub(super) struct Bar {
    pub(super) x: f64,
    pub(super) width: f64,
    pub(super) height: String,
    /// `y` and height of boilerplate and common code.
    pub(super) masked: Vec<(String, String, &'static str)>,
    /// `y` of the beginnings of files after the first.
    pub(super) files: Vec<String>,
    /// `y` and height of the part that the page shows, if there are several.
    pub(super) here: Option<(String, String)>,
}

/// One match of the pair.
pub(super) struct Band {
    pub(super) number: u32,
    pub(super) colour: u32,
    pub(super) layer: &'static str,
    pub(super) href: String,
    pub(super) path: String,
    pub(super) title: String,
}

impl MatchMap {
    pub(super) fn new(frame: &Frame, pair: &Pair, layout: &PairLayout, part: &[Range<usize>; 2]) -> Self {
        let longest = Side::BOTH.map(|side| layout.column(side).slots()).into_iter().max();
        let scale = SlotScale(HEIGHT / longest.unwrap_or(1).max(1) as f64);
        let here = layout.part_with(Side::Left, part[0].start);
        let bands = (0..).zip(1..).zip(pair.matches.iter().flatten()).take(MAX_BANDS);
        Self {
            bars: Side::BOTH.map(|side| {
                let shown = (layout.parts() > 1).then(|| scale.span(&part[side as usize]));
                bar(side, layout.column(side), scale, shown)
            }),
            bands: bands
                .map(|((at, number), found)| Band {
                    number,
                    colour: colour(number),
                    layer: Layer::from_literal(found.literal.as_deref()).class(),
                    href: layout.href(frame, Side::Left, number, here),
                    path: band(Side::BOTH.map(|side| scale.ends(layout.place(side, at)))),
                    title: frame
                        .words
                        .say("pair-match-lines")
                        .number("number", number)
                        .text("left", lines(found.left.start_line..=found.left.end_line))
                        .text("right", lines(found.right.start_line..=found.right.end_line))
                        .plain(),
                })
                .collect(),
        }
    }
}

/// Units of the picture per slot.
#[derive(Clone, Copy)]
struct SlotScale(f64);

impl SlotScale {
    fn ends(self, slots: &Range<usize>) -> [f64; 2] {
        [slots.start as f64 * self.0, slots.end as f64 * self.0]
    }

    /// Returns `y` and height.
    fn span(self, slots: &Range<usize>) -> (String, String) {
        let [start, end] = self.ends(slots);
        (short(start), short(end - start))
    }
}

/// Formats a number with one decimal. A tenth of a unit is less than a pixel.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn bar(side: Side, column: &Column, scale: SlotScale, here: Option<(String, String)>) -> Bar {
    let (x, width) = match side {
        Side::Left => (0.0, BARS[0]),
        Side::Right => (BARS[1], 100.0 - BARS[1]),
    };
    let masked = column.files.iter().flat_map(|column_file| {
        column_file.file.masked.iter().map(|&(start, end, mask)| {
            let (y, height) =
                scale.span(&(column_file.slot(start)..column_file.slot(end.saturating_sub(1)) + 1));
            let class = match mask {
                Mask::Boilerplate => "handed-out",
                _ => "widespread",
            };
            (y, height, class)
        })
    });
    Bar {
        x,
        width,
        height: short(scale.ends(&(0..column.slots()))[1]),
        masked: masked.take(MAX_MARKS).collect(),
        files: column
            .files
            .iter()
            .skip(1)
            .take(MAX_MARKS)
            .map(|column_file| short(scale.ends(&column_file.slots)[0]))
            .collect(),
        here,
    }
}

/// Returns the path of a band from the left bar to the right one, over both of them. It is always thick enough to be
/// seen and clicked.
fn band(sides: [[f64; 2]; 2]) -> String {
    let [[left, left_end], [right, right_end]] = sides.map(|[start, end]| [start, end.max(start + 2.0)]);
    let middle = f64::midpoint(BARS[0], BARS[1]);
    let mut path = String::with_capacity(96);
    let [one, two] = BARS.map(short);
    write!(
        path,
        "M0 {l}H{one}C{m} {l} {m} {r} {two} {r}H100V{re}H{two}C{m} {re} {m} {le} {one} {le}H0Z",
        l = short(left),
        le = short(left_end),
        r = short(right),
        re = short(right_end),
        m = short(middle),
    )
    .expect("writing to a String cannot fail");
    path
}
