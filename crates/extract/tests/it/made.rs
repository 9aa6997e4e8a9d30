//! Makes folders, zips and tars for tests.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use chaffinch_extract::{Input, Layout, Looked, Request, Survey, extract};
use chaffinch_submission::Batch;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Paths with contents. A path that ends in `/` is an empty folder.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// Returns files that all contain a line of C. A component `x.zip!` stands for a zip inside the zip or folder.
pub(crate) fn files(paths: &[&str]) -> Files {
    let mut files = Files::new();
    let mut inner: Vec<(String, Vec<&str>)> = Vec::new();
    for path in paths {
        match path.split_once('!') {
            Some((archive, rest)) => match inner.iter_mut().find(|(name, _)| name == archive) {
                Some((_, rests)) => rests.push(&rest[1..]),
                None => inner.push((archive.to_owned(), vec![&rest[1..]])),
            },
            None => files.push(((*path).to_owned(), format!("int x; // {path}\n").into_bytes())),
        }
    }
    for (archive, rests) in inner {
        let content =
            if archive.ends_with("zip") { zip(&self::files(&rests)) } else { tar(&self::files(&rests)) };
        files.push((archive, content));
    }
    files
}

pub(crate) fn zip(files: &Files) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for (path, content) in files {
        if path.ends_with('/') {
            writer.add_directory(path.as_str(), options).unwrap();
        } else {
            writer.start_file(path.as_str(), options).unwrap();
            writer.write_all(content).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// Returns one header and its content. The path is written as given, however bad it is.
pub(crate) fn tar_entry(path: &[u8], kind: tar::EntryType, content: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..path.len()].copy_from_slice(path);
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    header.set_entry_type(kind);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

pub(crate) fn tar(files: &Files) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (path, content) in files {
        let folder = path.ends_with('/');
        let kind = if folder { tar::EntryType::Directory } else { tar::EntryType::Regular };
        bytes.extend(tar_entry(path.as_bytes(), kind, if folder { &[] } else { content }));
    }
    bytes.extend([0; 1024]);
    bytes
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::default());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

/// Compresses the bytes with every supported compression. Returns each with its extension.
pub(crate) fn compressed(bytes: &[u8]) -> [(&'static str, Vec<u8>); 4] {
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(1)).unwrap();
    xz.write_all(bytes).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(bytes).unwrap();
    [
        ("gz", gzip(bytes)),
        ("xz", xz.finish().unwrap()),
        ("bz2", bz2.finish().unwrap()),
        ("zst", zstd::encode_all(bytes, 1).unwrap()),
    ]
}

/// Packs all files into one block, as 7-Zip does.
pub(crate) fn sevenzip(files: &Files) -> Vec<u8> {
    sevenzip_by(files, vec![sevenz_rust2::encoder_options::Lzma2Options::from_level(1).into()])
}

pub(crate) fn sevenzip_by(files: &Files, methods: Vec<sevenz_rust2::EncoderConfiguration>) -> Vec<u8> {
    use sevenz_rust2::{ArchiveEntry, ArchiveWriter, SourceReader};
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    writer.set_content_methods(methods);
    let (folders, files): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| path.ends_with('/'));
    for (path, _) in folders {
        let entry = ArchiveEntry::new_directory(path.trim_end_matches('/'));
        writer.push_archive_entry::<&[u8]>(entry, None).unwrap();
    }
    let (empty, filled): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, content)| content.is_empty());
    for (path, _) in empty {
        writer.push_archive_entry::<&[u8]>(ArchiveEntry::new_file(path), None).unwrap();
    }
    if !filled.is_empty() {
        let entries = filled.iter().map(|(path, _)| ArchiveEntry::new_file(path)).collect();
        let contents = filled.iter().map(|(_, content)| SourceReader::from(content.as_slice())).collect();
        writer.push_archive_entries(entries, contents).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A folder for the inputs of a request.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
    next: u32,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), next: 0 }
    }

    fn fresh(&mut self) -> std::path::PathBuf {
        self.next += 1;
        self.folder.path().join(format!("upload-{}", self.next))
    }

    /// Stores bytes under a temporary name, like an upload.
    pub(crate) fn upload(&mut self, name: &str, bytes: &[u8]) -> Input {
        let place = self.fresh();
        fs::write(&place, bytes).unwrap();
        Input { name: name.to_owned(), place }
    }

    pub(crate) fn folder(&mut self, name: &str, files: &Files) -> Input {
        let place = self.fresh();
        fs::create_dir(&place).unwrap();
        write_files(&place, files);
        Input { name: name.to_owned(), place }
    }
}

pub(crate) fn write_files(place: &Path, files: &Files) {
    for (path, content) in files {
        let file = place.join(path);
        if path.ends_with('/') {
            fs::create_dir_all(file).unwrap();
        } else {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
    }
}

pub(crate) fn request(submissions: Vec<Input>) -> Request {
    Request { submissions, ..Request::default() }
}

/// Extracts and surveys a request and checks that both agree. A refusal is returned as code and message.
pub(crate) fn run(request: &Request) -> Result<(Batch, Survey), (&'static str, String)> {
    let extracted = extract(request).map_err(|refusal| (refusal.code(), refusal.to_string()));
    let surveyed = chaffinch_extract::survey(request, &|_| Looked { language: "text", parsing: Vec::new() })
        .map_err(|refusal| (refusal.code(), refusal.to_string()));
    match (extracted, surveyed) {
        (Ok(batch), Ok(survey)) => {
            let seen: Vec<_> =
                survey.submissions.iter().map(|s| (s.header.name.clone(), s.files.len())).collect();
            let got: Vec<_> =
                batch.submissions.iter().map(|s| (s.header.name.clone(), s.files.len())).collect();
            assert_eq!(seen, got);
            assert_eq!(survey.boilerplate, batch.boilerplate.len());
            assert_eq!(survey.skipped, batch.skipped);
            assert_eq!(survey.layouts, batch.layouts);
            Ok((batch, survey))
        }
        (Err(extracted), Err(surveyed)) => {
            assert_eq!(extracted, surveyed);
            Err(extracted)
        }
        (extracted, surveyed) => panic!("extract and survey differ: {extracted:?} {surveyed:?}"),
    }
}

/// Does the same as [`run`] for a request that must not be refused.
pub(crate) fn batch(request: &Request) -> Batch {
    run(request).expect("not refused").0
}

/// Runs a request with one archive as the class.
pub(crate) fn upload(name: &str, bytes: &[u8]) -> Result<(Batch, Survey), (&'static str, String)> {
    let mut place = Place::new();
    let input = place.upload(name, bytes);
    run(&request(vec![input]))
}

/// Returns names and paths of a batch, one line per submission.
pub(crate) fn outline(batch: &Batch) -> Vec<String> {
    let line = |s: &chaffinch_submission::Submission| {
        let files: Vec<&str> = s.files.iter().map(|file| file.path.as_str()).collect();
        format!("{}: {}", s.header.name, files.join(" "))
    };
    batch.submissions.iter().map(line).collect()
}

/// Returns the skipped files, one line each.
pub(crate) fn listed(batch: &Batch) -> Vec<String> {
    let line = |s: &chaffinch_submission::Skipped| {
        format!("{}: {}: {}", s.submission.as_deref().unwrap_or("-"), s.path, s.reason)
    };
    batch.skipped.iter().map(line).collect()
}

/// Returns a request with this layout.
pub(crate) fn laid_out(layout: Layout, submissions: Vec<Input>) -> Request {
    Request { layout, ..request(submissions) }
}
