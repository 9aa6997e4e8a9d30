//! What the reports say about a case: where it was seen, the figures of its pairs, and excerpts of the strongest one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chaffinch_pages::{Message, PageLocation, PairSummary, finding_sentence, pair_summary};
use chaffinch_report::{Finding, Pair, PairId, Report};
use chaffinch_storage::{ArchiveId, AuditAction, Batch, Case, Owner};
use chrono::{DateTime, Utc};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::view_log;
use crate::limits::fair_queue::PageTurn;
use crate::pages::frame::{archive_path, batch_path, case_path};
use crate::services::cases::CasePseudonyms;
use crate::services::reports::{self, ReportIds};

/// Largest number of pairs in the table of figures. For a larger case, readers find the pairs in the report.
const MAX_PAIRS: usize = 20;

/// Largest number of comparisons whose reports are read for a page, newest first.
const MAX_REPORTS: usize = 3;

/// Largest number of matches shown of the strongest pair.
const EXCERPTS: usize = 3;

/// What the reports say about a case.
pub(super) struct CaseEvidence {
    pub(super) places: Vec<PlaceRow>,
    pub(super) persons: Vec<PersonRow>,
    /// The findings that the people of the case belong to: a sentence, and the address.
    pub(super) findings: Vec<(Message, String)>,
    /// The pairs of the table. The first one has excerpts if its texts are stored.
    pub(super) pairs: Vec<PairRow>,
    /// Whether there are more pairs than listed.
    pub(super) more_pairs: bool,
    /// Replaces names, if the reader hides them.
    pub(super) names: Option<CasePseudonyms>,
}

/// A source of the case: a batch or an archive.
pub(super) struct PlaceRow {
    pub(super) title: String,
    pub(super) href: String,
    pub(super) created: Option<DateTime<Utc>>,
    /// Address of the evidence file of the case with the pairs of this comparison.
    pub(super) evidence: Option<String>,
}

/// A person of the case.
pub(super) struct PersonRow {
    pub(super) name: String,
    /// Label and address of each of the person's submissions.
    pub(super) submissions: Vec<(String, String)>,
    /// Address of the evidence file for this person, in which the other side is redacted.
    pub(super) evidence: Option<String>,
}

/// The figures of a pair among the people of the case.
pub(super) struct PairRow {
    pub(super) href: String,
    pub(super) figures: PairSummary,
}

/// A comparison with the submissions of the case, by their numbers in the report.
struct InBatch {
    batch: Batch,
    persons: BTreeMap<u32, String>,
    ids: ReportIds,
}

/// Reads the reports of a case.
pub(super) async fn of_case(who: &Admitted, turn: &PageTurn, case: &Case) -> Result<CaseEvidence> {
    let (batches, archives) = owners(case);
    let mut read: Vec<(InBatch, Arc<Report>)> = Vec::new();
    let mut unread: Vec<Batch> = Vec::new();
    // Later batches have larger ids.
    for id in batches.into_iter().rev() {
        let Some(batch) = who.app.storage.batch(id).await? else { continue };
        if read.len() == MAX_REPORTS || batch.revision.is_none() {
            unread.push(batch);
            continue;
        }
        let report = who.app.auth.reports.read(&*who.app.storage, turn, &batch).await?;
        let persons = in_report(&who.app, case, &batch).await?;
        let ids = ReportIds::new(&batch, who.names_hidden);
        read.push((InBatch { batch, persons, ids }, report));
    }
    let names = if who.names_hidden {
        let newest = read.first().map(|(here, report)| (&**report, &here.persons));
        Some(CasePseudonyms::with(&who.app, case, newest).await?)
    } else {
        None
    };
    let findings = read.iter().flat_map(|(here, report)| findings(who, here, report)).collect();
    let mut evidence = CaseEvidence {
        places: Vec::new(),
        persons: Vec::new(),
        findings,
        pairs: Vec::new(),
        more_pairs: false,
        names,
    };
    evidence.places = places(&who.app, case, &evidence, &read, &unread, archives).await?;
    evidence.persons = persons(&listed_persons(who, case).await?, &evidence, &read);
    for (here, report) in read {
        evidence.add(who, turn, here, report).await?;
    }
    Ok(evidence)
}

