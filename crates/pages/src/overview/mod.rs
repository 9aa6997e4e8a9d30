//! The overview. First: what was found, and which files were not analysed. Then the sections that the first sentence
//! links to. The list of pairs is the last of them, because it is the longest. Then clusters, files and settings.

mod chart;
mod findings;
mod lists;
mod sentences;

use askama::Template;
use chaffinch_report::{
    Cutoff, DuplicateKind, Duplicates, File, FoundCounts, Pair, Report, Submission, Unit, earlier_work,
    equal_sets, is_apart,
};
use chaffinch_submission::Named;

use crate::clusters::{cases, page_starts};
use crate::escape::percent_encode;
use crate::figures::{named_cutoff, platform_export, verdict};
use crate::frame::{CaseLink, Frame, ReportSection, Review};
use crate::graph::Graph;
use crate::locale::Message;
use crate::review::Progress;
use crate::rows::{
    FIRST_ROWS, Link, NamedSubmission, PAIRS_A_PAGE, ROWS_A_PAGE, Strength, SubmissionsByName, page_of,
    pager, pages_for, render,
};
use crate::view::{View, archives, languages};
use chart::{Chart, range};
use findings::{FindingCard, finding_cards, finding_rows};
use lists::{
    ClusterRow, ColumnHeading, ListedPair, OutsideList, TranslationList, cluster_row, column_headings,
    list_pairs,
};
use sentences::{Reaching, roughly};

pub use sentences::{ElsewhereLines, cutoff_effect, vendored};

/// What the overview explains: part of the HTML id, and message key of the name. The guide explains the rest.
const EXPLAINED: [(&str, &str); 1] = [("cutoff", "cutoff")];

/// Clusters listed. The page of the clusters lists all.
const MAX_CLUSTERS: usize = 50;

#[derive(Template)]
#[template(path = "report/overview.html")]
struct Overview<'a> {
    frame: Frame,
    report: &'a Report,
    /// Whether it is the first page. The others contain only pairs.
    first: bool,
    submissions: usize,
    archived: usize,
    files: usize,
    compared_pairs: u64,
    /// Platforms whose exports were recognised.
    platforms: Option<Message>,
    found: FoundCounts,
    findings: Vec<FindingCard>,
    /// Number of pairs of the class that chance alone leaves at this level; `None` if it is not known.
    expected: Option<f64>,
    reaching: Reaching,
    chart: Option<Chart>,
    graph: Option<Graph>,
    cutoff: Cutoff,
    own_cutoff: Cutoff,
    named_own_cutoff: Message,
    /// The address of the view at the report's own cut-off, if this one has another.
    reset_cutoff: Option<String>,
    /// The address that saves a cut-off, if the reader may do so.
    save_cutoff: Option<String>,
    strongest: Option<String>,
    too_short_submissions: usize,
    /// What is said about files that no student wrote.
    vendored: Option<Message>,
    noted: Vec<NotedFile<'a>>,
    noted_count: usize,
    cluster_count: usize,
    /// Strengths of all clusters, for scripts.
    cluster_scores: Vec<f64>,
    clusters: Vec<ClusterRow>,
    /// How far the review is, if the reader may mark pairs.
    progress: Option<Progress>,
    view: &'a View,
    languages: Vec<&'a str>,
    archives: Vec<&'a str>,
    clear: String,
    shown_pairs: usize,
    /// Whether every pair of the view is on this page, so that a script can sort and filter it.
    whole: bool,
    headings: Vec<ColumnHeading>,
    judged: Vec<ListedPair<'a>>,
    too_short: Vec<ListedPair<'a>>,
    with_staff: Vec<ListedPair<'a>>,
    /// Number of reference answers.
    answers: usize,
    references: OutsideList<'a>,
    earlier: OutsideList<'a>,
    translations: Option<TranslationList<'a>>,
    pager: Vec<Link>,
    duplicates: Vec<DuplicateRow>,
    more_duplicates: usize,
    /// What is ignored because it was handed in elsewhere.
    elsewhere: ElsewhereLines,
    /// When the index of earlier submissions was rebuilt, if that was after the upload.
    index_rebuilt: Option<&'a str>,
}

