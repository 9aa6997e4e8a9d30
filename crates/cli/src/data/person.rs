//! `chaffinch person`: handles the data held about a person who handed something in, in all courses. It works while the
//! service runs. Names are printed for the operator and never logged.

use std::fmt::Write as _;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_person::{PersonError, PersonalData, Reapplied, Records};
use chaffinch_storage::{BatchId, MarkState, Named as _, Owner, PersonScope, Storage};
use clap::Subcommand;
use serde_json::json;

use crate::input::files::folder_of;
use crate::installation::{self, course_named, courses};
use crate::program::diagnostics::Diagnostics;
use crate::program::{Usage, print, write_file};
use crate::settings::{Flags, ServeFlags, erasures_file};
use crate::terminal::in_one_cell;

/// Find, export or erase the data held about a person, to answer privacy requests
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch person find \"Ada Lovelace\"
  chaffinch person export \"Ada Lovelace\" --output ada.zip
  chaffinch person erase \"Ada Lovelace\" --also ada.l@uni.example --yes

A name matches the name or the author of a submission. The order of the words, upper and lower case, accents
and the characters between the words do not matter. Other people who share a word of the name are listed as
similar and never changed.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, clap::Args)]
struct PersonOptions {
    /// Name or author of a submission
    name: String,
    /// Another name of the person in titles, notes and reports, such as a login name or an email address; may be
    /// repeated
    #[arg(long, value_name = "NAME")]
    also: Vec<String>,
    /// Limit to this course, by name or id
    #[arg(long)]
    course: Option<String>,
    /// Limit to this comparison
    #[arg(long, value_name = "BATCH-ID")]
    batch: Option<BatchId>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List where a person occurs, and people with similar names
    #[command(after_help = "\
Example:
  chaffinch person find \"Ada Lovelace\"

Prints one occurrence per line. Columns, separated by tabs: what, id, title, number, name, author or text.")]
    Find {
        #[command(flatten)]
        person: PersonOptions,
    },
    /// Write everything held about a person to a zip file, with pseudonyms for other people
    #[command(after_help = "Example:\n  chaffinch person export \"Ada Lovelace\" --output ada.zip")]
    Export {
        #[command(flatten)]
        person: PersonOptions,
        /// Zip file to write
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// Replace an existing file
        #[arg(long)]
        force: bool,
    },
    /// Erase the sources, tokens, postings and names of a person; without --yes, only show what would be erased
    #[command(after_help = "Examples:\n  chaffinch person erase \"Ada Lovelace\"\n  \
        chaffinch person erase s17 --batch 01890a5d-ac96-774b-bcce-b302099a8057 --yes")]
    Erase {
        #[command(flatten)]
        person: PersonOptions,
        /// Erase the data instead of only showing what would be erased
        #[arg(long)]
        yes: bool,
        /// Erase also what a case under legal hold needs
        #[arg(long)]
        despite_hold: bool,
    },
    /// List past erasures, without names
    #[command(after_help = "\
Examples:
  chaffinch person erasures
  chaffinch person erasures --export erasures.json

Prints one erasure per line. Columns, separated by tabs: number, time, submissions, files, reports, texts,
state.")]
    Erasures {
        /// Write the records to this file, from which `chaffinch person reapply` can erase the same people again
        #[arg(long, value_name = "FILE")]
        export: Option<PathBuf>,
    },
    /// Repeat erasures and deletions after you restored a backup that is older than they are
    #[command(after_help = "Example:\n  chaffinch person reapply erasures.json\n\n\
        `chaffinch serve` does the same when it starts, with erasures.json in its data directory.")]
    Reapply {
        /// File written by `chaffinch person erasures --export`
        file: PathBuf,
    },
}

pub(crate) fn run(arguments: Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    installation::with_storage(&flags, &ServeFlags::default(), async |storage, settings| {
        let erasures_path = erasures_file(&settings.data_dir);
        match action {
            Action::Find { person } => {
                let (data, _) = find_data(storage, &person).await?;
                if !data.is_somebody() {
                    let message = "no data is held about a person of this name";
                    diagnostics.say(message, &json!({ "found": false }));
                }
                Ok(print(to_table(&data))?)
            }
            Action::Export { person, output, force } => export(storage, &person, &output, force).await,
            Action::Erase { person, yes, despite_hold } => {
                erase(storage, &person, yes, despite_hold, &erasures_path).await
            }
            Action::Erasures { export: Some(file) } => {
                write_file(&file, &chaffinch_person::records(storage).await?.to_json())
            }
            Action::Erasures { export: None } => list(storage).await,
            Action::Reapply { file } => {
                let text = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
                let records =
                    Records::parse(&text).map_err(|error| Usage(format!("{}: {error}", file.display())))?;
                let applied = chaffinch_person::reapply(storage, &records).await?;
                chaffinch_person::keep(storage, &erasures_path).await?;
                let Reapplied { erasures, deletions, held } = applied;
                let known = records.erasures.len() - erasures;
                let mut message = format!("erased {erasures} again, {known} were already erased here");
                if deletions > 0 {
                    write!(message, "; deleted {deletions} comparisons and archives again")?;
                }
                if held > 0 {
                    write!(message, "; {held} deleted ones stay because of a legal hold")?;
                }
                let fields =
                    json!({ "applied": erasures, "known": known, "deleted": deletions, "held": held });
                diagnostics.say(&message, &fields);
                Ok(())
            }
        }
    })
}

