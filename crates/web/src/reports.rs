//! Stored reports become values again, off the threads that answer requests.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::Path;

use chaffinch_report::{Pair, Report, Sources, export, hide_names};
use chaffinch_storage::{Batch, Packed, PairRecord, Source};

use crate::app::App;
use crate::error::WebError;

/// Does what takes more than a moment where it holds up nobody else.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, WebError> + Send + 'static,
) -> Result<T, WebError> {
    let span = tracing::Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(work)).await {
        Ok(result) => result,
        Err(failed) => Err(match failed.try_into_panic() {
            Ok(cause) => WebError::panic(&*cause),
            Err(cancelled) => WebError::internal(cancelled),
        }),
    }
}

/// Refuses where no report was made.
pub(crate) fn must_exist(batch: &Batch) -> Result<(), WebError> {
    match batch.revision {
        Some(_) => Ok(()),
        None => Err(WebError::NoReport { status: batch.status.name() }),
    }
}

/// The whole report as it is stored.
pub(crate) async fn body(app: &App, batch: &Batch, revision: Option<u32>) -> Result<Packed, WebError> {
    must_exist(batch)?;
    app.storage.report_body(batch.id, revision).await?.ok_or(WebError::NotFound)
}

/// The report without matches, which pages are made of. Whatever else a page reads is asked for by [`Batch::current`], too:
/// it belongs together, whichever revision becomes the current one meanwhile.
pub(crate) async fn head(app: &App, batch: &Batch) -> Result<Packed, WebError> {
    must_exist(batch)?;
    app.storage.report_head(batch.id, batch.current()).await?.ok_or(WebError::NotFound)
}

/// A stored report, head or whole.
pub(crate) fn parsed(packed: &Packed) -> Result<Report, WebError> {
    let json = packed.unpack().map_err(WebError::internal)?;
    serde_json::from_slice(&json).map_err(WebError::internal)
}

/// A stored pair.
pub(crate) fn pair(record: &PairRecord) -> Result<Pair, WebError> {
    let json = record.body.unpack().map_err(WebError::internal)?;
    serde_json::from_slice(&json).map_err(WebError::internal)
}

/// Texts as pages want them.
pub(crate) fn sources(stored: &[(u32, Vec<Source>)]) -> Result<Sources<'static>, WebError> {
    let mut sources = Sources::new();
    for (submission, files) in stored {
        if files.is_empty() {
            sources.remove(*submission);
        }
        for file in files {
            let Some(packed) = &file.text else { continue };
            let text = String::from_utf8(packed.unpack().map_err(WebError::internal)?)
                .map_err(WebError::internal)?;
            sources.insert(*submission, file.file, text);
        }
    }
    Ok(sources)
}

/// A report with the pairs and texts that were read for it, and without names if so asked.
pub(crate) fn assembled(
    mut report: Report,
    pairs: &[PairRecord],
    stored: &[(u32, Vec<Source>)],
    hide: bool,
) -> Result<(Report, Sources<'static>), WebError> {
    for record in pairs {
        let pair = self::pair(record)?;
        if let Some(listed) = report.pairs.iter_mut().find(|listed| listed.id == pair.id) {
            *listed = pair;
        }
    }
    let sources = sources(stored)?;
    Ok(if hide { hide_names(&report, &sources, &[]) } else { (report, sources) })
}

/// The whole report without names. Its offsets are those of the texts without names.
pub(crate) async fn nameless(
    app: &App,
    batch: &Batch,
    revision: Option<u32>,
) -> Result<(Report, Sources<'static>), WebError> {
    let (report, stored) = whole(app, batch, revision).await?;
    blocking(move || assembled(report, &[], &stored, true)).await
}

async fn whole(
    app: &App,
    batch: &Batch,
    revision: Option<u32>,
) -> Result<(Report, Vec<(u32, Vec<Source>)>), WebError> {
    let body = body(app, batch, revision).await?;
    let report = blocking(move || parsed(&body)).await?;
    let ids: Vec<u32> = report.submissions.iter().map(|submission| submission.id).collect();
    let stored = stored_sources(app, batch, revision, &ids).await?;
    Ok((report, stored))
}

/// The stored texts of some submissions.
pub(crate) async fn stored_sources(
    app: &App,
    batch: &Batch,
    revision: Option<u32>,
    submissions: &[u32],
) -> Result<Vec<(u32, Vec<Source>)>, WebError> {
    let mut stored = Vec::new();
    for &submission in submissions {
        stored.push((submission, app.storage.sources(batch.id, revision, submission).await?));
    }
    Ok(stored)
}

/// The exported folder as a zip, in a file that is gone once it is read: it may be larger than memory should hold.
pub(crate) async fn folder(
    app: &App,
    batch: &Batch,
    revision: Option<u32>,
    hide: bool,
) -> Result<File, WebError> {
    let (report, stored) = whole(app, batch, revision).await?;
    let spool = app.settings.spool.clone();
    blocking(move || {
        let (report, sources) = assembled(report, &[], &stored, hide)?;
        zipped(&report, &sources, &spool).map_err(WebError::internal)
    })
    .await
}

/// One folder in the zip, so that unpacking it litters nothing.
const FOLDER: &str = "chaffinch-report";

fn zipped(report: &Report, sources: &Sources, spool: &Path) -> io::Result<File> {
    let mut zip = zip::ZipWriter::new(BufWriter::new(tempfile::tempfile_in(spool)?));
    // No times: the same report gives the same bytes.
    let options = zip::write::SimpleFileOptions::default();
    export(report, sources, &mut |path, bytes| {
        zip.start_file(format!("{FOLDER}/{path}"), options)?;
        zip.write_all(bytes)
    })?;
    let mut file = zip.finish()?.into_inner()?;
    file.rewind()?;
    Ok(file)
}
