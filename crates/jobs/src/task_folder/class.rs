//! Stores what is compared: the class that a child has read, and the earlier submissions that the runner adds.

use std::io;
use std::path::Path;

use chaffinch_storage::NewIngest;
use chaffinch_submission::{ArchiveLabel, Skipped};
use serde::{Deserialize, Serialize};

use super::blobs::{BlobReader, BlobWriter};
use super::files::{read_if_any, write_whole};
use super::ingest::{self, Extract, StoredIngest};

const CLASS: &str = "class.json";
const CLASS_BLOBS: &str = "class.blobs";
const EARLIER: &str = "earlier.json";
const EARLIER_BLOBS: &str = "earlier.blobs";

/// An upload that was read: everything that is needed to compare it, now or later, without reading it again.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Class {
    /// Submissions in the order of their names, and documents. The documents of submission 0 are starter code.
    pub(crate) ingest: NewIngest,
    /// Files that are listed but not analysed, sorted.
    pub(crate) skipped: Vec<Skipped>,
    /// See [`chaffinch_submission::Batch::layouts`].
    pub(crate) layouts: Vec<String>,
    /// Numbers of submissions whose author was erased. They have no documents.
    pub(crate) removed: Vec<u32>,
}

/// Earlier submissions with the names and the order that they have in the report.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Earlier {
    /// Submissions numbered from 1 in the order of their names, and their documents. The names are unique in the
    /// report.
    pub(crate) ingest: NewIngest,
    /// The archive of each submission.
    pub(crate) labels: Vec<ArchiveLabel>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum StoredClass {
    Read { ingest: StoredIngest, skipped: Vec<StoredSkipped>, layouts: Vec<String>, removed: Vec<u32> },
    Refused { reason: String },
}

#[derive(Serialize, Deserialize)]
struct StoredSkipped {
    submission: Option<String>,
    path: String,
    reason: String,
}

#[derive(Serialize, Deserialize)]
struct StoredEarlier {
    ingest: StoredIngest,
    /// Names and years of the archives.
    labels: Vec<(String, Option<i32>)>,
}

/// Writes the result of reading an upload: a class, or the reason why there is none, as text for the uploader.
pub(crate) fn write_class(folder: &Path, class: &Result<Class, String>) -> io::Result<()> {
    let stored = match class {
        Err(reason) => StoredClass::Refused { reason: reason.clone() },
        Ok(Class { ingest, skipped, layouts, removed }) => {
            let mut blobs = BlobWriter::create(folder, CLASS_BLOBS)?;
            let ingest = ingest::store(&mut blobs, ingest)?;
            blobs.finish()?;
            let stored = |Skipped { submission, path, reason }: &Skipped| StoredSkipped {
                submission: submission.clone(),
                path: path.clone(),
                reason: reason.clone(),
            };
            let skipped = skipped.iter().map(stored).collect();
            StoredClass::Read { ingest, skipped, layouts: layouts.clone(), removed: removed.clone() }
        }
    };
    write_whole(folder, CLASS, &stored)
}

/// The answer of the child that reads an upload: a class, or the reason why there is none, as text for the uploader. `None`
/// if there is no answer.
pub(crate) type ClassAnswer = Option<Result<Class, String>>;

/// Reads what [`write_class`] has written.
pub(crate) fn read_class(folder: &Path) -> io::Result<ClassAnswer> {
    load_class(folder, Extract::Everything)
}

/// Reads the submissions and fingerprints of what [`write_class`] has written, which is a small part of it. Documents
/// have no text and an empty stream.
pub(crate) fn read_fingerprints(folder: &Path) -> io::Result<ClassAnswer> {
    load_class(folder, Extract::Fingerprints)
}

/// Reads what a comparison needs of what [`write_class`] has written: documents without fingerprints, and no postings.
pub(crate) fn read_texts(folder: &Path) -> io::Result<ClassAnswer> {
    load_class(folder, Extract::Texts)
}

