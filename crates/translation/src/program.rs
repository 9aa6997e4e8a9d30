//! A program: the files of a submission in one family of languages.

use chaffinch_submission::LazyStream;

use crate::reading::{NeutralStatement, read};

/// Families of languages that can be compared with each other: those whose statements are similar enough. The vocabulary
/// knows their words. C++ is of the family of C, TypeScript of that of JavaScript.
const FAMILIES: [&str; 10] =
    ["c", "csharp", "go", "java", "javascript", "kotlin", "php", "python", "rust", "swift"];

/// A file, read.
#[derive(Debug, Clone, Copy)]
pub struct TranslationFile<'a> {
    /// Its decoded text; empty if it was not kept.
    pub text: &'a str,
    /// Its tokens.
    pub stream: &'a LazyStream,
}

/// A submission that is compared.
#[derive(Debug, Clone)]
pub struct TranslationSubmission<'a> {
    /// Its files, in the order of the report.
    pub files: Vec<TranslationFile<'a>>,
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
