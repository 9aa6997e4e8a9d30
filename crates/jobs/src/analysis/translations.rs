//! Looks for copies that were translated into another language, in the texts and tokens of a comparison.

use chaffinch_detect::{Analysis, Options};
use chaffinch_evidence::Reading;
use chaffinch_submission::TokenizedSubmission;
use chaffinch_translation::{TranslationFile, TranslationOptions, TranslationSubmission, Translations};

/// Number of pairs that are listed with the passages that correspond, best first.
const WITH_PASSAGES: usize = 50;

/// Compares the submissions that are in different languages. The parameters are those of the ordinary comparison, in the
/// same order. Staff's submissions and reference answers are compared with those of students, like earlier ones.
pub(super) fn find(
    submissions: &[TokenizedSubmission],
    analysis: &Analysis,
    readings: &[Vec<Reading<'_>>],
    starter_code: &[Reading<'_>],
    options: &Options,
) -> Translations {
    let translated: Vec<TranslationSubmission<'_>> = submissions
        .iter()
        .zip(&analysis.submissions)
        .zip(readings)
        .map(|((submission, figures), readings)| TranslationSubmission {
            files: readings.iter().map(file).collect(),
            is_archived: submission.archive.is_some() || figures.staff,
            team: figures.team,
        })
        .collect();
    let starter_code: Vec<TranslationFile<'_>> = starter_code.iter().map(file).collect();
    let limits = TranslationOptions {
        max_pairs: options.max_pairs,
        pairs_with_passages: options.pairs_with_matches.min(WITH_PASSAGES),
    };
    chaffinch_translation::find(&translated, &starter_code, limits)
}

fn file<'a>(reading: &Reading<'a>) -> TranslationFile<'a> {
    TranslationFile { text: reading.text, stream: reading.stream }
}
