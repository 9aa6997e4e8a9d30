//! Text to words: the canonical form that ignores layout, punctuation and case. Pure; streamed, in constant memory.
//!
//! A word is a run of letters and digits (and marks that combine with them), lower-cased character by character by
//! Unicode's rules; a final sigma counts as any sigma. Where a script writes no spaces (Chinese, Japanese, Thai and
//! their neighbours) each character is a word. What is not UTF-8 separates words.
//!
//! Two passes over a chunk that stays in the first caches: one lower-cases and says of each byte whether it belongs to
//! a word (vectorised by the compiler, as it has no branch), the other walks the bits of that and hashes whole words,
//! sixteen bytes at a time.

use std::ops::Range;

/// Raised when the value of any word changes; stored with everything made from them.
pub const WORDS_VERSION: u16 = 1;

/// Bytes that are looked at together: with what is made of them, they fit into a first-level cache.
const CHUNK: usize = 8 << 10;

/// A longer run of letters is cut here, so that memory does not depend on the text.
const LONGEST: usize = 4 << 10;

/// Zero bytes behind the text, so that sixteen can be read anywhere.
const PADDING: usize = 64;

/// Digits of the golden ratio and of the square root of 2: odd, and with no pattern in them.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909];

/// Turns text that comes in pieces into word values.
#[derive(Debug, Default)]
pub struct Words {
    /// Lower-cased text; at its beginning the word that the last chunk ended in.
    lower: Vec<u8>,
    /// 1 where a byte of `lower` belongs to a word, else 0.
    within: Vec<u8>,
    /// Bytes of a character that the last piece broke off in.
    broken: Vec<u8>,
    values: Vec<u64>,
}

impl Words {
    /// Takes the document's next bytes; `each` gets the values of the words that end in them.
    pub fn feed(&mut self, mut bytes: &[u8], mut each: impl FnMut(&[u64])) {
        // The rest of a broken character is at most three bytes away.
        while !self.broken.is_empty() && !bytes.is_empty() {
            self.broken.push(bytes[0]);
            bytes = &bytes[1..];
            let held = std::mem::take(&mut self.broken);
            let complete =
                std::str::from_utf8(&held).map_or_else(|error| error.error_len().is_some(), |_| true);
            if complete {
                self.chunk(&held, &mut each);
            } else {
                self.broken = held;
            }
        }
        while !bytes.is_empty() {
            let now = &bytes[..bytes.len().min(CHUNK)];
            let whole = now.len() - unfinished(now);
            if whole == 0 {
                self.broken.extend_from_slice(now);
                return;
            }
            self.chunk(&bytes[..whole], &mut each);
            bytes = &bytes[whole..];
        }
    }

    /// The document is over: `each` gets its last word. What is fed next begins another document.
    pub fn end(&mut self, mut each: impl FnMut(&[u64])) {
        // Whatever a character broke off in is no word.
        self.broken.clear();
        self.separate();
        self.hash(&mut each);
        self.lower.clear();
        self.within.clear();
    }

    fn chunk(&mut self, bytes: &[u8], each: &mut impl FnMut(&[u64])) {
        if bytes.is_ascii() {
            self.ascii(bytes);
            return self.hash(each);
        }
        for part in bytes.utf8_chunks() {
            self.text(part.valid());
            if !part.invalid().is_empty() {
                self.separate();
            }
        }
        self.hash(each);
    }

    fn text(&mut self, mut text: &str) {
        loop {
            let ascii = ascii_prefix(text.as_bytes());
            self.ascii(&text.as_bytes()[..ascii]);
            text = &text[ascii..];
            let Some(character) = text.chars().next() else { return };
            self.character(character);
            text = &text[character.len_utf8()..];
        }
    }

    /// Naive equivalent: [`Words::character`] of each.
    fn ascii(&mut self, bytes: &[u8]) {
        self.lower.extend(bytes.iter().map(|&byte| byte | (u8::from(byte.wrapping_sub(b'A') < 26) << 5)));
        self.within.extend(bytes.iter().map(|&byte| {
            u8::from((byte | 0x20).wrapping_sub(b'a') < 26) | u8::from(byte.wrapping_sub(b'0') < 10)
        }));
    }

