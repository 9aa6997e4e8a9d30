//! Finds quotes that open nothing: an apostrophe in a line that is no comment, a quote typed twice. Where a string may
//! contain line ends, such a quote would turn all strings after it inside out.
//!
//! Every string over several lines is read in both ways, as a string and with its mark as a sign. The cheapest way through
//! the whole text wins (Viterbi 1967): a string costs little, and much if it touches a word, as one that was turned
//! inside out does; a sign costs more than any string, but less than a few of those. A string that nothing closes is no
//! string. Ways that meet are one from there on, so the work is linear.

use std::collections::BTreeMap;

use super::scanner::{MultiLine, Scanner};
use crate::tokens::{Lexeme, TokenTable, UNKNOWN_CODE};

/// Cost of a line of a string, up to [`MAX_LINES`].
const LINE: u32 = 1;
/// Lines of a string that cost something: a long text is as likely as a short one.
const MAX_LINES: usize = 10;
/// Cost of a string that begins as one ends or ends as one begins, or of a comment that contains the mark of another.
const UNLIKELY: u32 = 25;
/// Cost of a mark that is only a sign.
const SIGN: u32 = 30;
/// Cost of a mark between two letters (`don't`), or of a comment's mark if the comment contains another, that is only a sign.
const LIKELY_SIGN: u32 = 3;

/// A way to read the text up to a place.
struct Way {
    cost: u32,
    last: Option<Lexeme>,
    here_document: Option<(usize, usize)>,
    /// The last mark that is a sign: an index into the list of all.
    sign: Option<usize>,
}

/// Returns the first bytes of the marks that open nothing, in order.
pub(crate) fn find(table: &TokenTable, text: &str) -> Vec<usize> {
    let mut lexemes = Vec::new();
    let mut scanner = Scanner::new(table, text, 0, &mut lexemes);
    scanner.outside_code();
    let start = (scanner.at, Way { cost: 0, last: scanner.last_token(), here_document: None, sign: None });
    // Marks that are signs on some way, and for each the one before it on the way.
    let mut signs: Vec<(usize, Option<usize>)> = Vec::new();
    let mut ways = BTreeMap::from([start]);
    let mut best = None;
    while let Some((at, way)) = ways.pop_first() {
        if at >= text.len() {
            best = way.sign;
            break;
        }
        scanner.at = at;
        scanner.here_document = way.here_document;
        scanner.lexemes.clear();
        scanner.lexemes.extend(way.last);
        if let Some(found) = scanner.multiline_step() {
            signs.push((found.mark.start, way.sign));
            let last = Some(Lexeme::new(found.mark.start, found.mark.end, UNKNOWN_CODE));
            let cost = way.cost + sign_cost(text, &found);
            let here_document = way.here_document;
            let sign = Some(signs.len() - 1);
            relax(&mut ways, found.mark.end, Way { cost, last, here_document, sign });
            if !found.closed {
                continue;
            }
            let cost = way.cost + string_cost(text, &found, scanner.at);
            let last = scanner.last_token();
            relax(&mut ways, scanner.at, Way { cost, last, here_document, sign: way.sign });
        } else {
            let (last, here_document) = (scanner.last_token(), scanner.here_document);
            relax(&mut ways, scanner.at, Way { last, here_document, ..way });
        }
    }
    let mut stray = Vec::new();
    while let Some(sign) = best {
        stray.push(signs[sign].0);
        best = signs[sign].1;
    }
    stray.reverse();
    stray
}

fn relax(ways: &mut BTreeMap<usize, Way>, at: usize, way: Way) {
    match ways.get(&at) {
        Some(known) if known.cost <= way.cost => {}
        _ => {
            ways.insert(at, way);
        }
    }
}

fn sign_cost(text: &str, found: &MultiLine) -> u32 {
    let is_sign = if found.comment {
        found.contains_mark
    } else {
        touches_before(text, found) && text[found.mark.end..].starts_with(char::is_alphanumeric)
    };
    if is_sign { LIKELY_SIGN } else { SIGN }
}

fn string_cost(text: &str, found: &MultiLine, end: usize) -> u32 {
    if found.comment {
        return if found.contains_mark { UNLIKELY } else { 0 };
    }
    let lines = text[found.mark.end..end].bytes().filter(|byte| *byte == b'\n').take(MAX_LINES).count();
    let unlikely =
        found.mark.len() == 1 && (opens_like_a_close(text, found) || closes_like_an_open(text, end));
    LINE * lines as u32 + if unlikely { UNLIKELY } else { 0 }
}

/// Returns whether a string begins as one ends: directly after a word, or after a sign and before the next one.
fn opens_like_a_close(text: &str, found: &MultiLine) -> bool {
    let after_sign = !text[..found.start].ends_with([' ', '\t', '\n', '(', '[', '{', '=', ',', ':', '.']);
    touches_before(text, found) || (after_sign && text[found.mark.end..].starts_with([';', ')', ',']))
}

/// Returns whether a string ends as one begins: directly before a word, or after a blank and before text.
fn closes_like_an_open(text: &str, end: usize) -> bool {
    let Some(next) = text[end..].chars().next() else { return false };
    let after_blank = matches!(text.as_bytes()[..end - 1].last(), Some(b' ' | b'\t' | b'(' | b'=' | b','));
    let ends = next.is_whitespace() || ";,.:)]}".contains(next);
    next.is_alphanumeric() || (after_blank && !ends)
}

/// Returns whether the mark directly follows a letter or digit that is not its prefix.
fn touches_before(text: &str, found: &MultiLine) -> bool {
    found.mark.len() == 1 && text[..found.start].ends_with(char::is_alphanumeric)
}
