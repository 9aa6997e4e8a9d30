//! The page of a pair: two sides next to each other. Every match is numbered, coloured and linked to its counterpart.
//!
//! A page contains one part of both sides. Parts are cut along the matches that are in the same order on both sides, so
//! that corresponding code is side by side where possible. The list shows the matches of the part; the map shows the
//! whole pair.

mod differences;
mod heading;
mod layout;
mod list;
mod map;

use askama::Template;
use chaffinch_report::{File, Pair, Report, Side, Submission};

use crate::code::{Layer, Passage, ShownFile};
use crate::figures::{PairFigures, Share, identity, lines, lines_at, shares};
use crate::frame::{Frame, PairView, Review};
use crate::locale::{Locale, Message};
use crate::review::ListPlace;
use crate::rows::{Link, NamedSubmission, crumbs, pager, render};
use crate::view::View;
use heading::{languages, views, why};
use list::MatchList;
use map::MatchMap;

pub use differences::{Differences, differences};
pub use heading::is_near_identical;
pub(crate) use heading::{of_ignored, of_references};
pub use layout::PairLayout;

#[derive(Template)]
#[template(path = "report/pair.html")]
struct PairPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    around: ListPlace,
    pair: &'a Pair,
    figures: PairFigures,
    /// Languages of both sides, if they differ.
    languages: Option<(&'a str, &'a str)>,
    /// Sentences that say why the pair has its score.
    why: Vec<Message>,
    views: Vec<Link>,
    parts: Vec<Link>,
    sides: [SideView<'a>; 2],
    /// `None` if this report contains no matches for the pair.
    list: Option<MatchList<'a>>,
    /// Whether the page has two columns that can change places.
    swaps: bool,
    map: MatchMap,
    layers: Vec<LayerRow>,
    /// Numbers of matches that are in the same order on both sides, for scrolling.
    chain: String,
    report: &'a Report,
    /// Address of this page, to which forms return.
    back: String,
}

/// A match type that can be hidden.
struct LayerRow {
    name: &'static str,
    /// Message key of its name.
    words: &'static str,
    count: usize,
}

struct SideView<'a> {
    /// `left` or `right`.
    name: &'static str,
    /// Message keys of the side and its code.
    title: &'static str,
    code: &'static str,
    named: NamedSubmission,
    share: Share,
    submission: &'a Submission,
    files: Vec<FileView<'a>>,
    /// Lines of the part, if there are several.
    lines: Option<Message>,
}

struct FileView<'a> {
    id: String,
    file: &'a File,
    begins: bool,
    /// First and last line here, if that is not the whole file.
    lines: Option<String>,
    /// Number of matches, here and in other parts.
    matches: usize,
    /// Whether its code is visible from the start.
    open: bool,
    /// The code, or the key of the reason why there is none.
    body: Result<String, &'static str>,
    /// Without code: its passages with their lines.
    places: Vec<(Passage, Message)>,
}

/// Returns a part, from 1, of the page of a pair; `pair` is the one with its matches, `list` the list from which it was
/// opened. Returns `None` if the report does
/// not list both of its submissions, or if there is no such part.
pub fn pair(
    frame: &Frame,
    report: &Report,
    list: &View,
    pair: &Pair,
    layout: &PairLayout,
    part: usize,
) -> Option<String> {
    let (left, right) = report.sides(pair.id)?;
    let slots = layout.part(part)?;
    let title = frame.words.say("pair-title").text("left", &pair.left).text("right", &pair.right).plain();
    let back = frame.place.pair_part(pair.id, PairView::Matches, part);
    let side = |side, submission| side_view(frame, side, submission, pair, layout, part);
    Some(render(&PairPage {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        around: ListPlace::new(frame, report, list, pair),
        pair,
        figures: PairFigures::new(report, pair),
        languages: languages(pair),
        why: why(frame.words, report, pair),
        views: views(frame, pair, layout.has_texts(), PairView::Matches),
        parts: pager(layout.parts(), part, |part| frame.place.pair_part(pair.id, PairView::Matches, part)),
        sides: [side(Side::Left, left), side(Side::Right, right)],
        list: pair.matches.as_ref().map(|matches| MatchList::new(frame, report, pair, matches, layout, part)),
        swaps: true,
        map: MatchMap::new(frame, pair, layout, slots),
        layers: layers(pair),
        chain: layout.chain_in(part),
        report,
        back,
    }))
}

