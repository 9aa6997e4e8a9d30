//! Measures what the index finds in an archive of programs: planted sources by disguised copies, with all fingerprints
//! and with fewer.

use std::collections::BTreeSet;

use anyhow::Context;
use chaffinch_index::{Candidate, DocumentSet, Fingerprint, Question, Selection, candidates};
use chaffinch_jobs::{MAX_PROPOSED_DOCUMENTS, rank};
use chaffinch_storage::{DocumentId, Storage};
use rayon::prelude::*;

use super::blocks::SCHEME;
use super::content::{FIRST, FREQUENT};
use crate::bench::figures::{Aim, Figures};
use crate::bench::programs::{Programs, fingerprints, submission};
use crate::gold::{Class, DIALECTS, Source, TOP, climb_any, compare};
use crate::random::SplitMix64;
use crate::table::{Table, count};

/// Number of candidates that should include the source: as many as an analysis takes.
const BEST: usize = 10;

/// Number of documents examined for the source's containment.
const MAX_COUNT: usize = 1000;

/// Number of positions of the window with which runs are selected when they are stored.
const WINDOW: u32 = 16;

/// A disguised copy.
struct Copy {
    /// Number of its source among the planted programs.
    source: usize,
    rung: u8,
    text: Source,
    /// Whether a class in which both were handed in shows the pair.
    shown: bool,
    fingerprints: Vec<Fingerprint>,
}

/// Describes the archive of the first submissions, and whether most of their fingerprints are worth looking up.
pub(super) fn describe(
    programs: &Programs,
    submissions: usize,
    figures: &mut Figures<'_>,
) -> anyhow::Result<()> {
    let archive = &programs.fingerprints[..submissions];
    writeln!(
        figures.out,
        "# programs: {} found; {} in the archive ({} planted, the others, and their variants); {} new",
        programs.found,
        archive.len(),
        programs.planted.len(),
        programs.newcomers.len()
    )?;
    let frequent = frequent(archive);
    let of = |document: &Vec<Fingerprint>| {
        let rare = document.iter().filter(|found| !frequent.contains(&found.value)).count();
        (!document.is_empty()).then(|| rare as f64 / document.len() as f64)
    };
    let shares: Vec<f64> = archive.par_iter().filter_map(of).collect();
    let share = shares.iter().sum::<f64>() / shares.len() as f64;
    figures.figure("index-programs-not-frequent", share, "of a program's fingerprints", Aim::AtLeast(0.5))
}

/// Returns the frequent fingerprints of an archive, which look-ups ignore.
fn frequent(archive: &[Vec<Fingerprint>]) -> BTreeSet<u64> {
    let mut values: Vec<u64> =
        archive.par_iter().flat_map_iter(|of| of.iter().map(|found| found.value)).collect();
    values.par_sort_unstable();
    values
        .chunk_by(|one, other| one == other)
        .filter(|equal| (FREQUENT as usize) < equal.len())
        .map(|equal| equal[0])
        .collect()
}

/// Measures recall by level, and how much recall and precision fewer look-ups cost, in an archive of the first
/// submissions. Its first document is [`FIRST`].
pub(super) async fn measure(
    storage: &dyn Storage,
    programs: &Programs,
    submissions: u64,
    figures: &mut Figures<'_>,
) -> anyhow::Result<()> {
    let copies = copies(programs)?;
    let asked: Vec<_> = copies.iter().map(|copy| copy.fingerprints.clone()).collect();
    let among = std::iter::once(FIRST..FIRST + submissions).collect();
    let exact = ask(storage, &copies, &asked, &among, Selection::default()).await?;
    for rung in 1..=TOP {
        let of_rung: Vec<usize> = (0..copies.len()).filter(|&at| copies[at].rung == rung).collect();
        let shown: Vec<usize> = of_rung.iter().copied().filter(|&at| copies[at].shown).collect();
        let found = shown.iter().filter(|&&at| exact[at].among_best).count();
        let in_batch = shown.len() as f64 / of_rung.len() as f64;
        let unit = format!("of {} copies listed within a class", of_rung.len());
        figures.figure(
            &format!("index-programs-recall-rung-{rung}-in-batch"),
            in_batch,
            &unit,
            Aim::Shown,
        )?;
        let unit = format!("of these have their source among the best {BEST}");
        let recall = found as f64 / shown.len() as f64;
        figures.figure(&format!("index-programs-recall-rung-{rung}"), recall, &unit, Aim::AtLeast(0.95))?;
    }

    let window = |times: u32| Selection { window: Some(times * WINDOW), smallest: None };
    let smallest = |smallest| Selection { window: None, smallest: Some(smallest) };
    let selections = [
        ("all", Selection::default()),
        ("window of 1 x", window(1)),
        ("window of 2 x", window(2)),
        ("window of 4 x", window(4)),
        ("64 smallest", smallest(64)),
        ("32 smallest", smallest(32)),
        ("16 smallest", smallest(16)),
    ];
    let frequent = frequent(&programs.fingerprints[..submissions as usize]);
    let mut table =
        Table::new(&["looked up", "look-ups per program", "source among best 10", "error of containment"]);
    for (name, selection) in selections {
        let answers = ask(storage, &copies, &asked, &among, selection).await?;
        let (mut look_ups, mut best, mut error) = (0, 0, 0.0);
        for (copy, answer) in copies.iter().zip(&answers) {
            let mut values = selection.of(&copy.fingerprints);
            look_ups += values.len();
            best += usize::from(answer.among_best);
            values.retain(|value| !frequent.contains(value));
            let estimate = f64::from(answer.shared) / values.len().max(1) as f64;
            let exact = containment(copy, &programs.fingerprints[copy.source], &frequent);
            error += (estimate - exact).abs();
        }
        let each = |sum: f64| sum / copies.len() as f64;
        table.row([
            name.to_owned(),
            format!("{:.0}", each(look_ups as f64)),
            format!("{:.3}", each(best as f64)),
            format!("{:.3}", each(error)),
        ]);
    }
    writeln!(
        figures.out,
        "# fewer look-ups, {} copies of all rungs; containment in the source, without frequent fingerprints\n#",
        count(copies.len() as u64)
    )?;
    for line in table.to_string().lines() {
        writeln!(figures.out, "# {line}")?;
    }
    Ok(())
}

