//! Reads inputs into trees: folders and files on disk, and the content of archives. Only this module opens files.
//! Nothing is ever written, so no path in an archive can reach the disk.

use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use std::{fs, io};

use crate::archives::code_page::NameEncoding;
use crate::archives::{
    A_LINK, ArchiveSource, EntrySink, NOT_REGULAR, OpenArchive, jar, sevenzip, tarball, zipped,
};
use crate::input::clutter;
use crate::input::naming::parts_of;
use crate::input::tree::{Folder, Node};
use crate::limits::{Budget, Flaw, Limits, Metered, Refusal, SHARE, Trouble, read_at_most};
use crate::names::{self, ArchiveKind};
use crate::patterns::Patterns;
use crate::request::Input;
use crate::survey::Look;
use crate::text::Encodings;

/// One walk over everything that a request names. An inner archive is walked with its own budget.
pub(crate) struct Walk<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) budget: Budget<'a>,
    pub(crate) encodings: &'a Encodings,
    /// Which files are compared.
    pub(crate) patterns: &'a Patterns,
    /// See [`Request::name_encoding`](crate::Request::name_encoding).
    pub(crate) name_encoding: Option<NameEncoding>,
    /// See [`Request::count_vendored`](crate::Request::count_vendored).
    pub(crate) count_vendored: bool,
    /// See [`Request::files_named`](crate::Request::files_named).
    pub(crate) files_named: bool,
    /// Set for a survey, which keeps only that there is a text and what its language is.
    pub(crate) look: Option<Look<'a>>,
}

