//! `chaffinch person`: what is held about somebody who handed something in, across everything. Works while the service
//! runs. Names are printed to whoever asks and logged nowhere.

use std::fmt::Write as _;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_person::{Found, PersonError, Records};
use chaffinch_storage::{BatchId, HeldSubmission, Owner, PersonScope, Storage};
use clap::Subcommand;
use serde_json::json;

use crate::Usage;
use crate::archive::{course_named, courses};
use crate::config::{Flags, ServeFlags, Settings};
use crate::diagnostics::Diagnostics;
use crate::installation::{self, Installation, Migrate};
use crate::output::{print, write_file};

/// Name of the file in the data directory that tells who was erased.
pub(crate) const ERASURES_FILE: &str = "erasures.json";

/// Answers privacy requests: finds, hands out or erases what is held about a person
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch person find \"Ada Lovelace\"
  chaffinch person export \"Ada Lovelace\" --output ada.zip
  chaffinch person erase \"Ada Lovelace\" --also ada.l@uni.example --yes

A name means whoever has it as the name or the author of a submission; the order of its words, case, accents and what
stands between are of no importance. Others who share a word of it are listed as similar and never touched.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, clap::Args)]
struct Whom {
    /// Name or author of a submission
    name: String,
    /// What else they are called in titles, notes and reports: a log-in name, an address; may be repeated
    #[arg(long, value_name = "NAME")]
    also: Vec<String>,
    /// Only in this course: name or id
    #[arg(long)]
    course: Option<String>,
    /// Only in this batch
    #[arg(long, value_name = "BATCH-ID")]
    batch: Option<BatchId>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Lists where a person is, and who has a similar name: what, id, title, number, name, author or text
    #[command(after_help = "Example:\n  chaffinch person find \"Ada Lovelace\"")]
    Find {
        #[command(flatten)]
        whom: Whom,
    },
    /// Writes everything held about a person into a zip; others in it are under pseudonyms
    #[command(after_help = "Example:\n  chaffinch person export \"Ada Lovelace\" --output ada.zip")]
    Export {
        #[command(flatten)]
        whom: Whom,
        /// Where to write
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// Replace a file that is there
        #[arg(long)]
        force: bool,
    },
    /// Erases a person: sources, tokens, postings and names; without --yes it only says what would go
    #[command(after_help = "Examples:\n  chaffinch person erase \"Ada Lovelace\"\n  \
        chaffinch person erase s17 --batch 01890a5d-ac96-774b-bcce-b302099a8057 --yes")]
    Erase {
        #[command(flatten)]
        whom: Whom,
        /// Do it
        #[arg(long)]
        yes: bool,
        /// Also where a case under legal hold needs what would go
        #[arg(long)]
        despite_hold: bool,
    },
    /// Lists what was erased, without names: number, when, submissions, files, reports, texts, state
    #[command(after_help = "Examples:\n  chaffinch person erasures\n  \
        chaffinch person erasures --export erasures.json")]
    Erasures {
        /// Write the records into this file, which tells `chaffinch person reapply` whom to erase again
        #[arg(long, value_name = "FILE")]
        export: Option<PathBuf>,
    },
    /// Erases again whoever was erased after a back-up was made, once it is restored
    #[command(after_help = "Example:\n  chaffinch person reapply erasures.json\n\n\
        `chaffinch serve` does the same at its start with erasures.json in its data directory.")]
    Reapply {
        /// A file that `chaffinch person erasures --export` wrote
        file: PathBuf,
    },
}

pub(crate) fn run(arguments: Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    let settings = Settings::read(&flags, &ServeFlags::default())?;
    installation::block_on(async {
        let installation = Installation::open(&settings, Migrate::Never).await?;
        let storage = installation.storage.as_ref();
        let kept = settings.data_dir.join(ERASURES_FILE);
        match action {
            Action::Find { whom } => {
                let (found, _) = found(storage, &whom).await?;
                if !found.is_somebody() {
                    let told = "nobody of that name is held";
                    diagnostics.say(told, &json!({ "found": false }));
                }
                Ok(print(table(&found))?)
            }
            Action::Export { whom, output, force } => export(storage, &whom, &output, force).await,
            Action::Erase { whom, yes, despite_hold } => {
                erase(storage, &whom, yes, despite_hold, &kept).await
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
                chaffinch_person::keep(storage, &kept).await?;
                let known = records.erasures.len() - applied;
                diagnostics.say(
                    &format!("erased {applied} again, {known} were erased here before"),
                    &json!({ "applied": applied, "known": known }),
                );
                Ok(())
            }
        }
    })
}