async fn find_data(
    storage: &dyn Storage,
    person: &PersonOptions,
) -> anyhow::Result<(PersonalData, PersonScope)> {
    if person.name.trim().is_empty() {
        anyhow::bail!(Usage("the name must not be empty".to_owned()));
    }
    let course = match &person.course {
        Some(course) => Some(course_named(&courses(storage).await?, course)?.id),
        None => None,
    };
    let scope = PersonScope { course, batch: person.batch };
    Ok((chaffinch_person::find(storage, &person.name, &person.also, scope).await?, scope))
}

/// Returns one line per occurrence, with columns separated by tabs.
fn to_table(data: &PersonalData) -> String {
    let mut lines = String::new();
    let mut line = |cells: [&str; 6]| {
        let cells = cells.map(in_one_cell);
        writeln!(lines, "{}", cells.join("\t")).expect("a String takes everything");
    };
    for (held, what) in (data.submissions.iter().map(|held| (held, "")))
        .chain(data.similar.iter().map(|held| (held, "similar: ")))
    {
        let (kind, id) = match held.owner {
            Owner::Batch(id) => ("batch", id.to_string()),
            Owner::Archive(id) => ("archive", id.to_string()),
        };
        let what = format!("{what}{kind}");
        let author = held.author.as_deref().unwrap_or("-");
        line([&what, &id, &held.owner_name, &held.number.to_string(), &held.name, author]);
    }
    for report in &data.reports {
        line(["report", &report.batch.to_string(), "-", &report.revision.to_string(), "-", "-"]);
    }
    for (mention, what) in (data.mentions.iter().map(|mention| (mention, "")))
        .chain(data.similar_mentions.iter().map(|mention| (mention, "similar: ")))
    {
        line([
            &format!("{what}{}.{}", mention.table, mention.column),
            &mention.of.to_string(),
            "-",
            "-",
            "-",
            &mention.text,
        ]);
    }
    for mark in &data.marks {
        let state = mark.state.map_or("-", MarkState::name);
        line(["mark", &mark.batch.to_string(), "-", "-", state, &mark.note]);
    }
    for account in &data.accounts {
        line(["account", &account.id.to_string(), "-", "-", &account.name, "-"]);
    }
    lines
}

/// Explains to the operator why the name cannot be used.
fn explain(error: PersonError) -> anyhow::Error {
    match error {
        PersonError::Several { persons } => Usage(format!(
            "the name matches several people: {}. Use one of these names, or narrow the search with --course or --batch.",
            persons.join("; ")
        ))
        .into(),
        PersonError::Held { .. } => anyhow::Error::new(error).context(
            "nothing was erased (ask an owner of the course to lift the legal hold, or use --despite-hold)",
        ),
        error => error.into(),
    }
}

async fn export(
    storage: &dyn Storage,
    person: &PersonOptions,
    output: &Path,
    force: bool,
) -> anyhow::Result<()> {
    let (data, _) = find_data(storage, person).await?;
    data.one().map_err(explain)?;
    let shown = output.display();
    anyhow::ensure!(force || !output.exists(), "{shown} already exists. Replace it with --force.");
    // The file is either complete or absent, and only its owner can read it.
    let folder = folder_of(output);
    let file = tempfile::NamedTempFile::new_in(folder).with_context(|| format!("cannot write {shown}"))?;
    let out = BufWriter::new(file.as_file());
    chaffinch_person::export(storage, &data, out, &installation::operator()).await?;
    file.persist(output).with_context(|| format!("cannot write {shown}"))?;
    Ok(())
}

async fn erase(
    storage: &dyn Storage,
    person: &PersonOptions,
    yes: bool,
    despite_hold: bool,
    erasures_path: &Path,
) -> anyhow::Result<()> {
    let (data, scope) = find_data(storage, person).await?;
    data.one().map_err(explain)?;
    if !yes {
        print(to_table(&data))?;
        let mut plan = format!(
            "this would erase {} submissions, and the name from {} reports and {} texts",
            data.submissions.len(),
            data.reports.len(),
            data.mentions.len()
        );
        if data.unread_bytes > 0 {
            write!(plan, ", and delete {} bytes of uploads that were never analysed", data.unread_bytes)?;
        }
        anyhow::bail!(Usage(format!("{plan}. Nothing was erased. Add --yes to erase the data.")));
    }
    let by = installation::operator();
    let erasure =
        chaffinch_person::erase(storage, &data.names, scope, despite_hold, &by).await.map_err(explain)?;
    chaffinch_person::keep(storage, erasures_path).await?;
    let gone = erasure.erased;
    print(format!(
        "{}\t{} submissions\t{} files\t{} reports\t{} texts\n",
        erasure.pseudonym(),
        gone.submissions,
        gone.documents,
        gone.reports,
        gone.texts
    ))?;
    Ok(())
}

async fn list(storage: &dyn Storage) -> anyhow::Result<()> {
    let lines = storage.erasures().await?.into_iter().map(|erasure| {
        let gone = erasure.erased;
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
            erasure.number,
            erasure.by.at.to_rfc3339(),
            gone.submissions,
            gone.documents,
            gone.reports,
            gone.texts,
            if erasure.ended.is_some() { "done" } else { "under way" }
        )
    });
    Ok(print(lines.collect::<String>())?)
}
