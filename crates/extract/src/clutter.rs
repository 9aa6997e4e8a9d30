//! What lies among students' work without being their work: installed packages, build output, editors' folders,
//! minified bundles. Left out, and always listed. Names alone decide only where no program of a student stands under
//! such a name; where one might, something beside it has to say so, and what is left in doubt is analysed.

use serde::{Deserialize, Serialize};

use crate::tree::{Folder, Node};

/// Folders that are nothing else, whatever is beside them, and what they are.
const FOLDERS: &[(&str, &str)] = &[
    ("node_modules", PACKAGES),
    ("bower_components", PACKAGES),
    ("Pods", PACKAGES),
    ("__pycache__", BUILT),
    (".pytest_cache", BUILT),
    (".mypy_cache", BUILT),
    (".ruff_cache", BUILT),
    (".tox", ENVIRONMENT),
    (".nox", ENVIRONMENT),
    (".venv", ENVIRONMENT),
    (".ipynb_checkpoints", "copies that the notebook makes"),
    (".gradle", BUILT),
    (".stack-work", BUILT),
    ("dist-newstyle", BUILT),
    (".dart_tool", BUILT),
    (".next", BUILT),
    ("cmake-build-debug", BUILT),
    ("cmake-build-release", BUILT),
    (".idea", EDITOR),
    (".vscode", EDITOR),
    (".vs", EDITOR),
    (".settings", EDITOR),
];

const PACKAGES: &str = "installed packages";
const BUILT: &str = "build output";
const ENVIRONMENT: &str = "a virtual environment";
const EDITOR: &str = "settings of an editor";

/// Folders that are something else where a file of these names or endings lies beside them.
const BESIDE: &[(&[&str], &[&str], &str)] = &[
    (&["target"], &["Cargo.toml", "pom.xml", "build.sbt"], BUILT),
    (
        &["build", "out"],
        &[
            "build.gradle",
            "build.gradle.kts",
            "CMakeLists.txt",
            "setup.py",
            "pyproject.toml",
            "package.json",
            "pubspec.yaml",
            "meson.build",
            "build.xml",
            ".iml",
        ],
        BUILT,
    ),
    (&["dist"], &["package.json", "setup.py", "pyproject.toml", "build.xml"], BUILT),
    (&["bin", "obj"], &[".csproj", ".fsproj", ".vbproj", ".sln"], BUILT),
    (&["Debug", "Release", "x64"], &[".vcxproj", ".sln"], BUILT),
    (&["_build", "deps"], &["dune-project", "mix.exs"], BUILT),
    (&["vendor"], &["composer.json", "go.mod", "Gemfile"], PACKAGES),
];

/// What a Python environment consists of, beside the file that says it is one.
const MARK_OF_ENVIRONMENT: &str = "pyvenv.cfg";
const PARTS_OF_ENVIRONMENT: &[&str] =
    &["bin", "lib", "lib64", "include", "share", "etc", "Scripts", "Lib", "Include"];

/// Files that no author writes, by their endings.
const FILES: &[(&str, &str)] = &[
    (".min.js", MINIFIED),
    (".min.css", MINIFIED),
    (".min.mjs", MINIFIED),
    (".bundle.js", MINIFIED),
    (".js.map", "a source map"),
    (".css.map", "a source map"),
];

const MINIFIED: &str = "minified";

/// Files that no author writes, by their whole names: what package managers settled.
const LOCKS: &[&str] = &[
    ".terraform.lock.hcl",
    "buildscript-gradle.lockfile",
    "bun.lock",
    "Cargo.lock",
    "Cartfile.resolved",
    "composer.lock",
    "conda-lock.yml",
    "deno.lock",
    "flake.lock",
    "Gemfile.lock",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "Package.resolved",
    "package-lock.json",
    "packages.lock.json",
    "pdm.lock",
    "Pipfile.lock",
    "pixi.lock",
    "pnpm-lock.yaml",
    "Podfile.lock",
    "poetry.lock",
    "pubspec.lock",
    "pylock.toml",
    "rebar.lock",
    "renv.lock",
    "stack.yaml.lock",
    "uv.lock",
    "yarn.lock",
];

const LOCK: &str = "a lock file of a package manager";

/// Endings of data: everybody who was given it has the same, and there is much of it.
const DATA: &[&str] = &["arff", "csv", "dat", "geojson", "json", "jsonl", "ndjson", "svg", "tsv", "xml"];

/// Endings of what is neither data nor a program.
const PROSE: &[&str] = &["md", "rst", "text", "txt"];

/// Said of data beside a program.
pub(crate) const NOT_COMPARED: &str =
    "data beside other work; not compared (it is where a language is chosen for all files)";

/// What the endings of a submission's files say of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Data,
    Prose,
    /// A program, as far as a name tells.
    Work,
}

/// What a file's ending says of it.
pub(crate) fn content(path: &str) -> Content {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        ending if DATA.contains(&ending) => Content::Data,
        ending if PROSE.contains(&ending) || ending.is_empty() => Content::Prose,
        _ => Content::Work,
    }
}

