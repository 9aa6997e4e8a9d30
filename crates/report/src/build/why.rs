//! Explanations of an analysis as a report lists them.

use chaffinch_detect as detect;

use super::regions::{round, round_expect};
use crate::model;

/// Returns why a pair has its score.
pub(super) fn why(why: &detect::Explanation) -> Option<model::Why> {
    let carrying = why.views.iter().max_by(|a, b| a.suspicion.total_cmp(&b.suspicion))?;
    let of_view = |evidence: &detect::ViewEvidence| model::ViewEvidence {
        view: kind(evidence.view),
        bits: round(evidence.bits),
        bits_at_most: round(evidence.bits_at_most),
        left_bits: round(evidence.left_bits),
        right_bits: round(evidence.right_bits),
        suspicion: round(evidence.suspicion),
    };
    let detect::IgnoredTokens { boilerplate, common, elsewhere } = why.ignored;
    Some(model::Why {
        view: kind(carrying.view),
        views: why.views.iter().map(of_view).collect(),
        usual: round(why.usual),
        expect_by_class: why.expect_by_class.map(round_expect),
        expect_by_run: why.expect_by_run.map(round_expect),
        ignored: model::IgnoredTokens { boilerplate, common, elsewhere },
        rarest: why
            .rarest
            .iter()
            .map(|passage| model::RarePassage { number: passage.found + 1, bits: round(passage.bits) })
            .collect(),
    })
}

fn kind(view: detect::ViewKind) -> model::ViewKind {
    match view {
        detect::ViewKind::Kgrams => model::ViewKind::Kgrams,
        detect::ViewKind::Statements => model::ViewKind::Statements,
        detect::ViewKind::Forms => model::ViewKind::Forms,
        detect::ViewKind::Texts => model::ViewKind::Texts,
        detect::ViewKind::Runs => model::ViewKind::Runs,
        detect::ViewKind::Lines => model::ViewKind::Lines,
    }
}
