//! Programs (the files of a submission in one family of languages), and the pairs of them that are worth comparing. They
//! are proposed through an inverted index of rare features. No step compares all pairs.

use chaffinch_submission::Reading;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::features::{Weighted, Weights, long_runs, rarity};
use crate::reading::{NeutralStatement, read};

/// Families of languages that can be compared with each other: those whose statements are similar enough. The vocabulary
/// knows their words. C++ is of the family of C, TypeScript of that of JavaScript.
const FAMILIES: [&str; 10] =
    ["c", "csharp", "go", "java", "javascript", "kotlin", "php", "python", "rust", "swift"];

/// A submission that is compared.
#[derive(Debug, Clone)]
pub struct TranslationSubmission<'a> {
    /// Its files, in the order of the report.
    pub files: Vec<Reading<'a>>,
    /// Whether it is of an earlier task. Two of these are not compared.
    pub is_archived: bool,
    /// Number of its team. Members of a team are not compared.
    pub team: Option<u32>,
}

/// The part of a submission in one family of languages.
pub(crate) struct Program {
    pub(crate) submission: u32,
    pub(crate) family: &'static str,
    pub(crate) is_archived: bool,
    pub(crate) team: Option<u32>,
    /// Its statements with the numbers of their files.
    pub(crate) statements: Vec<(u32, NeutralStatement)>,
}

impl Program {
    /// Returns the number of its elements.
    pub(crate) fn elements(&self) -> usize {
        self.statements.iter().map(|(_, statement)| statement.elements.len()).sum()
    }

    /// Returns whether a translation from one to the other would be a case: they are in different languages, by different
    /// people, and one of them is of the class.
    pub(crate) fn is_comparable(&self, other: &Self) -> bool {
        self.family != other.family
            && self.submission != other.submission
            && !(self.is_archived && other.is_archived)
            && (self.team.is_none() || self.team != other.team)
    }
}

/// Reads the programs of a submission, one for each family of languages that can be compared.
pub(crate) fn programs(number: u32, submission: &TranslationSubmission<'_>) -> Vec<Program> {
    let mut programs: Vec<Program> = Vec::new();
    for (file, at) in submission.files.iter().zip(0..) {
        let family = file.stream.scheme.family;
        if !FAMILIES.contains(&family) || file.text.is_empty() {
            continue;
        }
        let statements = read(file.text, &file.stream.read()).into_iter().map(|statement| (at, statement));
        match programs.iter_mut().find(|program| program.family == family) {
            Some(program) => program.statements.extend(statements),
            None => programs.push(Program {
                submission: number,
                family,
                is_archived: submission.is_archived,
                team: submission.team,
                statements: statements.collect(),
            }),
        }
    }
    programs.retain(|program| !program.statements.is_empty());
    programs
}

/// Most pairs that are compared for each program.
const NEIGHBOURS: usize = 100;

/// A feature that more programs have is not looked up. So the work for each feature of a program is bounded, and a
/// feature that is common says little. In a large class of uniform programs all are common. So where one is, longer runs
/// are looked up too.
const MAX_POSTINGS: usize = 400;

/// Returns pairs of comparable programs, ascending, the smaller number first.
pub(crate) fn candidates(programs: &[Program], weights: &Weights) -> Vec<(u32, u32)> {
    let is_frequent = |posting: &Vec<u32>| MAX_POSTINGS < posting.len();
    let longer = weights.postings.iter().any(is_frequent).then(|| LongRuns::new(programs));
    let mut pairs: Vec<(u32, u32)> = (0..programs.len())
        .into_par_iter()
        .map_init(
            || vec![0.0_f32; programs.len()],
            |shared, program| {
                let features = (weights.of[program].as_slice(), weights.postings.as_slice());
                let longer =
                    longer.as_ref().map(|runs| (runs.of[program].as_slice(), runs.postings.as_slice()));
                let features = [features].into_iter().chain(longer);
                neighbours(programs, weights, features, shared, program)
            },
        )
        .flatten_iter()
        .collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}

