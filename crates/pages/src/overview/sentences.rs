//! Sentences of the overview: what reaches a cut-off that a reader tries, numbers that are only roughly known, work
//! elsewhere that somebody named, with how much of the class is ignored because of it, and files that no student wrote.

use std::collections::BTreeSet;

use chaffinch_report::{
    Cutoff, File, Pair, Report, ReportSettings, SourceChange, Unit, WorkSource, pairs_apart,
};

use crate::clusters::cases;
use crate::frame::{Frame, PageLocation};
use crate::locale::{Locale, Message};

/// The judged pairs that reach a cut-off. Clusters are made of all of them.
#[derive(Debug, PartialEq)]
pub(crate) struct Reaching {
    /// Number of pairs of the class.
    pub(crate) own: u64,
    /// Number of pairs with earlier submissions.
    pub(crate) earlier: u64,
    /// Whether there may be more, because not all pairs are listed.
    or_more: bool,
    /// Whether the report lists fewer pairs than were compared token by token.
    pub(crate) truncated: bool,
    /// Number of pairs of the class that chance alone lets reach it; `None` if it is not known.
    pub(crate) expected: Option<f64>,
}

impl Reaching {
    pub(crate) fn new(report: &Report, cutoff: Cutoff) -> Self {
        let (own, earlier): (Vec<&Pair>, Vec<&Pair>) = pairs_apart(report)
            .filter(|pair| cutoff.is_reached_by(pair))
            .partition(|pair| report.is_of_class(pair));
        let truncated = report.is_truncated();
        Self {
            or_more: truncated && own.len() + earlier.len() == pairs_apart(report).count(),
            own: own.len() as u64,
            earlier: earlier.len() as u64,
            truncated,
            expected: (cutoff.unit == Unit::Expect)
                .then(|| cutoff.value.min(report.distribution.pairs as f64)),
        }
    }

    /// Returns `12` or `250 or more`.
    pub(crate) fn count(&self, words: Locale, count: u64) -> Message {
        words.say(if self.or_more { "count-or-more" } else { "count" }).number("count", count)
    }
}

/// Says how many listed pairs reach a cut-off and how many clusters they form, and how many do now.
pub fn cutoff_effect(words: Locale, report: &Report, unit: Unit, value: f64) -> Message {
    let now = Cutoff::from_report(report);
    let then = Cutoff { unit, value, ..now };
    let [reach, reach_now] = [then, now].map(|cutoff| Reaching::new(report, cutoff));
    let [clusters, clusters_now] = [then, now].map(|cutoff| cases(report, cutoff).len());
    let effect = if reach.earlier + reach_now.earlier == 0 {
        words.say("cutoff-effect")
    } else {
        words
            .say("cutoff-effect-earlier")
            .words("earlier", &reach.count(words, reach.earlier))
            .words("earlier_now", &reach_now.count(words, reach_now.earlier))
    };
    effect
        .words("pairs", &reach.count(words, reach.own))
        .words("now", &reach_now.count(words, reach_now.own))
        .number("clusters", clusters)
        .number("clusters_now", clusters_now)
}

/// Returns a number that is only roughly known.
pub(crate) fn roughly(words: Locale, number: f64) -> Message {
    let (key, shown) = match number {
        _ if number < 0.05 => ("about-fewer", "0.1".to_owned()),
        _ if number < 0.95 => ("about", format!("{number:.1}")),
        _ if number < 20.0 => ("about", format!("{number:.0}")),
        _ => ("about", format!("{:.0}0", number / 10.0)),
    };
    words.say(key).figure("number", shown)
}

/// Sentences about ignored passages.
pub struct ElsewhereLines {
    /// Passages that are common elsewhere; `None` if nobody named a background.
    pub background: Option<Message>,
    /// Passages that both authors of a pair handed in before; `None` if nobody named earlier work.
    pub own_work: Option<Message>,
}

impl ElsewhereLines {
    /// People with a shared link do not learn where passages are common.
    pub fn new(frame: &Frame, settings: &ReportSettings) -> Self {
        let words = frame.words;
        let is_shared = matches!(frame.place, PageLocation::Shared { .. });
        let listed = |sources: &[WorkSource], describe: fn(Locale, &WorkSource) -> Message| {
            let listed: Vec<String> = sources
                .iter()
                .map(|source| {
                    let described = describe(words, source).plain();
                    format!("{} ({}{})", source.title, described, change(words, source))
                })
                .collect();
            (!is_shared && !listed.is_empty()).then(|| listed.join(", "))
        };
        let background = &settings.background;
        let is_named = !background.sources.is_empty() || background.submissions > 0;
        Self {
            background: is_named.then(|| {
                match listed(&background.sources, people) {
                    Some(sources) => words.say("background-ignored").text("sources", sources),
                    None => words.say("background-ignored-elsewhere"),
                }
                .number("passages", background.passages)
            }),
            own_work: settings.own_work.as_ref().map(|own_work| {
                match listed(&own_work.sources, own_people) {
                    Some(sources) => words.say("own-work-ignored").text("sources", sources),
                    None => words.say("own-work-ignored-elsewhere"),
                }
                .number("pairs", own_work.pairs)
            }),
        }
    }
}

fn people(words: Locale, source: &WorkSource) -> Message {
    words
        .say("background-people")
        .number("people", source.people)
        .number("left_out", source.left_out)
        .number("versions", source.versions)
}

fn own_people(words: Locale, source: &WorkSource) -> Message {
    words.say("own-work-people").number("people", source.people)
}

fn change(words: Locale, source: &WorkSource) -> String {
    let key = match source.change {
        None => return String::new(),
        Some(SourceChange::Changed) => "background-changed",
        Some(SourceChange::Gone) => "background-gone",
    };
    words.say(key).plain()
}

/// Most names of files in the sentence about files that no student wrote.
const MAX_NAMED_FILES: usize = 5;

/// Says how many files no student wrote, with the first of their names, and whether they count. `None` if there are none,
/// or if they count although nobody chose that: a submission may have nothing else.
pub fn vendored(words: Locale, report: &Report) -> Option<Message> {
    let counts = report.settings.count_vendored;
    let is_meant = |file: &&File| if counts { file.provenance.is_some() } else { file.is_ignored() };
    let files: Vec<&File> = report.files().filter(is_meant).collect();
    let names: BTreeSet<&str> =
        files.iter().map(|file| file.path.rsplit('/').next().unwrap_or(&file.path)).collect();
    let more = if names.len() > MAX_NAMED_FILES { ", …" } else { "" };
    let first: Vec<&str> = names.into_iter().take(MAX_NAMED_FILES).collect();
    let key = if counts { "vendored-counted" } else { "vendored-ignored" };
    let said = || words.say(key).number("count", files.len()).text("names", first.join(", ") + more);
    (!files.is_empty()).then(said)
}
