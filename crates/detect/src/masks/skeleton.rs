//! Finds the statements of a handout in what was written into it: signatures, fields, a frame of calls.
//!
//! Where somebody writes between the brackets of a handout, a bracket moves to another statement. So two statements
//! agree if one is the other and brackets that close. Several short statements in a row count like a long one.

use std::ops::Range;

use chaffinch_submission::{TokenStream, TokenizedFile};
use rustc_hash::FxHashMap;

use crate::index::{distinct, kgrams::salt};

/// Tokens of the shortest statement, or sequence of statements, that is masked. Shorter ones would be found in any
/// handout.
const MIN_LENGTH: usize = 6;

/// Most brackets that one of two equal statements may have in addition.
const MAX_CLOSING: usize = 4;

/// Most pairs of statements compared for a file and a handout: a thousand statements each. Beyond this, only the long
/// runs are masked.
const MAX_COUNT: usize = 1_000_000;

/// Most statements of handouts that are compared with a statement that begins like them. Only generated code has more.
const MAX_CANDIDATES: usize = 64;

/// When two statements agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Equality {
    /// Their tokens are equal.
    Normalized,
    /// The texts of their tokens are equal, too.
    Typed,
}

/// Which statements of a file are compared with those of a handout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statements {
    /// Long ones.
    Long,
    /// Also short ones, which agree if they were typed the same.
    All,
}

/// Returns the token ranges of the statements of `file` that `handout` has in the same order, each with its first token
/// there: a longest common subsequence by tokens.
pub(crate) fn common_statements(
    file: &TokenStream,
    handout: &TokenStream,
    which: Statements,
) -> Vec<(Range<usize>, usize)> {
    let shortest = if which == Statements::All { 1 } else { MIN_LENGTH };
    let (ours, theirs) = (statements(file, shortest), statements(handout, shortest));
    if MAX_COUNT < ours.len() * theirs.len() {
        return Vec::new();
    }
    let common = |o: usize, t: usize| {
        let is_short = ours[o].len().min(theirs[t].len()) < MIN_LENGTH;
        let equality = if is_short { Equality::Typed } else { Equality::Normalized };
        agreeing_tokens([file, handout], [&ours[o], &theirs[t]], equality)
    };
    // most[o][t]: tokens of the best alignment of ours[o..] and theirs[t..].
    let width = theirs.len() + 1;
    let mut most = vec![0_u32; (ours.len() + 1) * width];
    for o in (0..ours.len()).rev() {
        for t in (0..theirs.len()).rev() {
            let skip = most[(o + 1) * width + t].max(most[o * width + t + 1]);
            let take = match common(o, t) {
                0 => 0,
                tokens => most[(o + 1) * width + t + 1] + tokens as u32,
            };
            most[o * width + t] = skip.max(take);
        }
    }
    let (mut o, mut t, mut found) = (0, 0, Vec::new());
    while o < ours.len() && t < theirs.len() {
        let best = most[o * width + t];
        if best == most[(o + 1) * width + t] {
            o += 1;
        } else if best == most[o * width + t + 1] {
            t += 1;
        } else {
            found.push((ours[o].start..ours[o].start + common(o, t), theirs[t].start));
            (o, t) = (o + 1, t + 1);
        }
    }
    long_enough(&found, file.values.len())
}

/// Leaves out short statements at the ends of a row of statements, unless they are long together. `tokens` is the length of
/// the file; nothing can be written before its beginning or after its end.
fn long_enough(found: &[(Range<usize>, usize)], tokens: usize) -> Vec<(Range<usize>, usize)> {
    let length = |row: &[(Range<usize>, usize)]| row.iter().map(|(tokens, _)| tokens.len()).sum::<usize>();
    let rows = found.chunk_by(|one, next| one.0.end == next.0.start && one.1 + one.0.len() == next.1);
    let kept = rows.flat_map(|row| {
        let is_long = |(tokens, _): &(Range<usize>, usize)| MIN_LENGTH <= tokens.len();
        let first = row.iter().position(is_long).unwrap_or(row.len());
        let last = row.iter().rposition(is_long).map_or(row.len(), |last| last + 1);
        let [before, after] = [&row[..first], &row[last..]];
        let begin = if length(before) >= MIN_LENGTH || row[0].0.start == 0 { 0 } else { first };
        let ends_file = row[row.len() - 1].0.end == tokens;
        &row[begin..if length(after) >= MIN_LENGTH || ends_file { row.len() } else { last }]
    });
    kept.cloned().collect()
}

/// Returns how many tokens two statements have in common from their beginning; 0 if they do not agree.
fn agreeing_tokens(streams: [&TokenStream; 2], statements: [&Range<usize>; 2], equality: Equality) -> usize {
    let [ours, theirs] = [0, 1].map(|side| &streams[side].values[statements[side].clone()]);
    let mut common = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
    if equality == Equality::Typed && common > 0 {
        let texts = [0, 1].map(|side| streams[side].texts.get(statements[side].clone()).unwrap_or_default());
        common =
            texts[0].iter().zip(texts[1]).take(common).take_while(|(ours, theirs)| ours == theirs).count();
    }
    let rests = [&ours[common..], &theirs[common..]];
    let rest = if rests[0].is_empty() { rests[1] } else { rests[0] };
    let agree = rest.is_empty() && rests[1].is_empty()
        || MIN_LENGTH <= common
            && rests.iter().any(|rest| rest.is_empty())
            && rest.len() <= MAX_CLOSING
            && rest.iter().all(|token| *token == rest[0]);
    if agree { common } else { 0 }
}

