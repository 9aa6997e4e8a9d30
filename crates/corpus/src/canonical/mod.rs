//! Turns a document's bytes into its canonical form, its sketch and its fingerprints, in bounded memory.

mod bytes;
mod format;
mod html;
mod markdown;
mod runs;
mod spelled;
mod value;
mod wording;
mod words;

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use chaffinch_normalize::{Choice, tokenize};
use chaffinch_sketch::sketch::ParameterError;
use chaffinch_sketch::{Key, Levels, Parameters, Sample, Sketcher};
use chaffinch_submission::SourceFile;
use encoding_rs::{Encoding, UTF_8};

use crate::document::{Document, Sequence, Size, State};
use crate::limits::{MAX_DOCUMENT_BYTES, MAX_PARSED_BYTES};
use bytes::{Bytes, Decoder};
pub use format::Format;
use html::Page;
pub(crate) use value::feature;
pub(crate) use wording::Wording;
pub use wording::{MAX_PASSAGE_LENGTH, MAX_PASSAGES, Passage};
pub use words::{WORDS_VERSION, WordHasher};

/// A document with more bytes than this is read while no other such document is read.
const LARGE: u64 = 128 << 20;

/// The buffers of a document with this many values in its sketch are not kept.
const LARGE_SKETCH: u32 = 1 << 17;

/// Bytes read at a time.
const BLOCK: usize = 64 << 10;

/// Number of bytes that are searched for NUL, which a text does not contain.
const HEAD: usize = 8 << 10;

/// Reads documents in turn, and reuses its buffers.
pub(crate) struct Reader {
    shingle: u64,
    levels: Levels,
    words: WordHasher,
    /// A new sketcher, which replaces one that has grown with a large document.
    fresh: Sketcher,
    sketcher: Sketcher,
    features: Sketcher,
    sketch: Vec<u64>,
    block: Vec<u8>,
    whole: Vec<u8>,
    /// Held while a large document is read, as the sketches of several at once could exceed the memory limit.
    large: Arc<Mutex<()>>,
}

/// Receives the words of a document.
struct Sink<'a> {
    sketcher: &'a mut Sketcher,
    sequence: Sequence,
}

impl Sink<'_> {
    #[inline]
    fn take(&mut self, values: &[u64]) {
        self.sketcher.feed(values);
        self.sequence.feed(values);
    }
}

impl Reader {
    pub(crate) fn new(
        parameters: Parameters,
        key: &Key,
        large: Arc<Mutex<()>>,
    ) -> Result<Self, ParameterError> {
        let all = Parameters { sample: Sample::EVERYTHING, ..parameters };
        let fresh = Sketcher::new(parameters, key)?;
        Ok(Self {
            shingle: parameters.shingle.get() as u64,
            levels: Levels::for_sample(parameters.sample).unwrap_or(Levels::EVERYTHING),
            words: WordHasher::default(),
            sketcher: fresh.clone(),
            fresh,
            features: Sketcher::new(all, key)?,
            sketch: Vec::new(),
            block: vec![0; BLOCK],
            whole: Vec::new(),
            large,
        })
    }

    /// Reads a ready-made set of features, each a 64-bit hash. Appends its sketch, which contains all of them, to
    /// `out`.
    pub(crate) fn features(&mut self, features: &mut Vec<u64>, out: &mut Vec<u64>) -> Document {
        features.sort_unstable();
        features.dedup();
        let sketch = self.features.sketch_features(features);
        self.sketch.clear();
        self.sketch.extend_from_slice(sketch.values());
        let mut document = Document::SKIPPED;
        self.finish(&mut document, if features.is_empty() { 0 } else { u64::MAX }, out);
        document.size = Size::new(&self.sketch, Levels::EVERYTHING);
        document.canonical = document.sketched;
        document
    }

    /// Reads a document as a stream, and appends its sketch to `out`.
    pub(crate) fn document(
        &mut self,
        format: Format,
        name: &str,
        from: &mut dyn Read,
        out: &mut Vec<u64>,
    ) -> io::Result<Document> {
        let mut block = std::mem::take(&mut self.block);
        let read = self.read(format, name, &mut Bytes::new(from, &mut block), out);
        self.block = block;
        let is_usual =
            |document: &Document| document.state == State::Sketched && document.size.own() < LARGE_SKETCH;
        if !read.as_ref().is_ok_and(is_usual) {
            // Drops buffers that have grown, and the state of a document that was not finished.
            self.sketcher = self.fresh.clone();
            self.words = WordHasher::default();
            self.sketch = Vec::new();
            self.whole = Vec::new();
        }
        read
    }