/// Returns the match types of this pair.
fn layers(pair: &Pair) -> Vec<LayerRow> {
    let of = |layer: Layer| {
        let matches = pair.matches.iter().flatten();
        matches.filter(move |found| Layer::from_literal(found.literal.as_deref()) == layer)
    };
    // What is said of all identical matches must hold for each of them.
    let identity = of(Layer::Identical).min_by_key(|found| found.same_characters).map(identity);
    [
        (Layer::Identical, "identical", identity.unwrap_or("literal-identical")),
        (Layer::Renamed, "renamed", "literal-renamed"),
        (Layer::Rewritten, "rewritten", "literal-rewritten"),
    ]
    .into_iter()
    .map(|(layer, name, words)| LayerRow { name, words, count: of(layer).count() })
    .filter(|row| row.count > 0)
    .collect()
}

fn side_view<'a>(
    frame: &Frame,
    side: Side,
    submission: &'a Submission,
    pair: &Pair,
    layout: &PairLayout<'a>,
    part: usize,
) -> SideView<'a> {
    let matches = pair.matches.as_deref().unwrap_or_default();
    let (name, title, code) = match side {
        Side::Left => ("left", "pair-left", "pair-left-code"),
        Side::Right => ("right", "pair-right", "pair-right-code"),
    };
    let [left, right] = shares(pair);
    let column = layout.column(side);
    let slots = layout.part(part).map(|slots| slots[side as usize].clone()).unwrap_or_default();
    let alone = column.files.len() == 1;
    let files: Vec<FileView> =
        column.shown(&slots).map(|shown| file_view(frame.words, side, &shown, alone, matches)).collect();
    SideView {
        name,
        title,
        code,
        named: NamedSubmission::new(frame, submission),
        share: if side == Side::Left { left } else { right },
        submission,
        lines: (layout.parts() > 1).then(|| part_lines(frame.words, &files)),
        files,
    }
}

/// Returns a text that says which lines of which files a part has.
fn part_lines(words: Locale, files: &[FileView]) -> Message {
    match files {
        [FileView { lines: Some(lines), .. }] => words.say("pair-lines-here").text("lines", lines),
        files => words.say("pair-files-here").number("count", files.len()),
    }
}

fn file_view<'a>(
    words: Locale,
    side: Side,
    shown: &ShownFile<'_, 'a>,
    alone: bool,
    matches: &[chaffinch_report::Match],
) -> FileView<'a> {
    let column_file = shown.column_file;
    let body = shown.html();
    let places = match &body {
        Ok(_) => Vec::new(),
        Err(_) => shown.passages().iter().map(|passage| with_lines(words, side, passage, matches)).collect(),
    };
    FileView {
        id: format!("{}-f{}", side.letter(), column_file.file.file),
        file: column_file.file,
        begins: shown.begins,
        lines: shown.lines().map(|(first, last)| lines(first..=last)),
        matches: column_file.passages.len(),
        open: alone || !column_file.passages.is_empty(),
        body,
        places,
    }
}

/// Returns a passage with its lines in the report.
fn with_lines(
    words: Locale,
    side: Side,
    passage: &Passage,
    matches: &[chaffinch_report::Match],
) -> (Passage, Message) {
    let found = passage.number.checked_sub(1).and_then(|at| matches.get(at as usize));
    let range = found.map(|found| side.region(found)).map(|region| region.start_line..=region.end_line);
    (passage.clone(), lines_at(words, range.unwrap_or(1..=1)))
}
