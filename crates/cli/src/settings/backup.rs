//! Flags of `serve` for regular backups.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::program::usage::Usage;

/// Names that the environment and the file may set.
pub(super) const NAMES: [&str; 3] = ["backup_directory", "backup_every_hours", "backup_keep"];

/// Flags of `serve` for backups.
#[expect(clippy::struct_field_names, reason = "the fields' names are the flags'")]
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct BackupFlags {
    /// Directory for regular backups, on another disk than the database [default: none are made]
    #[arg(long, value_name = "DIR")]
    #[serde(skip_serializing_if = "Option::is_none")]
    backup_directory: Option<PathBuf>,
    /// Time between two regular backups [default: 24]
    #[arg(long, value_name = "HOURS", value_parser = clap::value_parser!(u16).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    backup_every_hours: Option<u16>,
    /// Number of regular backups to keep; older ones are deleted [default: 7]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    backup_keep: Option<u16>,
}

/// Settings of regular backups.
#[expect(clippy::struct_field_names, reason = "the fields' names are the settings'")]
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct BackupSettings {
    /// Directory of the backups. `None`: none are made.
    #[serde(default)]
    pub(crate) backup_directory: Option<PathBuf>,
    /// Hours between two backups.
    #[serde(default = "daily")]
    pub(crate) backup_every_hours: u16,
    /// Number of backups to keep.
    #[serde(default = "a_week")]
    pub(crate) backup_keep: u16,
}

const fn daily() -> u16 {
    24
}

const fn a_week() -> u16 {
    7
}

impl Default for BackupSettings {
    fn default() -> Self {
        Self { backup_directory: None, backup_every_hours: daily(), backup_keep: a_week() }
    }
}

impl BackupSettings {
    pub(super) fn check(&self) -> Result<(), Usage> {
        for (name, value) in
            [("backup_every_hours", self.backup_every_hours), ("backup_keep", self.backup_keep)]
        {
            if value < 1 {
                return Err(Usage(format!("{name} must be at least 1")));
            }
        }
        Ok(())
    }
}
