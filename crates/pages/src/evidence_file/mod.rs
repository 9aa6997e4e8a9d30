//! A pair or a case as a single HTML file to hand out or to print: no scripts, no requests, styles included. This file
//! selects what is shown; `excerpt` divides matches into rows of two columns.

mod excerpt;
mod file_name;
mod summary;

use std::collections::BTreeMap;

use askama::Template;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use chaffinch_report::{
    Cutoff, Evidence, File, Match, Pair, PseudonymKey, Region, Report, Side, Sources, Submission, hide_names,
    redact,
};

use crate::code::differing_words;
use crate::figures::{PairFigures, finding_sentence, lines, match_type, named_cutoff, quoted_kind};
use crate::frame::asset;
use crate::locale::{Locale, Message};
use crate::rows::render;
use excerpt::{ExcerptRow, MarkedPassage, PrintedMatch, marked_passage, whole_file};
use file_name::file_name;

pub use summary::{ExcerptSide, PairExcerpt, PairSummary, pair_summary};

/// Limit of lines of code in one file, both sides counted: about 500 printed pages. Of further matches, only the places
/// are listed.
const MAX_LINES: usize = 40_000;

/// Purpose and author of an evidence file.
#[derive(Debug, Clone)]
pub struct EvidenceContext {
    /// When the revision was made.
    pub revised: Option<DisplayTime>,
    /// When this file is made.
    pub made: Option<DisplayTime>,
    /// Name of the account that makes it.
    pub made_by: Option<String>,
    /// Whether pseudonyms replace all names.
    pub hide_names: bool,
    /// The key of the pseudonyms, of this file alone.
    pub key: PseudonymKey,
    /// The side whose author gets the file, if any. The other side is redacted, as [`redact`] says.
    pub reader: Option<Side>,
}

/// A file to hand out or to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceFile {
    /// Its name, made of the title, the people and the reader.
    pub name: String,
    /// Its content.
    pub html: String,
}

/// A point in time, for programs (RFC 3339) and for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayTime {
    /// RFC 3339.
    pub exact: String,
    /// Text for people, with the time zone.
    pub shown: String,
}

#[derive(Template)]
#[template(path = "report/evidence.html")]
struct EvidencePage<'a> {
    words: Locale,
    policy: String,
    style: String,
    title: String,
    report: &'a Report,
    occasion: &'a EvidenceContext,
    /// Name of the author who gets the file.
    reader: Option<&'a str>,
    people: Vec<&'a Submission>,
    pairs: Vec<PairView<'a>>,
    /// All code of the author who gets the file.
    own: Vec<OwnFile<'a>>,
    cutoff: Message,
}

struct PairView<'a> {
    pair: &'a Pair,
    figures: PairFigures,
    /// The finding that both sides belong to, in a sentence.
    finding: Option<Message>,
    /// `None` if this report contains no matches for the pair.
    matches: Option<Vec<MatchView<'a>>>,
}

struct MatchView<'a> {
    number: u32,
    found: &'a Match,
    sides: [&'a Region; 2],
    /// Other places of the passage on each side: the key of the label, and the place.
    further: Vec<(&'static str, &'a Region)>,
    /// Match type, with how much is identical.
    literal: Option<Message>,
    /// `None` if the limit of lines is reached.
    rows: Option<Vec<ExcerptRow>>,
}

struct OwnFile<'a> {
    file: &'a File,
    rows: Vec<String>,
}