/// At a start: erases again whoever the data directory tells of and a restored database does not.
pub(crate) async fn restore(storage: &dyn Storage, data_dir: &Path) -> anyhow::Result<()> {
    let applied = chaffinch_person::restore(storage, &data_dir.join(ERASURES_FILE)).await;
    let applied = applied.with_context(|| format!("cannot apply {ERASURES_FILE} in the data directory"))?;
    if 0 < applied {
        tracing::warn!(
            applied,
            "the database was restored: persons who were erased since have been erased again"
        );
    }
    Ok(())
}

async fn found(storage: &dyn Storage, whom: &Whom) -> anyhow::Result<(Found, PersonScope)> {
    if whom.name.trim().is_empty() {
        return Err(Usage("the name is empty".to_owned()).into());
    }
    let course = match &whom.course {
        Some(course) => Some(course_named(&courses(storage).await?, course)?.id),
        None => None,
    };
    let scope = PersonScope { course, batch: whom.batch };
    Ok((chaffinch_person::find(storage, &whom.name, &whom.also, scope).await?, scope))
}

/// One line an occurrence, tab-separated.
fn table(found: &Found) -> String {
    let mut lines = String::new();
    let mut line = |cells: [&str; 6]| {
        // A name or text must not make a second line, or a further column.
        let cells = cells.map(|cell| cell.replace(|sign: char| sign.is_control(), " "));
        writeln!(lines, "{}", cells.join("\t")).expect("a String takes everything");
    };
    for (held, what) in (found.submissions.iter().map(|held| (held, "")))
        .chain(found.similar.iter().map(|held| (held, "similar: ")))
    {
        let (kind, id) = owner(held);
        let what = format!("{what}{kind}");
        let author = held.author.as_deref().unwrap_or("-");
        line([&what, &id, &held.owner_name, &held.number.to_string(), &held.name, author]);
    }
    for report in &found.reports {
        line(["report", &report.batch.to_string(), "-", &report.revision.to_string(), "-", "-"]);
    }
    for (mention, what) in (found.mentions.iter().map(|mention| (mention, "")))
        .chain(found.similar_mentions.iter().map(|mention| (mention, "similar: ")))
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
    for account in &found.accounts {
        line(["account", &account.id.to_string(), "-", "-", &account.name, "-"]);
    }
    lines
}

fn owner(held: &HeldSubmission) -> (&'static str, String) {
    match held.owner {
        Owner::Batch(id) => ("batch", id.to_string()),
        Owner::Archive(id) => ("archive", id.to_string()),
    }
}

/// Why the name cannot be used, in words for whoever asked.
fn explained(error: PersonError) -> anyhow::Error {
    match error {
        PersonError::Several { persons } => Usage(format!(
            "the name means several persons: {}. Choose one of these names, or narrow with --course or --batch",
            persons.join("; ")
        ))
        .into(),
        PersonError::Held { .. } => anyhow::Error::new(error).context(
            "nothing was erased: have the hold lifted by an owner of the course, or pass it over with --despite-hold",
        ),
        error => error.into(),
    }
}

async fn export(storage: &dyn Storage, whom: &Whom, output: &Path, force: bool) -> anyhow::Result<()> {
    let (found, _) = found(storage, whom).await?;
    found.one().map_err(explained)?;
    let shown = output.display();
    anyhow::ensure!(force || !output.exists(), "{shown} is there already; --force replaces it");
    // Complete or not there, and for its owner alone.
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = tempfile::NamedTempFile::new_in(folder).with_context(|| format!("cannot write {shown}"))?;
    let out = BufWriter::new(file.as_file());
    chaffinch_person::export(storage, &found, out, &installation::operator()).await?;
    file.persist(output).with_context(|| format!("cannot write {shown}"))?;
    Ok(())
}

async fn erase(
    storage: &dyn Storage,
    whom: &Whom,
    yes: bool,
    despite_hold: bool,
    kept: &Path,
) -> anyhow::Result<()> {
    let (found, scope) = found(storage, whom).await?;
    found.one().map_err(explained)?;
    if !yes {
        print(table(&found))?;
        let mut plan = format!(
            "this would erase {} submissions, and the name from {} reports and {} texts",
            found.submissions.len(),
            found.reports.len(),
            found.mentions.len()
        );
        if 0 < found.unread_bytes {
            write!(plan, "; with it go {} bytes of uploads that were never analysed", found.unread_bytes)?;
        }
        return Err(Usage(format!("{plan}. Nothing was erased: add --yes")).into());
    }
    let by = installation::operator();
    let erasure =
        chaffinch_person::erase(storage, &found.names, scope, despite_hold, &by).await.map_err(explained)?;
    chaffinch_person::keep(storage, kept).await?;
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
