//! Hostile texts and random texts: each is read within its budget and keeps the invariants.

use crate::support::{check_coverage, check_invariants, read};
use chaffinch_normalize::{Language, highlight, language, languages};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Large enough that quadratic work is noticed, and small enough for an ordinary run.
const SIZE: usize = 1 << 13;

fn repeated(unit: &str) -> String {
    unit.repeat(SIZE / unit.len())
}

/// Returns reproducible bytes without a pattern (an xorshift generator), decoded.
fn noise() -> String {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let bytes: Vec<u8> = (0..SIZE)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn check_everywhere(text: &str) {
    for language in languages() {
        let stream = read(language, text);
        check_invariants(&stream, text);
        assert_eq!(stream, read(language, text), "{}", language.name());
    }
}

#[test]
fn deep_nesting() {
    for unit in
        ["(", "{", "[", "((((1))))", "if(a){", "/*", "/* ", "\"", "'", "`", "\\", "#", "/[", "R\"(", "'''"]
    {
        check_everywhere(&repeated(unit));
    }
}

#[test]
fn long_chains() {
    for unit in ["a*a*", "if(a)b;else ", "1,", "a.", "else ", "x=", "@a\n", "#if a\n", "lambda:"] {
        check_everywhere(&repeated(unit));
    }
    // Grammars recover from n errors at depth n in n * n steps without a callback.
    check_everywhere(&"case 1:".repeat(1000));
    let depth = SIZE / 2;
    check_everywhere(&format!("int f() {{ return {}{{ 1; }}{}; }}", "(".repeat(depth), ")".repeat(depth)));
    check_everywhere(&format!("int a[] = {{{}1}};", repeated("1,")));
}

#[test]
fn no_text_at_all() {
    for unit in ["\0", "\n", " ", "\u{feff}", "é", "\u{301}", "\r"] {
        check_everywhere(&repeated(unit));
    }
    // Marks that only some languages have: opened and never closed, or repeated without an end.
    for unit in [
        "(*", "{(*", "#|", "q(", "s{", "tr/", "=pod\n", "\n+", "&\n", "\n     &", "#\\", "0'", "%{\n", "a'",
        "c\n", "000100\n", "000100*", "@\"\n", "@'\n'@", "$/", "#\"", "/-", "<#", "`\"", "<<E\n", "<!--",
        "--[[", "{-", "<a>", "%w[", "~s(", "do\n",
    ] {
        check_everywhere(&repeated(unit));
    }
    check_everywhere(&noise());
    check_everywhere("");
}

#[test]
fn one_language_read_as_another() {
    for language in languages() {
        check_everywhere(&crate::support::Sample::of(language).text);
    }
}

/// The line ends of old Mac systems. A comment must not go on to the end of the text.
#[test]
fn a_carriage_return_alone_ends_a_line() {
    for (name, text) in [
        ("c", "// a\n#define N 3\nint f(int x) {\n  return N; // b\n}\n"),
        ("cpp", "// a\nusing namespace std;\nint f(int x) {\n  return x; }\n"),
        ("java", "// a\nclass A {\n  int f() { // b\n    return 1;\n  }\n}\n"),
        ("javascript", "// a\nlet x = 1 // b\nlet y = x\n"),
        ("python", "# a\ndef f(x):\n    y = 1  # b\n    return y\n"),
    ] {
        let of = |text: &str| read(language(name).unwrap(), text);
        let (unix, mac) = (of(text), of(&text.replace('\n', "\r")));
        assert!(!unix.values.is_empty() && mac.notes.is_empty());
        assert_eq!(
            (&mac.values, &mac.statements, &mac.spans),
            (&unix.values, &unix.statements, &unix.spans),
            "{name}"
        );
    }
}

/// A carriage return alone ends a string for the scanner only. A quote alone is a string for the scanner only.
#[test]
fn texts_that_scanner_and_grammar_read_differently() {
    for text in ["0'\r#'''", " return\"\r#a#   f\"{'''", "int a = b + \"\r// c\";", "$`\"`<A"] {
        check_everywhere(text);
        for language in languages() {
            check_coverage(language, text);
        }
    }
}

/// Tokens of `/* /* /* ...` that are compared.
const KEPT: usize = 1024 + 2;

/// At every `/*`, the grammar's lexer searches for an end that does not exist.
#[test]
fn a_text_beyond_its_budget_is_scanned_with_a_note() {
    let stream = read(language("c").unwrap(), &repeated("/* "));
    assert_eq!(
        stream.notes,
        [
            "too complex to parse within 11468800 units of work; tokenized without parsing".to_owned(),
            format!("{} tokens only repeat the tokens before them; not compared", SIZE / 3 * 2 - KEPT),
        ]
    );
    assert_eq!(stream.values.len(), KEPT);
    let shorter = read(language("c").unwrap(), &repeated("/* ")[3..]);
    assert_eq!(shorter.values, stream.values);
    assert_ne!(shorter.lexical, stream.lexical, "not the same file in another layout");
}

#[test]
fn every_thread_reads_the_same() {
    let tangled = noise();
    let texts: Vec<(&Language, String)> = languages()
        .iter()
        .map(|language| (language, crate::support::Sample::of(language).text))
        .chain([(language("python").unwrap(), tangled)])
        .collect();
    let once: Vec<_> = texts.iter().map(|(language, text)| read(language, text)).collect();
    std::thread::scope(|scope| {
        for turn in 0..4 {
            let (texts, once) = (&texts, &once);
            scope.spawn(move || {
                for step in 0..texts.len() {
                    let at = (step + turn) % texts.len();
                    assert_eq!(read(texts[at].0, &texts[at].1), once[at]);
                }
            });
        }
    });
}

/// Parts with a meaning in some language, so that random texts reach the edge cases of scanners.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        "[ \t\r\n]{1,3}",
        "\\PC{0,3}",
        "[a-z_$#@0-9.]{1,4}",
        prop::sample::select(vec![
            "#include <a",
            "#define x",
            "#if",
            "\\\n",
            "\\\r\n",
            "\\",
            "/*",
            "*/",
            "//",
            "'''",
            "\"\"\"",
            "\"",
            "'",
            "`",
            "R\"x(",
            ")x\"",
            "f\"{",
            "u8'",
            "(",
            ")",
            "{",
            "}",
            "[",
            "]",
            ";",
            ":",
            "case",
            "else",
            "if",
            "int",
            "long",
            "def f",
            "class",
            "match x",
            "return",
            "0x1p-",
            "1e+",
            "1..",
            "/[",
            "=>",
            "(*",
            "*)",
            "#|",
            "|#",
            "q{",
            "s/",
            "\n=pod",
            "\n=cut",
            "&\n",
            "\n     1",
            "\n*",
            "#\\",
            "0'",
            "...",
            "_\n",
            "<<E\n",
            "\nE\n",
            "@\"\n",
            "\n\"@",
            "\n000100",
            "$/",
            "#\"",
            "(*)",
            "\\\\",
            "1-a",
            "<!--",
            "-->",
            "<?php ",
            "?>",
            "<p>",
            "--[[",
            "]]",
            "{-",
            "-}",
            "#=",
            "{|",
            "|}",
            "%w[",
            "~s(",
            "#{",
            "${",
            "$(",
            "do\n",
            "end\n",
            "fn x -> ",
            "\\x",
            "?a",
            "`",
            "\u{feff}",
            "é",
            "\0",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(fragment, 0..40).prop_map(|fragments| fragments.concat())
}

proptest! {
    // The same texts in every run. One text in many thousands still makes a grammar and its scanner see different
    // strings (a lone backquote after a carriage return). Use other seeds to search for more of them.
    #![proptest_config(ProptestConfig {
        cases: 1024,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_keeps_the_invariants(text in prop_oneof![fragments(), any::<String>()]) {
        for language in languages() {
            check_coverage(language, &text);
            let highlighted = highlight(&text, language.name());
            prop_assert!(highlighted.iter().all(|(span, _)| text.get(span.start as usize..span.end as usize).is_some()));
            prop_assert!(highlighted.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start));
        }
    }
}
