//! Flags of `serve` for MOSS clients: the addresses to listen on, and who may connect.

use std::net::SocketAddr;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::sign_in::networks;
use crate::program::Usage;

/// Flags of `serve` for MOSS's clients.
#[expect(clippy::struct_field_names, reason = "the fields' names are the flags'")]
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct MossFlags {
    /// Listen for MOSS clients: addresses with ports, separated by commas, or only a port, which other machines cannot
    /// reach. The connections are not encrypted [default: off]
    #[arg(long, value_name = "ADDRESS", value_parser = str::parse::<MossAddresses>)]
    #[serde(serialize_with = "as_text")]
    moss_listen: Option<MossAddresses>,
    /// Base URL of the results that MOSS clients receive [default: the public URL]
    #[arg(long, value_name = "URL")]
    moss_public_url: Option<String>,
    /// Networks from which MOSS clients may connect, such as 10.1.0.0/16, separated by commas [default: all]
    #[arg(long, value_name = "NETWORKS")]
    moss_allow: Option<String>,
    /// Time that a MOSS client waits for its report before it receives the URL anyway; the page then waits for the
    /// report [default: 45]
    #[arg(long, value_name = "SECONDS")]
    moss_answer_seconds: Option<u16>,
    /// Time for which anybody with the URL of the results can see them [default: 14]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..))]
    moss_results_days: Option<u16>,
}

/// Addresses to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MossAddresses {
    /// This port, on the loopback addresses of this machine only.
    Port(u16),
    /// These addresses.
    List(Vec<SocketAddr>),
}

impl FromStr for MossAddresses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(port) = text.trim().parse() {
            return Ok(Self::Port(port));
        }
        let address = |text: &str| {
            let text = text.trim();
            text.parse().map_err(|_| {
                format!("{text:?} is not an address with a port, such as 127.0.0.1:7690 or [::1]:7690")
            })
        };
        text.split(',').map(address).collect::<Result<_, _>>().map(Self::List)
    }
}

impl std::fmt::Display for MossAddresses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Port(port) => port.fmt(f),
            Self::List(addresses) => {
                f.write_str(&addresses.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl<'de> Deserialize<'de> for MossAddresses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A port alone is a number in a file and in the environment.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Port(u16),
            Text(String),
            List(Vec<String>),
        }
        match Written::deserialize(deserializer)? {
            Written::Port(port) => Ok(Self::Port(port)),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
            Written::List(list) => list.join(",").parse().map_err(serde::de::Error::custom),
        }
    }
}

#[expect(clippy::ref_option, reason = "serde gives the field")]
fn as_text<S: serde::Serializer>(
    addresses: &Option<MossAddresses>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    addresses.as_ref().map(MossAddresses::to_string).serialize(serializer)
}

/// Returns the networks that may connect. An empty list allows all.
pub(crate) fn parse_networks(list: Option<&str>) -> Result<Vec<ipnet::IpNet>, Usage> {
    networks(list).map_err(|text| {
        Usage(format!("moss_allow must list addresses or networks such as 10.1.0.0/16, not {text:?}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_ports_or_lists() {
        assert_eq!("7690".parse(), Ok(MossAddresses::Port(7690)));
        let both: MossAddresses = "127.0.0.1:7690, [::]:7690".parse().unwrap();
        assert_eq!(both.to_string(), "127.0.0.1:7690,[::]:7690");
        for wrong in ["", "localhost", "127.0.0.1", "127.0.0.1:7690,", "99999"] {
            assert!(wrong.parse::<MossAddresses>().is_err(), "{wrong}");
        }
    }
}
