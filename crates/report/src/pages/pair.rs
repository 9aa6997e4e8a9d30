//! A pair: two sides next to each other, every match numbered, coloured and linked to its counterpart.

use std::ops::RangeInclusive;

use askama::Template;

use super::{Link, Named, Scale, Share, counted, crumbs, percent, rendered, sides, suspicion};
use crate::code::{Code, Part, Passage, colour};
use crate::frame::Frame;
use crate::model::{Evidence, EvidenceKind, File, Match, Pair, Region, Report, Submission};
use crate::sources::{Sources, Text};

/// Lines shown a side, which keeps a page under 1 MB: of a longer side the parts around and in its matches are
/// shown, longest match first, with a link to the page of the submission.
pub const SHOWN_LINES: u32 = 2_500;

#[derive(Template)]
#[template(path = "report/pair.html")]
struct PairPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    rank: u32,
    of: usize,
    previous: Option<String>,
    next: Option<String>,
    pair: &'a Pair,
    suspicion: String,
    scale: Scale,
    cutoff: String,
    similarity: String,
    resemblance: String,
    sides: [Side<'a>; 2],
    /// None: this report holds no matches for the pair.
    matches: Option<Vec<MatchRow<'a>>>,
    /// Some match says how literal it is.
    literal_known: bool,
    /// Some match is rewritten.
    rewritten: bool,
    /// Boilerplate was given, so some may be marked.
    boilerplate_shown: bool,
    common_limit: u32,
}

struct Side<'a> {
    /// `left` or `right`.
    name: &'static str,
    named: Named,
    share: Share,
    counted_tokens: u32,
    too_short: bool,
    files: Vec<FileView<'a>>,
}

struct FileView<'a> {
    id: String,
    file: &'a File,
    passages: Vec<Passage>,
    /// Where all of it is shown.
    whole: String,
    body: Body,
}

/// What a page can show of a file.
enum Body {
    Code {
        html: String,
        partly: bool,
    },
    /// No match and no room.
    LeftOut,
    /// The text is not stored: why, and where its passages are.
    Missing {
        why: &'static str,
        lines: Vec<(Passage, String)>,
    },
}

struct MatchRow<'a> {
    number: u32,
    colour: u32,
    tokens: u32,
    left: Location<'a>,
    right: Location<'a>,
    /// Where else either side has the passage.
    further: [Vec<Location<'a>>; 2],
    spread: String,
    literal: Option<&'a str>,
    evidence: Vec<Quotation<'a>>,
}

/// What both sides of a match hold, in words.
struct Quotation<'a> {
    what: &'static str,
    text: &'a str,
    usual: Option<&'a str>,
    spread: String,
}

struct Location<'a> {
    path: &'a str,
    lines: String,
}

/// Which side of a pair, and how its fragments are named.
#[derive(Clone, Copy)]
enum Which {
    Left,
    Right,
}

impl Which {
    fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    fn region(self, found: &Match) -> &Region {
        match self {
            Self::Left => &found.left,
            Self::Right => &found.right,
        }
    }
}

/// The page of one pair, `pair` being the one with its matches; None where the report lists not both of its
/// submissions.
pub fn pair(frame: &Frame, report: &Report, pair: &Pair, sources: &Sources) -> Option<String> {
    let (left, right) = sides(report, pair.id)?;
    let title = format!("{} and {}", pair.left, pair.right);
    // Ranks are dense, so neighbours in the list are neighbours in rank.
    let neighbour = |rank: Option<u32>| {
        let listed = report.pairs.get(rank?.checked_sub(1)? as usize)?;
        listed.match_count.map(|_| frame.place.pair(listed.id))
    };
    Some(rendered(&PairPage {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        rank: pair.rank,
        of: report.pairs.len(),
        previous: neighbour(pair.rank.checked_sub(1)),
        next: neighbour(pair.rank.checked_add(1)),
        pair,
        suspicion: suspicion(pair.suspicion),
        scale: Scale::of(pair, report.settings.cutoff),
        cutoff: suspicion(report.settings.cutoff),
        similarity: percent(pair.similarity),
        resemblance: percent(pair.resemblance),
        sides: [
            side(frame, Which::Left, left, pair, sources),
            side(frame, Which::Right, right, pair, sources),
        ],
        matches: pair.matches.as_ref().map(|matches| (1..).zip(matches).map(match_row).collect()),
        literal_known: pair.matches.iter().flatten().any(|found| found.literal.is_some()),
        rewritten: pair.matches.iter().flatten().any(|found| !found.pieces.is_empty()),
        boilerplate_shown: report.boilerplate.files > 0,
        common_limit: report.settings.common,
    }))
}

fn match_row((number, found): (u32, &Match)) -> MatchRow<'_> {
    MatchRow {
        number,
        colour: colour(number),
        tokens: found.tokens,
        left: location(&found.left),
        right: location(&found.right),
        further: [&found.left_further, &found.right_further].map(|side| side.iter().map(location).collect()),
        spread: spread(found.groups, found.archived),
        literal: found.literal.as_deref(),
        evidence: found.evidence.iter().flatten().map(quotation).collect(),
    }
}

