//! Turns submissions into what is compared and stored of them: tokens, names that tell authors apart, records. No I/O. How
//! much text is parsed at the same time is limited, so that the memory of the parsers does not grow with the number of
//! processors; this delays work and changes no result.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use chaffinch_storage::NewSubmission;
use chaffinch_submission::{
    LazyStream, Progress, SourceFile, Submission, SubmissionHeader, TokenStream, TokenizedFile,
    TokenizedSubmission, authors,
};
use rayon::prelude::*;

/// Renames authors so that no two persons have the same name, using the numbers of the platform: see [`authors`].
pub(crate) fn make_authors_unique<'a>(submissions: impl Iterator<Item = &'a mut SubmissionHeader>) {
    let mut known: Vec<&mut SubmissionHeader> =
        submissions.filter(|header| header.author.is_some()).collect();
    let people: Vec<(&str, Option<&str>)> = known
        .iter()
        .map(|header| (header.author.as_deref().unwrap_or_default(), header.person.as_deref()))
        .collect();
    let unique = authors(&people);
    for (header, name) in known.iter_mut().zip(unique) {
        header.author = Some(name);
    }
}

/// Returns the data of a submission that are stored.
pub(super) fn new_submission(number: u32, submission: &Submission) -> NewSubmission {
    NewSubmission { number, header: submission.header.clone(), reference: reference_of(submission) }
}

/// Returns the origin of a reference answer.
pub(super) fn reference_of(submission: &Submission) -> Option<String> {
    submission.archive.as_ref()?.reference.as_ref().map(ToString::to_string)
}

/// Size of all texts of a class from which on its token streams are packed. The streams of a smaller class have less than
/// 200 MB, and are compared faster as they are.
const LARGE_CLASS_BYTES: usize = 24 << 20;

/// The same for streams that were packed, of which a token has some four bytes and its text six.
pub(super) const LARGE_CLASS_STREAMS: u64 = 16 << 20;

/// Tokenizes every file once. `tokenize` gets the position of the file among all files; starter code comes last. The
/// work is divided by file, because sizes differ by orders of magnitude and a submission may have one file or a
/// hundred.
pub(crate) fn tokenize_files(
    submissions: &[Submission],
    boilerplate: &[SourceFile],
    tokenize: impl Fn(usize, &SourceFile) -> TokenStream + Sync,
    progress: &dyn Progress,
) -> (Vec<TokenizedSubmission>, Vec<TokenizedFile>) {
    let files: Vec<&SourceFile> =
        submissions.iter().flat_map(|submission| &submission.files).chain(boilerplate).collect();
    let (done, total, memory) = (AtomicU64::new(0), files.len() as u64, ParseMemory::new());
    let is_large = LARGE_CLASS_BYTES < files.iter().map(|file| file.text.len()).sum();
    progress.report("reading", 0, total);
    let mut files: Vec<TokenizedFile> = files
        .into_par_iter()
        .enumerate()
        .map(|(position, file)| {
            let _permit = memory.acquire(file.text.len());
            let stream = tokenize(position, file);
            let stream = if is_large { LazyStream::pack(&stream) } else { stream.into() };
            let file = TokenizedFile { record: file.into(), stream };
            progress.report("reading", done.fetch_add(1, Ordering::Relaxed) + 1, total);
            file
        })
        .collect();
    let boilerplate = files.split_off(files.len() - boilerplate.len());
    let mut files = files.into_iter();
    let tokenized = submissions
        .iter()
        .map(|submission| TokenizedSubmission {
            header: submission.header.clone(),
            archive: submission.archive.clone(),
            files: files.by_ref().take(submission.files.len()).collect(),
        })
        .collect();
    (tokenized, boilerplate)
}

/// Number of bytes of text that are parsed at the same time. A longer text is parsed alone. A parser uses up to 192
/// bytes of memory per byte of text, and at most 64 MiB. All parsers together stay within 100 MiB.
const MAX_PARSED_BYTES: usize = 512 << 10;

/// Smallest number of bytes that a text counts as: the parser of a short text may use as much memory as for this many
/// bytes.
const MIN_COUNTED_BYTES: usize = 8 << 10;

/// Memory for parsing, shared by all threads. It admits as many texts as fit.
struct ParseMemory {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Permission to parse a text, until it is dropped.
struct ParsePermit<'a> {
    memory: &'a ParseMemory,
    bytes: usize,
}

impl ParseMemory {
    fn new() -> Self {
        Self { free: Mutex::new(MAX_PARSED_BYTES), freed: Condvar::new() }
    }

    /// Waits until a text of this many bytes may be parsed.
    fn acquire(&self, bytes: usize) -> ParsePermit<'_> {
        let bytes = bytes.clamp(MIN_COUNTED_BYTES, MAX_PARSED_BYTES);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free =
            self.freed.wait_while(free, |free| *free < bytes).unwrap_or_else(PoisonError::into_inner);
        *free -= bytes;
        ParsePermit { memory: self, bytes }
    }
}

impl Drop for ParsePermit<'_> {
    fn drop(&mut self) {
        *self.memory.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.memory.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn texts_never_exceed_the_limit_and_all_are_admitted() {
        let (memory, inside, most, done) =
            (ParseMemory::new(), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8_usize {
                let (memory, inside, most, done) = (&memory, &inside, &most, &done);
                scope.spawn(move || {
                    for turn in 0..200 {
                        // From 0 bytes to twice the limit.
                        let bytes = (thread * 7 + turn) % 9 * (MAX_PARSED_BYTES / 4);
                        let permit = memory.acquire(bytes);
                        let now = inside.fetch_add(permit.bytes, Ordering::SeqCst) + permit.bytes;
                        most.fetch_max(now, Ordering::SeqCst);
                        inside.fetch_sub(permit.bytes, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.into_inner(), 1600);
        assert!((MIN_COUNTED_BYTES..=MAX_PARSED_BYTES).contains(&most.into_inner()));
        assert_eq!(memory.free.into_inner().unwrap(), MAX_PARSED_BYTES);
    }
}
