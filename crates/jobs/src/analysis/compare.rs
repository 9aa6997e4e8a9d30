//! The second half of an analysis: turns a class that was read, and the earlier submissions beside it, into a report.
//! No source file is read here, so a report can be made again from what was kept.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use chaffinch_detect::{Cutoff, Options, SELECTIVE_GUARANTEE, Template};
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_report::{FoundCounts, Pair, Report};
use chaffinch_storage::{
    Document, Found, NewIngest, NewRevision, NewSubmission, Packed, PairRecord, Review, TemplateRegion,
};
use chaffinch_submission::{
    ArchiveLabel, LazyStream, Progress, ReferenceLabel, SourceFile, Span, TokenStream, TokenizedFile,
    TokenizedSubmission,
};
use rayon::prelude::*;

use super::elsewhere::{self, FoundElsewhere};
use super::pipeline::{self, Comparison, Material};
use super::submissions::{LARGE_CLASS_STREAMS, make_authors_unique};
use crate::index::postings::unpack_file;
use crate::task_folder::{self, Class, ClassAnswer, CompareTask, Earlier};

/// Reason given for an earlier file that another version of this program stored, or that was damaged later.
const UNREADABLE: &str = "stored in a form that can no longer be read; not compared";

/// Compares what is in a folder.
pub(crate) fn compare(folder: &Path, task: &CompareTask, progress: &dyn Progress) -> io::Result<NewRevision> {
    let CompareTask { title, revision, options, review, archives } = task;
    let Some(Ok(class)) = task_folder::read::<ClassAnswer>(folder)? else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let removed = class.removed.clone();
    let mut material = material(class, task_folder::read(folder)?.unwrap_or_default())?;
    let known = task_folder::read(folder)?.unwrap_or_default();
    material.elsewhere = elsewhere::find(&material.submissions, &material.ids, known);
    let compare_options = Options {
        common_limit: review.common_limit,
        submission_limit: review.submission_limit,
        cutoff: review.cutoff.map(|cutoff| match cutoff {
            chaffinch_storage::Cutoff::Expect(pairs) => Cutoff::Expect(pairs),
            chaffinch_storage::Cutoff::Suspicion(bits) => Cutoff::Suspicion(bits),
        }),
        max_pairs: options.max_pairs as usize,
        most_matched: options.most_matched as usize,
        pairs_with_matches: options.matches as usize,
        match_length: options.match_length,
        templates: templates(&review.templates, &material.ids),
        teams: review.teams.clone(),
        staff: review.staff.clone(),
        count_vendored: review.count_vendored,
        count_given: review.count_given,
    };
    let comparison = Comparison {
        title,
        revision: *revision,
        options: compare_options,
        translations: options.translations,
    };
    let (mut report, judged) = pipeline::compare(&material, &comparison, progress);
    report.settings.archives.clone_from(archives);
    let is_shorter =
        options.match_length.tokens().is_some_and(|tokens| u32::from(tokens) < SELECTIVE_GUARANTEE);
    report.settings.archive_guarantee = (is_shorter && !archives.is_empty()).then_some(SELECTIVE_GUARANTEE);
    report.settings.handed_out.clone_from(&options.handed_out);
    report.settings.encodings.clone_from(&options.encodings);
    report.settings.name_encoding.clone_from(&options.name_encoding);
    report.settings.include.clone_from(&options.include);
    report.settings.exclude.clone_from(&options.exclude);
    for submission in &mut report.submissions {
        submission.removed = submission.is_uploaded() && removed.contains(&submission.id);
    }
    progress.report("storing", 0, 0);
    Ok(NewRevision { judged: Some(Packed::pack(&judged.pack())), ..pack_report(&report) })
}

/// Returns the marked passages, addressed by the positions at which submissions with these numbers are compared.
fn templates(regions: &[TemplateRegion], ids: &[u32]) -> Vec<Template> {
    let positions: BTreeMap<u32, u32> = ids.iter().copied().zip(0..).collect();
    let template = |region: &TemplateRegion| {
        let bytes = Span { start: region.start_byte, end: region.end_byte };
        Some(Template { submission: *positions.get(&region.submission)?, file: region.file, bytes })
    };
    regions.iter().filter_map(template).collect()
}

/// The number of a submission, one of its files and the text. The text is empty if it was not kept.
type UnpackedFile = (u32, TokenizedFile, String);

