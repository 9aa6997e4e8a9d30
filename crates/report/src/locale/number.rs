//! Numbers as readers of every language get them.

use std::fmt;

/// Stands before and after a number in what Fluent returns.
pub(super) const NUMBER: char = '\u{F8FF}';

/// A number as HTML: digits, with a point where it has a fraction. Where readers elsewhere would write it otherwise
/// it stands in a `<data>`, which a script may put into their form.
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

/// A number that messages count with, or a reference to one, as templates give it.
pub trait Count {
    /// Its value.
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
