//! The sample class inside the binary, which a new account can compare without files of its own.

use std::io;
use std::path::Path;

use chaffinch_storage::{Accepted, PartKind};
use rust_embed::RustEmbed;

use super::batch::{RequestKey, accept_received};
use super::fields::{BATCH, Fields};
use super::upload::{FILE_COST, File, Received};
use crate::app::App;
use crate::error::WebError;
use crate::http::blocking::blocking;
use crate::http::guard::Admitted;

/// Title of the comparison.
const TITLE: &str = "Sample";
/// Folder of the students' work in the samples.
const SUBMISSIONS: &str = "submissions/";
/// Folder of the starter code in the samples.
const HANDOUT: &str = "handout/";

/// The files of `/samples`.
#[derive(RustEmbed)]
#[folder = "../../samples"]
struct Samples;

/// Compares the samples in the account's personal course, as if it had uploaded them. Returns the same comparison again
/// as long as it exists.
pub(crate) async fn open_sample(app: &App, who: &Admitted) -> Result<Accepted, WebError> {
    let mut fields = Fields::new(&BATCH);
    fields.set("title", TITLE)?;
    fields.set("archives", "none")?;
    let folder = tempfile::Builder::new()
        .prefix("chaffinch-sample-")
        .tempdir_in(app.settings.spool.path())
        .map_err(WebError::of_disk)?;
    let mut reservation = app.settings.spool.reserve(who.actor.account.id.0);
    let sizes = Samples::iter().filter_map(|path| Some(Samples::get(&path)?.data.len() as u64 + FILE_COST));
    reservation.grow(sizes.sum())?;
    let place = folder.path().to_owned();
    let (files, bytes) = blocking(move || write(&place).map_err(WebError::of_disk)).await?;
    let received = Received::new(files, bytes, folder, reservation);
    accept_received(app, who, RequestKey::Derived("sample-"), &fields, &received).await
}

/// Writes the samples to a folder, as the parts of an upload: one archive, and the files of starter code.
fn write(folder: &Path) -> io::Result<(Vec<File>, u64)> {
    let mut tar = tar::Builder::new(Vec::new());
    let mut files = Vec::new();
    let mut bytes = 0;
    let mut add = |kind, name: String, content: &[u8]| {
        let path = folder.join(files.len().to_string());
        std::fs::write(&path, content)?;
        bytes += content.len() as u64;
        files.push(File { kind, name, path, digest: *blake3::hash(content).as_bytes() });
        io::Result::Ok(())
    };
    // Sorted, so that the archive is the same each time.
    let mut paths: Vec<_> = Samples::iter().collect();
    paths.sort();
    for path in paths {
        let Some(file) = Samples::get(&path) else { continue };
        if let Some(name) = path.strip_prefix(HANDOUT) {
            add(PartKind::Boilerplate, name.to_owned(), &file.data)?;
        } else if let Some(name) = path.strip_prefix(SUBMISSIONS) {
            let mut header = tar::Header::new_gnu();
            header.set_size(file.data.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, &*file.data)?;
        }
    }
    add(PartKind::Submissions, format!("{TITLE}.tar"), &tar.into_inner()?)?;
    Ok((files, bytes))
}
