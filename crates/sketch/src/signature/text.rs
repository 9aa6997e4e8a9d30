//! Parameters of signatures as a text that is stored beside them, and back. Pure.

use std::fmt;
use std::str::FromStr;

use super::{SignatureKind, SignatureParameters};
use crate::sketch::NoParameters;

impl fmt::Display for SignatureParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            SignatureKind::Functions => "functions",
            SignatureKind::OnePermutation => "one-permutation",
            SignatureKind::SimHash => "simhash",
        };
        write!(f, "{} signature={kind}:{}", self.of, self.length)
    }
}

impl FromStr for SignatureParameters {
    type Err = NoParameters;

    fn from_str(text: &str) -> Result<Self, NoParameters> {
        let as_written = |parameters: &Self| parameters.to_string() == text;
        parse(text).filter(as_written).ok_or_else(|| NoParameters(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<SignatureParameters> {
    let (of, signature) = text.rsplit_once(" signature=")?;
    let (kind, length) = signature.split_once(':')?;
    let kind = match kind {
        "functions" => SignatureKind::Functions,
        "one-permutation" => SignatureKind::OnePermutation,
        "simhash" => SignatureKind::SimHash,
        _ => return None,
    };
    Some(SignatureParameters { of: of.parse().ok()?, kind, length: length.parse().ok()? })
}