/// Returns the persons of a case in the order of the page, in which forms number them.
pub(super) async fn listed_persons(who: &Admitted, case: &Case) -> Result<Vec<String>> {
    if !who.names_hidden {
        return Ok(case.persons.clone());
    }
    let names = CasePseudonyms::load(&who.app, case).await?;
    Ok(names.persons(case).into_iter().cloned().collect())
}

/// Returns the batches and archives of a case.
pub(super) fn owners(case: &Case) -> (BTreeSet<chaffinch_storage::BatchId>, BTreeSet<ArchiveId>) {
    let (mut batches, mut archives) = (BTreeSet::new(), BTreeSet::new());
    for submission in &case.submissions {
        match submission.owner {
            Owner::Batch(id) => batches.insert(id),
            Owner::Archive(id) => archives.insert(id),
        };
    }
    (batches, archives)
}

/// Returns the persons of a case by their numbers in the report of a batch. Earlier submissions count, too.
pub(super) async fn in_report(app: &App, case: &Case, batch: &Batch) -> Result<BTreeMap<u32, String>> {
    let archived = app.storage.archived(batch.id, batch.current()).await?;
    let number = |owner: Owner, number: u32| match owner {
        Owner::Batch(id) => (id == batch.id).then_some(number),
        Owner::Archive(id) => {
            let found = archived.iter().find(|one| one.archive == id && one.submission == number);
            found.map(|one| one.number)
        }
    };
    let persons = case.submissions.iter().filter_map(|submission| {
        Some((number(submission.owner, submission.number)?, submission.person.clone()))
    });
    Ok(persons.collect())
}

/// Returns the listed pairs among submissions, strongest first. A person who is alone has the strongest pair of their
/// submission with another version of the program, if it is one of several.
pub(super) fn pairs(report: &Report, persons: &BTreeMap<u32, String>, ids: ReportIds) -> Vec<PairId> {
    let is_alone = persons.values().collect::<BTreeSet<_>>().len() == 1;
    let mut pairs: Vec<_> = (report.pairs.iter())
        .filter(|pair| {
            let [left, right] = [pair.id.left, pair.id.right].map(|side| persons.contains_key(&side));
            left && right || is_alone && (left || right) && report.versions_of(pair).is_some()
        })
        .collect();
    pairs.sort_by_key(|pair| pair.rank);
    if ids.hide {
        // Between equally strong pairs, codes decide.
        let strength = |pair: &Pair| (pair.too_short, pair.expect, pair.suspicion);
        for equal in pairs.chunk_by_mut(|a, b| strength(a) == strength(b)) {
            equal.sort_by_key(|pair| ids.pair(pair.id));
        }
    }
    pairs.truncate(if is_alone { 1 } else { usize::MAX });
    pairs.into_iter().map(|pair| pair.id).collect()
}

/// Returns the findings of versions of one program that people of the case belong to.
fn findings(who: &Admitted, here: &InBatch, report: &Report) -> Vec<(Message, String)> {
    let names: BTreeSet<&str> =
        here.persons.keys().filter_map(|&number| Some(report.submission(number)?.name.as_str())).collect();
    let is_of_case =
        |finding: &&Finding| finding.submissions.iter().any(|name| names.contains(name.as_str()));
    let line = |finding: &Finding| {
        let place = PageLocation::batch(here.batch.id);
        (finding_sentence(who.words, report, finding), place.finding(finding.id))
    };
    report.versions().filter(is_of_case).map(line).collect()
}

