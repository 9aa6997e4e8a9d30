//! The programs in `gold/`, and the classes made of them. It reads files. All random choices are seeded.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use rayon::prelude::*;

use super::dialect::{DIALECTS, Dialect};
use super::ladder::{TOP, TRANSFORMATIONS, climb};
use super::paste;
use super::source::Source;
use crate::random::SplitMix64;

/// Seed of all random choices. Another seed makes another corpus.
const SEED: u64 = 0x00c4_aff1_2c4d_0001;

/// A task of ten lines. Its measurements are shown separately.
pub(crate) const TINY: &str = "digits";

/// The independent solutions of a task in a language.
pub(crate) struct Solutions {
    pub(crate) dialect: &'static Dialect,
    pub(crate) task: String,
    /// The programs, in the order of their numbers.
    pub(crate) programs: Vec<Source>,
}

/// How the copies of a class were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Disguise {
    /// All transformations up to a level.
    Rung(u8),
    /// Only the transformation with this name.
    Alone(&'static str),
    /// Half of the functions in another program, which replaces its author's own program.
    PartialCopy,
    /// Half of each of two programs in a third program.
    Collage,
    /// The whole program in one that solves another task.
    Padding,
}

impl Disguise {
    /// Returns all disguises: the levels, those outside the levels, then each transformation alone.
    pub(crate) fn all() -> Vec<Self> {
        (1..=TOP)
            .map(Self::Rung)
            .chain([Self::PartialCopy, Self::Collage, Self::Padding])
            .chain(TRANSFORMATIONS.iter().map(|transformation| Self::Alone(transformation.name)))
            .collect()
    }

    /// Returns the name used in tables.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Rung(rung) => format!("rung {rung}"),
            Self::Alone(name) => name.to_owned(),
            Self::PartialCopy => "partial copy".to_owned(),
            Self::Collage => "collage".to_owned(),
            Self::Padding => "padding".to_owned(),
        }
    }
}

/// A class with some copies.
pub(crate) struct Class {
    pub(crate) dialect: &'static Dialect,
    pub(crate) task: String,
    /// The texts. Each was handed in by one student.
    pub(crate) texts: Vec<String>,
    /// Pairs of indexes into `texts` that are not independent. The smaller index comes first.
    pub(crate) guilty: Vec<(usize, usize)>,
}

/// Reads all programs.
pub(crate) fn solutions() -> anyhow::Result<Vec<Solutions>> {
    let root = root();
    let mut all = Vec::new();
    for dialect in &DIALECTS {
        for task in sorted(&root.join(dialect.name))? {
            let folder = root.join(dialect.name).join(&task);
            let mut programs = Vec::new();
            for name in sorted(&folder)? {
                let path = folder.join(&name);
                let text =
                    fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
                let program = Source::parse(text, dialect);
                programs.push(program.with_context(|| format!("{} has syntax errors", path.display()))?);
            }
            all.push(Solutions { dialect, task, programs });
        }
    }
    Ok(all)
}

/// Returns the folder of the gold standard.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gold")
}

/// Returns the names in a folder, in order.
pub(super) fn sorted(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Returns a separate generator for everything that is made, so that an additional program does not change other
/// copies.
pub(super) fn seeded(parts: &[&str]) -> SplitMix64 {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = parts.iter().flat_map(|part| part.bytes().chain([0])).fold(0xcbf2_9ce4_8422_2325, fnv);
    SplitMix64::seeded(SEED ^ hash)
}

/// Returns a class without copies.
pub(crate) fn innocent(solutions: &Solutions) -> Class {
    Class {
        dialect: solutions.dialect,
        task: solutions.task.clone(),
        texts: solutions.programs.iter().map(|program| program.text.clone()).collect(),
        guilty: Vec::new(),
    }
}

/// Returns two classes. In each, one half of the solutions was copied, each once, all disguised in one way. If the
/// disguise does not fit a program, it is not copied. `all` provides programs of other tasks.
pub(crate) fn classes(solutions: &Solutions, disguise: Disguise, all: &[Solutions]) -> [Class; 2] {
    let mut rng = seeded(&[solutions.dialect.name, &solutions.task, &disguise.name()]);
    let mut order: Vec<usize> = (0..solutions.programs.len()).collect();
    shuffle(&mut order, &mut rng);
    let (first, second) = order.split_at(order.len() / 2);
    let mut hosts = hosts(solutions, all);
    shuffle(&mut hosts, &mut rng);
    [class(solutions, disguise, [first, second], &hosts), class(solutions, disguise, [second, first], &hosts)]
}

/// Returns the classes of all tasks and languages.
pub(crate) fn all_classes(all: &[Solutions], disguise: Disguise) -> Vec<Class> {
    all.par_iter().flat_map(|solutions| classes(solutions, disguise, all)).collect()
}

/// Returns programs of other tasks that are larger than all programs of this task.
fn hosts<'s>(solutions: &Solutions, all: &'s [Solutions]) -> Vec<&'s Source> {
    let largest = solutions.programs.iter().map(|program| program.text.len()).max().unwrap_or(0);
    all.iter()
        .filter(|other| other.dialect.name == solutions.dialect.name && other.task != solutions.task)
        .flat_map(|other| &other.programs)
        .filter(|host| largest < host.text.len())
        .collect()
}

/// Shuffles a list. All orders are equally likely.
pub(crate) fn shuffle<T>(list: &mut [T], rng: &mut SplitMix64) {
    for last in (1..list.len()).rev() {
        list.swap(last, rng.below(last as u64 + 1) as usize);
    }
}

fn class(
    solutions: &Solutions,
    disguise: Disguise,
    [copied, others]: [&[usize]; 2],
    hosts: &[&Source],
) -> Class {
    let mut class = innocent(solutions);
    let programs = &solutions.programs;
    for (at, &original) in copied.iter().enumerate() {
        let program = &programs[original];
        let parts = [solutions.dialect.name, &solutions.task, &disguise.name(), &original.to_string()];
        let mut rng = seeded(&parts);
        match disguise {
            Disguise::Rung(top) => {
                join(&mut class, original, climb(program, top, &mut rng).map(|copy| copy.text));
            }
            Disguise::Alone(name) => {
                let known = TRANSFORMATIONS.iter().find(|known| known.name == name);
                let copy = known.and_then(|known| known.apply(program, &mut rng));
                join(&mut class, original, copy.map(|copy| copy.text));
            }
            Disguise::PartialCopy => {
                let text = paste::partial_copy(&programs[others[at]], program, &mut rng);
                replace(&mut class, others[at], text, &[original]);
            }
            // Each program is copied once.
            Disguise::Collage if at % 2 == 0 && at + 1 < copied.len() => {
                let second = copied[at + 1];
                let text = paste::collage(&programs[others[at]], [program, &programs[second]], &mut rng);
                replace(&mut class, others[at], text, &[original, second]);
            }
            Disguise::Collage => {}
            Disguise::Padding => {
                let host = hosts.get(at).and_then(|host| paste::padding(host, program, &mut rng));
                join(&mut class, original, host);
            }
        }
    }
    class
}

/// Adds a copy that another student hands in.
fn join(class: &mut Class, original: usize, copy: Option<String>) {
    if let Some(text) = copy {
        class.guilty.push((original, class.texts.len()));
        class.texts.push(text);
    }
}

/// Replaces the text of the student `host` by one that contains work of others.
fn replace(class: &mut Class, host: usize, text: Option<String>, donors: &[usize]) {
    if let Some(text) = text {
        class.texts[host] = text;
        class.guilty.extend(donors.iter().map(|donor| (host.min(*donor), host.max(*donor))));
    }
}
