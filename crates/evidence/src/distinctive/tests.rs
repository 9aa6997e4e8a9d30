//! Tests of distinctive.

use super::*;

/// Returns whether two comments are the same apart from layout, capitals and comment signs.
fn same_comment(left: &str, right: &str) -> bool {
    folded_comment(left) == folded_comment(right)
}

#[test]
fn comments_are_the_same_but_for_layout_capitals_and_signs() {
    for (left, right) in [
        ("// Reads  the matrix.", "/* reads the\n * matrix */"),
        ("# reads the matrix", "-- Reads the matrix --"),
        ("\"\"\"Reads the matrix.\"\"\"", "(* reads the matrix *)"),
        ("// re\u{200b}ads the\u{202e} matrix", "/////// reads the matrix"),
        ("// ÄRGER", "// ärger"),
    ] {
        assert!(same_comment(left, right), "{left:?} {right:?}");
    }
    for (left, right) in [("// sum a + b", "// sum a - b"), ("// read it", "// reads it")] {
        assert!(!same_comment(left, right), "{left:?} {right:?}");
    }
}

fn says_enough(kind: MarkKind, text: &str) -> bool {
    Reader::default().key(kind, text, 1).is_some()
}

#[test]
fn short_and_stock_texts_say_nothing() {
    for text in
        ["// swap a, b", "/* */", "//=====================", "// i++ at x y", "#!/usr/bin/env python3"]
    {
        assert!(!says_enough(MarkKind::Comment, text), "{text}");
    }
    assert!(!says_enough(MarkKind::Comment, "// TODO Auto-generated method stub"));
    assert!(!says_enough(MarkKind::Comment, "/**\n * @param args the command line arguments\n */"));
    assert!(!says_enough(MarkKind::Comment, "/* Licensed under the MIT License */"));
    assert!(says_enough(MarkKind::Comment, "// here be the dragons"));
    assert!(says_enough(MarkKind::Comment, "// 计算平均值"));
    for text in ["\"\"", "\"aaaaaaaaaaaaaaaa\"", "'x'", "\"%d %d %5.2lf\\n\"", "\"no\"", "\"input.txt\""] {
        assert!(!says_enough(MarkKind::String, text), "{text}");
    }
    assert!(says_enough(MarkKind::String, "\"Kein Weg gefunden, leider\\n\""));
    assert!(!says_enough(MarkKind::Name, "aVeryLongNameThatNobodyElseHas"));
}

#[test]
fn well_known_numbers_say_nothing() {
    for text in [
        "0",
        "1",
        "10",
        "100",
        "1000",
        "1e9",
        "365",
        "1024",
        "65535",
        "0xffff",
        "0x7fffffff",
        "2147483647",
        "99999",
        "3.14159",
        "3.1416",
        "2.718281828f",
        "12345",
        "1000000007",
        "1_000_000_007",
        "2024",
        "18446744073709551615",
        "0.00001",
        "1234567",
        "",
    ] {
        assert!(!says_enough(MarkKind::Number, text), "{text}");
    }
    for text in
        ["1103515245", "0x5bd1e995", "273.15", "7919", "48271u", "0.6745", "99999999999999999999999998"]
    {
        assert!(says_enough(MarkKind::Number, text), "{text}");
    }
    assert!(
        Reader::default().key(MarkKind::Number, "7919", 2).is_none(),
        "refused where twice as much is required"
    );
}

#[test]
fn only_the_beginning_of_a_huge_text_is_looked_at() {
    let huge = |end: &str| format!("/* {}{end} */", "ein Wort ".repeat(1_000));
    let mut reader = Reader::default();
    let keys = ["a", "b"].map(|end| reader.key(MarkKind::Comment, &huge(end), 1));
    assert!(keys[0].is_some() && keys[0] == keys[1] && same_comment(&huge("a"), &huge("b")));
}
