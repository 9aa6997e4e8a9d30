//! The content of an upload: fields, and parts in files. Each attempt reads the files from their beginning.

use std::fs::File;
use std::io::{self, Seek as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use chaffinch_extract::Layout;
use chaffinch_submission::{Named, ReferenceLabel};
use futures_util::TryStreamExt as _;
use indicatif::ProgressBar;
use reqwest::Body;
use reqwest::multipart::{Form, Part};
use tokio_util::io::ReaderStream;

use crate::input::clones::ClonesFile;
use crate::input::files::{pack_file, pack_folder, path_name};

/// Number of bytes read at a time.
const BUFFER_BYTES: usize = 256 << 10;

/// One upload, which may be sent several times.
pub(super) struct Upload {
    files: Vec<UploadFile>,
    pub(super) fields: Vec<(&'static str, String)>,
}

/// A file of the form.
struct UploadFile {
    field: &'static str,
    name: String,
    bytes: u64,
    content: FileContent,
    /// Origin of a reference answer.
    reference: Option<ReferenceLabel>,
}

enum FileContent {
    /// A file on this machine.
    Path(PathBuf),
    /// A temporary file without a name.
    Packed(Arc<File>),
}

impl Upload {
    pub(super) fn new(layout: Layout, paths: &[PathBuf], field: &'static str) -> anyhow::Result<Self> {
        let mut upload = Self { files: Vec::new(), fields: Vec::new() };
        upload.add(layout, paths, field)?;
        Ok(upload)
    }

    pub(super) fn add(
        &mut self,
        layout: Layout,
        paths: &[PathBuf],
        field: &'static str,
    ) -> anyhow::Result<()> {
        for path in paths {
            let file =
                open_file(layout, path, field).with_context(|| format!("cannot read {}", path.display()))?;
            self.files.push(file);
        }
        Ok(())
    }

    /// Adds exported git repositories, whose file must exist until the upload has ended.
    pub(super) fn add_clones(&mut self, clones: &ClonesFile) -> anyhow::Result<()> {
        let bytes = std::fs::metadata(clones.path()).context("cannot read a temporary file")?.len();
        let (name, content) = (header_name(&clones.name), FileContent::Path(clones.path().to_owned()));
        self.files.push(UploadFile { field: "submissions", name, bytes, content, reference: None });
        Ok(())
    }

    /// Adds a file or folder with reference answers of this origin.
    pub(super) fn add_reference(
        &mut self,
        layout: Layout,
        label: &ReferenceLabel,
        path: &PathBuf,
    ) -> anyhow::Result<()> {
        let added = self.files.len();
        self.add(layout, std::slice::from_ref(path), "reference")?;
        self.files[added..].iter_mut().for_each(|file| file.reference = Some(label.clone()));
        Ok(())
    }

    /// Returns the number of bytes of all files.
    pub(super) fn bytes(&self) -> u64 {
        self.files.iter().map(|part| part.bytes).sum()
    }

    /// Returns the form. Its files are read from the beginning.
    pub(super) async fn form(&self, bar: &ProgressBar) -> io::Result<Form> {
        // Names are sent unescaped in UTF-8, as browsers send them. None contains a quotation mark or line end.
        let mut form = Form::new().percent_encode_noop();
        for (name, text) in &self.fields {
            form = form.text(*name, text.clone());
        }
        for part in &self.files {
            // They apply to the files after them.
            if let Some(ReferenceLabel { kind, source }) = &part.reference {
                form = form.text("reference_kind", kind.name());
                form = form.text("reference_source", source.clone().unwrap_or_default());
            }
            let file = match &part.content {
                FileContent::Path(path) => tokio::fs::File::open(path).await?,
                FileContent::Packed(file) => {
                    // Attempts follow one after the other, so they may share the position in the file.
                    let mut file = file.try_clone()?;
                    file.rewind()?;
                    tokio::fs::File::from_std(file)
                }
            };
            let bar = bar.clone();
            let pieces = ReaderStream::with_capacity(file, BUFFER_BYTES)
                .inspect_ok(move |piece| bar.inc(piece.len() as u64));
            let body =
                Part::stream_with_length(Body::wrap_stream(pieces), part.bytes).file_name(part.name.clone());
            form = form.part(part.field, body);
        }
        Ok(form)
    }
}

fn open_file(layout: Layout, path: &Path, field: &'static str) -> io::Result<UploadFile> {
    let shown = path_name(path).trim_end_matches('/').to_owned();
    let file = |name, bytes, content| UploadFile { field, name, bytes, content, reference: None };
    let packed = |packed: File, name: String| {
        Ok(file(name, packed.metadata()?.len(), FileContent::Packed(Arc::new(packed))))
    };
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        // The extension `.tar` is removed with the archive, so a folder `v1.2` does not lose its `.2`.
        return packed(pack_folder(path)?, format!("{}.tar", header_name(&shown)));
    }
    if !metadata.is_file() {
        // A pipe can be read only once, so its content is copied for repeated attempts.
        let mut copy = tempfile::tempfile()?;
        io::copy(&mut File::open(path)?, &mut copy)?;
        return packed(copy, header_name(&shown));
    }
    let fits = shown.bytes().all(|byte| !matches!(byte, b'"' | b'\\' | 0..32 | 127))
        && path.file_name().is_some_and(|name| std::str::from_utf8(name.as_bytes()).is_ok());
    if fits || layout == Layout::Whole {
        return Ok(file(header_name(&shown), metadata.len(), FileContent::Path(path.to_owned())));
    }
    packed(pack_file(path)?, "file.tar".to_owned())
}

/// Returns a name that can be written in a header.
fn header_name(name: &str) -> String {
    name.replace(['"', '\\', '\r', '\n'], "_")
}
