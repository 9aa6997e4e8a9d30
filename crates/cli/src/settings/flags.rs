//! Flags of the subcommands that work on an installation, and the values of those for MOSS clients: the addresses to listen
//! on, and who may connect.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::limits;
use super::sign_in::{SignInSettings, networks};
use crate::program::Usage;

/// Largest number of jobs at the same time. Each uses every core.
pub(super) const MAX_WORKERS: u16 = 64;

/// Flags of every subcommand that works on an installation.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct Flags {
    /// Directory for the embedded database and for uploads in progress [default: chaffinch in `$XDG_DATA_HOME`, or
    /// in ~/.local/share if that is not set]
    #[arg(long, value_name = "DIR", global = true, display_order = 800)]
    data_dir: Option<PathBuf>,
    /// URL of the database: `sqlite:/path/to/file` or `postgres://role:password@host/database` [default: an SQLite file
    /// in the data directory]
    #[arg(long, value_name = "URL", global = true, display_order = 800)]
    database_url: Option<String>,
    /// TOML file with settings; their names are those of the flags, with _ for -
    #[arg(long, value_name = "FILE", global = true, display_order = 800)]
    #[serde(skip)]
    pub(super) config: Option<PathBuf>,
}

/// Flags of `serve` alone.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct ServeFlags {
    /// Address to listen on; port 0 selects a free port [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) work: WorkFlags,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) public: PublicFlags,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) moss: MossFlags,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) sign_in: SignInSettings,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) backup: BackupSettings,
}

/// Flags of every subcommand that does jobs.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct WorkFlags {
    /// Number of comparisons to run at the same time; each uses all cores. With 0, only `chaffinch worker` processes
    /// run comparisons [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=i64::from(MAX_WORKERS)))]
    workers: Option<u16>,
    /// Time without a heartbeat after which a worker counts as failed and its analysis starts again [default: 30]
    #[arg(long, value_name = "SECONDS")]
    patience_seconds: Option<u16>,
    /// Internal networks that may receive messages about finished comparisons (`notify_url`): addresses or ranges such
    /// as 10.1.0.0/16, separated by commas. Public addresses may always receive them [default: none]
    #[arg(long, value_name = "NETWORKS")]
    notify_allow: Option<String>,
    /// URL of an OpenTelemetry collector, such as `http://localhost:4318`, which receives traces and metrics by OTLP over
    /// HTTP [default: nothing is sent]
    #[arg(long, value_name = "URL")]
    otlp_endpoint: Option<String>,
    /// Set a limit from docs/operating/limits.md; may be repeated
    #[arg(long = "limit", value_name = "NAME=NUMBER", value_parser = limits::named)]
    #[serde(serialize_with = "limits::as_settings")]
    limits: Vec<(String, u64)>,
}

/// Flags of every subcommand that prints links.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct PublicFlags {
    /// URL at which browsers reach the service, if it differs from the address it listens on. `serve` stores it for
    /// other commands and for later starts
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

/// The settings of `serve` for regular backups. Each is also a flag.
#[expect(clippy::struct_field_names, reason = "the fields' names are the flags'")]
#[derive(Debug, Clone, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct BackupSettings {
    /// Directory for regular backups, on another disk than the database [default: none are made]
    #[arg(long, value_name = "DIR")]
    pub(crate) backup_directory: Option<PathBuf>,
    /// Time between two regular backups [default: 24]
    #[arg(long, value_name = "HOURS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) backup_every_hours: Option<u16>,
    /// Number of regular backups to keep; older ones are deleted [default: 7]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) backup_keep: Option<u16>,
}

impl BackupSettings {
    /// Returns the number of hours between two backups.
    pub(crate) fn every_hours(&self) -> u16 {
        self.backup_every_hours.unwrap_or(24)
    }

    /// Returns the number of backups to keep.
    pub(crate) fn keep(&self) -> u16 {
        self.backup_keep.unwrap_or(7)
    }
}

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
