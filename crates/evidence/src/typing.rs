//! Finds lines whose layout is an oddity: `x = f(a) ;` from somebody who types no blank before `;` elsewhere. An author
//! does not see such a slip, and a copier who renames everything does not remove it. Pure functions of a file;
//! `rarity` decides how rare a line is.
//!
//! An oddity is odd only beside the usual typing of the same program. Somebody who types `( a )` everywhere, or uses a
//! formatter, has no oddities of this kind.

use chaffinch_submission::{Reading, Span};

use crate::distinctive::hash;
use crate::values::LOOKED_AT;

/// Separates the keys of typed lines from those of other texts.
const TYPED: u8 = 102;

/// Least tokens of a line. Shorter lines are typed alike by chance.
const TOKENS: usize = 6;

/// Least letters and digits of a line.
const LETTERS: usize = 12;

/// Where a habit could show itself at fewer places, it is not known.
const MIN_PLACES: u32 = 20;

/// An oddity may be at one in this many of these places.
const ONE_IN: u32 = 20;

/// The kinds of oddities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Oddity {
    /// Blanks before `;` or `,`.
    Separator,
    /// Blanks after `(` or before `)`.
    Bracket,
    /// Blanks on one side of `=`.
    OneSided,
    /// Two blanks or more between tokens.
    Double,
    /// Blanks at the end of a line.
    Trailing,
}

const KINDS: usize = 5;

/// How often each kind of oddity was possible, and how often it occurs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Habits([(u32, u32); KINDS]);

impl Habits {
    fn count(&mut self, kind: Oddity, is_odd: bool) {
        let (places, odd) = &mut self.0[kind as usize];
        *places += 1;
        *odd += u32::from(is_odd);
    }

    /// Returns whether an author has an oddity only now and then.
    fn is_unusual(&self, kind: Oddity) -> bool {
        let (places, odd) = self.0[kind as usize];
        MIN_PLACES <= places && odd * ONE_IN <= places
    }
}

/// A line with an oddity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OddLine {
    pub(crate) key: u64,
    /// Its first token.
    pub(crate) token: u32,
    /// From its first token to its end, with blanks.
    pub(crate) span: Span,
    pub(crate) kinds: Vec<Oddity>,
}

/// Calls `each` with the odd lines of a file that are long enough, in the order of the text. Counts in `habits` what
/// its author usually types. `spans` are those of the file's tokens. `factor` multiplies the required length.
pub(crate) fn each_odd_line(
    reading: Reading<'_>,
    spans: &[Span],
    factor: u32,
    habits: &mut Habits,
    mut each: impl FnMut(OddLine),
) {
    let text = reading.text.as_bytes();
    // A text of another size is not the one that was read.
    if spans.last().is_none_or(|last| text.len() < last.end as usize) {
        return;
    }
    let is_end = |&byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut kinds = Vec::new();
    let mut first = 0;
    for next in 1..=spans.len() {
        let end = spans[next - 1].end as usize;
        let until = spans.get(next).map_or(text.len(), |span| span.start as usize);
        let gap = &text[end..until];
        let Some(to_end) = gap.iter().position(is_end).or_else(|| (next == spans.len()).then_some(gap.len()))
        else {
            each_oddity_between((reading, spans), next - 1, gap, habits, &mut kinds);
            continue;
        };
        let trailing = &gap[..to_end];
        let is_odd = !trailing.is_empty() && is_blank(trailing);
        habits.count(Oddity::Trailing, is_odd);
        if is_odd {
            kinds.push(Oddity::Trailing);
        }
        let typed = spans[first].start as usize..end + if is_odd { to_end } else { 0 };
        if !kinds.is_empty() && is_long(&text[typed.clone()], next - first, factor) {
            let span = Span { start: typed.start as u32, end: typed.end as u32 };
            let key = hash(TYPED, reading.at(span));
            each(OddLine { key, token: first as u32, span, kinds: std::mem::take(&mut kinds) });
        }
        kinds.clear();
        first = next;
    }
}

/// Returns the odd lines of a submission, file by file: those with an oddity that its author does not usually type.
pub(crate) fn odd_lines(files: &[Reading<'_>], factor: u32) -> Vec<Vec<OddLine>> {
    let mut habits = Habits::default();
    let mut lines: Vec<Vec<OddLine>> = Vec::with_capacity(files.len());
    for &reading in files {
        let mut of_file = Vec::new();
        each_odd_line(reading, &reading.stream.spans, factor, &mut habits, |line| of_file.push(line));
        lines.push(of_file);
    }
    for of_file in &mut lines {
        of_file.retain(|line| line.kinds.iter().any(|&kind| habits.is_unusual(kind)));
    }
    lines
}

fn is_long(typed: &[u8], tokens: usize, factor: u32) -> bool {
    let letters = typed.iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).count();
    TOKENS <= tokens && LETTERS * factor as usize <= letters && typed.len() <= LOOKED_AT
}