fn material(class: Class, earlier: Earlier) -> io::Result<Material<String>> {
    let Class { ingest: NewIngest { mut submissions, documents, .. }, skipped, layouts, removed: _ } = class;
    let NewIngest { submissions: mut earlier_submissions, documents: earlier_documents, .. } = earlier.ingest;
    let everybody = submissions.iter_mut().chain(&mut earlier_submissions);
    make_authors_unique(everybody.map(|one| &mut one.header));
    let packed = documents.iter().chain(&earlier_documents).map(|document| document.stream.content_bytes());
    let is_large = LARGE_CLASS_STREAMS < packed.sum();
    // Each document is dropped as soon as it is unpacked.
    let mut files: Vec<UnpackedFile> = documents
        .into_par_iter()
        .map(|document| unpack_document(&document, is_large))
        .collect::<io::Result<_>>()?;
    let class_files = files.split_off(files.partition_point(|file| file.0 == 0));
    // Everything is compared in the order of names. Late work therefore gives the same report as if it had come with
    // the rest.
    files.sort_by(|(_, a, _), (_, b, _)| {
        (&a.record.path, a.record.digest).cmp(&(&b.record.path, b.record.digest))
    });
    let (starter_code, starter_code_texts) =
        files.into_iter().map(|(_, file, text)| (file.stream.into(), text)).unzip();
    // One damaged file in an archive must not prevent the report of a class.
    let unpack_or_empty = |document: Document| {
        unpack_document(&document, is_large)
            .unwrap_or_else(|_| (document.submission, unreadable(&document.path), String::new()))
    };
    let earlier_files: Vec<UnpackedFile> = earlier_documents.into_par_iter().map(unpack_or_empty).collect();

    let mut material = Material {
        submissions: Vec::new(),
        ids: Vec::new(),
        texts: Vec::new(),
        starter_code,
        starter_code_texts,
        elsewhere: FoundElsewhere::default(),
        skipped,
        layouts,
    };
    let before = submissions.len() as u32;
    let mut class = group_by_submission(submissions, class_files);
    class.sort_by(|(a, _), (b, _)| a.header.name.cmp(&b.header.name));
    let references =
        class.extract_if(.., |(submission, _)| submission.reference.is_some()).collect::<Vec<_>>();
    let labels = vec![None; class.len()];
    append(&mut material, class, labels, 0);
    let found = group_by_submission(earlier_submissions, earlier_files).into_iter().zip(earlier.labels);
    let (libraries, found): (Vec<_>, Vec<_>) = found.partition(|(_, label)| label.reference.is_some());
    let of_archives = |of: Vec<(_, ArchiveLabel)>| -> (Vec<_>, Vec<_>) {
        of.into_iter().map(|(one, label)| (one, Some(label))).unzip()
    };
    let (found, labels) = of_archives(found);
    append(&mut material, found, labels, before);
    let labels = references.iter().map(|(one, _)| reference_label(one)).collect();
    append(&mut material, references, labels, 0);
    let (libraries, labels) = of_archives(libraries);
    append(&mut material, libraries, labels, before);
    Ok(material)
}

/// Returns the origin of a reference answer.
fn reference_label(submission: &NewSubmission) -> Option<ArchiveLabel> {
    let label = submission.reference.as_ref()?.parse().unwrap_or_default();
    Some(ArchiveLabel { name: ReferenceLabel::ARCHIVE.to_owned(), year: None, reference: Some(label) })
}

/// Combines submissions with their files. Both are ordered by number.
fn group_by_submission(
    submissions: Vec<NewSubmission>,
    files: Vec<UnpackedFile>,
) -> Vec<(NewSubmission, Vec<UnpackedFile>)> {
    let mut files = files.into_iter().peekable();
    let with_files = |submission: NewSubmission| {
        let own = std::iter::from_fn(|| files.next_if(|file| file.0 == submission.number)).collect();
        (submission, own)
    };
    submissions.into_iter().map(with_files).collect()
}

/// Appends submissions to those that are there. Their numbers in the report start after `before`.
fn append(
    material: &mut Material<String>,
    submissions: Vec<(NewSubmission, Vec<UnpackedFile>)>,
    labels: Vec<Option<ArchiveLabel>>,
    before: u32,
) {
    for ((submission, files), archive) in submissions.into_iter().zip(labels) {
        let (files, texts) = files.into_iter().map(|(_, file, text)| (file, text)).unzip();
        material.texts.push(texts);
        material.ids.push(before + submission.number);
        material.submissions.push(TokenizedSubmission { header: submission.header, archive, files });
    }
}

fn unpack_document(document: &Document, is_large: bool) -> io::Result<UnpackedFile> {
    let mut file = unpack_file(&document.stream)?;
    if is_large {
        file.stream = LazyStream::pack(&file.stream);
    }
    let text = match &document.text {
        Some(text) => String::from_utf8(text.unpack()?).map_err(io::Error::other)?,
        None => String::new(),
    };
    Ok((document.submission, file, text))
}

/// Returns a file without tokens in place of one that cannot be read, so that the files after it keep their numbers.
fn unreadable(path: &str) -> TokenizedFile {
    let empty = SourceFile { notes: vec![UNREADABLE.to_owned()], ..SourceFile::plain(path, "") };
    // Not a file without text: its text is not known.
    let stream = TokenStream { lexical: 0, ..tokenize(&empty, Choice::Auto) };
    TokenizedFile { record: (&empty).into(), stream: stream.into() }
}

/// Divides a report into the parts that pages load separately, and packs them.
fn pack_report(report: &Report) -> NewRevision {
    let pair = |pair: &Pair| PairRecord {
        rank: pair.rank,
        left: pair.id.left,
        right: pair.id.right,
        suspicion: pair.suspicion,
        body: Packed::pack(&pair.stored_json()),
    };
    let pack = |report: &Report| Packed::pack(&report.stored_json());
    let (pairs, (head, body)) = rayon::join(
        || report.listed().collect::<Vec<_>>().into_par_iter().map(pair).collect(),
        || rayon::join(|| pack(&report.head()), || pack(report)),
    );
    let found = FoundCounts::new(report);
    NewRevision {
        engine: report.chaffinch.clone(),
        settings: serde_json::to_value(&report.settings).expect(SERIALISES),
        review: Review::default(),
        submissions: report.submissions.len() as u32,
        head,
        body,
        pairs,
        archived: Vec::new(),
        found: Found {
            counts: serde_json::to_value(found).expect(SERIALISES),
            total: found.total(),
            beyond: found.beyond_chance,
        },
        changed: None,
        judged: None,
    }
}

const SERIALISES: &str = "reports have string keys and finite numbers";

#[cfg(test)]
mod tests;
