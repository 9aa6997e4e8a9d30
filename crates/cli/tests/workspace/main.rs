//! Rules of the workspace that no compiler checks: which crate may use which, whether files import each other in
//! a cycle, whether links in documents lead somewhere, and under which licences dependencies come in. Reads `cargo
//! metadata`, sources and documents. Needs no network once the dependencies are there.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

mod cycles;

/// Licences under which a dependency may come in: permissive ones, which ask for a notice at most, and MPL-2.0,
/// whose copyleft ends at its own files, which are used as they come. Adding one is a decision, not a formality:
/// copyleft that reaches further than a file does not belong here.
const ALLOWED_LICENCES: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Zlib",
    // That of bzip2 itself: three-clause BSD in other words.
    "bzip2-1.0.6",
];

const PREFIX: &str = "chaffinch-";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// `cargo metadata` for the platform the tests run on (others' packages need not be downloaded).
fn metadata(arguments: &[&str]) -> Value {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(rustc.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform", host])
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// Crate names without their prefix.
type Names = BTreeSet<String>;

/// What a crate may use, or uses: ordinarily, and in its tests only.
#[derive(Debug, Default)]
struct Edges {
    ordinary: Names,
    tests: Names,
}

/// The table in ARCHITECTURE.md: rows of `crate`, what it is, what it may use, what its tests may use as well.
fn permitted() -> BTreeMap<String, Edges> {
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Names>();
    architecture
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ").collect();
            let [name, _, ordinary, tests] = cells[..] else { return None };
            let edges = Edges { ordinary: names(ordinary), tests: names(tests) };
            Some((name.strip_suffix('`')?.to_owned(), edges))
        })
        .collect()
}

fn actual() -> BTreeMap<String, Edges> {
    let metadata = metadata(&["--no-deps"]);
    let mut crates = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let mut edges = Edges::default();
        for dependency in list(&package["dependencies"]) {
            let Some(name) = text(&dependency["name"]).strip_prefix(PREFIX) else { continue };
            // Its tests switch on a feature of its own.
            if dependency["name"] == package["name"] {
                continue;
            }
            let kind = if dependency["kind"] == "dev" { &mut edges.tests } else { &mut edges.ordinary };
            kind.insert(name.to_owned());
        }
        crates.insert(text(&package["name"]).strip_prefix(PREFIX).unwrap().to_owned(), edges);
    }
    crates
}

#[test]
fn every_crate_uses_only_what_architecture_md_lists() {
    let (permitted, actual) = (permitted(), actual());
    let listed: Vec<_> = permitted.keys().collect();
    assert_eq!(listed, actual.keys().collect::<Vec<_>>(), "the table and crates/ name different crates");
    for (name, edges) in &actual {
        let may = &permitted[name];
        let stray: Vec<_> = edges.ordinary.difference(&may.ordinary).collect();
        assert!(stray.is_empty(), "{name} uses {stray:?}, which ARCHITECTURE.md does not list");
        let stray: Vec<_> = edges
            .tests
            .iter()
            .filter(|used| !may.tests.contains(*used) && !may.ordinary.contains(*used))
            .collect();
        assert!(stray.is_empty(), "tests of {name} use {stray:?}, which ARCHITECTURE.md does not list");
    }
}

#[test]
fn a_version_of_the_schema_stands_in_every_folder() {
    let names = |backend: &str| -> BTreeSet<_> {
        let folder = std::fs::read_dir(root().join("migrations").join(backend)).unwrap();
        folder.map(|entry| entry.unwrap().file_name()).collect()
    };
    let sqlite = names("sqlite");
    assert!(!sqlite.is_empty());
    assert_eq!(sqlite, names("postgres"));
}

/// Markdown files of the project.
fn documents() -> Vec<PathBuf> {
    fn add(folder: &Path, documents: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(&path, documents);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                documents.push(path);
            }
        }
    }
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "samples/README.md", "fuzz/README.md"];
    let mut documents: Vec<PathBuf> = names.map(|name| root().join(name)).into();
    add(&root().join("docs"), &mut documents);
    documents
}

/// Lines of a document outside of fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Anchors of a document's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings =
        prose(text).filter_map(|line| line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' '));
    let mut anchors = BTreeSet::new();
    for heading in headings {
        let kept = heading.trim().to_lowercase().replace(' ', "-");
        let anchor: String = kept.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect();
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(numbered).find(|anchor| !anchors.contains(anchor));
        anchors.extend(free);
    }
    anchors
}

#[test]
fn links_in_documents_lead_somewhere() {
    let mut broken = Vec::new();
    let documents = documents();
    for document in &documents {
        let text = std::fs::read_to_string(document).unwrap();
        for link in prose(&text).flat_map(|line| line.split("](").skip(1)) {
            let target = link.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            let found = anchor.is_empty()
                || std::fs::read_to_string(&path).is_ok_and(|text| anchors(&text).contains(anchor));
            if !path.exists() || !found {
                broken.push(format!("{}: {target}", document.display()));
            }
        }
    }
    assert!(documents.len() > 20, "{} documents", documents.len());
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

#[test]
fn headings_have_the_anchors_of_github() {
    let text = "# One `thing`, two\n```\n# no heading\n```\n## Same\n### Same\n";
    let expected = ["one-thing-two", "same", "same-1"].map(str::to_owned);
    assert_eq!(anchors(text), BTreeSet::from(expected));
}

#[test]
fn licences() {
    let metadata = metadata(&["--all-features"]);
    let built: BTreeSet<&str> =
        list(&metadata["resolve"]["nodes"]).iter().map(|node| text(&node["id"])).collect();
    let mut refused = Vec::new();
    for package in list(&metadata["packages"]) {
        if !built.contains(text(&package["id"])) {
            continue;
        }
        let licence = package["license"].as_str().unwrap_or("none stated");
        if !allowed(licence) {
            refused.push(format!("{} {}: {licence}", text(&package["name"]), text(&package["version"])));
        }
    }
    assert!(built.len() > 50, "cargo metadata lists {} packages only", built.len());
    assert!(refused.is_empty(), "licences outside the list:\n{}", refused.join("\n"));
}

/// Whether an SPDX expression can be met by allowed licences alone.
fn allowed(expression: &str) -> bool {
    // "MIT/Apache-2.0" is how old packages write OR.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let verdict = any_of(&mut words);
    verdict && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words) -> bool {
    let mut verdict = all_of(words);
    while words.next_if_eq(&"OR").is_some() {
        verdict |= all_of(words);
    }
    verdict
}

fn all_of(words: &mut Words) -> bool {
    let mut verdict = one(words);
    while words.next_if_eq(&"AND").is_some() {
        verdict &= one(words);
    }
    verdict
}

fn one(words: &mut Words) -> bool {
    match words.next() {
        Some("(") => {
            let verdict = any_of(words);
            words.next() == Some(")") && verdict
        }
        Some(licence) => {
            let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
            let whole = exception.map_or(licence.to_owned(), |name| format!("{licence} WITH {name}"));
            ALLOWED_LICENCES.contains(&whole.as_str())
        }
        None => false,
    }
}

#[test]
fn licence_expressions() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("MIT OR GPL-3.0-only", true),
        ("MIT AND GPL-3.0-only", false),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND AGPL-3.0-only", false),
        ("GPL-2.0-only OR MIT AND Zlib", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("GPL-2.0-only WITH Classpath-exception-2.0", false),
        ("(MIT", false),
        ("none stated", false),
    ] {
        assert_eq!(allowed(expression), expected, "{expression}");
    }
}
