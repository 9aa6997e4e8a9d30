//! The findings at the head of the overview: what three or more submissions share, and what it means.

use std::fmt::Write as _;

use chaffinch_report::{Finding, FindingKind, PairId, Report, Template};

use crate::figures::{finding_sentence, percent};
use crate::frame::Frame;
use crate::locale::Message;
use crate::overview::lists::{has_page, linked_pairs};
use crate::rows::{Link, NamedSubmission, SubmissionsByName};

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
}

/// A member of a finding.
pub(crate) struct FindingMember {
    pub(crate) submission: NamedSubmission,
    /// Link to the pair of it and the representative.
    pub(crate) pair: Option<String>,
    /// Its share of what they have in common, if it is not all of it.
    pub(crate) share: Option<String>,
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

/// Returns the findings of a report.
pub(crate) fn finding_cards(frame: &Frame, report: &Report) -> Vec<FindingCard> {
    if report.findings.is_empty() {
        return Vec::new();
    }
    let by_name = SubmissionsByName::new(report);
    report.findings.iter().map(|finding| card(frame, report, &by_name, finding)).collect()
}

fn card(frame: &Frame, report: &Report, by_name: &SubmissionsByName<'_>, finding: &Finding) -> FindingCard {
    let named = |name: &str| by_name.get(name).map(|one| (one.id, NamedSubmission::new(frame, one)));
    let representative = named(&finding.representative);
    let members = finding.submissions.iter().zip(&finding.shares).take(MAX_MEMBERS);
    let member = |(name, &share): (&String, &f64)| {
        let (id, submission) = named(name)?;
        let of_pair = representative.as_ref().filter(|(of, _)| *of != id).map(|(of, _)| PairId::new(*of, id));
        Some(FindingMember {
            submission,
            pair: of_pair.filter(|&id| has_page(report, id)).map(|id| frame.place.pair(id)),
            share: (share < 0.995).then(|| percent(share)),
        })
    };
    FindingCard {
        number: finding.id,
        kind: finding.kind,
        sentence: finding_sentence(frame.words, report, finding),
        members: members.filter_map(member).collect(),
        more: finding.submissions.len().saturating_sub(MAX_MEMBERS),
        places: finding.passages.iter().map(|passage| place(frame, passage)).collect(),
        mark: representative.as_ref().and_then(|(id, _)| marked(*id, &finding.passages)),
        representative: representative
            .filter(|_| finding.kind == FindingKind::Versions)
            .map(|(_, submission)| submission),
        between: linked_pairs(frame, report, &finding.between, MAX_BETWEEN),
    }
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
