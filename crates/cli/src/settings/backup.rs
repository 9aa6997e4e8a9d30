//! Settings of regular backups.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::program::usage::Usage;

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

    pub(super) fn check(&self) -> Result<(), Usage> {
        for (name, value) in [("backup_every_hours", self.every_hours()), ("backup_keep", self.keep())] {
            if value < 1 {
                return Err(Usage(format!("{name} must be at least 1")));
            }
        }
        Ok(())
    }
}
