//! Tests every supported format by writing and reading it, and the attacks that are possible with it.

use std::io::{Cursor, Write};

use chaffinch_extract::{DICTIONARY, LISTING};
use sevenz_rust2::encoder_options::{AesEncoderOptions, Lzma2Options, LzmaOptions, PpmdOptions};
use sevenz_rust2::{EncoderConfiguration, EncoderMethod};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::made::{Files, compressed, files, listed, outline, sevenzip, sevenzip_by, tar, upload, zip};

const EXPECTED: [&str; 2] = ["a: main.c", "b: lib/x.c"];

fn class() -> Files {
    files(&["a/main.c", "b/lib/x.c"])
}

fn with_zeros(bytes: usize) -> Files {
    class().into_iter().chain([("b/zeros.c".to_owned(), vec![b' '; bytes])]).collect()
}

#[test]
fn zips_by_every_method_that_is_read() {
    for method in [
        CompressionMethod::Stored,
        CompressionMethod::Deflated,
        CompressionMethod::Bzip2,
        CompressionMethod::Zstd,
    ] {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, content) in class() {
            writer.start_file(path, SimpleFileOptions::default().compression_method(method)).unwrap();
            writer.write_all(&content).unwrap();
        }
        let bytes = writer.finish().unwrap().into_inner();
        assert_eq!(outline(&upload("c.zip", &bytes).unwrap().0), EXPECTED, "{method}");
    }
}

#[test]
fn a_zip_by_lzma_and_by_deflate64() {
    // No writer for these methods is available. A stored entry is relabelled with the method of its bytes.
    let mut lzma =
        lzma_rust2::LzmaWriter::new_use_header(Vec::new(), &lzma_rust2::LzmaOptions::with_preset(1), Some(6))
            .unwrap();
    lzma.write_all(b"int x;").unwrap();
    let lzma = lzma.finish().unwrap();
    // Version, length of the properties, properties, stream. In the header of a file, a length follows the properties.
    let lzma = [&[9, 4, 5, 0], &lzma[..5], &lzma[13..]].concat();
    // One stored block.
    let deflate64 = [&[1, 6, 0, 0xf9, 0xff], &b"int x;"[..]].concat();
    for (method, content) in [(14_u8, lzma), (9, deflate64)] {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for (path, content) in [("a.c", &b"int y;"[..]), ("b.c", &content)] {
            writer.start_file(path, options).unwrap();
            writer.write_all(content).unwrap();
        }
        let mut bytes = writer.finish().unwrap().into_inner();
        let central = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
        bytes[central + 10] = method;
        bytes[central + 24] = 6;
        let mut checksum = flate2::Crc::new();
        checksum.update(b"int x;");
        bytes[central + 16..central + 20].copy_from_slice(&checksum.sum().to_le_bytes());
        let found = upload("c.zip", &bytes).unwrap().0;
        assert_eq!(listed(&found), [""; 0]);
        assert_eq!(found.submissions[1].files[0].text, "int x;", "method {method}");
    }
}

#[test]
fn seven_zips_by_every_method_that_is_read() {
    let methods: Vec<Vec<EncoderConfiguration>> = vec![
        vec![EncoderMethod::COPY.into()],
        vec![LzmaOptions::from_level(1).into()],
        vec![Lzma2Options::from_level(1).into()],
        vec![PpmdOptions::from_level(1).into()],
        vec![EncoderMethod::BZIP2.into()],
        vec![EncoderMethod::DEFLATE.into()],
        vec![EncoderMethod::BCJ_X86_FILTER.into(), Lzma2Options::from_level(1).into()],
    ];
    for method in methods {
        let named = format!("{method:?}");
        let bytes = sevenzip_by(&class(), method);
        assert_eq!(outline(&upload("c.7z", &bytes).unwrap().0), EXPECTED, "{named}");
    }
    let empty: Files = files(&["a.c", "b.c"])
        .into_iter()
        .chain([("c.c".to_owned(), vec![]), ("d/".to_owned(), vec![])])
        .collect();
    assert_eq!(outline(&upload("c.7z", &sevenzip(&empty)).unwrap().0), ["a: a.c", "b: b.c", "c: c.c"]);
}

