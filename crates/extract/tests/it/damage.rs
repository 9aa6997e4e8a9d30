//! Tests damaged archives, and files whose content does not fit their names.

use chaffinch_extract::Limits;

use crate::made::{compressed, files, listed, outline, sevenzip, tar, upload, zip};

/// A class with enough text to be cut in the middle.
fn class() -> Vec<(String, Vec<u8>)> {
    let mut class = files(&["a/main.c", "b/main.c"]);
    let numbers: Vec<String> = (0..5_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_string()).collect();
    class.insert(1, ("a/table.c".to_owned(), numbers.join(",\n").into_bytes()));
    class
}

#[test]
fn what_is_not_an_archive_is_told_so() {
    let tar_without_checksum = vec![b'x'; 2_048];
    for (name, bytes, message) in [
        ("c.zip", &b"<html>Please sign in</html>"[..], "c.zip: not a zip archive, although its name says so"),
        ("c.zip", b"", "c.zip: not a zip archive, although its name says so"),
        ("c.tar.gz", b"Rar!", "c.tar.gz: not a tar archive, although its name says so"),
        ("c.tar", &tar_without_checksum, "c.tar: not a tar archive, although its name says so"),
    ] {
        assert_eq!(upload(name, bytes).unwrap_err(), ("not-an-archive", message.to_owned()));
    }
    let (code, message) = upload("c.rar", b"x").unwrap_err();
    assert_eq!(code, "unsupported-archive");
    assert!(message.ends_with("; use zip, 7z or tar (plain, gz, xz, bz2, zst)"), "{message}");
    for (name, kind) in [
        ("c.7z", "7z"),
        ("c.tar.bz2", "tar"),
        ("c.tar.xz", "tar"),
        ("c.gz", "compressed"),
        ("c.xz", "compressed"),
    ] {
        let expected = format!("{name}: not a {kind} archive, although its name says so");
        assert_eq!(upload(name, b"xyz").unwrap_err(), ("not-an-archive", expected));
    }
}

#[test]
fn archives_cut_short_are_refused_with_what_is_wrong() {
    let (zip, tar) = (zip(&class()), tar(&class()));
    let packed = compressed(&tar).map(|(ending, bytes)| (format!("c.tar.{ending}"), bytes));
    let others =
        [("c.zip".to_owned(), zip), ("c.tar".to_owned(), tar), ("c.7z".to_owned(), sevenzip(&class()))];
    for (name, bytes) in packed.into_iter().chain(others) {
        let (code, message) = upload(&name, &bytes[..bytes.len() / 2]).unwrap_err();
        assert_eq!(code, "damaged-archive", "{name}");
        assert!(message.starts_with(&format!("{name}: the archive is damaged or incomplete (")), "{message}");
    }
}

#[test]
fn of_an_archive_inside_what_can_be_read_is_kept() {
    let tar = tar(&class());
    let all =
        vec![("one.tar".to_owned(), tar[..tar.len() / 2].to_vec()), ("two.c".to_owned(), b"int x;".to_vec())];
    let found = upload("c.zip", &zip(&all)).unwrap().0;
    assert_eq!(outline(&found), ["one: a/main.c", "two: two.c"]);
    let found = listed(&found);
    assert!(found[0].starts_with("one: .: the archive is damaged or incomplete ("), "{}", found[0]);
    assert!(found[1].starts_with("one: a/table.c: damaged ("), "{}", found[1]);
}

#[test]
fn an_entry_with_a_wrong_checksum_is_listed() {
    let mut bytes =
        zip(&[("b/table.c".to_owned(), b"int stored;".to_vec())].into_iter().chain(class()).collect());
    // The checksum begins at byte 14 of a local header and at byte 16 of a central one. The reader uses the central
    // one.
    let central = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    bytes[central + 16] ^= 1;
    let found = upload("c.zip", &bytes).unwrap().0;
    assert_eq!(outline(&found), ["a: main.c table.c", "b: main.c"]);
    assert_eq!(listed(&found), ["b: table.c: damaged (Invalid checksum)"]);
}

#[test]
fn endings_of_tars_say_nothing_about_compression() {
    let tar = tar(&class());
    let packed = compressed(&tar).map(|(_, bytes)| bytes);
    let names = ["c.tar", "c.tgz", "c.tar.xz", "c.txz", "c.tar.bz2", "c.tar.zst"];
    for (name, bytes) in
        names.into_iter().flat_map(|name| packed.iter().chain([&tar]).map(move |bytes| (name, bytes)))
    {
        assert_eq!(outline(&upload(name, bytes).unwrap().0), ["a: main.c table.c", "b: main.c"]);
    }
    // Also if the name does not contain `tar`.
    for (name, bytes) in ["c.gz", "c.xz", "c.bz2", "c.zst"].into_iter().zip(&packed) {
        assert_eq!(outline(&upload(name, bytes).unwrap().0), ["a: main.c table.c", "b: main.c"]);
    }
}

#[test]
fn what_a_reader_says_of_damage_is_shown_harmless() {
    let mut bytes = tar(&files(&["a.c", "\u{1b}[31m\u{202e}.c"]));
    // The checksum of the second header is not a number, and the reader quotes the name.
    bytes[1024 + 148..1024 + 156].fill(b'x');
    let (code, message) = upload("c.tar", &bytes).unwrap_err();
    assert_eq!(code, "damaged-archive");
    assert!(message.contains("\\u{1b}[31m\\u{202e}.c") && !message.contains('\u{1b}'), "{message}");
}

#[test]
fn defaults_fit_a_large_class() {
    let limits = Limits::default();
    assert!(limits.entries >= 2_000 * 5 * 2);
    assert!(limits.total_bytes >= 2_000 * 5 * 50_000);
}
