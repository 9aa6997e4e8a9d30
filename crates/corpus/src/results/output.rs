//! Result files. A file appears under its name only when it is complete, and is compressed as its extension says.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;

use crate::error::{Result, writing};

/// A file that is written under a temporary name and renamed at the end. A device or a pipe is written directly.
pub struct Output {
    /// Taken when the file is completed.
    to: Option<Encoded>,
    path: PathBuf,
    /// Path of the temporary file; `None` for a device or a pipe.
    partial: Option<PathBuf>,
}

enum Encoded {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
    Zstd(zstd::Encoder<'static, BufWriter<File>>),
}

impl Output {
    /// Creates a file: gzip for `.gz`, zstd for `.zst`, otherwise uncompressed.
    pub fn create(path: &Path) -> Result<Self> {
        let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        let partial = (!is_device).then(|| {
            let mut name = std::ffi::OsString::from(".");
            name.push(path.file_name().unwrap_or("result".as_ref()));
            name.push(format!(".partial-{}", std::process::id()));
            path.with_file_name(name)
        });
        let file = File::create(partial.as_deref().unwrap_or(path)).map_err(writing(path))?;
        let plain = BufWriter::with_capacity(1 << 18, file);
        let to = match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Encoded::Gzip(GzEncoder::new(plain, flate2::Compression::default())),
            Some("zst") => Encoded::Zstd(zstd::Encoder::new(plain, 0).map_err(writing(path))?),
            _ => Encoded::Plain(plain),
        };
        Ok(Self { to: Some(to), path: path.to_owned(), partial })
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<()> {
        let to = self.to.take();
        let complete = || -> io::Result<()> {
            let plain = match to {
                None => return Ok(()),
                Some(Encoded::Plain(plain)) => plain,
                Some(Encoded::Gzip(gzip)) => gzip.finish()?,
                Some(Encoded::Zstd(zstd)) => zstd.finish()?,
            };
            let file = plain.into_inner().map_err(io::IntoInnerError::into_error)?;
            let Some(partial) = &self.partial else { return Ok(()) };
            file.sync_all()?;
            fs::rename(partial, &self.path)
        };
        complete().map_err(writing(&self.path))?;
        self.partial = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            Some(Encoded::Plain(to)) => to.write(bytes),
            Some(Encoded::Gzip(to)) => to.write(bytes),
            Some(Encoded::Zstd(to)) => to.write(bytes),
            None => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            Some(Encoded::Plain(to)) => to.flush(),
            Some(Encoded::Gzip(to)) => to.flush(),
            Some(Encoded::Zstd(to)) => to.flush(),
            None => Ok(()),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            let _ = fs::remove_file(partial);
        }
    }
}
