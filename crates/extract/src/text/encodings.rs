//! Rules that set the encoding of files, whatever their bytes look like.

use std::cell::Cell;
use std::collections::BTreeMap;

use chaffinch_submission::{Digest, Skipped, composed};
use encoding_rs::Encoding;
use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use serde::{Deserialize, Serialize};

use crate::names;
use crate::survey::UploadHint;

/// Prefix of a pattern that names one file by its bytes. 64 hexadecimal digits follow.
const DIGEST: &str = "digest:";

/// Largest number of rules in one request.
pub const MAX_RULES: usize = 1_000;
/// Largest length of one rule, in bytes.
pub const MAX_RULE_BYTES: usize = 256;
/// Largest length of all rules with a pattern together, in bytes. A byte of a pattern takes up to about 150 bytes when
/// compiled.
pub const MAX_PATTERN_BYTES: usize = 32 << 10;
/// Largest number of submissions and files that a request may name as starter code.
pub const MAX_HANDED_OUT: usize = 1_000;

/// A rule that sets the encoding of the files that match its pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingRule {
    pattern: String,
    encoding: &'static Encoding,
}

/// Error: a rule is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum BadRule {
    /// The rule does not have the form `GLOB=NAME`.
    #[error("`{rule}` does not have the form GLOB=ENCODING, such as `*.c=windows-1252`")]
    Form {
        /// The rule as given.
        rule: String,
    },
    /// There is no such encoding.
    #[error(
        "`{name}` is not an encoding; use a name from the WHATWG list, such as windows-1252, UTF-16LE or Shift_JIS"
    )]
    Encoding {
        /// The name as given.
        name: String,
    },
    /// The pattern cannot be read.
    #[error("the pattern `{pattern}` cannot be read: {problem}")]
    Pattern {
        /// The pattern as given.
        pattern: String,
        /// What is wrong with the pattern.
        problem: String,
    },
    /// There are too many rules.
    #[error("there are {found} rules, more than the limit of {limit}")]
    TooMany {
        /// Number of rules.
        found: usize,
        /// [`MAX_RULES`].
        limit: usize,
    },
    /// A rule is too long.
    #[error("a rule has more than {limit} bytes (the limit): `{rule}`")]
    TooLong {
        /// The beginning of the rule.
        rule: String,
        /// [`MAX_RULE_BYTES`].
        limit: usize,
    },
    /// The patterns are too long together.
    #[error("the patterns of all rules have {bytes} bytes, more than the limit of {limit}")]
    TooMuch {
        /// Total length of the patterns, in bytes.
        bytes: usize,
        /// [`MAX_PATTERN_BYTES`].
        limit: usize,
    },
    /// Too many submissions and files are named as starter code.
    #[error("there are {found} submissions and files, more than the limit of {limit}")]
    TooManyHandedOut {
        /// Number of submissions and files named.
        found: usize,
        /// [`MAX_HANDED_OUT`].
        limit: usize,
    },
}

impl BadRule {
    /// Returns the field of a request that holds the rule.
    pub fn field(&self) -> &'static str {
        match self {
            Self::TooManyHandedOut { .. } => "handed_out",
            _ => "encodings",
        }
    }
}

impl EncodingRule {
    /// Creates a rule for the one file with this digest.
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

    /// Reads `GLOB=NAME`: a glob of paths that may start at any folder (`*.c`, `ada/**`), and a WHATWG name or label.
    fn from_str(rule: &str) -> Result<Self, BadRule> {
        let (pattern, name) = rule
            .rsplit_once('=')
            .filter(|(pattern, _)| !pattern.is_empty())
            .ok_or_else(|| BadRule::Form { rule: rule.to_owned() })?;
        let encoding = Encoding::for_label(name.trim().as_bytes())
            .ok_or_else(|| BadRule::Encoding { name: name.trim().to_owned() })?;
        let rule = Self { pattern: composed(pattern.trim()).into_owned(), encoding };
        rule.matcher()?;
        Ok(rule)
    }
}

/// Returns a digest in the form used in rules and requests.
pub fn hex(digest: &Digest) -> String {
    blake3::Hash::from_bytes(*digest).to_hex().to_string()
}

