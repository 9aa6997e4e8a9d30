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

fn measure(programs: &[Program]) -> Found {
    let submissions: Vec<TranslationSubmission<'_>> = programs.iter().map(submission).collect();
    let found = find(&submissions, &[], TranslationOptions { max_pairs: 0, pairs_with_passages: 0 });
    let expects: BTreeMap<(usize, usize), Option<f64>> =
        found.pairs.iter().map(|pair| ((pair.left as usize, pair.right as usize), pair.expect)).collect();
    let mut measured = Found { submissions: programs.len(), ..Found::default() };
    for (left, one) in programs.iter().enumerate() {
        for (right, other) in programs.iter().enumerate().skip(left + 1) {
            if one.ending == other.ending {
                continue;
            }
            let expect = expects.get(&(left, right)).copied().flatten();
            let strength = expect.map_or(f64::NEG_INFINITY, |expect| -expect.max(1e-99).log10());
            if one.origin == other.origin {
                measured.guilty.push(strength);
            } else {
                measured.innocent.push(strength);
                measured.accused += usize::from(expect.is_some_and(|expect| expect <= TRANSLATION_CUTOFF));
            }
        }
    }
    measured
}

/// Shows a table with one row per task, and returns the figures of all tasks together.
pub(crate) fn run(out: &mut dyn FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<Vec<Figure>> {
    let mut table =
        Table::new(&["", "programs", "translations", "others", "AUC", "R at 1 %", "named", "accused"]);
    let mut all = Vec::new();
    let named = |found: &Found| {
        let limit = -TRANSLATION_CUTOFF.log10();
        found.guilty.iter().filter(|strength| limit <= **strength).count()
    };
    let mut show = |name: &str, found: &Found| {
        table.row([
            name.to_owned(),
            found.submissions.to_string(),
            found.guilty.len().to_string(),
            found.innocent.len().to_string(),
            format!("{:.3}", found.area_under_curve()),
            format!("{:.2}", found.recall_above(found.limit(FALSE_ALARMS))),
            named(found).to_string(),
            found.accused.to_string(),
        ]);
    };
    for (task, programs) in classes()? {
        let found = measure(&programs);
        show(&task, &found);
        all.push(found);
    }
    let pooled = Found::pooled(&all);
    show("all", &pooled);
    out(&table.to_string())?;
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
