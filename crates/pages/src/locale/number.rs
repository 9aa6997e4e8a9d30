//! Numbers in the form of every language.

use std::fmt;

/// Marks the beginning and the end of a number in Fluent's output.
pub(super) const NUMBER: char = '\u{F8FF}';

/// A number as HTML: digits, with the decimal sign of the language before a fraction. If other regions would write it
/// differently, it is in a `<data>` element, and a script may change its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// Digits with a point, as programs read them, and perhaps a sign before them.
    digits: String,
    decimal_sign: &'static str,
}

impl Number {
    pub(super) fn new(digits: impl fmt::Display, decimal_sign: &'static str) -> Self {
        Self { digits: digits.to_string(), decimal_sign }
    }

    /// Returns text without markup.
    pub fn plain(&self) -> String {
        self.digits.replace('.', self.decimal_sign)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits.trim_start_matches(['<', '>', ' ']);
        let before = &self.digits[..self.digits.len() - digits.len()];
        f.write_str(&before.replace('<', "&lt;").replace('>', "&gt;"))?;
        if digits.len() < 4 && !digits.contains('.') {
            f.write_str(digits)
        } else {
            write!(f, "<data value=\"{digits}\">{}</data>", digits.replace('.', self.decimal_sign))
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
