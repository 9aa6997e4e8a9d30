//! The overview: figures, ranked pairs, clusters, copies, what was left out, and what every number means.

use askama::Template;

use super::{
    FIRST_ROWS, Link, Named, Names, PAIRS_A_PAGE, PairRow, ROWS_A_PAGE, page_of, pager, pages_for, percent,
    rendered, suspicion,
};
use crate::frame::Frame;
use crate::model::{DuplicateKind, Report, Settings, Skipped};

#[derive(Template)]
#[template(path = "report/overview.html")]
struct Overview<'a> {
    frame: Frame,
    title: &'a str,
    /// Only the first page carries more than pairs.
    first: bool,
    revision: u32,
    engine: &'a str,
    submissions: usize,
    archived: usize,
    files: usize,
    listed_pairs: usize,
    verified_pairs: u64,
    above: String,
    nothing_unusual: bool,
    cutoff: String,
    judged: Vec<PairRow>,
    too_short: Vec<PairRow>,
    pager: Vec<Link>,
    cluster_count: usize,
    clusters: Vec<ClusterRow>,
    duplicates: Vec<DuplicateRow>,
    more_duplicates: usize,
    noted: Vec<NotedFile<'a>>,
    noted_count: usize,
    skipped: &'a [Skipped],
    skipped_count: usize,
    settings: &'a Settings,
    boilerplate_files: u32,
    downloads: Vec<Link>,
}

/// A cluster in one line.
struct ClusterRow {
    number: usize,
    size: usize,
    names: Vec<Named>,
    /// Members beyond those named.
    more: usize,
    similarity: String,
    suspicion: String,
}

struct DuplicateRow {
    kind: &'static str,
    names: Vec<Named>,
    /// Members beyond those named.
    more: usize,
}

struct NotedFile<'a> {
    submission: Named,
    path: &'a str,
    notes: &'a [String],
}

/// Pages the overview has.
pub fn overview_pages(report: &Report) -> usize {
    pages_for(report.pairs.len(), PAIRS_A_PAGE)
}

/// One page of the overview, from 1; the first carries everything but the further pairs.
pub fn overview(frame: &Frame, report: &Report, page: usize) -> String {
    let place = &frame.place;
    let names = Names::of(report);
    let rows = |too_short: bool| {
        page_of(&report.pairs, page, PAIRS_A_PAGE)
            .iter()
            .filter(|pair| pair.too_short == too_short)
            .map(|pair| PairRow::new(place, report, pair))
            .collect()
    };
    let mut noted = report.submissions.iter().flat_map(|submission| {
        submission.files.iter().filter(|file| !file.notes.is_empty()).map(move |file| (submission, file))
    });
    let above = report
        .pairs
        .iter()
        .filter(|pair| !pair.too_short && pair.suspicion >= report.settings.cutoff)
        .count();
    let title = if page > 1 { format!("{}, page {page}", report.title) } else { report.title.clone() };
    rendered(&Overview {
        frame: frame.titled(title),
        title: &report.title,
        first: page <= 1,
        revision: report.revision,
        engine: &report.chaffinch,
        submissions: report.submissions.iter().filter(|submission| submission.archive.is_none()).count(),
        archived: report.submissions.iter().filter(|submission| submission.archive.is_some()).count(),
        files: report.submissions.iter().map(|submission| submission.files.len()).sum(),
        listed_pairs: report.pairs.len(),
        verified_pairs: report.verified_pairs,
        // Where every listed pair is above it, unlisted ones may be too.
        above: if above == report.pairs.len() && report.verified_pairs > above as u64 {
            format!("{above} or more")
        } else {
            above.to_string()
        },
        nothing_unusual: above == 0,
        cutoff: suspicion(report.settings.cutoff),
        judged: rows(false),
        too_short: rows(true),
        pager: pager(overview_pages(report), page.max(1), |page| place.overview(page)),
        cluster_count: report.clusters.len(),
        clusters: (1..)
            .zip(report.clusters.iter().take(FIRST_ROWS))
            .map(|(number, cluster)| ClusterRow {
                number,
                size: cluster.submissions.len(),
                names: names.named(place, first_of(&cluster.submissions)),
                more: cluster.submissions.len().saturating_sub(FIRST_ROWS),
                similarity: percent(cluster.similarity),
                suspicion: suspicion(cluster.suspicion),
            })
            .collect(),
        duplicates: report
            .duplicates
            .iter()
            .take(ROWS_A_PAGE)
            .map(|set| DuplicateRow {
                kind: duplicate_words(set.kind),
                names: names.named(place, first_of(&set.submissions)),
                more: set.submissions.len().saturating_sub(FIRST_ROWS),
            })
            .collect(),
        more_duplicates: report.duplicates.len().saturating_sub(ROWS_A_PAGE),
        noted_count: noted.clone().count(),
        noted: noted
            .by_ref()
            .take(FIRST_ROWS)
            .map(|(submission, file)| NotedFile {
                submission: Named::new(place, submission),
                path: &file.path,
                notes: &file.notes,
            })
            .collect(),
        skipped: first_of(&report.skipped),
        skipped_count: report.skipped.len(),
        settings: &report.settings,
        boilerplate_files: report.boilerplate.files,
        downloads: [("json", "JSON"), ("csv", "CSV"), ("zip", "Folder (zip)")]
            .into_iter()
            .filter_map(|(format, text)| {
                Some(Link { text: text.to_owned(), href: Some(place.download(format)?) })
            })
            .collect(),
    })
}

fn first_of<T>(rows: &[T]) -> &[T] {
    &rows[..rows.len().min(FIRST_ROWS)]
}

fn duplicate_words(kind: DuplicateKind) -> &'static str {
    match kind {
        DuplicateKind::Identical => "identical files",
        DuplicateKind::LexicallyEquivalent => "equal apart from comments and layout",
        DuplicateKind::TokenEquivalent => "equal apart from names, literals, comments and layout",
    }
}
