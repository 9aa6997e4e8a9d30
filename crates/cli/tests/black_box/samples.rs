//! Provides the sample assignment, as a folder and as the archives that users upload.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name).canonicalize().unwrap()
}

/// Returns the path of a sample folder as an argument.
pub(crate) fn argument(name: &str) -> String {
    folder(name).to_str().unwrap().to_owned()
}

/// Returns `submissions` or `handout` as an archive with the folder at its top.
pub(crate) fn archive(name: &str) -> Vec<u8> {
    let mut files = Vec::new();
    collect(&folder(name), name, &mut files);
    zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())))
}

/// Collects the files of a folder, sorted, with paths that begin with `prefix`.
pub(crate) fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = format!("{prefix}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            collect(&path, &name, files);
        } else {
            files.push((name, fs::read(&path).unwrap()));
        }
    }
}

/// Returns a zip archive of these files.
pub(crate) fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        archive.start_file(path, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
