//! Reads and rewrites programs for the tests of this crate. It reads the samples beside it.
#![allow(dead_code, reason = "each test binary uses its part")]

use chaffinch_normalize::{Choice, Class, Language, highlight, language, tokenize};
use chaffinch_submission::{SourceFile, TokenStream};

/// Reads a text in one language.
pub(crate) fn read(language: &'static Language, text: &str) -> TokenStream {
    let file = SourceFile::plain("file", text);
    tokenize(&file, Choice::Fixed(language))
}

/// Returns the value of a token name, computed from the definition.
pub(crate) fn token_value(name: &str) -> u64 {
    let hash = blake3::hash(name.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("32 bytes hold 8"))
}

/// Checks what must hold for any text in any language.
pub(crate) fn check_invariants(stream: &TokenStream, text: &str) {
    assert_eq!(stream.values.len(), stream.spans.len());
    let mut reached = 0;
    for span in &stream.spans {
        assert!(span.start >= reached && span.end > span.start, "{span:?} after {reached}");
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} cuts a character");
        reached = span.end;
    }
    assert_eq!(stream.statements.first().copied(), (!stream.values.is_empty()).then_some(0));
    assert!(stream.statements.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(stream.statements.last().is_none_or(|&last| (last as usize) < stream.values.len()));
}

/// Languages in which a line end replaces `;`, which is therefore not a token and not highlighted.
const OPTIONAL_SEMICOLONS: [&str; 11] = [
    "awk",
    "go",
    "groovy",
    "javascript",
    "kotlin",
    "powershell",
    "scala",
    "swift",
    "tsx",
    "typescript",
    "vue",
];

/// Returns whether the tokens of a language are its words.
pub(crate) fn is_prose(language: &Language) -> bool {
    ["json", "latex", "text"].contains(&language.name())
}

/// Checks that only layout and backslashes of continued lines are outside tokens and classes. In prose, only layout and
/// punctuation are.
pub(crate) fn check_coverage(language: &'static Language, text: &str) {
    let stream = read(language, text);
    check_invariants(&stream, text);
    let mut covered = vec![false; text.len()];
    let highlighted = highlight(text, language.name()).into_iter().map(|(span, _)| span);
    for span in stream.spans.iter().copied().chain(highlighted) {
        covered[span.start as usize..span.end as usize].fill(true);
    }
    for (at, character) in text.char_indices().filter(|(at, _)| !covered[*at]) {
        let continued = character == '\\' && text[at + 1..].starts_with(['\n', '\r']);
        let lost = match language.name() {
            name if character == ';' && OPTIONAL_SEMICOLONS.contains(&name) => false,
            _ if is_prose(language) => character.is_alphanumeric(),
            _ => !character.is_whitespace() && !invisible(character) && !continued,
        };
        assert!(!lost, "{}: {character:?} at {at} is lost", language.name());
    }
}

/// Characters of Unicode's `Default_Ignorable_Code_Point` that the front ends treat as layout.
fn invisible(character: char) -> bool {
    "\u{ad}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2060}\u{2061}\u{2062}\u{2063}\u{2064}\u{feff}"
        .contains(character)
}

/// Checks the names of a text's tokens, separated by blanks. `|` is before a token that begins a statement.
pub(crate) fn check(name: &str, text: &str, expected: &str) {
    let language = language(name).expect("a language of the table");
    let stream = read(language, text);
    check_coverage(language, text);
    let names: Vec<&str> = expected.split_whitespace().filter(|name| *name != "|").collect();
    let values: Vec<u64> = names.iter().map(|name| token_value(name)).collect();
    let texts: Vec<&str> =
        stream.spans.iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
    assert_eq!(stream.values, values, "{name}: {text:?} gives {texts:?}");
    let mut statements = Vec::new();
    let mut tokens = 0;
    for name in expected.split_whitespace() {
        if name == "|" { statements.push(tokens) } else { tokens += 1 }
    }
    if expected.contains("| ") {
        assert_eq!(stream.statements, statements, "{name}: {text:?} gives {texts:?}");
    }
}

/// A program of at least 200 lines (prose: 50) in the style of a student.
pub(crate) struct Sample {
    pub(crate) text: String,
}

impl Sample {
    pub(crate) fn of(language: &Language) -> Self {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let path = folder.join(format!("{}.{}", language.name(), language.endings()[0]));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { text }
    }

    pub(crate) fn token(&self, stream: &TokenStream, at: usize) -> &str {
        &self.text[stream.spans[at].start as usize..stream.spans[at].end as usize]
    }

    /// Returns the text with some tokens replaced.
    pub(crate) fn rewrite(
        &self,
        stream: &TokenStream,
        other: impl Fn(usize, &str) -> Option<String>,
    ) -> String {
        let mut text = String::new();
        let mut reached = 0;
        for (at, span) in stream.spans.iter().enumerate() {
            text.push_str(&self.text[reached..span.start as usize]);
            let token = self.token(stream, at);
            text.push_str(&other(at, token).unwrap_or_else(|| token.to_owned()));
            reached = span.end as usize;
        }
        text + &self.text[reached..]
    }

