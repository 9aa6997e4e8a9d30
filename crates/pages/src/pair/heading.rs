//! The heading of both views of a pair: its place in the list, links between the views, and why it has its score, in
//! sentences.

use chaffinch_report::{DuplicateKind, EvidenceKind, MIN_SAME_TEXT, Pair, Report, ViewEvidence, Why};
use chaffinch_submission::Named;

use crate::figures::{expect, finding_sentence, language_title, percent, suspicion};
use crate::frame::{Frame, PairView};
use crate::locale::{Locale, Message};
use crate::rows::{Link, reference_label, with_reference};

/// Share from which a pair is near-identical. Its differences are then quicker to read than its matches.
const NEAR_IDENTICAL: f64 = 0.8;

/// Returns the titles of the languages of a pair's sides, if the pair is one of different languages.
pub(super) fn languages(pair: &Pair) -> Option<(&str, &str)> {
    let (left, right) = pair.languages.as_ref()?;
    Some((language_title(left), language_title(right)))
}

/// Returns links between the views of a pair; none if there is only one view.
pub(super) fn views(frame: &Frame, pair: &Pair, has_texts: bool, here: PairView) -> Vec<Link> {
    // A folder has the differences of near-identical pairs only: of all pairs, they would double its size.
    if !has_texts || frame.place.is_folder() && !is_near_identical(pair) {
        return Vec::new();
    }
    [(PairView::Matches, "pair-view-matches"), (PairView::Differences, "pair-view-differences")]
        .map(|(view, text)| Link {
            text: frame.words.say(text).plain(),
            href: (view != here).then(|| frame.place.pair_part(pair.id, view, 1)),
        })
        .into()
}

/// Returns whether an exported folder has a view of the pair's differences.
pub fn is_near_identical(pair: &Pair) -> bool {
    pair.similarity >= NEAR_IDENTICAL || pair.left_share_raw.min(pair.right_share_raw) >= NEAR_IDENTICAL
}

/// Up to this share of the bits that the evidence could have, it is sentences that others have it too.
const MUCH_IS_COMMON: f64 = 0.9;

/// Returns sentences that say why a pair has its score; none if the report does not know.
pub(super) fn why(words: Locale, report: &Report, pair: &Pair) -> Vec<Message> {
    let finding = report.finding(pair).map(|finding| finding_sentence(words, report, finding));
    let mut sentences: Vec<Message> = of_same_text(words, pair);
    sentences.extend(finding);
    sentences.extend(of_references(words, report, pair));
    let Some(why) = &pair.why else { return sentences };
    if let Some(carrying) = why.views.iter().find(|evidence| evidence.view == why.view) {
        sentences.extend(of_view(words, carrying, why));
    }
    sentences.push(
        words
            .say("why-usual")
            .figure("usual", suspicion(why.usual))
            .figure("suspicion", suspicion(pair.suspicion)),
    );
    sentences.extend(of_chance(words, pair, why));
    sentences.extend(of_passages(words, report, pair, why));
    sentences.extend(of_ignored(words, pair));
    sentences
}

/// Says that both sides have the same text, whether that names them, and what else of it is unusual.
fn of_same_text(words: Locale, pair: &Pair) -> Vec<Message> {
    let tokens = pair.same_text_tokens;
    if tokens == 0 {
        return Vec::new();
    }
    let says = match tokens {
        _ if pair.too_short => "nothing",
        ..MIN_SAME_TEXT => "short",
        _ => "long",
    };
    let is_all = pair.equal.is_some_and(|kind| kind != DuplicateKind::TokenEquivalent);
    let part = if is_all { "all" } else { "files" };
    let mut sentences = vec![
        (words.say("why-same-text").choice("part", part).choice("says", says).number("tokens", tokens))
            .number("least", MIN_SAME_TEXT),
    ];
    if let Some(matches) = &pair.matches {
        let evidence = || matches.iter().flat_map(|found| found.evidence.iter().flatten());
        let of = |kind| evidence().filter(|one| one.kind == kind).count();
        sentences.push(
            (words.say("why-same-unusual").number("comments", of(EvidenceKind::Comment)))
                .number("lines", of(EvidenceKind::Typing))
                .number("words", of(EvidenceKind::Misspelling)),
        );
    }
    sentences
}