fn statements(stream: &TokenStream, shortest: usize) -> Vec<Range<usize>> {
    stream.statement_ranges().filter(|range| shortest <= range.len()).collect()
}

/// The long statements of handouts, by their beginnings.
pub(crate) struct Skeletons<'a> {
    handed_out: &'a [&'a TokenStream],
    statements: Vec<Vec<Range<usize>>>,
    /// For each hash of a beginning, (handout, number of its statement).
    beginnings: FxHashMap<u64, Vec<(u32, u32)>>,
}

impl<'a> Skeletons<'a> {
    pub(crate) fn new(handed_out: &'a [&'a TokenStream]) -> Self {
        let statements: Vec<_> = handed_out.iter().map(|stream| statements(stream, MIN_LENGTH)).collect();
        let mut beginnings: FxHashMap<u64, Vec<(u32, u32)>> = FxHashMap::default();
        for (handout, (stream, ranges)) in (0..).zip(handed_out.iter().zip(&statements)) {
            for (number, range) in (0..).zip(ranges) {
                let places = beginnings.entry(beginning(stream, range)).or_default();
                if places.len() < MAX_CANDIDATES {
                    places.push((handout, number));
                }
            }
        }
        Self { handed_out, statements, beginnings }
    }

    /// Returns the handouts that a submission was written into: those of which it has at least half, by the tokens of
    /// statements, typed the same in any order and in any of its files.
    pub(crate) fn filled_in(&self, files: &[TokenizedFile]) -> Vec<usize> {
        let mut found: Vec<(u32, u32)> = Vec::new();
        for file in files.iter().filter(|_| !self.beginnings.is_empty()) {
            let stream = file.stream.read();
            for range in statements(&stream, MIN_LENGTH) {
                let places = self.beginnings.get(&beginning(&stream, &range)).into_iter().flatten();
                found.extend(places.filter(|&&(handout, number)| {
                    let handout = handout as usize;
                    let theirs = &self.statements[handout][number as usize];
                    let streams = [&*stream, self.handed_out[handout]];
                    agreeing_tokens(streams, [&range, theirs], Equality::Typed) > 0
                }));
            }
        }
        let mut tokens = vec![0; self.handed_out.len()];
        for (handout, number) in distinct(found) {
            tokens[handout as usize] += self.statements[handout as usize][number as usize].len();
        }
        let all = |handout: usize| self.statements[handout].iter().map(ExactSizeIterator::len).sum::<usize>();
        (0..tokens.len())
            .filter(|&handout| tokens[handout] > 0 && all(handout) <= 2 * tokens[handout])
            .collect()
    }
}

/// Returns a hash of the first tokens of a long statement and of their language. The texts are compared afterwards.
fn beginning(stream: &TokenStream, range: &Range<usize>) -> u64 {
    let tokens = &stream.values[range.start..range.start + MIN_LENGTH];
    tokens.iter().fold(salt(stream.scheme), |hash, token| chaffinch_fingerprint::rehash(hash ^ token))
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::{Scheme, Span, TokenStream};
    use proptest::prelude::*;

    use super::{Statements, common_statements};

    /// Returns statements with the given numbers, of `number + 6` tokens each.
    fn stream(numbers: &[u64]) -> TokenStream {
        let (mut values, mut statements) = (Vec::new(), Vec::new());
        for &number in numbers {
            statements.push(values.len() as u32);
            values.extend((0..number + 6).map(|at| number * 100 + at));
        }
        TokenStream {
            language: "numbers",
            scheme: Scheme { family: "numbers", normalizer: 1, k: 6, w: 4 },
            spans: (0..values.len() as u32).map(|at| Span { start: at, end: at + 1 }).collect(),
            texts: Vec::new(),
            comments: Vec::new(),
            forms: Vec::new(),
            lines: Vec::new(),
            values,
            statements,
            lexical: 0,
            notes: Vec::new(),
        }
    }

    fn tokens(ours: &[u64], theirs: &[u64]) -> usize {
        common_statements(&stream(ours), &stream(theirs), Statements::Long)
            .iter()
            .map(|(tokens, _)| tokens.len())
            .sum()
    }

    /// Tries all subsequences.
    fn oracle(ours: &[u64], theirs: &[u64]) -> usize {
        match (ours, theirs) {
            ([], _) | (_, []) => 0,
            ([ours, our_rest @ ..], [theirs, their_rest @ ..]) => {
                let take = if ours == theirs { *ours as usize + 6 + oracle(our_rest, their_rest) } else { 0 };
                let skip_ours = oracle(our_rest, &[&[*theirs], their_rest].concat());
                take.max(skip_ours).max(oracle(&[&[*ours], our_rest].concat(), their_rest))
            }
        }
    }

    #[test]
    fn order_counts_and_what_stands_between_does_not() {
        assert_eq!(tokens(&[1, 9, 9, 2, 9, 3], &[1, 2, 3]), 7 + 8 + 9);
        assert_eq!(tokens(&[3, 1], &[1, 3]), 9, "the longer of two that changed places");
        assert_eq!(tokens(&[4], &[5]), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn finds_the_longest_common_subsequence(
            ours in proptest::collection::vec(0_u64..4, 0..7),
            theirs in proptest::collection::vec(0_u64..4, 0..7),
        ) {
            prop_assert_eq!(tokens(&ours, &theirs), oracle(&ours, &theirs));
        }
    }
}
