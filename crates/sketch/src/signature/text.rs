//! Parameters of signatures as a text that is stored beside them, and back. Pure.

use std::fmt;
use std::str::FromStr;

use super::SignatureParameters;
use crate::sketch::NoParameters;

impl fmt::Display for SignatureParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} signature={}:{}", self.of, self.kind, self.length)
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
    Some(SignatureParameters { of: of.parse().ok()?, kind: kind.parse().ok()?, length: length.parse().ok()? })
}
