//! The part that a token plays in a statement. Decided by its name.

/// The part a token plays. Decided by its name, so the same in all languages that have the word or the sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A name the author chose, or a library's.
    Name,
    /// A number, a string, a character.
    Literal,
    /// What is known to be false: `false`, `False`.
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
    /// `+=` and its like, numbered as the operator in it.
    Compound(u8),
    /// `+` and its like.
    Arithmetic(u8),
    /// `++`, `--`: the operator of the assignment it stands for.
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
    /// A word after which an expression stands and no call: `return`.
    Leads,
    /// Another word of the language.
    Word,
    /// Another sign.
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

const ARITHMETIC: [&str; 12] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "**", "//"];
pub(crate) const COMPOUND: [&str; 12] =
    ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**=", "//="];
/// Operators whose operands may be exchanged.
pub(crate) const COMMUTES: [u8; 2] = [0, 2];

impl Role {
    /// The role of what goes by a name in the vocabulary.
    pub(crate) fn of(name: &str) -> Self {
        let at = |list: &[&str]| list.iter().position(|known| *known == name).map(|at| at as u8);
        if let Some(operator) = at(&ARITHMETIC) {
            return Self::Arithmetic(operator);
        }
        if let Some(operator) = at(&COMPOUND) {
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

    /// Whether an operand of a comparison ends here, outside brackets.
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
