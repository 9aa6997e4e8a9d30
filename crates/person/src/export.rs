//! Exports everything that is held about a person as a ZIP file: `person.json` lists the data, `sources/` has the
//! submitted files, `reports/` has the findings about them, and `statements/` has the files of their statements. Other persons are called `Person K7`, by
//! codes of this export alone.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek, Write};

use chaffinch_report::{ErasedNames, Pair, PairId, Report, Sources, hide_names};
use chaffinch_storage::{
    BatchId, By, Case, CaseEvent, CaseId, HeldSubmission, Keeping, MarkState, Mention, Named as _, Owner,
    Statement, StatementFile, Storage, StoredSubmission,
};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::error::{PersonError, Result};
use crate::finding::{PersonNames, PersonalData};
use crate::term::pseudonym_key;

/// Replaces other persons' names in a case.
const SOMEBODY: &str = "another person";

/// Writes the export and records it in the log.
pub async fn export<Out: Write + Seek + Send>(
    storage: &dyn Storage,
    found: &PersonalData,
    out: Out,
    by: &By,
) -> Result<()> {
    found.one()?;
    let mut files = Files { zip: zip::ZipWriter::new(out) };
    let mut submissions = Vec::new();
    for (held, number) in found.submissions.iter().zip(1..) {
        let stored = storage.stored(&[(held.owner, held.number)]).await?.pop();
        let keeps_texts = keeps_texts(storage, held.owner).await?;
        submissions.push(files.submission(number, held, stored, keeps_texts)?);
    }
    let mut reports = Vec::new();
    for (batch, revision) in latest(found) {
        if let Some(report) = about(storage, batch, revision, found).await? {
            let path = format!("reports/{batch}.json");
            files.put(&path, &report)?;
            reports.push(json!({ "batch": batch, "revision": revision, "file": path }));
        }
    }
    let meant = found.names.meant("")?;
    let mut cases = Vec::new();
    let ids: BTreeSet<_> = (found.mentions.iter())
        .filter(|mention| mention.table == "case_person")
        .map(|mention| CaseId(mention.of))
        .collect();
    for id in ids {
        if let Some(case) = storage.case(id).await? {
            let events = storage.case_events(id).await?;
            let all = storage.case_statements(id).await?;
            let (own, others): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|statement| meant.is_name(&statement.person));
            let mut statements = Vec::new();
            for statement in own {
                let file = storage.statement_file(id, statement.event).await?;
                statements.push(files.statement(id, &statement, file)?);
            }
            // What others have said is theirs.
            let others: Vec<u32> = others.iter().map(|statement| statement.event).collect();
            cases.push(case_json(&case, &events, &others, &statements, &meant)?);
        }
    }
    let marks = marks(storage, found, &meant).await?;
    // Cases and the person's own marks are described with what they belong to.
    let is_described = |text: &str| found.marks.iter().any(|mark| mark.note == text);
    let is_other = |mention: &&Mention| match mention.table {
        "pair_mark" => !is_described(&mention.text),
        table => !table.starts_with("case_") && table != "course_case",
    };
    let texts: Vec<Value> = (found.mentions.iter())
        .filter(is_other)
        .map(|mention| {
            json!({ "in": format!("{}.{}", mention.table, mention.column), "of": mention.of, "text": mention.text })
        })
        .collect();
    let person = json!({
        "format": 1,
        "exported": by.at,
        "names": found.persons,
        "submissions": submissions,
        "reports": reports,
        "cases": cases,
        "marks": marks,
        "texts": texts,
    });
    let json = serde_json::to_vec_pretty(&person).expect("it has string keys");
    files.put("person.json", &json)?;
    let mut out = files.zip.finish().map_err(|error| PersonError::Write(error.into()))?;
    out.flush().map_err(PersonError::Write)?;
    Ok(storage.note_export(by).await?)
}