impl Overview<'_> {
    fn sentence(&self) -> Message {
        verdict(self.frame.words, &self.found)
    }

    fn expected(&self) -> Option<Message> {
        self.expected.map(|number| roughly(self.frame.words, number))
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the template passes a reference")]
    fn reaching(&self, count: &u64) -> Message {
        self.reaching.count(self.frame.words, *count)
    }

    fn reaching_expected(&self) -> Option<Message> {
        self.reaching.expected.map(|number| roughly(self.frame.words, number))
    }

    /// Returns whether chance explains the pairs that were found: none is beyond chance, and there are not more than three
    /// standard deviations of a count that is left to chance.
    fn is_like_chance(&self) -> bool {
        let is_few = |mean: f64| f64::from(self.found.pairs) <= mean + 3.0 * mean.sqrt();
        self.found.beyond_chance == Some(0) && self.expected.is_some_and(is_few)
    }

    /// Returns whether pairs are counted beside versions of one program, as a message takes it.
    fn beside(&self) -> &'static str {
        if self.found.findings > 0 { "versions" } else { "nothing" }
    }

    /// Returns the name of the style of the first sentence.
    fn tone(&self) -> &'static str {
        let FoundCounts { pairs, judged, .. } = self.found;
        match self.found.total() {
            0 if judged < 2 => "open",
            0 => "calm",
            all if all == pairs && self.is_like_chance() => "open",
            _ => "strong",
        }
    }

    fn has_marks(&self) -> bool {
        self.clusters.iter().any(|cluster| cluster.mark.is_some())
    }

    /// Returns whether the list has a column for cases.
    fn lists_cases(&self) -> bool {
        let lists = [&self.judged, &self.too_short, &self.with_staff];
        lists.into_iter().flatten().any(|listed| listed.mark.is_some())
    }

    /// Returns the number of pairs that have no page, because their matches are not listed.
    fn without_matches(&self) -> usize {
        self.report.pairs.iter().filter(|pair| pair.match_count.is_none()).count()
    }

    /// Returns the range of the chart whose pairs are listed, in words.
    fn range(&self) -> Option<Message> {
        let View { from, to, .. } = *self.view;
        self.view.has_range().then(|| range(self.frame.words, self.cutoff.unit, from, to))
    }
}

struct DuplicateRow {
    /// Message key of its name.
    kind: &'static str,
    names: Vec<NamedSubmission>,
    /// Number of members that are not named.
    more: usize,
}

struct NotedFile<'a> {
    submission: NamedSubmission,
    path: &'a str,
    notes: &'a [String],
}

/// Returns whether a file has a note besides the one that says what it is.
fn is_noted(file: &File) -> bool {
    file.notes.len() > usize::from(file.provenance.is_some())
}

/// Returns the number of pages of the overview in a view.
pub fn overview_pages(frame: &Frame, report: &Report, view: &View) -> usize {
    pages_for(view.pairs(report, frame.actions.review.as_deref()).len(), PAIRS_A_PAGE)
}

