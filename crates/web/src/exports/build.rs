//! Which file of a report is requested, and how each kind is built from the stored report, on a thread that may block. Data
//! is streamed rather than held in memory where possible. Work stops at the next piece when no request waits for the file
//! any more.

use std::cell::OnceCell;
use std::io::{self, Read, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use chaffinch_pages::{Locale, export};
use chaffinch_report::{NameHider, PseudonymKey, Report, Sources, write_csv};
use chaffinch_storage::{Batch, BatchId, Packed, ReportVersion, SourceText, Storage, StorageError};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::error::{Result, WebError};
use crate::exports::file::{FileSpace, SpoolFile, SpoolWriter, abandoned, alive};
use crate::services::reports::{must_exist, text};

/// The format of an exported report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ExportFormat {
    Json,
    Csv,
    Zip,
}

impl ExportFormat {
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Zip => "zip",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Zip => "application/zip",
        }
    }
}

/// Identifies one exported file: the report, its version, the format, whether names are hidden, and
/// the language of its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExportKey {
    pub(crate) batch: BatchId,
    pub(crate) version: ReportVersion,
    pub(crate) kind: ExportFormat,
    /// The key of the pseudonyms, if names are hidden.
    pub(crate) hide: Option<PseudonymKey>,
    /// Whether it is for people with a shared link, who do not learn where passages are common.
    pub(crate) shared: bool,
    /// Tag of the language of the pages. English for a format without pages.
    pub(crate) language: &'static str,
}

impl ExportKey {
    /// Returns the key of a file of this report in its present version.
    pub(crate) async fn load(
        storage: &dyn Storage,
        batch: &Batch,
        revision: Option<u32>,
        kind: ExportFormat,
        hide: Option<PseudonymKey>,
        locale: Locale,
    ) -> Result<Self> {
        must_exist(batch)?;
        let version = storage.report_version(batch.id, revision).await?.ok_or(WebError::NotFound)?;
        let locale = if kind == ExportFormat::Zip { locale } else { Locale::english() };
        Ok(Self { batch: batch.id, version, kind, hide, shared: false, language: locale.tag() })
    }

    /// Returns a hash that is equal for equal files of this version of Chaffinch, and differs for all others.
    pub(crate) fn digest(&self) -> blake3::Hash {
        blake3::hash(format!("{} {self:?}", env!("CARGO_PKG_VERSION")).as_bytes())
    }

    /// Returns whether `self` and `other` are the same file in different report versions.
    pub(super) fn replaces(&self, other: &Self) -> bool {
        (self.batch, self.version.revision, self.kind, self.hide, self.shared, self.language)
            == (other.batch, other.version.revision, other.kind, other.hide, other.shared, other.language)
    }
}

/// The single top-level folder of the zip, so that unpacking it does not scatter files.
const FOLDER: &str = "chaffinch-report";

/// What a build needs of the service.
pub(crate) struct ExportContext {
    pub(crate) storage: Arc<dyn Storage>,
    /// The folder of the files.
    pub(crate) folder: PathBuf,
    /// Cancelled when the process is asked to end.
    pub(crate) shutdown: CancellationToken,
}

/// One build of a file.
pub(super) struct ExportBuild {
    context: ExportContext,
    wanted: ExportKey,
    cancel: CancellationToken,
    runtime: Handle,
}

impl ExportBuild {
    /// Must be called inside the Tokio runtime, because it keeps a handle to it.
    pub(super) fn new(context: ExportContext, wanted: ExportKey, cancel: CancellationToken) -> Self {
        Self { context, wanted, cancel, runtime: Handle::current() }
    }

    /// Builds the file. `room` counts its bytes on disk.
    pub(super) fn file(&self, room: FileSpace) -> Result<SpoolFile> {
        let refused = OnceCell::new();
        let out = SpoolWriter::new(&self.context.folder, self.cancel.clone(), room, &refused);
        let made = match (self.wanted.kind, self.wanted.hide) {
            (ExportFormat::Json, None) if !self.wanted.shared => self.stored_json(out),
            (ExportFormat::Json, hide) => self.json(out, hide),
            (ExportFormat::Csv, hide) => self.csv(out, hide),
            (ExportFormat::Zip, hide) => self.zip(out, hide),
        };
        refused.into_inner().map_or(made, Err)
    }

    fn stored_json(&self, mut out: SpoolWriter<'_>) -> Result<SpoolFile> {
        let body = self.body()?;
        io::copy(&mut body.reader().map_err(WebError::internal)?, &mut out).map_err(WebError::internal)?;
        out.finish().map_err(WebError::internal)
    }

