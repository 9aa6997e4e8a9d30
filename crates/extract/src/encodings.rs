//! Encodings that somebody who knows says files have, whatever their bytes look like.

use std::cell::{Cell, LazyCell};

use encoding_rs::Encoding;
use globset::{GlobBuilder, GlobMatcher};

use chaffinch_submission::{Digest, Skipped};

use crate::Wish;

/// Begins the pattern of one file by its bytes: `digest:` and 64 hexadecimal digits.
const DIGEST: &str = "digest:";

/// Which files are in which encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingRule {
    pattern: String,
    encoding: &'static Encoding,
}

/// Why a rule cannot be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRule {
    /// Not of the form `GLOB=NAME`.
    #[error("`{rule}` is not of the form GLOB=ENCODING, as `*.c=windows-1252`")]
    Form {
        /// What was given.
        rule: String,
    },
    /// No such encoding.
    #[error(
        "`{name}` names no encoding; windows-1252, UTF-16LE, Shift_JIS and what else the WHATWG lists do"
    )]
    Encoding {
        /// What was given.
        name: String,
    },
    /// A pattern that cannot be read.
    #[error("the pattern `{pattern}` cannot be read: {problem}")]
    Pattern {
        /// What was given.
        pattern: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl EncodingRule {
    /// A rule for the one file of this digest.
    pub fn of_digest(digest: &Digest, name: &str) -> Result<Self, BadRule> {
        let hex = hex(digest);
        format!("{DIGEST}{hex}={name}").parse()
    }
}

impl std::fmt::Display for EncodingRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.pattern, self.encoding.name())
    }
}

impl std::str::FromStr for EncodingRule {
    type Err = BadRule;

    /// `GLOB=NAME`: a glob of paths from any folder on (`*.c`, `ada/**`), and a WHATWG name or label.
    fn from_str(rule: &str) -> Result<Self, BadRule> {
        let (pattern, name) = rule
            .rsplit_once('=')
            .filter(|(pattern, _)| !pattern.is_empty())
            .ok_or_else(|| BadRule::Form { rule: rule.to_owned() })?;
        let encoding = Encoding::for_label(name.trim().as_bytes())
            .ok_or_else(|| BadRule::Encoding { name: name.trim().to_owned() })?;
        let rule = Self { pattern: pattern.trim().to_owned(), encoding };
        rule.matcher()?;
        Ok(rule)
    }
}

/// A digest as rules and requests write it.
pub fn hex(digest: &Digest) -> String {
    blake3::Hash::from_bytes(*digest).to_hex().to_string()
}

/// The digest that a word names, if it does.
pub(crate) fn digest(word: &str) -> Option<Digest> {
    blake3::Hash::from_hex(word.strip_prefix(DIGEST)?).ok().map(Into::into)
}

/// How a rule is recognised at a file.
enum Matcher {
    Digest(String),
    Path(GlobMatcher),
}

impl EncodingRule {
    fn matcher(&self) -> Result<Matcher, BadRule> {
        if let Some(digits) = self.pattern.strip_prefix(DIGEST) {
            return Ok(Matcher::Digest(digits.to_owned()));
        }
        let problem = |error: globset::Error| BadRule::Pattern {
            pattern: self.pattern.clone(),
            problem: error.kind().to_string(),
        };
        let anywhere = format!("**/{}", self.pattern.trim_start_matches('/'));
        let glob = GlobBuilder::new(&anywhere).literal_separator(true).build().map_err(problem)?;
        Ok(Matcher::Path(glob.compile_matcher()))
    }
}

/// Rules, ready to be asked. The first that fits decides.
#[derive(Default)]
pub(crate) struct Encodings(Vec<Ready>);

struct Ready {
    rule: String,
    matcher: Matcher,
    encoding: &'static Encoding,
    /// Whether it fitted a file so far.
    heard: Cell<bool>,
}

impl Encodings {
    pub(crate) fn new(rules: &[EncodingRule]) -> Self {
        let ready = |rule: &EncodingRule| {
            let (matcher, encoding) = (rule.matcher().ok()?, rule.encoding);
            Some(Ready { rule: rule.to_string(), matcher, encoding, heard: Cell::new(false) })
        };
        Self(rules.iter().filter_map(ready).collect())
    }

    /// The encoding that a file is said to have.
    pub(crate) fn of(&self, path: &str, bytes: &[u8]) -> Option<&'static Encoding> {
        let digest = LazyCell::new(|| blake3::hash(bytes).to_hex());
        let fits = |matcher: &Matcher| match matcher {
            Matcher::Digest(digits) => digest.as_str() == digits,
            Matcher::Path(glob) => glob.is_match(path),
        };
        let fitting = self.0.iter().filter(|ready| fits(&ready.matcher));
        let encodings: Vec<_> =
            fitting.inspect(|ready| ready.heard.set(true)).map(|ready| ready.encoding).collect();
        encodings.first().copied()
    }

    /// The rules that fitted no file.
    pub(crate) fn unheard(&self) -> impl Iterator<Item = Skipped> {
        self.0.iter().filter(|ready| !ready.heard.get()).map(|ready| Wish::Encoding.unheard(&ready.rule))
    }
}

#[cfg(test)]
mod tests {
    use super::{EncodingRule, Encodings};

    #[test]
    fn globs_fit_from_any_folder_on() {
        for (pattern, path, fits) in [
            ("*.c", "class.zip/ada/main.c", true),
            ("*.c", "main.c", true),
            ("ada/**", "class.zip/ada/lib/x.py", true),
            ("ada/*.c", "class.zip/ada/lib/x.c", false),
            ("ada", "class.zip/ada/x.c", false),
        ] {
            let rule: EncodingRule = format!("{pattern}=latin1").parse().unwrap();
            assert_eq!(Encodings::new(&[rule]).of(path, b"").is_some(), fits, "{pattern} {path}");
        }
        let digest = *blake3::hash(b"int x;").as_bytes();
        let rules = Encodings::new(&[EncodingRule::of_digest(&digest, "utf-16").unwrap()]);
        assert!(rules.of("a", b"int x;").is_some() && rules.of("a", b"int y;").is_none());
    }

    #[test]
    fn what_is_no_rule_is_told() {
        for (rule, words) in [
            ("*.c", "is not of the form"),
            ("=utf-8", "is not of the form"),
            ("*.c=klingon", "names no encoding"),
            ("[=utf-8", "cannot be read"),
        ] {
            assert!(rule.parse::<EncodingRule>().unwrap_err().to_string().contains(words), "{rule}");
        }
        assert_eq!("a=b.c=latin1".parse::<EncodingRule>().unwrap().to_string(), "a=b.c=windows-1252");
    }
}
