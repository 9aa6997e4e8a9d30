//! Reads inputs into trees: folders and files on disk, and the content of archives. Only this module opens files.
//! Nothing is ever written, so no path in an archive can reach the disk.

use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use std::{fs, io};

use crate::archives::{
    A_LINK, ArchiveSource, EntrySink, NOT_REGULAR, OpenArchive, sevenzip, tarball, zipped,
};
use crate::input::clutter;
use crate::input::naming::parts_of;
use crate::input::tree::{Folder, Node};
use crate::limits::{Budget, Flaw, Limits, Metered, Refusal, SHARE, Trouble};
use crate::names::ArchiveKind;
use crate::request::Input;
use crate::survey::Look;
use crate::text::{Encodings, Seen, TEXT_CELLS, Text, WithoutPictures, decode, is_notebook, read_notebook};
use crate::{layout, names};

/// Largest number of bytes reserved because of a declared size.
const RESERVED: u64 = 1 << 20;

/// One walk over everything that a request names. An inner archive is walked with its own budget.
pub(crate) struct Walk<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) budget: Budget<'a>,
    pub(crate) encodings: &'a Encodings,
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
            let mut open = OpenArchive { sink: self, archive: named, given: true, into: Folder::default() };
            self.archive(kind, &mut BufReader::new(file), metadata.len(), &mut open)?;
            Ok(Node::Archive(open.into))
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
            if let Some(what) = clutter::folder(&part)
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
            {
                into.entries.insert(part, Node::Other(clutter::left_out(what)));
                continue;
            }
            path.push(part.clone());
            let node = self.on_disk(&entry.path(), path, root)?;
            path.pop();
            into.entries.insert(part, node);
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
        let inner = Walk { budget: self.budget.inner(), ..*self };
        let mut open = OpenArchive { sink: &inner, archive: at, given: false, into: Folder::default() };
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
        Ok(Node::Archive(folder))
    }

    fn archive(
        &self,
        kind: ArchiveKind,
        source: &mut dyn ArchiveSource,
        size: u64,
        open: &mut OpenArchive<'_>,
    ) -> Result<(), Trouble> {
        self.budget.within(open.archive, size, || match kind {
            ArchiveKind::Zip => zipped::read(source, open),
            ArchiveKind::SevenZip => sevenzip::read(source, open),
            ArchiveKind::Tar => tarball::read(source, open),
            ArchiveKind::Packed => tarball::read_packed(source, open),
            ArchiveKind::Unsupported(kind) => Err(Flaw::Unsupported { kind: kind.into() }.into()),
        })
    }

    /// Reads and decodes one file. Damage and size become reasons in the list, not errors.
    fn file(&self, content: impl Read, declared: u64, at: &str) -> Result<Result<Text, String>, Refusal> {
        if let Some(reason) = clutter::file(at) {
            return Ok(Err(reason));
        }
        let most = self.limits.file_bytes;
        let is_notebook = is_notebook(at);
        let mut without_pictures = WithoutPictures::new(content);
        // The limit counts what is read of a notebook. It may declare more, and one that was cut off is read.
        let read = if is_notebook {
            read_at_most(&mut without_pictures, 0, most, "one notebook without pictures", at)
        } else {
            read_at_most(without_pictures.inner(), declared, most, "one file", at)
        };
        let bytes = match read? {
            Ok(bytes) => bytes,
            Err(reason) => return Ok(Err(reason)),
        };
        let digest = is_notebook.then(|| without_pictures.digest());
        let said = self.encodings.of(at, || digest.unwrap_or_else(|| *blake3::hash(&bytes).as_bytes()));
        let size = bytes.len() as u64;
        let mut reading = decode(bytes, said);
        if let Some(digest) = digest {
            reading = reading.and_then(|text| read_notebook(text, digest));
        }
        if let Ok(text) = &mut reading {
            self.look_at(text, at, size);
        }
        Ok(reading)
    }

    /// Replaces a text by what a survey keeps of it, if this is one.
    fn look_at(&self, text: &mut Text, at: &str, size: u64) {
        let Some(look) = self.look else { return };
        at.clone_into(&mut text.file.path);
        let is_blank = text.file.text.trim().is_empty();
        text.seen = Some(Seen { bytes: size, is_blank, looked: look(&text.file) });
        // Records of the platform about its submissions are read later.
        if !layout::may_be_record(at.rsplit('/').next().unwrap_or(at)) {
            text.file.text = String::new();
        }
        if let Some(prose) = &mut text.prose {
            self.look_at(prose, &format!("{at}/{TEXT_CELLS}"), prose.file.text.len() as u64);
        }
    }
}

impl EntrySink for Walk<'_> {
    fn budget(&self) -> &Budget<'_> {
        &self.budget
    }

    fn admit(&self, raw: &[u8], open: &mut OpenArchive<'_>) -> Result<Option<Vec<String>>, Trouble> {
        let mut path = match parts_of(raw, self.limits) {
            Ok(path) => path,
            Err(flaw) if open.given => return Err(flaw.into()),
            Err(flaw) => {
                open.into.listed.push((names::beginning(raw), flaw.to_string()));
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
        if let Some((at, what)) = above.find_map(|(at, part)| Some((at, clutter::folder(part)?))) {
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

/// Creates the refusal for a fault of the machine, with the place.
fn failed(source: io::Error, at: &str) -> Refusal {
    Refusal::Io { name: at.to_owned(), source }
}

/// Reads to the end, but at most `most` bytes. If there are more, or if bytes are damaged, returns the reason.
fn read_at_most(
    content: impl Read,
    declared: u64,
    most: u64,
    what: &str,
    at: &str,
) -> Result<Result<Vec<u8>, String>, Refusal> {
    // A file that declares too large a size is skipped without being read.
    if declared > most {
        return Ok(Err(format!("{declared} bytes, more than the limit for {what} ({most} bytes)")));
    }
    // Attack: many declared sizes without content. Ordinary source files get exactly the memory that they need.
    let mut bytes = Vec::with_capacity(declared.min(RESERVED) as usize);
    // Attack: a file that declares a small size. One byte beyond the limit is enough to detect it.
    match content.take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > most => {
            Ok(Err(format!("more than {most} bytes, the limit for {what}")))
        }
        // The tar reader takes the end of a truncated stream for the end of the file.
        Ok(read) if (read as u64) < declared => {
            Ok(Err(format!("damaged (it ends after {read} of {declared} bytes)")))
        }
        Ok(_) => {
            bytes.shrink_to_fit();
            Ok(Ok(bytes))
        }
        Err(error) => Ok(Err(match Trouble::new(error, at).flaw()? {
            Flaw::Damaged { detail } => format!("damaged ({detail})"),
            flaw => flaw.to_string(),
        })),
    }
}
