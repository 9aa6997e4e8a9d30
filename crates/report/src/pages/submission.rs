//! A submission: all of its code, every passage it shares, and with whom.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use askama::Template;

use super::pair::lines;
use super::{Link, Named, PairRow, crumbs, rendered};
use crate::code::{Code, Passage, colour};
use crate::frame::Frame;
use crate::model::{File, Pair, Region, Report, Submission};
use crate::pair_id::PairId;
use crate::sources::Sources;

/// Pairs whose matches the page of a submission shows: its strongest.
pub const SUBMISSION_PAIRS: usize = 50;
/// Lines shown a file; of a longer file the parts around its passages.
pub const SUBMISSION_LINES: u32 = 50_000;

#[derive(Template)]
#[template(path = "report/submission.html")]
struct SubmissionPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    named: Named,
    submission: &'a Submission,
    pairs: Vec<PairRow>,
    /// Listed pairs beyond those shown.
    more_pairs: usize,
    files: Vec<FileView<'a>>,
}

struct FileView<'a> {
    file: &'a File,
    rows: Vec<PassageRow>,
    passages: Vec<Passage>,
    /// The code, or why there is none.
    html: Result<String, &'static str>,
}

struct PassageRow {
    number: u32,
    colour: u32,
    lines: String,
    sharers: Vec<Sharer>,
}

/// Another submission that has (part of) a passage.
#[derive(Debug)]
struct Sharer {
    name: String,
    /// The longest of its matches there, in the pair.
    href: String,
    /// Tokens of all its matches there.
    tokens: u32,
    matches: u32,
}

/// The pairs that [`submission`] wants with their matches, best first.
pub fn pairs_of(report: &Report, id: u32) -> Vec<PairId> {
    report
        .pairs
        .iter()
        .filter(|pair| pair.match_count.is_some() && (pair.id.left == id || pair.id.right == id))
        .map(|pair| pair.id)
        .take(SUBMISSION_PAIRS)
        .collect()
}

/// The page of one submission; `pairs` are those of [`pairs_of`] with their matches. None where the report has
/// no such submission.
pub fn submission(
    frame: &Frame,
    report: &Report,
    id: u32,
    pairs: &[&Pair],
    sources: &Sources,
) -> Option<String> {
    let submission = report.submission(id)?;
    let listed = report.pairs.iter().filter(|pair| pair.id.left == id || pair.id.right == id).count();
    let mut shared = shared_regions(frame, id, pairs);
    let mut number = 0;
    Some(rendered(&SubmissionPage {
        frame: frame.titled(format!("{} · {}", submission.name, report.title)),
        crumbs: crumbs(frame, report, &submission.name),
        named: Named::new(&frame.place, submission),
        submission,
        more_pairs: listed.saturating_sub(pairs.len()),
        pairs: pairs.iter().map(|pair| PairRow::new(&frame.place, report, pair)).collect(),
        files: submission
            .files
            .iter()
            .map(|file| {
                file_view(
                    file,
                    shared.remove(&file.file).unwrap_or_default(),
                    &mut number,
                    submission,
                    sources,
                )
            })
            .collect(),
    }))
}

/// One side of a match of this submission.
struct Shared<'a> {
    region: &'a Region,
    tokens: u32,
    /// Id and name of the other submission.
    other: (u32, &'a str),
    /// The match in its pair.
    href: String,
}

/// What a submission shares, by file.
fn shared_regions<'a>(frame: &Frame, id: u32, pairs: &[&'a Pair]) -> BTreeMap<u32, Vec<Shared<'a>>> {
    let mut shared: BTreeMap<u32, Vec<Shared>> = BTreeMap::new();
    for pair in pairs {
        for (number, found) in (1..).zip(pair.matches.iter().flatten()) {
            let (region, other, letter) = if pair.id.left == id {
                (&found.left, (pair.id.right, pair.right.as_str()), 'l')
            } else {
                (&found.right, (pair.id.left, pair.left.as_str()), 'r')
            };
            let href = format!("{}#{letter}-{number}", frame.place.pair(pair.id));
            shared.entry(region.file).or_default().push(Shared { region, tokens: found.tokens, other, href });
        }
    }
    shared
}

fn file_view<'a>(
    file: &'a File,
    shared: Vec<Shared>,
    number: &mut u32,
    submission: &Submission,
    sources: &Sources,
) -> FileView<'a> {
    let mut passages = Vec::new();
    let mut rows = Vec::new();
    for group in overlapping(shared) {
        *number += 1;
        let of = |value: fn(&Region) -> u32| group.iter().map(move |shared| value(shared.region));
        let bounds = "a group has a region";
        passages.push(Passage {
            start: of(|region| region.start_byte).min().expect(bounds),
            end: of(|region| region.end_byte).max().expect(bounds),
            number: *number,
            id: format!("p-{number}"),
            href: format!("#s-{number}"),
            label: format!("Passage {number}: with whom it is shared"),
            parts: Vec::new(),
        });
        let first = of(|region| region.start_line).min().expect(bounds);
        let last = of(|region| region.end_line).max().expect(bounds);
        rows.push(PassageRow {
            number: *number,
            colour: colour(*number),
            lines: lines(first..=last),
            sharers: sharers(group),
        });
    }
    let text = sources.text(submission.id, file.file).ok_or_else(|| sources.why_missing(submission));
    let html = text.map(|text| {
        let code = Code {
            text: text.as_str(),
            lines: text.lines(),
            classes: text.classes(&file.language),
            masked: &file.masked,
            passages: &passages,
        };
        code.html(&code.extent(SUBMISSION_LINES))
    });
    FileView { file, rows, passages, html }
}

/// Regions of different pairs overlap; those that do, directly or through others, are one passage.
fn overlapping(mut shared: Vec<Shared>) -> Vec<Vec<Shared>> {
    shared.sort_by_key(|shared| (shared.region.start_byte, shared.region.end_byte));
    let mut groups: Vec<Vec<Shared>> = Vec::new();
    let mut end = 0;
    for each in shared {
        let region = each.region;
        match groups.last_mut() {
            Some(group) if region.start_byte < end => group.push(each),
            _ => groups.push(vec![each]),
        }
        end = end.max(region.end_byte);
    }
    groups
}

/// Who has a passage, most of it first.
fn sharers(mut group: Vec<Shared>) -> Vec<Sharer> {
    group.sort_by_key(|shared| (shared.other.0, Reverse(shared.tokens)));
    let mut sharers: Vec<Sharer> = group
        .chunk_by(|one, next| one.other == next.other)
        .map(|of_one| Sharer {
            name: of_one[0].other.1.to_owned(),
            href: of_one[0].href.clone(),
            tokens: of_one.iter().map(|shared| shared.tokens).sum(),
            matches: of_one.len() as u32,
        })
        .collect();
    sharers.sort_by_key(|sharer| Reverse(sharer.tokens));
    sharers
}
