//! Enumerations whose values have names.

use strum::VariantArray;

/// An enumeration whose values have names, which are stored, sent and shown. Implemented for every enumeration that
/// derives [`strum::IntoStaticStr`] and [`VariantArray`].
pub trait Named: Copy + Into<&'static str> + VariantArray {
    /// All values, in the order of their declaration.
    const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name.
    fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }

    /// Returns the names of all values.
    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|value| value.name()).collect()
    }
}

impl<T: Copy + Into<&'static str> + VariantArray> Named for T {}
