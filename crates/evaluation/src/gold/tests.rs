//! Tests of the whole corpus: it parses, it is unchanged, every transformation is used, and the engine finds the
//! copies.

use std::collections::BTreeMap;

use super::corpus::{self, Disguise};
use super::dialect::{DIALECTS, Dialect};
use super::figure::Bound;
use super::ladder::TRANSFORMATIONS;
use super::quality::measured;
use super::source::Source;
use crate::random::SplitMix64;

/// BLAKE3 hash of all copies, computed when the transformations were frozen.
const FROZEN: &str = "c6957dc5612e9c523b73ea53a0580ad6db255508ce344fb31de114bb7c2cc24d";

#[test]
fn the_corpus_is_large_enough() {
    let all = corpus::solutions().unwrap();
    for dialect in &DIALECTS {
        let tasks: Vec<_> = all.iter().filter(|solutions| solutions.dialect.name == dialect.name).collect();
        let programs: usize = tasks.iter().map(|solutions| solutions.programs.len()).sum();
        assert!(tasks.len() >= 5 && programs >= 40, "{}: {programs}", dialect.name);
    }
}

#[test]
fn copies_parse_and_are_what_they_were_when_frozen() {
    let all = corpus::solutions().unwrap();
    let mut digest = blake3::Hasher::new();
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for disguise in Disguise::all() {
        for class in corpus::all_classes(&all, disguise) {
            for text in &class.texts {
                digest.update(text.as_bytes());
                digest.update(&[0]);
            }
            // The result of `Transformation::apply` has been parsed already.
            let pasted = matches!(disguise, Disguise::PartialCopy | Disguise::Collage | Disguise::Padding);
            for number in class.guilty.iter().flat_map(|(left, right)| [*left, *right]).filter(|_| pasted) {
                let copy = Source::parse(class.texts[number].clone(), class.dialect);
                assert!(copy.is_some(), "{} {} {disguise:?}: {number}", class.dialect.name, class.task);
            }
            *used.entry(disguise.name()).or_default() += class.guilty.len();
        }
    }
    for (name, times) in &used {
        assert!(*times >= 20, "{name}: {times}");
    }
    assert_eq!(digest.finalize().to_hex().as_str(), FROZEN);
}

#[test]
fn detection_has_not_become_worse() {
    let mut fallen = Vec::new();
    for figure in measured().unwrap() {
        let good = match figure.bound {
            Bound::AtLeast(least) => least <= figure.value,
            Bound::AtMost(most) => figure.value <= most,
        };
        if !good {
            fallen.push(figure);
        }
    }
    assert!(fallen.is_empty(), "{fallen:#?}");
}

fn check(language: &str, name: &str, before: &str, after: &str) {
    let dialect: &'static Dialect = DIALECTS.iter().find(|dialect| dialect.name == language).unwrap();
    let transformation = TRANSFORMATIONS.iter().find(|known| known.name == name).unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Whether a place is changed is random. With some seed it is.
    let results: Vec<String> = (0..40)
        .filter_map(|seed| {
            let source = Source::parse(before.to_owned(), dialect).unwrap();
            transformation.apply(&source, &mut SplitMix64::seeded(seed)).map(|copy| words(&copy.text))
        })
        .collect();
    assert!(results.contains(&words(after)), "{name}: {results:#?}");
}

#[test]
fn loops() {
    let c = |body: &str| format!("int f(int n) {{ {body} }}");
    check(
        "c",
        "for-to-while",
        &c("for (int i = 0; i < n; i++) { if (i == 3) continue; g(i); } return n;"),
        &c("{ int i = 0; while (i < n) { if (i == 3) { i++; continue; } g(i); i++; } } return n;"),
    );
    check(
        "java",
        "while-to-for",
        "class A { void f(int n) { while (n > 0) { g(n); n--; } } }",
        "class A { void f(int n) { for (; n > 0; n--) { g(n); } } }",
    );
    check(
        "python",
        "for-to-while",
        "def f(n):\n    for i in range(1, 9):\n        print(i)\n",
        "def f(n):\n    i = 1\n    while i < 9:\n        print(i)\n        i += 1\n",
    );
    check(
        "python",
        "break-loops",
        "while n > 0:\n    n -= 1\n",
        "while True:\n    if not (n > 0):\n        break\n    n -= 1\n",
    );
}

#[test]
fn branches() {
    let js = |body: &str| format!("function f(a, b) {{\n  {body}\n}}\n");
    check(
        "javascript",
        "swap-branches",
        &js("if (a === b) { g(); } else { h(); }"),
        &js("if (a !== b) { h(); } else { g(); }"),
    );
    check(
        "javascript",
        "early-exit-to-else",
        &js("if (a) return b\n  g()\n  return a"),
        &js("if (a) return b; else { g()\n return a }"),
    );
    check(
        "c",
        "swap-operands",
        "int f(int a) { return a + 1 < g(a); }",
        "int f(int a) { return g(a) > (a + 1); }",
    );
    check(
        "python",
        "branch-to-choice",
        "def f(a):\n    if a:\n        return 1\n    return 2\n",
        "def f(a):\n    return 1 if a else 2\n",
    );
}

#[test]
fn names_of_the_library_stay() {
    let dialect = DIALECTS.iter().find(|dialect| dialect.name == "java").unwrap();
    let before = "class A { int size; int add(java.util.List<A> list) { list.add(this); return list.size() + this.size; } }";
    let source = Source::parse(before.to_owned(), dialect).unwrap();
    let rename = TRANSFORMATIONS.iter().find(|known| known.name == "rename").unwrap();
    let copy = rename.apply(&source, &mut SplitMix64::seeded(1)).unwrap().text;
    assert!(
        copy.contains(".add(this)") && copy.contains(".size() + this.size;") && !copy.contains("list"),
        "{copy}"
    );
}
