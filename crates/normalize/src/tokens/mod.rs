//! The result of both front ends: lexemes, with codes that a table maps to names, values, classes and roles.
//!
//! The values of tokens and the hashes of their texts never change: stored fingerprints depend on them.

mod table;

pub(crate) use table::TokenTable;

/// A token or a comment with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last.
    pub(crate) end: u32,
    /// Its name in the token table.
    pub(crate) code: TokenCode,
    /// Whether a statement begins here.
    pub(crate) begins_statement: bool,
}

impl Lexeme {
    pub(crate) const fn new(start: usize, end: usize, code: TokenCode) -> Self {
        Self { start: start as u32, end: end as u32, code, begins_statement: false }
    }

    /// Returns whether it is a token: not a comment or another lexeme that is ignored.
    pub(crate) const fn is_token(self) -> bool {
        !matches!(self.code, COMMENT | IGNORED_WORD | IGNORED_META | IGNORED_SYMBOL | IGNORED_REPEAT)
    }

    /// Returns its bytes in the text that it comes from.
    pub(crate) fn of(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}

/// Class of a part of a text, for syntax highlighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A keyword.
    Keyword,
    /// The name of a type.
    Type,
    /// The name of a function, where it is called or defined.
    Function,
    /// A number.
    Number,
    /// A string or character.
    String,
    /// A comment.
    Comment,
    /// A preprocessor directive or a decorator.
    Meta,
}

/// Index of a name in a [`TokenTable`]. It stays in this crate: other crates see values.
pub(crate) type TokenCode = u16;

/// Codes of the names that every language has, in the order in which `TokenTable::new` adds them.
pub(crate) const COMMENT: TokenCode = 0;
pub(crate) const IDENTIFIER_CODE: TokenCode = 1;
/// An identifier that names a type: an `identifier` that is shown as a type.
pub(crate) const TYPE_NAME_CODE: TokenCode = 2;
pub(crate) const NUMBER_CODE: TokenCode = 3;
pub(crate) const STRING_CODE: TokenCode = 4;
pub(crate) const CHARACTER_CODE: TokenCode = 5;
pub(crate) const PRIMITIVE_TYPE_CODE: TokenCode = 6;
/// A preprocessor directive that is not in the language's list.
pub(crate) const DIRECTIVE_CODE: TokenCode = 7;
/// A sequence of characters without a meaning in the language.
pub(crate) const UNKNOWN_CODE: TokenCode = 8;
/// A word of a text that is not a program. Its value is the hash of the word itself.
pub(crate) const WORD_CODE: TokenCode = 9;
/// A word that is shown but is not a token.
pub(crate) const IGNORED_WORD: TokenCode = 10;
/// Part of an annotation that is not a token.
pub(crate) const IGNORED_META: TokenCode = 11;
/// A symbol that is not a token.
pub(crate) const IGNORED_SYMBOL: TokenCode = 12;
/// A repeat of the same few tokens beyond the limit.
pub(crate) const IGNORED_REPEAT: TokenCode = 13;

/// Role of a token in a statement. Its name decides it, so it is the same in all languages that have the word or sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A name that the author or a library chose.
    Name,
    /// A number, a string, a character.
    Literal,
    /// A truth value. `false` and `False` are known to be false.
    Boolean,
    Type,
    /// A word that says how something is declared and not what it is: `static`, `let`.
    Modifier,
    Open,
    Close,
    BlockOpen,
    BlockClose,
    Comma,
    Semicolon,
    Colon,
    Question,
    Dot,
    Assign,
    /// `+=` and similar operators, with the number of the arithmetic operator in it.
    Compound(u8),
    /// `+` and similar operators.
    Arithmetic(u8),
    /// `++` or `--`, with the number of the operator that it applies.
    Step(u8),
    Comparison(Comparison),
    /// `&&`, `||`.
    Logic,
    Not,
    If,
    ElseIf,
    Else,
    While,
    For,
    In,
    /// A word that an expression follows, and which is not a call: `return`.
    Leads,
    /// Any other word of the language.
    Word,
    /// Any other sign.
    Sign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

pub(crate) const ARITHMETIC: [&str; 12] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "**", "//"];
/// Operators whose operands may be exchanged.
pub(crate) const COMMUTES: [u8; 2] = [0, 2];

