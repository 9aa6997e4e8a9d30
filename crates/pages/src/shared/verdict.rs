//! The verdict of a report in words.

use chaffinch_report::{Cutoff, FoundCounts, Unit};

use super::figures::{expect, plain};
use crate::locale::{Locale, Message};

/// Returns `1 pair expected by chance` or `suspicion 15`.
pub(crate) fn named_cutoff(words: Locale, cutoff: Cutoff) -> Message {
    match cutoff.unit {
        Unit::Expect => words.say("cutoff-expect").figure("pairs", expect(cutoff.value)),
        Unit::Suspicion => words.say("cutoff-suspicion").figure("bits", plain(cutoff.value)),
    }
}

/// Returns the first sentence of a report. In a page, each count is a link to its section.
pub fn verdict(words: Locale, found: &FoundCounts) -> Message {
    match found_list(words, found) {
        Some(list) => words.say("verdict-found").strong("strong").words("list", &list),
        None if found.judged < 2 => words.say("verdict-unknown").strong("strong"),
        None => words.say("verdict-nothing").strong("strong"),
    }
}

/// Returns the counts that are not 0, separated by commas; `None` if there are none.
pub fn found_list(words: Locale, found: &FoundCounts) -> Option<Message> {
    let of_pairs = [
        ("class", "#pairs", found.pairs, found.beyond_chance),
        ("earlier", "#earlier", found.earlier, found.earlier_beyond_chance),
    ];
    let of_pairs = of_pairs.into_iter().flat_map(|(among, href, all, beyond)| {
        let levels = match beyond {
            Some(beyond) => vec![("beyond", beyond), ("unlikely", all.saturating_sub(beyond))],
            None => vec![("above", all)],
        };
        let mut levels: Vec<Message> = levels
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(level, count)| {
                let counted = words.say("found-pairs").link("what", href).number("count", count);
                counted.choice("among", among).choice("level", level)
            })
            .collect();
        // Pairs that are not listed are weaker than those that are.
        let known = |at_least| if at_least { "least" } else { "exactly" };
        let last = levels.pop().map(|last| last.choice("known", known(found.at_least)));
        levels.into_iter().map(move |level| level.choice("known", known(false))).chain(last)
    });
    let others = [
        ("found-equal", "#duplicates", found.equal),
        ("found-references", "#references", found.references),
        ("found-translations", "#translations", found.translations),
    ];
    let others = others
        .into_iter()
        .filter(|(.., count)| *count > 0)
        .map(|(key, href, count)| words.say(key).link("what", href).number("count", count));
    of_pairs
        .chain(others)
        .reduce(|list, next| words.say("found-list").words("list", &list).words("next", &next))
}