/// Describes what staff noted about pairs with the person, without the names of the others in the batch.
async fn marks(storage: &dyn Storage, found: &PersonalData, meant: &ErasedNames) -> Result<Vec<Value>> {
    let mut described = Vec::new();
    for mark in &found.marks {
        let mut headers: Vec<_> =
            storage.submitters(mark.batch).await?.into_iter().map(|one| one.header).collect();
        let archived = storage.archived(mark.batch, None).await?;
        let archived: Vec<_> =
            archived.into_iter().map(|one| (Owner::Archive(one.archive), one.submission)).collect();
        headers.extend(storage.stored(&archived).await?.into_iter().map(|one| one.submission.header));
        let names = headers.into_iter().flat_map(|header| [Some(header.name), header.author]);
        let others = names.flatten().filter(|name| !meant.is_name(name));
        let others = PersonNames::new(others).meant(SOMEBODY)?;
        let note = others.without(&mark.note).unwrap_or_else(|| mark.note.clone());
        let state = mark.state.map(MarkState::name);
        described.push(json!({ "batch": mark.batch, "state": state, "note": note, "at": mark.by.at }));
    }
    Ok(described)
}

struct Files<Out: Write + Seek> {
    zip: zip::ZipWriter<Out>,
}

impl<Out: Write + Seek> Files<Out> {
    fn put(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        let put = self.zip.start_file(path, SimpleFileOptions::default()).map_err(Into::into);
        put.and_then(|()| self.zip.write_all(bytes)).map_err(PersonError::Write)
    }

    /// Adds the file of a statement and returns the description of the statement.
    fn statement(
        &mut self,
        case: CaseId,
        statement: &Statement,
        file: Option<StatementFile>,
    ) -> Result<Value> {
        let mut described = json!({
            "event": statement.event,
            "given": statement.given.format("%Y-%m-%d").to_string(),
            "file": null,
        });
        if let Some(file) = file {
            let path = format!("statements/{case}/{}-{}", statement.event, harmless(&file.name));
            self.put(&path, &file.content)?;
            described["file"] = path.into();
        }
        Ok(described)
    }

    /// Adds the files of a submission and returns its description.
    fn submission(
        &mut self,
        number: u32,
        held: &HeldSubmission,
        stored: Option<StoredSubmission>,
        keeps_texts: bool,
    ) -> Result<Value> {
        let mut sources = Vec::new();
        let figures = stored.as_ref().map(|stored| stored.submission.clone());
        for document in stored.into_iter().flat_map(|stored| stored.documents) {
            let mut source = json!({ "path": document.path, "text": null });
            if let Some(text) = document.text {
                let path = format!("sources/{number}/{}-{}", document.file, harmless(&document.path));
                self.put(&path, &text.unpack().map_err(PersonError::Report)?)?;
                source["text"] = path.into();
            }
            sources.push(source);
        }
        let (kind, id) = match held.owner {
            Owner::Batch(id) => ("batch", id.0),
            Owner::Archive(id) => ("archive", id.0),
        };
        Ok(json!({
            "of": { "kind": kind, "id": id, "title": held.owner_name, "course": held.course },
            "number": held.number,
            "name": held.name,
            "author": held.author,
            "attempt": figures.as_ref().and_then(|figures| figures.header.attempt),
            "submitted_at": figures.as_ref().and_then(|figures| figures.header.submitted_at.clone()),
            "files": sources,
            "kept": if keeps_texts { "texts and tokens" } else { "tokens without names, literals and comments" },
        }))
    }
}

async fn keeps_texts(storage: &dyn Storage, owner: Owner) -> Result<bool> {
    Ok(match owner {
        Owner::Batch(_) => true,
        Owner::Archive(id) => {
            storage.archive(id).await?.is_none_or(|archive| archive.keeping == Keeping::Sources)
        }
    })
}

