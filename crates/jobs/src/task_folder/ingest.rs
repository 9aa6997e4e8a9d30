//! Stores submissions with their documents and postings in the folder.

use std::io;

use chaffinch_storage::{Block, IndexScheme, NewDocument, NewIngest, NewRun, NewSubmission, Packed};
use serde::{Deserialize, Serialize};

use super::blobs::{BlobReader, BlobWriter, Extent};

#[derive(Serialize, Deserialize)]
pub(super) struct StoredIngest {
    submissions: Vec<NewSubmission>,
    documents: Vec<StoredDocument>,
    runs: Vec<StoredRun>,
}

#[derive(Serialize, Deserialize)]
struct StoredDocument {
    submission: u32,
    file: u32,
    path: String,
    text: Option<Extent>,
    stream: Extent,
    fingerprints: Option<(IndexScheme, Extent)>,
}

#[derive(Serialize, Deserialize)]
struct StoredRun {
    scheme: IndexScheme,
    postings: u64,
    blocks: Vec<(u64, Extent)>,
}

/// Writes the bytes in the order in which [`load`] reads them.
pub(super) fn store(blobs: &mut BlobWriter, ingest: &NewIngest) -> io::Result<StoredIngest> {
    let NewIngest { submissions, documents, runs } = ingest;
    let mut document = |document: &NewDocument| {
        let NewDocument { submission, file, path, text, stream, fingerprints } = document;
        Ok(StoredDocument {
            submission: *submission,
            file: *file,
            path: path.clone(),
            text: text.as_ref().map(|text| blobs.keep(text.as_bytes())).transpose()?,
            stream: blobs.keep(stream.as_bytes())?,
            fingerprints: match fingerprints {
                Some((scheme, bytes)) => Some((scheme.clone(), blobs.keep(bytes)?)),
                None => None,
            },
        })
    };
    let documents = documents.iter().map(&mut document).collect::<io::Result<_>>()?;
    let mut run = |run: &NewRun| {
        let blocks = run.blocks.iter().map(|block| Ok((block.first, blobs.keep(&block.bytes)?)));
        let blocks = blocks.collect::<io::Result<_>>()?;
        Ok(StoredRun { scheme: run.scheme.clone(), postings: run.postings, blocks })
    };
    let runs = runs.iter().map(&mut run).collect::<io::Result<_>>()?;
    Ok(StoredIngest { submissions: submissions.clone(), documents, runs })
}

/// What of an ingest is loaded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extract {
    Everything,
    /// Only what look-ups need. Documents have no text, an empty stream and no postings.
    Fingerprints,
    /// Only what a comparison needs: no fingerprints and no postings.
    Texts,
}

pub(super) fn load(blobs: &mut BlobReader, stored: StoredIngest, extract: Extract) -> io::Result<NewIngest> {
    let StoredIngest { submissions, documents, runs } = stored;
    let is_wanted = extract != Extract::Fingerprints;
    let packed = |blobs: &mut BlobReader, extent| {
        if is_wanted {
            blobs.load_packed(extent)
        } else {
            blobs.skip(extent).map(|()| Packed::from_bytes(Vec::new()))
        }
    };
    let mut document = |document: StoredDocument| {
        let StoredDocument { submission, file, path, text, stream, fingerprints } = document;
        Ok(NewDocument {
            submission,
            file,
            path,
            text: text.map(|text| packed(blobs, text)).transpose()?.filter(|_| is_wanted),
            stream: packed(blobs, stream)?,
            fingerprints: match fingerprints {
                Some((_, extent)) if extract == Extract::Texts => {
                    blobs.skip(extent)?;
                    None
                }
                Some((scheme, extent)) => Some((scheme, blobs.load(extent)?)),
                None => None,
            },
        })
    };
    let documents = documents.into_iter().map(&mut document).collect::<io::Result<_>>()?;
    let mut run = |run: StoredRun| {
        let StoredRun { scheme, postings, blocks } = run;
        let block = |(first, extent)| Ok(Block { first, bytes: blobs.load(extent)? });
        Ok(NewRun { scheme, postings, blocks: blocks.into_iter().map(block).collect::<io::Result<_>>()? })
    };
    let runs = runs
        .into_iter()
        .filter(|_| extract == Extract::Everything)
        .map(&mut run)
        .collect::<io::Result<_>>()?;
    Ok(NewIngest { submissions, documents, runs })
}