#[test]
fn single_compressed_files_are_what_is_in_them() {
    for (ending, bytes) in compressed(b"int x;") {
        let class =
            vec![(format!("alice.c.{ending}"), bytes.clone()), (format!("bob/main.py.{ending}"), bytes)];
        let found = upload("c.zip", &zip(&class)).unwrap().0;
        let expected = ["alice.c: alice.c".to_owned(), format!("bob: main.py.{ending}/main.py")];
        assert_eq!(outline(&found), expected);
    }
}

#[test]
fn archives_in_archives_of_all_kinds() {
    let inner = sevenzip(&files(&["x.c"]));
    let tarred = tar(&vec![("in.7z".to_owned(), inner)]);
    for (ending, bytes) in compressed(&tarred) {
        let name = format!("b/in.tar.{ending}");
        let class: Files = files(&["a.c"]).into_iter().chain([(name, bytes)]).collect();
        let expected = ["a: a.c".to_owned(), format!("b: in.tar.{ending}/in.7z/x.c")];
        assert_eq!(outline(&upload("c.7z", &sevenzip(&class)).unwrap().0), expected);
    }
}

#[test]
fn bombs_of_every_format_are_stopped_by_their_ratio() {
    let bomb = with_zeros(18 << 20);
    let packed = compressed(&tar(&bomb)).map(|(ending, bytes)| (format!("c.tar.{ending}"), bytes));
    // In a 7z archive, an entry that is skipped for its size is unpacked anyway.
    for (name, bytes) in packed.into_iter().chain([("c.7z".to_owned(), sevenzip(&bomb))]) {
        assert_eq!(upload(&name, &bytes).unwrap_err().0, "ratio", "{name}");
    }
}

/// Overwrites the dictionary size of an LZMA2 or LZMA coder in an uncompressed list, and corrects the checksums.
fn announcing(files: &Files, options: EncoderConfiguration, from: &[u8], to: &[u8]) -> Vec<u8> {
    use sevenz_rust2::{ArchiveEntry, ArchiveWriter};
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    writer.set_encrypt_header(false);
    writer.set_content_methods(vec![options]);
    for (path, content) in files {
        writer.push_archive_entry(ArchiveEntry::new_file(path), Some(content.as_slice())).unwrap();
    }
    let mut bytes = writer.finish().unwrap().into_inner();
    let list = 32 + u64::from_le_bytes(bytes[12..20].try_into().unwrap()) as usize;
    let at =
        list + bytes[list..].windows(from.len()).position(|window| window == from).expect("a plain list");
    bytes[at..at + to.len()].copy_from_slice(to);
    let checksum = |bytes: &[u8]| {
        let mut checksum = flate2::Crc::new();
        checksum.update(bytes);
        checksum.sum().to_le_bytes()
    };
    let whole = checksum(&bytes[list..]);
    bytes[28..32].copy_from_slice(&whole);
    let start = checksum(&bytes[12..32]);
    bytes[8..12].copy_from_slice(&start);
    bytes
}

