//! Fetches the report and writes it where `compare` would have written it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use zip::ZipArchive;

use super::client::Client;
use super::error::RequestError;
use crate::input::comparison::{ComparisonOptions, DEFAULT_FOLDER, Format};
use crate::terminal::output::{self, Folder};

/// The destination of the report.
pub(super) enum Destination {
    Folder { path: PathBuf, folder: Folder },
    File(PathBuf),
    StandardOutput,
}

impl Destination {
    /// Checks whether the report can be written, before any work is done. Returns `None` if no report was requested.
    pub(super) fn plan(options: &ComparisonOptions) -> anyhow::Result<Option<Self>> {
        let evidence = !options.evidence.is_empty();
        Ok(match (options.format.unwrap_or_default(), &options.output) {
            (_, None) if options.format.is_none() && !evidence => None,
            (Format::Html, output) if !evidence => {
                let path = output.clone().unwrap_or_else(|| DEFAULT_FOLDER.into());
                let folder = Folder::plan(&path, options.force)?;
                Some(Self::Folder { path, folder })
            }
            (_, Some(path)) => Some(Self::File(path.clone())),
            (_, None) => Some(Self::StandardOutput),
        })
    }
}

/// Fetches the report of a batch. Returns where it is; `None` if it went to standard output.
pub(super) async fn fetch_report(
    client: &Client,
    batch: &str,
    options: &ComparisonOptions,
    destination: &Destination,
    patience: Option<Duration>,
) -> anyhow::Result<Option<String>> {
    let path = report_path(batch, options);
    let mut file = client
        .persist(patience, async || download(client, &path, options.report_language.tag()).await)
        .await?;
    match destination {
        Destination::Folder { path, folder } => {
            folder.write(|put| unpack(file, put))?;
            Ok(Some(format!("Open {}", path.join("index.html").display())))
        }
        Destination::File(path) => {
            output::write_file(path, &read_all(&mut file)?)?;
            Ok(Some(format!("See {}", path.display())))
        }
        Destination::StandardOutput => {
            output::print(read_all(&mut file)?)?;
            Ok(None)
        }
    }
}

/// Returns the path of the requested report at the service.
fn report_path(batch: &str, options: &ComparisonOptions) -> String {
    let names = if options.hide_names { "hidden" } else { "shown" };
    if !options.evidence.is_empty() {
        let numbers: Vec<String> = options.evidence.iter().map(u32::to_string).collect();
        return format!("/batches/{batch}/evidence.html?names={names}&submissions={}", numbers.join(","));
    }
    let ending = match options.format.unwrap_or_default() {
        Format::Html => ".zip",
        Format::Csv => ".csv",
        Format::Json | Format::Evidence => "",
    };
    format!("/api/v1/batches/{batch}/report{ending}?names={names}")
}

/// Stores the whole answer in a temporary file without a name, because a folder may be too large for memory.
async fn download(client: &Client, path: &str, language: &str) -> Result<File, RequestError> {
    let mut response = client.get(path, &[("accept-language", language)]).await?;
    let mut file = tempfile::tempfile()?;
    while let Some(piece) = response.chunk().await? {
        file.write_all(&piece)?;
    }
    file.rewind()?;
    Ok(file)
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks the folder in the archive. Attack: a false service sends paths that lead elsewhere.
fn unpack(file: File, put: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut archive = ZipArchive::new(file)?;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?;
        if entry.is_dir() {
            continue;
        }
        let path = entry.enclosed_name().and_then(|path| {
            let below = path.components().skip(1).collect::<PathBuf>();
            below.to_str().filter(|path| !path.is_empty()).map(str::to_owned)
        });
        let path =
            path.ok_or_else(|| io::Error::other("the downloaded archive has a file outside its folder"))?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        put(&path, &bytes)?;
    }
    Ok(())
}