/// Who has it.
fn spread(groups: u32, archived: u32) -> String {
    let groups = counted(groups, "group", "groups");
    if archived > 0 { format!("{groups}, {archived} archived") } else { groups }
}

fn quotation(evidence: &Evidence) -> Quotation<'_> {
    Quotation {
        what: match evidence.kind {
            EvidenceKind::Comment => "Same comment",
            EvidenceKind::Literal if evidence.text.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                "Same number"
            }
            EvidenceKind::Literal => "Same string",
            EvidenceKind::Misspelling => "Same unusual spelling",
        },
        text: &evidence.text,
        usual: evidence.usual.as_deref(),
        spread: spread(evidence.groups, evidence.archived),
    }
}

/// `10` or `10–52`.
pub(crate) fn lines(range: RangeInclusive<u32>) -> String {
    match range.into_inner() {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}–{end}"),
    }
}

fn location(region: &Region) -> Location<'_> {
    Location { path: &region.path, lines: lines(region.start_line..=region.end_line) }
}

fn side<'a>(
    frame: &Frame,
    which: Which,
    submission: &'a Submission,
    pair: &Pair,
    sources: &Sources,
) -> Side<'a> {
    let matches = pair.matches.as_deref().unwrap_or_default();
    let passages: Vec<Vec<Passage>> =
        submission.files.iter().map(|file| passages(which, file, matches)).collect();
    let mut room = SHOWN_LINES;
    let mut bodies: Vec<Option<Body>> = submission.files.iter().map(|_| None).collect();
    // Files with matches take their lines first.
    for with_matches in [true, false] {
        for ((file, passages), body) in submission.files.iter().zip(&passages).zip(&mut bodies) {
            if passages.is_empty() != with_matches {
                *body = Some(match sources.text(submission.id, file.file) {
                    Some(text) => body_of(file, passages, text, &mut room),
                    None => Body::Missing {
                        why: sources.why_missing(submission),
                        lines: passages.iter().map(|passage| lines_of(which, passage, matches)).collect(),
                    },
                });
            }
        }
    }
    let (name, share) = match which {
        Which::Left => ("left", Share::new(pair.left_share, pair.left_share_raw)),
        Which::Right => ("right", Share::new(pair.right_share, pair.right_share_raw)),
    };
    let whole = frame.place.submission(submission.id);
    Side {
        name,
        named: Named::new(&frame.place, submission),
        share,
        counted_tokens: submission.counted_tokens,
        too_short: submission.too_short,
        files: (submission.files.iter().zip(passages).zip(bodies))
            .map(|((file, passages), body)| FileView {
                id: format!("{}-f{}", which.letter(), file.file),
                file,
                passages,
                whole: format!("{whole}#f{}", file.file),
                body: body.expect("a file has passages or has none"),
            })
            .collect(),
    }
}

/// A passage with its lines, as the report knows them.
fn lines_of(which: Which, passage: &Passage, matches: &[Match]) -> (Passage, String) {
    let region = passage.number.checked_sub(1).and_then(|at| matches.get(at as usize));
    let range = region.map(|found| which.region(found)).map(|region| region.start_line..=region.end_line);
    (passage.clone(), range.map_or_else(String::new, lines))
}

fn body_of(file: &File, passages: &[Passage], text: &Text, room: &mut u32) -> Body {
    if passages.is_empty() && text.lines().count() > *room {
        return Body::LeftOut;
    }
    let code = Code {
        text: text.as_str(),
        lines: text.lines(),
        classes: text.classes(&file.language),
        masked: &file.masked,
        passages,
    };
    let extent = code.extent(*room);
    let shown: u32 = extent.iter().map(|lines| lines.end - lines.start).sum();
    *room = room.saturating_sub(shown);
    Body::Code { html: code.html(&extent), partly: shown < text.lines().count() }
}

/// What agrees of a rewritten match. One statement may have agreed with several of the other side.
fn parts(here: Which, found: &Match) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::with_capacity(found.pieces.len());
    for piece in &found.pieces {
        let (start, end) = match here {
            Which::Left => piece.left,
            Which::Right => piece.right,
        };
        if parts.last().is_none_or(|last| last.end <= start) {
            parts.push(Part { start, end, exact: piece.exact });
        }
    }
    parts
}

/// One side's regions in a file, in the order of the text, numbered as the pair lists them.
fn passages(which: Which, file: &File, matches: &[Match]) -> Vec<Passage> {
    let (here, there) = match which {
        Which::Left => (Which::Left, Which::Right),
        Which::Right => (Which::Right, Which::Left),
    };
    let mut passages: Vec<Passage> = (1..)
        .zip(matches)
        .filter(|(_, found)| here.region(found).file == file.file)
        .map(|(number, found)| Passage {
            start: here.region(found).start_byte,
            end: here.region(found).end_byte,
            number,
            id: format!("{}-{number}", here.letter()),
            href: format!("#{}-{number}", there.letter()),
            label: format!(
                "Match {number}, {}: go to the other side",
                counted(found.tokens, "token", "tokens")
            ),
            parts: parts(here, found),
        })
        .collect();
    passages.sort_by_key(|passage| (passage.start, passage.end));
    passages
}
