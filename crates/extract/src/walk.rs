//! Reads inputs into trees: folders and files on disk, and whatever archives hold. The only part that opens
//! files; nothing is ever written, so no path in an archive can reach the disk.

use std::fs;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::Path;

use crate::limits::{Budget, Limits, Metered};
use crate::name::{self, Kind};
use crate::refusal::{Flaw, Refusal, Trouble};
use crate::tree::{File, Folder, Node};
use crate::{Input, tarball, text, zipped};

/// What archives are read from: a file, or an inner archive's bytes.
pub(crate) trait Source: Read + Seek {}
impl<T: Read + Seek> Source for T {}

/// One walk over everything a request names.
pub(crate) struct Walk<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) budget: Budget<'a>,
    /// Whether texts are kept, or only the fact that they are texts.
    pub(crate) keep_text: bool,
}

/// Where an archive stands.
#[derive(Clone, Copy)]
pub(crate) struct Within<'a> {
    /// Path of the archive, for messages.
    pub(crate) archive: &'a str,
    /// Given by the user, not found inside something: its flaws refuse the request.
    pub(crate) given: bool,
}

impl Within<'_> {
    /// A flaw of one entry: refuses an archive that was given, is listed in one that was found.
    pub(crate) fn flawed_entry(self, into: &mut Folder, raw: &[u8], flaw: Flaw) -> Result<(), Trouble> {
        if self.given {
            return Err(flaw.into());
        }
        into.listed.push((name::shown(&raw[..raw.len().min(120)]), flaw.to_string()));
        Ok(())
    }

    /// A path as messages show it.
    pub(crate) fn at(self, path: &[String]) -> String {
        format!("{}/{}", self.archive, path.join("/"))
    }
}