    fn read(
        &mut self,
        format: Format,
        name: &str,
        bytes: &mut Bytes,
        out: &mut Vec<u64>,
    ) -> io::Result<Document> {
        let mut document = Document::SKIPPED;
        bytes.next()?;
        let encoding = Encoding::for_bom(bytes.block()).map_or(UTF_8, |(encoding, _)| encoding);
        let head = &bytes.block()[..bytes.filled.min(HEAD)];
        if encoding == UTF_8 && memchr::memchr(0, head).is_some() {
            while bytes.next()? {}
            (document.state, document.raw) = (State::NotText, bytes.digest());
            return Ok(document);
        }
        let mut decoder = Decoder::new(encoding);
        let format =
            if matches!(format, Format::Text) && is_page(bytes.block()) { Format::Html } else { format };
        let mut page = matches!(format, Format::Html).then(|| (Page::default(), Vec::new()));
        let mut parsed = matches!(format, Format::Markdown | Format::Code(_));
        let Self { words, whole, sketcher, large, .. } = self;
        let mut sink = Sink { sketcher, sequence: Sequence::default() };
        let mut permit = None;
        whole.clear();
        while bytes.filled > 0 {
            let text = decoder.decode(bytes.block());
            if parsed {
                whole.extend_from_slice(text);
                if whole.len() > MAX_PARSED_BYTES {
                    parsed = false;
                    words.feed(whole, |values| sink.take(values));
                }
            } else if let Some((page, held)) = &mut page {
                feed_page(page, held, text, &mut |text| {
                    words.feed(text.as_bytes(), |values| sink.take(values));
                });
            } else {
                words.feed(text, |values| sink.take(values));
            }
            if bytes.total > MAX_DOCUMENT_BYTES {
                document.state = State::TooLarge;
                return Ok(document);
            }
            if bytes.total > LARGE && permit.is_none() {
                permit = Some(large.lock().unwrap_or_else(PoisonError::into_inner));
            }
            bytes.next()?;
        }
        let mut lexical = None;
        match format {
            Format::Code(language) if parsed => {
                let text = String::from_utf8_lossy(whole);
                let stream = tokenize(&SourceFile::plain(name, text), Choice::Fixed(language));
                sink.take(&stream.values);
                lexical = Some(stream.lexical);
            }
            Format::Markdown if parsed => {
                let text = String::from_utf8_lossy(whole);
                markdown::text(&text, |text| words.feed(text.as_bytes(), |values| sink.take(values)));
            }
            _ => {}
        }
        if let Some((page, _)) = page {
            page.end(|text| words.feed(text.as_bytes(), |values| sink.take(values)));
        }
        words.end(|values| sink.take(values));
        let n_words = sink.sequence.length();
        document.canonical = lexical.unwrap_or_else(|| sink.sequence.end());
        document.raw = bytes.digest();
        drop(permit);
        self.sketcher.finish_into(&mut self.sketch);
        self.finish(&mut document, n_words, out);
        Ok(document)
    }

    /// Fills in the fields of a document that depend on its number of words and on `self.sketch`.
    fn finish(&self, document: &mut Document, words: u64, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.sketch);
        document.size = Size::new(&self.sketch, self.levels);
        let mut sequence = Sequence::default();
        sequence.feed(&self.sketch);
        document.sketched = sequence.end();
        document.state = State::from_sketch(words, self.shingle, self.sketch.len());
    }
}

/// Feeds bytes to a page. An incomplete character at the end waits in `held`.
fn feed_page(page: &mut Page, held: &mut Vec<u8>, bytes: &[u8], each: &mut dyn FnMut(&str)) {
    held.extend_from_slice(bytes);
    let whole = match std::str::from_utf8(held) {
        // The rest is the beginning of a character.
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => held.len(),
    };
    page.feed(&String::from_utf8_lossy(&held[..whole]), each);
    held.drain(..whole);
}

/// Returns whether a text begins like an HTML page.
fn is_page(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    [&b"<!doctype html"[..], b"<html"]
        .iter()
        .any(|begin| head.get(..begin.len()).is_some_and(|head| head.eq_ignore_ascii_case(begin)))
}
