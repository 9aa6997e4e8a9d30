//! Rules of the workspace that no compiler checks: which crate may use which, whether files import each other in a cycle,
//! and whether links in documents lead somewhere. Reads `cargo metadata`, sources and documents, without the network.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

mod cycles;

const PREFIX: &str = "chaffinch-";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Returns what `cargo metadata` says about the crates of this workspace.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--no-deps"])
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
    let metadata = metadata();
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
fn every_crate_uses_what_architecture_md_lists_and_nothing_else() {
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
        let unused: Vec<_> = may.ordinary.difference(&edges.ordinary).collect();
        assert!(unused.is_empty(), "ARCHITECTURE.md lets {name} use {unused:?}, which it does not use");
        let unused: Vec<_> = may.tests.difference(&edges.tests).collect();
        assert!(
            unused.is_empty(),
            "ARCHITECTURE.md lets tests of {name} use {unused:?}, which they do not use"
        );
    }
}

/// A fuzzer and the result pages use it without a server.
#[test]
fn the_protocol_of_moss_does_no_io() {
    const MAY_USE: [&str; 6] =
        ["crate::protocol", "super", "encoding_rs", "std::borrow", "std::collections", "std::fmt"];
    for file in std::fs::read_dir(root().join("crates/moss/src/protocol")).unwrap() {
        let path = file.unwrap().path();
        let code = std::fs::read_to_string(&path).unwrap();
        let imports = code.lines().filter_map(|line| line.trim_start().strip_prefix("use "));
        let stray: Vec<_> =
            imports.filter(|import| !MAY_USE.iter().any(|may| import.starts_with(may))).collect();
        assert!(stray.is_empty(), "{} uses {stray:?}", path.display());
        let inline = ["std::io", "std::fs", "std::net", "std::time", "tokio::"];
        assert!(!inline.iter().any(|name| code.contains(name)), "{} names I/O or time", path.display());
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
    let names = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "samples/README.md",
        "fuzz/README.md",
    ];
    let mut documents: Vec<PathBuf> = names.map(|name| root().join(name)).into();
    add(&root().join("docs"), &mut documents);
    add(&root().join("crates/evaluation/measurements"), &mut documents);
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
fn the_book_has_every_document() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let missing: Vec<_> = documents()
        .into_iter()
        .filter_map(|path| Some(path.strip_prefix(root().join("docs")).ok()?.display().to_string()))
        .filter(|path| path != "SUMMARY.md" && !summary.contains(&format!("({path})")))
        .collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md does not list {missing:?}");
}

#[test]
fn headings_have_the_anchors_of_github() {
    let text = "# One `thing`, two\n```\n# no heading\n```\n## Same\n### Same\n";
    let expected = ["one-thing-two", "same", "same-1"].map(str::to_owned);
    assert_eq!(anchors(text), BTreeSet::from(expected));
}