fn load_class(folder: &Path, extract: Extract) -> io::Result<ClassAnswer> {
    let (ingest, skipped, layouts, removed) = match read_if_any(folder, CLASS)? {
        None => return Ok(None),
        Some(StoredClass::Refused { reason }) => return Ok(Some(Err(reason))),
        Some(StoredClass::Read { ingest, skipped, layouts, removed }) => (ingest, skipped, layouts, removed),
    };
    let ingest = ingest::load(&mut BlobReader::open(folder, CLASS_BLOBS)?, ingest, extract)?;
    let skipped = skipped.into_iter();
    let skipped = skipped
        .map(|StoredSkipped { submission, path, reason }| Skipped { submission, path, reason })
        .collect();
    Ok(Some(Ok(Class { ingest, skipped, layouts, removed })))
}

pub(crate) fn write_earlier(folder: &Path, earlier: &Earlier) -> io::Result<()> {
    let mut blobs = BlobWriter::create(folder, EARLIER_BLOBS)?;
    let ingest = ingest::store(&mut blobs, &earlier.ingest)?;
    blobs.finish()?;
    let labels = earlier.labels.iter().map(|label| (label.name.clone(), label.year)).collect();
    write_whole(folder, EARLIER, &StoredEarlier { ingest, labels })
}

/// Reads the earlier submissions, which may be none.
pub(crate) fn read_earlier(folder: &Path) -> io::Result<Earlier> {
    let Some(StoredEarlier { ingest, labels }) = read_if_any(folder, EARLIER)? else {
        return Ok(Earlier::default());
    };
    let ingest = ingest::load(&mut BlobReader::open(folder, EARLIER_BLOBS)?, ingest, Extract::Everything)?;
    let labels =
        labels.into_iter().map(|(name, year)| ArchiveLabel { name, year, reference: None }).collect();
    Ok(Earlier { ingest, labels })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chaffinch_storage::{Block, IndexScheme, NewDocument, NewRun, NewSubmission, Packed};
    use tempfile::TempDir;

    use super::*;

    fn ingest() -> NewIngest {
        let packed = |text: &str| Packed::pack(text.as_bytes());
        let scheme = IndexScheme { family: "c".into(), normalizer: 2, format: 1 };
        let document = |file, text: Option<&str>| NewDocument {
            submission: 1,
            file,
            path: "ä b.c".into(),
            text: text.map(packed),
            stream: packed("stream"),
            fingerprints: text.map(|text| (scheme.clone(), text.as_bytes().to_vec())),
        };
        let submission = NewSubmission {
            number: 1,
            name: "s1".into(),
            author: None,
            person: None,
            attempt: Some(2),
            submitted_at: None,
            reference: None,
        };
        let block = |first| Block { first, bytes: vec![first as u8; 3] };
        NewIngest {
            submissions: vec![submission],
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

    #[test]
    fn what_was_read_survives() {
        let folder = TempDir::new().unwrap();
        assert_eq!(read_class(folder.path()).unwrap(), None);
        assert_eq!(read_earlier(folder.path()).unwrap(), Earlier::default());
        for class in [Ok(class()), Err("fewer than two submissions".into())] {
            write_class(folder.path(), &class).unwrap();
            assert_eq!(read_class(folder.path()).unwrap(), Some(class.clone()));
            let compared = class.clone().map(|mut class| {
                class.ingest.runs.clear();
                class.ingest.documents.iter_mut().for_each(|document| document.fingerprints = None);
                class
            });
            assert_eq!(read_texts(folder.path()).unwrap(), Some(compared));
            let looked_up = class.map(|mut class| {
                class.ingest.runs.clear();
                for document in &mut class.ingest.documents {
                    (document.text, document.stream) = (None, Packed::from_bytes(Vec::new()));
                }
                class
            });
            assert_eq!(read_fingerprints(folder.path()).unwrap(), Some(looked_up));
        }
        let label = ArchiveLabel { name: "2024".into(), year: Some(2024), reference: None };
        let earlier = Earlier { ingest: ingest(), labels: vec![label] };
        write_earlier(folder.path(), &earlier).unwrap();
        assert_eq!(read_earlier(folder.path()).unwrap(), earlier);
    }

    #[test]
    fn a_torn_answer_is_an_error_not_a_class() {
        let folder = TempDir::new().unwrap();
        write_class(folder.path(), &Ok(class())).unwrap();
        let blobs = folder.path().join(CLASS_BLOBS);
        let whole = fs::read(&blobs).unwrap();
        fs::write(&blobs, &whole[..whole.len() - 1]).unwrap();
        assert!(read_class(folder.path()).is_err());
    }
}
