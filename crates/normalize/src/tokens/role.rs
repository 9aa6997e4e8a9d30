//! Roles of tokens in a statement.

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

const ARITHMETIC: [&str; 12] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "**", "//"];
pub(crate) const COMPOUND: [&str; 12] =
    ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "**=", "//="];
/// Operators whose operands may be exchanged.
pub(crate) const COMMUTES: [u8; 2] = [0, 2];

impl Role {
    /// Returns the role of the name in the token table.
    pub(crate) fn from_name(name: &str) -> Self {
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
