//! `chaffinch compare`: reads files and writes a report. It needs no server, no database and no asynchronous runtime.

mod large;
pub(crate) mod preview;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use chaffinch_detect::{Cutoff, Options};
use chaffinch_extract::{Layout, Request, extract};
use chaffinch_jobs::pipeline::{self, NamedFolders, Outcome};
use chaffinch_pages::{EvidenceContext, EvidenceFile, Locale, evidence_file, export, verdict};
use chaffinch_report::{FoundCounts, PseudonymKey, Report, Sources, csv, hide_names};
use serde_json::Value;

use crate::input::files::path_name;
use crate::input::{ComparisonOptions, Destination, Format, inputs, refusal_error, request};
use crate::program::diagnostics::{Diagnostics, StageDisplay};
use crate::program::{Usage, print, write_file};

/// Compare submissions and write a report
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch compare --base handout/ submissions.zip
  chaffinch compare --layout whole --language c --format json --output report.json s01/ s02/ s03/
  chaffinch compare --archive 2023.zip --archive 2024.zip 2025.zip
  chaffinch compare --evidence 4,17 --output evidence.html 2025.zip
  chaffinch compare --dry-run moodle-export.zip
  chaffinch compare --encoding '*.c=windows-1251' submissions.7z
  chaffinch compare --clones hw1-submissions/ --deadline 2026-11-25T23:59:59+01:00
  chaffinch compare --reference language-model:GPT-4=answers/ --reference model-solution=solution.c 2025.zip
  chaffinch compare --translations java-and-python.zip
  chaffinch compare --background 2024.zip --own-work milestone1.zip milestone2.zip
  chaffinch compare --team groups.csv --staff sample_solution submissions.zip

How submissions are found (--layout auto):
  - In an export of Moodle, Canvas, Blackboard, Brightspace, Sakai, Stud.IP, Submitty, Gradescope, nbgrader or
    another platform (see docs/using/uploads.md), the names give the author, attempt and time of each
    submission. --layout children turns this off.
  - Folders that are tasks, languages or sections by their names are opened, and the students inside
    are the submissions. A line on standard error says so.
  - Otherwise, a folder or archive whose only content is one folder or archive is opened, repeatedly.
  - The children of the remaining folders and archives are the submissions.
  - A loose file is one submission.

Fewer than two submissions is wrong usage (exit status 2); the error shows what was found.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: ComparisonOptions,
    /// Work of other people, which is not compared: passages that at least 3 of them have are ignored when scoring. People
    /// whose names are in this class are not counted. The report names each PATH
    #[arg(long, value_name = "PATH")]
    background: Vec<PathBuf>,
    /// Earlier work of these people: a passage is ignored for two of them if both already had it in their own
    #[arg(long, value_name = "PATH")]
    own_work: Vec<PathBuf>,
}

pub(crate) fn run(
    Arguments { options, background, own_work }: &Arguments,
    diagnostics: Diagnostics,
) -> anyhow::Result<()> {
    let (choice, match_length) = (options.choice()?, options.match_length()?);
    if options.dry_run {
        let clones = options.export_clones(diagnostics)?;
        return preview::print_preview(&request(options, &clones)?, choice);
    }
    let teams = options.teams()?;
    // The destination is checked first, so that an error is reported before the work and not after it.
    let destination = Destination::plan(options)?;
    let clones = options.export_clones(diagnostics)?;
    let request = request(options, &clones)?;
    let progress = StageDisplay::new(diagnostics);
    let batch = extract(&request).map_err(refusal_error)?;
    if let Some(message) = large::message(&batch) {
        diagnostics.say(&message, &Value::Null);
    }
    let named = [("--background", background), ("--own-work", own_work)];
    let [background, own_work] = named.map(|(option, paths)| named_folders(option, paths, &request));
    let detection = Options {
        common_limit: options.common,
        cutoff: options.cutoff_expect.map(Cutoff::Expect),
        pairs_with_matches: options.matches,
        max_pairs: options.max_pairs,
        match_length,
        teams,
        staff: options.staff.clone(),
        count_vendored: options.count_vendored,
        count_given: options.count_given,
        ..Options::DEFAULT
    };
    let mut outcome = pipeline::run(
        batch,
        [background?, own_work?],
        choice,
        &pipeline::Comparison {
            title: options.title.as_deref().unwrap_or("Comparison"),
            revision: 1,
            options: detection,
            translations: options.translations,
        },
        &progress,
    );
    progress.end();
    outcome.report.settings.handed_out.clone_from(&options.handed_out);
    outcome.report.settings.encodings.clone_from(&options.encoding);
    outcome.report.settings.name_encoding.clone_from(&options.name_encoding);
    outcome.report.settings.include.clone_from(&options.include);
    outcome.report.settings.exclude.clone_from(&options.exclude);
    write(&destination, options, &outcome)?;
    for line in outcome.report.structure_notes().chain(outcome.report.unmatched_options()) {
        diagnostics.say(&format!("{}: {}", line.path, line.reason), &Value::Null);
    }
    diagnostics.say(&summary(&outcome.report, &destination), &Value::Null);
    // Freeing every token and match one by one takes longer than ending the process.
    std::mem::forget(outcome);
    Ok(())
}

