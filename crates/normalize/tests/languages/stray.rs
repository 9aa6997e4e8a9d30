//! One stray quote or bracket changes little of what is read, whatever the language.

use chaffinch_normalize::{Language, languages};

use crate::support::read;

/// Places at which a mark is inserted into the sample of a language.
const PLACES: usize = 100;
/// Places of them at which more of the tokens may change.
const EXCEPTIONS: usize = 1;
/// Share of the tokens that stay the same, in percent.
const SAME: usize = 80;
const MARKS: [char; 9] = ['"', '\'', '`', '(', ')', '[', ']', '{', '}'];

/// Returns how many tokens of `a` are also in `b`, in order (longest common subsequence).
fn same(a: &[u64], b: &[u64]) -> usize {
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - after], &b[..b.len() - after]);
    let mut lengths = vec![0; b.len() + 1];
    for value in a {
        let mut diagonal = 0;
        for (at, other) in b.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if value == other { diagonal + 1 } else { above.max(lengths[at]) };
            diagonal = above;
        }
    }
    before + after + lengths[b.len()]
}

/// Returns the places (line, mark, percent) at which too much changes.
fn lost(language: &'static Language, sample: &str) -> Vec<(usize, char, usize)> {
    let whole = read(language, sample).values;
    assert!(whole.len() >= 200, "{}: {} tokens are too few", language.name(), whole.len());
    // An xorshift generator: the places are the same in every run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 16).expect("usize has 64 bits") % below
    };
    (0..PLACES)
        .filter_map(|n| {
            let at = sample.floor_char_boundary(random(sample.len()));
            let mark = MARKS[n % MARKS.len()];
            let damaged = format!("{}{mark}{}", &sample[..at], &sample[at..]);
            let percent = same(&whole, &read(language, &damaged).values) * 100 / whole.len();
            (percent < SAME).then(|| (sample[..at].matches('\n').count() + 1, mark, percent))
        })
        .collect()
}

#[test]
fn a_stray_quote_or_bracket_changes_little() {
    let mut failed = Vec::new();
    for language in languages() {
        let path =
            format!("{}/samples/{}.{}", env!("CARGO_MANIFEST_DIR"), language.name(), language.endings()[0]);
        let lost = lost(language, &std::fs::read_to_string(path).unwrap());
        if lost.len() > EXCEPTIONS {
            failed.push(format!("{}: {lost:?}", language.name()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