/// Returns a path that stays within its folder on every system that unpacks it.
fn harmless(path: &str) -> String {
    let part = |part: &str| if matches!(part, "" | "." | "..") { "_".to_owned() } else { part.to_owned() };
    let path: String =
        path.chars().map(|sign| if sign.is_control() || "\\:".contains(sign) { '_' } else { sign }).collect();
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Returns the newest report of every batch that names the person.
fn latest(found: &PersonalData) -> BTreeMap<BatchId, u32> {
    found.reports.iter().map(|report| (report.batch, report.revision)).collect()
}

/// Returns a report with only the person's pairs and with pseudonyms for the others. Returns `None` if the report is
/// gone or only mentions the name.
async fn about(
    storage: &dyn Storage,
    batch: BatchId,
    revision: u32,
    found: &PersonalData,
) -> Result<Option<Vec<u8>>> {
    let Some(head) = storage.report_head(batch, Some(revision)).await? else { return Ok(None) };
    let Some(key) = storage.batch(batch).await?.map(|batch| pseudonym_key(&batch)) else { return Ok(None) };
    let mut report =
        head.unpack().and_then(|json| Ok(Report::from_json(&json)?)).map_err(PersonError::Report)?;
    let mut own: BTreeSet<u32> = (found.submissions.iter())
        .filter(|held| held.owner == Owner::Batch(batch))
        .map(|held| held.number)
        .collect();
    for archived in storage.archived(batch, Some(revision)).await? {
        let owner = Owner::Archive(archived.archive);
        if found.submissions.iter().any(|held| held.owner == owner && held.number == archived.submission) {
            own.insert(archived.number);
        }
    }
    if own.is_empty() {
        return Ok(None);
    }
    let takes_part = |id: PairId| own.contains(&id.left) || own.contains(&id.right);
    let mut pairs = BTreeMap::new();
    for pair in report.listed().filter(|pair| takes_part(pair.id)) {
        let Some(record) = storage.pair(batch, Some(revision), pair.id.left, pair.id.right).await? else {
            continue;
        };
        let pair = record.body.unpack().and_then(|json| Ok(Pair::from_json(&json)?));
        // A table of renames has names from the code of the other side.
        let pair = Pair { renames: None, ..pair.map_err(PersonError::Report)? };
        pairs.insert(pair.id, pair);
    }
    let shown: Vec<u32> = own.into_iter().collect();
    let key = key.derived(&format!("export {shown:?}"));
    let code = |id: PairId| PairId::new(key.code(id.left), key.code(id.right));
    let listed: BTreeSet<PairId> = pairs.keys().copied().map(code).collect();
    for pair in report.listed_mut() {
        if let Some(whole) = pairs.remove(&pair.id) {
            *pair = whole;
        }
    }
    // Names are hidden in the whole report: the ranks of equally strong pairs are then in the order of codes.
    let (mut report, _) = hide_names(&report, &Sources::new(), key, &shown);
    report.pairs.retain(|pair| listed.contains(&pair.id));
    report.references.retain(|pair| listed.contains(&pair.id));
    if let Some(translations) = &mut report.translations {
        translations.pairs.retain(|pair| listed.contains(&pair.id));
    }
    let own: BTreeSet<u32> = shown.iter().map(|&number| key.code(number)).collect();
    let mut others = own.clone();
    others.extend(listed.iter().flat_map(|id| [id.left, id.right]));
    let mut names = BTreeSet::new();
    report.submissions.retain(|submission| others.contains(&submission.id));
    names.extend(report.submissions.iter().filter(|one| own.contains(&one.id)).map(|one| one.name.clone()));
    let has_them = |submissions: &[String]| submissions.iter().any(|name| names.contains(name));
    report.clusters.retain(|cluster| has_them(&cluster.submissions));
    report.duplicates.retain(|duplicates| has_them(&duplicates.submissions));
    report.skipped.retain(|file| file.submission.as_ref().is_some_and(|name| names.contains(name)));
    report.settings.review = None;
    Ok(Some(report.to_json().into_bytes()))
}

/// Describes a case and its history, without the names of the other persons in it and without what they have stated.
fn case_json(
    case: &Case,
    events: &[CaseEvent],
    others_stated: &[u32],
    statements: &[Value],
    meant: &ErasedNames,
) -> Result<Value> {
    let others = case.persons.iter().filter(|person| !meant.is_name(person)).cloned();
    let others = PersonNames::new(others).meant(SOMEBODY)?;
    let without = |text: &str| others.without(text).unwrap_or_else(|| text.to_owned());
    let events: Vec<Value> = (events.iter())
        .map(|event| {
            let text = if others_stated.contains(&event.number) { "" } else { &event.text };
            json!({ "number": event.number, "at": event.by.at, "what": event.what.kind(), "text": without(text) })
        })
        .collect();
    Ok(json!({
        "id": case.id,
        "course": case.course,
        "title": without(&case.title),
        "status": case.status,
        "opened": case.created,
        "persons": case.persons.iter().map(|person| without(person)).collect::<Vec<_>>(),
        "hold": case.hold.as_ref().map(|hold| without(&hold.reason)),
        "history": events,
        "statements": statements,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_where_they_are_unpacked() {
        for (path, safe) in [
            ("src/main.c", "src/main.c"),
            ("../../etc/passwd", "_/_/etc/passwd"),
            ("/etc//x", "_/etc/_/x"),
            ("C:\\x\ny", "C__x_y"),
        ] {
            assert_eq!(harmless(path), safe);
        }
    }
}
