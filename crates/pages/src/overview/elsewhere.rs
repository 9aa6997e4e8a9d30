//! What the overview says of work elsewhere that somebody named: its sources, and how much of the class is ignored.

use chaffinch_report::{ReportSettings, SourceChange, WorkSource};

use crate::frame::{Frame, PageLocation};
use crate::locale::{Locale, Message};

/// Sentences about ignored passages.
pub(super) struct ElsewhereLines {
    /// Passages that are common elsewhere; `None` if nobody named a background.
    pub(super) background: Option<Message>,
    /// Passages that both authors of a pair handed in before; `None` if nobody named earlier work.
    pub(super) own_work: Option<Message>,
}

impl ElsewhereLines {
    /// People with a shared link do not learn where passages are common.
    pub(super) fn new(frame: &Frame, settings: &ReportSettings) -> Self {
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
