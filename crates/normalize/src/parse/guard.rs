//! Parses a text within a budget that the parser cannot overlook: see `guard.c`, of which this is the safe side.

#![expect(unsafe_code, reason = "calls C; this file has nothing else")]

use std::ffi::c_char;
use std::ptr::NonNull;

use tree_sitter::{Tree, ffi};

use crate::definition::ParseCosts;

/// What a parse may take, or took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct ParseBudget {
    /// Units of work.
    pub(crate) work: u64,
    /// Bytes held at once.
    pub(crate) memory: u64,
}

unsafe extern "C" {
    fn chaffinch_guard_language(language: *const ffi::TSLanguage) -> *const ffi::TSLanguage;
    fn chaffinch_guard_parse(
        language: *const ffi::TSLanguage,
        copy: *const ffi::TSLanguage,
        text: *const c_char,
        length: u32,
        costs: *const ParseCosts,
        budget: *const ParseBudget,
        spent: *mut ParseBudget,
    ) -> *mut ffi::TSTree;
}

/// A grammar that can be parsed with.
#[derive(Debug)]
pub(crate) struct GuardedGrammar {
    language: NonNull<ffi::TSLanguage>,
    copy: NonNull<ffi::TSLanguage>,
}

// SAFETY: both are tables that nobody changes and that are never freed.
unsafe impl Send for GuardedGrammar {}
// SAFETY: as above.
unsafe impl Sync for GuardedGrammar {}

impl GuardedGrammar {
    /// Prepares a grammar.
    pub(crate) fn new(language: &tree_sitter::Language) -> Self {
        let language = NonNull::new(language.clone().into_raw().cast_mut()).expect("a grammar is a table");
        // SAFETY: a grammar in the form of a compiled table, which is static.
        let copy = unsafe { chaffinch_guard_language(language.as_ptr()) };
        let copy = NonNull::new(copy.cast_mut()).expect("grammars in the table fit the runtime (tested)");
        Self { language, copy }
    }

    /// Parses a text, or gives up where that would exceed the budget; and what it took.
    pub(crate) fn parse(
        &self,
        text: &str,
        costs: ParseCosts,
        budget: ParseBudget,
    ) -> (Option<Tree>, ParseBudget) {
        let mut spent = ParseBudget::default();
        let length = u32::try_from(text.len()).expect("texts that are parsed are short");
        // SAFETY: the text and the values live until the call returns; it keeps no pointer to them. A tree that is
        // returned is the caller's.
        unsafe {
            let tree = chaffinch_guard_parse(
                self.language.as_ptr(),
                self.copy.as_ptr(),
                text.as_ptr().cast(),
                length,
                &raw const costs,
                &raw const budget,
                &raw mut spent,
            );
            (NonNull::new(tree).map(|tree| Tree::from_raw(tree.as_ptr())), spent)
        }
    }
}
