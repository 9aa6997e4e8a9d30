//! Stores what is known of work elsewhere that somebody named: the fingerprints of submissions, or what an earlier report
//! says of them.

use std::io;
use std::path::Path;

use chaffinch_report::WorkSource;
use chaffinch_storage::IndexScheme;
use serde::{Deserialize, Serialize};

use super::blobs::{BlobReader, BlobWriter, Extent};
use super::files::{read_if_any, write_whole};

const ELSEWHERE: &str = "elsewhere.json";
const ELSEWHERE_BLOBS: &str = "elsewhere.blobs";

/// What is known of work elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Elsewhere<File = PackedFile> {
    /// The numbers of the submissions of the class, and who handed them in.
    pub(crate) people: Vec<(u32, u32)>,
    /// Work whose common passages are ignored.
    pub(crate) background: KnownWork<File>,
    /// Work that is ignored for those who handed it in.
    pub(crate) own_work: KnownWork<File>,
}

/// Some sources, and what is known of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct KnownWork<File = PackedFile> {
    /// The sources. Their people are not counted yet if the submissions are known.
    pub(crate) sources: Vec<WorkSource>,
    /// What is known of them.
    pub(crate) known: Known<File>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Known<File> {
    /// The submissions.
    Submissions(Vec<OtherSubmission<File>>),
    /// What a report says.
    Reported {
        /// Number of submissions in which passages were counted.
        submissions: u32,
        /// Passages of the class.
        passages: Vec<ReportedPassage>,
    },
}

/// A submission elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OtherSubmission<File = PackedFile> {
    /// Index of its source.
    pub(crate) source: u32,
    /// Who handed it in: a number as in [`Elsewhere::people`].
    pub(crate) person: u32,
    pub(crate) files: Vec<File>,
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
    /// Index of the source, if it is one.
    pub(crate) source: u32,
}

impl<File> Default for KnownWork<File> {
    fn default() -> Self {
        Self { sources: Vec::new(), known: Known::Submissions(Vec::new()) }
    }
}

impl<File> Default for Elsewhere<File> {
    fn default() -> Self {
        Self { people: Vec::new(), background: KnownWork::default(), own_work: KnownWork::default() }
    }
}

impl<File> Elsewhere<File> {
    /// Replaces each file.
    fn map<Other>(self, mut file: impl FnMut(File) -> io::Result<Other>) -> io::Result<Elsewhere<Other>> {
        Ok(Elsewhere {
            people: self.people,
            background: self.background.map(&mut file)?,
            own_work: self.own_work.map(&mut file)?,
        })
    }
}

impl<File> KnownWork<File> {
    fn map<Other>(self, file: &mut impl FnMut(File) -> io::Result<Other>) -> io::Result<KnownWork<Other>> {
        let mut submission = |OtherSubmission { source, person, files }: OtherSubmission<File>| {
            let files = files.into_iter().map(&mut *file).collect::<io::Result<_>>()?;
            Ok(OtherSubmission { source, person, files })
        };
        let known = match self.known {
            Known::Submissions(all) => {
                Known::Submissions(all.into_iter().map(&mut submission).collect::<io::Result<_>>()?)
            }
            Known::Reported { submissions, passages } => Known::Reported { submissions, passages },
        };
        Ok(KnownWork { sources: self.sources, known })
    }
}

pub(crate) fn write_elsewhere(folder: &Path, elsewhere: Elsewhere) -> io::Result<()> {
    let mut blobs = BlobWriter::create(folder, ELSEWHERE_BLOBS)?;
    let stored: Elsewhere<(IndexScheme, Extent)> =
        elsewhere.map(|(scheme, packed)| Ok((scheme, blobs.keep(&packed)?)))?;
    blobs.finish()?;
    write_whole(folder, ELSEWHERE, &stored)
}

/// Returns what the runner has written; nothing if there is no such file.
pub(crate) fn read_elsewhere(folder: &Path) -> io::Result<Elsewhere> {
    let Some(stored) = read_if_any::<Elsewhere<(IndexScheme, Extent)>>(folder, ELSEWHERE)? else {
        return Ok(Elsewhere::default());
    };
    let mut blobs = BlobReader::open(folder, ELSEWHERE_BLOBS)?;
    stored.map(|(scheme, extent)| Ok((scheme, blobs.load(extent)?)))
}
