//! A token stream that may be packed until it is read, and a text with its stream.
//!
//! A large class has far more tokens than memory should hold, and most of them are only read from beginning to end, a
//! few times. A packed stream takes a sixth of the memory, and unpacking it is much faster than reading the file again.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use crate::packed::read::Reader;
use crate::packed::write::Writer;
use crate::{Scheme, Span, TokenStream};

/// Why packed bytes can be read.
const OWN_BYTES: &str = "these bytes were packed by this process";

/// A token stream, packed or not.
///
/// Dereferencing unpacks it and keeps the result: for streams that are read at many places. Steps that read every
/// stream of a class use [`LazyStream::read`], which keeps nothing. The fields are known without unpacking.
#[derive(Debug, Clone)]
pub struct LazyStream {
    /// See [`TokenStream::language`].
    pub language: &'static str,
    /// See [`TokenStream::scheme`].
    pub scheme: Scheme,
    /// See [`TokenStream::lexical`].
    pub lexical: u128,
    /// See [`TokenStream::notes`].
    pub notes: Vec<String>,
    tokens: u32,
    /// All of the stream but these fields; empty if it never was packed.
    packed: Box<[u8]>,
    unpacked: OnceLock<TokenStream>,
}

impl LazyStream {
    /// Packs a stream.
    pub fn pack(stream: &TokenStream) -> Self {
        let mut writer = Writer { bytes: Vec::with_capacity(4 * stream.values.len()) };
        writer.columns(stream);
        // Copied, because an allocator need not take back what a larger buffer has too much.
        let packed = Box::from(writer.bytes.as_slice());
        Self { packed, ..Self::of(stream) }
    }

    fn of(stream: &TokenStream) -> Self {
        Self {
            language: stream.language,
            scheme: stream.scheme,
            lexical: stream.lexical,
            notes: stream.notes.clone(),
            tokens: stream.values.len() as u32,
            packed: Box::default(),
            unpacked: OnceLock::new(),
        }
    }

    /// Returns the number of tokens.
    pub fn tokens(&self) -> usize {
        self.tokens as usize
    }

    /// Returns the stream. If it is packed, it stays so.
    pub fn read(&self) -> Cow<'_, TokenStream> {
        self.unpacked.get().map_or_else(|| Cow::Owned(self.unpack()), Cow::Borrowed)
    }

    /// Returns the values of its tokens. If it is packed, nothing else is unpacked.
    pub fn read_values(&self) -> Cow<'_, [u64]> {
        match self.unpacked.get() {
            Some(stream) => Cow::Borrowed(&stream.values),
            None => Cow::Owned(Reader { rest: &self.packed }.values().expect(OWN_BYTES)),
        }
    }

    fn unpack(&self) -> TokenStream {
        let Self { language, scheme, lexical, ref notes, .. } = *self;
        let mut reader = Reader { rest: &self.packed };
        // The size of the text is unknown here, and need not be checked.
        reader.columns(u32::MAX, language, scheme, lexical, notes.clone()).expect(OWN_BYTES)
    }
}

impl Deref for LazyStream {
    type Target = TokenStream;

    fn deref(&self) -> &TokenStream {
        self.unpacked.get_or_init(|| self.unpack())
    }
}

impl From<TokenStream> for LazyStream {
    fn from(stream: TokenStream) -> Self {
        let known = Self::of(&stream);
        Self { unpacked: OnceLock::from(stream), ..known }
    }
}

impl From<LazyStream> for TokenStream {
    fn from(mut stream: LazyStream) -> Self {
        stream.unpacked.take().unwrap_or_else(|| stream.unpack())
    }
}

impl PartialEq for LazyStream {
    fn eq(&self, other: &Self) -> bool {
        self.read() == other.read()
    }
}

impl Eq for LazyStream {}

/// A text, and the tokens it was read as.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// The decoded text; empty if it was not kept.
    pub text: &'a str,
    /// The tokens of the text.
    pub stream: &'a LazyStream,
}

impl<'a> Reading<'a> {
    /// Returns a part of the text; an empty string if the text was not kept.
    pub fn at(self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}
