//! Makes a repository that is safe to read out of the parts of an untrusted one: links to its objects, and copies of its
//! references. Everything else is ours, so nothing else of it is read: no configuration, no hooks, no other folder that
//! it names.
//!
//! Attack: a configuration that includes `/dev/ptmx`, a pipe in place of a file, a link to another repository of this
//! machine, a folder of objects that is elsewhere.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{OpenOptionsExt as _, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::git::{MAX_LIST_BYTES, Repository};

/// Largest number of files that are objects or references.
const MAX_FILES: u32 = 200_000;
/// Largest size of a reference, in bytes.
const MAX_REFERENCE_BYTES: u64 = 4 << 10;
/// Largest number of folders in each other that references are in.
const MAX_DEPTH: usize = 32;
/// Length of the shortest name of a file of objects that are named by SHA-256.
const SHA256_NAME: usize = 62;

/// Returns the folder of a repository: of a clone with a work tree, or a bare one. Returns the reason if there is none.
pub(super) fn git_dir(folder: &Path) -> Result<PathBuf, String> {
    let kind = |path: &Path| fs::symlink_metadata(path).map(|metadata| metadata.file_type());
    // git runs in another folder.
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    let inner = folder.join(".git");
    let git_dir = match kind(&inner) {
        Ok(kind) if kind.is_dir() => inner,
        Ok(_) => return Err("its .git is not a folder, so it belongs to another repository".to_owned()),
        Err(_) => folder,
    };
    if kind(&git_dir.join("HEAD")).is_err() || kind(&git_dir.join("objects")).is_err() {
        return Err("not a git repository".to_owned());
    }
    // The same by another name.
    if kind(&git_dir.join("commondir")).is_ok() {
        return Err("an additional work tree of another repository".to_owned());
    }
    if kind(&git_dir.join("objects/info/alternates")).is_ok() {
        return Err(
            "some of its objects are in another repository (objects/info/alternates), which is not read. \
                    Run `git repack -a -d` in it and delete this file"
                .to_owned(),
        );
    }
    Ok(git_dir)
}

/// Opens a file if it is nothing but a file. A link is not followed, and a pipe is not waited for.
pub(super) fn open_plain(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Makes a repository in an empty folder. Returns the reason if this fails.
pub(super) fn mirror(git_dir: &Path, into: &Path) -> Result<Repository, String> {
    let mut mirror = Mirror { from: git_dir, into, files: 0, is_sha256: false };
    for folder in ["objects", "refs"] {
        fs::create_dir_all(into.join(folder)).map_err(|error| format!("no temporary folder: {error}"))?;
    }
    mirror.copy(Path::new("HEAD"), MAX_REFERENCE_BYTES)?;
    mirror.copy(Path::new("packed-refs"), MAX_LIST_BYTES)?;
    let is_shallow = mirror.copy(Path::new("shallow"), MAX_LIST_BYTES)?;
    mirror.objects()?;
    mirror.references(Path::new("refs"), MAX_DEPTH, MAX_REFERENCE_BYTES)?;
    let in_table = mirror.references(Path::new("reftable"), MAX_DEPTH, MAX_LIST_BYTES)?;
    let mut config = "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\n".to_owned();
    if mirror.is_sha256 {
        config += "objectformat = sha256\n";
    }
    if in_table {
        config += "refstorage = reftable\n";
    }
    fs::write(into.join("config"), config).map_err(|error| format!("no temporary folder: {error}"))?;
    Ok(Repository { git_dir: into.to_owned(), is_shallow })
}

struct Mirror<'a> {
    from: &'a Path,
    into: &'a Path,
    files: u32,
    is_sha256: bool,
}

impl Mirror<'_> {
    /// Links the packs and the loose objects.
    fn objects(&mut self) -> Result<(), String> {
        let objects = Path::new("objects");
        for name in self.entries(objects)? {
            let folder = objects.join(&name);
            let is_loose = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            if !is_loose && name != "pack" {
                continue;
            }
            let made = fs::create_dir(self.into.join(&folder));
            made.map_err(|error| format!("no temporary folder: {error}"))?;
            for file in self.entries(&folder)? {
                let ending = Path::new(&file).extension();
                if is_loose || ending.is_some_and(|ending| ending == "pack" || ending == "idx") {
                    self.is_sha256 |= SHA256_NAME <= file.len();
                    self.link(&folder.join(file))?;
                }
            }
        }
        Ok(())
    }

    /// Copies the references in a folder. Returns whether there are any.
    fn references(&mut self, folder: &Path, depth: usize, limit: u64) -> Result<bool, String> {
        let kind = fs::symlink_metadata(self.from.join(folder)).map(|metadata| metadata.file_type());
        if kind.is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(false);
        }
        if depth == 0 {
            return Err(format!(
                "its references are in more than {MAX_DEPTH} folders in each other (the limit)"
            ));
        }
        fs::create_dir_all(self.into.join(folder))
            .map_err(|error| format!("no temporary folder: {error}"))?;
        let names = self.entries(folder)?;
        for name in &names {
            let path = folder.join(name);
            if fs::symlink_metadata(self.from.join(&path)).is_ok_and(|metadata| metadata.is_dir()) {
                self.references(&path, depth - 1, limit)?;
            } else {
                self.copy(&path, limit)?;
            }
        }
        Ok(!names.is_empty())
    }

    /// Returns the names in a folder that is not a link. Names that are not UTF-8 belong to no object and no reference.
    fn entries(&mut self, folder: &Path) -> Result<Vec<String>, String> {
        let from = self.from.join(folder);
        if !fs::symlink_metadata(&from).is_ok_and(|metadata| metadata.is_dir()) {
            return Err(format!("its {} is not a folder", folder.display()));
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(from).map_err(|error| unreadable(folder, &error))? {
            self.count()?;
            names.extend(entry.map_err(|error| unreadable(folder, &error))?.file_name().into_string());
        }
        Ok(names)
    }

    fn count(&mut self) -> Result<(), String> {
        self.files += 1;
        if MAX_FILES < self.files {
            return Err(format!(
                "it has more than {MAX_FILES} files of objects and references (the limit); run `git gc` in it"
            ));
        }
        Ok(())
    }

    /// Copies a small file. Returns whether there is one.
    fn copy(&mut self, path: &Path, limit: u64) -> Result<bool, String> {
        let file = match open_plain(&self.from.join(path)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(unreadable(path, &error)),
        };
        let mut text = Vec::new();
        file.take(limit + 1).read_to_end(&mut text).map_err(|error| unreadable(path, &error))?;
        if limit < text.len() as u64 {
            return Err(format!("its {} has more than {limit} bytes (the limit)", path.display()));
        }
        fs::write(self.into.join(path), text).map_err(|error| format!("no temporary file: {error}"))?;
        Ok(true)
    }

    fn link(&self, path: &Path) -> Result<(), String> {
        let from = self.from.join(path);
        open_plain(&from).map_err(|error| unreadable(path, &error))?;
        symlink(from, self.into.join(path)).map_err(|error| format!("no temporary file: {error}"))
    }
}

/// Returns why a file or folder cannot be read. A link has an error of its own (`ELOOP`), and so has a socket (`ENXIO`).
fn unreadable(path: &Path, error: &io::Error) -> String {
    let path = path.display();
    if error.kind() == io::ErrorKind::PermissionDenied || error.kind() == io::ErrorKind::NotFound {
        format!("its {path} cannot be read: {error}")
    } else {
        format!("its {path} is not a file that can be read; links, pipes and devices are not followed")
    }
}
