//! Parsing within a budget that is counted, never timed: the same text always gives the same answer.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, Parser, Tree};

use crate::grammar::Kinds;

/// Why a text was not parsed.
pub(crate) enum Refusal {
    /// It took more calls of the progress callback than it may.
    Budget { calls: usize },
    /// Its beginning had more syntax errors than are worth recovering from.
    Errors { bytes: usize, errors: usize },
}

/// Beginnings of long texts that are parsed first, and what they may hold of syntax errors. Grammars recover from n
/// errors in n * n steps that nobody counts (4,000 took seconds), so a long text is not begun where a short part of it
/// is in no better order; that parses the long ones once and a third.
const TRIALS: [usize; 3] = [16 << 10, 64 << 10, 256 << 10];
const MOST_ERRORS: usize = 512;

/// Calls of the progress callback (one a hundred steps of the parser) that ordinary code needs for 1,024 bytes.
/// Measured: 176 students' C programs 10.6 on average, 17.9 at most; C libraries 6.0 and 20.8; Python's own library
/// 5.4 and 12.9, Debian's Python packages 6.2 and 27.6. Calls for bytes add about one.
const ORDINARY_CALLS: usize = 10;
/// How much worse than ordinary a text may be. Nothing tried came to more than 51 calls (`1,1,1,...`): the budget
/// stops what grows faster than the text does.
const PATIENCE: usize = 20;
/// Short texts are judged as if they had this many bytes.
const SHORTEST: usize = 4096;

/// Calls that parsing a text of this size may take.
pub(crate) fn budget(bytes: usize) -> usize {
    PATIENCE * ORDINARY_CALLS * bytes.max(SHORTEST) / 1024
}

thread_local! {
    /// Making a parser costs as much as parsing 500 bytes.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Bytes the parser is given at a time. Lexing makes no progress calls, and some texts (`/* /* /*`) are lexed to
/// their end again and again; asking for bytes is counted as well, so that those end too.
const CHUNK: usize = 1024;

/// Parses a text within so many calls of the progress and the reading callback; a long text's beginnings first.
pub(crate) fn parse(kinds: &Kinds, text: &str, allowed: usize) -> Result<Tree, Refusal> {
    for bytes in TRIALS.into_iter().filter(|&bytes| bytes < text.len()) {
        let beginning = &text[..text.floor_char_boundary(bytes)];
        let errors = errors(&parse_at_once(kinds, beginning, budget(beginning.len()))?);
        if MOST_ERRORS < errors {
            return Err(Refusal::Errors { bytes, errors });
        }
    }
    parse_at_once(kinds, text, allowed)
}

/// Nodes of a tree that are errors or missing, without those inside others.
fn errors(tree: &Tree) -> usize {
    let mut cursor = tree.walk();
    let mut count = 0;
    loop {
        let node = cursor.node();
        let is_error = node.is_error() || node.is_missing();
        count += usize::from(is_error);
        if (!is_error && node.has_error() && cursor.goto_first_child()) || cursor.goto_next_sibling() {
            continue;
        }
        loop {
            if !cursor.goto_parent() {
                return count;
            }
            if cursor.goto_next_sibling() {
                break;
            }
        }
    }
}

fn parse_at_once(kinds: &Kinds, text: &str, allowed: usize) -> Result<Tree, Refusal> {
    let calls = Cell::new(0_usize);
    let exceeded = || {
        calls.set(calls.get() + 1);
        calls.get() > allowed
    };
    let mut progress = |_: &tree_sitter::ParseState| {
        if exceeded() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    // Beyond the budget the text seems to end: a parser busy lexing hears nothing else.
    // Pieces end between characters: asked for the rest of one and given nothing, the runtime reads from nowhere.
    let mut give = |at: usize, _| {
        let end = if exceeded() { at } else { text.ceil_char_boundary(at + CHUNK) };
        bytes.get(at..end).unwrap_or_default()
    };
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&kinds.language).expect("grammars in the table fit the runtime (tested)");
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut give, None, Some(options));
        // Or the next parse might go on with this text.
        parser.reset();
        tree.filter(|_| calls.get() <= allowed).ok_or(Refusal::Budget { calls: allowed })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{language, languages};

    #[test]
    fn a_long_text_in_no_order_is_not_parsed_to_its_end() {
        let kinds = language("java").unwrap().kinds().unwrap();
        let text = "case 1:".repeat(20_000);
        assert!(matches!(
            parse(kinds, &text, budget(text.len())),
            Err(Refusal::Errors { bytes, errors }) if bytes == TRIALS[0] && MOST_ERRORS < errors
        ));
        let program = format!("class A {{ {} }}", "int f() { return 1; } ".repeat(20_000));
        assert_eq!(errors(&parse(kinds, &program, budget(program.len())).ok().unwrap()), 0);
    }

    #[test]
    fn a_parse_beyond_its_budget_is_given_up_and_the_next_begins_afresh() {
        let kinds = language("c").unwrap().kinds().unwrap();
        let text = "int f(void) { return 1; }\n".repeat(100);
        let whole = parse(kinds, &text, budget(text.len())).ok().unwrap();
        assert!(matches!(parse(kinds, &text, 3), Err(Refusal::Budget { calls: 3 })));
        let again = parse(kinds, &text, budget(text.len())).ok().unwrap();
        assert_eq!(whole.root_node().to_sexp(), again.root_node().to_sexp());
        assert!(!again.root_node().has_error());
    }

    /// The measurement behind the constant, on the sample programs: far from the budget. Haskell takes the most, 25 calls
    /// for 1,024 bytes, then Ruby and ML with 22; the others less than 20.
    #[test]
    fn ordinary_code_stays_far_within_its_budget() {
        for language in languages() {
            let Some(kinds) = language.kinds() else { continue };
            let name = language.name();
            let path = format!("{}/samples/{name}.{}", env!("CARGO_MANIFEST_DIR"), language.endings()[0]);
            let sample = &std::fs::read_to_string(path).unwrap();
            assert!(parse(kinds, sample, budget(sample.len()) / 7).is_ok(), "{name}");
            assert!(parse(kinds, sample, budget(sample.len()) / 100).is_err(), "{name}");
        }
    }
}