    /// Returns the text with other comments and wider layout, line by line where lines matter.
    pub(crate) fn spread(&self, language: &Language, stream: &TokenStream) -> String {
        let (inner, line) = match language.name() {
            "a8086" => ("  ", "  ; a note: mov ax, 'bx\n\n"),
            // The end of a here-document cannot be on the same line.
            "bash" | "ruby" => ("  ", "\n  # a note: if (x) { return \"y\" }\n\n"),
            "ada" | "vhdl" => ("  ", "  -- a note: if (x) then\n\n"),
            "fortran" => ("  ", "  ! a note: if (x) y = 'z\n\n"),
            "haskell" | "elm" => (" {- if (x) 'y -} ", " {- a \"note -} -- and { another\n\n"),
            "hcl" => (" /* if (x) return 'y */ ", "\n /* a \"note */ // and { another\n\n"),
            "html" => ("  ", " <!-- a \"note -->\n\n"),
            "lisp" | "scheme" => (" #| (if #| x |# |# ", " #| a \" note |# ; (define and\n\n"),
            "lua" => (" --[[ if (x) return 'y ]] ", " --[[ a \"note ]] -- and { another\n\n"),
            "matlab" => ("  ", "  % a note: if x, y = 'z\n\n"),
            "assembly" | "awk" | "elixir" | "gdscript" | "julia" | "mips" | "nim" | "perl" | "powershell"
            | "python" | "r" | "tcl" | "yaml" => ("  ", "  # a note: if (x) { return \"y\" }\n\n"),
            "llvm" => ("  ", "  ; a note: if x, \"y\n\n"),
            "smalltalk" => (" \"if x don't\" ", " \"a ' note\"\n\n"),
            "clojure" => ("  ", " ; a \" note (define and\n\n"),
            "cobol" => ("  ", "  *> a note: IF X 'y\n\n"),
            "coq" | "ml" => (" (* if x then y *) ", " (* a note *) (* and { another *)\n\n"),
            "css" => (" /* if (x) return 'y */ ", " /* a \"note */\n\n"),
            "erlang" => ("  ", "  % a note: if (x) -> \"y\n\n"),
            "fsharp" => (" (* if x then y *) ", " (* a note *) // and { another\n\n"),
            "lean" => (" /- if x 'y -/ ", " /- a \"note -/ -- and { another\n\n"),
            "zig" => ("  ", "\n  // a note: if (x) { return \"y\" }\n\n"),
            "modula2" => (" (* IF (* x *) ' *) ", " (* a \" note *)\n\n"),
            "pascal" => (" { if ' } ", " (* a ' note *) // and { another\n\n"),
            "prolog" => (" /* if (x) :- 'y */ ", " /* a \"note */ % and another.\n\n"),
            "sql" => (" /* if (x) return 'y */ ", " /* a \"note */ -- and { another\n\n"),
            "spice" => ("  ", "  ; a note: R1 a 'b\n* and another\n\n"),
            // The grammar reads no comment between a property's type and its value.
            "swift" => ("  ", " /* a \"note */ // and { another\n\n"),
            _ if is_prose(language) => ("  ", "\n\n"),
            "vb" => ("  ", "  ' a note: If x Then \"y\n\n"),
            _ => (" /* if (x) return 'y */ ", " /* a \"note */ // and { another\n\n"),
        };
        let highlighted = highlight(&self.text, language.name());
        let mut vanished = highlighted.iter().filter(|(_, class)| *class != Class::Comment).peekable();
        let mut text = String::new();
        let mut reached = 0;
        for span in &stream.spans {
            let gap = &self.text[reached..span.start as usize];
            while vanished.next_if(|(highlighted, _)| (highlighted.end as usize) <= reached).is_some() {}
            match gap.rsplit_once('\n') {
                // Documentation strings, continued lines, here-documents and ignored words and signs stay as they are.
                _ if gap.contains(['\\', '"', ';'])
                    || here_document(language, &self.text[span.start as usize..span.end as usize])
                    || continued(language, gap)
                    || (is_prose(language) && !gap.trim().is_empty())
                    || vanished.peek().is_some_and(|(highlighted, _)| highlighted.end <= span.start) =>
                {
                    text.push_str(gap);
                }
                Some((_, indent)) => text.push_str(&[line, indent, indent].concat()),
                None if !gap.is_empty() => text.push_str(inner),
                None => {}
            }
            text.push_str(&self.text[span.start as usize..span.end as usize]);
            reached = span.end as usize;
        }
        text + &self.text[reached..] + "\n"
    }
}

/// Returns whether the line before a text of several lines is the one that the text must follow.
fn here_document(language: &Language, text: &str) -> bool {
    matches!(language.name(), "bash" | "hcl" | "php" | "ruby") && text.contains('\n')
}

/// Returns whether a mark at the end of the line or at the beginning of the next one continues the statement.
fn continued(language: &Language, gap: &str) -> bool {
    match language.name() {
        "fortran" => gap.contains('&'),
        "matlab" => gap.contains("..."),
        "spice" => gap.contains("\n+"),
        "powershell" => gap.contains('`'),
        "vb" => gap.contains('_'),
        _ => false,
    }
}
