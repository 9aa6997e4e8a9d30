//! An adversary that has Chaffinch itself: it disguises a copy until its verdict is weak, as Mossad does with MOSS
//! (Devore-McDonald and Berger, "Mossad: Defeating Software Plagiarism Detection", 2020). It starts compilers and runs
//! programs of the gold standard.

mod class;
mod equivalence;
mod graft;
mod mutations;
mod search;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context;
use rayon::prelude::*;

use super::corpus::{self, Class, Disguise, Solutions, TINY};
use super::source::Source;
use class::{CopyInClass, Judgement};
use equivalence::{Equivalence, missing_tool};
pub(crate) use mutations::Repertoire;
use mutations::propose;
use search::{Adversary, Attack, Step, attack};

/// Disguise of the other copies of a class: with new names, as most copies are.
const OTHERS: Disguise = Disguise::Rung(2);

/// A language in which programs are attacked.
struct Language {
    /// Name in figures.
    name: &'static str,
    /// Ending of files.
    ending: &'static str,
    /// The programs are written in this dialect.
    dialect: &'static str,
}

const LANGUAGES: [Language; 4] = [
    Language { name: "c", ending: "c", dialect: "c" },
    Language { name: "cpp", ending: "cpp", dialect: "c" },
    Language { name: "java", ending: "java", dialect: "java" },
    Language { name: "python", ending: "py", dialect: "python" },
];

/// The attack on one copy.
pub(crate) struct Case {
    pub(crate) task: String,
    /// The text that was copied.
    pub(crate) original: String,
    attack: Attack,
    /// Whether Chaffinch names the pair: after a growth of at most 100 %, and at the end.
    pub(crate) named: [bool; 2],
    /// Why the pair has its verdict at the end.
    why: String,
}

/// What all steps with one mutation did.
#[derive(Default)]
struct Sums {
    steps: usize,
    /// Tokens added.
    tokens: f64,
    /// Powers of ten by which the expect value rose.
    powers: f64,
}

/// The attacks in one language, or the tool that is missing for them.
pub(crate) struct Attacked {
    pub(crate) language: &'static str,
    pub(crate) ending: &'static str,
    pub(crate) cases: Result<Vec<Case>, &'static str>,
}

/// Attacks two copies of each ordinary task in each language that is wanted.
pub(crate) fn run(repertoire: Repertoire, is_wanted: impl Fn(&str) -> bool) -> anyhow::Result<Vec<Attacked>> {
    let all = corpus::solutions()?;
    let languages: Vec<&Language> = LANGUAGES.iter().filter(|language| is_wanted(language.name)).collect();
    let missing: Vec<Option<&'static str>> =
        languages.iter().map(|language| missing_tool(language.ending)).collect();
    let mut classes = Vec::new();
    for (at, language) in languages.iter().enumerate().filter(|(at, _)| missing[*at].is_none()) {
        let tasks = all
            .iter()
            .filter(|solutions| solutions.dialect.name == language.dialect && solutions.task != TINY);
        let of_task = |solutions: &Solutions| corpus::classes(solutions, OTHERS, &all);
        classes.extend(tasks.flat_map(of_task).map(|class| (at, class)));
    }
    let attacked: Vec<(usize, Option<Case>)> = classes
        .into_par_iter()
        .map(|(at, class)| Ok((at, case(languages[at], class, repertoire)?)))
        .collect::<anyhow::Result<_>>()?;
    let mut results: Vec<Attacked> = languages
        .iter()
        .zip(missing)
        .map(|(language, missing)| Attacked {
            language: language.name,
            ending: language.ending,
            cases: missing.map_or(Ok(Vec::new()), Err),
        })
        .collect();
    for (at, case) in attacked {
        if let Ok(cases) = &mut results[at].cases {
            cases.extend(case);
        }
    }
    Ok(results)
}

