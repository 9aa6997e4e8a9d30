//! Parsing within budgets that are counted, never timed: the same text always gives the same answer.

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, Parser, Tree};

use crate::allocation::allocated;
use crate::grammar::Kinds;

/// Why a text was not parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It took more calls of the progress callback than it may.
    Calls { allowed: usize },
    /// The parser asked for more bytes than it may.
    Bytes { allowed: u64 },
}

/// What parsing a text may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Calls of the progress and the reading callback.
    calls: usize,
    /// Bytes the parser may ask for; most of them it gives back at once.
    bytes: u64,
}

/// Calls of the progress callback (one a hundred steps of the parser) that ordinary code needs for 1,024 bytes.
/// Measured: 176 students' C programs 10.6 on average, 17.9 at most; C libraries 6.0 and 20.8; Python's own library
/// 5.4 and 12.9, Debian's Python packages 6.2 and 27.6. Calls for bytes add about one.
const ORDINARY_CALLS: usize = 10;
/// Bytes that the parser asks for to read one. Measured on some 1,600 files of C, C++, Go, HTML, Java, JavaScript,
/// Python, Rust and SQL: in the middle 7 (Java) to 42 (Go), 95 of 100 less than 63; at most 392, a header of C++ read
/// as C. Programs with every fiftieth character missing: at most 330. `1,1,1,...`: 432. Where recovering from errors
/// goes wrong it is from 2,700 on.
const ORDINARY_BYTES: u64 = 50;
/// How much worse than ordinary a text may be. Nothing tried came to more than 51 calls (`1,1,1,...`): the budget
/// stops what grows faster than the text does.
const PATIENCE: usize = 20;
/// Short texts are judged as if they had this many bytes.
const SHORTEST: usize = 4096;

/// What parsing a text of this size may cost.
pub(crate) fn budget(bytes: usize) -> Budget {
    let size = bytes.max(SHORTEST);
    Budget {
        calls: PATIENCE * ORDINARY_CALLS * size / 1024,
        bytes: PATIENCE as u64 * ORDINARY_BYTES * size as u64,
    }
}

/// Beginnings of long texts that are parsed first, each within its own budget. What the parser does at a text's end is
/// done before it hears of a budget (3 seconds for 16 KiB of `<a ` in C#), so what goes wrong there is met in a short
/// part first; that parses the long ones once and a third.
const TRIALS: [usize; 3] = [16 << 10, 64 << 10, 256 << 10];

/// Bytes the parser is given at a time. Lexing makes no progress calls, and some texts (`/* /* /*`) are lexed to
/// their end again and again; asking for bytes is counted as well, so that those end too.
const CHUNK: usize = 1024;

/// Parses a text within a budget; a long text's beginnings first.
pub(crate) fn parse(kinds: &Kinds, text: &str, allowed: Budget) -> Result<Tree, Refusal> {
    for bytes in TRIALS.into_iter().filter(|&bytes| bytes < text.len()) {
        let beginning = &text[..text.floor_char_boundary(bytes)];
        parse_at_once(kinds, beginning, budget(beginning.len()))?;
    }
    parse_at_once(kinds, text, allowed)
}

fn parse_at_once(kinds: &Kinds, text: &str, budget: Budget) -> Result<Tree, Refusal> {
    let before = allocated();
    let calls = Cell::new(0_usize);
    let refusal = || {
        if calls.get() > budget.calls {
            Some(Refusal::Calls { allowed: budget.calls })
        } else if allocated().wrapping_sub(before) > budget.bytes {
            Some(Refusal::Bytes { allowed: budget.bytes })
        } else {
            None
        }
    };
    let exceeded = || {
        calls.set(calls.get() + 1);
        refusal().is_some()
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
    // A parser for every text, which costs what parsing three bytes does: one that was used before has memory left and
    // asks for less.
    let mut parser = Parser::new();
    parser.set_language(&kinds.language).expect("grammars in the table fit the runtime (tested)");
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut give, None, Some(options));
    match refusal() {
        Some(refusal) => Err(refusal),
        None => Ok(tree.expect("only a budget ends a parse")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{language, languages};

    /// Recovering from errors, grammars do n * n steps that no callback hears of.
    #[test]
    fn what_recovers_again_and_again_is_given_up() {
        for (name, unit) in [
            ("java", "case 1:"),
            ("c", "<!--"),
            ("go", "<!--"),
            ("csharp", "<a "),
            ("rust", "%w["),
            ("ruby", "=pod\n"),
        ] {
            let kinds = language(name).unwrap().kinds().unwrap();
            let text = unit.repeat(SHORTEST * 2 / unit.len());
            let given_up = parse(kinds, &text, budget(text.len())).map(|_| ());
            assert_eq!(given_up, Err(Refusal::Bytes { allowed: budget(text.len()).bytes }), "{name}: {unit}");
        }
    }

    #[test]
    fn a_long_text_is_given_up_at_its_beginning() {
        let kinds = language("java").unwrap().kinds().unwrap();
        let text = "case 1:".repeat(20_000);
        let given_up = parse(kinds, &text, budget(text.len())).map(|_| ());
        assert_eq!(given_up, Err(Refusal::Bytes { allowed: budget(TRIALS[0]).bytes }));
    }

    #[test]
    fn a_parse_beyond_its_budget_is_given_up_and_the_next_begins_afresh() {
        let kinds = language("c").unwrap().kinds().unwrap();
        let text = "int f(void) { return 1; }\n".repeat(100);
        let budget = budget(text.len());
        let whole = parse(kinds, &text, budget).unwrap();
        let given_up = parse(kinds, &text, Budget { calls: 3, ..budget }).map(|_| ());
        assert_eq!(given_up, Err(Refusal::Calls { allowed: 3 }));
        let given_up = parse(kinds, &text, Budget { bytes: 999, ..budget }).map(|_| ());
        assert_eq!(given_up, Err(Refusal::Bytes { allowed: 999 }));
        let again = parse(kinds, &text, budget).unwrap();
        assert_eq!(whole.root_node().to_sexp(), again.root_node().to_sexp());
        assert!(!again.root_node().has_error());
    }

    /// The measurement behind the constants, on the sample programs: far from the budget. Haskell takes the most calls,
    /// 25 for 1,024 bytes, then Ruby and ML with 22, the others less than 20; HCL the most memory, 130 bytes a byte.
    #[test]
    fn ordinary_code_stays_far_within_its_budget() {
        for language in languages() {
            let Some(kinds) = language.kinds() else { continue };
            let name = language.name();
            let path = format!("{}/samples/{name}.{}", env!("CARGO_MANIFEST_DIR"), language.endings()[0]);
            let sample = &std::fs::read_to_string(path).unwrap();
            let Budget { calls, bytes } = budget(sample.len());
            assert!(parse(kinds, sample, Budget { calls: calls / 7, bytes: bytes / 7 }).is_ok(), "{name}");
            assert!(parse(kinds, sample, Budget { calls: calls / 100, bytes }).is_err(), "{name}");
            assert!(parse(kinds, sample, Budget { calls, bytes: bytes / 500 }).is_err(), "{name}");
        }
    }
}
