//! Recognises what is among students' files without being their work: installed packages, build output, editor folders,
//! records of platforms. It is left out and always listed. A name alone decides only if no student's program has such a
//! name. Otherwise something beside it must confirm it, and in doubt the file is analysed.

pub(crate) use super::tree::left_out;
use super::tree::{Folder, Node};
use crate::names::junk;
use crate::survey::{RECORD, Suggestion};

/// Folders that are never a student's work, whatever is beside them, with what they are.
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
    (".ipynb_checkpoints", "automatic copies of notebooks"),
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
const EDITOR: &str = "editor settings";

/// Folders that are not a student's work if a file with one of these names or extensions is beside them.
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
    (&["packages"], &[".sln"], PACKAGES),
];

/// The file that marks a Python environment, and the folders that then belong to it.
const MARK_OF_ENVIRONMENT: &str = "pyvenv.cfg";
const PARTS_OF_ENVIRONMENT: &[&str] =
    &["bin", "lib", "lib64", "include", "share", "etc", "Scripts", "Lib", "Include"];

/// Extensions of data files. Everybody who was given the data has the same, and it is large.
const DATA: &[&str] = &["arff", "csv", "dat", "geojson", "json", "jsonl", "ndjson", "svg", "tsv", "xml"];

/// Extensions of files that are neither data nor a program.
const PROSE: &[&str] = &["md", "rst", "text", "txt"];

/// Extensions of further files that are no programs: documents, pictures, recordings, settings.
const OTHER: &[&str] = &[
    "avi", "bib", "bmp", "cfg", "conf", "doc", "docx", "gif", "heic", "ico", "ini", "jpeg", "jpg", "log",
    "mov", "mp3", "mp4", "numbers", "ods", "odp", "odt", "pages", "pdf", "png", "ppt", "pptx", "rtf", "tex",
    "tif", "tiff", "toml", "wav", "webp", "xls", "xlsm", "xlsx", "yaml", "yml",
];

/// Reason given for a file beside the folders of submissions that is no program.
pub(crate) const STRAY: &str = "not a program; not compared, because it is next to the folders of submissions (the structure `children` compares it)";

/// Files that platforms put among the files of a student, and that no student writes.
const RECORDS: &[&str] = &["USERINFO.txt", "user_assignment_settings.json", ".user_assignment_access.json"];
/// Beginning of the names of CodeGrade's files.
const CODEGRADE: &str = ".cg-";

/// Reason given for data beside a program.
pub(crate) const NOT_COMPARED: &str =
    "data next to other work; not compared (choose a language for all files to compare it)";

/// Kind of a file, judged by its extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Data,
    Prose,
    /// A program, as far as the name tells.
    Work,
}

/// Returns the kind of a file by its extension.
pub(crate) fn content(path: &str) -> Content {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        ending if DATA.contains(&ending) => Content::Data,
        ending if PROSE.contains(&ending) || ending.is_empty() => Content::Prose,
        _ => Content::Work,
    }
}

/// Returns whether a file with this name is no program, and therefore no submission if folders of submissions are
/// beside it: a list of grades, a picture, a description of the task. Only the name decides.
pub(crate) fn is_stray(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    name.starts_with('.') || content(name) != Content::Work || OTHER.contains(&ending.as_str())
}

/// Returns what a folder with this name is, if it is not a student's work.
pub(crate) fn folder(name: &str) -> Option<&'static str> {
    FOLDERS.iter().find(|(known, _)| *known == name).map(|(_, what)| *what)
}

/// Returns why a file with this name is left out, if it is. Only the name decides.
pub(crate) fn file(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if RECORDS.contains(&name) || name.starts_with(CODEGRADE) {
        return Some(RECORD.to_owned());
    }
    (name == MARK_OF_ENVIRONMENT).then(|| left_out(ENVIRONMENT))
}

/// Returns whether a file is left out because of names in its path alone, so that its content need not be read.
pub fn is_left_out(path: &str) -> bool {
    let mut parts = path.split('/');
    let last = parts.next_back().unwrap_or_default();
    file(path).is_some() || junk(last).is_some() || parts.any(|part| folder(part).or(junk(part)).is_some())
}

/// Removes from a tree the folders that files beside them identify as clutter. The recursion is limited by the depth of
/// paths.
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
        if let Some(inner) = node.container_mut() {
            prune(inner);
        }
    }
}

/// Words in names of staff's own work among submissions.
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
/// Words in names of starter code.
const HANDED_OUT: &[&str] =
    &["starter", "skeleton", "template", "handout", "boilerplate", "scaffold", "provided", "stub", "stubs"];

/// Returns what the words of a name suggest.
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
    use super::{Content, Suggestion, content, is_stray, suggestion};

    #[test]
    fn strays_are_told_by_their_names() {
        for (name, expected) in [
            ("grades.xlsx", true),
            ("photo.PNG", true),
            ("pairs.csv", true),
            ("README", true),
            ("readme.txt", true),
            (".gitignore", true),
            ("late.c", false),
            ("late.py", false),
            ("late.zig", false),
            ("csv.java", false),
        ] {
            assert_eq!(is_stray(name), expected, "{name}");
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
