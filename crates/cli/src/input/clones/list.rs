//! Finds the repositories that `--clones` names: the entries of a folder, or the lines of a text file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::mirror::{git_dir, open_plain};
use crate::input::files::path_name;
use crate::program::Usage;

/// Largest size of a list, and of a table of names beside clones, in bytes.
const MAX_LIST_BYTES: u64 = 16 << 20;
/// The table of names that may be beside clones.
pub(super) const TABLE: &str = "info.csv";

/// What a path of `--clones` names.
#[derive(Default)]
pub(super) struct Clones {
    pub(super) given: Vec<Given>,
    /// Content of the table of names.
    pub(super) table: Option<Vec<u8>>,
}

/// A repository with the name of its author.
pub(super) struct Given {
    pub(super) name: String,
    pub(super) place: Place,
}

/// Where a repository is.
pub(super) enum Place {
    Folder(PathBuf),
    /// An address on another machine.
    Address(String),
    /// Nowhere, with the reason.
    Nowhere(String),
}

/// Finds the repositories of a folder or a list.
pub(super) fn find(path: &Path) -> anyhow::Result<Clones> {
    let metadata = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    let clones = if metadata.is_dir() { in_folder(path)? } else { in_list(path)? };
    if clones.given.is_empty() {
        anyhow::bail!(Usage(format!("{} names no git repository", path.display())));
    }
    Ok(clones)
}

fn in_folder(path: &Path) -> anyhow::Result<Clones> {
    let named = |entry: &Path| path_name(Path::new(entry.file_name().unwrap_or(entry.as_os_str())));
    if git_dir(path).is_ok() {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let only = Given { name: without_git(&named(&real)), place: Place::Folder(path.to_owned()) };
        return Ok(Clones { given: vec![only], table: None });
    }
    let mut found = Clones::default();
    let read = || format!("cannot read {}", path.display());
    let entries = fs::read_dir(path).with_context(read)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().with_context(read)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, kind) = (named(&entry.path()), entry.file_type().with_context(read)?);
        if name == TABLE && kind.is_file() {
            found.table = Some(read_at_most(open_plain(&entry.path()).with_context(read)?, &entry.path())?);
            continue;
        }
        let place = if kind.is_dir() {
            Place::Folder(entry.path())
        } else if kind.is_symlink() {
            Place::Nowhere("a link; links are not followed".to_owned())
        } else {
            Place::Nowhere("not a folder with a git repository".to_owned())
        };
        found.given.push(Given { name: without_git(&name), place });
    }
    Ok(found)
}

fn in_list(path: &Path) -> anyhow::Result<Clones> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = read_at_most(file, path)?;
    let text = String::from_utf8(text).map_err(|_| Usage(format!("{} is not UTF-8 text", path.display())))?;
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut names = Vec::new();
    let mut places = Vec::new();
    for line in lines {
        let (address, name) = line.split_once(',').unwrap_or((line, ""));
        let (address, name) = (address.trim(), name.trim().trim_matches('"').trim());
        names.push(if name.is_empty() { possible_names(address) } else { vec![name.to_owned()] });
        places.push(place(address, folder));
    }
    let names = distinguished(&names);
    let given = names.into_iter().zip(places).map(|(name, place)| Given { name, place }).collect();
    Ok(Clones { given, table: None })
}

/// Returns where an address leads. A path is relative to the folder of the list.
fn place(address: &str, folder: &Path) -> Place {
    let path = match address.split_once("://") {
        Some(("https" | "ssh", _)) => return Place::Address(address.to_owned()),
        Some(("file", path)) if path.starts_with('/') => PathBuf::from(path),
        Some(_) => return Place::Nowhere(UNKNOWN_ADDRESS.to_owned()),
        None => folder.join(address),
    };
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => Place::Folder(path),
        _ => Place::Nowhere(format!("no such folder; {UNKNOWN_ADDRESS}")),
    }
}

