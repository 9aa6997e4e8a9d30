//! A pair: two sides next to each other, every match numbered, coloured and linked to its counterpart.
//!
//! A page holds one part of both sides; parts are cut along the matches that lie in the same order on both sides, so
//! that what belongs together stands together where it can. The list of matches is that of the part; the map between
//! the sides is that of the whole.

mod differences;
mod layout;
mod list;
mod map;

use std::ops::RangeInclusive;

use askama::Template;

pub use differences::{Differences, differences, is_near_identical};
pub use layout::PairLayout;

use self::layout::Which;
use self::list::List;
pub(super) use self::list::in_groups;
use self::map::Map;
use super::{Link, Named, Scale, Share, crumbs, pager, percent, rendered, sides, suspicion};
use crate::column::Shown;
use crate::frame::{Frame, PairView};
use crate::model::{File, Pair, Report, Submission};
use crate::passage::{Layer, Passage};
use crate::words::{Locale, Message};

#[derive(Template)]
#[template(path = "report/pair.html")]
struct PairPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    around: Around,
    pair: &'a Pair,
    figures: Figures,
    views: Vec<Link>,
    parts: Vec<Link>,
    sides: [Side<'a>; 2],
    /// None: this report holds no matches for the pair.
    list: Option<List<'a>>,
    map: Map,
    layers: Vec<LayerRow>,
    /// Numbers of matches that lie in the same order on both sides, for scrolling.
    chain: String,
    /// Boilerplate was given, so some may be marked.
    boilerplate_shown: bool,
    common_limit: u32,
    /// Where this page is: forms lead back to it.
    back: String,
}

/// Where a pair stands in the list of pairs.
struct Around {
    rank: u32,
    of: usize,
    previous: Option<String>,
    next: Option<String>,
}

impl Around {
    fn new(frame: &Frame, report: &Report, pair: &Pair) -> Self {
        // Ranks are dense, so neighbours in the list are neighbours in rank.
        let neighbour = |rank: Option<u32>| {
            let listed = report.pairs.get(rank?.checked_sub(1)? as usize)?;
            listed.match_count.map(|_| frame.place.pair(listed.id))
        };
        Self {
            rank: pair.rank,
            of: report.pairs.len(),
            previous: neighbour(pair.rank.checked_sub(1)),
            next: neighbour(pair.rank.checked_add(1)),
        }
    }
}

/// The numbers of a pair as they are shown.
struct Figures {
    suspicion: String,
    scale: Scale,
    cutoff: String,
    left: Share,
    right: Share,
    similarity: String,
    resemblance: String,
}

impl Figures {
    fn new(report: &Report, pair: &Pair) -> Self {
        Self {
            suspicion: suspicion(pair.suspicion),
            scale: Scale::of(pair, report.settings.cutoff),
            cutoff: suspicion(report.settings.cutoff),
            left: Share::new(pair.left_share, pair.left_share_raw),
            right: Share::new(pair.right_share, pair.right_share_raw),
            similarity: percent(pair.similarity),
            resemblance: percent(pair.resemblance),
        }
    }
}

/// One kind of match that can be hidden.
struct LayerRow {
    name: &'static str,
    /// Key of its name.
    words: &'static str,
    count: usize,
}

struct Side<'a> {
    /// `left` or `right`.
    name: &'static str,
    /// Keys of what it and its code are called.
    title: &'static str,
    code: &'static str,
    named: Named,
    share: Share,
    counted_tokens: u32,
    too_short: bool,
    files: Vec<FileView<'a>>,
    /// Lines of the part, where there are several.
    lines: Option<Message>,
}

struct FileView<'a> {
    id: String,
    file: &'a File,
    begins: bool,
    /// First and last line here, where that is not all.
    lines: Option<String>,
    /// Number of matches, here and in other parts.
    matches: usize,
    /// Its code is there to be seen from the start.
    open: bool,
    /// The code, or the key of why there is none.
    body: Result<String, &'static str>,
    /// Without code: its passages with their lines.
    places: Vec<(Passage, Message)>,
}

/// One part, from 1, of the page of a pair; `pair` is the one with its matches. None where the report does not list
/// both of its submissions, or has no such part.
pub fn pair(frame: &Frame, report: &Report, pair: &Pair, layout: &PairLayout, part: usize) -> Option<String> {
    let (left, right) = sides(report, pair.id)?;
    let slots = layout.part(part)?;
    let title = frame.words.say("pair-title").text("left", &pair.left).text("right", &pair.right).plain();
    let back = frame.place.pair_part(pair.id, PairView::Matches, part);
    let side = |which, submission| side(frame, which, submission, pair, layout, part);
    Some(rendered(&PairPage {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        around: Around::new(frame, report, pair),
        pair,
        figures: Figures::new(report, pair),
        views: views(frame, pair, layout.has_texts(), PairView::Matches),
        parts: pager(layout.parts(), part, |part| frame.place.pair_part(pair.id, PairView::Matches, part)),
        sides: [side(Which::Left, left), side(Which::Right, right)],
        list: pair.matches.as_ref().map(|matches| List::new(frame, report, pair, matches, layout, part)),
        map: Map::new(frame, pair, layout, slots),
        layers: layers(pair),
        chain: layout.chain_in(part),
        boilerplate_shown: report.boilerplate.files > 0,
        common_limit: report.settings.common,
        back,
    }))
}

