//! Leaves pictures out of a notebook while it is read, so that they do not make it too large. Only passes bytes on.

use std::io::{self, Read};

use chaffinch_submission::Digest;

/// Most bytes of a string that are passed on, unless it is the text of a cell. A line of an output is shorter. A picture
/// is one string of many thousand bytes.
const MAX_STRING: usize = 1 << 10;

/// Most bytes of a key that are compared.
const MAX_KEY: usize = 8;

/// Bytes of the longest escape, `\u00e9`, after its first.
const ESCAPE: usize = 5;

/// Passes on a notebook without the end of each long string that is not the text of a cell. What is passed on is as
/// valid as what was read. UTF-16 and UTF-32 are passed on as they are.
pub(crate) struct WithoutPictures<R> {
    inner: R,
    hasher: blake3::Hasher,
    /// Whether everything is passed on; `None` before the first bytes.
    is_wide: Option<bool>,
    /// Whether the text of a cell is being read.
    in_source: bool,
    in_string: bool,
    string: StringState,
}

/// What is known of the last string.
#[derive(Default)]
struct StringState {
    beginning: [u8; MAX_KEY],
    length: usize,
    /// The position of its last escape.
    escape: Option<usize>,
    /// Whether the next byte belongs to an escape.
    is_escaped: bool,
    is_cut: bool,
}

impl<R: Read> WithoutPictures<R> {
    pub(crate) fn new(inner: R) -> Self {
        let hasher = blake3::Hasher::new();
        let string = StringState::default();
        Self { inner, hasher, is_wide: None, in_source: false, in_string: false, string }
    }

    /// Returns the reader of all bytes.
    pub(crate) fn inner(&mut self) -> &mut R {
        &mut self.inner
    }

    /// Returns the digest of all bytes that were read.
    pub(crate) fn digest(&self) -> Digest {
        *self.hasher.finalize().as_bytes()
    }

    /// Returns whether a byte is passed on.
    fn passes(&mut self, byte: u8) -> bool {
        let string = &mut self.string;
        if !self.in_string {
            if byte == b':' {
                let key = string.beginning.get(..string.length).unwrap_or_default();
                self.in_source = key == b"source" || key == b"input";
            } else if byte == b'"' {
                (*string, self.in_string) = (StringState::default(), true);
            }
            return true;
        }
        // In a damaged notebook, a string may have no end. It never continues on the next line.
        if byte == b'\n' || byte == b'"' && !string.is_escaped {
            self.in_string = false;
            return true;
        }
        // Neither an escape nor a character is cut.
        let is_whole = string.escape.is_none_or(|at| at + ESCAPE < string.length) && byte & 0xc0 != 0x80;
        string.is_cut |= MAX_STRING <= string.length && is_whole && !self.in_source;
        string.is_escaped = byte == b'\\' && !string.is_escaped;
        if string.is_escaped {
            string.escape = Some(string.length);
        }
        if let Some(place) = string.beginning.get_mut(string.length) {
            *place = byte;
        }
        string.length += 1;
        !string.is_cut
    }
}

impl<R: Read> Read for WithoutPictures<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.inner.read(into)?;
            self.hasher.update(&into[..read]);
            let begins_wide = || into[..read].iter().take(4).any(|byte| matches!(byte, 0 | 0xfe | 0xff));
            if *self.is_wide.get_or_insert_with(begins_wide) || read == 0 {
                return Ok(read);
            }
            let mut passed = 0;
            for at in 0..read {
                if self.passes(into[at]) {
                    into[passed] = into[at];
                    passed += 1;
                }
            }
            if passed > 0 {
                return Ok(passed);
            }
        }
    }
}