fn is_blank(gap: &[u8]) -> bool {
    gap.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Adds the oddities of the gap after a token that is not the last of its line.
fn each_oddity_between(
    (reading, spans): (Reading<'_>, &[Span]),
    token: usize,
    gap: &[u8],
    habits: &mut Habits,
    kinds: &mut Vec<Oddity>,
) {
    // A comment stands between the tokens.
    if !is_blank(gap) {
        return;
    }
    let mut count = |kind: Oddity, is_odd: bool| {
        habits.count(kind, is_odd);
        if is_odd {
            kinds.push(kind);
        }
    };
    let [before, after] = [token, token + 1].map(|at| reading.at(spans[at]));
    let has_blank = !gap.is_empty();
    if has_blank {
        count(Oddity::Double, gap.len() >= 2 && gap.iter().all(|&byte| byte == b' '));
    }
    if matches!(after, ";" | ",") {
        count(Oddity::Separator, has_blank);
    }
    // `( ;` and `()` show no habit.
    if (before == "(" && !matches!(after, ")" | ";")) || (after == ")" && !matches!(before, "(" | ";")) {
        count(Oddity::Bracket, has_blank);
    }
    // `operator =` is the name of a function.
    if after == "="
        && before != "operator"
        && let Some(next) = spans.get(token + 2)
    {
        let behind = &reading.text.as_bytes()[spans[token + 1].end as usize..next.start as usize];
        if is_blank(behind) {
            count(Oddity::OneSided, has_blank == behind.is_empty());
        }
    }
}

/// Returns a typed line with its odd blanks made visible.
pub(crate) fn shown(line: &str) -> String {
    let bytes = line.as_bytes();
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or(b'\n');
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t');
    let is_odd = |place: usize| {
        let [before, after] = [place.checked_sub(1), Some(place + 1)].map(at);
        let beyond = [place.checked_sub(2), Some(place + 2)].map(at);
        let is_one_sided = (before == b'=' && beyond[0].is_ascii_alphanumeric())
            || (after == b'=' && (beyond[1].is_ascii_alphanumeric() || beyond[1] == b'('));
        is_blank(before)
            || is_blank(after)
            || before == b'('
            || matches!(after, b';' | b',' | b')' | b'\n')
            || is_one_sided
    };
    line.char_indices()
        .map(|(place, character)| if is_blank(bytes[place]) && is_odd(place) { '␣' } else { character })
        .collect()
}

#[cfg(test)]
mod tests {
    use chaffinch_normalize::{Choice, tokenize};
    use chaffinch_submission::{LazyStream, SourceFile};

    use super::*;

    fn odd_lines(text: &str) -> (Vec<String>, Habits) {
        let stream = LazyStream::from(tokenize(&SourceFile::plain("a.c", text), Choice::Auto));
        let reading = Reading { text, stream: &stream };
        let (mut found, mut habits) = (Vec::new(), Habits::default());
        each_odd_line(reading, &stream.spans, 1, &mut habits, |line| {
            found.push(format!("{} {:?}", shown(reading.at(line.span)), line.kinds));
        });
        (found, habits)
    }

    #[test]
    fn slips_are_found_line_by_line() {
        let (found, _) = odd_lines(
            "int main(void) {\n    total = measure(first, second) ;\n    total = measure( first, second);\n    \
             total = measure(first,  second);\n    total= measure(first, second);\n    total = measure(first, second);  \n    \
             total = measure(first, second); // why\n    i = 1 ;\n}\n",
        );
        assert_eq!(
            found,
            [
                "total = measure(first, second)␣; [Separator]",
                "total = measure(␣first, second); [Bracket]",
                "total = measure(first,␣␣second); [Double]",
                "total=␣measure(first, second); [OneSided]",
                "total = measure(first, second);␣␣ [Trailing]",
            ]
        );
    }

    #[test]
    fn what_somebody_always_types_is_usual() {
        let line = |end: &str| format!("total = measure(first, second){end}\n");
        let often = odd_lines(&[line(" ;").repeat(30), line(";").repeat(30)].concat()).1;
        let once = odd_lines(&[line(" ;"), line(";").repeat(30)].concat()).1;
        let never_known = odd_lines(&[line(" ;"), line(";").repeat(3)].concat()).1;
        let is_unusual = [often, once, never_known].map(|habits| habits.is_unusual(Oddity::Separator));
        assert_eq!(is_unusual, [false, true, false]);
    }

    #[test]
    fn a_text_that_is_not_the_one_that_was_read_has_no_lines() {
        let source = SourceFile::plain("a.c", "total = measure(first, second) ;");
        let stream = LazyStream::from(tokenize(&source, Choice::Auto));
        for text in ["", "total = me"] {
            each_odd_line(
                Reading { text, stream: &stream },
                &stream.spans,
                1,
                &mut Habits::default(),
                |line| panic!("{line:?}"),
            );
        }
    }
}