/// Returns the evidence about all listed pairs among `submissions` (numbers) as one HTML file with its name. It shows the matches
/// that `report` contains, so it is complete if the report has all of them and `sources` has the texts. Returns `None`
/// if the report lists no such pair, or if the context has a reader and there is not exactly one pair.
pub fn evidence_file(
    words: Locale,
    report: &Report,
    sources: &Sources,
    submissions: &[u32],
    occasion: &EvidenceContext,
) -> Option<EvidenceFile> {
    let within = |pair: &&Pair| [pair.id.left, pair.id.right].iter().all(|id| submissions.contains(id));
    let ids: Vec<_> = report.pairs.iter().filter(within).map(|pair| pair.id).collect();
    let key = occasion.key;
    let (report, sources) = match (occasion.reader, ids.as_slice()) {
        (Some(reader), [one]) => {
            let own = [reader.of(*one)];
            redact(report, sources, *one, reader, key, if occasion.hide_names { &[] } else { &own })?
        }
        (_, []) | (Some(_), _) => return None,
        (None, _) if occasion.hide_names => hide_names(report, sources, key, &[]),
        (None, _) => (report.clone(), sources.map(|_, text| text.to_owned())),
    };
    // Names are hidden from everybody, or from one author.
    let is_hidden = occasion.hide_names || occasion.reader.is_some();
    let code = |number: u32| if is_hidden { key.code(number) } else { number };
    let submissions: Vec<u32> = submissions.iter().map(|&number| code(number)).collect();
    let within = |pair: &&Pair| [pair.id.left, pair.id.right].iter().all(|id| submissions.contains(id));
    let people: Vec<&Submission> =
        report.submissions.iter().filter(|submission| submissions.contains(&submission.id)).collect();
    let by_id: BTreeMap<u32, &Submission> = people.iter().map(|one| (one.id, *one)).collect();
    let mut room = MAX_LINES;
    let pairs: Vec<PairView> = (report.pairs.iter())
        .filter(within)
        .filter_map(|pair| {
            let sides = [*by_id.get(&pair.id.left)?, *by_id.get(&pair.id.right)?];
            Some(pair_view(words, &report, pair, sides, &sources, &mut room))
        })
        .collect();
    let reader = occasion.reader.and_then(|side| {
        let own = *by_id.get(&code(side.of(ids[0])))?;
        let is_left = pairs.first()?.pair.id.left == own.id;
        Some((if is_left { Side::Left } else { Side::Right }, own))
    });
    let own = reader.map_or_else(Vec::new, |(side, submission)| {
        let pair = pairs.first().map(|view| view.pair);
        let matches = pair.and_then(|pair| pair.matches.as_deref()).unwrap_or_default();
        let differing = pair.map(|pair| differing_words(pair, &sources)).unwrap_or_default();
        let cuts = |file: &File| {
            let cuts =
                matches.iter().zip(&differing).map(|(found, words)| marked_passage(found, side, words));
            cuts.filter(|cut| cut.file == file.file).collect::<Vec<MarkedPassage>>()
        };
        (submission.files.iter())
            .filter_map(|file| {
                let rows = whole_file(sources.text(submission.id, file.file)?, file, &cuts(file), &mut room)?;
                Some(OwnFile { file, rows })
            })
            .collect()
    });
    let style = String::from_utf8(asset("evidence.css")?.bytes.into_owned()).ok()?;
    let title = title(words, &people, &pairs);
    let name = file_name(&report, &people, occasion.reader, occasion.hide_names);
    let page = EvidencePage {
        words,
        policy: format!(
            "default-src 'none'; style-src 'sha256-{}'",
            BASE64_STANDARD.encode(asset("evidence.css")?.digest)
        ),
        style,
        title,
        report: &report,
        occasion,
        reader: reader.map(|(_, submission)| submission.name.as_str()),
        pairs,
        own,
        people,
        cutoff: named_cutoff(words, Cutoff::from_report(&report)),
    };
    Some(EvidenceFile { name, html: render(&page) })
}

fn title(words: Locale, people: &[&Submission], pairs: &[PairView]) -> String {
    match pairs {
        [one] if people.len() == 2 => {
            words.say("evidence-of-pair").text("left", &one.pair.left).text("right", &one.pair.right).plain()
        }
        _ => words.say("evidence-of-case").number("count", people.len()).plain(),
    }
}

fn pair_view<'a>(
    words: Locale,
    report: &Report,
    pair: &'a Pair,
    sides: [&'a Submission; 2],
    sources: &Sources,
    room: &mut usize,
) -> PairView<'a> {
    let differing = differing_words(pair, sources);
    let view = |((number, found), differing): ((u32, &'a Match), _)| MatchView {
        number,
        found,
        sides: [&found.left, &found.right],
        further: (found.left_further.iter().map(|region| ("evidence-also-left", region)))
            .chain(found.right_further.iter().map(|region| ("evidence-also-right", region)))
            .collect(),
        literal: match_type(words, found),
        rows: PrintedMatch::new(found, differing, sides, sources).and_then(|printed| printed.rows(room)),
    };
    PairView {
        pair,
        figures: PairFigures::new(report, pair),
        finding: report.finding(pair).map(|finding| finding_sentence(words, report, finding)),
        matches: pair.matches.as_ref().map(|matches| (1..).zip(matches).zip(&differing).map(view).collect()),
    }
}

impl EvidencePage<'_> {
    /// Returns a sentence about a text that both sides of a match contain.
    fn quotation(&self, evidence: &Evidence) -> Message {
        let key = format!("evidence-same-{}", quoted_kind(evidence));
        self.words.say(key).code("text", &evidence.text)
    }

    fn lines(region: &Region) -> String {
        lines(region.start_line..=region.end_line)
    }
}

#[cfg(test)]
mod tests;
