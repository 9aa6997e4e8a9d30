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

/// A program with a choice, a list and a table, as languages write it that have words of their own for them.
#[test]
fn younger_languages_say_the_same_in_their_own_words() {
    let expected = elements(
        "a.go",
        "package main\nfunc f(xs []int, n int) int {\n\tk := 0\n\tfor i := 0; i < n; i++ {\n\t\txs = append(xs, i)\n\t}\n\t\
         switch n {\n\tcase 1:\n\t\tk = 5\n\tcase 2:\n\t\tk = 7\n\tdefault:\n\t\tk = 1\n\t}\n\tfmt.Printf(\"sum %d\\n\", k)\n\t\
         return k\n}\n",
    );
    let programs = [
        (
            "a.kt",
            "fun f(xs: MutableList<Int>, n: Int): Int {\n    var k = 0\n    for (i in 0 until n) {\n        xs = xs.add(i)\n    \
             }\n    when (n) {\n        1 -> k = 5\n        2 -> k = 7\n        else -> k = 1\n    }\n    println(\"sum $k\")\n    \
             return k\n}\n",
        ),
        (
            "a.rs",
            "fn f(xs: &mut Vec<i32>, n: i32) -> i32 {\n    let mut k = 0;\n    for i in 0..n {\n        xs = xs.push(i);\n    \
             }\n    match n {\n        1 => k = 5,\n        2 => k = 7,\n        _ => k = 1,\n    }\n    println!(\"sum {}\", k);\n    \
             k + 0\n}\n",
        ),
        (
            "a.swift",
            "func f(_ xs: [Int], _ n: Int) -> Int {\n    var k = 0\n    for i in 0..<n {\n        xs = xs.append(i)\n    }\n    \
             switch n {\n    case 1: k = 5\n    case 2: k = 7\n    default: k = 1\n    }\n    print(\"sum \\(k)\")\n    return k\n}\n",
        ),
    ];
    for (path, text) in programs {
        let found = elements(path, text);
        // The value of a function of Rust is an expression.
        let compared = if path == "a.rs" { found.len() - 1 } else { found.len() };
        assert_eq!(found[..compared], expected[..compared], "{path}");
        assert_eq!(
            (found.len(), found.last().unwrap()[0]),
            (expected.len(), expected.last().unwrap()[0]),
            "{path}"
        );
    }
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
    same(
        ("a.php", "<?php function f() { echo \"n \" . $n; $list[] = 1; }"),
        ("A.java", "class A { void f() { System.out.print(\"n \" + n); list.add(1); } }"),
    );
    same(
        ("a.cs", "class A { void F() { if (int.Parse(s) > 3) Console.Write($\"n {n}\"); } }"),
        ("a.py", "def f():\n    if int(s) > 3:\n        print(f\"n {n}\")\n"),
    );
    same(("a.kt", "fun twice(x: Int) = 2 * x\n"), ("a.js", "function twice(x) { return 2 * x; }"));
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
