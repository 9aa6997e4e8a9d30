//! Settings of `serve` for MOSS clients: addresses to listen on, and the settings of the `moss` crate.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::str::FromStr;
use std::time::Duration;

use chaffinch_moss_protocol::known_as;
use chaffinch_normalize::{Language, language};
use chaffinch_spool::Spool;
use chrono::TimeDelta;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Usage;
use crate::config::Configuration;

/// Flags of `serve` for MOSS's clients.
#[expect(clippy::struct_field_names, reason = "the fields' names are the flags'")]
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct MossFlags {
    /// Listen for MOSS clients: addresses with ports, separated by commas, or only a port, which other machines cannot
    /// reach. The connections are not encrypted [default: off]
    #[arg(long, value_name = "ADDRESS", value_parser = str::parse::<Addresses>)]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
    moss_listen: Option<Addresses>,
    /// Base URL of the results that MOSS clients receive [default: the public URL]
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    moss_public_url: Option<String>,
    /// Networks from which MOSS clients may connect, such as 10.1.0.0/16, separated by commas [default: all]
    #[arg(long, value_name = "NETWORKS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    moss_allow: Option<String>,
    /// Time that a MOSS client waits for its report before it receives the URL anyway; the page then waits for the
    /// report [default: 45]
    #[arg(long, value_name = "SECONDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    moss_answer_seconds: Option<u16>,
    /// Time for which anybody with the URL of the results can see them [default: 14]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    moss_results_days: Option<u16>,
}

/// Addresses to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// This port, on the loopback addresses of this machine only.
    Port(u16),
    /// These addresses.
    These(Vec<SocketAddr>),
}

impl FromStr for Addresses {
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
        text.split(',').map(address).collect::<Result<_, _>>().map(Self::These)
    }
}

impl std::fmt::Display for Addresses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Port(port) => port.fmt(f),
            Self::These(addresses) => {
                f.write_str(&addresses.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Addresses {
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
fn as_text<S: serde::Serializer>(addresses: &Option<Addresses>, serializer: S) -> Result<S::Ok, S::Error> {
    addresses.as_ref().map(Addresses::to_string).serialize(serializer)
}

/// Binds the addresses. Returns none if no address is set.
pub(crate) fn listen(settings: &Configuration) -> anyhow::Result<Vec<TcpListener>> {
    let Some(addresses) = &settings.moss_listen else { return Ok(Vec::new()) };
    let listeners = match addresses {
        Addresses::These(addresses) => {
            addresses.iter().map(|&address| bind(address)).collect::<anyhow::Result<Vec<_>>>()?
        }
        Addresses::Port(port) => {
            let four = bind((Ipv4Addr::LOCALHOST, *port).into())?;
            let port = four.local_addr()?.port();
            // Some machines have no IPv6.
            let six = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).ok();
            [Some(four), six].into_iter().flatten().collect()
        }
    };
    for listener in &listeners {
        listener.set_nonblocking(true)?;
    }
    Ok(listeners)
}

fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow::anyhow!(
            "cannot listen for MOSS clients on {address}: the address is in use. Choose another one with --moss-listen."
        ),
        _ => anyhow::Error::new(error).context(format!("cannot listen for MOSS clients on {address}")),
    })
}

/// Returns whether other machines can connect.
pub(crate) fn is_open(addresses: &[SocketAddr]) -> bool {
    addresses.iter().any(|address| !IpAddr::to_canonical(&address.ip()).is_loopback())
}

/// Returns the settings in force.
pub(crate) fn settings(
    settings: &Configuration,
    public_address: &str,
    spool: Spool,
) -> Result<chaffinch_moss::MossSettings, Usage> {
    let base = base(settings, public_address);
    let usual = chaffinch_moss::MossSettings::new(base, spool, name_of);
    Ok(chaffinch_moss::MossSettings {
        allow: networks(settings)?,
        answer_within: Duration::from_secs(settings.moss_answer_seconds.into()),
        results_for: TimeDelta::days(settings.moss_results_days.into()),
        ..usual
    })
}

/// Returns the base URL of results.
pub(crate) fn base<'a>(settings: &'a Configuration, public_address: &'a str) -> &'a str {
    settings.moss_public_url.as_deref().unwrap_or(public_address).trim_end_matches('/')
}

/// Returns the networks that may connect. An empty list allows all.
pub(crate) fn networks(settings: &Configuration) -> Result<Vec<ipnet::IpNet>, Usage> {
    let network = |text: &str| {
        let address = text.parse::<IpAddr>().map(Into::into);
        text.parse().or(address).map_err(|_| {
            Usage(format!("moss_allow must list addresses or networks such as 10.1.0.0/16, not {text:?}"))
        })
    };
    let list = settings.moss_allow.as_deref().unwrap_or_default();
    list.split(',').map(str::trim).filter(|text| !text.is_empty()).map(network).collect()
}

/// Returns the canonical name of a language that MOSS clients name.
fn name_of(word: &str) -> Option<&'static str> {
    language(&known_as(word)).map(Language::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All names that the official script knows, and further ones of the web site and older clients.
    #[test]
    fn languages_of_moss() {
        let known = "c cc java ml pascal ada lisp scheme haskell fortran ascii vhdl perl matlab python mips prolog spice vb \
                     csharp modula2 a8086 javascript plsql verilog ocaml ruby tcl asm hcl2 schema go rust kotlin typescript \
                     php swift r sql cpp c++ TCL HCL2";
        for word in known.split(' ') {
            assert!(name_of(word).is_some(), "{word}");
        }
        for (word, name) in [("cc", "cpp"), ("ascii", "text"), ("plsql", "sql"), ("javascript", "javascript")]
        {
            assert_eq!(name_of(word), Some(name));
        }
        for word in ["klingon", "", "auto", "c;", "../c"] {
            assert_eq!(name_of(word), None, "{word}");
        }
    }

    #[test]
    fn addresses_are_said_in_several_ways() {
        assert_eq!("7690".parse(), Ok(Addresses::Port(7690)));
        let both: Addresses = "127.0.0.1:7690, [::]:7690".parse().unwrap();
        assert_eq!(both.to_string(), "127.0.0.1:7690,[::]:7690");
        for wrong in ["", "localhost", "127.0.0.1", "127.0.0.1:7690,", "99999"] {
            assert!(wrong.parse::<Addresses>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn open_is_what_others_reach() {
        let open = |text: &str| is_open(&[text.parse().unwrap()]);
        assert!(!open("127.0.0.1:1") && !open("[::1]:1") && !open("[::ffff:127.0.0.1]:1"));
        assert!(open("0.0.0.0:1") && open("[::]:1") && open("192.0.2.1:1"));
    }
}
