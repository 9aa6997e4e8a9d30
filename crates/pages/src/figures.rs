//! Numbers, verdicts and learning platforms as text. The names of platforms are the same in every language.

use std::ops::RangeInclusive;

use chaffinch_report::{
    Cutoff, Evidence, EvidenceKind, Finding, FoundCounts, Level, Match, Pair, Report, Unit,
};

use crate::code::Layer;
use crate::locale::{Locale, Message};

/// A share of one side, without and with boilerplate and common code.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) counted: String,
    pub(crate) raw: String,
}

/// Returns the shares of the left and the right side of a pair.
pub(crate) fn shares(pair: &Pair) -> [Share; 2] {
    [(pair.left_share, pair.left_share_raw), (pair.right_share, pair.right_share_raw)]
        .map(|(share, raw)| Share { counted: percent(share), raw: percent(raw) })
}

/// The numbers of a pair as text.
pub(crate) struct PairFigures {
    /// Expect value; `None` if it is not known.
    pub(crate) expect: Option<String>,
    pub(crate) suspicion: String,
    pub(crate) level: Level,
    pub(crate) shares: [Share; 2],
    pub(crate) similarity: String,
    pub(crate) resemblance: String,
    /// Number of listed pairs, among which the pair has its rank.
    pub(crate) listed: usize,
}

impl PairFigures {
    pub(crate) fn new(report: &Report, pair: &Pair) -> Self {
        Self {
            expect: pair.expect.map(expect),
            suspicion: suspicion(pair.suspicion),
            level: Level::in_report(report, pair),
            shares: shares(pair),
            similarity: percent(pair.similarity),
            resemblance: percent(pair.resemblance),
            listed: report.listed().count(),
        }
    }
}

/// Returns an expect value as precisely as it is known: one digit, or whole numbers.
pub fn expect(value: f64) -> String {
    match value {
        _ if value < 0.0001 => "< 0.0001".to_owned(),
        _ if value < 0.95 => {
            let digits = (-value.log10()).ceil().max(1.0) as usize;
            let shown = format!("{value:.digits$}");
            // 0.096 is rounded up to 0.10.
            if shown.ends_with('0') && shown.len() > 2 {
                shown.trim_end_matches('0').to_owned()
            } else {
                shown
            }
        }
        _ if value < 100.0 => format!("{value:.0}"),
        _ => {
            let scale = 10_f64.powf(value.log10().floor() - 1.0);
            format!("{:.0}", (value / scale).round() * scale)
        }
    }
}

pub(crate) fn suspicion(value: f64) -> String {
    if value > 0.0 && value < 0.05 { "< 0.1".to_owned() } else { format!("{value:.1}") }
}

/// Returns a number from the settings with at most one decimal.
pub(crate) fn plain(value: f64) -> String {
    ((value * 10.0).round() / 10.0).to_string()
}

/// Returns a whole percentage that never rounds to nothing or to everything.
pub fn percent(share: f64) -> String {
    match (share * 100.0).round() {
        _ if share <= 0.0 => "0 %".to_owned(),
        0.0 => "< 1 %".to_owned(),
        100.0 if share < 1.0 => "> 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// Returns the title of a language, such as `C++` for `cpp`.
pub(crate) fn language_title(name: &str) -> &str {
    match chaffinch_normalize::language(name) {
        Some(language) => language.title(),
        None => name,
    }
}

/// Returns `line 10` or `lines 10–52`.
pub(crate) fn lines_at(words: Locale, range: RangeInclusive<u32>) -> Message {
    words.say("lines-at").number("count", range.end() - range.start() + 1).text("lines", lines(range))
}

/// Returns `10` or `10–52`.
pub(crate) fn lines(range: RangeInclusive<u32>) -> String {
    match range.into_inner() {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}–{end}"),
    }
}

/// Returns the type of a match, with how much of it is the same if something differs.
pub(crate) fn match_type(words: Locale, found: &Match) -> Option<Message> {
    let (word, mut with_agreement) = match Layer::from_literal(found.literal.as_deref()) {
        Layer::Identical => return Some(words.say(identity(found))),
        Layer::Translated => return Some(words.say("literal-translated")),
        Layer::Unknown => return None,
        Layer::Renamed => ("literal-renamed", "literal-renamed-as"),
        Layer::Rewritten => ("literal-rewritten", "literal-rewritten-as"),
    };
    let (Some(share), Some(names), Some(literals)) =
        (found.identical_share, found.differing_names, found.differing_literals)
    else {
        return Some(words.say(word));
    };
    if with_agreement == "literal-renamed-as" && names + literals == 0 {
        with_agreement = "literal-changed-as";
    }
    let agreement = words
        .say("literal-agreement")
        .text("share", percent(share))
        .number("names", names)
        .number("literals", literals)
        .number("ignored", found.differing_ignored.unwrap_or_default());
    Some(words.say(with_agreement).words("agreement", &agreement))
}

/// Returns the key of what an identical match is called.
pub(crate) fn identity(found: &Match) -> &'static str {
    if found.same_characters == Some(true) { "literal-identical" } else { "literal-same-tokens" }
}