/// Returns the digest that a word names, if it names one.
pub(crate) fn digest(word: &str) -> Option<Digest> {
    blake3::Hash::from_hex(word.strip_prefix(DIGEST)?).ok().map(Into::into)
}

/// What a rule is matched against.
enum Matcher {
    Digest(String),
    Path(Glob),
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
        GlobBuilder::new(&anywhere).literal_separator(true).build().map(Matcher::Path).map_err(problem)
    }
}

/// Checks the number and length of rules before they are parsed.
pub(crate) fn check_size(rules: &[String]) -> Result<(), BadRule> {
    if MAX_RULES < rules.len() {
        return Err(BadRule::TooMany { found: rules.len(), limit: MAX_RULES });
    }
    // Attack: a pattern of a megabyte, which takes gigabytes and minutes to compile.
    if let Some(rule) = rules.iter().find(|rule| MAX_RULE_BYTES < rule.len()) {
        let rule = names::shortened(rule);
        return Err(BadRule::TooLong { rule, limit: MAX_RULE_BYTES });
    }
    // Attack: every file is matched against every byte of every pattern, so their total length is limited, too.
    let patterns = rules.iter().filter(|rule| !rule.starts_with(DIGEST));
    let bytes = patterns.map(String::len).sum::<usize>();
    if MAX_PATTERN_BYTES < bytes {
        return Err(BadRule::TooMuch { bytes, limit: MAX_PATTERN_BYTES });
    }
    Ok(())
}

/// Compiled rules. The first rule that matches decides.
#[derive(Default)]
pub(crate) struct Encodings {
    rules: Vec<Ready>,
    /// Numbers of the rules for each digest.
    digests: BTreeMap<String, Vec<usize>>,
    globs: GlobSet,
    /// Number of the rule of each glob.
    of_globs: Vec<usize>,
}

struct Ready {
    rule: String,
    encoding: &'static Encoding,
    /// Whether the rule has matched a file so far.
    heard: Cell<bool>,
}

impl Encodings {
    pub(crate) fn new(rules: &[EncodingRule]) -> Result<Self, BadRule> {
        let mut all = Self::default();
        let mut globs = GlobSetBuilder::new();
        for (number, rule) in rules.iter().enumerate() {
            match rule.matcher()? {
                Matcher::Digest(digits) => all.digests.entry(digits).or_default().push(number),
                Matcher::Path(glob) => {
                    globs.add(glob);
                    all.of_globs.push(number);
                }
            }
            all.rules.push(Ready {
                rule: rule.to_string(),
                encoding: rule.encoding,
                heard: Cell::new(false),
            });
        }
        all.globs = globs.build().map_err(|error| BadRule::Pattern {
            pattern: error.glob().unwrap_or("all together").to_owned(),
            problem: error.kind().to_string(),
        })?;
        Ok(all)
    }

