//! Patterns of paths that say which files of the submissions are compared, as git's ignore files write them.
//!
//! `*.txt` and `tests/` match in every folder, `/main.c` and `lab1/*.c` from the top of a submission, `**` any number of
//! folders; of patterns that match the same file, the last one decides, and `!` takes it back. Pure values: nothing is
//! read here.

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::text::{BadRule, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES};

/// Which files are compared.
#[derive(Debug, Clone)]
pub struct Patterns {
    /// If there are any, only files that match are compared.
    include: Option<Gitignore>,
    /// Files that match are not compared.
    exclude: Option<Gitignore>,
    /// The patterns of `exclude` that match in every folder, if none takes another back. What they leave out need not be
    /// read.
    anywhere: Option<Gitignore>,
}

impl Patterns {
    /// Compiles patterns.
    ///
    /// # Errors
    /// There are too many patterns, they are too long, or one cannot be read.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, BadRule> {
        check_patterns(include, exclude)?;
        let takes_back = exclude.iter().any(|pattern| pattern.starts_with('!'));
        let anywhere = |pattern: &&String| !takes_back && !pattern.trim_end_matches('/').contains('/');
        let anywhere: Vec<String> = exclude.iter().filter(anywhere).cloned().collect();
        Ok(Self { include: compiled(include)?, exclude: compiled(exclude)?, anywhere: compiled(&anywhere)? })
    }

    /// Returns why a file is not compared; `None` if it is. The path is relative to the submission.
    pub fn refuses(&self, path: &str) -> Option<String> {
        if self.include.as_ref().is_some_and(|include| matching(include, path).is_none()) {
            return Some("matches none of the patterns of what is compared".to_owned());
        }
        matching(self.exclude.as_ref()?, path)
    }

    /// Returns why a file is not compared wherever its submission begins. The path has any folders before it.
    pub(crate) fn refuses_anywhere(&self, path: &str) -> Option<String> {
        matching(self.anywhere.as_ref()?, path)
    }
}

/// Returns which pattern leaves a file out, as a reason.
fn matching(patterns: &Gitignore, path: &str) -> Option<String> {
    let found = patterns.matched_path_or_any_parents(path.trim_start_matches('/'), false);
    let glob = found.inner().filter(|_| found.is_ignore())?;
    Some(format!("left out by the pattern `{}`", glob.original()))
}

/// Checks number and size of patterns.
fn check_patterns(include: &[String], exclude: &[String]) -> Result<(), BadRule> {
    let all = || include.iter().chain(exclude);
    let found = all().count();
    if found > MAX_RULES {
        return Err(BadRule::TooMany { found, limit: MAX_RULES });
    }
    if let Some(long) = all().find(|pattern| pattern.len() > MAX_RULE_BYTES) {
        let rule = long[..long.floor_char_boundary(MAX_RULE_BYTES)].to_owned();
        return Err(BadRule::TooLong { rule, limit: MAX_RULE_BYTES });
    }
    let bytes = all().map(String::len).sum();
    if bytes > MAX_PATTERN_BYTES {
        return Err(BadRule::TooMuch { bytes, limit: MAX_PATTERN_BYTES });
    }
    Ok(())
}

fn compiled(patterns: &[String]) -> Result<Option<Gitignore>, BadRule> {
    if patterns.iter().all(|pattern| pattern.trim().is_empty()) {
        return Ok(None);
    }
    // Paths are relative, and nothing is looked up: this is no folder.
    let mut builder = GitignoreBuilder::new("");
    for pattern in patterns {
        let bad = |problem: &ignore::Error| BadRule::Pattern {
            pattern: pattern.clone(),
            problem: problem.to_string(),
        };
        builder.add_line(None, pattern).map_err(|problem| bad(&problem))?;
    }
    let bad = |problem: ignore::Error| BadRule::Pattern {
        pattern: patterns.join(" "),
        problem: problem.to_string(),
    };
    builder.build().map(Some).map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(patterns: &str) -> Vec<String> {
        patterns.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn patterns_are_read_as_git_reads_them() {
        for (include, exclude, path, compared) in [
            ("", "", "a.c", true),
            ("", "*.txt", "a.c", true),
            ("", "*.txt", "notes/a.txt", false),
            ("", "tests/", "tests/a.c", false),
            ("", "tests/", "lab/tests/deep/a.c", false),
            ("", "tests/", "tests.c", true),
            ("", "/tests", "lab/tests/a.c", true),
            ("", "/tests", "tests/a.c", false),
            ("", "lab*/given.c", "lab1/given.c", false),
            ("", "lab*/given.c", "x/lab1/given.c", true),
            ("", "**/given/*.c", "x/given/a.c", false),
            ("", "*.c !main.c", "main.c", true),
            ("", "*.c !main.c", "list.c", false),
            ("", "[Mm]akefile", "src/makefile", false),
            ("*.java", "", "src/A.java", true),
            ("*.java", "", "src/a.py", false),
            ("src/", "*Test.java", "src/A.java", true),
            ("src/", "*Test.java", "src/ATest.java", false),
            ("src/", "", "lib/A.java", false),
            ("*.py *.ipynb", "", "a.ipynb", true),
        ] {
            let patterns = Patterns::new(&strings(include), &strings(exclude)).unwrap();
            let refused = patterns.refuses(path);
            assert_eq!(refused.is_none(), compared, "{include} - {exclude}: {path}: {refused:?}");
        }
    }

    #[test]
    fn a_refusal_names_the_pattern() {
        let patterns = Patterns::new(&[], &strings("*.txt build/")).unwrap();
        assert_eq!(patterns.refuses("build/a.c").unwrap(), "left out by the pattern `build/`");
    }

    #[test]
    fn too_much_is_refused_with_the_limit() {
        let bad = |patterns: &[String]| Patterns::new(patterns, &[]).unwrap_err().to_string();
        assert!(bad(&vec!["a".to_owned(); MAX_RULES + 1]).contains("1000"));
        assert!(bad(&["a".repeat(MAX_RULE_BYTES + 1)]).contains("256"));
        assert!(bad(&["[z-a]".to_owned()]).contains("`[z-a]`"));
    }
}