/// Attacks the first copy of a class whose original the compiler accepts. The adversary starts with a verbatim copy.
fn case(language: &Language, mut class: Class, repertoire: Repertoire) -> anyhow::Result<Option<Case>> {
    let inputs = inputs(&class.task)?;
    for (original, copy) in class.guilty.clone() {
        let text = class.texts[original].clone();
        let Some(mut equivalence) = Equivalence::new(language.ending, &text, &inputs)? else { continue };
        class.texts[copy].clone_from(&text);
        let program =
            Source::parse(text, class.dialect).context("a program of the corpus has syntax errors")?;
        let pair = CopyInClass::new(&class, language.ending, original, copy);
        let adversary = Adversary {
            propose: &|program, rng| propose(program, &pair.programs, repertoire, rng),
            judge: &|text| pair.verdict(text),
            is_same: &mut |text| equivalence.holds(text),
        };
        let mut rng = corpus::seeded(&["adversary", language.name, &class.task, &original.to_string()]);
        let attack = attack(&program, adversary, &mut rng)?;
        let judgements = [&attack.half_text, &attack.text].map(|text| pair.judgement(text));
        let named = judgements.each_ref().map(|judgement| judgement.is_named);
        let [_, Judgement { why, .. }] = judgements;
        return Ok(Some(Case { task: class.task, original: program.text, attack, named, why }));
    }
    Ok(None)
}

/// Returns the inputs with which the programs of a task are run.
fn inputs(task: &str) -> anyhow::Result<Vec<PathBuf>> {
    let folder = corpus::root().join("inputs").join(task);
    Ok(corpus::sorted(&folder)?.into_iter().map(|name| folder.join(name)).collect())
}

impl Case {
    /// Returns the expect value of the disguised copy; infinite if it has none.
    pub(crate) fn expect(&self) -> f64 {
        self.attack.verdict().expect
    }

    /// Returns the added tokens of the disguised copy divided by the tokens of the original.
    pub(crate) fn growth(&self) -> f64 {
        self.attack.growth()
    }

    /// Returns the disguised copy.
    pub(crate) fn disguised(&self) -> &str {
        &self.attack.text
    }

    /// Orders cases, the weakest verdict first.
    pub(crate) fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.attack.verdict().order(other.attack.verdict())
    }

    /// Returns what each mutation did, the one that did most first.
    fn sums(&self) -> Vec<(&'static str, Sums)> {
        let mut sums: BTreeMap<&str, Sums> = BTreeMap::new();
        let mut before = self.attack.start;
        for Step { mutation, verdict } in &self.attack.steps {
            let of_mutation = sums.entry(mutation).or_default();
            of_mutation.steps += 1;
            of_mutation.tokens += verdict.tokens as f64 - before.tokens as f64;
            of_mutation.powers += (verdict.expect / before.expect).log10();
            before = *verdict;
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_by(|(_, one), (_, other)| other.powers.total_cmp(&one.powers));
        sums
    }

    /// Describes the attack: size and verdict, what each mutation did, and all of them in order.
    pub(crate) fn describe(&self) -> String {
        let (start, end) = (self.attack.start, self.attack.verdict());
        let mut text = format!(
            "{}: {} tokens grew by {:.0} %; expect {:.2e} to {:.2e}, {:.1} to {:.1} bits; {}\n",
            self.task,
            start.tokens,
            100.0 * self.growth(),
            start.expect,
            end.expect,
            start.suspicion,
            end.suspicion,
            if self.named[1] { "named" } else { "not named" },
        );
        text += &self.why;
        text.push('\n');
        for (mutation, sums) in self.sums() {
            writeln!(
                text,
                "{} {mutation}: {} tokens, expect x {:.1e}",
                sums.steps,
                sums.tokens,
                10.0_f64.powf(sums.powers)
            )
            .expect("a string takes whatever is written");
        }
        text += "in order:\n";
        for same in self.attack.steps.chunk_by(|one, other| one.mutation == other.mutation) {
            let last = same[same.len() - 1];
            writeln!(
                text,
                "{} {}: growth {:.0} %, expect {:.2e}, {:.1} bits",
                same.len(),
                last.mutation,
                100.0 * search::growth(start, last.verdict),
                last.verdict.expect,
                last.verdict.suspicion,
            )
            .expect("a string takes whatever is written");
        }
        text
    }
}