/// What the index finds about a copy's source.
struct Answer {
    among_best: bool,
    /// Number of looked-up fingerprints that it shares with the copy.
    shared: u32,
}

async fn ask(
    storage: &dyn Storage,
    copies: &[Copy],
    asked: &[Vec<Fingerprint>],
    among: &DocumentSet,
    selection: Selection,
) -> anyhow::Result<Vec<Answer>> {
    let question = Question {
        scheme: SCHEME,
        documents: asked,
        among,
        selection,
        frequency_limit: FREQUENT,
        most: MAX_COUNT,
    };
    let found = candidates(storage, &question).await?.of;
    let heaviest = |found: &Vec<Candidate>| -> chaffinch_jobs::Proposal {
        found.iter().take(MAX_PROPOSED_DOCUMENTS).map(|found| (found.document, found.weight)).collect()
    };
    let ranked = rank(storage, &found.iter().map(heaviest).collect::<Vec<_>>()).await?;
    let mut answers = Vec::with_capacity(copies.len());
    for ((copy, found), ranked) in copies.iter().zip(&found).zip(&ranked) {
        let document = DocumentId(FIRST + copy.source as u64);
        let places = storage.places(&[document]).await?;
        let place = places.first().context("the source is stored")?;
        answers.push(Answer {
            among_best: ranked.iter().take(BEST).any(|best| *best == (place.owner, place.submission)),
            shared: found.iter().find(|found| found.document == document).map_or(0, |found| found.shared),
        });
    }
    Ok(answers)
}

/// Returns the share of a copy's fingerprints that its source has. Frequent fingerprints are left out.
fn containment(copy: &Copy, source: &[Fingerprint], frequent: &BTreeSet<u64>) -> f64 {
    let source: BTreeSet<u64> = source.iter().map(|fingerprint| fingerprint.value).collect();
    let values =
        || copy.fingerprints.iter().map(|found| found.value).filter(|value| !frequent.contains(value));
    let shared = values().filter(|value| source.contains(value)).count();
    shared as f64 / values().count().max(1) as f64
}

/// Returns a copy of every planted program at every level that fits the program.
fn copies(programs: &Programs) -> anyhow::Result<Vec<Copy>> {
    let mut copies = Vec::new();
    for rung in 1..=TOP {
        let copy = |(number, program): (usize, &Source)| {
            let text = climb_any(program, rung, &mut SplitMix64::seeded(number as u64))?;
            Some(Copy { source: number, rung, text, shown: false, fingerprints: Vec::new() })
        };
        let mut of_rung: Vec<Copy> = programs.planted.par_iter().enumerate().filter_map(copy).collect();
        for dialect in &DIALECTS {
            let mut of_dialect: Vec<&mut Copy> =
                of_rung.iter_mut().filter(|copy| copy.text.dialect.name == dialect.name).collect();
            let own: Vec<usize> = (0..programs.planted.len())
                .filter(|&number| programs.planted[number].dialect.name == dialect.name)
                .collect();
            let sources = own.iter().map(|&number| programs.planted[number].text.clone());
            let texts = sources.chain(of_dialect.iter().map(|copy| copy.text.text.clone())).collect();
            let scores =
                compare(&Class { dialect, task: String::new(), texts, guilty: Vec::new() }, None, None);
            for (at, copy) in of_dialect.iter_mut().enumerate() {
                let score = scores.of(own.partition_point(|&number| number < copy.source), own.len() + at);
                copy.shown = score.is_named();
            }
        }
        copies.extend(of_rung);
    }
    let submissions: Vec<_> = copies
        .iter()
        .enumerate()
        .map(|(number, copy)| submission(number, copy.text.dialect.ending, copy.text.text.clone()))
        .collect();
    let all = fingerprints(&chaffinch_jobs::archive_submissions(&submissions))?;
    anyhow::ensure!(all.len() == copies.len(), "a file a submission");
    for (copy, fingerprints) in copies.iter_mut().zip(all) {
        copy.fingerprints = fingerprints;
    }
    (!copies.is_empty()).then_some(copies).context("no planted program can be disguised")
}
