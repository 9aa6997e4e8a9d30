//! The graph of a class: submissions, and the pairs that link them, for the script that draws it.
//!
//! The data is compact text in inert elements of the page, because a report must also open from disk, where a script
//! cannot load a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use chaffinch_report::{ClusterLink, Cutoff, Level, Pair, PairId, Report, Submission, Unit};

use crate::clusters::{Case, case_href, known_links, page_starts};
use crate::figures::percent;
use crate::frame::Frame;
use crate::rows::{Strength, SubmissionsByName, archive_label};
use crate::view::View;

/// Links in the data, strongest first. With names of 60 characters, 5,000 of 2,000 submissions take about 400 kB.
const MAX_LINKS: usize = 5_000;

/// Everything that the template of the graph shows.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) unit: Unit,
    /// Strength of a pair at the cut-off.
    pub(crate) cutoff: f64,
    /// Whether the graph has its own slider. Otherwise the page has a control of the cut-off.
    pub(crate) slider: bool,
    /// Submissions of the class.
    pub(crate) own: usize,
    /// Submissions and links that are drawn at the cut-off.
    pub(crate) drawn: (usize, usize),
    /// Submissions of the class that no link reaches at the cut-off.
    pub(crate) unlinked: usize,
    /// Number of known links that are left out.
    pub(crate) more_links: usize,
    /// Teams and archives with their colours; the most frequent first.
    pub(crate) groups: Vec<Group>,
    /// Number of colours of groups. Further groups share the last one.
    pub(crate) colours: usize,
    /// Levels of the links at the cut-off of the page, in the order of `links`.
    pub(crate) levels: Vec<Level>,
    /// Clusters and versions of one program, a line for each: its name and its address.
    pub(crate) outlines: String,
    /// Addresses of a submission and of a pair, with `{id}` in place of its number.
    pub(crate) submission: String,
    pub(crate) pair: String,
    pub(crate) nodes: String,
    pub(crate) links: String,
}

impl Graph {
    /// Returns the graph of all known links, with these clusters outlined. Returns `None` if there are no links.
    pub(crate) fn new(
        frame: &Frame,
        report: &Report,
        view: &View,
        cases: &[Case],
        slider: bool,
    ) -> Option<Self> {
        let cutoff = view.cutoff_of(report);
        let links = known_links(report, cutoff.unit);
        let drawable = &links[..links.len().min(MAX_LINKS)];
        let sides = |link: &ClusterLink| [link.id.left, link.id.right];
        let ids: BTreeSet<u32> = drawable.iter().flat_map(sides).collect();
        let ids: Vec<u32> = ids.into_iter().collect();
        if ids.is_empty() {
            return None;
        }
        let submissions: Vec<_> = ids.iter().filter_map(|&id| report.submission(id)).collect();
        let groups = Groups::new(frame, &submissions);
        let outlines = Outlines::new(frame, report, view, cases);
        let is_own = |id: u32| report.submission(id).is_some_and(|submission| submission.archive.is_none());
        let reached = drawable.iter().filter(|link| cutoff.reaches(link.expect, link.suspicion));
        let drawn: BTreeSet<u32> = reached.clone().flat_map(sides).collect();
        let own = report.class().count();
        let (links_text, levels) = lines_of_links(report, drawable, &ids, cutoff);
        Some(Self {
            unit: cutoff.unit,
            // Minus zero would be shown with its sign.
            cutoff: cutoff.score() + 0.0,
            slider,
            own,
            drawn: (drawn.len(), reached.count()),
            unlinked: own - drawn.iter().filter(|&&id| is_own(id)).count(),
            more_links: links.len() - drawable.len(),
            nodes: lines_of_nodes(&submissions, &groups, &outlines),
            links: links_text,
            levels,
            outlines: outlines.lines,
            groups: groups.named,
            colours: COLOURS,
            submission: with_placeholder(&frame.place.submission(1), "1"),
            pair: with_placeholder(&frame.place.pair(PairId { left: 1, right: 2 }), "1-2"),
        })
    }
}

/// Replaces the number at the end of an address. The rest of the address may contain the same digits.
fn with_placeholder(address: &str, number: &str) -> String {
    address
        .rsplit_once(number)
        .map_or_else(|| address.to_owned(), |(start, end)| format!("{start}{{id}}{end}"))
}

/// Number of colours. More could not be told apart. Further groups share the last one.
pub(super) const COLOURS: usize = 8;

/// A team or an archive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    pub(crate) name: String,
    /// Number of its colour, from 1.
    pub(crate) colour: usize,
    pub(crate) archive: bool,
}

/// The groups of the submissions of a graph.
#[derive(Debug)]
struct Groups {
    /// The groups with a colour of their own, the most frequent first.
    pub(super) named: Vec<Group>,
    /// The name and colour of the group of each submission; an empty name and 0: no group.
    of: Vec<(String, usize)>,
}

