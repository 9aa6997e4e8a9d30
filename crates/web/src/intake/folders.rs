//! Folders that a browser sends file by file, each with its path: packed into one tar a folder, which is an upload like any
//! other from then on.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use chaffinch_storage::PartKind;

use super::receive::File;
use crate::error::WebError;
use crate::reports::blocking;

/// Name of the field.
pub(crate) const FOLDER: &str = "folder";

/// A file of a folder.
pub(super) struct InFolder {
    /// From the folder's name on.
    pub(super) parts: Vec<String>,
    pub(super) path: PathBuf,
    pub(super) digest: [u8; 32],
}

/// The parts of a path as a browser sends it.
pub(super) fn parts(path: &str) -> Result<Vec<String>, WebError> {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() || parts.contains(&"..") || parts.iter().any(|part| part.contains('\0')) {
        let problem = format!("holds a file called {path:?}, which is no path in a folder");
        return Err(WebError::Field { name: FOLDER, problem });
    }
    Ok(parts.into_iter().map(str::to_owned).collect())
}

/// Packs what was sent; a file without a folder stays one. In the order of names, so that the same folder gives the same
/// bytes.
pub(super) async fn packed(files: Vec<InFolder>, into: &Path) -> Result<Vec<File>, WebError> {
    let mut folders = BTreeMap::<String, Vec<InFolder>>::new();
    let mut loose = Vec::new();
    for file in files {
        match &file.parts[..] {
            [name] => loose.push(File {
                kind: PartKind::Submissions,
                name: name.clone(),
                path: file.path,
                digest: file.digest,
            }),
            [folder, ..] => folders.entry(folder.clone()).or_default().push(file),
            [] => {}
        }
    }
    for (number, (name, mut files)) in folders.into_iter().enumerate() {
        files.sort_by(|a, b| a.parts.cmp(&b.parts));
        let path = into.join(format!("folder-{number}"));
        let target = path.clone();
        let digest = blocking(move || pack(&files, &target).map_err(WebError::of_disk)).await?;
        loose.push(File { kind: PartKind::Submissions, name: format!("{name}.tar"), path, digest });
    }
    Ok(loose)
}

/// Writes one tar; the digest of all that is in it.
fn pack(files: &[InFolder], target: &Path) -> io::Result<[u8; 32]> {
    let mut digest = blake3::Hasher::new();
    let mut tar = tar::Builder::new(BufWriter::new(fs::File::create(target)?));
    for file in files {
        let path = file.parts[1..].join("/");
        digest.update(&(path.len() as u64).to_le_bytes()).update(path.as_bytes()).update(&file.digest);
        let content = fs::File::open(&file.path)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(content.metadata()?.len());
        header.set_mode(0o644);
        tar.append_data(&mut header, &path, content)?;
        fs::remove_file(&file.path)?;
    }
    tar.into_inner()?.flush()?;
    Ok(*digest.finalize().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn paths_stay_in_their_folder() {
        assert_eq!(parts("class/ada/./main.c").unwrap(), ["class", "ada", "main.c"]);
        assert_eq!(parts("class\\ada\\main.c").unwrap(), ["class", "ada", "main.c"]);
        for path in ["class/../../etc/passwd", "", "/", ".."] {
            assert!(parts(path).is_err(), "{path}");
        }
    }
}
