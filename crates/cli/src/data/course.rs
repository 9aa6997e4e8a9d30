//! `chaffinch course`: the evidence over the tasks of a course, and who is who in it. It works while the service runs.

use std::path::PathBuf;

use anyhow::Context as _;
use chaffinch_person::{TermSelection, term_report};
use chaffinch_report::{TermReport, term_csv};
use chaffinch_storage::{JobId, person_names};
use clap::Subcommand;

use crate::installation::{self, course_named, courses};
use crate::program::{Usage, print, write_file};
use crate::settings::{Flags, ServeFlags};
use crate::terminal::in_one_cell;

/// Combine the evidence of a course, and assign its names to people
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch course evidence Algorithms
  chaffinch course evidence --format csv --output evidence.csv Algorithms
  chaffinch course people Algorithms people.csv")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Combine the evidence from all comparisons of a course for every two people
    #[command(after_help = "\
Example:
  chaffinch course evidence --format json Algorithms

Prints one pair of people per line, strongest first. Columns, separated by tabs: number of pairs this strong
that are expected by chance in the course, the two people, number of tasks of both, tasks with the evidence
(titles, separated by semicolons). JSON and CSV have every task. docs/using/over-the-term.md
explains the numbers.")]
    Evidence {
        /// Name or id of the course
        course: String,
        /// Format of the result
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// File to write; standard output by default
        #[arg(long)]
        output: Option<PathBuf>,
    },
    /// Assign the names in a course to people
    #[command(after_help = "\
Example:
  chaffinch course people Algorithms people.csv

The header row of the table has the words name and person, and may have task. Each further row assigns a name
(an author, or the name of a submission) to a person. A row with a task applies only to the comparison with this
title. The table replaces the one before. A table without further rows removes it.")]
    People {
        /// Name or id of the course
        course: String,
        /// Table separated by commas, semicolons or tabs
        table: PathBuf,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    Csv,
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    installation::with_storage(&flags, &ServeFlags::default(), async |storage, _| match action {
        Action::Evidence { course, format, output } => {
            let course = course_named(&courses(storage).await?, &course)?.id;
            let term = chaffinch_jobs::term(storage, course).await?;
            let all = TermSelection::Places(0..term.listed.len());
            let report = term_report(storage, course, Some(term), false, &all).await?;
            let bytes = match format {
                Format::Text => text(&report).into_bytes(),
                Format::Json => serde_json::to_vec(&report)?,
                Format::Csv => term_csv(&report),
            };
            match output {
                Some(path) => write_file(&path, &bytes),
                None => Ok(print(bytes)?),
            }
        }
        Action::People { course, table } => {
            let shown = table.display();
            let text = std::fs::read_to_string(&table).with_context(|| format!("cannot read {shown}"))?;
            let names = person_names(&text).map_err(|wrong| Usage(format!("the table {shown} {wrong}")))?;
            let course = course_named(&courses(storage).await?, &course)?.id;
            let by = installation::operator();
            storage.set_person_names(course, &names, &by).await?;
            storage.queue_term(course, JobId::new(by.at), by.at).await?;
            Ok(())
        }
    })
}

fn text(report: &TermReport) -> String {
    let line = |pair: &chaffinch_report::TermPair| {
        let counted = pair.tasks.iter().filter(|task| task.counts);
        let tasks: Vec<String> = counted.map(|task| in_one_cell(report.title(&task.batch))).collect();
        let (left, right) = (in_one_cell(&pair.left), in_one_cell(&pair.right));
        format!("{:.2e}\t{left}\t{right}\t{}\t{}\n", pair.expect, pair.shared, tasks.join("; "))
    };
    report.evidence.iter().map(line).collect()
}
