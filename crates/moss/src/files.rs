//! Collects the files of one job on their way into the database: one unnamed file on disk, and the offset of each file
//! in it. The tar archive of a submission is built from it while it is read.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};
use std::os::unix::fs::FileExt as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use chaffinch_storage::{AccountId, MossJob, NewPart, PartKind, Reservation, Spool, SpoolFull};
use tokio::io::{AsyncRead, AsyncWriteExt as _, BufWriter, ReadBuf};

use crate::protocol::{File, Labels};

/// Bytes gathered before they are written to disk. Each running job holds the buffer twice during a write.
const BUFFER: usize = 64 << 10;

/// The files that have arrived so far.
pub(crate) struct Files {
    file: BufWriter<tokio::fs::File>,
    written: u64,
    labels: Labels,
    /// Files by submission in order of arrival.
    submissions: BTreeMap<String, Vec<ArrivedFile>>,
    base: Vec<ArrivedFile>,
    /// The destination of the file that is arriving now.
    last: Destination,
    count: usize,
    reservation: Reservation,
}

/// Why data that arrived was not kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WriteError {
    #[error(transparent)]
    Full(#[from] SpoolFull),
    #[error("cannot write a file that arrived")]
    Disk(#[from] io::Error),
}

/// The destination of a file.
enum Destination {
    Nowhere,
    /// The submission of this name.
    To(String),
    /// The base files.
    ToBase,
}

/// A file and its position in the spool file.
struct ArrivedFile {
    path: String,
    at: u64,
    bytes: u64,
}

/// All files of a job in the form that a batch needs.
pub(crate) struct Spooled {
    pub(crate) parts: Vec<NewPart>,
    pub(crate) order: BTreeMap<String, Vec<u32>>,
    pub(crate) files: usize,
    pub(crate) bytes: u64,
    /// Kept until the database has everything.
    pub(crate) reservation: Reservation,
}

impl Files {
    /// Starts without files, for a job of this account. The file on disk has no name, so nothing is left behind however
    /// the process ends.
    pub(crate) fn new(spool: &Spool, account: AccountId) -> io::Result<Self> {
        let file = tempfile::tempfile_in(spool.path())?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, tokio::fs::File::from_std(file)),
            written: 0,
            labels: Labels::default(),
            submissions: BTreeMap::new(),
            base: Vec::new(),
            last: Destination::Nowhere,
            count: 0,
            reservation: spool.reserve(account.0),
        })
    }

    /// Begins a new file.
    pub(crate) fn begin(&mut self, file: &File) {
        self.count += 1;
        let arrived = |path| ArrivedFile { path, at: self.written, bytes: 0 };
        if file.base {
            self.base.push(arrived(file.name.clone()));
            self.last = Destination::ToBase;
        } else {
            let (submission, path) = self.labels.place(file);
            let arrived = arrived(path);
            self.submissions.entry(submission.clone()).or_default().push(arrived);
            self.last = Destination::To(submission);
        }
    }

    /// Appends data to the file that began last.
    pub(crate) async fn write(&mut self, data: &[u8]) -> Result<(), WriteError> {
        let files = match &self.last {
            Destination::To(submission) => self.submissions.get_mut(submission),
            Destination::ToBase => Some(&mut self.base),
            Destination::Nowhere => None,
        };
        let Some(arrived) = files.and_then(|files| files.last_mut()) else { return Ok(()) };
        let bytes = data.len() as u64;
        self.reservation.grow(bytes)?;
        arrived.bytes += bytes;
        self.written += bytes;
        Ok(self.file.write_all(data).await?)
    }

    /// Completes the job's files after the last one has arrived.
    pub(crate) async fn finish(mut self) -> io::Result<Spooled> {
        self.file.flush().await?;
        let spool = Arc::new(self.file.into_inner().into_std().await);
        let piece =
            |arrived: &ArrivedFile| Piece { spool: Arc::clone(&spool), at: arrived.at, bytes: arrived.bytes };
        let mut parts = Vec::with_capacity(self.submissions.len() + self.base.len());
        let mut order = BTreeMap::new();
        for (submission, files) in &self.submissions {
            if let Some(positions) = positions(files) {
                order.insert(MossJob::key(submission), positions);
            }
            let files = files.iter().map(|arrived| (arrived.path.clone(), piece(arrived))).collect();
            parts.push(NewPart {
                kind: PartKind::Submissions,
                // The reader strips the extension, which leaves the name of the submission.
                name: format!("{submission}.tar"),
                content: Box::new(Local(Tarball::new(files))),
            });
        }
        parts.extend(self.base.iter().map(|arrived| NewPart {
            kind: PartKind::Boilerplate,
            name: arrived.path.clone(),
            content: Box::new(Local(piece(arrived))),
        }));
        Ok(Spooled { parts, order, files: self.count, bytes: self.written, reservation: self.reservation })
    }
}

