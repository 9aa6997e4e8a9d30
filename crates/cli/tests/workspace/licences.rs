//! Under which licences dependencies come in.

use std::collections::BTreeSet;

use super::{list, metadata, text};

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
