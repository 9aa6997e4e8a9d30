//! The findings at the head of the overview: what three or more submissions share, and what it means.

use std::fmt::Write as _;

use chaffinch_report::{
    ClusterLink, Cutoff, Finding, FindingKind, Level, PairId, Report, SubmissionId, Template,
};

use crate::figures::{finding_sentence, percent};
use crate::frame::{CaseLink, Frame};
use crate::locale::Message;
use crate::overview::lists::{ClusterRow, MAX_MEMBERS as MAX_NAMED, MAX_STRONGEST, has_page, linked_pairs};
use crate::rows::{Link, NamedSubmission, Strength, SubmissionsByName};

/// Members named per finding.
const MAX_MEMBERS: usize = 40;

/// A finding of the overview.
pub(crate) struct FindingCard {
    pub(crate) number: u32,
    pub(crate) kind: FindingKind,
    /// What was found, in a sentence.
    pub(crate) sentence: Message,
    pub(crate) members: Vec<FindingMember>,
    /// Number of members that are not named.
    pub(crate) more: usize,
    /// The member that has most of what they share, if they are compared with it.
    pub(crate) representative: Option<NamedSubmission>,
    /// Where given code is: path and lines.
    pub(crate) places: Vec<Message>,
    /// The passages that one click ignores as starter code.
    pub(crate) mark: Option<MarkedPassages>,
    /// Pairs of a member with somebody else.
    pub(crate) between: Vec<Link>,
    /// The address that opens a case for each chosen member, if the reader may do so.
    pub(crate) open: Option<String>,
}

/// A member of a finding.
pub(crate) struct FindingMember {
    /// Its id in the report.
    pub(crate) id: SubmissionId,
    pub(crate) submission: NamedSubmission,
    /// Link to the pair of it and the representative.
    pub(crate) pair: Option<String>,
    /// Its share of what they have in common, if it is not all of it.
    pub(crate) share: Option<String>,
    /// What is known about a case of it, if it is one of several versions.
    pub(crate) mark: Option<CaseLink>,
}

/// Passages of one submission, as the form that marks them takes them.
pub(crate) struct MarkedPassages {
    pub(crate) submission: u32,
    pub(crate) file: u32,
    pub(crate) start_byte: u32,
    pub(crate) end_byte: u32,
    /// All passages but the first: `file:start-end`, separated by blanks.
    pub(crate) further: String,
}

/// Returns the findings of a report. `marks` returns what is known about the case with these members.
pub(crate) fn finding_cards(
    frame: &Frame,
    report: &Report,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
) -> Vec<FindingCard> {
    if report.findings.is_empty() {
        return Vec::new();
    }
    let by_name = SubmissionsByName::new(report);
    report.findings.iter().map(|finding| card(frame, report, &by_name, marks, finding)).collect()
}

fn card(
    frame: &Frame,
    report: &Report,
    by_name: &SubmissionsByName<'_>,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
    finding: &Finding,
) -> FindingCard {
    let is_versions = finding.kind == FindingKind::Versions;
    let named = |name: &str| by_name.get(name).map(|one| (one.id, NamedSubmission::new(frame, one)));
    let representative = named(&finding.representative);
    let members = finding.submissions.iter().zip(&finding.shares).take(MAX_MEMBERS);
    let member = |(name, &share): (&String, &f64)| {
        let (id, submission) = named(name)?;
        let of_pair = representative.as_ref().filter(|(of, _)| *of != id).map(|(of, _)| PairId::new(*of, id));
        Some(FindingMember {
            id: SubmissionId(id),
            submission,
            mark: is_versions.then(|| marks(&[id])).flatten(),
            pair: of_pair.filter(|&id| has_page(report, id)).map(|id| frame.place.pair(id)),
            share: (share < 0.995).then(|| percent(share)),
        })
    };
    let members: Vec<FindingMember> = members.filter_map(member).collect();
    FindingCard {
        open: members.iter().find_map(|member| member.mark.as_ref()?.open.clone()),
        number: finding.id,
        kind: finding.kind,
        sentence: finding_sentence(frame.words, report, finding),
        members,
        more: finding.submissions.len().saturating_sub(MAX_MEMBERS),
        places: finding.passages.iter().map(|passage| place(frame, passage)).collect(),
        mark: representative.as_ref().and_then(|(id, _)| marked(*id, &finding.passages)),
        representative: representative.filter(|_| is_versions).map(|(_, submission)| submission),
        between: linked_pairs(frame, report, &finding.between, MAX_BETWEEN),
    }
}

/// Returns versions of one program as rows of the list of clusters.
pub(crate) fn finding_rows(frame: &Frame, report: &Report, cutoff: Cutoff) -> Vec<ClusterRow> {
    let by_name = SubmissionsByName::new(report);
    let row = |finding: &Finding| {
        let pairs = || report.pairs.iter().filter(|pair| pair.finding == Some(finding.id));
        let suspicion = pairs().map(|pair| pair.suspicion).fold(0.0, f64::max);
        let links = pairs().map(ClusterLink::from).take(MAX_STRONGEST).collect::<Vec<_>>();
        ClusterRow {
            name: frame.words.say("cluster-finding").number("number", finding.id),
            href: frame.place.finding(finding.id),
            size: finding.submissions.len(),
            names: by_name.named(frame, &finding.submissions[..finding.submissions.len().min(MAX_NAMED)]),
            more: finding.submissions.len().saturating_sub(MAX_NAMED),
            similarity: None,
            strength: Strength::new(cutoff.shown, finding.expect, suspicion),
            score: None,
            level: Level::Versions,
            strongest: linked_pairs(frame, report, &links, MAX_STRONGEST),
            mark: None,
            ids: String::new(),
        }
    };
    report.versions().map(row).collect()
}

/// Pairs with others named per finding.
const MAX_BETWEEN: usize = 5;

fn place(frame: &Frame, Template { submission, region }: &Template) -> Message {
    let place = frame.words.say("finding-place").text("name", submission).text("path", &region.path);
    place.number("first", region.start_line).number("last", region.end_line)
}

fn marked(submission: u32, passages: &[Template]) -> Option<MarkedPassages> {
    let (first, others) = passages.split_first()?;
    let mut further = String::new();
    for Template { region, .. } in others {
        let gap = if further.is_empty() { "" } else { " " };
        write!(further, "{gap}{}:{}-{}", region.file, region.start_byte, region.end_byte)
            .expect("a String takes everything");
    }
    let region = &first.region;
    let (start_byte, end_byte) = (region.start_byte, region.end_byte);
    Some(MarkedPassages { submission, file: region.file, start_byte, end_byte, further })
}
