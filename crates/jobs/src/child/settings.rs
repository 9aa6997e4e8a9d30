//! Settings of child processes.

use std::path::PathBuf;

use chaffinch_extract::Limits;

use super::process::ChildCommand;
use crate::task_folder::ChildLimits;

/// Settings of child processes and of the folders in which they work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildSettings {
    /// Command that starts a child.
    pub command: ChildCommand,
    /// Folder for the folders of children. It is created if necessary. These hold unencrypted uploads. They are removed
    /// after each job or query, and those of a killed process at the next start.
    pub work_dir: PathBuf,
    /// Limits on the resources of a child.
    pub limits: ChildLimits,
    /// Limits on an upload.
    pub extract: Limits,
}

impl ChildSettings {
    /// Returns the settings of the service, with this command and work folder.
    pub fn new(command: ChildCommand, work_dir: PathBuf) -> Self {
        Self { command, work_dir, limits: ChildLimits::DEFAULT, extract: Limits::default() }
    }
}