async fn places(
    app: &App,
    case: &Case,
    evidence: &CaseEvidence,
    read: &[(InBatch, Arc<Report>)],
    unread: &[Batch],
    archives: BTreeSet<ArchiveId>,
) -> Result<Vec<PlaceRow>> {
    let of_batch = |batch: &Batch, evidence_file| PlaceRow {
        title: evidence.text(&batch.title),
        href: batch_path(batch),
        created: Some(batch.created),
        evidence: evidence_file,
    };
    let mut places: Vec<PlaceRow> = (read.iter())
        .map(|(here, report)| {
            let has_pairs = !pairs(report, &here.persons, here.ids).is_empty();
            let file = || format!("{}/evidence.html?batch={}", case_path(case), here.batch.id);
            // The file of a single comparison is that of the case, which the head of the page offers.
            of_batch(&here.batch, (has_pairs && read.len() > 1).then(file))
        })
        .chain(unread.iter().map(|batch| of_batch(batch, None)))
        .collect();
    for id in archives {
        let archive = app.storage.archive(id).await?;
        places.extend(archive.map(|archive| PlaceRow {
            title: archive.name.clone(),
            href: archive_path(&archive),
            created: None,
            evidence: None,
        }));
    }
    Ok(places)
}

fn persons(listed: &[String], evidence: &CaseEvidence, read: &[(InBatch, Arc<Report>)]) -> Vec<PersonRow> {
    let row = |person: &String| {
        let mut submissions = Vec::new();
        let mut evidence_file = None;
        for (here, report) in read {
            let place = PageLocation::batch(here.batch.id);
            for (&number, _) in here.persons.iter().filter(|(_, one)| *one == person) {
                let name = report.submission(number).map(|one| one.name.as_str()).unwrap_or_default();
                submissions.push((evidence.name(name), place.submission(here.ids.id(number))));
                if evidence_file.is_none() {
                    let strongest = pairs(report, &here.persons, here.ids)
                        .into_iter()
                        .find(|pair| pair.left == number || pair.right == number);
                    evidence_file = strongest.and_then(|pair| {
                        let pair = here.ids.pair(pair);
                        let side = if pair.left == here.ids.id(number) { "left" } else { "right" };
                        Some(format!("{}?for={side}", place.evidence(pair)?))
                    });
                }
            }
        }
        PersonRow { name: evidence.name(person), submissions, evidence: evidence_file }
    };
    listed.iter().map(row).collect()
}

impl CaseEvidence {
    /// Returns the name of a person, or the pseudonym if names are hidden.
    pub(super) fn name(&self, person: &str) -> String {
        self.names.as_ref().map_or_else(|| person.to_owned(), |names| names.name(person))
    }

    /// Returns a text as the reader may see it.
    pub(super) fn text(&self, text: &str) -> String {
        self.names.as_ref().map_or_else(|| text.to_owned(), |names| names.text(text))
    }

    /// Adds the pairs of a report. The first report that has any also gives the excerpts.
    async fn add(
        &mut self,
        who: &Admitted,
        turn: &PageTurn,
        here: InBatch,
        report: Arc<Report>,
    ) -> Result<()> {
        let InBatch { batch, persons, ids } = here;
        let mut pairs = pairs(&report, &persons, ids);
        let free = MAX_PAIRS - self.pairs.len();
        self.more_pairs |= free < pairs.len();
        pairs.truncate(free);
        let Some(&first) = pairs.first() else { return Ok(()) };
        let (mut records, mut stored) = (Vec::new(), Vec::new());
        if self.pairs.is_empty() {
            records.extend(who.app.storage.pair(batch.id, batch.current(), first.left, first.right).await?);
            let sides = [first.left, first.right];
            stored = reports::stored_sources(&*who.app.storage, &batch, batch.current(), &sides).await?;
            // The page shows code, so it counts as a view of the report.
            view_log::note_view(who, AuditAction::ReportViewed, batch.course, batch.id.0).await;
        }
        let figures = turn.run(move || {
            let (report, sources) = reports::assembled(report, &records, &stored, ids.hiding())?;
            let summary = |(at, &numbers): (usize, &PairId)| {
                let excerpts = if at == 0 { EXCERPTS } else { 0 };
                pair_summary(&report, &sources, ids.pair(numbers), excerpts)
            };
            Ok::<_, WebError>(pairs.iter().enumerate().filter_map(summary).collect::<Vec<_>>())
        });
        let place = PageLocation::batch(batch.id);
        for figures in figures.await? {
            let href = place.pair(figures.id);
            self.pairs.push(PairRow { href, figures });
        }
        Ok(())
    }
}
