//! Changes of batches: their title, further reports under other settings, deletion. For the API and the pages.

use std::collections::BTreeMap;

use chaffinch_storage::{
    Batch, Change as Changes, Idempotency, JobId, MAX_TEMPLATES, Owner, Review, SourceText, TemplateRegion,
};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError, or_not_found};
use crate::http::admitted::Admitted;
use crate::intake::{self, Fields};
use crate::limits::fair_queue::PageTurn;
use crate::services::reports::{self, must_exist};

/// Requests another report of the stored data. The caller must have the right to change the course of the batch.
pub(crate) async fn rescore(
    who: &Admitted,
    batch: &Batch,
    review: &Review,
    once: Option<Idempotency>,
) -> Result<Batch> {
    must_exist(batch)?;
    review.cutoff.map(intake::check_cutoff).transpose()?;
    if review.templates.len() > MAX_TEMPLATES {
        return Err(WebError::field(
            "templates",
            format!("has {} passages, more than the limit of {MAX_TEMPLATES}", review.templates.len()),
        ));
    }
    templates_exist(who, batch, Changes::between(&batch.review(), review).templates_added).await?;
    let by = who.by();
    let accepted = who.app.storage.rescore_once(batch.id, JobId::new(by.at), review, once, &by).await?;
    Ok(accepted.batch().clone())
}

/// Returns the comparisons and archives with these ids as the background of a further report. Those of the current one may
/// have been deleted since, or may be in a course that the account has left: what they have in common stays known.
pub(crate) async fn background(who: &Admitted, batch: &Batch, listed: &[Uuid]) -> Result<Vec<Owner>> {
    let current = batch.review().background;
    if current.iter().map(|owner| owner.id()).eq(listed.iter().copied()) {
        return Ok(current);
    }
    if listed.contains(&batch.id.0) {
        return Err(WebError::field("background", "names this comparison itself"));
    }
    let listed: Vec<String> = listed.iter().map(Uuid::to_string).collect();
    intake::sources(who, "background", listed.iter().map(String::as_str)).await
}

/// Checks that these passages are in files of the current report.
async fn templates_exist(who: &Admitted, batch: &Batch, regions: Vec<TemplateRegion>) -> Result<()> {
    if regions.is_empty() {
        return Ok(());
    }
    let turn = who.app.auth.page(who.caller()).await?;
    let head = reports::head(&*who.app.storage, batch).await?;
    turn.run(move || {
        let report = reports::parsed(&head)?;
        for region in regions {
            let submission = report.submissions.iter().find(|one| one.id == region.submission);
            let file = submission.and_then(|one| one.files.iter().find(|file| file.file == region.file));
            if submission.is_some_and(|one| one.archive.is_some()) {
                let number = region.submission;
                return Err(WebError::field(
                    "templates",
                    format!("names submission {number}, which is archived; name the side of the batch"),
                ));
            }
            let Some(file) = file else {
                let TemplateRegion { submission, file, .. } = region;
                return Err(WebError::field(
                    "templates",
                    format!("names file {file} of submission {submission}, which is not in the report"),
                ));
            };
            if region.end_byte <= region.start_byte || u64::from(file.bytes) < u64::from(region.end_byte) {
                let TemplateRegion { start_byte, end_byte, .. } = region;
                return Err(WebError::field(
                    "templates",
                    format!("names bytes {start_byte} to {end_byte} of a file that has {} bytes", file.bytes),
                ));
            }
        }
        Ok(())
    })
    .await
}

/// The first and last lines of passages whose texts are still stored.
type TemplateLines = BTreeMap<TemplateRegion, (usize, usize)>;

/// Finds the lines of passages. It holds one submission packed and one of its files unpacked at a time.
pub(crate) async fn template_lines(
    app: &App,
    turn: &PageTurn,
    batch: &Batch,
    templates: &[TemplateRegion],
) -> Result<TemplateLines> {
    let mut regions: BTreeMap<u32, Vec<TemplateRegion>> = BTreeMap::new();
    for &region in templates {
        regions.entry(region.submission).or_default().push(region);
    }
    let mut lines = TemplateLines::new();
    for (submission, regions) in regions {
        let files = app.storage.sources(batch.id, batch.current(), submission).await?;
        lines.extend(turn.run(move || lines_in(&files, &regions)).await?);
    }
    Ok(lines)
}

