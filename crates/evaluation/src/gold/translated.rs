//! Measures how well translations are found: programs of the gold standard that were translated into other languages
//! (`gold/translations/`), among all independent solutions of the same task.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context;
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::{LazyStream, Reading, SourceFile};
use chaffinch_translation::{TRANSLATION_CUTOFF, TranslationOptions, TranslationSubmission, find};
use rayon::prelude::*;

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
    is_translation: bool,
    text: String,
    stream: LazyStream,
}

impl Program {
    fn read(path: &Path, origin: &str, is_translation: bool) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let file = SourceFile::plain(format!("main.{ending}"), text.clone());
        let stream = LazyStream::from(tokenize(&file, Choice::Auto));
        Ok(Self { origin: origin.to_owned(), ending, is_translation, text, stream })
    }
}

/// Two programs of a task in different families of languages.
struct Pair {
    /// The language of the one that comes last; of the translation, if there is only one.
    ending: String,
    /// Whether one of them is a translation.
    has_translation: bool,
    /// Whether both come from the same original.
    is_translation: bool,
    /// Negative logarithm of the expect value.
    strength: f64,
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
                programs.push(Program::read(&path, &format!("{}-{number}", dialect.name), false)?);
            }
        }
        for name in corpus::sorted(&translations.join(&task))? {
            let origin = name.split('.').next().unwrap_or_default();
            programs.push(Program::read(&translations.join(&task).join(&name), origin, true)?);
        }
        classes.push((task, programs));
    }
    Ok(classes)
}

fn submission(program: &Program) -> TranslationSubmission<'_> {
    let file = Reading { text: &program.text, stream: &program.stream };
    TranslationSubmission { files: vec![file], is_archived: false, team: None }
}

/// Returns the pairs of a class.
fn measure(programs: &[&Program]) -> Vec<Pair> {
    let submissions: Vec<TranslationSubmission<'_>> =
        programs.iter().map(|program| submission(program)).collect();
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
                ending: other.ending.clone(),
                has_translation: one.is_translation || other.is_translation,
                is_translation: one.origin == other.origin,
                strength: expect.map_or(f64::NEG_INFINITY, |expect| -expect.max(1e-99).log10()),
            });
        }
    }
    pairs
}

fn found<'p>(pairs: impl IntoIterator<Item = &'p Pair>) -> Found {
    let mut found = Found::default();
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
fn table(title: &str, rows: &[(&str, Found)]) -> Table {
    let mut table = Table::new(&[title, "translations", "others", "AUC", "R at 1 %", "named", "accused"]);
    let limit = -TRANSLATION_CUTOFF.log10();
    for (name, found) in rows {
        table.row([
            (*name).to_owned(),
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

/// Returns the pairs of a class whose languages the gold standard has originals in: all originals and all translations.
fn many(programs: &[Program]) -> Vec<Pair> {
    let originals: BTreeSet<&str> =
        programs.iter().filter(|one| !one.is_translation).map(|one| one.ending.as_str()).collect();
    let class: Vec<&Program> =
        programs.iter().filter(|one| originals.contains(one.ending.as_str())).collect();
    measure(&class)
}

/// Returns the pairs of each translation as the only one in a class of all originals.
fn alone(programs: &[Program]) -> Vec<Pair> {
    let (translations, originals): (Vec<&Program>, Vec<&Program>) =
        programs.iter().partition(|one| one.is_translation);
    let of_one = |translation: &&Program| {
        let class: Vec<&Program> = originals.iter().chain([translation]).copied().collect();
        let pairs = measure(&class).into_iter();
        pairs.filter(|pair| pair.has_translation).collect::<Vec<_>>()
    };
    translations.par_iter().flat_map_iter(of_one).collect()
}

/// Shows the pairs of each task and of each language, and returns those of all tasks.
fn show(
    out: &mut dyn FnMut(&str) -> anyhow::Result<()>,
    title: &str,
    classes: &[(String, Vec<Pair>)],
) -> anyhow::Result<Found> {
    let all = || classes.iter().flat_map(|(_, pairs)| pairs);
    let endings: BTreeSet<&str> = all().map(|pair| pair.ending.as_str()).collect();
    let mut rows: Vec<(&str, Found)> =
        classes.iter().map(|(name, pairs)| (name.as_str(), found(pairs))).collect();
    rows.extend(
        endings.into_iter().map(|ending| (ending, found(all().filter(|pair| pair.ending == ending)))),
    );
    rows.push(("all", found(all())));
    out(&table(title, &rows).to_string())?;
    Ok(found(all()))
}

/// Shows a table for classes with many translations and one for classes with a single one, and returns the figures.
pub(crate) fn run(out: &mut dyn FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<Vec<Figure>> {
    let classes = classes()?;
    let of_tasks = |measure: fn(&[Program]) -> Vec<Pair>| -> Vec<(String, Vec<Pair>)> {
        classes.iter().map(|(task, programs)| (task.clone(), measure(programs))).collect()
    };
    let mut figures = Vec::new();
    for (title, name, pairs) in
        [("many", "translations", of_tasks(many)), ("one", "translations-alone", of_tasks(alone))]
    {
        let all = show(out, title, &pairs)?;
        let figure = |what: &str, value: f64, least: f64| Figure {
            name: format!("{name}-{what}"),
            value,
            unit: "share",
            bound: Bound::AtLeast(least),
        };
        figures.push(figure("auc", all.area_under_curve(), 0.90));
        figures.push(figure("recall", all.recall_above(all.limit(FALSE_ALARMS)), 0.5));
    }
    Ok(figures)
}
