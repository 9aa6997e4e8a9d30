//! A submission: all of its code, every passage it shares, and with whom.

use std::collections::BTreeMap;

use askama::Template;

use super::pair::lines;
use super::{Link, Named, PairRow, crumbs, rendered};
use crate::code::{Code, Passage, colour};
use crate::frame::Frame;
use crate::model::{File, Pair, PairId, Region, Report, Submission};
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
    /// None: the text is not stored.
    html: Option<String>,
}

struct PassageRow {
    number: u32,
    colour: u32,
    lines: String,
    sharers: Vec<Sharer>,
}

/// Another submission that has (part of) a passage.
struct Sharer {
    name: String,
    href: String,
    tokens: u32,
    lines: String,
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
                file_view(file, shared.remove(&file.file).unwrap_or_default(), &mut number, id, sources)
            })
            .collect(),
    }))
}

/// What a submission shares, a file each, with the place in the pair where it is seen.
fn shared_regions<'a>(
    frame: &Frame,
    id: u32,
    pairs: &[&'a Pair],
) -> BTreeMap<u32, Vec<(&'a Region, Sharer)>> {
    let mut shared: BTreeMap<u32, Vec<(&Region, Sharer)>> = BTreeMap::new();
    for pair in pairs {
        let is_left = pair.id.left == id;
        for (number, found) in (1..).zip(pair.matches.iter().flatten()) {
            let (here, other, letter) = match is_left {
                true => (&found.left, &pair.right, 'l'),
                false => (&found.right, &pair.left, 'r'),
            };
            let href = format!("{}#{letter}-{number}", frame.place.pair(pair.id));
            let sharer = Sharer {
                name: other.clone(),
                href,
                tokens: found.tokens,
                lines: lines(here.start_line..=here.end_line),
            };
            shared.entry(here.file).or_default().push((here, sharer));
        }
    }
    shared
}

/// Regions of different pairs overlap; those that do become one passage.
fn file_view<'a>(
    file: &'a File,
    mut regions: Vec<(&Region, Sharer)>,
    number: &mut u32,
    id: u32,
    sources: &Sources,
) -> FileView<'a> {
    regions.sort_by_key(|(region, sharer)| (region.start_byte, std::cmp::Reverse(sharer.tokens)));
    let mut passages: Vec<Passage> = Vec::new();
    let mut rows: Vec<PassageRow> = Vec::new();
    let mut covered = 0..=0;
    for (region, sharer) in regions {
        match (passages.last_mut(), rows.last_mut()) {
            (Some(passage), Some(row)) if region.start_byte < passage.end => {
                passage.end = passage.end.max(region.end_byte);
                covered = *covered.start()..=region.end_line.max(*covered.end());
                row.lines = lines(covered.clone());
                row.sharers.push(sharer);
            }
            _ => {
                *number += 1;
                covered = region.start_line..=region.end_line;
                passages.push(Passage {
                    start: region.start_byte,
                    end: region.end_byte,
                    number: *number,
                    id: format!("p-{number}"),
                    href: format!("#s-{number}"),
                    label: format!("Passage {number}: with whom it is shared"),
                });
                rows.push(PassageRow {
                    number: *number,
                    colour: colour(*number),
                    lines: lines(covered.clone()),
                    sharers: vec![sharer],
                });
            }
        }
    }
    let html = sources.text(id, file.file).map(|text| {
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
