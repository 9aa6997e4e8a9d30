//! Sketches that are stored outside a run's folder: a text that says how they are made, the sketches of sources in
//! order, and the sketch of a text in memory.

use std::fmt;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use chaffinch_sketch::{Key, Parameters, Sample, Sketcher};

use crate::canonical::{Format, Reader, WORDS_VERSION};
use crate::document::{NO_DATE, State};
use crate::error::Result;
use crate::sketching::sketch_all;
use crate::sources::{DocumentSource, Material};
use chaffinch_submission::Progress;

/// What sketches are made of, and how. Only sketches of the same kind can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SketchKind {
    /// Sketches of the words or tokens of documents.
    Texts(Parameters),
    /// Ready-made sets, which are kept whole.
    Features,
}

impl SketchKind {
    /// The parameters of all feature sets.
    const WHOLE: Parameters = Material::Features.parameters(Parameters::STANDARD);

    /// Returns whether sketches keep all values, so that counts are exact and not estimates.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Texts(parameters) => parameters.sample == Sample::EVERYTHING,
            Self::Features => true,
        }
    }

    fn of(material: Material, parameters: Parameters) -> Self {
        match material {
            Material::Texts => Self::Texts(parameters),
            Material::Features => Self::Features,
        }
    }
}

/// Writes the text that is stored with sketches.
impl fmt::Display for SketchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Texts(parameters) => {
                write!(f, "{} words={WORDS_VERSION} {parameters}", Material::Texts.word())
            }
            Self::Features => write!(f, "{} {}", Material::Features.word(), Self::WHOLE),
        }
    }
}

/// The text does not name a kind of sketch that this version makes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("these sketches were made by another version of Chaffinch: {0:?}")]
pub struct UnknownKind(String);

impl FromStr for SketchKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> std::result::Result<Self, UnknownKind> {
        let (_, parameters) = text.split_once(" shingle=").unwrap_or_default();
        let texts = format!("shingle={parameters}").parse().ok();
        // Only the public key is known here.
        let texts =
            texts.filter(|&parameters| Sketcher::new(parameters, &Key::PUBLIC).is_ok()).map(Self::Texts);
        let known = [texts, Some(Self::Features)].into_iter().flatten().find(|kind| kind.to_string() == text);
        known.ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

/// A document of a source, without its text.
#[derive(Debug, Clone, Copy)]
pub struct SketchedDocument<'a> {
    /// The document's name.
    pub name: &'a str,
    /// How its sketch was made.
    pub kind: SketchKind,
    /// Date in seconds since 1970, if known.
    pub date: Option<i64>,
    /// Values in ascending order, distinct.
    pub sketch: &'a [u64],
    /// Why there is no sketch.
    pub reason: Option<&'static str>,
}

/// Reads all documents and passes the results to `each`, in order, until it breaks.
pub fn each_sketch(
    sources: &[DocumentSource],
    parameters: Parameters,
    threads: usize,
    progress: &dyn Progress,
    each: &mut dyn FnMut(SketchedDocument) -> ControlFlow<()>,
) -> Result<()> {
    let mut ended = false;
    let read = sketch_all(sources, (parameters, &Key::PUBLIC), threads, progress, &mut |harvest| {
        let material = harvest.material.map_or(Material::Texts, |(material, _)| material);
        for (name, document, sketch) in harvest.each() {
            let document = SketchedDocument {
                name,
                kind: SketchKind::of(material, parameters),
                date: (document.date != NO_DATE).then_some(document.date),
                sketch,
                reason: document.state.reason(),
            };
            if each(document).is_break() {
                ended = true;
                return Err(crate::Error::TooMany);
            }
        }
        Ok(())
    });
    match read {
        // The caller ended the reading, so this is not an error.
        Err(_) if ended => Ok(()),
        read => read.map(|_| ()),
    }
}

/// Formats that become words without a front end. Their readers are safe to run in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prose {
    /// See [`Format::Text`]. A text that begins like an HTML page is read as one.
    Text,
    /// See [`Format::Html`].
    Html,
    /// See [`Format::Markdown`].
    Markdown,
}

impl Prose {
    /// Returns the format of a document; `None` for source code.
    pub const fn of(format: Format) -> Option<Self> {
        match format {
            Format::Text => Some(Self::Text),
            Format::Html => Some(Self::Html),
            Format::Markdown => Some(Self::Markdown),
            Format::Code(_) => None,
        }
    }

    /// Returns the name of the format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Markdown => "markdown",
        }
    }
}

/// The sketch of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSketch {
    /// Number of words or tokens.
    pub words: u64,
    /// Values in ascending order, distinct.
    pub sketch: Vec<u64>,
    /// Why there is no sketch.
    pub reason: Option<&'static str>,
}

