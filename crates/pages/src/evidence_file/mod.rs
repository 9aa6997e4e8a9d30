//! An evidence file: a pair or a case as a single HTML file to share or to print, without scripts and requests, with its
//! styles. This file selects what is shown. `sentences` says what it means, and `excerpt` divides matches into rows of
//! two columns.

mod context;
mod excerpt;
mod file_name;
mod pair_section;
mod sentences;
mod summary;

use std::collections::BTreeMap;

use askama::Template;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use chaffinch_report::{Cutoff, File, Level, Pair, Report, Side, Sources, Submission, hide_names, redact};
use sha2::{Digest as _, Sha256};

use crate::code::differing_words;
use crate::escape::visible;
use crate::figures::{PairFigures, named_cutoff};
use crate::frame::asset;
use crate::locale::{Locale, Message};
use crate::rows::render;
use excerpt::{MarkedPassage, marked_passage, whole_file};
use file_name::file_name;
use pair_section::{PairSection, quotation, region_lines};

pub use context::{CaseEntry, CaseRecord, CaseStatement, DisplayTime, EvidenceContext};
pub use summary::{ExcerptSide, PairExcerpt, PairSummary, pair_summary};

/// Limit of lines of code in one file, both sides counted: about 500 printed pages. Of further matches, only the places
/// are listed.
const MAX_LINES: usize = 40_000;

/// Limit of the title on top of every page, in characters.
const MAX_PAGE_TITLE: usize = 80;

/// An evidence file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceFile {
    /// Its name, made of the title, the people and the reader.
    pub name: String,
    /// Its content.
    pub html: String,
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
    /// All listed pairs of the submissions.
    listed: Vec<(&'a Pair, PairFigures)>,
    /// The pairs that are shown in full.
    pairs: Vec<PairSection<'a>>,
    /// All code of the author who gets the file.
    own: Vec<OwnFile<'a>>,
    cutoff: Message,
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
    let listed: Vec<(&Pair, PairFigures)> =
        report.pairs.iter().filter(within).map(|pair| (pair, PairFigures::new(&report, pair))).collect();
    // A hearing is about what stands out. Others ask for all pairs of these submissions.
    let is_shown = |at: usize, level: Level| occasion.case.is_none() || at == 0 || level.is_strong();
    let mut room = MAX_LINES;
    let pairs: Vec<PairSection> = (listed.iter().enumerate())
        .filter(|(at, (_, figures))| is_shown(*at, figures.level))
        .filter_map(|(_, (pair, _))| {
            let sides = [*by_id.get(&pair.id.left)?, *by_id.get(&pair.id.right)?];
            Some(PairSection::new(words, &report, pair, sides, &sources, &mut room))
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
    let title = title(words, occasion, &people, &pairs);
    let mut style = String::from_utf8(asset("evidence.css")?.bytes.into_owned()).ok()?;
    style.push_str(&page_title(&title));
    let name = file_name(&report, &people, occasion);
    let page = EvidencePage {
        words,
        policy: format!(
            "default-src 'none'; style-src 'sha256-{}'",
            BASE64_STANDARD.encode(Sha256::digest(&style))
        ),
        style,
        title,
        report: &report,
        occasion,
        reader: reader.map(|(_, submission)| submission.name.as_str()),
        listed,
        pairs,
        own,
        people,
        cutoff: named_cutoff(words, Cutoff::from_report(&report)),
    };
    Some(EvidenceFile { name, html: render(&page) })
}

fn title(words: Locale, occasion: &EvidenceContext, people: &[&Submission], pairs: &[PairSection]) -> String {
    if let Some(case) = &occasion.case {
        return case.title.clone();
    }
    match pairs {
        [one] if people.len() == 2 => {
            words.say("evidence-of-pair").text("left", &one.pair.left).text("right", &one.pair.right).plain()
        }
        _ => words.say("evidence-of-case").number("count", people.len()).plain(),
    }
}

/// Returns the style that prints a title on top of every page. Characters that mean something in a style are escaped, and
/// the title is cut to one line.
fn page_title(title: &str) -> String {
    let shown = visible(title);
    let escaped = shown.chars().take(MAX_PAGE_TITLE).map(|character| match character {
        ' ' => character.to_string(),
        _ if character.is_alphanumeric() => character.to_string(),
        _ => format!("\\{:x} ", u32::from(character)),
    });
    let mut text: String = escaped.collect();
    if shown.chars().count() > MAX_PAGE_TITLE {
        text.push('…');
    }
    format!("@page {{ @top-left {{ content: \"{text}\"; }} }}\n")
}

#[cfg(test)]
mod tests;
