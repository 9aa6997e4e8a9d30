//! Folders that a browser uploads file by file, each file with its path. Each folder is packed into one tar, which is
//! then treated like any other upload.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use chaffinch_storage::PartKind;

use super::upload::File;
use crate::error::WebError;
use crate::http::blocking::blocking;

/// Name of the form field for folders.
pub(crate) const FOLDER: &str = "folder";

/// A file of an uploaded folder.
pub(super) struct InFolder {
    /// The components of its path, beginning with the name of the folder.
    pub(super) parts: Vec<String>,
    pub(super) path: PathBuf,
    pub(super) digest: [u8; 32],
}

/// Splits a path into its components, as a browser sends it. Both `/` and `\` separate them.
pub(super) fn parts(path: &str) -> Result<Vec<String>, WebError> {
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() || parts.contains(&"..") || parts.iter().any(|part| part.contains('\0')) {
        let problem = format!("contains a file named {path:?}, which is not a path in a folder");
        return Err(WebError::field(FOLDER, problem));
    }
    Ok(parts.into_iter().map(str::to_owned).collect())
}

/// Packs the uploaded files, one tar for each top-level folder. A file without a folder stays a single file. Files are
/// packed in the order of their names, so that the same folder gives the same bytes.
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

/// Writes one tar and returns the digest of its paths and contents.
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