/// Links between the views of a pair; none where there is but one.
fn views(frame: &Frame, pair: &Pair, has_texts: bool, here: PairView) -> Vec<Link> {
    if !has_texts || !is_near_identical(pair) {
        return Vec::new();
    }
    [(PairView::Matches, "pair-view-matches"), (PairView::Differences, "pair-view-differences")]
        .map(|(view, text)| Link {
            text: frame.words.say(text).plain(),
            href: (view != here).then(|| frame.place.pair_part(pair.id, view, 1)),
        })
        .into()
}

/// The kinds of matches that this pair has.
fn layers(pair: &Pair) -> Vec<LayerRow> {
    [
        (Layer::Identical, "identical", "literal-identical"),
        (Layer::Renamed, "renamed", "literal-renamed"),
        (Layer::Rewritten, "rewritten", "literal-rewritten"),
    ]
    .into_iter()
    .map(|(layer, name, words)| {
        let has = pair.matches.iter().flatten().filter(|found| Layer::of(found.literal.as_deref()) == layer);
        LayerRow { name, words, count: has.count() }
    })
    .filter(|row| row.count > 0)
    .collect()
}

fn side<'a>(
    frame: &Frame,
    which: Which,
    submission: &'a Submission,
    pair: &Pair,
    layout: &PairLayout<'a>,
    part: usize,
) -> Side<'a> {
    let matches = pair.matches.as_deref().unwrap_or_default();
    let (name, title, code, share) = match which {
        Which::Left => {
            ("left", "pair-left", "pair-left-code", Share::new(pair.left_share, pair.left_share_raw))
        }
        Which::Right => {
            ("right", "pair-right", "pair-right-code", Share::new(pair.right_share, pair.right_share_raw))
        }
    };
    let column = layout.column(which);
    let slots = layout.part(part).map(|slots| slots[which as usize].clone()).unwrap_or_default();
    let alone = column.sheets.len() == 1;
    let files: Vec<FileView> =
        column.shown(&slots).map(|shown| file_view(frame.words, which, &shown, alone, matches)).collect();
    Side {
        name,
        title,
        code,
        named: Named::new(frame, submission),
        share,
        counted_tokens: submission.counted_tokens,
        too_short: submission.too_short,
        lines: (layout.parts() > 1).then(|| part_lines(frame.words, &files)),
        files,
    }
}

/// Which lines of which files a part has, in words.
fn part_lines(words: Locale, files: &[FileView]) -> Message {
    match files {
        [FileView { lines: Some(lines), .. }] => words.say("pair-lines-here").text("lines", lines),
        files => words.say("pair-files-here").number("count", files.len()),
    }
}

fn file_view<'a>(
    words: Locale,
    which: Which,
    shown: &Shown<'_, 'a>,
    alone: bool,
    matches: &[crate::model::Match],
) -> FileView<'a> {
    let sheet = shown.sheet;
    let body = shown.html();
    let places = match &body {
        Ok(_) => Vec::new(),
        Err(_) => shown.passages().iter().map(|passage| with_lines(words, which, passage, matches)).collect(),
    };
    FileView {
        id: format!("{}-f{}", which.letter(), sheet.file.file),
        file: sheet.file,
        begins: shown.begins,
        lines: shown.lines().map(|(first, last)| lines(first..=last)),
        matches: sheet.passages.len(),
        open: alone || !sheet.passages.is_empty(),
        body,
        places,
    }
}

/// A passage with its lines, as the report knows them.
fn with_lines(
    words: Locale,
    which: Which,
    passage: &Passage,
    matches: &[crate::model::Match],
) -> (Passage, Message) {
    let found = passage.number.checked_sub(1).and_then(|at| matches.get(at as usize));
    let range = found.map(|found| which.region(found)).map(|region| region.start_line..=region.end_line);
    (passage.clone(), lines_at(words, range.unwrap_or(1..=1)))
}

/// `line 10` or `lines 10–52`.
pub(super) fn lines_at(words: Locale, range: RangeInclusive<u32>) -> Message {
    words.say("lines-at").number("count", range.end() - range.start() + 1).text("lines", lines(range))
}

/// `10` or `10–52`.
pub(crate) fn lines(range: RangeInclusive<u32>) -> String {
    match range.into_inner() {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}–{end}"),
    }
}
