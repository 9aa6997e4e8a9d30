//! The folder through which a runner and its child speak: the format of its files, nothing else.
//!
//! The runner writes `task.json` and the parts of the upload, `part-0`, `part-1`, ... The child answers with
//! `result.json`, which appears complete or not at all, and `blobs`, which holds the bytes `result.json` points at.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use chaffinch_storage::{
    AnalysisOptions, NewDocument, NewIngest, NewPair, NewRevision, NewSubmission, Packed, PartKind,
};
use serde::{Deserialize, Serialize};

const TASK: &str = "task.json";
const RESULT: &str = "result.json";
const BLOBS: &str = "blobs";

/// What the child is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// Title of the report.
    pub(crate) title: String,
    /// Number of the report's revision.
    pub(crate) revision: u32,
    /// As the uploader asked.
    pub(crate) options: AnalysisOptions,
    /// The upload; part n lies in the file [`part_path`] names.
    pub(crate) parts: Vec<TaskPart>,
    /// What the child may use.
    pub(crate) limits: ChildLimits,
}

/// What a child may use. It sets these limits itself, before it reads a byte of the upload; the system enforces them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildLimits {
    /// Address space, and size of a file it writes.
    pub memory_bytes: u64,
    /// Processor time of all threads together. No part of the analysis is timed, so that equal input gives equal
    /// reports; this only ends what would never end.
    pub cpu_seconds: u64,
}

impl ChildLimits {
    /// 8 GiB, two hours. The largest upload needs a fraction of either. Much of the address space is never touched:
    /// threads' stacks and the allocator's reserves count.
    pub const DEFAULT: Self = Self { memory_bytes: 8 << 30, cpu_seconds: 2 * 60 * 60 };
}

/// One uploaded file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskPart {
    pub(crate) kind: PartKind,
    /// As uploaded; never a path.
    pub(crate) name: String,
}

/// What the child brings back.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// The report.
    Done(Box<NewRevision>, NewIngest),
    /// There can be none, and why, in words for the uploader. Trying again would not help.
    Refused {
        /// Why.
        reason: String,
    },
}

/// One line of the child's standard output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProgressLine {
    pub(crate) stage: String,
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// Where part n lies.
pub(crate) fn part_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("part-{number}"))
}

pub(crate) fn write_task(folder: &Path, task: &Task) -> io::Result<()> {
    fs::write(folder.join(TASK), serde_json::to_vec(task)?)
}

pub(crate) fn read_task(folder: &Path) -> io::Result<Task> {
    Ok(serde_json::from_slice(&fs::read(folder.join(TASK))?)?)
}

/// `result.json`: an answer whose bytes lie elsewhere.
#[derive(Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum Stored {
    Done {
        engine: String,
        settings: serde_json::Value,
        submissions: u32,
        head: Extent,
        body: Extent,
        pairs: Vec<StoredPair>,
        submitted: Vec<NewSubmission>,
        documents: Vec<StoredDocument>,
    },
    Refused {
        reason: String,
    },
}

/// Size of a piece of `blobs`; the pieces follow each other.
type Extent = u64;

#[derive(Serialize, Deserialize)]
struct StoredPair {
    rank: u32,
    left: u32,
    right: u32,
    suspicion: f64,
    body: Extent,
}

#[derive(Serialize, Deserialize)]
struct StoredDocument {
    submission: u32,
    file: u32,
    path: String,
    text: Extent,
    stream: Extent,
}

/// Writes the child's answer. A crash in between leaves no answer.
pub(crate) fn write_answer(folder: &Path, answer: &Answer) -> io::Result<()> {
    let stored = match answer {
        Answer::Refused { reason } => Stored::Refused { reason: reason.clone() },
        Answer::Done(revision, ingest) => store(folder, revision, ingest)?,
    };
    let unfinished = folder.join("result.unfinished");
    fs::write(&unfinished, serde_json::to_vec(&stored)?)?;
    fs::rename(unfinished, folder.join(RESULT))
}

