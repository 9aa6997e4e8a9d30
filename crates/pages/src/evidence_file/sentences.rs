//! What an evidence file says of a pair in sentences that need no knowledge of its figures: what was found, and what
//! speaks against copying. Every sentence follows from values of the report.

use chaffinch_report::{DuplicateKind, FindingKind, Level, Match, Pair, Report, Side, Submission};

use crate::figures::{expect, finding_sentence, percent};
use crate::locale::{Locale, Message};
use crate::pair::{of_ignored, of_references};

/// Smallest and largest expect value that is given as a number of classes. Fewer than two classes would say nothing.
const AS_CLASSES: std::ops::RangeInclusive<f64> = 0.0001..=0.5;

/// From this resemblance on, both sides may be in one group: groups begin at 0.9, and others can link their members.
const MAYBE_ONE_GROUP: f64 = 0.7;

/// A pair with what its sentences need.
pub(super) struct PairFacts<'a> {
    pub(super) words: Locale,
    pub(super) report: &'a Report,
    pub(super) pair: &'a Pair,
    pub(super) sides: [&'a Submission; 2],
}

impl PairFacts<'_> {
    fn say(&self, key: &str) -> Message {
        self.words.say(key)
    }

    fn matches(&self) -> &[Match] {
        self.pair.matches.as_deref().unwrap_or_default()
    }

    /// Returns a message with the names of both sides.
    fn with_names(&self, key: &str) -> Message {
        self.say(key).text("left", &self.pair.left).text("right", &self.pair.right)
    }

    /// Returns how many of the listed matches fit, in the message of this key. `None`: none of them.
    fn counted(&self, key: &str, fits: impl Fn(&&Match) -> bool) -> Option<Message> {
        let count = self.matches().iter().filter(fits).count();
        (count > 0).then(|| self.say(key).number("count", count).number("all", self.matches().len()))
    }

    /// Returns what was found.
    pub(super) fn found(&self) -> Vec<Message> {
        let shares = self
            .with_names("evidence-shares")
            .text("left-share", percent(self.pair.left_share))
            .text("right-share", percent(self.pair.right_share));
        let mut sentences = vec![shares, self.say("evidence-what-matches")];
        sentences.extend(self.expected());
        sentences.extend(self.finding(true));
        sentences.extend(self.same_text());
        for (literal, key) in [
            ("identical", "evidence-identical"),
            ("renamed", "evidence-renamed"),
            ("rewritten", "evidence-rewritten"),
        ] {
            sentences.extend(self.counted(key, |found| found.literal.as_deref() == Some(literal)));
        }
        sentences.extend(self.renames());
        if self.has_all_matches() && self.matches().iter().all(|found| self.is_in_these_only(found)) {
            sentences.push(self.say("evidence-in-these-only"));
        }
        sentences
    }

    /// Returns what speaks against copying, and what the comparison cannot know.
    pub(super) fn against(&self) -> Vec<Message> {
        let Self { report, pair, .. } = *self;
        let mut sentences = Vec::new();
        if pair.too_short {
            sentences.push(self.say("evidence-too-short").number("count", report.settings.too_short));
        }
        match pair.expect {
            Some(_) if Level::in_report(report, pair) == Level::BeyondChance => {}
            Some(_) => sentences.push(self.say("evidence-can-be-chance")),
            None if report.settings.expect_reason.is_some() => {
                sentences.push(self.say("evidence-expect-match-length"));
            }
            None => sentences.push(self.say("evidence-expect-unknown")),
        }
        sentences.extend(self.finding(false));
        let through = pair.through.as_ref();
        sentences.extend(through.map(|third| self.say("evidence-through").text("name", third)));
        let own = self.own_groups();
        sentences
            .extend(self.counted("evidence-also-others", |found| own.is_some_and(|own| found.groups > own)));
        let archived = self.own_archived();
        sentences.extend(self.counted("evidence-also-archived", |found| found.archived > archived));
        sentences.extend(self.handed_in_before());
        sentences.extend(self.without_match());
        let has_texts =
            !self.matches().is_empty() && self.matches().iter().all(|found| found.evidence.is_some());
        if has_texts && self.matches().iter().all(|found| found.evidence.iter().flatten().next().is_none()) {
            sentences.push(self.say("evidence-nothing-unusual"));
        }
        sentences.extend(of_references(self.words, report, pair));
        sentences.extend(of_ignored(self.words, pair));
        if !has_starter_code(report) {
            sentences.push(self.say("evidence-no-starter-code"));
        }
        sentences.push(self.say("rule-direction"));
        sentences.push(self.say("evidence-not-known"));
        sentences
    }

    /// Says how many such pairs are expected if everyone works alone.
    fn expected(&self) -> Option<Message> {
        let value = self.pair.expect?;
        let shown = expect(value);
        // As precise as it is shown.
        let known = shown.parse::<f64>().unwrap_or(*AS_CLASSES.start());
        let kind = match value {
            _ if value < *AS_CLASSES.start() => "fewer",
            _ if AS_CLASSES.contains(&known) => "classes",
            _ => "pairs",
        };
        let classes = (1.0 / known.max(*AS_CLASSES.start())).round() as u64;
        let sentence = self.say("evidence-expected").choice("kind", kind).number("classes", classes);
        Some(sentence.figure("pairs", shown))
    }

    /// Says what finding both sides belong to: one that speaks for copying, or one that speaks against it.
    fn finding(&self, speaks_for_copying: bool) -> Option<Message> {
        let finding = self.report.finding(self.pair)?;
        let is_for = finding.kind == FindingKind::Versions;
        (is_for == speaks_for_copying).then(|| finding_sentence(self.words, self.report, finding))
    }

    /// Says that both sides, or some of their files, have the same text.
    fn same_text(&self) -> Option<Message> {
        let is_all = self.pair.equal.is_some_and(|kind| kind != DuplicateKind::TokenEquivalent);
        let part = if is_all { "all" } else { "files" };
        let tokens = self.pair.same_text_tokens;
        (tokens > 0).then(|| self.say("evidence-same-text").choice("part", part).number("tokens", tokens))
    }

    /// Says how consistently names differ, with the most frequent of them.
    fn renames(&self) -> Option<Message> {
        let first = self.pair.renames.as_ref()?.first()?;
        let count = self.pair.rename_count.unwrap_or_default();
        let sentence = self.with_names("evidence-names-differ").number("count", count);
        let sentence = sentence.code("from", &first.left).code("to", &first.right);
        Some(sentence.number("consistent", first.consistent).number("places", first.places))
    }

    /// Says how many of the matches each author handed in before.
    fn handed_in_before(&self) -> Vec<Message> {
        let before = |side: Side, found: &Match| match side {
            Side::Left => found.left_handed_in_before.is_some(),
            Side::Right => found.right_handed_in_before.is_some(),
        };
        let of_side = |side: Side| {
            let sentence = self.counted("evidence-handed-in-before", |found| before(side, found))?;
            Some(sentence.text("name", &self.sides[side as usize].name))
        };
        Side::BOTH.into_iter().filter_map(of_side).collect()
    }

    /// Says how much of each side is not in any match.
    fn without_match(&self) -> Option<Message> {
        let Pair { left_share, right_share, .. } = *self.pair;
        let sentence = self
            .with_names("evidence-without-match")
            .text("left-rest", percent(1.0 - left_share))
            .text("right-rest", percent(1.0 - right_share));
        (left_share.min(right_share) < 1.0).then_some(sentence)
    }

    /// Returns how many groups of nearly identical submissions the two sides are in: staff and archived sides are in none.
    /// `None` if it is not known whether two sides of the class are in the same one.
    fn own_groups(&self) -> Option<u32> {
        let of_class = self.sides.iter().filter(|side| side.archive.is_none() && !side.staff).count();
        match of_class {
            2 if self.matches().iter().any(|found| found.groups == 1) => Some(1),
            2 if self.pair.resemblance >= MAYBE_ONE_GROUP => None,
            known => Some(known as u32),
        }
    }

    /// Returns how many sides are archived. The archived submissions that have a match include them.
    fn own_archived(&self) -> u32 {
        self.sides.iter().filter(|side| side.archive.is_some()).count() as u32
    }

    /// Returns whether nobody else has most of a match, apart from submissions that are nearly identical to one of the sides.
    fn is_in_these_only(&self, found: &Match) -> bool {
        let is_own = self.own_groups().is_some_and(|own| found.groups <= own);
        is_own && found.archived <= self.own_archived()
    }

    /// Returns whether the report lists every match of the pair.
    fn has_all_matches(&self) -> bool {
        !self.matches().is_empty() && self.pair.match_count == Some(self.matches().len() as u32)
    }
}

/// Returns whether somebody named code that students were given.
fn has_starter_code(report: &Report) -> bool {
    let marked = report.settings.review.as_ref().is_some_and(|review| !review.templates.is_empty());
    report.boilerplate.files > 0 || marked || !report.settings.handed_out.is_empty()
}
