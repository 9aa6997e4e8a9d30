//! Numbered passages of a text: their bytes, match type and colour. Pure.

/// Number of colours, which are used in turn. `code.css` has one rule for each.
pub(crate) const COLOURS: u32 = 12;

/// A numbered range of bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Number that is shown. It decides the colour.
    pub(crate) number: u32,
    /// Fragment for links to it.
    pub(crate) id: String,
    /// Target of the link at its number.
    pub(crate) href: String,
    /// Text of the link for screen readers.
    pub(crate) label: String,
    /// Match type.
    pub(crate) layer: Layer,
    /// Parts that agree, if not all of it does: ascending, disjoint.
    pub(crate) stretches: Vec<Stretch>,
    /// Comments that are not on the other side: bytes, ascending, disjoint. They are in the passage, and do not agree.
    pub(crate) own_comments: Vec<(u32, u32)>,
    /// Words that the other side has not in their place, in parts that agree: bytes, ascending, disjoint.
    pub(crate) differing: Vec<(u32, u32)>,
}

/// Match type of a passage. Readers can hide and show each type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Layer {
    /// All tokens agree. Comments and layout may differ.
    Identical,
    Renamed,
    Rewritten,
    /// Statements of another language correspond.
    Translated,
    /// The texts were not stored, or the passage is not a single match.
    #[default]
    Unknown,
}

impl Layer {
    /// Returns the type for the word in the report.
    pub(crate) fn from_literal(literal: Option<&str>) -> Self {
        literal.and_then(|word| word.parse().ok()).unwrap_or_default()
    }

    /// Returns the CSS class of its elements.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Identical => "as-identical",
            Self::Renamed => "as-renamed",
            Self::Rewritten | Self::Translated => "as-rewritten",
            Self::Unknown => "as-unknown",
        }
    }
}

/// Bytes of a passage that agree with the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Whether they are equal token by token.
    pub(crate) exact: bool,
}

/// The class of what stands between pieces that agree.
const BETWEEN: &str = " between";

impl Passage {
    /// Returns the index of its colour.
    pub(crate) fn colour(&self) -> u32 {
        colour(self.number)
    }

    /// Returns the CSS class that says how a byte agrees, and the end of the bytes with the same class.
    pub(crate) fn agrees(&self, at: u32) -> (&'static str, u32) {
        let (class, end) = self.stretch(at);
        let next = self.own_comments.partition_point(|comment| comment.1 <= at);
        match self.own_comments.get(next) {
            // An inserted comment looks like everything that was inserted.
            _ if class == BETWEEN => (class, end),
            Some(&(start, comment_end)) if (start..comment_end).contains(&at) => {
                (" blank", end.min(comment_end))
            }
            Some(&(start, _)) if at < start => (class, end.min(start)),
            _ => (class, end),
        }
    }

    /// Returns the same without regard to comments.
    fn stretch(&self, at: u32) -> (&'static str, u32) {
        if self.stretches.is_empty() {
            return ("", self.end);
        }
        match self.stretches.get(self.stretches.partition_point(|stretch| stretch.end <= at)) {
            Some(stretch) if stretch.start <= at => {
                (if stretch.exact { "" } else { " rewritten" }, stretch.end)
            }
            Some(stretch) => (BETWEEN, stretch.start),
            None => (BETWEEN, self.end),
        }
    }
}

/// Returns the index of a passage's colour.
pub(crate) fn colour(number: u32) -> u32 {
    number.saturating_sub(1) % COLOURS
}