/// Blobs follow each other in the order in which [`load`] asks for them.
fn store(folder: &Path, revision: &NewRevision, ingest: &NewIngest) -> io::Result<Stored> {
    let mut blobs = BufWriter::new(File::create(folder.join(BLOBS))?);
    let mut keep = |packed: &Packed| -> io::Result<Extent> {
        blobs.write_all(packed.as_bytes())?;
        Ok(packed.as_bytes().len() as Extent)
    };
    let head = keep(&revision.head)?;
    let body = keep(&revision.body)?;
    let pair = |pair: &NewPair| {
        let NewPair { rank, left, right, suspicion, ref body } = *pair;
        Ok(StoredPair { rank, left, right, suspicion, body: keep(body)? })
    };
    let pairs = revision.pairs.iter().map(pair).collect::<io::Result<_>>()?;
    let document = |document: &NewDocument| {
        let NewDocument { submission, file, ref path, ref text, ref stream, fingerprints: _ } = *document;
        let text = text.as_ref().map_or(Ok(0), &mut keep)?;
        Ok(StoredDocument { submission, file, path: path.clone(), text, stream: keep(stream)? })
    };
    let documents = ingest.documents.iter().map(document).collect::<io::Result<_>>()?;
    blobs.flush()?;
    Ok(Stored::Done {
        engine: revision.engine.clone(),
        settings: revision.settings.clone(),
        submissions: revision.submissions,
        head,
        body,
        pairs,
        submitted: ingest.submissions.clone(),
        documents,
    })
}

/// Reads the child's answer; `None`: it gave none.
pub(crate) fn read_answer(folder: &Path) -> io::Result<Option<Answer>> {
    let stored = match fs::read(folder.join(RESULT)) {
        Ok(stored) => stored,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match serde_json::from_slice(&stored)? {
        Stored::Refused { reason } => Ok(Some(Answer::Refused { reason })),
        Stored::Done { engine, settings, submissions, head, body, pairs, submitted, documents } => {
            let mut blobs = io::BufReader::new(File::open(folder.join(BLOBS))?);
            let mut load = |extent: Extent| load(&mut blobs, extent);
            let head = load(head)?;
            let body = load(body)?;
            let pair = |pair: StoredPair| {
                let StoredPair { rank, left, right, suspicion, body } = pair;
                Ok(NewPair { rank, left, right, suspicion, body: load(body)? })
            };
            let pairs = pairs.into_iter().map(pair).collect::<io::Result<_>>()?;
            let document = |document: StoredDocument| {
                let StoredDocument { submission, file, path, text, stream } = document;
                let (text, stream) = (Some(load(text)?), load(stream)?);
                Ok(NewDocument { submission, file, path, text, stream, fingerprints: None })
            };
            let documents = documents.into_iter().map(document).collect::<io::Result<_>>()?;
            let archived = Vec::new();
            let revision = NewRevision { engine, settings, submissions, head, body, pairs, archived };
            let ingest = NewIngest { submissions: submitted, documents, runs: Vec::new() };
            Ok(Some(Answer::Done(Box::new(revision), ingest)))
        }
    }
}

fn load(blobs: &mut impl Read, extent: Extent) -> io::Result<Packed> {
    let mut bytes = Vec::new();
    let read = blobs.take(extent).read_to_end(&mut bytes)?;
    if (read as u64) < extent {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Packed::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn done() -> Answer {
        let packed = |text: &str| Packed::pack(text.as_bytes());
        let pair =
            |rank| NewPair { rank, left: 1, right: rank + 1, suspicion: 0.1 + 0.2, body: packed("pair") };
        let document = |file, text| NewDocument {
            submission: 1,
            file,
            path: "ä b.c".into(),
            text: Some(packed(text)),
            stream: packed("stream"),
            fingerprints: None,
        };
        let submission = NewSubmission {
            number: 1,
            name: "s1".into(),
            author: None,
            attempt: Some(2),
            submitted_at: None,
        };
        let revision = NewRevision {
            engine: "0.1.0".into(),
            settings: serde_json::json!({ "cutoff": 10.0 }),
            submissions: 3,
            head: packed("head"),
            body: packed("body"),
            pairs: vec![pair(1), pair(2)],
            archived: Vec::new(),
        };
        let documents = vec![document(0, ""), document(1, "int a;")];
        Answer::Done(
            Box::new(revision),
            NewIngest { submissions: vec![submission], documents, runs: Vec::new() },
        )
    }

    #[test]
    fn answers_survive() {
        let folder = TempDir::new().unwrap();
        assert_eq!(read_answer(folder.path()).unwrap(), None);
        let done = done();
        write_answer(folder.path(), &done).unwrap();
        assert_eq!(read_answer(folder.path()).unwrap(), Some(done));
        let refused = Answer::Refused { reason: "fewer than two submissions".into() };
        write_answer(folder.path(), &refused).unwrap();
        assert_eq!(read_answer(folder.path()).unwrap(), Some(refused));
    }

    #[test]
    fn a_torn_answer_is_an_error_not_a_report() {
        let folder = TempDir::new().unwrap();
        write_answer(folder.path(), &done()).unwrap();
        let blobs = folder.path().join(BLOBS);
        let whole = fs::read(&blobs).unwrap();
        fs::write(&blobs, &whole[..whole.len() - 1]).unwrap();
        assert!(read_answer(folder.path()).is_err());
    }
}