/// Returns a page of the overview. The first page contains everything except further pairs. `marks` returns what is
/// known about the case with these members (ids, ascending).
pub fn overview<'a>(
    frame: &Frame,
    report: &'a Report,
    view: &View,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
) -> String {
    let place = &frame.place;
    let names = SubmissionsByName::new(report);
    let page = view.page_number();
    let cutoff = view.cutoff_of(report);
    let cases = cases(report, cutoff);
    let page_starts = page_starts(&cases);
    let review = frame.actions.review.as_deref();
    let shown = view.pairs(report, review);
    let pages = pages_for(shown.len(), PAIRS_A_PAGE);
    let (with_staff, students): (Vec<&Pair>, Vec<&Pair>) =
        page_of(&shown, page, PAIRS_A_PAGE).iter().partition(|pair| report.has_staff(pair));
    let (too_short, judged): (Vec<&Pair>, Vec<&Pair>) = students.iter().partition(|pair| pair.too_short);
    // Pairs that are opened from the list stay in it.
    let in_list = Frame { place: view.place(place), ..frame.clone() };
    let list_pairs = |pairs: &[&'a Pair]| list_pairs(&in_list, report, view, &cases, pairs, cutoff, marks);
    let clusters = (1..)
        .zip(cases.iter().take(MAX_CLUSTERS))
        .map(|(number, case)| cluster_row(frame, report, view, (number, &page_starts), case, cutoff, marks));
    let cluster_rows = finding_rows(frame, report, cutoff).into_iter().chain(clusters).collect();
    let noted = || {
        report.submissions.iter().flat_map(|submission| {
            let noted = submission.files.iter().filter(|file| is_noted(file));
            noted.map(move |file| (submission, file))
        })
    };
    let own = report.class();
    let title = if page > 1 {
        frame.words.say("overview-page").text("title", &report.title).number("page", page).plain()
    } else {
        report.title.clone()
    };
    let own_cutoff = Cutoff::from_report(report);
    let own_view = View { cutoff: None, page: None, ..view.clone() };
    let chart = Chart::new(frame, view, &report.distribution, cutoff);
    let graph = (page == 1).then(|| Graph::new(frame, report, view, &cases, chart.is_none()));
    let facts = |one: &Submission| (one.author.is_some(), one.submitted_at.is_some());
    let pairs = report.distribution.pairs;
    let equal: Vec<&Duplicates> = equal_sets(report).collect();
    render(&Overview {
        frame: frame.titled(title).within(ReportSection::Overview),
        report,
        first: page <= 1,
        submissions: own.clone().count(),
        archived: report.without_references().count() - own.clone().count(),
        files: report.submissions.iter().map(|submission| submission.files.len()).sum(),
        compared_pairs: compared_pairs(own.clone().count(), report.without_references().count()),
        platforms: platform_export(frame.words, &report.layouts, own.clone().map(facts)),
        found: FoundCounts::new(report),
        findings: finding_cards(frame, report, marks),
        expected: (own_cutoff.shown == Unit::Expect).then(|| own_cutoff.unlikely.min(pairs as f64)),
        reaching: Reaching::new(report, cutoff),
        chart,
        graph: graph.flatten(),
        cutoff,
        own_cutoff,
        named_own_cutoff: named_cutoff(frame.words, own_cutoff),
        reset_cutoff: (cutoff != own_cutoff).then(|| own_view.href(place)),
        save_cutoff: frame.actions.cutoff.as_ref().map(|save| {
            format!("{save}?unit={}&back={}", cutoff.unit.name(), percent_encode(&own_view.href(place)))
        }),
        strongest: report
            .pairs
            .iter()
            .find(|pair| !pair.too_short && report.is_of_class(pair) && is_apart(report, pair))
            .map(|pair| Strength::new(cutoff.shown, pair.expect, pair.suspicion).shown),
        too_short_submissions: own.filter(|submission| submission.too_short).count(),
        vendored: vendored(frame.words, report),
        noted_count: noted().count(),
        noted: noted()
            .take(FIRST_ROWS)
            .map(|(submission, file)| NotedFile {
                submission: NamedSubmission::new(frame, submission),
                path: &file.path,
                notes: &file.notes,
            })
            .collect(),
        cluster_count: cases.len(),
        cluster_scores: cases
            .iter()
            .map(|case| Strength::new(cutoff.unit, case.expect, case.suspicion).score)
            .collect(),
        clusters: cluster_rows,
        progress: review.map(|review| Progress::new(frame, report, view, review)),
        view,
        languages: languages(report),
        archives: archives(report),
        clear: View { cutoff: view.cutoff, ..View::default() }.href(place),
        shown_pairs: shown.len(),
        whole: pages == 1 && !view.is_filtered(),
        headings: column_headings(place, view, cutoff.shown),
        judged: list_pairs(&judged),
        too_short: list_pairs(&too_short),
        with_staff: list_pairs(&with_staff),
        answers: report.submissions.len() - report.without_references().count(),
        references: OutsideList::new(frame, report, own_cutoff, report.references.iter()),
        earlier: OutsideList::new(frame, report, own_cutoff, earlier_work(report).into_iter()),
        translations: TranslationList::new(frame, report),
        pager: pager(pages, page, |page| View { page: Some(page), ..view.clone() }.href(place)),
        more_duplicates: equal.len().saturating_sub(ROWS_A_PAGE),
        duplicates: equal
            .into_iter()
            .take(ROWS_A_PAGE)
            .map(|set| DuplicateRow {
                kind: duplicate_key(set.kind),
                names: names.named(frame, &set.submissions[..set.submissions.len().min(FIRST_ROWS)]),
                more: set.submissions.len().saturating_sub(FIRST_ROWS),
            })
            .collect(),
        elsewhere: ElsewhereLines::new(frame, &report.settings),
        index_rebuilt: report.settings.archives.iter().filter_map(|one| one.index_rebuilt.as_deref()).max(),
    })
}

/// Returns how many pairs a comparison has: those of the class, and those of the class with earlier submissions.
fn compared_pairs(own: usize, all: usize) -> u64 {
    let (own, all) = (own as u64, all as u64);
    own * own.saturating_sub(1) / 2 + own * (all - own)
}

fn duplicate_key(kind: DuplicateKind) -> &'static str {
    match kind {
        DuplicateKind::Identical => "duplicates-identical",
        DuplicateKind::LexicallyEquivalent => "duplicates-lexical",
        DuplicateKind::TokenEquivalent => "duplicates-tokens",
    }
}
