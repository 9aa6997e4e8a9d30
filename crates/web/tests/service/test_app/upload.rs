//! Upload bodies that tests send.

use std::io::{Cursor, Write as _};

use super::class;

/// A multipart body as bytes.
#[derive(Clone, Default)]
pub(crate) struct Upload(Vec<u8>);

impl Upload {
    pub(crate) const MEDIA_TYPE: &'static str = "multipart/form-data; boundary=----edge";

    /// Creates an upload with three submissions in a zip.
    pub(crate) fn class() -> Self {
        Self::default().file("submissions", "class.zip", &class())
    }

    pub(crate) fn field(mut self, name: &str, value: &str) -> Self {
        write!(self.0, "------edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            .unwrap();
        self
    }

    pub(crate) fn file(mut self, field: &str, name: &str, bytes: &[u8]) -> Self {
        write!(
            self.0,
            "------edge\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        )
        .unwrap();
        self.0.extend_from_slice(bytes);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub(crate) fn body(&self) -> Vec<u8> {
        [&self.0, &b"------edge--\r\n"[..]].concat()
    }
}

pub(crate) fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(path, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
