//! Writes parameters as text that is stored beside sketches, and reads it.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use super::{IdHash, Parameters, Resampling, Sample};
use crate::{KeyId, Shingling};

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shingling = match self.shingling {
            Shingling::Labelled => "labelled",
            Shingling::Set => "set",
        };
        let hash = match self.hash {
            IdHash::Mixed => "mixed",
            IdHash::Rabin => "rabin",
        };
        write!(f, "shingle={} shingling={shingling} hash={hash} bits={}", self.shingle, self.bits)?;
        write!(f, " key={} sample={}", self.key, self.sample)?;
        match self.resampled {
            Some(Resampling { key, sample }) => write!(f, " resampled={key}:{sample}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minimum(s) => write!(f, "min:{s}"),
            Self::Modulus(m) => write!(f, "mod:{m}"),
            Self::MinimumOfModulus(s, m) => write!(f, "min:{s}:mod:{m}"),
            Self::Ladder(unit) => write!(f, "ladder:{unit}"),
            Self::LadderTo(unit, m) => write!(f, "ladder:{unit}:mod:{m}"),
        }
    }
}

/// The text does not name parameters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("these are no parameters of sketches: {0:?}")]
pub struct NoParameters(pub String);

impl FromStr for Parameters {
    type Err = NoParameters;

    fn from_str(text: &str) -> Result<Self, NoParameters> {
        // There is only one text for the same parameters, so texts can be compared.
        let as_written = |parameters: &Self| parameters.to_string() == text;
        parse(text).filter(as_written).ok_or_else(|| NoParameters(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Parameters> {
    let mut fields = text.split(' ');
    let mut field = |name: &str| fields.next()?.strip_prefix(name)?.strip_prefix('=');
    let parameters = Parameters {
        shingle: field("shingle")?.parse().ok()?,
        shingling: match field("shingling")? {
            "labelled" => Shingling::Labelled,
            "set" => Shingling::Set,
            _ => return None,
        },
        hash: match field("hash")? {
            "mixed" => IdHash::Mixed,
            "rabin" => IdHash::Rabin,
            _ => return None,
        },
        bits: field("bits")?.parse().ok()?,
        key: key_id(field("key")?).ok()?,
        sample: sample(field("sample")?)?,
        resampled: None,
    };
    let resampled = match fields.next() {
        Some(last) => {
            let (key, kept) = last.strip_prefix("resampled=")?.split_once(':')?;
            Some(Resampling { key: key_id(key).ok()?, sample: sample(kept)? })
        }
        None => None,
    };
    fields.next().is_none().then_some(Parameters { resampled, ..parameters })
}

impl FromStr for Sample {
    type Err = NoParameters;

    fn from_str(text: &str) -> Result<Self, NoParameters> {
        sample(text).filter(|sample| sample.to_string() == text).ok_or_else(|| NoParameters(text.to_owned()))
    }
}

fn key_id(text: &str) -> Result<KeyId, ParseIntError> {
    u64::from_str_radix(text, 16).map(KeyId::from_number)
}

fn sample(text: &str) -> Option<Sample> {
    let parts: Vec<&str> = text.split(':').collect();
    Some(match parts[..] {
        ["min", s] => Sample::Minimum(s.parse().ok()?),
        ["mod", m] => Sample::Modulus(m.parse().ok()?),
        ["min", s, "mod", m] => Sample::MinimumOfModulus(s.parse().ok()?, m.parse().ok()?),
        ["ladder", unit] => Sample::Ladder(unit.parse().ok()?),
        ["ladder", unit, "mod", m] => Sample::LadderTo(unit.parse().ok()?, m.parse().ok()?),
        _ => return None,
    })
}
