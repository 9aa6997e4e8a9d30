//! What is known before a comparison: `chaffinch compare --dry-run` shows as a tree what would be compared, and `chaffinch
//! languages` prints the language table. Nothing is compared or written.

use std::fmt::{self, Write as _};

use chaffinch_extract::{
    Looked, Request, Suggestion, Survey, Surveyed, hex, is_platform_file, is_structure_note, survey,
};
use chaffinch_normalize::{Choice, FrontEnd, languages, tokenize};
use chaffinch_pages::platforms;
use chaffinch_submission::{Skipped, SourceFile};

use crate::input::refusal_error;
use crate::program::print;

/// Prints the content of a request.
pub(crate) fn print_preview(request: &Request, choice: Choice) -> anyhow::Result<()> {
    let look = |file: &SourceFile| Looked {
        language: Choice::Auto.language_of(file).name(),
        parsing: tokenize(file, choice).notes,
    };
    let found = survey(request, &look).map_err(refusal_error)?;
    let mut text = String::new();
    write(&mut text, &found).expect("a String takes everything");
    Ok(print(text)?)
}

fn write(text: &mut String, survey: &Survey) -> fmt::Result {
    let layout = platforms(&survey.layouts)
        .map_or_else(|| "folders and files".to_owned(), |names| format!("an export of {names}"));
    writeln!(text, "layout: {layout} (--layout children, whole or task/student reads it differently)")?;
    let (notes, files): (Vec<&Skipped>, Vec<&Skipped>) =
        survey.skipped.iter().partition(|line| is_structure_note(line));
    for note in notes {
        writeln!(text, "{}: {}", note.path, note.reason)?;
    }
    for (what, counts) in [("languages", survey.languages()), ("encodings", survey.encodings())] {
        let counts: Vec<String> = counts.iter().map(|(name, files)| format!("{name} {files}")).collect();
        writeln!(text, "{what}: {}", counts.join(", "))?;
    }
    if survey.boilerplate > 0 {
        writeln!(text, "starter code: {} files", survey.boilerplate)?;
    }
    writeln!(text)?;
    for submission in &survey.submissions {
        write_submission(text, submission)?;
    }
    let shared = survey.shared_files();
    if !shared.is_empty() {
        writeln!(text, "\nprobably starter code (to ignore it, use --handed-out digest:... or --base):")?;
        for file in shared {
            writeln!(text, "  {} ({} authors) digest:{}", file.path, file.authors, hex(&file.digest))?;
        }
    }
    let (added, skipped): (Vec<&Skipped>, Vec<&Skipped>) =
        files.into_iter().partition(|line| is_platform_file(line));
    for (title, files) in [("files of the platform, not compared", added), ("skipped files", skipped)] {
        if files.is_empty() {
            continue;
        }
        writeln!(text, "\n{title}:")?;
        for file in files {
            let within = file.submission.as_ref().map_or_else(String::new, |name| format!("{name}: "));
            writeln!(text, "  {within}{}: {}", file.path, file.reason)?;
        }
    }
    Ok(())
}

fn write_submission(text: &mut String, submission: &Surveyed) -> fmt::Result {
    let header = &submission.header;
    write!(text, "{}", header.name)?;
    let mut facts = Vec::new();
    facts.extend(match (&submission.reference, &submission.archive) {
        (Some(label), _) => Some(format!("reference answer, {label}")),
        (None, archive) => archive.as_ref().map(|name| format!("earlier submission, from {name}")),
    });
    facts.extend(header.author.as_ref().map(|author| format!("by {author}")));
    facts.extend(header.attempt.map(|attempt| format!("attempt {attempt}")));
    facts.extend(header.submitted_at.clone());
    facts.extend(submission.suggestion.map(|suggestion| {
        match suggestion {
            Suggestion::Staff => "from staff? If so, use --staff NAME",
            Suggestion::HandedOut => "starter code? If so, use --handed-out NAME",
        }
        .to_owned()
    }));
    if !facts.is_empty() {
        write!(text, " ({})", facts.join(", "))?;
    }
    writeln!(text)?;
    for file in &submission.files {
        writeln!(text, "  {} ({}, {}, {} bytes)", file.path, file.language, file.encoding, file.bytes)?;
        for note in file.notes.iter().chain(&file.parsing) {
            writeln!(text, "    {note}")?;
        }
    }
    Ok(())
}

/// List the supported languages
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch languages | cut -f 1

Prints one language per line. Columns, separated by tabs: name, file extensions, front end (tree-sitter or
lexical), aliases, title.")]
pub(crate) struct LanguagesArguments {}

pub(crate) fn print_languages(_: &LanguagesArguments) -> anyhow::Result<()> {
    let lines = languages().iter().map(|language| {
        let endings: Vec<String> = language.endings().iter().map(|ending| format!(".{ending}")).collect();
        let front_end = match language.front_end() {
            FrontEnd::TreeSitter => "tree-sitter",
            FrontEnd::Lexical => "lexical",
        };
        let aliases = language.aliases().join(" ");
        let title = language.title();
        format!("{}\t{}\t{front_end}\t{aliases}\t{title}\n", language.name(), endings.join(" "))
    });
    Ok(print(lines.collect::<String>())?)
}
