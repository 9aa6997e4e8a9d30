//! The verdict of a report: its cut-off and the level of each pair (`level`), what was found, as counts of what its sections
//! list, and what a new revision changes. Pages, the command line, REST and jobs use these values, so they agree.

mod level;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chaffinch_detect::MIN_SAME_TEXT;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::{DuplicateKind, Duplicates, Finding, Pair, PairId, Report, Translations};

pub use level::{Cutoff, Level, Unit};

/// What a report found: how much each of its sections lists. Staff's submissions are not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct FoundCounts {
    /// Number of submissions of the class.
    pub submissions: u32,
    /// Number of findings that submissions are versions of one program.
    pub findings: u32,
    /// Number of submissions in these findings.
    pub versions: u32,
    /// Number of pairs of the class that are unlikely by chance, without pairs of versions of one program. In a class
    /// without expect values: that reach the cut-off.
    pub pairs: u32,
    /// Number of these pairs that are beyond chance; null: the class has no expect values.
    pub beyond_chance: Option<u32>,
    /// Number of pairs with earlier submissions, by the same rule.
    pub earlier: u32,
    /// Number of these pairs that are beyond chance; null: the class has no expect values.
    pub earlier_beyond_chance: Option<u32>,
    /// Number of submissions of the class that equal another submission, of the class or of an archive, and are not versions
    /// of one program.
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
                |(pair, level): &&(&Pair, Level)| report.is_of_class(pair) == of_class && fits(*level);
            strong.iter().filter(fitting).count() as u32
        };
        let has_expect = report.has_expect();
        let beyond = |of_class| has_expect.then(|| count(of_class, |level| level == Level::BeyondChance));
        let versions: Vec<&Finding> = report.versions().collect();
        let in_versions: BTreeSet<&String> =
            versions.iter().flat_map(|finding| &finding.submissions).collect();
        let equal: BTreeSet<&str> = equal_sets(report)
            .flat_map(|set| &set.submissions)
            .filter(|name| !in_versions.contains(name))
            .map(String::as_str)
            .collect();
        let resembling: BTreeSet<u32> = report
            .references
            .iter()
            .flat_map(|pair| [pair.id.left, pair.id.right])
            .filter(|&id| is_student(id))
            .collect();
        let translations = report.translations.iter();
        Self {
            submissions: report.class().count() as u32,
            findings: versions.len() as u32,
            versions: versions.iter().map(|finding| finding.submissions.len() as u32).sum(),
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
            at_least: report.is_truncated() && strong.len() == pairs_apart(report).count(),
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
        [self.versions, self.pairs, self.earlier, self.equal, self.references, self.translations]
            .into_iter()
            .fold(0, u32::saturating_add)
    }
}

/// Returns whether a report names two submissions: their pair can be judged and reaches the report's own cut-off, they are
/// versions of one program, or they have the same text, which is long enough.
pub fn is_named(report: &Report, pair: &Pair) -> bool {
    Cutoff::from_report(report).is_reached_by(pair)
        || report.versions_of(pair).is_some()
        || !pair.too_short && MIN_SAME_TEXT <= pair.same_text_tokens
}

/// Sets which pairs a report names, and which of them are copies of each other.
pub(crate) fn name_pairs(report: &mut Report) {
    let mut sets: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, set) in report.duplicates.iter().enumerate() {
        set.submissions.iter().for_each(|name| sets.entry(name).or_default().push(at));
    }
    // The strictest kinds come first.
    let equal = |pair: &Pair| {
        let [left, right] =
            [&*pair.left, &*pair.right].map(|name| sets.get(name).map_or(&[][..], Vec::as_slice));
        left.iter().find(|at| right.contains(at)).map(|&at| report.duplicates[at].kind)
    };
    let equal: Vec<Option<DuplicateKind>> = report.pairs.iter().map(equal).collect();
    report.pairs.iter_mut().zip(equal).for_each(|(pair, equal)| pair.equal = equal);
    let own = report.pairs.iter().chain(&report.references).map(|pair| is_named(report, pair));
    let translated =
        report.translations.iter().flat_map(|found| found.pairs.iter().map(|pair| found.names(pair)));
    let named: Vec<bool> = own.chain(translated).collect();
    report.listed_mut().zip(named).for_each(|(pair, named)| pair.named = named);
}

