//! Stores the answer of a child that compares: a report that is ready to be committed.

use std::io;
use std::path::Path;

use chaffinch_storage::{Found, NewPair, NewRevision, Review};
use serde::{Deserialize, Serialize};

use super::blobs::{BlobReader, BlobWriter, Extent};
use super::files::{read_if_any, write_whole};

const REPORT: &str = "report.json";
const REPORT_BLOBS: &str = "report.blobs";

#[derive(Serialize, Deserialize)]
struct StoredReport {
    engine: String,
    settings: serde_json::Value,
    submissions: u32,
    head: Extent,
    body: Extent,
    pairs: Vec<StoredPair>,
    found: Found,
    judged: Option<Extent>,
}

#[derive(Serialize, Deserialize)]
struct StoredPair {
    rank: u32,
    left: u32,
    right: u32,
    suspicion: f64,
    body: Extent,
}

/// Writes a report. The runner knows its options and where its earlier submissions are stored, so these are not
/// written.
pub(crate) fn write_report(folder: &Path, revision: &NewRevision) -> io::Result<()> {
    let mut blobs = BlobWriter::create(folder, REPORT_BLOBS)?;
    let head = blobs.keep(revision.head.as_bytes())?;
    let body = blobs.keep(revision.body.as_bytes())?;
    let mut pair = |pair: &NewPair| {
        let NewPair { rank, left, right, suspicion, ref body } = *pair;
        Ok(StoredPair { rank, left, right, suspicion, body: blobs.keep(body.as_bytes())? })
    };
    let pairs = revision.pairs.iter().map(&mut pair).collect::<io::Result<_>>()?;
    let judged = revision.judged.as_ref().map(|judged| blobs.keep(judged.as_bytes())).transpose()?;
    blobs.finish()?;
    let stored = StoredReport {
        engine: revision.engine.clone(),
        settings: revision.settings.clone(),
        submissions: revision.submissions,
        head,
        body,
        pairs,
        found: revision.found.clone(),
        judged,
    };
    write_whole(folder, REPORT, &stored)
}

/// Reads what [`write_report`] has written. Returns `None` if nothing was written.
pub(crate) fn read_report(folder: &Path) -> io::Result<Option<NewRevision>> {
    let Some(stored) = read_if_any(folder, REPORT)? else { return Ok(None) };
    let StoredReport { engine, settings, submissions, head, body, pairs, found, judged } = stored;
    let mut blobs = BlobReader::open(folder, REPORT_BLOBS)?;
    let head = blobs.load_packed(head)?;
    let body = blobs.load_packed(body)?;
    let pair = |pair: StoredPair| {
        let StoredPair { rank, left, right, suspicion, body } = pair;
        Ok(NewPair { rank, left, right, suspicion, body: blobs.load_packed(body)? })
    };
    let pairs = pairs.into_iter().map(pair).collect::<io::Result<_>>()?;
    let judged = judged.map(|judged| blobs.load_packed(judged)).transpose()?;
    let (review, archived) = (Review::default(), Vec::new());
    Ok(Some(NewRevision {
        engine,
        settings,
        review,
        submissions,
        head,
        body,
        pairs,
        archived,
        found,
        changed: None,
        judged,
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chaffinch_storage::Packed;
    use tempfile::TempDir;

    use super::*;

    fn revision() -> NewRevision {
        let packed = |text: &str| Packed::pack(text.as_bytes());
        let pair =
            |rank| NewPair { rank, left: 1, right: rank + 1, suspicion: 0.1 + 0.2, body: packed("pair") };
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

    #[test]
    fn reports_survive() {
        let folder = TempDir::new().unwrap();
        assert_eq!(read_report(folder.path()).unwrap(), None);
        write_report(folder.path(), &revision()).unwrap();
        assert_eq!(read_report(folder.path()).unwrap(), Some(revision()));
    }

    #[test]
    fn a_torn_answer_is_an_error_not_a_report() {
        let folder = TempDir::new().unwrap();
        write_report(folder.path(), &revision()).unwrap();
        let blobs = folder.path().join(REPORT_BLOBS);
        let whole = fs::read(&blobs).unwrap();
        fs::write(&blobs, &whole[..whole.len() - 1]).unwrap();
        assert!(read_report(folder.path()).is_err());
    }
}
