//! Numbers in the form of every language.

use std::fmt;

/// Marks the beginning and the end of a number in Fluent's output.
pub(super) const NUMBER: char = '\u{F8FF}';

/// A number as HTML: digits, with a point before a fraction. If other languages would write it differently, it is in a
/// `<data>` element, and a script may change its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number(pub(super) String);

impl Number {
    pub(super) fn new(shown: impl fmt::Display) -> Self {
        Self(shown.to_string())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(shown) = self;
        let digits = shown.trim_start_matches(['<', '>', ' ']);
        f.write_str(&shown[..shown.len() - digits.len()].replace('<', "&lt;").replace('>', "&gt;"))?;
        if digits.len() < 4 && !digits.contains('.') {
            f.write_str(digits)
        } else {
            write!(f, "<data value=\"{digits}\">{digits}</data>")
        }
    }
}

impl askama::filters::HtmlSafe for Number {}

/// A number in a message, or a reference to one, as templates have it.
pub trait Count {
    /// Returns its value.
    fn count(&self) -> f64;
}

macro_rules! counts {
    ($($kind:ty),+) => {$(
        impl Count for $kind {
            #[allow(clippy::cast_lossless, reason = "some of the kinds lose, far beyond what is ever counted")]
            fn count(&self) -> f64 {
                *self as f64
            }
        }
    )+};
}
counts!(u8, u16, u32, u64, usize, i32, i64, f64);

impl<T: Count + ?Sized> Count for &T {
    fn count(&self) -> f64 {
        (**self).count()
    }
}
