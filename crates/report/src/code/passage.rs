//! Numbered passages of a text: which bytes, how literal, which colour. Pure.

/// Colours that passages cycle through; `code.css` has one rule each.
pub(crate) const COLOURS: u32 = 12;

/// A numbered range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Shown; also chooses the colour.
    pub(crate) number: u32,
    /// Fragment that links lead to.
    pub(crate) id: String,
    /// Where its number leads.
    pub(crate) href: String,
    /// What the link says to those who do not see it.
    pub(crate) label: String,
    /// How literal it is.
    pub(crate) layer: Layer,
    /// What agrees of it, where that is not all: ascending, disjoint.
    pub(crate) stretches: Vec<Stretch>,
}

/// How literal a passage is: what a reader can hide and show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Layer {
    Identical,
    Renamed,
    Rewritten,
    /// Texts were not kept, or it is not one match.
    #[default]
    Unknown,
}

impl Layer {
    /// From the word of the report.
    pub(crate) fn of(literal: Option<&str>) -> Self {
        match literal {
            Some("identical") => Self::Identical,
            Some("renamed") => Self::Renamed,
            Some("rewritten") => Self::Rewritten,
            _ => Self::Unknown,
        }
    }

    /// Key of its word.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Self::Identical => Some("literal-identical"),
            Self::Renamed => Some("literal-renamed"),
            Self::Rewritten => Some("literal-rewritten"),
            Self::Unknown => None,
        }
    }

    /// Class of its elements.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Identical => "as-identical",
            Self::Renamed => "as-renamed",
            Self::Rewritten => "as-rewritten",
            Self::Unknown => "as-unknown",
        }
    }
}

/// Bytes of a passage that agree with the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Word by word.
    pub(crate) exact: bool,
}

impl Passage {
    /// Index of its colour.
    pub(crate) fn colour(&self) -> u32 {
        colour(self.number)
    }

    /// How a byte of it agrees, as a class, and up to where the next ones do so.
    pub(crate) fn agrees(&self, at: u32) -> (&'static str, u32) {
        if self.stretches.is_empty() {
            return ("", self.end);
        }
        match self.stretches.get(self.stretches.partition_point(|stretch| stretch.end <= at)) {
            Some(stretch) if stretch.start <= at => {
                (if stretch.exact { "" } else { " rewritten" }, stretch.end)
            }
            Some(stretch) => (" between", stretch.start),
            None => (" between", self.end),
        }
    }
}

/// Index of a passage's colour.
pub(crate) fn colour(number: u32) -> u32 {
    number.saturating_sub(1) % COLOURS
}
