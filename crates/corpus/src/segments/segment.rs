//! A folder with the documents of the first run or of one addition: files with records, names and sketches, and a
//! marker for every finished stage.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use crate::document::Document;
use crate::error::{Error, Result, reading, writing};
use crate::sources::Harvest;

/// The documents of the first run or of one addition.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) folder: PathBuf,
    /// Number of its first document in the corpus.
    pub(crate) base: u32,
    /// Number of its documents.
    pub(crate) documents: u32,
    records: File,
    names: File,
    sketches: File,
}

impl Segment {
    pub(crate) fn open(folder: &Path, base: u32, documents: u32) -> Result<Self> {
        let open = |name: &str| {
            let path = folder.join(name);
            File::open(&path).map_err(reading(&path))
        };
        Ok(Self {
            folder: folder.to_owned(),
            base,
            documents,
            records: open("documents")?,
            names: open("names")?,
            sketches: open("sketches")?,
        })
    }

    fn damaged(&self, file: &str, what: &'static str) -> Error {
        Error::Damaged { path: self.folder.join(file), what }
    }

    fn read_at(&self, file: &File, name: &str, into: &mut [u8], at: u64) -> Result<()> {
        file.read_exact_at(into, at).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(name, "it ends too early"),
            _ => reading(&self.folder.join(name))(error),
        })
    }

    /// Reads the record of the document at a position of the segment.
    pub(crate) fn document(&self, at: u32) -> Result<Document> {
        let mut bytes = [0; Document::BYTES];
        self.read_at(&self.records, "documents", &mut bytes, u64::from(at) * Document::BYTES as u64)?;
        Document::unpack(&bytes)
            .ok_or_else(|| self.damaged("documents", "it contains something that is not a record"))
    }

    /// Calls `each` with the records of a range of positions, in order.
    pub(crate) fn each_document(
        &self,
        range: std::ops::Range<u32>,
        mut each: impl FnMut(u32, &Document) -> Result<()>,
    ) -> Result<()> {
        const TOGETHER: u32 = 1024;
        let mut bytes = vec![0; TOGETHER as usize * Document::BYTES];
        let mut at = range.start;
        while at < range.end {
            let n = TOGETHER.min(range.end - at);
            let some = &mut bytes[..n as usize * Document::BYTES];
            self.read_at(&self.records, "documents", some, u64::from(at) * Document::BYTES as u64)?;
            for (place, record) in (at..).zip(some.as_chunks::<{ Document::BYTES }>().0) {
                let document = Document::unpack(record)
                    .ok_or_else(|| self.damaged("documents", "it contains something that is not a record"))?;
                each(place, &document)?;
            }
            at += n;
        }
        Ok(())
    }

    /// Reads a document's name.
    pub(crate) fn name(&self, document: &Document) -> Result<String> {
        let mut length = [0; 4];
        self.read_at(&self.names, "names", &mut length, document.name_at)?;
        let mut name = vec![0; u32::from_le_bytes(length) as usize];
        self.read_at(&self.names, "names", &mut name, document.name_at + 4)?;
        String::from_utf8(name).map_err(|_| self.damaged("names", "a name is not UTF-8"))
    }

    /// Returns the size of all names in bytes.
    pub(crate) fn name_bytes(&self) -> Result<u64> {
        let path = self.folder.join("names");
        Ok(self.names.metadata().map_err(reading(&path))?.len())
    }

    /// Reads all names in order.
    pub(crate) fn names(&self) -> Result<Names> {
        self.names_at(0)
    }

    /// Reads the names from this document's on, in order.
    pub(crate) fn names_from(&self, document: &Document) -> Result<Names> {
        self.names_at(document.name_at)
    }

    fn names_at(&self, at: u64) -> Result<Names> {
        let path = self.folder.join("names");
        let mut file = File::open(&path).map_err(reading(&path))?;
        io::Seek::seek(&mut file, io::SeekFrom::Start(at)).map_err(reading(&path))?;
        Ok(Names { file: BufReader::with_capacity(1 << 18, file), path, name: String::new() })
    }

    /// Fills `into` with a document's sketch. Its values are ascending and distinct.
    pub(crate) fn sketch(&self, document: &Document, into: &mut Vec<u64>) -> Result<()> {
        let mut bytes = vec![0; document.size.own() as usize * 8];
        self.read_at(&self.sketches, "sketches", &mut bytes, document.sketch_at * 8)?;
        into.clear();
        into.extend(bytes.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)));
        Ok(())
    }

    /// Reads sketches in order, from this document's on.
    pub(crate) fn sketches(&self, document: &Document) -> Result<Sketches> {
        let path = self.folder.join("sketches");
        let mut file = File::open(&path).map_err(reading(&path))?;
        io::Seek::seek(&mut file, io::SeekFrom::Start(document.sketch_at * 8)).map_err(reading(&path))?;
        Ok(Sketches { file: BufReader::with_capacity(1 << 18, file), path, bytes: Vec::new() })
    }
}