    fn character(&mut self, character: char) {
        if !(character.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&character)) {
            return self.separate();
        }
        let alone = stands_alone(character);
        if alone {
            self.separate();
        }
        let character = if character == '\u{3c2}' { '\u{3c3}' } else { character };
        for lower in character.to_lowercase() {
            let mut buffer = [0; 4];
            self.lower.extend_from_slice(lower.encode_utf8(&mut buffer).as_bytes());
        }
        self.within.resize(self.lower.len(), 1);
        if alone {
            self.separate();
        }
    }

    fn separate(&mut self) {
        self.lower.push(b' ');
        self.within.push(0);
    }

    /// Hashes the words that have ended and keeps the one that has not.
    fn hash(&mut self, each: &mut impl FnMut(&[u64])) {
        let length = self.lower.len();
        self.lower.resize(length + PADDING, 0);
        self.within.resize(length + PADDING, 0);
        self.values.clear();
        let mut open = length;
        let (lower, values) = (&self.lower, &mut self.values);
        runs(&self.within[..length.next_multiple_of(64)], |mut start, end| {
            while end - start > LONGEST {
                values.push(value(lower, start, start + LONGEST));
                start += LONGEST;
            }
            if end < length {
                values.push(value(lower, start, end));
            } else {
                open = start;
            }
        });
        each(&self.values);
        self.lower.truncate(length);
        self.within.truncate(length);
        self.lower.drain(..open);
        self.within.drain(..open);
    }
}

/// How many bytes come before the first that is not ASCII.
fn ascii_prefix(bytes: &[u8]) -> usize {
    let whole = bytes.chunks(64).take_while(|chunk| chunk.is_ascii()).count() * 64;
    let rest = bytes.get(whole..).unwrap_or_default();
    rest.iter().position(|byte| !byte.is_ascii()).map_or(bytes.len(), |at| whole + at)
}

/// Calls `each` with the begin and end of every run of ones, of which there are 64 to a block.
#[inline]
fn runs(within: &[u8], mut each: impl FnMut(usize, usize)) {
    // Where a run began that goes on beyond its block.
    let mut open = None;
    for (block, bytes) in within.as_chunks::<64>().0.iter().enumerate() {
        let base = block * 64;
        let bits = bits(bytes);
        let before = bits << 1 | u64::from(open.is_some());
        let (mut starts, mut ends) = (bits & !before, !bits & before);
        if let Some(start) = open {
            if ends == 0 {
                continue;
            }
            each(start, base + ends.trailing_zeros() as usize);
            ends &= ends - 1;
            open = None;
        }
        while ends != 0 {
            each(base + starts.trailing_zeros() as usize, base + ends.trailing_zeros() as usize);
            starts &= starts - 1;
            ends &= ends - 1;
        }
        if starts != 0 {
            open = Some(base + starts.trailing_zeros() as usize);
        }
    }
    if let Some(start) = open {
        each(start, within.len());
    }
}

/// 64 bytes of 0 or 1 as bits, the first the lowest.
#[inline]
fn bits(bytes: &[u8; 64]) -> u64 {
    let gather = |eight: &[u8; 8]| {
        // Each byte's bit is moved to the top byte, to a place of its own.
        u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    bytes.as_chunks::<8>().0.iter().enumerate().fold(0, |all, (at, eight)| all | gather(eight) << (8 * at))
}

/// The value of the word at `start..end`; sixteen bytes behind it can be read.
///
/// Words of up to sixteen bytes, which nearly all are, take one multiplication and no branch.
#[inline]
fn value(text: &[u8], start: usize, end: usize) -> u64 {
    let mut at = start;
    let mut seed = FACTORS[1] ^ (end - start) as u64;
    while end - at > 16 {
        let [left, right] = sixteen(text, at);
        seed = fold(left ^ FACTORS[0], right ^ seed);
        at += 16;
    }
    let [left, right] = sixteen(text, at);
    let [left_kept, right_kept] = KEPT[end - at];
    fold((left & left_kept) ^ FACTORS[0], (right & right_kept) ^ seed)
}

/// Sixteen bytes as two numbers.
#[inline]
fn sixteen(text: &[u8], at: usize) -> [u64; 2] {
    let bytes = text[at..].first_chunk::<16>().expect("there are zeros behind the text");
    let both = u128::from_le_bytes(*bytes);
    [both as u64, (both >> 64) as u64]
}

/// The bits of the first so many of sixteen bytes.
const KEPT: [[u64; 2]; 17] = {
    let mut kept = [[0, 0]; 17];
    let mut bytes = 1;
    while bytes <= 16 {
        let both = u128::MAX >> (128 - 8 * bytes);
        kept[bytes] = [both as u64, (both >> 64) as u64];
        bytes += 1;
    }
    kept
};

/// The words of a text one by one, as they are compared: in ever the same spelling, with a space between them, and where each
/// stands and what its value is. What [`Words`] does fast.
pub(crate) fn spelled(bytes: &[u8]) -> (String, Vec<(Range<usize>, u64)>) {
    let mut text = String::with_capacity(bytes.len());
    for character in String::from_utf8_lossy(bytes).chars() {
        if !(character.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&character)) {
            text.push(' ');
            continue;
        }
        let alone = stands_alone(character);
        if alone {
            text.push(' ');
        }
        text.extend(character.to_lowercase().map(|c| if c == '\u{3c2}' { '\u{3c3}' } else { c }));
        if alone {
            text.push(' ');
        }
    }
    text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let mut padded = text.clone().into_bytes();
    padded.resize(text.len() + PADDING, 0);
    let mut words = Vec::new();
    let mut start = 0;
    for word in text.split_ascii_whitespace() {
        let end = start + word.len();
        for cut in (start..end).step_by(LONGEST) {
            let part = cut..(cut + LONGEST).min(end);
            words.push((part.clone(), value(&padded, part.start, part.end)));
        }
        start = end + 1;
    }
    (text, words)
}

