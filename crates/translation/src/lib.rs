//! Finds programs that were translated into another language, such as Java into Python.
//!
//! The ordinary comparison sees only files of one family of languages. This one reads the statements of all of them into
//! language-neutral elements (`reading`, with the words of `vocabulary`), weighs what two programs share by its rarity
//! (`features`), and compares this with what their authors share with others in the same languages (`baseline`).
//! Pairs are proposed through an inverted index (`program`); those listed are aligned for readers (`alignment`).
//!
//! It never changes the ordinary comparison: its pairs are a list of their own, with an expect value of its own. Values
//! in, values out. Nothing is parsed, read or timed here.

mod alignment;
mod baseline;
mod features;
mod find;
mod program;
mod reading;
mod token;
mod vocabulary;

pub use find::{
    TRANSLATION_CUTOFF, TRANSLATION_SIMILARITY, TranslatedPair, TranslatedPassage, TranslationOptions,
    Translations, find,
};
pub use program::TranslationSubmission;
