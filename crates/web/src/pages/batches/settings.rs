//! What the page of the settings of a comparison shows of its report: the cut-off and what another one would do, what was
//! compared, and what is ignored.

use std::str::FromStr;

use chaffinch_pages::{ElsewhereLines, Frame, Locale, Message, cutoff_effect, named_cutoff, vendored};
use chaffinch_report::{ArchiveState, Cutoff as ReportCutoff, FindingKind, Report, Unit};
use chaffinch_storage::{Batch, Cutoff, Review, Revision};
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::intake::{check_cutoff, two_cutoffs};

/// A cut-off that was typed and is not saved. Missing: nothing was typed. Empty: the default.
#[derive(Deserialize, Clone, Default, PartialEq)]
pub(crate) struct TypedCutoff {
    /// Pairs expected by chance.
    pub(super) cutoff_expect: Option<String>,
    /// Suspicion in bits.
    pub(super) cutoff: Option<String>,
}

impl TypedCutoff {
    fn value(&self) -> Result<Option<Cutoff>> {
        let cutoff = chosen_cutoff(self.cutoff_expect.as_deref(), self.cutoff.as_deref())?;
        cutoff.map(check_cutoff).transpose()?;
        Ok(cutoff)
    }
}

/// The cut-off of the report.
pub(super) struct CutoffSettings {
    pub(super) now: Message,
    /// Whether the report knows the numbers of pairs expected by chance.
    pub(super) has_expect: bool,
    /// Whether expect values are missing because of the match length.
    pub(super) is_unmeasured: bool,
    /// The effect of what was typed, or else of the cut-off of the report.
    pub(super) effect: Message,
}

impl CutoffSettings {
    pub(super) fn new(words: Locale, report: &Report, review: &Review, typed: &TypedCutoff) -> Self {
        let own = ReportCutoff::from_report(report);
        let effect = |unit, value| cutoff_effect(words, report, unit, value);
        // Only an analysis knows the default.
        let unknown_default = review.cutoff.is_some() && *typed != TypedCutoff::default();
        Self {
            now: named_cutoff(words, own),
            has_expect: report.has_expect(),
            is_unmeasured: report.settings.expect_reason.is_some(),
            effect: match typed.value() {
                Err(_) => words.say("review-effect-number"),
                Ok(Some(Cutoff::Expect(pairs))) => effect(Unit::Expect, pairs),
                Ok(Some(Cutoff::Suspicion(bits))) => effect(Unit::Suspicion, bits),
                Ok(None) if unknown_default => words.say("review-effect-default"),
                Ok(None) => effect(own.unit, own.value),
            },
        }
    }
}

/// What was compared, apart from the submissions.
pub(super) struct ComparedWith {
    pub(super) archives: Vec<ArchiveState>,
    /// Number of reference answers.
    pub(super) references: usize,
    pub(super) include: String,
    pub(super) exclude: String,
}

impl ComparedWith {
    pub(super) fn new(report: &Report) -> Self {
        let settings = &report.settings;
        Self {
            archives: settings.archives.clone(),
            references: report.submissions.len() - report.without_references().count(),
            include: settings.include.join(" "),
            exclude: settings.exclude.join(" "),
        }
    }
}

/// A kind of code that is ignored or counted, and the form that changes it.
pub(super) struct Switch {
    pub(super) title: Message,
    pub(super) state: Message,
    /// The address of the form and the text of its button. `None`: there is nothing to change.
    pub(super) change: Option<(String, Message)>,
    /// Whether the form makes it count.
    pub(super) count: bool,
}

/// Returns what is ignored besides starter code.
pub(super) fn switches(frame: &Frame, report: &Report) -> Vec<Switch> {
    let (words, settings, actions) = (frame.words, &report.settings, &frame.actions);
    let elsewhere = ElsewhereLines::new(frame, settings);
    let files = vendored(words, report);
    let has_files = files.is_some() || settings.count_vendored;
    let given = report.findings.iter().filter(|finding| finding.kind == FindingKind::GivenCode).count();
    let switch = |title, state, action: Option<&String>, button, count| Switch {
        title: words.say(title),
        state,
        change: action.map(|action| (action.clone(), words.say(button))),
        count,
    };
    let vendored_button = if settings.count_vendored { "vendored-ignore" } else { "vendored-count" };
    let given_button = if settings.count_given { "given-ignore" } else { "given-count" };
    [
        Some(switch(
            "review-vendored",
            files.unwrap_or_else(|| words.say("review-vendored-none")),
            actions.count_vendored.as_ref().filter(|_| has_files),
            vendored_button,
            !settings.count_vendored,
        )),
        Some(switch(
            "review-given",
            if settings.count_given {
                words.say("given-counted")
            } else {
                words.say("review-given-ignored").number("count", given)
            },
            actions.count_given.as_ref().filter(|_| given > 0 || settings.count_given),
            given_button,
            !settings.count_given,
        )),
        elsewhere.background.map(|line| {
            switch("review-background", line, actions.count_background.as_ref(), "background-count", true)
        }),
        elsewhere.own_work.map(|line| switch("review-own-work", line, None, "", false)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Says that a change compares all submissions again, and how long the first report took, if the clock tells.
pub(super) fn compares_again(words: Locale, batch: &Batch, revisions: &[Revision]) -> Message {
    let first = revisions.iter().find(|revision| revision.number == 1);
    let seconds = first.map(|revision| (revision.created - batch.created).num_seconds());
    match seconds {
        Some(seconds @ 0..120) => words.say("review-again-seconds").number("count", seconds.max(1) as u64),
        Some(seconds @ 120..) => words.say("review-again-minutes").number("count", (seconds / 60) as u64),
        _ => words.say("review-again"),
    }
}

/// Returns the cut-off that was entered, as a number of pairs expected by chance or in bits. `None` is the default.
pub(super) fn chosen_cutoff(expect: Option<&str>, bits: Option<&str>) -> Result<Option<Cutoff>> {
    let [expect, bits] = [expect, bits].map(|field| field.map(str::trim).filter(|text| !text.is_empty()));
    Ok(match (expect, bits) {
        (None, None) => None,
        (Some(pairs), None) => Some(Cutoff::Expect(number("cutoff_expect", pairs)?)),
        (None, Some(bits)) => Some(Cutoff::Suspicion(number("cutoff", bits)?)),
        (Some(_), Some(_)) => return Err(two_cutoffs()),
    })
}

/// Reads a number that was entered.
pub(super) fn number<N: FromStr>(name: &'static str, text: &str) -> Result<N> {
    text.trim().parse().map_err(|_| WebError::field(name, "must be a number"))
}
