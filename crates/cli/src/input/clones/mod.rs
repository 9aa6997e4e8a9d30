//! Git repositories as submissions (`--clones`): finds them, exports one commit of each, and packs the exports with a list
//! that `extract` reads ([`CloneList`]). Nothing of a repository is run or written to disk as a file. A confined process
//! reads each of them.

pub(crate) mod child;
mod git;
mod history;
mod list;
mod mirror;
mod process;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use chaffinch_extract::{CloneList, Input, Layout, ListedClone, PathRemark};
use chrono::{DateTime, FixedOffset, SecondsFormat};
use serde_json::Value;
use tempfile::NamedTempFile;

use super::files::{append, path_name};
use crate::program::Usage;
use crate::program::diagnostics::{Diagnostics, StageDisplay};
use child::Exported;
use list::Place;

// Options about git repositories. This is not a doc comment, because clap would use it as a help text.
#[derive(Debug, clap::Args)]
pub(crate) struct CloneOptions {
    /// Git repositories as submissions: a folder of clones, or a text file with one address (https://, ssh://, file://) or
    /// path per line, optionally followed by a comma and the name of the author. Needs the program git
    #[arg(long, value_name = "PATH")]
    clones: Vec<PathBuf>,
    /// Compare the last commit of each repository that is not later than this RFC 3339 time [default: the last commit]
    #[arg(long, value_name = "TIME", requires = "clones", value_parser = deadline)]
    deadline: Option<DateTime<FixedOffset>>,
}

fn deadline(text: &str) -> Result<DateTime<FixedOffset>, String> {
    DateTime::parse_from_rfc3339(text)
        .map_err(|_| "must be a time with a zone, such as 2026-11-25T23:59:59+01:00".to_owned())
}

/// A tar of the exported repositories of one path. The file is deleted with this value.
pub(crate) struct ClonesFile {
    /// The name of an upload.
    pub(crate) name: String,
    file: NamedTempFile,
}

impl ClonesFile {
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn input(&self) -> Input {
        Input { name: self.name.clone(), place: self.path().to_owned() }
    }
}

impl CloneOptions {
    /// Exports all repositories. Those that cannot be exported are listed, also on standard error.
    pub(crate) fn export(&self, layout: Layout, diagnostics: Diagnostics) -> anyhow::Result<Vec<ClonesFile>> {
        if self.clones.is_empty() {
            return Ok(Vec::new());
        }
        if layout != Layout::Auto {
            anyhow::bail!(Usage("--clones needs --layout auto".to_owned()));
        }
        if !git::is_installed() {
            bail!("--clones needs the program git, which cannot be started. Install it");
        }
        self.clones.iter().map(|path| pack(path, self.deadline, diagnostics)).collect()
    }
}

/// Packs the repositories that a path names.
fn pack(
    path: &Path,
    deadline: Option<DateTime<FixedOffset>>,
    diagnostics: Diagnostics,
) -> anyhow::Result<ClonesFile> {
    let list::Clones { given, table } = list::find(path)?;
    let deadline = deadline.map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true));
    let progress = StageDisplay::new(diagnostics);
    let file = NamedTempFile::new().context("cannot create a temporary file")?;
    let mut tar = tar::Builder::new(std::io::BufWriter::new(file));
    let mut put = |name: &str, content: &[u8]| {
        append(&mut tar, name, 0, content.len() as u64, content).context("cannot write a temporary file")
    };
    let mut clones = Vec::new();
    let total = given.len() as u64;
    let (mut reasons, mut names) = (Vec::new(), BTreeSet::new());
    for (number, given) in (1..).zip(given) {
        progress.show("reading git repositories", number - 1, total);
        match exported(&given.name, given.place, deadline.as_deref()) {
            Ok(Exported { tar: content, mut listed }) => {
                let path = archive_name(&given.name, number, &mut names);
                put(&path, &content)?;
                listed.path = Some(path);
                clones.push(listed);
            }
            Err(reason) => {
                reasons.push(format!("{}: {reason}", given.name));
                let skipped = vec![PathRemark { path: ".".to_owned(), text: reason }];
                clones.push(ListedClone { name: given.name, skipped, ..ListedClone::default() });
            }
        }
    }
    progress.end();
    for reason in reasons {
        diagnostics.say(&format!("skipped {reason}"), &Value::Null);
    }
    let list = CloneList { chaffinch_clones: CloneList::FORMAT, clones };
    put(CloneList::NAME, &serde_json::to_vec(&list)?)?;
    if let Some(table) = table {
        put(list::TABLE, &table)?;
    }
    let mut file = tar.into_inner()?;
    file.flush()?;
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
    let name = path_name(path);
    Ok(ClonesFile { name: format!("{}.tar", name.trim_end_matches('/')), file })
}

/// Exports a repository, which is copied to a temporary folder if it is on another machine.
fn exported(name: &str, place: Place, deadline: Option<&str>) -> Result<Exported, String> {
    match place {
        Place::Nowhere(reason) => Err(reason),
        Place::Folder(folder) => child::read(&folder, name, deadline),
        Place::Address(address) => {
            let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
            let clone = folder.path().join("clone");
            git::copy(&address, &clone)?;
            child::read(&clone, name, deadline)
        }
    }
}

/// Returns an unused name for the archive of a repository, which appears in messages.
fn archive_name(name: &str, number: u64, used: &mut BTreeSet<String>) -> String {
    let plain = |character: char| character.is_alphanumeric() || matches!(character, ' ' | '-' | '.' | '_');
    let name: String =
        name.chars().map(|character| if plain(character) { character } else { '_' }).take(60).collect();
    // Names that begin with a dot may be those of what systems leave behind.
    let name = name.trim_start_matches('.');
    let short = format!("{name}.tar");
    if used.insert(short.clone()) { short } else { format!("{name} ({number}).tar") }
}
