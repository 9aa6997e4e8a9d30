//! Stores the bytes to which a file of the folder refers. The pieces follow each other in a separate file, in the order
//! in which they are read again.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use chaffinch_storage::Packed;

/// Size of a piece in bytes.
pub(super) type Extent = u64;

pub(super) struct BlobWriter(BufWriter<File>);

impl BlobWriter {
    pub(super) fn create(folder: &Path, name: &str) -> io::Result<Self> {
        Ok(Self(BufWriter::new(File::create(folder.join(name))?)))
    }

    pub(super) fn keep(&mut self, bytes: &[u8]) -> io::Result<Extent> {
        self.0.write_all(bytes)?;
        Ok(bytes.len() as Extent)
    }

    /// Flushes the buffer and reports write errors.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

pub(super) struct BlobReader(BufReader<File>);

impl BlobReader {
    pub(super) fn open(folder: &Path, name: &str) -> io::Result<Self> {
        Ok(Self(BufReader::new(File::open(folder.join(name))?)))
    }

    pub(super) fn load(&mut self, extent: Extent) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = (&mut self.0).take(extent).read_to_end(&mut bytes)?;
        if (read as u64) < extent {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(bytes)
    }

    pub(super) fn skip(&mut self, extent: Extent) -> io::Result<()> {
        let extent = i64::try_from(extent).map_err(io::Error::other)?;
        self.0.seek_relative(extent)
    }

    pub(super) fn load_packed(&mut self, extent: Extent) -> io::Result<Packed> {
        self.load(extent).map(Packed::from_bytes)
    }
}
