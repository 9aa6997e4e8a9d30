//! Learning platforms whose exports were recognised, and what their exports told. Their names are the same in every
//! language.

use crate::locale::{Locale, Message};

/// Names of learning platforms, by the words of [`Report::layouts`](chaffinch_report::Report::layouts).
const PLATFORMS: &[(&str, &str)] = &[
    ("blackboard", "Blackboard"),
    ("canvas", "Canvas"),
    ("dodona", "Dodona"),
    ("git", "git"),
    ("github-classroom", "GitHub Classroom"),
    ("gradescope", "Gradescope"),
    ("moodle", "Moodle"),
    ("nbgrader", "nbgrader"),
    ("otter-grader", "otter-grader"),
];

/// Returns the names of platforms, separated by commas; `None` if there are none.
pub fn platforms(layouts: &[String]) -> Option<String> {
    let name = |word: &String| {
        let known = PLATFORMS.iter().find(|(known, _)| known == word);
        known.map_or_else(|| word.clone(), |(_, name)| (*name).to_owned())
    };
    (!layouts.is_empty()).then(|| layouts.iter().map(name).collect::<Vec<_>>().join(", "))
}

/// Says that an upload is an export of these platforms, and whether it gave authors and times. `known` says for each
/// submission whether its author and its time are known. Returns `None` if no platform was recognised.
pub fn platform_export(
    words: Locale,
    layouts: &[String],
    known: impl Iterator<Item = (bool, bool)>,
) -> Option<Message> {
    let (authors, times) = known.fold((false, false), |all, one| (all.0 || one.0, all.1 || one.1));
    let known = match (authors, times) {
        (true, true) => "both",
        (true, false) => "authors",
        (false, true) => "times",
        (false, false) => "none",
    };
    Some(words.say("overview-platforms").choice("known", known).text("platforms", platforms(layouts)?))
}