/// Sketches a text in the same way as a document of a source.
///
/// # Errors
///
/// If the text cannot be read.
///
/// # Panics
///
/// If sketches cannot be made with these parameters.
pub fn sketch_text(format: Prose, from: &mut dyn Read, parameters: Parameters) -> io::Result<TextSketch> {
    let reader = Reader::new(parameters, &Key::PUBLIC, Arc::default());
    let mut reader = reader.expect("a kind of sketch has parameters that hold");
    let format = match format {
        Prose::Text => Format::Text,
        Prose::Html => Format::Html,
        Prose::Markdown => Format::Markdown,
    };
    let mut sketch = Vec::new();
    let reason = reader.document(format, "", from, &mut sketch)?.state.reason();
    Ok(TextSketch { words: reader.words_read(), sketch, reason })
}

/// Sketches the tokens of a source file that a front end has read elsewhere.
///
/// # Panics
///
/// If sketches cannot be made with these parameters.
pub fn sketch_tokens(tokens: &[u64], parameters: Parameters) -> TextSketch {
    let sketcher = Sketcher::new(parameters, &Key::PUBLIC);
    let mut sketcher = sketcher.expect("a kind of sketch has parameters that hold");
    let sketch = sketcher.sketch(tokens).values().to_vec();
    let words = tokens.len() as u64;
    let reason = State::of_sketch(words, parameters.shingle.get() as u64, sketch.len()).reason();
    TextSketch { words, sketch, reason }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn a_kind_is_stored_as_a_text() {
        let shingle = NonZeroUsize::new(4).unwrap();
        for kind in [
            SketchKind::Texts(Parameters::STANDARD),
            SketchKind::Texts(Parameters { shingle, ..Parameters::STANDARD }),
            SketchKind::Features,
        ] {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let standard = SketchKind::Texts(Parameters::STANDARD).to_string();
        assert_eq!(
            standard,
            "text words=1 shingle=10 shingling=set hash=mixed bits=64 key=0000000000000000 sample=mod:25"
        );
        for other in
            ["", "text", &standard.replace("words=1", "words=0"), &format!("{standard} "), &standard[5..]]
        {
            assert!(other.parse::<SketchKind>().is_err(), "{other:?}");
        }
    }

    /// A text in memory gives the same sketch as a file in a folder.
    #[test]
    fn a_text_in_memory_is_sketched_as_a_file_is() {
        let folder = tempfile::tempdir().unwrap();
        let words: Vec<String> = (0..500).map(|at| format!("word{}", at * at % 301)).collect();
        let words = words.join(" ");
        let page = format!("<html><script>{words}</script><p>{words}</p></html>");
        for (name, format, text) in [
            ("a.txt", Prose::Text, words.clone()),
            ("page", Prose::Text, page.clone()),
            ("b.html", Prose::Html, format!("<p>{words}")),
            ("c.md", Prose::Markdown, format!("# Title\n\n{words}")),
            ("short", Prose::Text, "a few words".to_owned()),
            ("empty", Prose::Text, "...".to_owned()),
            ("zeros", Prose::Text, "\0".to_owned()),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, &text).unwrap();
            let made = sketch_text(format, &mut text.as_bytes(), Parameters::STANDARD).unwrap();
            let mut seen = 0;
            each_sketch(&[DocumentSource::new(&path).unwrap()], Parameters::STANDARD, 1, &(), &mut |found| {
                assert_eq!((found.sketch, found.reason), (&made.sketch[..], made.reason), "{name}");
                seen += 1;
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(seen, 1);
        }
        let made = sketch_text(Prose::Text, &mut words.as_bytes(), Parameters::STANDARD).unwrap();
        assert_eq!((made.words, made.reason), (500, None));
        assert!(!made.sketch.is_empty());
    }

    #[test]
    fn tokens_are_sketched_as_source_code_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        let function =
            |at: u32| format!("int f{at}(int a) {{ if (a) return a * {at}; while (a < 3) a++; }}\n");
        let code = (0..40).map(function).collect::<Vec<_>>().concat();
        std::fs::write(&path, &code).unwrap();
        let language = chaffinch_normalize::language("c").unwrap();
        let file = chaffinch_submission::SourceFile::plain("a.c", code.clone());
        let stream = chaffinch_normalize::tokenize(&file, chaffinch_normalize::Choice::Fixed(language));
        let made = sketch_tokens(&stream.values, Parameters::STANDARD);
        each_sketch(&[DocumentSource::new(&path).unwrap()], Parameters::STANDARD, 1, &(), &mut |found| {
            assert_eq!((found.sketch, found.reason), (&made.sketch[..], made.reason));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(sketch_tokens(&[1, 2], Parameters::STANDARD).reason, State::Short.reason());
    }

    #[test]
    fn reading_stops_when_the_caller_wants_no_more() {
        let folder = tempfile::tempdir().unwrap();
        for at in 0..200 {
            std::fs::write(folder.path().join(format!("{at}.txt")), "some words").unwrap();
        }
        let mut seen = 0;
        each_sketch(
            &[DocumentSource::new(folder.path()).unwrap()],
            Parameters::STANDARD,
            2,
            &(),
            &mut |_| {
                seen += 1;
                ControlFlow::Break(())
            },
        )
        .unwrap();
        assert_eq!(seen, 1);
    }
}
