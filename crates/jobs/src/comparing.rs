//! The second half of an analysis: a class that was read, with the earlier submissions laid beside it, becomes a report.
//! No source file is read here, so that a report can be made again from what was kept.

use std::io;
use std::path::Path;

use chaffinch_detect::{Options, Progress};
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_report::{ArchiveState, Report};
use chaffinch_storage::{
    AnalysisOptions, NewDocument, NewIngest, NewPair, NewRevision, NewSubmission, Packed, Review,
};
use chaffinch_submission::packed::unpack;
use chaffinch_submission::{
    ArchiveLabel, FileRecord, LineTable, SourceFile, TokenizedFile, TokenizedSubmission,
};
use rayon::prelude::*;

use crate::folder::{self, Class, Earlier};
use crate::names::KnownNames;
use crate::pipeline::{self, Material};

/// Said of an earlier file that was kept by another version of this program, or was damaged since.
const UNREADABLE: &str = "kept in a form that cannot be read any more; not compared";

/// Compares what lies in a folder.
pub(crate) fn compare(
    folder: &Path,
    title: &str,
    revision: u32,
    options: &AnalysisOptions,
    archives: &[ArchiveState],
    progress: &dyn Progress,
) -> io::Result<NewRevision> {
    let Some(Ok(class)) = folder::read_class(folder)? else { return Err(io::ErrorKind::NotFound.into()) };
    let material = material(class, folder::read_earlier(folder)?)?;
    let options = Options {
        common_limit: options.common_limit,
        max_pairs: options.max_pairs as usize,
        pairs_with_matches: options.matches as usize,
        ..Options::DEFAULT
    };
    let mut report = pipeline::compare(&material, &options, title, revision, progress);
    report.settings.archives = archives.to_vec();
    progress.report("storing", 0, 0);
    Ok(packed(&report))
}

/// A file of a submission with its text; an empty one where that was not kept.
type Kept = (u32, TokenizedFile, String);

fn material(class: Class, earlier: Earlier) -> io::Result<Material<String>> {
    let Class { ingest: NewIngest { submissions, documents, .. }, skipped } = class;
    let mut files: Vec<Kept> = documents.par_iter().map(kept).collect::<io::Result<_>>()?;
    let of_class = files.split_off(files.partition_point(|file| file.0 == 0));
    let (handed_out, handed_out_texts) = files.into_iter().map(|(_, file, text)| (file.stream, text)).unzip();
    // One damaged file in an archive must not cost a class its report.
    let or_nothing = |document: &NewDocument| {
        kept(document).unwrap_or_else(|_| (document.submission, unreadable(&document.path), String::new()))
    };
    let others: Vec<Kept> = earlier.ingest.documents.par_iter().map(or_nothing).collect();

    let mut material = Material {
        submissions: Vec::new(),
        ids: Vec::new(),
        texts: Vec::new(),
        handed_out,
        handed_out_texts,
        skipped,
    };
    gather(&mut material, submissions, std::iter::repeat(None), of_class);
    gather(&mut material, earlier.ingest.submissions, earlier.labels.into_iter().map(Some), others);
    Ok(material)
}

/// Puts submissions with their files behind those that are there. Both are by number.
fn gather(
    material: &mut Material<String>,
    submissions: Vec<NewSubmission>,
    labels: impl Iterator<Item = Option<ArchiveLabel>>,
    files: Vec<Kept>,
) {
    let mut files = files.into_iter().peekable();
    for (submission, archive) in submissions.into_iter().zip(labels) {
        let own = std::iter::from_fn(|| files.next_if(|file| file.0 == submission.number));
        let (own, texts) = own.map(|(_, file, text)| (file, text)).unzip();
        material.texts.push(texts);
        material.ids.push(material.ids.len() as u32 + 1);
        material.submissions.push(TokenizedSubmission {
            name: submission.name,
            archive,
            author: submission.author,
            attempt: submission.attempt,
            submitted_at: submission.submitted_at,
            files: own,
        });
    }
}

fn kept(document: &NewDocument) -> io::Result<Kept> {
    let file = unpack(&document.stream.unpack()?, &KnownNames).map_err(io::Error::other)?;
    let text = match &document.text {
        Some(text) => String::from_utf8(text.unpack()?).map_err(io::Error::other)?,
        None => String::new(),
    };
    Ok((document.submission, file, text))
}

/// A file without tokens in the place of one that cannot be read, so that those behind it keep their numbers.
fn unreadable(path: &str) -> TokenizedFile {
    let empty = SourceFile::plain(path, "");
    let record = FileRecord {
        path: empty.path.clone(),
        encoding: empty.encoding,
        cells: None,
        digest: empty.digest,
        bytes: 0,
        lines: LineTable::new(""),
        notes: vec![UNREADABLE.to_owned()],
    };
    TokenizedFile { record, stream: tokenize(&empty, Choice::Auto) }
}

/// Takes a report apart into what pages ask for, and packs it.
fn packed(report: &Report) -> NewRevision {
    let pairs = report
        .pairs
        .par_iter()
        .map(|pair| NewPair {
            rank: pair.rank,
            left: pair.id.left,
            right: pair.id.right,
            suspicion: pair.suspicion,
            body: json(pair),
        })
        .collect();
    NewRevision {
        engine: report.chaffinch.clone(),
        settings: serde_json::to_value(&report.settings).expect(SERIALISES),
        review: Review::default(),
        submissions: report.submissions.len() as u32,
        head: json(&report.head()),
        body: json(report),
        pairs,
        archived: Vec::new(),
    }
}

const SERIALISES: &str = "reports have string keys and finite numbers";

fn json(value: &impl serde::Serialize) -> Packed {
    Packed::pack(&serde_json::to_vec(value).expect(SERIALISES))
}

#[cfg(test)]
mod tests;
