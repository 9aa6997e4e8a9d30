//! The file of a backup: a tar archive, compressed with zstd, that other programs can unpack, too.
//!
//! The last entry is `manifest.json`, with the size and the SHA-256 of every other entry. A file without it is not
//! complete. An SQLite database is one entry, `database.sqlite`. Of a PostgreSQL database, there are entries
//! `tables/NAME/NUMBER`; joined in their order, those of a table are the output of `copy ... (format binary)`.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use chaffinch_extract::hex;
use chaffinch_storage::BackupContent;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::input::files::append;

/// Version of the format. It is raised when older programs cannot read the file.
const FORMAT: u32 = 1;

/// Name of the last entry.
const MANIFEST: &str = "manifest.json";

/// Name of the entry with an SQLite database.
pub(super) const SQLITE_ENTRY: &str = "database.sqlite";

/// Most of the content is compressed already, so that a higher level saves little.
const LEVEL: i32 = 3;

/// Largest manifest that is read: enough for a million entries.
const MAX_MANIFEST_BYTES: u64 = 256 << 20;

/// Number of pieces of a database on a server that wait to be written or read.
pub(super) const WAITING_PIECES: usize = 2;

/// Beginning of the names of unfinished files.
pub(super) const UNFINISHED: &str = ".chaffinch-backup-";

/// The kind of a database. A backup is restored into a database of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// What a backup says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(super) format: u32,
    /// Version of the program that made it.
    pub(super) version: String,
    pub(super) database: Kind,
    /// Time before which everything that was committed is in it.
    pub(super) made: DateTime<Utc>,
    #[serde(flatten)]
    pub(super) content: BackupContent,
    /// All other entries, in their order.
    pub(super) entries: Vec<Entry>,
}

impl Manifest {
    /// Returns the number of rows of all tables.
    pub(super) fn rows(&self) -> u64 {
        self.content.tables.iter().map(|table| table.rows).sum()
    }
}

/// An entry of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    name: String,
    bytes: u64,
    sha256: String,
}

/// Writes a backup to a temporary file.
pub(super) struct BackupWriter {
    tar: tar::Builder<zstd::Encoder<'static, BufWriter<File>>>,
    file: NamedTempFile,
    entries: Vec<Entry>,
}

impl BackupWriter {
    /// Begins a file in the folder of its final place. Only its owner can read it.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let permissions = std::fs::Permissions::from_mode(0o600);
        let file =
            tempfile::Builder::new().prefix(UNFINISHED).permissions(permissions).tempfile_in(folder)?;
        let mut encoder = zstd::Encoder::new(BufWriter::new(file.reopen()?), LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(Self { tar: tar::Builder::new(encoder), file, entries: Vec::new() })
    }

    /// Adds an entry of `bytes` bytes.
    pub(super) fn add(&mut self, name: String, bytes: u64, content: impl Read) -> io::Result<()> {
        let mut content = Hashing { content: content.take(bytes), hash: Sha256::new() };
        append(&mut self.tar, &name, 0, bytes, &mut content)?;
        let left = content.content.limit();
        if left > 0 {
            return Err(io::Error::other(format!("{name} is {left} bytes shorter than expected")));
        }
        self.entries.push(Entry { name, bytes, sha256: hex(&content.hash.finalize().into()) });
        Ok(())
    }

    /// Writes the manifest, reads the whole file back, and returns it on disk, under its temporary name.
    pub(super) fn finish(
        mut self,
        database: Kind,
        made: DateTime<Utc>,
        content: BackupContent,
    ) -> anyhow::Result<(NamedTempFile, Manifest)> {
        let manifest = Manifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            database,
            made,
            content,
            entries: std::mem::take(&mut self.entries),
        };
        let json = serde_json::to_vec_pretty(&manifest).context("cannot write the manifest")?;
        append(&mut self.tar, MANIFEST, 0, json.len() as u64, &json[..])?;
        let mut out = self.tar.into_inner()?.finish()?;
        out.flush()?;
        out.get_ref().sync_all()?;
        let read = verify(self.file.path()).context("the backup cannot be read back")?;
        anyhow::ensure!(read == manifest, "the backup reads back as something else");
        Ok((self.file, manifest))
    }
}

/// Reads the whole file and compares it with its manifest.
pub(super) fn verify(path: &Path) -> anyhow::Result<Manifest> {
    let mut entries = Vec::new();
    let mut manifest = None;
    each_entry(path, &mut |name, bytes, content| {
        anyhow::ensure!(manifest.is_none(), "{name} comes after the manifest");
        if name == MANIFEST {
            let mut json = Vec::new();
            content.take(MAX_MANIFEST_BYTES).read_to_end(&mut json)?;
            manifest = Some(parse(&json)?);
            return Ok(());
        }
        let mut content = Hashing { content, hash: Sha256::new() };
        let read = io::copy(&mut content, &mut io::sink())?;
        anyhow::ensure!(read == bytes, "{name} ends early");
        entries.push(Entry { name: name.to_owned(), bytes, sha256: hex(&content.hash.finalize().into()) });
        Ok(())
    })?;
    let manifest = manifest.context("it has no manifest, so it is no backup or not complete")?;
    anyhow::ensure!(
        manifest.entries.len() == entries.len(),
        "it has {} entries instead of {}",
        entries.len(),
        manifest.entries.len()
    );
    if let Some((_, entry)) = manifest.entries.iter().zip(&entries).find(|(known, found)| known != found) {
        anyhow::bail!("its entry {} differs from the manifest", entry.name);
    }
    Ok(manifest)
}

/// Reads a manifest. The format is checked first, because another one may have other fields.
fn parse(json: &[u8]) -> anyhow::Result<Manifest> {
    #[derive(Deserialize)]
    struct OfFormat {
        format: u32,
    }
    let OfFormat { format } = serde_json::from_slice(json).context("its manifest cannot be read")?;
    anyhow::ensure!(
        format == FORMAT,
        "it has format {format}, and this program reads {FORMAT}. Use a newer version of Chaffinch."
    );
    serde_json::from_slice(json).context("its manifest cannot be read")
}

/// Calls a function with each entry: name, size, content.
pub(super) fn each_entry(
    path: &Path,
    read: &mut dyn FnMut(&str, u64, &mut dyn Read) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = File::open(path)?;
    let mut tar = tar::Archive::new(zstd::Decoder::new(BufReader::new(file))?);
    for entry in tar.entries()? {
        let mut entry = entry?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let bytes = entry.size();
        read(&name, bytes, &mut entry)?;
    }
    // What comes after the last entry has a checksum, too.
    io::copy(&mut tar.into_inner(), &mut io::sink())?;
    Ok(())
}

/// Hashes what is read.
struct Hashing<R> {
    content: R,
    hash: Sha256,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}