/// Returns each file's position in path order, listed in order of arrival. Returns `None` if both orders are the same.
fn positions(files: &[ArrivedFile]) -> Option<Vec<u32>> {
    let mut sorted: Vec<&str> = files.iter().map(|arrived| arrived.path.as_str()).collect();
    sorted.sort_unstable();
    let position =
        |arrived: &ArrivedFile| sorted.partition_point(|&path| path < arrived.path.as_str()) as u32;
    let positions: Vec<u32> = files.iter().map(position).collect();
    (!positions.is_sorted()).then_some(positions)
}

/// The block size of the tar format in bytes.
const BLOCK: u64 = 512;

/// The position of a file's bytes in the spool file.
#[derive(Debug, Clone)]
struct Piece {
    spool: Arc<std::fs::File>,
    at: u64,
    bytes: u64,
}

impl Read for Piece {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.bytes).unwrap_or(usize::MAX).min(buffer.len());
        let n = self.spool.read_at(&mut buffer[..most], self.at)?;
        self.at += n as u64;
        self.bytes -= n as u64;
        Ok(n)
    }
}

/// Header, content and padding of a file in an archive.
type Entry = Box<dyn Read + Send + Sync>;

/// An archive of files, with a path for each.
struct Tarball {
    entries: Box<dyn Iterator<Item = io::Result<Entry>> + Send + Sync>,
    current: Entry,
}

impl Tarball {
    fn new(files: Vec<(String, Piece)>) -> Self {
        let end: Entry = Box::new(io::repeat(0).take(2 * BLOCK));
        let entries = files.into_iter().map(|(path, piece)| entry(&path, piece)).chain([Ok(end)]);
        Self { entries: Box::new(entries), current: Box::new(io::empty()) }
    }
}

fn entry(path: &str, piece: Piece) -> io::Result<Entry> {
    let mut header = tar::Header::new_gnu();
    header.set_size(piece.bytes);
    header.set_mode(0o600);
    // Only the header is in memory (two headers for a long path), not the content.
    let mut headers = tar::Builder::new(Vec::new());
    headers.append_data(&mut header, path, io::empty())?;
    let mut headers = headers.into_inner()?;
    // Removes the end-of-archive blocks that the builder appends.
    headers.truncate(headers.len() - 2 * BLOCK as usize);
    let padding = piece.bytes.next_multiple_of(BLOCK) - piece.bytes;
    Ok(Box::new(Cursor::new(headers).chain(piece).chain(io::repeat(0).take(padding))))
}

impl Read for Tarball {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.current.read(buffer)? {
                0 if !buffer.is_empty() => match self.entries.next() {
                    Some(entry) => self.current = entry?,
                    None => return Ok(0),
                },
                n => return Ok(n),
            }
        }
    }
}

/// Wraps a local file as [`AsyncRead`]. Reads block for a short time only, because the file is local.
struct Local<R>(R);

impl<R: Read + Unpin> AsyncRead for Local<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let n = self.0.read(into.initialize_unfilled())?;
        into.advance(n);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_is_read_is_an_archive_of_the_files() {
        let files = [
            ("a.c".to_owned(), vec![b'a'; 511]),
            ("é".repeat(150), vec![b'b'; 512]),
            ("c".to_owned(), vec![]),
        ];
        let mut spool = tempfile::tempfile().unwrap();
        let mut at = 0;
        let mut places = Vec::new();
        for (_, content) in &files {
            spool.write_all(content).unwrap();
            places.push((at, content.len() as u64));
            at += content.len() as u64;
        }
        let spool = Arc::new(spool);
        let pieces = files
            .iter()
            .zip(places)
            .map(|((path, _), (at, bytes))| (path.clone(), Piece { spool: Arc::clone(&spool), at, bytes }));
        let mut bytes = Vec::new();
        Tarball::new(pieces.collect()).read_to_end(&mut bytes).unwrap();
        let mut archive = tar::Archive::new(&bytes[..]);
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().to_str().unwrap().to_owned();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            found.push((path, content));
        }
        assert_eq!(found, files);
    }
}