/// Reads submissions to other tasks, in the way in which those of this one are read. The report names the file or folder,
/// and not where it is.
fn named_folders(option: &str, paths: &[PathBuf], request: &Request) -> anyhow::Result<NamedFolders> {
    let read = |path: &PathBuf| {
        let request = Request {
            submissions: inputs(std::slice::from_ref(path)),
            layout: Layout::Auto,
            encodings: request.encodings.clone(),
            name_encoding: request.name_encoding,
            include: request.include.clone(),
            exclude: request.exclude.clone(),
            count_vendored: request.count_vendored,
            data: request.data,
            limits: request.limits.clone(),
            least: 1,
            ..Request::default()
        };
        let batch =
            extract(&request).map_err(refusal_error).with_context(|| format!("cannot use {option}"))?;
        let name = path_name(path);
        let name = name.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
        Ok((name, batch.submissions))
    };
    paths.iter().map(read).collect()
}

fn write(destination: &Destination, options: &ComparisonOptions, outcome: &Outcome) -> anyhow::Result<()> {
    let key = pseudonym_key(outcome);
    let (report, sources) = (&outcome.report, &Sources::from_submissions(&outcome.submissions));
    // An evidence file hides names itself and says that it does.
    let is_hidden = options.hide_names && options.evidence.is_empty();
    let hidden = is_hidden.then(|| hide_names(report, sources, key, &[]));
    let (report, sources) = hidden.as_ref().map_or((report, sources), |(report, sources)| (report, sources));
    let render = || {
        anyhow::Ok(match format(options) {
            Format::Csv => csv(report),
            Format::Json | Format::Html => (report.to_json() + "\n").into_bytes(),
            Format::Evidence => evidence(options, report, sources, key)?.html.into_bytes(),
        })
    };
    match destination {
        Destination::Folder { folder, .. } => {
            folder.write(|put| export(options.report_language, report, sources, put))
        }
        // An evidence file, under its own name in this folder.
        Destination::File(folder) if format(options) == Format::Evidence && folder.is_dir() => {
            let EvidenceFile { name, html } = evidence(options, report, sources, key)?;
            write_file(&folder.join(name), html.as_bytes())
        }
        Destination::File(path) => write_file(path, &render()?),
        Destination::StandardOutput => Ok(print(render()?)?),
    }
}

/// Returns the key of the pseudonyms. It depends on all files and on who has which, so that a repeated run gives the same
/// report, and that nobody who does not know this can compute it.
fn pseudonym_key(outcome: &Outcome) -> PseudonymKey {
    let mut lines: Vec<String> = Vec::new();
    for submission in &outcome.report.submissions {
        for file in &submission.files {
            lines.push(format!("{}\0{}\0{}\n", submission.name, file.path, file.digest));
        }
    }
    for file in &outcome.report.skipped {
        lines.push(format!("{}\0{}\n", file.submission.as_deref().unwrap_or_default(), file.path));
    }
    lines.sort();
    PseudonymKey::new(lines.concat().as_bytes(), outcome.report.submissions.len() as u32)
}

/// Returns the format of the result. An evidence file takes the place of the report.
fn format(options: &ComparisonOptions) -> Format {
    if options.evidence.is_empty() { options.format.unwrap_or_default() } else { Format::Evidence }
}

fn evidence(
    options: &ComparisonOptions,
    report: &Report,
    sources: &Sources,
    key: PseudonymKey,
) -> Result<EvidenceFile, Usage> {
    let occasion = EvidenceContext {
        revised: None,
        made: None,
        made_by: None,
        hide_names: options.hide_names,
        key: key.derived(&format!("evidence {:?}", options.evidence)),
        reader: None,
        case: None,
    };
    let file = evidence_file(options.report_language, report, sources, &options.evidence, &occasion);
    file.ok_or_else(|| {
        let all = report.pairs.iter().map(|pair| pair.id.to_string()).take(20);
        let listed = all.collect::<Vec<_>>().join(", ");
        Usage(format!("the report lists no pair of these submissions. The first pairs in its list: {listed}"))
    })
}

/// Returns the summary at the end of the run, in one line: what was compared, what was found, and where the report is.
fn summary(report: &Report, destination: &Destination) -> String {
    let (class, compared) = (report.class().count(), report.without_references().count());
    let mut text = format!("{class} submissions");
    for (count, one, several) in [
        (report.submissions.len() - compared, "reference answer", "reference answers"),
        (compared - class, "archived submission", "archived submissions"),
        (report.skipped_files() as usize, "file or folder skipped", "files or folders skipped"),
    ] {
        match count {
            0 => Ok(()),
            1 => write!(text, ", 1 {one}"),
            _ => write!(text, ", {count} {several}"),
        }
        .expect("a String takes everything");
    }
    let found = verdict(Locale::english(), &FoundCounts::new(report)).plain();
    let place = destination.shown().map(|place| format!(" {place}")).unwrap_or_default();
    format!("{text}. {found}{place}")
}
