//! Names of learning platforms, which are the same in every language.

/// Names of learning platforms, by the words of [`crate::Report::layouts`].
const PLATFORMS: &[(&str, &str)] = &[
    ("blackboard", "Blackboard"),
    ("canvas", "Canvas"),
    ("dodona", "Dodona"),
    ("git", "git"),
    ("github-classroom", "GitHub Classroom"),
    ("gradescope", "Gradescope"),
    ("moodle", "Moodle"),
    ("nbgrader", "nbgrader"),
    ("otter-grader", "otter-grader"),
];

/// Returns the names of platforms, separated by commas; `None` if there are none.
pub fn platforms(layouts: &[String]) -> Option<String> {
    let name = |word: &String| {
        let known = PLATFORMS.iter().find(|(known, _)| known == word);
        known.map_or_else(|| word.clone(), |(_, name)| (*name).to_owned())
    };
    (!layouts.is_empty()).then(|| layouts.iter().map(name).collect::<Vec<_>>().join(", "))
}
