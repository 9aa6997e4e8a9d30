//! Writes and reads the values of the folder, each as one JSON file, which is either complete or absent.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use chaffinch_extract::{Refusal, Survey};
use chaffinch_storage::NewRevision;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Class, Earlier, Elsewhere, Task};

/// A value that has a file in the folder.
pub(crate) trait TaskValue: Serialize + DeserializeOwned {
    /// Name of the file.
    const FILE: &'static str;
}

impl TaskValue for Task {
    const FILE: &'static str = "task.json";
}

/// The answer of a child that reads an upload: a class, or the reason why there is none, as text for the uploader.
pub(crate) type ClassAnswer = Result<Class, String>;

impl TaskValue for ClassAnswer {
    const FILE: &'static str = "class.json";
}

impl TaskValue for Earlier {
    const FILE: &'static str = "earlier.json";
}

impl TaskValue for Elsewhere {
    const FILE: &'static str = "elsewhere.json";
}

/// The answer of a child that compares. The runner knows the review, the earlier submissions and the changes, so they are
/// empty.
impl TaskValue for NewRevision {
    const FILE: &'static str = "report.json";
}

/// The answer of a child that surveys an upload: its content, or the reason why the upload is refused.
impl TaskValue for Result<Survey, Refusal> {
    const FILE: &'static str = "survey.json";
}

/// Writes a value under a temporary name and renames the file when it is complete. A crash in between leaves no file of
/// the final name.
pub(crate) fn write<Value: TaskValue>(folder: &Path, value: &Value) -> io::Result<()> {
    let unfinished = folder.join(format!("{}.unfinished", Value::FILE));
    let mut file = BufWriter::new(File::create(&unfinished)?);
    serde_json::to_writer(&mut file, value)?;
    file.flush()?;
    fs::rename(unfinished, folder.join(Value::FILE))
}

/// Reads a value. Returns `None` if nothing was written.
pub(crate) fn read<Value: TaskValue>(folder: &Path) -> io::Result<Option<Value>> {
    match fs::read(folder.join(Value::FILE)) {
        // From a reader, JSON is parsed byte by byte, and a class may have hundreds of megabytes.
        Ok(json) => Ok(Some(serde_json::from_slice(&json)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{
        Block, Bytes, Document, Found, IndexScheme, NewIngest, NewRun, NewSubmission, Packed, PairRecord,
        Review, SubmissionHeader,
    };
    use chaffinch_submission::{ArchiveLabel, Skipped};
    use tempfile::TempDir;

    use super::*;

    fn ingest() -> NewIngest {
        let packed = |text: &str| Packed::pack(text.as_bytes());
        let scheme = IndexScheme { family: "c".into(), normalizer: 2, format: 1 };
        let document = |file, text: Option<&str>| Document {
            submission: 1,
            file,
            path: "ä b.c".into(),
            text: text.map(packed),
            stream: packed("stream"),
            fingerprints: text.map(|text| (scheme.clone(), Bytes(text.as_bytes().to_vec()))),
        };
        let header = SubmissionHeader { attempt: Some(2), ..SubmissionHeader::named("s1") };
        let block = |first| Block { first, bytes: vec![first as u8; 3] };
        NewIngest {
            submissions: vec![NewSubmission { number: 1, header, reference: None }],
            documents: vec![document(0, Some("")), document(1, None), document(2, Some("int a;"))],
            runs: vec![NewRun {
                scheme: scheme.clone(),
                postings: 9,
                blocks: vec![block(1), block(1 << 47)],
            }],
        }
    }

    fn class() -> Class {
        let skipped = Skipped { submission: None, path: "a.class".into(), reason: "not text".into() };
        Class { ingest: ingest(), skipped: vec![skipped], layouts: vec!["moodle".into()], removed: vec![1] }
    }

    fn revision() -> NewRevision {
        let packed = |text: &str| Packed::pack(text.as_bytes());
        let pair =
            |rank| PairRecord { rank, left: 1, right: rank + 1, suspicion: 0.1 + 0.2, body: packed("pair") };
        NewRevision {
            engine: "0.1.0".into(),
            settings: serde_json::json!({ "cutoff": 10.0 }),
            review: Review::default(),
            submissions: 3,
            head: packed("head"),
            body: packed("body"),
            pairs: vec![pair(1), pair(2)],
            archived: Vec::new(),
            found: Found { counts: serde_json::json!({ "pairs": 3 }), total: 3, beyond: Some(2) },
            changed: None,
            judged: Some(packed("judged")),
        }
    }

    fn check<Value: TaskValue + PartialEq + std::fmt::Debug>(value: &Value) {
        let folder = TempDir::new().unwrap();
        assert_eq!(read::<Value>(folder.path()).unwrap(), None);
        write(folder.path(), value).unwrap();
        assert_eq!(read(folder.path()).unwrap().as_ref(), Some(value));
        let path = folder.path().join(Value::FILE);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(read::<Value>(folder.path()).is_err(), "a torn file is an error");
    }

    #[test]
    fn what_was_written_is_read_again() {
        check(&ClassAnswer::Ok(class()));
        check(&ClassAnswer::Err("fewer than two submissions".into()));
        let label = ArchiveLabel { name: "2024".into(), year: Some(2024), reference: None };
        check(&Earlier { ingest: ingest(), labels: vec![label] });
        check(&revision());
    }
}
