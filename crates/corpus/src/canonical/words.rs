//! Splits text into words. This canonical form ignores layout, punctuation and case. The text is streamed in constant
//! memory.
//!
//! A word is a run of letters and digits (and marks that combine with them), lower-cased character by character by
//! Unicode's rules. A final sigma counts as any sigma. In scripts without spaces (Chinese, Japanese, Thai and their
//! neighbours), each character is a word. Bytes that are not UTF-8 separate words.
//!
//! Two passes are made over a chunk that stays in the first-level caches. The first lower-cases it and marks each byte
//! that belongs to a word; it has no branch, so the compiler vectorises it. The second finds runs of these marks and
//! hashes whole words, 16 bytes at a time.

use super::runs::runs;
use super::value::value;

/// Version of the word values. It is raised when the value of any word changes, and stored with everything made from
/// words.
pub const WORDS_VERSION: u16 = 1;

/// Bytes that are processed at once. With the results, they fit into a first-level cache.
const CHUNK: usize = 8 << 10;

/// A longer word is cut here, so that memory does not depend on the text.
pub(super) const MAX_WORD_BYTES: usize = 4 << 10;

/// Zero bytes after the text, so that 16 bytes can be read at any position.
pub(super) const PADDING: usize = 64;

/// Turns text that arrives in pieces into word values.
#[derive(Debug, Default)]
pub struct WordHasher {
    /// Lower-cased text. It begins with the word that the last chunk did not finish.
    lower: Vec<u8>,
    /// 1 for each byte of `lower` that belongs to a word, otherwise 0.
    within: Vec<u8>,
    /// The bytes of a character that the last piece did not finish.
    broken: Vec<u8>,
    values: Vec<u64>,
}

impl WordHasher {
    /// Takes the document's next bytes, and passes the values of the words that end in them to `each`.
    pub fn feed(&mut self, mut bytes: &[u8], mut each: impl FnMut(&[u64])) {
        // At most three more bytes complete the character.
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

    /// Ends the document, and passes its last word to `each`. The next bytes begin another document.
    pub fn end(&mut self, mut each: impl FnMut(&[u64])) {
        // An incomplete character is not part of a word.
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

    /// Same as [`WordHasher::character`] for each byte, but faster.
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

    /// Hashes the words that have ended, and keeps the one that has not.
    fn hash(&mut self, each: &mut impl FnMut(&[u64])) {
        let length = self.lower.len();
        self.lower.resize(length + PADDING, 0);
        self.within.resize(length + PADDING, 0);
        self.values.clear();
        let mut open = length;
        let (lower, values) = (&self.lower, &mut self.values);
        runs(&self.within[..length.next_multiple_of(64)], |mut start, end| {
            while end - start > MAX_WORD_BYTES {
                values.push(value(lower, start, start + MAX_WORD_BYTES));
                start += MAX_WORD_BYTES;
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

/// Returns the number of bytes before the first that is not ASCII.
fn ascii_prefix(bytes: &[u8]) -> usize {
    let whole = bytes.chunks(64).take_while(|chunk| chunk.is_ascii()).count() * 64;
    let rest = bytes.get(whole..).unwrap_or_default();
    rest.iter().position(|byte| !byte.is_ascii()).map_or(bytes.len(), |at| whole + at)
}

/// Returns how many bytes at the end may be the beginning of a character.
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

/// Returns whether the script of a letter writes words without spaces between them.
pub(super) fn stands_alone(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::super::spelled::spelled;
    use super::*;
    use proptest::prelude::*;

    /// Splits words with the slow implementation.
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
        let (mut words, mut values) = (WordHasher::default(), Vec::new());
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

    /// Stored sketches depend on these values.
    #[test]
    fn values_are_fixed_for_ever() {
        assert_eq!(word("a"), 0xc2be_fafe_dbb6_bf0c);
        assert_eq!(word("internationalisation"), 0x4870_f687_2ccc_d9f6);
    }

    #[test]
    fn long_words_are_cut_and_do_not_fill_memory() {
        let mut words = WordHasher::default();
        for _ in 0..100 {
            words.feed(&[b'x'; CHUNK], |_| {});
            assert!(words.lower.len() <= MAX_WORD_BYTES);
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