/// Returns the lines of passages of one submission. It reads only the files that they name.
fn lines_in(files: &[SourceText], regions: &[TemplateRegion]) -> Result<TemplateLines> {
    let mut lines = TemplateLines::new();
    for file in files {
        let named: Vec<&TemplateRegion> = regions.iter().filter(|region| region.file == file.file).collect();
        let Some(packed) = file.text.as_ref().filter(|_| !named.is_empty()) else { continue };
        let text = packed.unpack().map_err(WebError::internal)?;
        let ends = |region: &TemplateRegion| [region.start_byte, region.end_byte.saturating_sub(1)];
        let found = lines_at(&text, named.iter().flat_map(|&region| ends(region)));
        lines.extend(named.into_iter().map(|region| {
            let [first, last] = ends(region).map(|byte| found[&byte]);
            (*region, (first, last))
        }));
    }
    Ok(lines)
}

/// Returns the line of each of these bytes, counted from 1. It reads the text once.
fn lines_at(text: &[u8], bytes: impl Iterator<Item = u32>) -> BTreeMap<u32, usize> {
    let mut lines: BTreeMap<u32, usize> = bytes.map(|byte| (byte, 1)).collect();
    let (mut counted, mut line) = (0, 1);
    for (&byte, found) in &mut lines {
        let until = text.len().min(byte as usize);
        line += text[counted..until].iter().map(|&byte| usize::from(byte == b'\n')).sum::<usize>();
        counted = until;
        *found = line;
    }
    lines
}

/// Gives a batch another title. The rules are those of an upload, except that a title is needed.
pub(crate) async fn rename(who: &Admitted, batch: &Batch, title: &str) -> Result<()> {
    let mut fields = Fields::new(&intake::BATCH);
    fields.set("title", title)?;
    let title = fields.title()?;
    let missing = || WebError::field("title", "must not be empty");
    let title = title.ok_or_else(missing)?;
    if title == batch.title {
        return Ok(());
    }
    or_not_found(who.app.storage.set_title(batch.id, &title, &who.by()).await?)
}

/// Deletes a batch, and the files that were made of its report.
pub(crate) async fn delete(who: &Admitted, batch: &Batch) -> Result<()> {
    or_not_found(who.app.storage.delete(batch.id, &who.by()).await?)?;
    who.app.auth.exports.forget(batch.id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::Packed;

    use super::*;

    #[test]
    fn lines_of_templates_are_counted_in_the_files_they_name() {
        let source = |file, text| SourceText { file, path: String::new(), text };
        let region =
            |file, start_byte, end_byte| TemplateRegion { submission: 1, file, start_byte, end_byte };
        let files = [
            // No region names this file, so it is not read although it is damaged.
            source(0, Some(Packed::from_bytes(b"damaged".to_vec()))),
            source(1, Some(Packed::pack(b"one\ntwo\n\nfour"))),
            source(2, None),
        ];
        let expected = [
            (region(1, 0, 3), (1, 1)),
            (region(1, 2, 9), (1, 3)),
            (region(1, 3, 5), (1, 2)),
            (region(1, 9, 13), (4, 4)),
            // The region ends after the text, as if another text had been stored since.
            (region(1, 12, 400), (4, 4)),
        ];
        let mut regions: Vec<TemplateRegion> = expected.iter().map(|&(region, _)| region).collect();
        regions.extend([region(2, 0, 3), region(7, 0, 3)]);
        assert_eq!(lines_in(&files, &regions).unwrap(), expected.into());
        assert!(lines_in(&files, &[region(0, 0, 3)]).is_err());
    }

    #[test]
    fn many_templates_of_a_large_file_cost_one_pass() {
        let text = vec![b'\n'; 4 << 20];
        let bytes = || (0..1000).map(|at| (text.len() - 1 - at) as u32);
        let lines = lines_at(&text, bytes());
        assert!(bytes().all(|byte| lines[&byte] == byte as usize + 1));
    }
}