impl Walk<'_> {
    /// Reads an input that the user named. `named` is its name in the report, and in everything that is said about what
    /// is in it.
    pub(crate) fn input(&self, input: &Input, named: &str) -> Result<Node, Refusal> {
        let archive_kind = names::archive_kind(named);
        let read = || {
            // A link that the user named is followed, because the user chose it.
            let metadata = fs::metadata(&input.place).map_err(|source| match source.kind() {
                io::ErrorKind::NotFound => Refusal::Missing { name: names::shown(input.name.as_bytes()) },
                _ => failed(source, &names::shown(input.name.as_bytes())),
            })?;
            self.budget.count_entries(1, named)?;
            if metadata.is_dir() {
                return self.folder(&input.place, &mut Vec::new(), named);
            }
            let file = fs::File::open(&input.place).map_err(|source| failed(source, named))?;
            let Some(kind) = archive_kind else {
                return self.file_on_disk(file, metadata.len(), named);
            };
            let mut open = OpenArchive { given: true, ..OpenArchive::new(self, named) };
            self.archive(kind, &mut BufReader::new(file), metadata.len(), &mut open)?;
            Ok(opened(kind, open.into))
        };
        read().map_err(|trouble| match trouble {
            Trouble::Refused(refusal) => refusal,
            Trouble::Flawed(flaw) => Refusal::Archive { name: named.to_owned(), flaw },
        })
    }

    /// Reads a folder on disk. `path` is its path below `root`, which the user named.
    fn folder(&self, place: &Path, path: &mut Vec<String>, root: &str) -> Result<Node, Trouble> {
        let at = format!("{root}/{}", path.join("/"));
        let mut into = Folder::default();
        let entries = match fs::read_dir(place) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                into.listed.push((".".to_owned(), "no permission to read this folder".to_owned()));
                return Ok(Node::Folder(into));
            }
            entries => entries.map_err(|error| failed(error, &at))?,
        };
        for entry in entries {
            let entry = entry.map_err(|error| failed(error, &at))?;
            let part = names::shown(entry.file_name().as_encoded_bytes());
            self.budget.count_entries(1, &at)?;
            if let Some(what) = names::junk(&part) {
                into.junk.insert(part, what);
                continue;
            }
            if let Some(what) = self.clutter(&part)
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
            {
                into.entries.insert(part, Node::Other(clutter::left_out(what)));
                continue;
            }
            path.push(part.clone());
            let node = self.on_disk(&entry.path(), path, root)?;
            path.pop();
            // On a disk, two names can differ only in whether letters are composed.
            let is_known = into.entries.contains_key(&part);
            if is_known {
                into.absorb_at(&part, node);
            } else {
                into.entries.insert(part, node);
            }
        }
        Ok(Node::Folder(into))
    }

    fn on_disk(&self, place: &Path, path: &mut Vec<String>, root: &str) -> Result<Node, Trouble> {
        let at = format!("{root}/{}", path.join("/"));
        let metadata = fs::symlink_metadata(place).map_err(|source| failed(source, &at))?;
        // Attack: a link in a folder of submissions that leads to a file of this machine, or a loop.
        if metadata.is_symlink() {
            return Ok(Node::Other(A_LINK.to_owned()));
        }
        // Attack: reading a named pipe waits forever, and a device may never end.
        if !metadata.is_dir() && !metadata.is_file() {
            return Ok(Node::Other(NOT_REGULAR.to_owned()));
        }
        // Attack: folders that are nested deeper than the stack.
        if path.len() > self.limits.path_depth {
            let flaw = Flaw::DeepPath {
                path: names::shortened(&at),
                parts: path.len(),
                limit: self.limits.path_depth,
            };
            return Ok(Node::Other(flaw.to_string()));
        }
        if metadata.is_dir() {
            return self.folder(place, path, root);
        }
        let file = match fs::File::open(place) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Ok(Node::File(Err("no permission to read this file".to_owned())));
            }
            file => file.map_err(|source| failed(source, &at))?,
        };
        match path.last().and_then(|name| names::archive_kind(name)) {
            Some(kind) => self.found_archive(kind, &mut BufReader::new(file), metadata.len(), &at),
            None => self.file_on_disk(file, metadata.len(), &at),
        }
    }

    /// Returns what a folder with this name is, if it is left out.
    fn clutter(&self, name: &str) -> Option<&'static str> {
        clutter::folder(name).filter(|_| !self.count_vendored)
    }

    fn file_on_disk(&self, file: fs::File, size: u64, at: &str) -> Result<Node, Trouble> {
        Ok(Node::File(self.file(Metered::new(file, &self.budget, at), size, at)?))
    }

    /// Reads an inner archive. Its flaws and exceeded limits are listed.
    fn found_archive(
        &self,
        kind: ArchiveKind,
        source: &mut dyn ArchiveSource,
        size: u64,
        at: &str,
    ) -> Result<Node, Trouble> {
        // Attack: archives in archives without end, or an archive that contains itself (a quine).
        if self.budget.nesting() >= self.limits.nesting {
            let limit = self.limits.nesting;
            let reason = format!("archive nested more than {limit} deep (the limit); not opened");
            return Ok(Node::File(Err(reason)));
        }
        if kind == ArchiveKind::Jar
            && let Some(reason) = jar::library(at)
        {
            return Ok(Node::File(Err(reason)));
        }
        let inner = Walk { budget: self.budget.inner(), ..*self };
        let mut open = OpenArchive::new(&inner, at);
        let read = inner.archive(kind, source, size, &mut open);
        let mut folder = open.into;
        match read {
            Ok(()) => self.budget.add(&inner.budget, at)?,
            Err(Trouble::Flawed(flaw)) => {
                self.budget.add(&inner.budget, at)?;
                folder.listed.push((".".to_owned(), flaw.to_string()));
            }
            // Attack: one student's archive uses up the limits of the whole class. The order of its entries decides
            // what was read before the limit, so nothing of it is kept.
            Err(Trouble::Refused(refusal)) => {
                let Some(reason) = refusal.of_inner() else { return Err(refusal.into()) };
                self.budget.add_work(&inner.budget, at)?;
                folder = Folder::default();
                folder.listed.push((".".to_owned(), reason));
            }
        }
        // It remains an archive in the tree, so that it does not change how the class around it is read.
        Ok(opened(kind, folder))
    }

    fn archive(
        &self,
        kind: ArchiveKind,
        source: &mut dyn ArchiveSource,
        size: u64,
        open: &mut OpenArchive<'_>,
    ) -> Result<(), Trouble> {
        self.budget.within(open.archive, size, || match kind {
            ArchiveKind::Zip | ArchiveKind::Jar => zipped::read(source, open),
            ArchiveKind::SevenZip => sevenzip::read(source, open),
            ArchiveKind::Tar => tarball::read(source, open),
            ArchiveKind::Packed => tarball::read_packed(source, open),
            ArchiveKind::Unsupported(kind) => Err(Flaw::Unsupported { kind: kind.into() }.into()),
        })?;
        match open.odd_path.take() {
            Some(flaw) if open.given && open.into.entries.is_empty() => Err(flaw.into()),
            _ => Ok(()),
        }
    }
}

