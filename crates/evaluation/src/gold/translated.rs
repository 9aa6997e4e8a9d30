//! Measures how well translations are found: programs of the gold standard that were translated into the other three
//! languages (`gold/translations/`), among all independent solutions of the same task.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::{LazyStream, SourceFile};
use chaffinch_translation::{
    TRANSLATION_CUTOFF, TranslationFile, TranslationOptions, TranslationSubmission, find,
};

use super::corpus;
use super::figure::{Bound, Figure};
use super::measure::Found;
use crate::table::Table;

/// Share of the innocent pairs that may be above the limit at which recall is measured.
const FALSE_ALARMS: f64 = 0.01;

/// A program of a task, in one language.
struct Program {
    /// Language and number of the original: `java-01`.
    origin: String,
    /// The end of its file name, which names its language.
    ending: String,
    text: String,
    stream: LazyStream,
}

impl Program {
    fn read(path: &Path, origin: &str) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let file = SourceFile::plain(format!("main.{ending}"), text.clone());
        let stream = LazyStream::from(tokenize(&file, Choice::Auto));
        Ok(Self { origin: origin.to_owned(), ending, text, stream })
    }
}

/// Two programs of a task in different families of languages.
struct Pair {
    endings: [String; 2],
    is_translation: bool,
    /// Negative logarithm of the expect value.
    strength: f64,
}

/// The pairs of a task.
struct Class {
    name: String,
    programs: usize,
    pairs: Vec<Pair>,
}

/// Returns the tasks with their programs: originals in all languages, and translations.
fn classes() -> anyhow::Result<Vec<(String, Vec<Program>)>> {
    let translations = corpus::root().join("translations");
    let mut classes = Vec::new();
    for task in corpus::sorted(&translations)? {
        let mut programs = Vec::new();
        for dialect in &super::DIALECTS {
            let folder = corpus::root().join(dialect.name).join(&task);
            for name in corpus::sorted(&folder)? {
                let path = folder.join(&name);
                let number = name.split('.').next().unwrap_or_default();
                programs.push(Program::read(&path, &format!("{}-{number}", dialect.name))?);
            }
        }
        for name in corpus::sorted(&translations.join(&task))? {
            let origin = name.split('.').next().unwrap_or_default();
            programs.push(Program::read(&translations.join(&task).join(&name), origin)?);
        }
        classes.push((task, programs));
    }
    Ok(classes)
}

fn submission(program: &Program) -> TranslationSubmission<'_> {
    let file = TranslationFile { text: &program.text, stream: &program.stream };
    TranslationSubmission { files: vec![file], is_archived: false, team: None }
}

fn measure(programs: &[Program]) -> Vec<Pair> {
    let submissions: Vec<TranslationSubmission<'_>> = programs.iter().map(submission).collect();
    let found = find(&submissions, &[], TranslationOptions { max_pairs: 0, pairs_with_passages: 0 });
    let expects: BTreeMap<(usize, usize), Option<f64>> =
        found.pairs.iter().map(|pair| ((pair.left as usize, pair.right as usize), pair.expect)).collect();
    let mut pairs = Vec::new();
    for (left, one) in programs.iter().enumerate() {
        for (right, other) in programs.iter().enumerate().skip(left + 1) {
            if one.stream.scheme.family == other.stream.scheme.family {
                continue;
            }
            let expect = expects.get(&(left, right)).copied().flatten();
            pairs.push(Pair {
                endings: [one.ending.clone(), other.ending.clone()],
                is_translation: one.origin == other.origin,
                strength: expect.map_or(f64::NEG_INFINITY, |expect| -expect.max(1e-99).log10()),
            });
        }
    }
    pairs
}

fn found<'p>(submissions: usize, pairs: impl IntoIterator<Item = &'p Pair>) -> Found {
    let mut found = Found { submissions, ..Found::default() };
    for pair in pairs {
        if pair.is_translation {
            found.guilty.push(pair.strength);
        } else {
            found.innocent.push(pair.strength);
            found.accused += usize::from(-TRANSLATION_CUTOFF.log10() <= pair.strength);
        }
    }
    found
}

/// Returns a table with these rows.
fn table<'f>(title: &str, rows: impl IntoIterator<Item = (&'f str, &'f Found)>) -> Table {
    let mut table =
        Table::new(&[title, "programs", "translations", "others", "AUC", "R at 1 %", "named", "accused"]);
    let limit = -TRANSLATION_CUTOFF.log10();
    for (name, found) in rows {
        table.row([
            name.to_owned(),
            found.submissions.to_string(),
            found.guilty.len().to_string(),
            found.innocent.len().to_string(),
            format!("{:.3}", found.area_under_curve()),
            format!("{:.2}", found.recall_above(found.limit(FALSE_ALARMS))),
            found.guilty.iter().filter(|strength| limit <= **strength).count().to_string(),
            found.accused.to_string(),
        ]);
    }
    table
}

/// Shows a table with one row per task and one with one row per language, and returns the figures of all tasks together.
pub(crate) fn run(out: &mut dyn FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<Vec<Figure>> {
    let classes = classes()?;
    let mut of_languages: BTreeMap<&str, usize> = BTreeMap::new();
    for program in classes.iter().flat_map(|(_, programs)| programs) {
        *of_languages.entry(&program.ending).or_default() += 1;
    }
    let classes: Vec<Class> = (classes.iter())
        .map(|(name, programs)| Class {
            name: name.clone(),
            programs: programs.len(),
            pairs: measure(programs),
        })
        .collect();
    let of_classes: Vec<Found> = classes.iter().map(|class| found(class.programs, &class.pairs)).collect();
    let pooled = Found::pooled(&of_classes);
    let names = classes.iter().map(|class| class.name.as_str()).chain(["all"]);
    out(&table("", names.zip(of_classes.iter().chain([&pooled]))).to_string())?;
    let all = || classes.iter().flat_map(|class| &class.pairs);
    let of_languages: Vec<(&str, Found)> = (of_languages.into_iter())
        .map(|(ending, programs)| {
            let pairs = all().filter(|pair| pair.endings.iter().any(|one| one == ending));
            (ending, found(programs, pairs))
        })
        .collect();
    out(&table("language", of_languages.iter().map(|(name, found)| (*name, found))).to_string())?;
    let figure = |name: &str, value: f64, least: f64| Figure {
        name: format!("translations-{name}"),
        value,
        unit: "share",
        bound: Bound::AtLeast(least),
    };
    Ok(vec![
        figure("auc", pooled.area_under_curve(), 0.90),
        figure("recall", pooled.recall_above(pooled.limit(FALSE_ALARMS)), 0.5),
    ])
}