    /// Returns the encoding that the rules set for a file. `digest` returns that of its bytes.
    pub(crate) fn of(&self, path: &str, digest: impl FnOnce() -> Digest) -> Option<&'static Encoding> {
        let mut fitting: Vec<usize> =
            self.globs.matches(path).into_iter().map(|glob| self.of_globs[glob]).collect();
        if !self.digests.is_empty() {
            fitting.extend(self.digests.get(&hex(&digest())).into_iter().flatten());
        }
        for &number in &fitting {
            self.rules[number].heard.set(true);
        }
        fitting.into_iter().min().map(|first| self.rules[first].encoding)
    }

    /// Returns a line for each rule that matched no file.
    pub(crate) fn unmatched(&self) -> impl Iterator<Item = Skipped> {
        self.rules
            .iter()
            .filter(|ready| !ready.heard.get())
            .map(|ready| UploadHint::Encoding.unmatched(&ready.rule))
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::Encoding;
    use proptest::prelude::*;

    use super::{EncodingRule, Encodings, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES, Matcher, check_size};

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
            assert_eq!(
                Encodings::new(&[rule]).unwrap().of(path, || [0; 32]).is_some(),
                fits,
                "{pattern} {path}"
            );
        }
        let [digest, other] = [b"int x;", b"int y;"].map(|bytes| *blake3::hash(bytes).as_bytes());
        let rules = Encodings::new(&[EncodingRule::of_digest(&digest, "utf-16").unwrap()]).unwrap();
        assert!(rules.of("a", || digest).is_some() && rules.of("a", || other).is_none());
    }

    #[test]
    fn what_is_no_rule_is_told() {
        for (rule, words) in [
            ("*.c", "does not have the form"),
            ("=utf-8", "does not have the form"),
            ("*.c=klingon", "is not an encoding"),
            ("[=utf-8", "cannot be read"),
        ] {
            assert!(rule.parse::<EncodingRule>().unwrap_err().to_string().contains(words), "{rule}");
        }
        assert_eq!("a=b.c=latin1".parse::<EncodingRule>().unwrap().to_string(), "a=b.c=windows-1252");
    }

    /// Applies the rules one by one, as a reference.
    fn one_by_one(rules: &[EncodingRule], path: &str) -> (Option<&'static Encoding>, Vec<String>) {
        let fits = |rule: &&EncodingRule| match rule.matcher().unwrap() {
            Matcher::Digest(_) => false,
            Matcher::Path(glob) => glob.compile_matcher().is_match(path),
        };
        let fitting: Vec<&EncodingRule> = rules.iter().filter(fits).collect();
        let unmatched = rules.iter().filter(|rule| !fitting.contains(rule)).map(ToString::to_string);
        (fitting.first().map(|rule| rule.encoding), unmatched.collect())
    }

    proptest! {
        #[test]
        fn all_rules_at_once_say_what_one_after_the_other_says(
            patterns in prop::collection::vec("[ab*?/.{},c]{1,6}|digest:ab", 1..6),
            path in "[ab]{1,2}(/[ab]{1,2}){0,2}[.][cab]",
        ) {
            let names = ["latin1", "utf-16", "shift_jis"].iter().cycle();
            let rules = patterns.iter().zip(names).filter_map(|(pattern, name)| format!("{pattern}={name}").parse().ok());
            let rules: Vec<EncodingRule> = rules.collect();
            let all = Encodings::new(&rules).unwrap();
            let found = all.of(&path, || [1; 32]);
            let unmatched: Vec<String> = all.unmatched().map(|line| line.path).collect();
            prop_assert_eq!((found, unmatched), one_by_one(&rules, &path));
        }
    }

    #[test]
    fn rules_have_limits() {
        let refused = |rules: &[String]| check_size(rules).unwrap_err().to_string();
        let many = vec!["a=latin1".to_owned(); MAX_RULES];
        assert_eq!(check_size(&many), Ok(()));
        assert_eq!(
            refused(&[many, vec!["a=latin1".to_owned()]].concat()),
            "there are 1001 rules, more than the limit of 1000"
        );
        let long = refused(&[format!("{}=latin1", "{".repeat(1 << 20))]);
        assert!(
            long.starts_with("a rule has more than 256 bytes (the limit): `{{") && long.len() < 300,
            "{long}"
        );
        let long = vec![format!("{}=latin1", "?".repeat(200)); 200];
        assert_eq!(
            refused(&long),
            "the patterns of all rules have 41400 bytes, more than the limit of 32768"
        );
        let digests = vec![format!("digest:{}=latin1", "0".repeat(64)); MAX_RULES];
        assert_eq!(check_size(&digests), Ok(()));
    }

    /// The largest patterns that these limits allow stay within the limit of the pattern compiler.
    #[test]
    fn the_costliest_patterns_that_are_taken_can_be_compiled() {
        for piece in ["*", "?", "[!a]", "**/", "{a,?*}", "\u{1F600}"] {
            let pattern = piece.repeat((MAX_RULE_BYTES - "=latin1".len()) / piece.len());
            let rules: Vec<String> =
                (0..MAX_PATTERN_BYTES / MAX_RULE_BYTES).map(|_| format!("{pattern}=latin1")).collect();
            assert_eq!(check_size(&rules), Ok(()));
            let rules: Vec<EncodingRule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
            assert!(Encodings::new(&rules).is_ok(), "{piece}");
        }
        let short = (0..MAX_RULES).map(|n| format!("{{a,b{n}}}*/[!c]?*=latin1").parse().unwrap());
        assert!(Encodings::new(&short.collect::<Vec<EncodingRule>>()).is_ok());
    }
}
