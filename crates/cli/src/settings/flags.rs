//! Flags of the subcommands that work on an installation.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::limits;
use super::moss::MossFlags;
use super::sign_in::SignInSettings;

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
