//! Parses a text within a budget that holds at every step. This is the safe interface of `guard.c`.

#![expect(unsafe_code, reason = "calls C; this file has nothing else")]

use std::ffi::c_char;
use std::ptr::NonNull;

use tree_sitter::{Tree, ffi};

use crate::definition::ParseCosts;

/// Limits of a parse, or what it used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct ParseBudget {
    /// Units of work.
    pub(crate) work: u64,
    /// Bytes held at the same time.
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

/// A grammar, prepared for parsing with a budget.
#[derive(Debug)]
pub(crate) struct GuardedGrammar {
    language: NonNull<ffi::TSLanguage>,
    copy: NonNull<ffi::TSLanguage>,
}

// SAFETY: both are tables that never change and are never freed.
unsafe impl Send for GuardedGrammar {}
// SAFETY: as above.
unsafe impl Sync for GuardedGrammar {}

impl GuardedGrammar {
    /// Prepares a grammar.
    pub(crate) fn new(language: &tree_sitter::Language) -> Self {
        let language = NonNull::new(language.clone().into_raw().cast_mut()).expect("a grammar is a table");
        // SAFETY: the grammar is a compiled table, which is static.
        let copy = unsafe { chaffinch_guard_language(language.as_ptr()) };
        let copy = NonNull::new(copy.cast_mut()).expect("grammars in the table fit the runtime (tested)");
        Self { language, copy }
    }

    /// Parses a text. Returns no tree if that would exceed the budget, and what the parse used.
    pub(crate) fn parse(
        &self,
        text: &str,
        costs: ParseCosts,
        budget: ParseBudget,
    ) -> (Option<Tree>, ParseBudget) {
        let mut spent = ParseBudget::default();
        let length = u32::try_from(text.len()).expect("texts that are parsed are short");
        // SAFETY: the text and the values live until the call returns, and it keeps no pointer to them. The caller owns
        // the returned tree.
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
