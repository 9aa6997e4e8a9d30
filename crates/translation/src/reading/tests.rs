//! Tests of the reading: programs of several languages that say the same.

use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::SourceFile;

use super::*;

fn elements(path: &str, text: &str) -> Vec<Vec<u64>> {
    let stream = tokenize(&SourceFile::plain(path, text), Choice::Auto);
    read(text, &stream).into_iter().map(|statement| statement.elements).collect()
}

/// One program, as four languages write it.
#[test]
fn the_same_statements_have_the_same_elements_in_every_language() {
    let java = elements(
        "A.java",
        "class A { static int count(int n) { int sum = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0 && i != 9) { \
         sum += i; } } System.out.println(\"sum \" + sum); return sum; } }",
    );
    let c = elements(
        "a.c",
        "int total(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0 && i != 9) { s += i; } } \
         printf(\"sum %d\\n\", s); return s; }",
    );
    let python = elements(
        "a.py",
        "def total(n):\n    s = 0\n    for i in range(n):\n        if i % 3 == 0 and i != 9:\n            s += i\n    \
         print(f\"sum {s}\")\n    return s\n",
    );
    let javascript = elements(
        "a.js",
        "function total(n) { let s = 0; for (let i = 0; i < n; i++) { if (i % 3 === 0 && i !== 9) { s += i; } } \
         console.log(`sum ${s}`); return s; }",
    );
    assert_eq!(c, python);
    assert_eq!(c, javascript);
    // Java writes its text with an operator.
    assert_eq!(java.len(), c.len());
    assert_eq!(java[..4], c[..4]);
}

#[test]
fn ways_of_other_languages_to_say_the_same_are_known() {
    let same = |one: (&str, &str), other: (&str, &str)| {
        assert_eq!(elements(one.0, one.1), elements(other.0, other.1), "{one:?} {other:?}");
    };
    same(
        ("a.c", "void f() { if (strcmp(a, b) == 0) g(a); }"),
        ("a.py", "def f():\n    if a == b:\n        g(a)\n"),
    );
    same(
        ("A.java", "class A { void f() { Map<String, List<Integer>> m = new HashMap<>(); m.put(k, 7); } }"),
        ("a.js", "function f() { const m = new Map(); m.set(k, 7); }"),
    );
    same(
        ("a.cpp", "void f() { cout << \"n \" << n; cin >> n; }"),
        ("a.c", "void f() { printf(\"n %d\", n); scanf(\"%d\", &n); }"),
    );
    same(("a.c", "void f() { char *p = NULL; }"), ("a.py", "def f():\n    p = None\n"));
    same(("a.js", "function f() { return xs.length; }"), ("a.py", "def f():\n    return len(xs)\n"));
}

#[test]
fn names_and_types_are_no_elements_and_operators_are() {
    let one = elements("a.c", "int f(int a) { long b = a + 1; return b; }");
    assert_eq!(one, elements("a.c", "double g(double x) { short y = x + 1; return y; }"));
    assert_ne!(one, elements("a.c", "int f(int a) { long b = a - 1; return b; }"));
    assert_ne!(one, elements("a.c", "int f(int a) { long b = a + 2; return b; }"));
}