impl Groups {
    /// Returns the groups of these submissions: their teams, and the archives of earlier submissions.
    pub(super) fn new(frame: &Frame, submissions: &[&Submission]) -> Self {
        let name = |submission: &Submission| match (&submission.archive, &submission.team) {
            (Some(archive), _) => archive_label(frame.words, archive).plain(),
            (None, Some(team)) => team.clone(),
            (None, None) => String::new(),
        };
        let keys: Vec<(String, bool)> =
            submissions.iter().map(|submission| (name(submission), submission.archive.is_some())).collect();
        let mut counts: BTreeMap<&(String, bool), usize> = BTreeMap::new();
        for key in keys.iter().filter(|(name, _)| !name.is_empty()) {
            *counts.entry(key).or_default() += 1;
        }
        let mut order: Vec<_> = counts.into_iter().collect();
        // The sort is stable: of groups of the same size, the first by name comes first.
        order.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let colours: BTreeMap<&(String, bool), usize> =
            order.iter().zip(1..).map(|(&(key, _), at)| (key, usize::min(at, COLOURS))).collect();
        // With more groups than colours, the last colour means "others".
        let named = if order.len() <= COLOURS { order.len() } else { COLOURS - 1 };
        Self {
            named: order[..named]
                .iter()
                .map(|(key, _)| Group { name: key.0.clone(), colour: colours[key], archive: key.1 })
                .collect(),
            of: keys
                .iter()
                .map(|key| (key.0.clone(), colours.get(key).copied().unwrap_or_default()))
                .collect(),
        }
    }
}

/// What the graph outlines: clusters of three or more, and versions of one program, which are in no cluster.
#[derive(Debug, Default)]
struct Outlines {
    /// A line for each: its name and the address at which a page describes it.
    lines: String,
    /// The number of the outline of each submission, from 1.
    of: BTreeMap<u32, usize>,
    count: usize,
}

impl Outlines {
    fn new(frame: &Frame, report: &Report, view: &View, cases: &[Case]) -> Self {
        let mut outlines = Self::default();
        let names = SubmissionsByName::new(report);
        for finding in report.versions() {
            let name = frame.words.say("cluster-finding").number("number", finding.id);
            outlines.add(&name.plain(), &frame.place.finding(finding.id), &names.ids(&finding.submissions));
        }
        let page_starts = page_starts(cases);
        for (number, case) in (1..).zip(cases).filter(|(_, case)| case.members.len() > 2) {
            let name = frame.words.say("cluster-between-other").number("number", number);
            outlines.add(&name.plain(), &case_href(frame, view, &page_starts, number), &case.members);
        }
        outlines
    }

    fn add(&mut self, name: &str, href: &str, members: &[u32]) {
        self.count += 1;
        push(&mut self.lines, format_args!("{name}\t{href}"));
        self.of.extend(members.iter().map(|&id| (id, self.count)));
    }
}

/// Characters at the start and at the end of a longer name. Names of one class often start the same.
const NAME_ENDS: (usize, usize) = (36, 23);

/// Returns a line for each submission: its number, the number of its colour, `1` for an earlier submission, its name,
/// the name of its group, and the number of its outline, or 0.
fn lines_of_nodes(submissions: &[&Submission], groups: &Groups, outlines: &Outlines) -> String {
    let mut lines = String::new();
    for (submission, (group, colour)) in submissions.iter().zip(&groups.of) {
        let archived = u8::from(submission.archive.is_some());
        let (name, group) = (one_line(&submission.name), one_line(group));
        let outline = outlines.of.get(&submission.id).copied().unwrap_or_default();
        push(
            &mut lines,
            format_args!("{}\t{colour}\t{archived}\t{name}\t{group}\t{outline}", submission.written_id()),
        );
    }
    lines
}

/// Returns a line for each link, and the levels of the links. A line has the positions of both sides among `ids`, its
/// strength for scripts and for readers, the position of its level, its suspicion in bits, the share of both sides in
/// percent, the longest match, and `1` if the pair has a page. Pairs that the report does not list have no shares and no
/// longest match.
fn lines_of_links(
    report: &Report,
    links: &[ClusterLink],
    ids: &[u32],
    cutoff: Cutoff,
) -> (String, Vec<Level>) {
    let listed: BTreeMap<PairId, &Pair> = report.pairs.iter().map(|pair| (pair.id, pair)).collect();
    let (mut text, mut levels) = (String::new(), Vec::new());
    for link in links {
        let [left, right] =
            [link.id.left, link.id.right].map(|id| ids.binary_search(&id).unwrap_or_default());
        let Strength { score, shown } = Strength::new(cutoff.unit, link.expect, link.suspicion);
        let listed = listed.get(&link.id);
        let level = listed
            .map_or_else(|| Level::at(link.expect, link.suspicion, cutoff), |pair| Level::new(pair, cutoff));
        let level = levels.iter().position(|known| *known == level).unwrap_or_else(|| {
            levels.push(level);
            levels.len() - 1
        });
        let bits = link.suspicion;
        let start = format_args!("{left}\t{right}\t{score}\t{shown}\t{level}\t{bits:.1}");
        match listed {
            Some(pair) => {
                let [left, right] =
                    [pair.left_share, pair.right_share].map(|share| percent(share).replace(" %", ""));
                let opens = u8::from(pair.match_count.is_some());
                push(&mut text, format_args!("{start}\t{left}\t{right}\t{}\t{opens}", pair.longest_match));
            }
            None => push(&mut text, format_args!("{start}\t–\t–\t–\t0")),
        }
    }
    (text, levels)
}

fn push(lines: &mut String, line: std::fmt::Arguments) {
    writeln!(lines, "{line}").expect("writing to a String cannot fail");
}

/// Returns a name without the characters that divide values. The middle of a long name is left out.
fn one_line(name: &str) -> String {
    let line = name.replace(['\t', '\n', '\r'], " ");
    let (start, end) = NAME_ENDS;
    let count = line.chars().count();
    if count <= start + end + 1 {
        return line;
    }
    let letters = || line.chars();
    letters().take(start).chain(['…']).chain(letters().skip(count - end)).collect()
}