/// A value for a string that is one word whatever it holds: a feature.
pub(crate) fn feature(bytes: &[u8]) -> u64 {
    let mut text = bytes.to_vec();
    text.resize(bytes.len() + 16, 0);
    // Features are the ids themselves: spread once more, as shingles are.
    chaffinch_fingerprint::hash_kgram(&[value(&text, 0, bytes.len().max(1))])
}

/// A product of 128 bits folded into 64: every bit of either side reaches every bit of it.
#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}

/// How many bytes at the end may be the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    for (at, byte) in bytes.iter().rev().take(3).enumerate() {
        match byte {
            0x80..=0xbf => {}
            0xc0..=0xdf => return usize::from(at < 1) * (at + 1),
            0xe0..=0xef => return usize::from(at < 2) * (at + 1),
            0xf0..=0xff => return at + 1,
            _ => return 0,
        }
    }
    0
}

/// Letters of scripts that write words without spaces between them.
fn stands_alone(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Word for word, character for character.
    fn slow(bytes: &[u8]) -> Vec<u64> {
        let (text, words) = spelled(bytes);
        assert!(words.iter().all(|(range, value)| *value == word(&text[range.clone()])));
        words.into_iter().map(|(_, value)| value).collect()
    }

    fn word(word: &str) -> u64 {
        let mut padded = word.as_bytes().to_vec();
        padded.resize(word.len() + 16, b'?');
        value(&padded, 0, word.len())
    }

    fn fast(pieces: &[&[u8]]) -> Vec<u64> {
        let (mut words, mut values) = (Words::default(), Vec::new());
        for piece in pieces {
            words.feed(piece, |some| values.extend_from_slice(some));
        }
        words.end(|some| values.extend_from_slice(some));
        values
    }

    #[test]
    fn layout_case_and_punctuation_do_not_count() {
        let expected: Vec<u64> = ["a", "rose", "is", "a", "rose"].map(word).to_vec();
        assert_eq!(fast(&[b"A rose is a ROSE."]), expected);
        assert_eq!(fast(&[b"\xef\xbb\xbf a--rose\n\tIs; (a) \xff", b"ro", b"se"]), expected);
        assert_eq!(fast(&["\u{39f}\u{3a3}".as_bytes()]), fast(&["\u{3bf}\u{3c2}".as_bytes()]));
        assert_eq!(fast(&["\u{c4}rger".as_bytes()]), [word("\u{e4}rger")]);
        assert_eq!(fast(&["\u{4e2d}\u{6587}".as_bytes()]), [word("\u{4e2d}"), word("\u{6587}")]);
        assert!(fast(&[b"", b"\n .,", b"\xc3"]).is_empty());
    }

    /// Stored sketches must keep their meaning.
    #[test]
    fn values_are_fixed_for_ever() {
        assert_eq!(word("a"), 0xc2be_fafe_dbb6_bf0c);
        assert_eq!(word("internationalisation"), 0x4870_f687_2ccc_d9f6);
    }

    #[test]
    fn long_words_are_cut_and_do_not_fill_memory() {
        let mut words = Words::default();
        for _ in 0..100 {
            words.feed(&[b'x'; CHUNK], |_| {});
            assert!(words.lower.len() <= LONGEST);
        }
    }

    proptest! {
        #[test]
        fn equals_its_slow_twin_however_it_is_cut(
            text in "([a-zA-Z0-9 .,\n]{0,90}|[\u{c0}-\u{3ff}]{0,4}|[\u{4e00}-\u{4e10}]|\u{130}|i\u{307}){0,12}",
            junk in proptest::collection::vec((0usize..1000, any::<u8>()), 0..4),
            mut cuts in proptest::collection::vec(0usize..1000, 0..6),
        ) {
            let mut bytes = text.into_bytes();
            for (at, byte) in junk {
                let at = at.min(bytes.len());
                bytes.insert(at, byte);
            }
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in cuts.into_iter().map(|cut| cut.min(bytes.len())) {
                pieces.push(&bytes[from..cut]);
                from = cut;
            }
            pieces.push(&bytes[from..]);
            prop_assert_eq!(fast(&pieces), slow(&bytes));
        }
    }
}
