//! Paths as text, the folders they are in, and files and folders packed into tars. Folders that are given for an upload are
//! packed with their names on disk, whatever bytes these contain.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// Returns the folder in which a path is.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a path as text. Bytes that are not UTF-8 are shown as `\xNN`. `.` and `..` are replaced by the real name.
pub(crate) fn path_name(path: &Path) -> String {
    let real = if path.file_name().is_none() { path.canonicalize().ok() } else { None };
    let path = real.as_deref().unwrap_or(path);
    let mut name = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            write!(name, "\\x{byte:02X}").expect("a String takes everything");
        }
    }
    name
}

/// Adds a file of `bytes` bytes with this time, in seconds since 1970. Only its owner can read it where it is unpacked.
pub(crate) fn append(
    tar: &mut tar::Builder<impl io::Write>,
    path: impl AsRef<Path>,
    time: u64,
    bytes: u64,
    content: impl io::Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_mtime(time);
    tar.append_data(&mut header, path, content)
}

/// Packs a folder into a temporary file without a name. Links are stored as links, which are listed and never followed.
pub(crate) fn pack_folder(folder: &Path) -> io::Result<File> {
    pack_with(|tar| tar.append_dir_all("", folder))
}

/// Packs one file into a tar, if its name cannot be written into the header of a form.
pub(crate) fn pack_file(path: &Path) -> io::Result<File> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    pack_with(|tar| tar.append_path_with_name(path, name))
}

fn pack_with(put: impl FnOnce(&mut tar::Builder<BufWriter<File>>) -> io::Result<()>) -> io::Result<File> {
    let mut tar = tar::Builder::new(BufWriter::new(tempfile::tempfile()?));
    tar.follow_symlinks(false);
    put(&mut tar)?;
    let mut buffer = tar.into_inner()?;
    buffer.flush()?;
    let mut file = buffer.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}
