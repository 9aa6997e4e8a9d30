//! A tree-sitter grammar and what its kinds of nodes mean, as data. Nothing is parsed here.

use tree_sitter_language::LanguageFn;

/// A grammar and what its kinds mean. Lists are separated by blanks. Kinds that no list names: a word that the
/// scanner's table knows, an operator or a directive means what the scanner makes of it; any other leaf is scanned.
pub(crate) struct Grammar {
    /// The compiled grammar.
    pub(crate) language: LanguageFn,
    /// Bytes of the largest text that is parsed; larger ones are scanned.
    pub(crate) max_bytes: usize,
    /// What parsing costs, where that is more than [`PARSE_COSTS`].
    pub(crate) costs: ParseCosts,
    /// It is shown letters for characters beyond ASCII: its code asks C's `isdigit` about them, which may crash.
    pub(crate) ascii: bool,
    /// Leaves that are an `identifier`, unless the scanner knows the word: where a text puzzles it, the parser takes
    /// keywords for names.
    pub(crate) identifiers: &'static str,
    /// The same, shown as a type.
    pub(crate) type_names: &'static str,
    /// Leaves that are a number.
    pub(crate) numbers: &'static str,
    /// Nodes whose text is better told by the scanner than by their leaves.
    pub(crate) scanned: &'static str,
    /// Nodes that are one string, quotes and all that is between them.
    pub(crate) strings: &'static str,
    /// Nodes that are one character.
    pub(crate) characters: &'static str,
    /// Comments.
    pub(crate) comments: &'static str,
    /// Kinds with which a statement begins; with a `/` behind them, kinds whose named children each are one, without
    /// those of a `-kind` or in a `-field:`. `field:` begins with what stands in that field, unless a brace.
    pub(crate) statements: &'static str,
    /// Kinds in which no statement begins, unless there is a brace in them: scanned whole, which gives the tokens their
    /// leaves would give and spares walking over them.
    pub(crate) flat: &'static str,
    /// The statement that documents when it is nothing but a string.
    pub(crate) documentable: Option<&'static str>,
}

impl Grammar {
    /// Bytes of the largest text that is parsed.
    const MAX_SIZE: usize = 1 << 20;

    /// A grammar whose kinds mean nothing yet: what the rows of the table start from.
    pub(crate) const fn of(language: LanguageFn) -> Self {
        Self {
            language,
            max_bytes: Self::MAX_SIZE,
            costs: PARSE_COSTS,
            ascii: false,
            identifiers: "",
            type_names: "",
            numbers: "",
            scanned: "",
            strings: "",
            characters: "",
            comments: "",
            statements: "",
            flat: "",
            documentable: None,
        }
    }
}

/// What a parser does costs, in units of work. One unit is about a nanosecond of a processor of 2020.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct ParseCosts {
    /// A hundred steps of the parser.
    pub(crate) step: u64,
    /// 64 bytes that are lexed, those that are lexed again included.
    pub(crate) read: u64,
    /// A block of memory. Each byte of it costs one unit more.
    pub(crate) block: u64,
    /// An error from which the parser recovers: it tries each symbol of the grammar.
    pub(crate) recovery: u64,
}

/// What the steps of a parser cost at most, whatever it reads. Measured by `scripts/soak parse`, which looks for texts
/// that cost more. Grammars whose steps are dearer say so.
pub(crate) const PARSE_COSTS: ParseCosts =
    ParseCosts { step: 12_000, read: 2_000, block: 500, recovery: 40_000 };