/// Runs of programs that are longer than their features.
struct LongRuns {
    /// The runs of each program, by number.
    of: Vec<Vec<Weighted>>,
    /// The programs that have each run, ascending.
    postings: Vec<Vec<u32>>,
}

impl LongRuns {
    fn new(programs: &[Program]) -> Self {
        let runs: Vec<Vec<u64>> = programs
            .par_iter()
            .map(|program| long_runs(program.statements.iter().map(|(_, statement)| statement)))
            .collect();
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut postings: Vec<Vec<u32>> = Vec::new();
        for (program, runs) in (0..).zip(&runs) {
            for &run in runs {
                let number = *numbers.entry(run).or_insert(postings.len() as u32);
                if number == postings.len() as u32 {
                    postings.push(Vec::new());
                }
                postings[number as usize].push(program);
            }
        }
        let weigh = |run: &u64| {
            let number = numbers[run];
            (number, rarity(programs.len(), postings[number as usize].len()) as f32)
        };
        let of = runs.iter().map(|runs| runs.iter().map(weigh).collect()).collect();
        Self { of, postings }
    }
}

/// Returns the pairs of a program with those that share most. `features` are its features of each kind, and the programs
/// that have each. `shared` is a buffer of zeros, and is so again.
fn neighbours<'a>(
    programs: &[Program],
    weights: &Weights,
    features: impl Iterator<Item = (&'a [Weighted], &'a [Vec<u32>])>,
    shared: &mut [f32],
    program: usize,
) -> Vec<(u32, u32)> {
    let mut touched = Vec::new();
    let all = features.flat_map(|(of, postings)| {
        of.iter().map(|&(number, weight)| (postings[number as usize].as_slice(), weight))
    });
    for (posting, weight) in all.filter(|(posting, _)| posting.len() <= MAX_POSTINGS) {
        for &other in posting {
            if shared[other as usize] <= 0.0 {
                if !programs[program].is_comparable(&programs[other as usize]) {
                    continue;
                }
                touched.push(other);
            }
            shared[other as usize] += weight;
        }
    }
    let score = |other: u32| f64::from(shared[other as usize]) / weights.totals[other as usize].sqrt();
    touched.sort_by(|&one, &other| score(other).total_cmp(&score(one)).then(one.cmp(&other)));
    let pair = |&other: &u32| (other.min(program as u32), other.max(program as u32));
    let pairs = touched.iter().take(NEIGHBOURS).map(pair).collect();
    for other in touched {
        shared[other as usize] = 0.0;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::count;
    use crate::reading::NeutralStatement;

    /// Returns a program of statements of six kinds, in an order that depends on the author.
    fn program(author: u64, family: &'static str, submission: u32) -> Program {
        let statement = |at: u64| {
            let mixed = (author + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(at as u32 % 61);
            let kind =
                (mixed ^ at.wrapping_mul(0xd1b5_4a32_d192_ed03)).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40;
            let kind = kind % 6;
            (0, NeutralStatement { tokens: 0..1, elements: vec![kind, kind + 10, 20] })
        };
        let statements = (0..60).map(statement).collect();
        Program { submission, family, is_archived: false, team: None, statements }
    }

    #[test]
    fn a_translation_in_a_large_uniform_class_is_proposed() {
        let half = MAX_POSTINGS as u32 + 100;
        let mut programs: Vec<Program> = (0..half).map(|at| program(u64::from(at), "c", at)).collect();
        programs.extend((half..2 * half).map(|at| program(u64::from(at), "python", at)));
        // The last one is a translation of one in the middle.
        let original = half / 2;
        programs.push(program(u64::from(original), "python", 2 * half));
        let counts: Vec<_> = programs
            .iter()
            .map(|program| count(program.statements.iter().map(|(_, statement)| statement)))
            .collect();
        let weights = Weights::new(&counts, &[]);
        assert!(candidates(&programs, &weights).contains(&(original, 2 * half)));
    }
}
