//! Defines the length of the shortest match, as users choose it, and the schemes that follow from it.

use std::ops::RangeInclusive;

use crate::Scheme;

/// The shortest match that a user wants to see: t tokens. k and w of every scheme follow from it, so that each common
/// run of t tokens has a common fingerprint: `t = k + w - 1` (Schleimer, Wilkerson, Aiken 2003, section 3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct MatchLength {
    /// t. `None`: nothing was chosen, and each language has its own scheme.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u16>,
    /// k. `None`: that of each language, but at most t.
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<u16>,
}

/// Why values are no match length, as what is said of [`MatchLengthError::field`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MatchLengthError {
    /// A t outside [`MatchLength::TOKENS`].
    #[error("must be {least} to {most} tokens, not {0}", least = MatchLength::TOKENS.start(), most = MatchLength::TOKENS.end())]
    Tokens(u32),
    /// A k outside [`MatchLength::K`].
    #[error("must be {least} to {most} tokens, not {0}", least = MatchLength::K.start(), most = MatchLength::K.end())]
    K(u32),
    /// A window alone, or an empty one.
    #[error(
        "must be at least 1, and needs the length of the shortest match or of a k-gram: shortest match = k-gram + window - 1"
    )]
    W,
    /// Values that exclude each other.
    #[error("must be k-gram + window - 1: {tokens} is not {k} + {w} - 1")]
    Unequal {
        /// The chosen t, or the one that follows.
        tokens: u32,
        /// The chosen k, or the one that follows.
        k: u32,
        /// The chosen w, or the smallest one.
        w: u32,
    },
    /// Two values that give a third one outside its range.
    #[error("must be {least} to {most} and the k-gram at least {least_k}: k-gram + window - 1 is {k} + {w} - 1 = {tokens}", least = MatchLength::TOKENS.start(), most = MatchLength::TOKENS.end(), least_k = MatchLength::K.start())]
    Range {
        /// The t.
        tokens: u32,
        /// The k.
        k: u32,
        /// The w.
        w: u32,
    },
}

impl MatchLengthError {
    /// Returns the name of the value that is wrong, as of a field: `min_match`, `kgram` or `window`.
    pub fn field(self) -> &'static str {
        match self {
            Self::Tokens(_) | Self::Unequal { .. } | Self::Range { .. } => "min_match",
            Self::K(_) => "kgram",
            Self::W => "window",
        }
    }
}

/// The window of every scheme of a language.
const DEFAULT_W: u32 = 4;

impl MatchLength {
    /// Nothing is chosen.
    pub const DEFAULT: Self = Self { tokens: None, k: None };

    /// The lengths that can be chosen. Two tokens in a row are in every pair of programs. Longer passages than the longest
    /// are found by the longest.
    pub const TOKENS: RangeInclusive<u16> = 3..=100;

    /// The k that can be chosen. Single tokens are no passage.
    pub const K: RangeInclusive<u16> = 2..=100;

    /// Returns the length with these t, k and w, as far as they are given: two of them determine the third, and k alone has
    /// the usual window.
    pub fn new(tokens: Option<u32>, k: Option<u32>, w: Option<u32>) -> Result<Self, MatchLengthError> {
        let within = |range: RangeInclusive<u16>, value: u32| {
            u16::try_from(value).ok().filter(|value| range.contains(value))
        };
        if w == Some(0) || (w.is_some() && tokens.is_none() && k.is_none()) {
            return Err(MatchLengthError::W);
        }
        if let Some(tokens) = tokens {
            within(Self::TOKENS, tokens).ok_or(MatchLengthError::Tokens(tokens))?;
        }
        if let Some(k) = k {
            within(Self::K, k).ok_or(MatchLengthError::K(k))?;
        }
        // Two values give the third. Alone, t leaves k to the languages, and k has the usual window.
        let (tokens, k, w) = match (tokens, k, w) {
            (None, None, _) => return Ok(Self::DEFAULT),
            (Some(tokens), None, None) => return Ok(Self { tokens: within(Self::TOKENS, tokens), k: None }),
            (Some(tokens), None, Some(w)) => (tokens, (tokens + 1).saturating_sub(w), w),
            (Some(tokens), Some(k), None) => (tokens, k, (tokens + 1).saturating_sub(k).max(1)),
            (None, Some(k), w) => {
                let w = w.unwrap_or(DEFAULT_W);
                (k.saturating_add(w) - 1, k, w)
            }
            (Some(tokens), Some(k), Some(w)) => (tokens, k, w),
        };
        if k.saturating_add(w) - 1 != tokens {
            return Err(MatchLengthError::Unequal { tokens, k, w });
        }
        let chosen = within(Self::TOKENS, tokens).zip(within(Self::K, k));
        chosen.map(|(tokens, k)| Self { tokens: Some(tokens), k: Some(k) }).ok_or(MatchLengthError::Range {
            tokens,
            k,
            w,
        })
    }