/// Returns the sets of equal submissions with a student's submission in them.
pub fn equal_sets(report: &Report) -> impl Iterator<Item = &Duplicates> {
    let staff: BTreeSet<&str> =
        report.submissions.iter().filter(|one| one.staff).map(|one| one.name.as_str()).collect();
    report
        .duplicates
        .iter()
        .filter(move |set| !set.submissions.iter().all(|name| staff.contains(name.as_str())))
}

/// Returns the pairs with earlier submissions that stand out, strongest first.
pub fn earlier_work(report: &Report) -> Vec<&Pair> {
    strong(report).map(|(pair, _)| pair).filter(|pair| !report.is_of_class(pair)).collect()
}

/// Returns the listed pairs with a strong level at the report's own cut-off, without those of versions of one program and
/// those that only a weak cut-off names.
fn strong(report: &Report) -> impl Iterator<Item = (&Pair, Level)> {
    let cutoff = Cutoff::from_report(report);
    pairs_apart(report)
        .map(move |pair| (pair, Level::new(pair, cutoff)))
        .filter(|(pair, level)| level.is_strong() && (*level != Level::Above || pair.expect.is_none()))
}

/// Returns the listed pairs without staff's submissions and without those of versions of one program.
pub fn pairs_apart(report: &Report) -> impl Iterator<Item = &Pair> {
    report.pairs.iter().filter(|pair| is_apart(report, pair))
}

/// Returns whether a pair has no side of staff, and is not one of versions of one program, which a finding counts.
pub fn is_apart(report: &Report, pair: &Pair) -> bool {
    !report.has_staff(pair) && report.versions_of(pair).is_none()
}

/// Returns the number of listed pairs whose figures differ between two revisions of a report, or that only one of them
/// lists. Figures are compared as precisely as they are known: what is ignored in one pair changes the rarity of code in
/// all others a little.
pub fn changed_pairs(before: &Report, after: &Report) -> u64 {
    let mut known: BTreeMap<PairId, &Pair> = before.pairs.iter().map(|pair| (pair.id, pair)).collect();
    let mut changed = 0;
    for pair in &after.pairs {
        let same = known.remove(&pair.id).is_some_and(|before| figures(before) == figures(pair));
        changed += u64::from(!same);
    }
    changed + known.len() as u64
}

/// Returns the figures of a pair: shares in percent, suspicion in tenths of a bit.
fn figures(pair: &Pair) -> (bool, [u32; 4], i64, Option<(i32, i64)>) {
    let percent = |share: f64| (share * 100.0).round() as u32;
    let counts =
        [pair.matched_tokens, pair.longest_match, percent(pair.left_share), percent(pair.right_share)];
    (pair.too_short, counts, (pair.suspicion * 10.0).round() as i64, pair.expect.map(known_digits))
}

/// Returns the digits of an expect value that are known, and the power of ten of the last one: one digit below 1, whole
/// numbers up to 100, and two digits above.
fn known_digits(expect: f64) -> (i32, i64) {
    let power = expect.max(1e-5).log10().floor() as i32;
    let last = if power < 0 { power } else { (power - 1).max(0) };
    (last, (expect / 10_f64.powi(last)).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::Sample;

    #[test]
    fn a_pair_changes_if_its_figures_do() {
        let before = Sample::new().report();
        assert_eq!(changed_pairs(&before, &before), 0);
        let mut after = before.clone();
        after.pairs[0].left_share -= 1e-9;
        assert_eq!(changed_pairs(&before, &after), 0);
        after.pairs[0].longest_match += 1;
        assert_eq!(changed_pairs(&before, &after), 1);
        // One vanishes, another appears.
        let gone = after.pairs.pop().unwrap();
        after.pairs.push(Pair { id: PairId { left: 7, right: 8 }, ..gone });
        let vanished_and_new = if before.pairs.len() == 1 { 2 } else { 3 };
        assert_eq!(changed_pairs(&before, &after), vanished_and_new);
    }

    #[test]
    fn an_expect_value_changes_with_its_known_digits() {
        for (one, other, same) in [
            (0.0012, 0.0014, true),
            (0.0014, 0.0016, false),
            (0.02, 0.002, false),
            (12.4, 12.2, true),
            (12.0, 13.0, false),
            (1234.0, 1220.0, true),
            (1e-9, 1e-12, true),
        ] {
            assert_eq!(known_digits(one) == known_digits(other), same, "{one} {other}");
        }
    }
}