/// Reads names in order.
pub(crate) struct Names {
    file: BufReader<File>,
    path: PathBuf,
    name: String,
}

impl Names {
    pub(crate) fn next(&mut self) -> Result<&str> {
        let mut length = [0; 4];
        let mut bytes = std::mem::take(&mut self.name).into_bytes();
        let read = self.file.read_exact(&mut length).and_then(|()| {
            bytes.resize(u32::from_le_bytes(length) as usize, 0);
            self.file.read_exact(&mut bytes)
        });
        read.map_err(reading(&self.path))?;
        self.name = String::from_utf8(bytes)
            .map_err(|_| Error::Damaged { path: self.path.clone(), what: "a name is not UTF-8" })?;
        Ok(&self.name)
    }
}

/// Reads sketches in order.
pub(crate) struct Sketches {
    file: BufReader<File>,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Sketches {
    /// Fills `into` with the next sketch, which has this many values.
    pub(crate) fn next(&mut self, size: u32, into: &mut Vec<u64>) -> Result<()> {
        self.bytes.resize(size as usize * 8, 0);
        self.file.read_exact(&mut self.bytes).map_err(reading(&self.path))?;
        into.clear();
        into.extend(self.bytes.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight)));
        Ok(())
    }
}

/// Writes the documents of a segment.
pub(crate) struct SegmentWriter {
    folder: PathBuf,
    records: BufWriter<File>,
    names: BufWriter<File>,
    sketches: BufWriter<File>,
    name_at: u64,
    sketch_at: u64,
}

impl SegmentWriter {
    /// Creates the segment's files. Removes the folder first if it exists.
    pub(crate) fn create(folder: &Path) -> Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(writing(folder))?;
        }
        fs::create_dir_all(folder).map_err(writing(folder))?;
        let create = |name: &str| {
            let path = folder.join(name);
            Ok(BufWriter::with_capacity(1 << 18, File::create(&path).map_err(writing(&path))?))
        };
        Ok(Self {
            folder: folder.to_owned(),
            records: create("documents")?,
            names: create("names")?,
            sketches: create("sketches")?,
            name_at: 0,
            sketch_at: 0,
        })
    }

    pub(crate) fn push(&mut self, harvest: &Harvest) -> Result<()> {
        self.write(harvest).map_err(writing(&self.folder))
    }

    fn write(&mut self, harvest: &Harvest) -> io::Result<()> {
        for (at, document) in harvest.documents.iter().enumerate() {
            let name = harvest.name(at);
            let document = Document { name_at: self.name_at, sketch_at: self.sketch_at, ..*document };
            self.records.write_all(&document.pack())?;
            self.names.write_all(&(name.len() as u32).to_le_bytes())?;
            self.names.write_all(name.as_bytes())?;
            self.name_at += 4 + name.len() as u64;
            self.sketch_at += u64::from(document.size.own());
        }
        for value in &harvest.sketches {
            self.sketches.write_all(&value.to_le_bytes())?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        let flushed =
            self.records.flush().and_then(|()| self.names.flush()).and_then(|()| self.sketches.flush());
        flushed.map_err(writing(&self.folder))
    }
}