/// Returns the name of what both sides of a match contain, with which the keys of its texts end.
pub(crate) fn quoted_kind(evidence: &Evidence) -> &'static str {
    match evidence.kind {
        EvidenceKind::Comment => "comment",
        EvidenceKind::Literal if evidence.text.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
            "number"
        }
        EvidenceKind::Literal => "string",
        EvidenceKind::Name => "name",
        EvidenceKind::Misspelling => "spelling",
        EvidenceKind::Typing => "typing",
    }
}

/// Returns in how many groups something occurs: `in 2 of 180 groups`.
pub(crate) fn in_groups(words: Locale, groups: u32, of: u32) -> Message {
    words.say("pair-in-groups").number("groups", groups).number("all", of)
}

/// Returns `1 pair expected by chance` or `suspicion 15`.
pub fn named_cutoff(words: Locale, cutoff: Cutoff) -> Message {
    match cutoff.unit {
        Unit::Expect => words.say("cutoff-expect").figure("pairs", expect(cutoff.value)),
        Unit::Suspicion => words.say("cutoff-suspicion").figure("bits", plain(cutoff.value)),
    }
}

/// Says what a finding is, and of how many of the class.
pub fn finding_sentence(words: Locale, report: &Report, finding: &Finding) -> Message {
    words
        .say("finding")
        .choice("kind", finding.kind.name())
        .number("count", finding.submissions.len())
        .number("of", report.class().filter(|one| !one.staff).count())
        .number("tokens", finding.tokens)
        .strong("strong")
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
    let versions = (found.findings > 0).then(|| {
        let counted = words.say("found-versions").link("what", "#findings");
        counted.number("count", found.versions).number("findings", found.findings)
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
    versions
        .into_iter()
        .chain(of_pairs)
        .chain(others)
        .reduce(|list, next| words.say("found-list").words("list", &list).words("next", &next))
}

/// Names of learning platforms, by the words of [`Report::layouts`](chaffinch_report::Report::layouts).
const PLATFORMS: &[(&str, &str)] = &[
    ("attempts", "folders of attempts"),
    ("autolab", "Autolab"),
    ("blackboard", "Blackboard"),
    ("brightspace", "Brightspace"),
    ("canvas", "Canvas"),
    ("codegrade", "CodeGrade"),
    ("dodona", "Dodona"),
    ("git", "git"),
    ("github-classroom", "GitHub Classroom"),
    ("gradescope", "Gradescope"),
    ("moodle", "Moodle"),
    ("nbgrader", "nbgrader"),
    ("ilias", "ILIAS"),
    ("otter-grader", "otter-grader"),
    ("prairielearn", "PrairieLearn"),
    ("sakai", "Sakai"),
    ("stud.ip", "Stud.IP"),
    ("section/student", "folders of sections"),
    ("submitty", "Submitty"),
    ("task/student", "folders of tasks"),
    ("teams", "Microsoft Teams"),
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

#[cfg(test)]
mod tests {
    use super::{expect, percent};

    #[test]
    fn expect_values_have_one_digit() {
        let shown =
            [0.0, 0.00012, 0.0015, 0.0096, 0.05, 0.096, 0.94, 0.96, 1.0, 12.4, 1_234.0, 80_000.0].map(expect);
        let known =
            ["< 0.0001", "0.0001", "0.002", "0.01", "0.05", "0.1", "0.9", "1", "1", "12", "1200", "80000"];
        assert_eq!(shown, known);
    }

    #[test]
    fn percents_never_claim_nothing_or_everything() {
        let shown = [0.0, 0.0001, 0.004, 0.005, 0.5, 0.994, 0.9951, 0.9999, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "< 1 %", "< 1 %", "1 %", "50 %", "99 %", "> 99 %", "> 99 %", "100 %"]);
    }
}
