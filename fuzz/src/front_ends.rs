//! Every front end: the first byte chooses the language, its highest bit makes the text a notebook's; the rest is the
//! text. Reading it, colouring it, leaving out what a reduced archive may not keep, and packing it.

use std::path::Path;

use chaffinch_normalize::{
    Choice, Class, Language, highlight, highlight_scanned, language, languages, marks, reduce, tokenize,
};
use chaffinch_submission::{Notebook, Passage, SourceFile, Span, TokenStream, TokenizedFile, packed};

/// Bytes of the pieces that sample programs are cut into.
const PIECE: usize = 1_500;

/// What a fuzzer made.
pub fn check(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let known = languages();
    // One more than there are languages: found out by the text.
    let chosen = known.get(usize::from(choice & 0x7f) % (known.len() + 1));
    check_text(chosen, &text, choice & 0x80 != 0);
}

/// What was found once, in whatever language: the table may have got a row since.
pub fn replay(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    for language in languages().iter().map(Some).chain([None]) {
        check_text(language, &text, choice & 0x80 != 0);
    }
}

fn check_text(chosen: Option<&'static Language>, text: &str, in_cells: bool) {
    let cells = |text: &str| {
        let begins = text.match_indices("\n\n").map(|(at, _)| at as u32 + 1);
        Notebook { cells: std::iter::once(0).chain(begins).collect(), language: Some("python".to_owned()) }
    };
    let file = SourceFile {
        notebook: in_cells.then(|| cells(text)),
        ..SourceFile::plain(if in_cells { "file.ipynb" } else { "file" }, text)
    };
    let stream = tokenize(&file, chosen.map_or(Choice::Auto, Choice::Fixed));
    check_stream(&stream, text);
    if let Some(chosen) = chosen {
        assert_eq!((stream.language, stream.scheme), (chosen.name(), chosen.scheme()));
        check_marks(&stream, text.len());
        check_colours(text, &highlight(text, chosen.name()));
        check_colours(text, &highlight_scanned(text, chosen.name()));
    }
    let whole = TokenizedFile { record: (&file).into(), stream: stream.into() };
    check_packed(&whole);
    let kept = reduce(&whole);
    assert_eq!(kept.record.lines.count(), whole.record.lines.count(), "lines are lost in reducing");
    if !kept.stream.values.is_empty() {
        assert_eq!(kept.stream.values, whole.stream.values);
        let line = |file: &TokenizedFile, at: usize| file.record.lines.line_of(file.stream.spans[at].start);
        assert!((0..kept.stream.values.len()).all(|at| line(&kept, at) == line(&whole, at)));
    }
    check_packed(&kept);
}

/// What [`TokenStream`] promises.
fn check_stream(stream: &TokenStream, text: &str) {
    let tokens = stream.values.len();
    assert_eq!(stream.spans.len(), tokens);
    assert_eq!(stream.texts.len(), tokens);
    check_spans(&stream.spans, text);
    check_spans(&stream.comments, text);
    let mut comments = stream.comments.iter().peekable();
    for token in &stream.spans {
        while comments.next_if(|comment| comment.end <= token.start).is_some() {}
        assert!(comments.peek().is_none_or(|comment| token.end <= comment.start), "a comment in {token:?}");
    }
    assert_eq!(stream.statements.first().copied(), (tokens != 0).then_some(0));
    assert!(stream.statements.is_sorted_by(|a, b| a < b));
    assert!(stream.statements.last().is_none_or(|&last| (last as usize) < tokens));
    for passages in [&stream.forms, &stream.lines] {
        let inside = |passage: &Passage| {
            passage.tokens.start <= passage.tokens.end && passage.tokens.end as usize <= tokens
        };
        assert!(passages.iter().all(inside), "a passage of no tokens of the file");
        assert!(passages.is_sorted_by_key(|passage| passage.tokens.start), "passages out of order");
    }
}

/// In order, apart, in the text, between characters.
fn check_spans(spans: &[Span], text: &str) {
    let mut reached = 0;
    for span in spans {
        assert!(reached <= span.start && span.start < span.end, "{span:?} after {reached}");
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} cuts a character");
        reached = span.end;
    }
}

fn check_marks(stream: &TokenStream, bytes: usize) {
    let mut reached = 0;
    for mark in marks(stream) {
        assert!(reached <= mark.span.start && mark.span.end as usize <= bytes, "{mark:?} after {reached}");
        assert!(mark.token as usize <= stream.values.len(), "{mark:?}");
        reached = mark.span.end;
    }
}

fn check_colours(text: &str, colours: &[(Span, Class)]) {
    let spans: Vec<Span> = colours.iter().map(|(span, _)| *span).collect();
    check_spans(&spans, text);
}

fn check_packed(file: &TokenizedFile) {
    let unpacked = packed::unpack(&packed::pack(file), &Known);
    assert_eq!(unpacked.as_ref(), Ok(file), "packing changes a file");
}

/// The names of this program.
struct Known;

impl packed::NameResolver for Known {
    fn language(&self, name: &str) -> Option<&'static str> {
        language(name).map(Language::name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        languages().iter().map(|language| language.scheme().family).find(|family| *family == name)
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        (name == "UTF-8").then_some("UTF-8")
    }
}

/// The sample program of every language, in pieces; one of them as cells of a notebook.
pub fn seeds() -> Vec<Vec<u8>> {
    let samples = |above: &Path| above.join("crates/normalize/samples");
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|above| samples(above).is_dir());
    let folder = samples(above.expect("the samples are part of the repository"));
    let mut seeds = Vec::new();
    for (number, language) in (0_u8..).zip(languages()) {
        let path = folder.join(format!("{}.{}", language.name(), language.endings()[0]));
        let sample = std::fs::read(&path).expect("every language has a sample");
        for piece in sample.chunks(PIECE) {
            seeds.push([&[number], piece].concat());
        }
        if language.name() == "python" {
            seeds.push([&[0x80 | number], &b"%%bash\nls\n\n"[..], &sample[..PIECE]].concat());
        }
    }
    seeds
}
