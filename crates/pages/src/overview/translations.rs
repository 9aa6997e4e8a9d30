//! The list of pairs in different languages of which one may be a translation. It is apart from the other pairs.

use chaffinch_report::{Cutoff, Level, Pair, Report, Translations};

use crate::frame::Frame;
use crate::limits::{FIRST_ROWS, ROWS_A_PAGE};
use crate::locale::Message;
use crate::shared::{PairRow, expect, language_title, percent};

/// The list, as far as the overview shows it.
pub(super) struct TranslationList<'a> {
    /// Number of pairs of the batch in different languages.
    pub(super) comparable: u64,
    /// Number of these pairs and of pairs with earlier submissions that were compared.
    pub(super) compared: u64,
    /// The cut-off in words.
    pub(super) cutoff: Message,
    /// Number of pairs that reach the cut-off.
    pub(super) named: usize,
    pub(super) rows: Vec<TranslationRow<'a>>,
}

/// A pair of the list.
pub(super) struct TranslationRow<'a> {
    pub(super) row: PairRow<'a>,
    /// Titles of the languages of both sides.
    pub(super) languages: [String; 2],
    pub(super) similarity: String,
}

impl<'a> TranslationList<'a> {
    /// Returns the list; `None` if translations were not looked for. It has the pairs that reach the cut-off, and some
    /// more for comparison.
    pub(super) fn new(frame: &Frame, report: &'a Report) -> Option<Self> {
        let found = report.translations.as_ref()?;
        let named = found.named().count();
        let rows = found.pairs.iter().take(named.clamp(FIRST_ROWS, ROWS_A_PAGE));
        Some(Self {
            comparable: found.comparable,
            compared: found.compared,
            cutoff: match found.cutoff_similarity {
                Some(least) => {
                    frame.words.say("translations-cutoff-similarity").figure("least", percent(least))
                }
                None => frame.words.say("translations-cutoff").figure("cutoff", expect(found.cutoff_expect)),
            },
            named,
            rows: rows.map(|pair| row(frame, found, pair)).collect(),
        })
    }
}

fn row<'a>(frame: &Frame, found: &Translations, pair: &'a Pair) -> TranslationRow<'a> {
    let (left, right) = pair.languages.clone().unwrap_or_default();
    TranslationRow {
        row: PairRow {
            level: Level::from_translation(found, pair),
            ..PairRow::new(&frame.place, pair, Cutoff::from_translations(found))
        },
        languages: [left, right].map(|name| language_title(&name).to_owned()),
        similarity: percent(pair.similarity),
    }
}