impl Walk<'_> {
    /// Reads what the user named.
    pub(crate) fn input(&self, input: &Input) -> Result<Node, Refusal> {
        let named = name::shown(input.name.as_bytes());
        let io = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => Refusal::Missing { name: named.clone() },
            _ => Refusal::Io { name: named.clone(), source },
        };
        // A link that the user named is followed: they chose it.
        let metadata = fs::metadata(&input.place).map_err(io)?;
        self.budget.count_entries(1, &named)?;
        if metadata.is_dir() {
            let mut folder = Folder::default();
            self.folder(&input.place, &mut Vec::new(), &named, &mut folder).map_err(
                |trouble| match trouble {
                    Trouble::Refused(refusal) => refusal,
                    Trouble::Flawed(flaw) => Refusal::Archive { name: named.clone(), flaw },
                },
            )?;
            return Ok(Node::Folder(folder));
        }
        let file = fs::File::open(&input.place).map_err(io)?;
        let within = Within { archive: &named, given: true };
        match name::archive_kind(&named) {
            Some(kind) => {
                let mut folder = Folder::default();
                match self.archive(kind, &mut BufReader::new(file), metadata.len(), within, &mut folder) {
                    Ok(()) => Ok(Node::Archive(folder)),
                    Err(Trouble::Refused(refusal)) => Err(refusal),
                    Err(Trouble::Flawed(flaw)) => Err(Refusal::Archive { name: named.clone(), flaw }),
                }
            }
            None => Ok(Node::File(self.file(Metered::new(file, &self.budget, &named), &named)?)),
        }
    }

    /// Reads a folder on disk. `path` is where it stands below the one that was named.
    fn folder(
        &self,
        place: &Path,
        path: &mut Vec<String>,
        root: &str,
        into: &mut Folder,
    ) -> Result<(), Trouble> {
        let shown = |path: &[String]| [root, &path.join("/")].join("/");
        let failed = |source, path: &[String]| Refusal::Io { name: shown(path), source };
        let entries = match fs::read_dir(place) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                into.listed.push((".".to_owned(), "no permission to read this folder".to_owned()));
                return Ok(());
            }
            entries => entries.map_err(|error| failed(error, path))?,
        };
        for entry in entries {
            let entry = entry.map_err(|error| failed(error, path))?;
            let part = name::shown(entry.file_name().as_encoded_bytes());
            path.push(part.clone());
            self.budget.count_entries(1, &shown(path))?;
            if name::is_junk(&part) {
                into.set_aside += 1;
            } else {
                let node = self.disk_entry(&entry.path(), path, root).map_err(|trouble| match trouble {
                    Trouble::Refused(Refusal::Io { source, .. }) => failed(source, path).into(),
                    trouble => trouble,
                })?;
                into.entries.insert(part, node);
            }
            path.pop();
        }
        Ok(())
    }

    fn disk_entry(&self, place: &Path, path: &mut Vec<String>, root: &str) -> Result<Node, Trouble> {
        let shown = [root, &path.join("/")].join("/");
        let failed = |source| Refusal::Io { name: shown.clone(), source };
        let metadata = fs::symlink_metadata(place).map_err(failed)?;
        // Attack: a link in a folder of submissions that shows a file of this machine, or a loop.
        if metadata.is_symlink() {
            return Ok(Node::Other("a link; links are not followed".to_owned()));
        }
        // Attack: reading a named pipe waits for ever, a device may never end.
        if !metadata.is_dir() && !metadata.is_file() {
            return Ok(Node::Other("not a regular file".to_owned()));
        }
        // Attack: folders nested deeper than the stack.
        if path.len() > self.limits.path_depth {
            let flaw = Flaw::DeepPath { path: shown, parts: path.len(), limit: self.limits.path_depth };
            return Ok(Node::Other(flaw.to_string()));
        }
        if metadata.is_dir() {
            let mut folder = Folder::default();
            self.folder(place, path, root, &mut folder)?;
            return Ok(Node::Folder(folder));
        }
        let file = match fs::File::open(place) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Ok(Node::File(File::skipped("no permission to read this file")));
            }
            file => file.map_err(failed)?,
        };
        match name::archive_kind(&path[path.len() - 1]) {
            Some(kind) => self.found_archive(kind, &mut BufReader::new(file), metadata.len(), &shown),
            None => Ok(Node::File(self.file(Metered::new(file, &self.budget, &shown), &shown)?)),
        }
    }

    /// Reads an entry of an archive out of a metered reader, opening it if it is an archive itself.
    pub(crate) fn entry(&self, mut content: impl Read, part: &str, at: &str) -> Result<Node, Trouble> {
        let Some(kind) = name::archive_kind(part) else {
            return Ok(Node::File(self.file(content, at)?));
        };
        let read = read_at_most(&mut content, self.limits.nested_bytes, at);
        match read {
            Ok(Some(bytes)) => {
                let size = bytes.len() as u64;
                self.found_archive(kind, &mut Cursor::new(bytes), size, at)
            }
            Ok(None) => {
                // Attack: a huge inner archive, which has to be held in memory to be read.
                let limit = self.limits.nested_bytes;
                let reason = format!("an archive inside an archive of more than {limit} bytes (the limit)");
                Ok(Node::File(File::skipped(reason)))
            }
            Err(trouble) => Ok(Node::File(damaged(trouble)?)),
        }
    }

    /// An archive that was not named but found; what is wrong with it is listed.
    fn found_archive(
        &self,
        kind: Kind,
        source: &mut dyn Source,
        size: u64,
        at: &str,
    ) -> Result<Node, Trouble> {
        // Attack: archives in archives without end, or one that holds itself (a quine).
        if self.budget.nesting() >= self.limits.nesting {
            let limit = self.limits.nesting;
            let reason = format!("archives inside archives more than {limit} deep (the limit); not opened");
            return Ok(Node::File(File::skipped(reason)));
        }
        let mut folder = Folder::default();
        match self.archive(kind, source, size, Within { archive: at, given: false }, &mut folder) {
            Ok(()) => Ok(Node::Archive(folder)),
            Err(Trouble::Flawed(flaw)) => {
                folder.listed.push((".".to_owned(), flaw.to_string()));
                Ok(Node::Archive(folder))
            }
            Err(refused) => Err(refused),
        }
    }

    fn archive(
        &self,
        kind: Kind,
        source: &mut dyn Source,
        size: u64,
        within: Within<'_>,
        into: &mut Folder,
    ) -> Result<(), Trouble> {
        self.budget.within(within.archive, size, || match kind {
            Kind::Zip => zipped::read(self, source, within, into),
            Kind::Tar => tarball::read(self, source, within, into),
            Kind::Unsupported(kind) => Err(Flaw::Unsupported { kind }.into()),
        })
    }

    /// Reads and decodes one file; damage and size are reasons in the list, not errors.
    fn file(&self, content: impl Read, at: &str) -> Result<File, Refusal> {
        let bytes = match read_at_most(content, self.limits.file_bytes, at) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => {
                let limit = self.limits.file_bytes;
                return Ok(File::skipped(format!("larger than {limit} bytes (the limit for one file)")));
            }
            Err(trouble) => return damaged(trouble),
        };
        let mut reading = text::decode(bytes);
        if let (Ok(text), false) = (&mut reading, self.keep_text) {
            text.decoded = String::new();
        }
        Ok(File { reading })
    }
}

/// Reads to the end, or gives `None` if there are more than `most` bytes.
fn read_at_most(content: impl Read, most: u64, at: &str) -> Result<Option<Vec<u8>>, Trouble> {
    let mut bytes = Vec::new();
    // Attack: a file that says it is small. One byte past the limit is enough to know.
    match content.take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > most => Ok(None),
        Ok(_) => Ok(Some(bytes)),
        Err(error) => Err(Trouble::of(error, at)),
    }
}

/// A file whose bytes cannot be had.
fn damaged(trouble: Trouble) -> Result<File, Refusal> {
    match trouble {
        Trouble::Refused(refusal) => Err(refusal),
        Trouble::Flawed(Flaw::Damaged { detail }) => Ok(File::skipped(format!("damaged ({detail})"))),
        Trouble::Flawed(flaw) => Ok(File::skipped(flaw.to_string())),
    }
}
