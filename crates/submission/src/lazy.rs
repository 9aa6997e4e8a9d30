//! A token stream that may be packed until it is read.
//!
//! A large class has far more tokens than memory should hold, and most of them are only read from beginning to end, a
//! few times. A packed stream takes a sixth of the memory, and unpacking it is much faster than reading the file again.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use crate::packed::read::Reader;
use crate::packed::stream::{StreamHead, columns_from, columns_to};
use crate::packed::write::Writer;
use crate::{Scheme, TokenStream};

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
        let mut writer = Writer::with_room(4 * stream.values.len());
        columns_to(&mut writer, stream);
        // Copied, because an allocator need not take back what a larger buffer has too much.
        let packed = Box::from(writer.into_bytes().as_slice());
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
            None => Cow::Owned(Reader::new(&self.packed).values().expect(OWN_BYTES)),
        }
    }

    fn unpack(&self) -> TokenStream {
        let Self { language, scheme, lexical, ref notes, .. } = *self;
        let head = StreamHead { language, scheme, lexical, notes: notes.clone() };
        let mut reader = Reader::new(&self.packed);
        // The size of the text is unknown here, and need not be checked.
        columns_from(&mut reader, u32::MAX, head).expect(OWN_BYTES)
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