    /// Writes the JSON report as its readers may know it. To hide names, it reads the texts of one submission at a time,
    /// and of each text it keeps only the positions of hidden names.
    fn json(&self, mut out: SpoolWriter<'_>, hide: Option<PseudonymKey>) -> Result<SpoolFile> {
        let mut report = self.parsed(&self.body()?)?;
        if let Some(key) = hide {
            let mut hiding = NameHider::new(&report, key, &[]);
            for submission in &report.submissions {
                for source in self.sources(submission.id)? {
                    let Some(text) = text(&source)? else { continue };
                    self.go_on()?;
                    hiding.text(submission.id, source.file, &text);
                }
            }
            report = hiding.report(report);
        }
        report.write_json(&mut out).map_err(WebError::internal)?;
        out.finish().map_err(WebError::internal)
    }

    /// Writes the pairs as CSV. The table has no matches, so the report without them is enough.
    fn csv(&self, mut out: SpoolWriter<'_>, hide: Option<PseudonymKey>) -> Result<SpoolFile> {
        let head = self
            .read(self.context.storage.report_head(self.wanted.batch, Some(self.wanted.version.revision)))?;
        let report = self.parsed(&head.ok_or(WebError::NotFound)?)?;
        let report = match hide {
            Some(key) => NameHider::new(&report, key, &[]).report(report),
            None => report,
        };
        write_csv(&report, &mut out).map_err(WebError::internal)?;
        out.finish().map_err(WebError::internal)
    }

    fn zip(&self, out: SpoolWriter<'_>, hide: Option<PseudonymKey>) -> Result<SpoolFile> {
        let report = self.parsed(&self.body()?)?;
        let mut hiding = hide.map(|key| NameHider::new(&report, key, &[]));
        let mut sources = Sources::new();
        for submission in &report.submissions {
            let files = self.sources(submission.id)?;
            if files.is_empty() {
                sources.remove(hide.map_or(submission.id, |key| key.code(submission.id)));
            }
            for file in files {
                let Some(text) = text(&file)? else { continue };
                self.go_on()?;
                let (at, text) = match &mut hiding {
                    Some(hiding) => {
                        let text = hiding.text(submission.id, file.file, &text);
                        (hiding.place(submission.id, file.file), text)
                    }
                    None => ((submission.id, file.file), text),
                };
                sources.insert(at.0, at.1, text);
            }
        }
        let report = match hiding {
            Some(hiding) => hiding.report(report),
            None => report,
        };
        let mut zip = zip::ZipWriter::new(out);
        // Entries have no modification times, so that the same report gives the same bytes.
        let options = zip::write::SimpleFileOptions::default();
        let locale = Locale::from_tag(self.wanted.language).unwrap_or_else(Locale::english);
        export(locale, &report, &sources, &mut |path, bytes| {
            zip.start_file(format!("{FOLDER}/{path}"), options)?;
            zip.write_all(bytes)
        })
        .map_err(WebError::internal)?;
        let out = zip.finish().map_err(io::Error::from).map_err(WebError::internal)?;
        out.finish().map_err(WebError::internal)
    }

    fn body(&self) -> Result<Packed> {
        let body = self
            .read(self.context.storage.report_body(self.wanted.batch, Some(self.wanted.version.revision)))?;
        body.ok_or(WebError::NotFound)
    }

    fn sources(&self, submission: u32) -> Result<Vec<SourceText>> {
        self.read(self.context.storage.sources(
            self.wanted.batch,
            Some(self.wanted.version.revision),
            submission,
        ))
    }

    fn go_on(&self) -> Result<()> {
        alive(&self.cancel).map_err(WebError::internal)
    }

    /// Waits for the database, but only as long as a request waits for the file.
    fn read<T>(&self, reading: impl Future<Output = Result<T, StorageError>>) -> Result<T> {
        self.runtime.block_on(async {
            tokio::select! {
                read = reading => Ok(read?),
                () = self.cancel.cancelled() => Err(WebError::internal(abandoned())),
            }
        })
    }

    fn parsed(&self, packed: &Packed) -> Result<Report> {
        let json = packed.reader().map_err(WebError::internal)?;
        let mut json = CancellableReader { json, cancel: &self.cancel };
        let mut report = Report::read_json(&mut json).map_err(WebError::internal)?;
        if self.wanted.shared {
            report.settings.remove_sources();
        }
        Ok(report)
    }
}

/// A reader that fails when no request waits for the file any more.
struct CancellableReader<'a, R> {
    json: R,
    cancel: &'a CancellationToken,
}

impl<R: Read> Read for CancellableReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        alive(self.cancel)?;
        self.json.read(into)
    }
}