    /// Returns whether nothing is chosen.
    pub fn is_default(&self) -> bool {
        *self == Self::DEFAULT
    }

    /// Returns the chosen t.
    pub fn tokens(self) -> Option<u16> {
        self.tokens
    }

    /// Returns the chosen k.
    pub fn k(self) -> Option<u16> {
        self.k
    }

    /// Returns the chosen w.
    pub fn w(self) -> Option<u16> {
        Some(self.tokens? + 1 - self.k?)
    }

    /// Returns the scheme in place of a language's own.
    #[must_use]
    pub fn scheme(self, own: Scheme) -> Scheme {
        let Some(tokens) = self.tokens else { return own };
        let k = self.k.unwrap_or(own.k).min(tokens);
        Scheme { k, w: tokens - k + 1, ..own }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OWN: Scheme = Scheme { family: "numbers", normalizer: 1, k: 6, w: 4 };

    proptest! {
        #[test]
        fn every_scheme_guarantees_what_was_chosen(
            tokens in prop::option::of(0_u32..120),
            k in prop::option::of(0_u32..120),
            w in prop::option::of(0_u32..120),
            own_k in 1_u16..12,
        ) {
            let own = Scheme { k: own_k, ..OWN };
            let found = MatchLength::new(tokens, k, w);
            let Ok(length) = found else { return Ok(()) };
            let scheme = length.scheme(own);
            prop_assert!(scheme.k > 0 && scheme.w > 0);
            match length.tokens() {
                None => prop_assert_eq!((scheme, tokens, k, w), (own, None, None, None)),
                Some(chosen) => {
                    prop_assert_eq!(scheme.t(), chosen);
                    prop_assert!(tokens.is_none_or(|tokens| tokens == u32::from(chosen)));
                    prop_assert!(k.is_none_or(|k| k == u32::from(scheme.k)));
                    prop_assert!(w.is_none_or(|w| w == u32::from(scheme.w)));
                    let again = [length.tokens(), length.k(), length.w()].map(|one| one.map(u32::from));
                    prop_assert_eq!(MatchLength::new(again[0], again[1], again[2]), Ok(length), "as stored");
                }
            }
        }
    }

    #[test]
    fn values_that_fit_are_taken_and_others_refused_with_the_rule() {
        let scheme = |tokens, k, w| {
            MatchLength::new(tokens, k, w).map(|length| {
                let scheme = length.scheme(OWN);
                (scheme.k, scheme.w)
            })
        };
        assert_eq!(scheme(None, None, None), Ok((6, 4)));
        assert_eq!(scheme(Some(12), None, None), Ok((6, 7)), "the language's own k");
        assert_eq!(scheme(Some(4), None, None), Ok((4, 1)), "a k that fits");
        assert_eq!(scheme(None, Some(5), None), Ok((5, 4)), "the usual window");
        assert_eq!(scheme(None, Some(23), Some(17)), Ok((23, 17)));
        assert_eq!(scheme(Some(39), None, Some(17)), Ok((23, 17)));
        assert_eq!(scheme(Some(39), Some(23), Some(17)), Ok((23, 17)));
        let refused = |tokens, k, w| {
            let error = MatchLength::new(tokens, k, w).unwrap_err();
            format!("{} {error}", error.field())
        };
        assert_eq!(refused(Some(2), None, None), "min_match must be 3 to 100 tokens, not 2");
        assert_eq!(refused(Some(101), None, None), "min_match must be 3 to 100 tokens, not 101");
        assert_eq!(refused(None, Some(1), None), "kgram must be 2 to 100 tokens, not 1");
        for window in [refused(None, Some(5), Some(0)), refused(None, None, Some(4))] {
            assert!(window.starts_with("window must be at least 1, and needs"), "{window}");
            assert!(window.ends_with("shortest match = k-gram + window - 1"), "{window}");
        }
        for (unequal, rule) in [
            (refused(Some(10), Some(5), Some(4)), "10 is not 5 + 4 - 1"),
            (refused(Some(10), Some(12), None), "10 is not 12 + 1 - 1"),
            (refused(Some(10), None, Some(12)), "10 is not 0 + 12 - 1"),
            (refused(Some(10), None, Some(10)), "k-gram + window - 1 is 1 + 10 - 1 = 10"),
            (refused(None, Some(90), Some(90)), "k-gram + window - 1 is 90 + 90 - 1 = 179"),
        ] {
            assert!(unequal.starts_with("min_match must be ") && unequal.ends_with(rule), "{unequal}");
        }
        assert!(MatchLength::new(None, Some(u32::MAX), Some(u32::MAX)).is_err());
    }
}