/// Says what both sides have in common that is not counted.
pub(crate) fn of_ignored(words: Locale, pair: &Pair) -> Vec<Message> {
    let Some(why) = &pair.why else { return Vec::new() };
    let ignored = [
        ("why-ignored-boilerplate", why.ignored.boilerplate),
        ("why-ignored-common", why.ignored.common),
        ("why-ignored-elsewhere", why.ignored.elsewhere),
        ("why-ignored-vendored", why.ignored.vendored),
    ];
    let ignored = ignored.into_iter().filter(|(_, tokens)| *tokens > 0);
    ignored.map(|(key, tokens)| words.say(key).number("tokens", tokens)).collect()
}

/// Says that one side is a reference answer, or what is not counted because both sides have it from one.
pub(crate) fn of_references(words: Locale, report: &Report, pair: &Pair) -> Vec<Message> {
    let resembles = with_reference(report, pair).map(|(submission, _, reference)| {
        let label = reference_label(words, reference);
        words.say("why-resembles").text("name", &submission.name).words("label", &label)
    });
    let shares = pair.references.iter().map(|share| {
        words.say("why-reference").number("tokens", share.tokens).text("reference", &share.reference)
    });
    resembles.into_iter().chain(shares).collect()
}

/// Says which view has the most evidence, and how much of it is lost because others have it too.
fn of_view(words: Locale, carrying: &ViewEvidence, why: &Why) -> Vec<Message> {
    let smaller = carrying.left_bits.min(carrying.right_bits);
    let share = if smaller > 0.0 { carrying.bits / smaller } else { 0.0 };
    let mut sentences = vec![
        words
            .say("why-view")
            .choice("view", why.view.name())
            .figure("bits", suspicion(carrying.bits))
            .text("share", percent(share)),
    ];
    if carrying.bits < MUCH_IS_COMMON * carrying.bits_at_most {
        sentences.push(words.say("why-others").figure("most", suspicion(carrying.bits_at_most)));
    }
    sentences
}

/// Says what the models of chance expect, and if the pair shares so little that neither counts.
fn of_chance(words: Locale, pair: &Pair, why: &Why) -> Vec<Message> {
    let say = |key: &str, value: f64| words.say(key).figure("pairs", expect(value));
    let mut sentences: Vec<Message> =
        why.expect_by_class.map(|value| say("why-class", value)).into_iter().collect();
    // A passage that is less improbable than the whole pair says nothing more.
    let by_run =
        why.expect_by_run.filter(|&by_run| why.expect_by_class.is_none_or(|by_class| by_run < by_class));
    sentences.extend(by_run.map(|value| say("why-run", value)));
    let models = [why.expect_by_class, why.expect_by_run].into_iter().flatten().reduce(f64::min);
    // Both are rounded.
    if let (Some(models), Some(expected)) = (models, pair.expect)
        && 1.01 * models < expected
    {
        sentences.push(say("why-few-bits", expected));
    }
    sentences
}

/// Names the rarest matches.
fn of_passages(words: Locale, report: &Report, pair: &Pair, why: &Why) -> Vec<Message> {
    let found = |number: u32| pair.matches.as_ref()?.get(number.checked_sub(1)? as usize);
    let passages = why.rarest.iter().filter_map(|passage| Some((passage, found(passage.number)?)));
    passages
        .map(|(passage, found)| {
            let sentences =
                words.say("why-passage").number("match", passage.number).number("tokens", found.tokens);
            let sentences = sentences.number("groups", found.groups).figure("bits", suspicion(passage.bits));
            sentences.number("all", report.groups)
        })
        .collect()
}