impl Role {
    /// Returns the role of the name in the token table.
    pub(crate) fn from_name(name: &str) -> Self {
        let operator = |name: &str| ARITHMETIC.iter().position(|known| *known == name).map(|at| at as u8);
        if let Some(operator) = operator(name) {
            return Self::Arithmetic(operator);
        }
        if let Some(operator) = name.strip_suffix('=').and_then(operator) {
            return Self::Compound(operator);
        }
        match name {
            "identifier" => Self::Name,
            "number" | "string" | "character" => Self::Literal,
            "boolean" => Self::Boolean,
            "primitive_type" => Self::Type,
            "static" | "const" | "register" | "final" | "unsigned" | "signed" | "long" | "short" | "auto"
            | "volatile" | "public" | "private" | "protected" | "internal" | "readonly" | "struct"
            | "let" | "var" | "val" | "mut" => Self::Modifier,
            "(" | "[" => Self::Open,
            ")" | "]" => Self::Close,
            "{" => Self::BlockOpen,
            "}" => Self::BlockClose,
            "," => Self::Comma,
            ";" => Self::Semicolon,
            ":" => Self::Colon,
            "?" => Self::Question,
            "." | "->" | "::" => Self::Dot,
            "=" | ":=" => Self::Assign,
            "++" => Self::Step(0),
            "--" => Self::Step(1),
            "<" => Self::Comparison(Comparison::Less),
            "<=" => Self::Comparison(Comparison::LessOrEqual),
            ">" => Self::Comparison(Comparison::Greater),
            ">=" => Self::Comparison(Comparison::GreaterOrEqual),
            "==" | "===" => Self::Comparison(Comparison::Equal),
            "!=" | "!==" => Self::Comparison(Comparison::NotEqual),
            "&&" | "||" | "and" | "or" => Self::Logic,
            "!" | "not" => Self::Not,
            "if" => Self::If,
            "elif" | "elsif" | "elseif" => Self::ElseIf,
            "else" => Self::Else,
            "while" => Self::While,
            "for" => Self::For,
            "in" => Self::In,
            "return" | "case" | "yield" | "assert" | "throw" | "raise" | "await" | "goto" | "del"
            | "delete" | "new" | "import" | "from" | "global" => Self::Leads,
            _ if name.starts_with(|first: char| first.is_alphabetic()) => Self::Word,
            _ => Self::Sign,
        }
    }

    /// Returns whether an operand of a comparison ends here, outside brackets.
    pub(crate) fn bounds(self) -> bool {
        !matches!(
            self,
            Self::Name
                | Self::Literal
                | Self::Boolean
                | Self::Type
                | Self::Dot
                | Self::Arithmetic(_)
                | Self::Step(_)
                | Self::Comparison(_)
                | Self::Sign
                | Self::Open
                | Self::Close
        )
    }

    pub(crate) fn opens(self) -> bool {
        matches!(self, Self::Open | Self::BlockOpen)
    }

    pub(crate) fn closes(self) -> bool {
        matches!(self, Self::Close | Self::BlockClose)
    }
}

/// Returns the value of a token: the first eight bytes, little-endian, of the BLAKE3 hash of its name. It never
/// changes: stored fingerprints depend on it.
pub(crate) fn token_value(name: &str) -> u64 {
    let hash = blake3::hash(name.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
}

/// Initial value of [`text_hash`].
pub(crate) const TEXT_HASH_START: u32 = 0x811c_9dc5;

/// Returns the FNV-1a hash of a text in 32 bits (Fowler, Noll, Vo 1991). Three of these together distinguish texts.
pub(crate) const fn text_hash(start: u32, text: &[u8]) -> u32 {
    let (mut hash, mut at) = (start, 0);
    while at < text.len() {
        hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// Returns the value that `TokenStream::texts` has for a token of this text.
pub(crate) const fn text_hash_of(text: &[u8]) -> u32 {
    text_hash(TEXT_HASH_START, text)
}

#[cfg(test)]
mod tests {
    use super::token_value;

    /// Stored fingerprints depend on these values: they never change.
    #[test]
    fn values_are_fixed() {
        for (name, value) in [
            ("identifier", 0xa76e_8806_23ea_cfef),
            ("number", 0x8ee2_0a1c_0585_71d5),
            ("string", 0x4603_cd0c_4c17_471c),
            ("primitive_type", 0xfbdd_2584_b270_0e98),
            ("while", 0xb584_4c68_e8bb_309d),
            ("+=", 0xdcd2_eaf5_9090_91ef),
            ("(", 0x1746_c919_0b15_0e96),
        ] {
            assert_eq!(token_value(name), value, "{name}");
        }
    }
}
