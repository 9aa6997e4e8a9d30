//! Stores what is known of submissions to other tasks: their fingerprints, or what was common there when the current
//! report was made.

use std::io;
use std::path::Path;

use chaffinch_storage::IndexScheme;
use serde::{Deserialize, Serialize};

use super::blobs::{BlobReader, BlobWriter, Extent};
use super::files::{read_if_any, write_whole};

const ELSEWHERE: &str = "elsewhere.json";
const ELSEWHERE_BLOBS: &str = "elsewhere.blobs";

/// What is known of submissions to other tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// The files of each submission.
    Submissions(Vec<Vec<PackedFile>>),
    /// What a report says.
    Reported {
        /// Number of submissions in which passages were counted.
        submissions: u32,
        /// Passages of the class that are common in them.
        passages: Vec<ReportedPassage>,
    },
}

/// The fingerprints of a file, packed by the `index` crate, and their scheme.
pub(crate) type PackedFile = (IndexScheme, Vec<u8>);

/// A passage of the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReportedPassage {
    /// Number of the submission in the report.
    pub(crate) submission: u32,
    /// Index of the file in the submission.
    pub(crate) file: u32,
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last one.
    pub(crate) end: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "known", rename_all = "lowercase")]
enum Stored {
    Submissions { submissions: Vec<Vec<(IndexScheme, Extent)>> },
    Reported { submissions: u32, passages: Vec<ReportedPassage> },
}

pub(crate) fn write_elsewhere(folder: &Path, elsewhere: &Elsewhere) -> io::Result<()> {
    let stored = match elsewhere {
        Elsewhere::Submissions(submissions) => {
            let mut blobs = BlobWriter::create(folder, ELSEWHERE_BLOBS)?;
            let mut of_file = |(scheme, packed): &PackedFile| Ok((scheme.clone(), blobs.keep(packed)?));
            let submissions = submissions.iter().map(|files| files.iter().map(&mut of_file).collect());
            let submissions = submissions.collect::<io::Result<_>>()?;
            blobs.finish()?;
            Stored::Submissions { submissions }
        }
        Elsewhere::Reported { submissions, passages } => {
            Stored::Reported { submissions: *submissions, passages: passages.clone() }
        }
    };
    write_whole(folder, ELSEWHERE, &stored)
}

/// Returns what the runner has written; `None` if nothing is known.
pub(crate) fn read_elsewhere(folder: &Path) -> io::Result<Option<Elsewhere>> {
    Ok(match read_if_any(folder, ELSEWHERE)? {
        None => None,
        Some(Stored::Reported { submissions, passages }) => {
            Some(Elsewhere::Reported { submissions, passages })
        }
        Some(Stored::Submissions { submissions }) => {
            let mut blobs = BlobReader::open(folder, ELSEWHERE_BLOBS)?;
            let mut of_file = |(scheme, extent)| Ok((scheme, blobs.load(extent)?));
            let submissions =
                submissions.into_iter().map(|files| files.into_iter().map(&mut of_file).collect());
            Some(Elsewhere::Submissions(submissions.collect::<io::Result<_>>()?))
        }
    })
}
