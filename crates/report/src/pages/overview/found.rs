//! What a report found, as counts of what its sections list. The overview, the command line, lists of reports and MOSS's
//! page all speak by this value, so they agree.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::locale::{Locale, Message};
use crate::model::{Duplicates, Pair, PairId, Report, Translations};
use crate::pages::shared::{Cutoff, Level, has_staff, is_of_class, sides};

/// What a report found: how much each of its sections lists. Staff's submissions are not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct FoundCounts {
    /// Number of submissions of the class.
    pub submissions: u32,
    /// Number of pairs of the class that are unlikely by chance. In a class without expect values: that reach the cut-off.
    pub pairs: u32,
    /// Number of these pairs that are beyond chance; null: the class has no expect values.
    pub beyond_chance: Option<u32>,
    /// Number of pairs with earlier submissions, by the same rule.
    pub earlier: u32,
    /// Number of these pairs that are beyond chance; null: the class has no expect values.
    pub earlier_beyond_chance: Option<u32>,
    /// Number of submissions of the class that equal another submission, of the class or of an archive.
    pub equal: u32,
    /// Number of submissions that resemble a reference answer.
    pub references: u32,
    /// Number of pairs of which one submission may be a translation of the other.
    pub translations: u32,
    /// Whether there may be more pairs, because the report does not list all of them.
    pub at_least: bool,
    /// Number of submissions of the class that are long enough to judge.
    pub judged: u32,
}

impl FoundCounts {
    /// Counts what a report lists, at its own cut-off.
    pub fn new(report: &Report) -> Self {
        let is_student =
            |id: u32| report.submission(id).is_some_and(|one| !one.staff && one.archive.is_none());
        let strong: Vec<(&Pair, Level)> = strong(report).collect();
        let count = |of_class: bool, fits: fn(Level) -> bool| {
            let fitting =
                |(pair, level): &&(&Pair, Level)| is_of_class(report, pair) == of_class && fits(*level);
            strong.iter().filter(fitting).count() as u32
        };
        let has_expect = report.has_expect();
        let beyond = |of_class| has_expect.then(|| count(of_class, |level| level == Level::BeyondChance));
        let equal: BTreeSet<&str> =
            equal_sets(report).flat_map(|set| &set.submissions).map(String::as_str).collect();
        let resembling: BTreeSet<u32> = report
            .references
            .iter()
            .flat_map(|pair| [pair.id.left, pair.id.right])
            .filter(|&id| is_student(id))
            .collect();
        let translations = report.translations.iter();
        Self {
            submissions: report.class().count() as u32,
            pairs: count(true, |_| true),
            beyond_chance: beyond(true),
            earlier: count(false, |_| true),
            earlier_beyond_chance: beyond(false),
            equal: report
                .submissions
                .iter()
                .filter(|one| is_student(one.id) && equal.contains(&*one.name))
                .count() as u32,
            references: resembling.len() as u32,
            translations: translations.flat_map(Translations::named).count() as u32,
            at_least: is_truncated(report) && strong.len() == students_pairs(report).count(),
            judged: report.submissions.iter().filter(|one| is_student(one.id) && !one.too_short).count()
                as u32,
        }
    }

    /// Returns whether no section lists anything.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u32 {
        [self.pairs, self.earlier, self.equal, self.references, self.translations]
            .into_iter()
            .fold(0, u32::saturating_add)
    }

    /// Returns the first sentence of the report. In a page, each count is a link to its section.
    pub fn sentence(&self, words: Locale) -> Message {
        match self.list(words) {
            Some(list) => words.say("verdict-found").strong("strong").words("list", &list),
            None if self.judged < 2 => words.say("verdict-unknown").strong("strong"),
            None => words.say("verdict-nothing").strong("strong"),
        }
    }

    /// Returns the counts that are not 0, separated by commas; `None` if there are none.
    pub fn list(&self, words: Locale) -> Option<Message> {
        let of_pairs = [
            ("class", "#pairs", self.pairs, self.beyond_chance),
            ("earlier", "#earlier", self.earlier, self.earlier_beyond_chance),
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
            let last = levels.pop().map(|last| last.choice("known", known(self.at_least)));
            levels.into_iter().map(move |level| level.choice("known", known(false))).chain(last)
        });
        let others = [
            ("found-equal", "#duplicates", self.equal),
            ("found-references", "#references", self.references),
            ("found-translations", "#translations", self.translations),
        ];
        let others = others
            .into_iter()
            .filter(|(.., count)| *count > 0)
            .map(|(key, href, count)| words.say(key).link("what", href).number("count", count));
        of_pairs
            .chain(others)
            .reduce(|list, next| words.say("found-list").words("list", &list).words("next", &next))
    }
}

/// Returns whether a report names two submissions: their pair can be judged and reaches the report's own cut-off, or they
/// are equal.
pub fn is_named(report: &Report, pair: &Pair) -> bool {
    Cutoff::from_report(report).is_reached_by(pair) || are_equal(report, pair.id)
}

fn are_equal(report: &Report, id: PairId) -> bool {
    let Some((left, right)) = sides(report, id) else { return false };
    report
        .duplicates
        .iter()
        .any(|set| [left, right].into_iter().all(|side| set.submissions.contains(&side.name)))
}

/// Returns the sets of equal submissions with a student's submission in them.
pub(super) fn equal_sets(report: &Report) -> impl Iterator<Item = &Duplicates> {
    let staff: BTreeSet<&str> =
        report.submissions.iter().filter(|one| one.staff).map(|one| one.name.as_str()).collect();
    report
        .duplicates
        .iter()
        .filter(move |set| !set.submissions.iter().all(|name| staff.contains(name.as_str())))
}

/// Returns the pairs with earlier submissions that stand out, strongest first.
pub(super) fn earlier_work(report: &Report) -> Vec<&Pair> {
    strong(report).map(|(pair, _)| pair).filter(|pair| !is_of_class(report, pair)).collect()
}

/// Returns the listed pairs with a strong level at the report's own cut-off.
fn strong(report: &Report) -> impl Iterator<Item = (&Pair, Level)> {
    let cutoff = Cutoff::from_report(report);
    students_pairs(report)
        .map(move |pair| (pair, Level::new(pair, cutoff)))
        .filter(|(_, level)| level.is_strong())
}

/// Returns the listed pairs without staff's submissions.
pub(super) fn students_pairs(report: &Report) -> impl Iterator<Item = &Pair> {
    report.pairs.iter().filter(|pair| !has_staff(report, pair))
}

/// Returns whether the report lists fewer pairs than were compared token by token.
pub(super) fn is_truncated(report: &Report) -> bool {
    (report.pairs.len() as u64) < report.verified_pairs
}
