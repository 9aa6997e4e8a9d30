//! Tests `chaffinch compare` on very bad files, from the folder to the report.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::binary::{BINARY, command};

/// Each Latin-1 letter in it is one byte in Latin-1 and more bytes in other encodings.
const PROGRAM: &str = "#include <stdio.h>\n\
    /* gr\u{f6}\u{df}ere M\u{e4}dchen \u{fc}berall sch\u{f6}n verteilt */\n\
    int main(void) {\n    int sum = 0;\n    for (int at = 0; at < 48271; at++) {\n        sum += at * 3;\n\
    \x20       if (sum > 40) break;\n    }\n    printf(\"na\u{ef}ve caf\u{e9} %d\\n\", sum);\n    return 1;\n}\n";

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// One submission per row: its name, the name of its file, and the bytes.
type Rows<'a> = [(&'a str, &'a str, Vec<u8>)];

/// Returns the report of a folder, made within 2 GB of address space.
fn report(rows: &Rows) -> Value {
    let dir = tempfile::tempdir().unwrap();
    for (submission, name, bytes) in rows {
        let folder = dir.path().join("class").join(submission);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    }
    limited(dir.path(), &["compare", "--quiet", "--format", "json", "class"])
}

fn limited(dir: &Path, arguments: &[&str]) -> Value {
    let limit = "ulimit -v 2000000 && exec \"$0\" \"$@\"";
    let output = command("sh", dir).args(["-c", limit, BINARY]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_program_is_the_same_in_every_encoding() {
    let marked = format!("\u{feff}{PROGRAM}");
    let euro = [&b"// 5 \x80, \x93gr\xf6\xdfer\x94 \x96 sch\xf6n\n"[..], &latin1(PROGRAM)].concat();
    let report = report(&[
        ("s1", "utf8.c", PROGRAM.into()),
        ("s2", "marked.c", marked.clone().into()),
        ("s3", "little.c", utf16(PROGRAM, u16::to_le_bytes)),
        ("s4", "big.c", utf16(PROGRAM, u16::to_be_bytes)),
        ("s5", "little-marked.c", utf16(&marked, u16::to_le_bytes)),
        ("s6", "big-marked.c", utf16(&marked, u16::to_be_bytes)),
        ("s7", "latin1.c", latin1(PROGRAM)),
        ("s8", "windows.c", euro),
        ("s9", "mixed.c", [PROGRAM.as_bytes(), b"// caf\xe9\n"].concat()),
    ]);
    let all: Vec<String> = (1..10).map(|at| format!("s{at}")).collect();
    let sets = report["duplicates"].as_array().unwrap();
    assert_eq!(sets.last().unwrap()["submissions"], json!(all));
    assert_eq!(sets.last().unwrap()["kind"], "lexically-equivalent");
    let pairs = report["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 9 * 8 / 2);
    for pair in pairs {
        assert_eq!(pair["similarity"], 1.0, "{}", pair["id"]);
        // Comparing the comment shows that every letter was decoded correctly.
        let evidence = pair["matches"][0]["evidence"].as_array().unwrap();
        let text = "/* gr\u{f6}\u{df}ere M\u{e4}dchen \u{fc}berall sch\u{f6}n verteilt */";
        assert!(evidence.iter().any(|item| item["text"] == text), "{}: {evidence:?}", pair["id"]);
    }
}

#[test]
fn bad_files_are_compared_or_listed() {
    let nested = |open: &str, inside: &str, close: &str| {
        [open.repeat(100_000), inside.to_owned(), close.repeat(100_000)].concat().into_bytes()
    };
    let broken = b"int int ) { ] ;; = = ?? \"open\n @@ } while ( x [ 3 ; do + ".repeat(8);
    let report = report(&[
        ("brackets-1", "a.c", nested("(", "1", ")")),
        ("brackets-2", "b.c", nested("(", "2", ")")),
        ("lists-1", "a.py", nested("[", "1", "]")),
        ("lists-2", "b.py", nested("[", "x", "]")),
        ("broken-1", "a.c", broken.clone()),
        ("broken-2", "b.c", broken),
        ("empty", "a.c", Vec::new()),
        ("binary", "a.c", (0..4096_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect()),
        ("program", "a.java", fs::read(BINARY).unwrap()[..4096].to_vec()),
    ]);
    let skipped = report["skipped"].as_array().unwrap();
    for (submission, path, reason) in [
        ("binary", "a.c", "not text (it contains NUL characters)"),
        ("binary", ".", "nothing to analyse: none of its files can be read"),
        ("program", "a.java", "not text (ELF program)"),
        ("program", ".", "nothing to analyse: none of its files can be read"),
    ] {
        let listed = json!({"submission": submission, "path": path, "reason": reason});
        assert!(skipped.contains(&listed), "{listed} is not in {skipped:?}");
    }
    assert_eq!(skipped.len(), 4);
    let similarity = |left: &str, right: &str| {
        let pairs = report["pairs"].as_array().unwrap();
        let pair = pairs.iter().find(|pair| pair["left"] == left && pair["right"] == right);
        pair.unwrap_or_else(|| panic!("{left} and {right} are not listed"))["similarity"].as_f64().unwrap()
    };
    // The middle of these files is a number in one and a name in the other.
    assert!(similarity("brackets-1", "brackets-2") > 0.99);
    assert!(similarity("lists-1", "lists-2") > 0.99);
    assert!(similarity("broken-1", "broken-2") > 0.99);
    let empty = report["submissions"].as_array().unwrap().iter().find(|each| each["name"] == "empty");
    assert_eq!(empty.unwrap()["tokens"], 0);
}