const UNKNOWN_ADDRESS: &str = "an address begins with https://, ssh:// or file://, everything else is a path";

/// Returns the names that an address without a name can have, the shortest first: its last part, then with the parts
/// before it. What is before the name of the machine may be a password, and is in none of them.
fn possible_names(address: &str) -> Vec<String> {
    let path = match address.split_once("://").map(|(_, rest)| (rest, rest.split_once('/'))) {
        None => address,
        Some((_, Some((_, path)))) => path,
        Some((machine, None)) => machine.rsplit('@').next().unwrap_or(machine),
    };
    let path = without_git(path.trim_end_matches('/'));
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let names = (0..parts.len()).rev().map(|from| parts[from..].join("/"));
    let names: Vec<String> = names.collect();
    if names.is_empty() { vec!["repository".to_owned()] } else { names }
}

/// Returns a name for each repository: the shortest that differs from those of other addresses. Repositories with one
/// address, and those for which there is no such name, have one name and belong to one author.
fn distinguished(candidates: &[Vec<String>]) -> Vec<String> {
    let mut levels = vec![0; candidates.len()];
    loop {
        let mut addresses = BTreeMap::<&str, BTreeSet<&[String]>>::new();
        for (names, &level) in candidates.iter().zip(&levels) {
            addresses.entry(&names[level]).or_default().insert(names);
        }
        let mut moved = false;
        for (names, level) in candidates.iter().zip(&mut levels) {
            if addresses[names[*level].as_str()].len() > 1 && *level + 1 < names.len() {
                *level += 1;
                moved = true;
            }
        }
        if !moved {
            return candidates.iter().zip(levels).map(|(names, level)| names[level].clone()).collect();
        }
    }
}

/// Removes the ending of bare repositories.
fn without_git(name: &str) -> String {
    name.strip_suffix(".git").filter(|stem| !stem.is_empty()).unwrap_or(name).to_owned()
}

/// Reads a list, which may be a pipe if the user named it.
fn read_at_most(mut file: File, path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut content = Vec::new();
    let read = (&mut file).take(MAX_LIST_BYTES + 1).read_to_end(&mut content);
    read.with_context(|| format!("cannot read {}", path.display()))?;
    if MAX_LIST_BYTES < content.len() as u64 {
        let limit = MAX_LIST_BYTES;
        anyhow::bail!(Usage(format!("{} has more than {limit} bytes (the limit)", path.display())));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_long_as_they_must_be() {
        let names = |addresses: &[&str]| {
            let candidates: Vec<_> = addresses.iter().map(|address| possible_names(address)).collect();
            distinguished(&candidates)
        };
        assert_eq!(names(&["https://a:b@c.example/x/hw1-ada.git", "./bob/"]), ["hw1-ada", "bob"]);
        assert_eq!(
            names(&["https://c.example/ada/hw1", "ssh://git@c.example/bob/hw1.git", "eve"]),
            ["ada/hw1", "bob/hw1", "eve"]
        );
        assert_eq!(names(&["x/hw1", "x/hw1", "https://pass@c.example"]), ["hw1", "hw1", "c.example"]);
        assert_eq!(
            names(&["file:///home/ada/x/hw1", "file:///home/ada/x/hw1", "/home/ada/y/hw1.git"]),
            ["x/hw1", "x/hw1", "y/hw1"]
        );
    }

    #[test]
    fn only_known_addresses_lead_somewhere() {
        let reason = |address| match place(address, Path::new("/nowhere")) {
            Place::Nowhere(reason) => reason,
            Place::Folder(path) => path.display().to_string(),
            Place::Address(address) => address,
        };
        assert_eq!(reason("https://c.example/x"), "https://c.example/x");
        for address in [
            "ext::sh -c true",
            "git@c.example:x",
            "-oProxyCommand=true",
            "file://host/x",
            "http://c.example/x",
            "ftp://x",
        ] {
            assert!(reason(address).ends_with(UNKNOWN_ADDRESS), "{address}");
        }
    }
}