impl EntrySink for Walk<'_> {
    fn budget(&self) -> &Budget<'_> {
        &self.budget
    }

    fn name_encoding(&self) -> Option<NameEncoding> {
        self.name_encoding
    }

    fn admit(&self, raw: &[u8], open: &mut OpenArchive<'_>) -> Result<Option<Vec<String>>, Trouble> {
        let decoded = || match str::from_utf8(raw) {
            Ok(_) => None,
            Err(_) => self.name_encoding?.decode(raw),
        };
        let decoded = decoded();
        let raw = decoded.as_deref().map_or(raw, str::as_bytes);
        let mut path = match parts_of(raw, self.limits) {
            Ok(path) => path,
            Err(flaw) => {
                let shown = names::beginning(raw);
                self.budget.count_paths(shown.len() as u64 + 1, open.archive)?;
                open.into.listed.push((shown, flaw.to_string()));
                open.odd_path.get_or_insert(flaw);
                return Ok(None);
            }
        };
        self.budget.count_paths(path.iter().map(|part| part.len() as u64 + 1).sum(), open.archive)?;
        let is_named = self.files_named && open.given;
        let mut parts = path.iter().enumerate();
        if let Some((at, what)) = parts.find_map(|(at, part)| Some((at, names::junk(part)?)))
            && !is_named
        {
            open.into.junk.insert(path[..=at].join("/"), what);
            path.truncate(at);
            self.place(&path, Node::Folder(Folder::default()), open)?;
            return Ok(None);
        }
        let folders = path.len() - usize::from(!raw.ends_with(b"/") && !path.is_empty());
        let mut above = path[..folders].iter().enumerate();
        if let Some((at, what)) = above.find_map(|(at, part)| Some((at, self.clutter(part)?))) {
            path.truncate(at + 1);
            self.place(&path, Node::Other(clutter::left_out(what)), open)?;
            return Ok(None);
        }
        Ok(Some(path).filter(|path| !path.is_empty()))
    }

    fn entry(&self, content: &mut dyn Read, declared: u64, at: &str) -> Result<Node, Trouble> {
        let Some(kind) = at.rsplit('/').next().and_then(names::archive_kind) else {
            return Ok(Node::File(self.file(content, declared, at)?));
        };
        // Attack: a huge inner archive, which must be held in memory to be read.
        let most = self.limits.nested_bytes.min(self.limits.total_bytes / SHARE);
        let read = || read_at_most(content, declared, most, "an archive inside an archive", at);
        match self.budget.packed(at, read)? {
            Ok(bytes) => {
                let size = bytes.len() as u64;
                self.found_archive(kind, &mut Cursor::new(bytes), size, at)
            }
            Err(reason) => Ok(Node::File(Err(reason))),
        }
    }

    fn place(&self, path: &[String], node: Node, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
        // Attack: few entries whose paths stand for very many folders.
        let made = open.into.insert(path, node);
        Ok(self.budget.count_entries(made, open.archive)?)
    }
}

fn opened(kind: ArchiveKind, archive: Folder) -> Node {
    if kind == ArchiveKind::Jar { jar::reduced(archive) } else { Node::Archive(archive) }
}

/// Creates the refusal for a fault of the machine, with the place.
fn failed(source: io::Error, at: &str) -> Refusal {
    Refusal::Io { name: at.to_owned(), source }
}