/// What a folder of this name is, if it is nobody's work.
pub(crate) fn folder(name: &str) -> Option<&'static str> {
    FOLDERS.iter().find(|(known, _)| *known == name).map(|(_, what)| *what)
}

/// Why a file of this name is left out, if it is. A name says that nobody wrote it; long lines alone do not.
pub(crate) fn file(path: &str) -> Option<String> {
    let ends = |ending: &str| {
        let at = path.len().checked_sub(ending.len()).filter(|at| 0 < *at);
        at.is_some_and(|at| path.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes()))
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let whole = match name {
        MARK_OF_ENVIRONMENT => Some(ENVIRONMENT),
        name => LOCKS.contains(&name).then_some(LOCK),
    };
    let what = whole.or_else(|| FILES.iter().find(|(ending, _)| ends(ending)).map(|(_, what)| *what));
    what.map(left_out)
}

/// The reason as lists show it.
pub(crate) fn left_out(what: &str) -> String {
    format!("{what}; left out")
}

/// Leaves out of a tree what its neighbours tell. Depth is bounded by that of paths.
pub(crate) fn prune(folder: &mut Folder) {
    let beside = |names: &[&str]| {
        folder.entries.iter().any(|(name, node)| {
            let fits =
                |known: &&str| if known.starts_with('.') { name.ends_with(known) } else { name == known };
            matches!(node, Node::File(_)) && names.iter().any(fits)
        })
    };
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (folders, marks, what) in BESIDE {
        if folders.iter().any(|name| folder.entries.contains_key(*name)) && beside(marks) {
            found.extend(folders.iter().map(|name| (*name, *what)));
        }
    }
    if beside(&[MARK_OF_ENVIRONMENT]) {
        found.extend(PARTS_OF_ENVIRONMENT.iter().map(|name| (*name, ENVIRONMENT)));
    }
    for (name, what) in found {
        if let Some(node @ Node::Folder(_)) = folder.entries.get_mut(name) {
            *node = Node::Other(left_out(what));
        }
    }
    for node in folder.entries.values_mut() {
        if let Node::Folder(inner) | Node::Archive(inner) = node {
            prune(inner);
        }
    }
}

/// Names under which staff's own work stands among students'.
const STAFF: &[&str] = &[
    "solution",
    "solutions",
    "staff",
    "grader",
    "graders",
    "autograder",
    "instructor",
    "teacher",
    "reference",
    "ta",
    "tas",
    "sample",
    "model",
    "answer",
    "answers",
    "key",
];
/// Names of what was handed out.
const HANDED_OUT: &[&str] =
    &["starter", "skeleton", "template", "handout", "boilerplate", "scaffold", "provided", "stub", "stubs"];

/// What a name suggests about a submission. Only ever a suggestion: a student may be called anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Suggestion {
    /// Staff's: no student's.
    Staff,
    /// Handed out: nobody's.
    HandedOut,
}

/// What the words of a name suggest.
pub(crate) fn suggestion(name: &str) -> Option<Suggestion> {
    let last = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let has = |words: &[&str]| last.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word));
    if has(HANDED_OUT) {
        return Some(Suggestion::HandedOut);
    }
    has(STAFF).then_some(Suggestion::Staff)
}

#[cfg(test)]
mod tests {
    use super::{Content, Suggestion, content, file, suggestion};

    #[test]
    fn bundles_are_told_by_their_names() {
        for (path, reason) in [
            ("a/jquery.min.js", Some("minified; left out")),
            ("a/APP.MIN.JS", Some("minified; left out")),
            ("a/app.js.map", Some("a source map; left out")),
            ("a/admin.js", None),
            ("a/package-lock.json", Some("a lock file of a package manager; left out")),
            ("go.sum", Some("a lock file of a package manager; left out")),
            ("env/pyvenv.cfg", Some("a virtual environment; left out")),
            ("my-package-lock.json", None),
            ("lock.c", None),
            (".min.js", None),
        ] {
            assert_eq!(file(path).as_deref(), reason, "{path}");
        }
    }

    #[test]
    fn endings_tell_data_from_programs() {
        for (path, expected) in [
            ("a/x.csv", Content::Data),
            ("X.JSON", Content::Data),
            ("README", Content::Prose),
            ("a.c/notes.txt", Content::Prose),
            ("main.c", Content::Work),
            ("csv.py", Content::Work),
        ] {
            assert_eq!(content(path), expected, "{path}");
        }
    }

    #[test]
    fn names_suggest_whole_words_only() {
        for (name, expected) in [
            ("solution", Some(Suggestion::Staff)),
            ("Sample_Solution", Some(Suggestion::Staff)),
            ("starter-code", Some(Suggestion::HandedOut)),
            ("monday/staff", Some(Suggestion::Staff)),
            ("stafford", None),
            ("ada", None),
        ] {
            assert_eq!(suggestion(name), expected, "{name}");
        }
    }
}