#[test]
fn huge_dictionaries_are_listed_with_the_limit() {
    let one: Files = vec![("a.c".to_owned(), b"int x; int y;".to_vec())];
    // Method, length of the properties, dictionary of 4 GiB.
    let lzma2 = announcing(&one, Lzma2Options::from_level(1).into(), &[0x21, 0x21, 1], &[0x21, 0x21, 1, 40]);
    let class = zip(&files(&["b.c", "c.c"]).into_iter().chain([("a.7z".to_owned(), lzma2)]).collect());
    let found = upload("c.zip", &class).unwrap().0;
    assert_eq!(outline(&found), ["b: b.c", "c: c.c"]);
    let expected = format!(
        "a: a.c: unpacking the archive needs a dictionary of more than {DICTIONARY} bytes (the limit); use a lower \
         compression level"
    );
    assert!(listed(&found).contains(&expected), "{:?}", listed(&found));

    // `xz -9` asks for exactly as much as is allowed. More is refused.
    for (bits, fine) in [(28_u8, true), (31, false), (40, false)] {
        let mut xz = compressed(&tar(&files(&["a.c", "b.c"])))[1].1.clone();
        // The stream header has 12 bytes. Then follow size, flags, filter, length of the properties, dictionary.
        assert_eq!(xz[14..16], [0x21, 1]);
        xz[16] = bits;
        let header = usize::from(xz[12]) * 4;
        let mut checksum = flate2::Crc::new();
        checksum.update(&xz[12..12 + header]);
        xz[12 + header..16 + header].copy_from_slice(&checksum.sum().to_le_bytes());
        match upload("c.tar.xz", &xz) {
            Ok((found, _)) => assert!(fine && outline(&found) == ["a: a.c", "b: b.c"]),
            Err((code, message)) => {
                assert!(!fine && code == "dictionary", "{code}");
                assert!(message.contains(&format!("more than {DICTIONARY} bytes")), "{message}");
            }
        }
    }
}

#[test]
fn encrypted_seven_zips_are_told() {
    let methods = || vec![AesEncoderOptions::new("secret".into()).into(), Lzma2Options::from_level(1).into()];
    let (code, message) = upload("c.7z", &sevenzip_by(&class(), methods())).unwrap_err();
    assert_eq!(code, "encrypted-archive");
    assert!(message.contains("send it without a password"), "{message}");
}

#[test]
fn lists_of_contents_are_bounded_before_they_are_read() {
    let many: Files = (0..9_000).map(|n| (format!("{}/{n}.c", "long".repeat(20)), vec![])).collect();
    let (code, message) = upload("c.7z", &sevenzip(&many)).unwrap_err();
    assert_eq!(code, "listing-too-long");
    assert!(message.contains(&format!("{LISTING} bytes (the limit for 7z)")), "{message}");
}

#[test]
fn names_that_differ_in_case_only_survive() {
    let all = files(&["a/Main.c", "a/main.c", "A/main.c"]);
    for (name, bytes) in [("c.zip", zip(&all)), ("c.tar", tar(&all)), ("c.7z", sevenzip(&all))] {
        assert_eq!(outline(&upload(name, &bytes).unwrap().0), ["A: main.c", "a: Main.c main.c"], "{name}");
    }
}

#[test]
fn names_in_unicode_beside_others_count() {
    use zip::write::FullFileOptions;
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let mut checksum = flate2::Crc::new();
    checksum.update(b"caf_.c");
    let field = [&[1][..], &checksum.sum().to_le_bytes(), "caf\u{e9}.c".as_bytes()].concat();
    let mut options = FullFileOptions::default();
    options.add_extra_field(0x7075, field, true).unwrap();
    writer.start_file("caf_.c", options).unwrap();
    writer.write_all(b"int x;").unwrap();
    writer.start_file("b.c", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(outline(&upload("c.zip", &bytes).unwrap().0), ["b: b.c", "caf\u{e9}: caf\u{e9}.c"]);
}

#[test]
fn a_quine_ends() {
    // A zip that contains itself looks like endless nesting, because its header says so at every level.
    let mut inner = zip(&files(&["x.c"]));
    for _ in 0..40 {
        inner = zip(&vec![("r.zip".to_owned(), inner.clone()), ("s.zip".to_owned(), inner)]);
        if inner.len() > 1 << 16 {
            break;
        }
    }
    let class: Files = files(&["a.c", "b.c"]).into_iter().chain([("r.zip".to_owned(), inner)]).collect();
    let found = upload("c.zip", &zip(&class)).unwrap().0;
    assert!(listed(&found).iter().any(|line| line.contains("more than 3 deep (the limit)")));
}
