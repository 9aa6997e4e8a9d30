//! Tests archives that are made to do harm. Each test builds one attack. The source code names the attack at the check.

use std::io::{Cursor, Write};

use chaffinch_extract::{Limits, Request};
use tar::EntryType;
use zip::ZipWriter;
use zip::write::{FullFileOptions, SimpleFileOptions};

use crate::made::{
    Files, Place, batch, files, gzip, listed, outline, request, run, sevenzip, tar, tar_entry, upload, zip,
};

/// Returns two submissions and further files, so that only the further files decide the result.
fn with(more: Files) -> Files {
    let mut all = files(&["a/main.c", "b/main.c"]);
    all.extend(more);
    all
}

fn one(path: &str, content: &[u8]) -> Files {
    vec![(path.to_owned(), content.to_vec())]
}

/// Returns the code and message of a refusal under limits.
fn refused(limits: Limits, name: &str, bytes: &[u8]) -> (&'static str, String) {
    let mut place = Place::new();
    let input = place.upload(name, bytes);
    run(&Request { limits, ..request(vec![input]) }).expect_err("refused")
}

/// Returns what is listed of an archive that is accepted under limits.
fn taken(limits: Limits, name: &str, bytes: &[u8]) -> Vec<String> {
    let mut place = Place::new();
    let input = place.upload(name, bytes);
    let found = batch(&Request { limits, ..request(vec![input]) });
    assert_eq!(outline(&found)[..2], ["a: main.c", "b: main.c"]);
    listed(&found)
}

/// Replaces every occurrence. This patches archives into a form that no writer produces.
fn replaced(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> =
        (0..=bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from)).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    bytes
}

/// Returns the offsets of the central headers of a zip whose contents do not contain their signature.
fn central_headers(bytes: &[u8]) -> Vec<usize> {
    (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(b"PK\x01\x02")).collect()
}

#[test]
fn too_many_entries() {
    let limits = || Limits { entries: 50, ..Limits::default() };
    let many: Files = (0..60).map(|n| (format!("{n}.c"), vec![])).collect();
    for (name, bytes) in [("c.zip", zip(&many)), ("c.tar", tar(&many)), ("c.tgz", gzip(&tar(&many)))] {
        let (code, message) = refused(limits(), name, &bytes);
        assert_eq!(code, "too-many-entries");
        assert!(message.contains("more than 50 entries"), "{message}");
    }
    // Folders that occur only in paths are counted.
    let deep: Files = (0..3).map(|n| (format!("{n}{}", "/d".repeat(20)), vec![])).collect();
    for (name, bytes) in [("c.zip", zip(&deep)), ("c.tar", tar(&deep))] {
        assert_eq!(refused(limits(), name, &bytes).0, "too-many-entries");
    }
    // All folders and archives of a request count together, including inner archives: here five that stay within their
    // share.
    let part: Files = (0..30).map(|n| (format!("{n}.c"), vec![])).collect();
    let share = zip(&part[..12].to_vec());
    let nested: Files = (0..5).map(|n| (format!("{n}.zip"), share.clone())).collect();
    assert_eq!(refused(limits(), "c.zip", &zip(&nested)).0, "too-many-entries");
    let mut place = Place::new();
    let inputs = vec![place.folder("x", &part), place.folder("y", &part)];
    assert_eq!(run(&Request { limits: limits(), ..request(inputs) }).unwrap_err().0, "too-many-entries");
}

#[test]
fn submissions_and_their_files_have_an_end() {
    let many: Files = files(&["a.c", "b.c", "c.c"]);
    let limits = || Limits { submissions: 2, ..Limits::default() };
    let (code, message) = refused(limits(), "c.zip", &zip(&many));
    assert_eq!(
        (code, message.as_str()),
        (
            "too-many-submissions",
            "3 submissions, more than 2, the limit for one request; send fewer submissions, or ask the operator to raise the \
             limit (submissions) to 3"
        )
    );
    let limits = Limits { submission_files: 1, ..Limits::default() };
    let more = with(files(&["a/more.c", "a/other.c"]));
    let reason = "not among the first 1 files (the limit for one submission)";
    let expected = [format!("a: more.c: {reason}"), format!("a: other.c: {reason}")];
    assert_eq!(taken(limits, "c.zip", &zip(&more)), expected);
}

#[test]
fn total_size_by_actual_bytes() {
    let limits = || Limits { total_bytes: 10_000, ..Limits::default() };
    let big: Files = (0..12).map(|n| (format!("{n}.c"), vec![b' '; 1_000])).collect();
    for (name, bytes) in [("c.zip", zip(&big)), ("c.tar", tar(&big)), ("c.tgz", gzip(&tar(&big)))] {
        let (code, message) = refused(limits(), name, &bytes);
        assert_eq!(code, "total-size");
        assert!(message.contains("more than 10000 bytes"), "{message}");
    }
    let mut place = Place::new();
    let input = place.folder("c", &big);
    let (code, message) = run(&Request { limits: limits(), ..request(vec![input]) }).unwrap_err();
    assert_eq!(code, "total-size");
    assert!(message.contains("stopped at c/"), "{message}");
}

#[test]
fn larger_files_are_listed_with_the_limit() {
    let limits = || Limits { file_bytes: 1_000, ..Limits::default() };
    let all = with(one("a/table.c", &[b'x'; 1_001]));
    let expected = ["a: table.c: 1001 bytes, more than the limit for one file (1000 bytes)"];
    assert_eq!(taken(limits(), "c.zip", &zip(&all)), expected);
    assert_eq!(taken(limits(), "c.tgz", &gzip(&tar(&all))), expected);
    let mut place = Place::new();
    let input = place.folder("c", &all);
    assert_eq!(listed(&batch(&Request { limits: limits(), ..request(vec![input]) })), expected);
}

#[test]
fn declared_sizes_that_lie_do_not_help() {
    // Declares 7 bytes and inflates to 5,000.
    let mut bytes = zip(&with(one("a/table.c", &[b'x'; 5_000])));
    let truth = 5_000_u32.to_le_bytes();
    bytes = replaced(bytes, &truth, &7_u32.to_le_bytes());
    let found = taken(Limits::default(), "c.zip", &bytes);
    assert_eq!(found, ["a: table.c: damaged (File is larger than its declared uncompressed size)"]);
    // Declares 4 GB and holds little. It is skipped because of its declared size, and no memory is reserved for it.
    let bytes = replaced(
        zip(&with(one("a/table.c", &[b'x'; 5_000]))),
        &truth,
        &u32::MAX.wrapping_sub(1).to_le_bytes(),
    );
    let found = taken(Limits::default(), "c.zip", &bytes);
    assert_eq!(found, ["a: table.c: 4294967294 bytes, more than the limit for one file (16777216 bytes)"]);
}

#[test]
fn bombs_are_stopped_by_their_ratio() {
    let zeros: Files = (0..2).map(|n| (format!("{n}.c"), vec![b' '; 9 << 20])).collect();
    let limits = Limits::default();
    let bomb = zip(&zeros);
    for (name, bytes) in [("c.zip", bomb.clone()), ("c.tgz", gzip(&tar(&zeros)))] {
        let (code, message) = refused(limits.clone(), name, &bytes);
        assert_eq!(code, "ratio");
        assert!(
            message.contains("more than 200 times its size, the limit (reading stopped at "),
            "{message}"
        );
        assert!(message.contains(&format!("{name} ({} bytes)", bytes.len())), "{message}");
    }
    // Layers: no inner archive is a bomb by itself, but all of them together are.
    let layer = zip(&vec![("x.c".to_owned(), vec![b' '; 3 << 20])]);
    let layers: Files = (0..9).map(|n| (format!("{n}.zip"), layer.clone())).collect();
    let (code, message) = refused(limits, "c.zip", &zip(&layers));
    assert_eq!(code, "ratio");
    assert!(message.starts_with("c.zip ("), "{message}");
}

/// Returns what is listed if an inner archive reaches a limit. The class comes after the files that may harm it.
fn handed_in(limits: Limits, archives: &[(&str, &[u8])]) -> Vec<String> {
    let mut all: Files = archives.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
    all.extend(with(vec![]));
    taken(limits, "c.zip", &zip(&all))
}

/// Returns the two lines of a submission that is an archive beyond one of its limits.
fn lines_of(submission: &str, reason: &str) -> [String; 2] {
    [
        format!("{submission}: .: nothing to analyse: none of its files can be read"),
        format!("{submission}: .: the archive {reason}; nothing in it is compared"),
    ]
}

/// Returns two files of zeros, more than an archive of that size may unpack to.
fn zeros() -> Files {
    (0..2).map(|n| (format!("{n}.c"), vec![0; 10 << 20])).collect()
}

#[test]
fn what_one_student_hands_in_costs_nobody_else_anything() {
    let bomb = zip(&zeros());
    let many: Files = (0..101).map(|n| (format!("{n}.c"), vec![])).collect();
    let paths = vec![
        ("d/".repeat(64) + "x.c", b"int x;".to_vec()),
        ("x".repeat(1_025), b"int x;".to_vec()),
        ("fine.c".to_owned(), b"int x;".to_vec()),
    ];
    let mut all = files(&["hw1-dan/main.c"]);
    // The archives that may harm others come first.
    for (name, archive) in [("carol", zip(&paths)), ("bob", zip(&many)), ("ada", bomb.clone())] {
        all.insert(0, (format!("hw1-{name}.zip"), archive));
    }
    let mut place = Place::new();
    for input in [
        place.upload("c.zip", &zip(&all)),
        place.upload("c.tgz", &gzip(&tar(&all))),
        place.upload("c.7z", &sevenzip(&all)),
        place.folder("c", &all),
    ] {
        let limits = Limits { entries: 200, ..Limits::default() };
        let found = batch(&Request { limits, ..request(vec![input]) });
        assert_eq!(outline(&found), ["hw1-carol: fine.c", "hw1-dan: main.c"]);
        assert_eq!(found.layouts, ["github-classroom"]);
        let listed = listed(&found);
        let size = bomb.len();
        let ratio = format!("unpacks to more than 200 times its size of {size} bytes (the limit)");
        assert_eq!(listed[..2], lines_of("hw1-ada", &ratio));
        let entries = "has more than 100 entries (the limit for one archive inside an upload)";
        assert_eq!(listed[2..4], lines_of("hw1-bob", entries));
        assert_eq!(listed.len(), 6, "{listed:?}");
        assert!(listed[4].contains("path of 65 parts (the limit is 64)"), "{}", listed[4]);
        assert!(listed[5].contains("path of 1025 bytes (the limit is 1024)"), "{}", listed[5]);
    }
}

#[test]
fn inner_bombs_of_every_format_are_listed() {
    for (name, bomb) in [("z.tgz", gzip(&tar(&zeros()))), ("z.7z", sevenzip(&zeros()))] {
        let ratio = format!("unpacks to more than 200 times its size of {} bytes (the limit)", bomb.len());
        assert_eq!(handed_in(Limits::default(), &[(name, &bomb)]), lines_of("z", &ratio), "{name}");
    }
    // If the archive holds something else, too, only the bomb is left out.
    let bomb = zip(&zeros());
    let mixed = zip(&vec![("bomb.zip".to_owned(), bomb.clone()), ("z.c".to_owned(), b"int z;".to_vec())]);
    let reason = format!(
        "z: bomb.zip: the archive unpacks to more than 200 times its size of {} bytes (the limit); nothing in it \
         is compared",
        bomb.len()
    );
    assert_eq!(handed_in(Limits::default(), &[("z.zip", &mixed)]), [reason]);
}

#[test]
fn an_archive_of_stored_zeros_is_no_bomb_of_the_class() {
    // The archive around it compresses the 20 MiB to almost nothing, but is not responsible for them.
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (path, content) in zeros() {
        writer.start_file(path, options).unwrap();
        writer.write_all(&content).unwrap();
    }
    let stored = writer.finish().unwrap().into_inner();
    let found = handed_in(Limits::default(), &[("z.zip", &stored)]);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|line| line.starts_with("z: ") && !line.contains("limit")), "{found:?}");
}

#[test]
fn one_archive_has_a_share_of_the_entries() {
    let limits = || Limits { entries: 100, ..Limits::default() };
    let many: Files = (0..51).map(|n| (format!("{n}.c"), vec![])).collect();
    let reason = "has more than 50 entries (the limit for one archive inside an upload)";
    for (name, bytes) in [("z.zip", zip(&many)), ("z.tgz", gzip(&tar(&many))), ("z.7z", sevenzip(&many))] {
        assert_eq!(handed_in(limits(), &[(name, &bytes)]), lines_of("z", reason), "{name}");
    }
    assert_eq!(handed_in(limits(), &[("z.zip", &zip(&many[..50].to_vec()))]), [""; 0]);
    // Listed archives do not count towards the limits, however many there are.
    let bytes = tar(&many);
    let names: Vec<String> = (0..6).map(|n| format!("z{n}.tar")).collect();
    let archives: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), bytes.as_slice())).collect();
    assert_eq!(handed_in(limits(), &archives).len(), 12);
}

#[test]
fn one_archive_has_a_share_of_the_bytes() {
    let limits = || Limits { total_bytes: 20_000, ..Limits::default() };
    let big: Files = (0..12).map(|n| (format!("{n}.c"), vec![b' '; 1_000])).collect();
    let (zipped, tarred) = (zip(&big), tar(&big));
    let reason = "unpacks to more than 10000 bytes (the limit for one archive inside an upload)";
    assert_eq!(handed_in(limits(), &[("z.zip", &zipped)]), lines_of("z", reason));
    let reason = format!(
        "z: z.tar: {} bytes, more than the limit for an archive inside an archive (10000 bytes)",
        tarred.len()
    );
    assert_eq!(handed_in(limits(), &[("z.tar", &tarred)]), [reason]);
    // Reading them takes work, and the total work is limited.
    let many: Files = (0..5).map(|n| (format!("{n}.zip"), zipped.clone())).collect();
    let (code, message) = refused(limits(), "c.zip", &zip(&with(many)));
    assert_eq!(code, "total-size");
    assert!(message.contains("more than 20000 bytes"), "{message}");
}

#[test]
fn one_archive_has_a_share_of_the_paths() {
    let long = "x".repeat(1_000);
    let names: Files = (0..8_600).map(|n| (format!("c/{n}{long}.c"), vec![])).collect();
    let reason = "has paths of more than 8388608 bytes together (the limit for one archive inside an upload)";
    assert_eq!(handed_in(Limits::default(), &[("z.zip", &zip(&names))]), lines_of("z", reason));
}

#[test]
fn a_class_in_an_archive_beyond_its_share_is_refused_with_the_reason() {
    let many: Files = (0..51).map(|n| (format!("{n}.c"), vec![])).collect();
    let wrapped = zip(&vec![("class.zip".to_owned(), zip(&many))]);
    let (code, message) = refused(Limits { entries: 100, ..Limits::default() }, "download.zip", &wrapped);
    assert_eq!(code, "too-few-submissions");
    assert!(message.contains("class.zip (the archive has more than 50 entries"), "{message}");
}

#[test]
fn a_path_that_leads_out_is_left_out_and_the_class_is_read() {
    for path in ["../evil.c", "a/../../evil.c", "..\\evil.c", "/../evil.c"] {
        let all = with(one(path, b"int x;"));
        for (name, bytes) in [("c.zip", zip(&all)), ("c.tar", tar(&all))] {
            let found = taken(Limits::default(), name, &bytes);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(": unsafe path `"), "{found:?}");
            // If nothing else is in it, it is refused.
            let (code, message) = refused(Limits::default(), name, &odd(name, path));
            assert_eq!(code, "unsafe-path", "{path}");
            assert!(message.starts_with(&format!("{name}: unsafe path `")), "{message}");
        }
    }
}

/// Returns an archive with this path only.
fn odd(name: &str, path: &str) -> Vec<u8> {
    let files = one(path, b"int x;");
    if name.ends_with("zip") { zip(&files) } else { tar(&files) }
}

#[test]
fn a_path_from_the_root_of_a_disk_is_one_in_the_archive() {
    for path in ["/carol/x.c", "C:\\carol\\x.c", "\\\\carol\\x.c", "c:carol/x.c", "//carol//x.c"] {
        let all = with(one(path, b"int x;"));
        for (name, bytes) in [("c.zip", zip(&all)), ("c.tar", tar(&all))] {
            let found = upload(name, &bytes).unwrap().0;
            assert!(outline(&found).contains(&"carol: x.c".to_owned()), "{path}: {:?}", outline(&found));
        }
    }
}

#[test]
fn in_an_archive_inside_only_the_entry_is_left_out() {
    let student = zip(&vec![
        ("../evil.c".to_owned(), b"int x;".to_vec()),
        ("x".repeat(3_000), b"int x;".to_vec()),
        ("fine.c".to_owned(), b"int x;".to_vec()),
    ]);
    let found = taken(Limits::default(), "c.zip", &zip(&with(one("carol.zip", &student))));
    assert_eq!(found[0], "carol: ../evil.c: unsafe path `../evil.c`: it leads out of the archive with `..`");
    assert!(found[1].contains("path of 3000 bytes (the limit is 1024)"), "{}", found[1]);
    assert!(found[1].len() < 400);
}

#[test]
fn long_and_deep_paths() {
    let limits = || Limits { path_bytes: 200, path_depth: 8, ..Limits::default() };
    for (path, code, limit) in
        [("x".repeat(201), "path-too-long", "200"), ("d/".repeat(8) + "x", "path-too-deep", "8")]
    {
        let found = taken(limits(), "c.zip", &zip(&with(one(&path, b""))));
        assert!(found[0].contains(&format!("(the limit is {limit})")), "{found:?}");
        let (found, message) = refused(limits(), "c.zip", &zip(&one(&path, b"")));
        assert_eq!(found, code);
        assert!(message.contains(&format!("(the limit is {limit})")), "{message}");
    }
}

#[test]
fn windows_separators_are_separators() {
    let all =
        vec![("s1\\main.c".to_owned(), b"int x;".to_vec()), ("s2\\lib\\x.c".to_owned(), b"int x;".to_vec())];
    for (name, bytes) in [("c.zip", zip(&all)), ("c.tar", tar(&all))] {
        assert_eq!(outline(&upload(name, &bytes).unwrap().0), ["s1: main.c", "s2: lib/x.c"]);
    }
}

#[test]
fn links_devices_and_pipes_are_listed() {
    let mut bytes = Vec::new();
    for (path, content) in with(vec![]) {
        bytes.extend(tar_entry(path.as_bytes(), EntryType::Regular, &content));
    }
    for (path, kind) in [
        ("a/soft.c", EntryType::Symlink),
        ("a/hard.c", EntryType::Link),
        ("b/null", EntryType::Char),
        ("b/disk", EntryType::Block),
        ("b/pipe", EntryType::Fifo),
    ] {
        bytes.extend(tar_entry(path.as_bytes(), kind, b""));
    }
    bytes.extend([0; 1024]);
    let expected = [
        "a: hard.c: a link; links are not followed",
        "a: soft.c: a link; links are not followed",
        "b: disk: not a regular file",
        "b: null: not a regular file",
        "b: pipe: not a regular file",
    ];
    assert_eq!(taken(Limits::default(), "c.tar", &bytes), expected);

    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in with(vec![]) {
        writer.start_file(path, SimpleFileOptions::default()).unwrap();
        writer.write_all(&content).unwrap();
    }
    writer.add_symlink("a/soft.c", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(taken(Limits::default(), "c.zip", &bytes), ["a: soft.c: a link; links are not followed"]);
}

#[test]
fn sparse_entries_and_endless_names_cost_nothing() {
    // A name of 3 MB before an entry.
    let mut bytes = tar_entry(b"a/main.c", EntryType::Regular, b"int x;");
    bytes.extend(tar_entry(b"././@LongLink", EntryType::GNULongName, &vec![b'x'; 3 << 20]));
    bytes.extend(tar_entry(b"x", EntryType::Regular, b"int x;"));
    bytes.extend([0; 1024]);
    let (code, message) = refused(Limits::default(), "c.tar", &bytes);
    assert_eq!((code, message.contains("a header without an end")), ("damaged-archive", true), "{message}");

    // Declares a terabyte of zeros.
    let mut header = tar::Header::new_gnu();
    header.set_path("b/zeros.c").unwrap();
    header.set_entry_type(EntryType::GNUSparse);
    header.set_size(0);
    let gnu = header.as_gnu_mut().unwrap();
    gnu.realsize.copy_from_slice(b"20000000000\0");
    gnu.sparse[0].offset.copy_from_slice(b"20000000000\0");
    gnu.sparse[0].numbytes.copy_from_slice(b"00000000000\0");
    header.set_cksum();
    let mut bytes = tar(&with(vec![]));
    bytes.truncate(bytes.len() - 1024);
    bytes.extend(header.as_bytes());
    bytes.extend([0; 1024]);
    assert_eq!(taken(Limits::default(), "c.tar", &bytes), ["b: zeros.c: a sparse file"]);
}

#[test]
fn encrypted_entries_and_unknown_methods_are_listed() {
    let plain = zip(&with(one("b/secret.c", b"int x;")));
    let last = *central_headers(&plain).last().unwrap();
    let mut encrypted = plain.clone();
    encrypted[last + 8] |= 1;
    assert_eq!(taken(Limits::default(), "c.zip", &encrypted), ["b: secret.c: encrypted"]);
    for (method, reason) in
        [(98_u8, "Ppmd (method 98)"), (10, "Unknown (method 10)"), (77, "Unknown (method 77)")]
    {
        let mut odd = plain.clone();
        odd[last + 10] = method;
        let expected = format!("b: secret.c: compressed with {reason}, which is not supported");
        assert_eq!(taken(Limits::default(), "c.zip", &odd), [expected]);
    }
}

#[test]
fn of_two_entries_of_one_path_the_second_is_listed() {
    // The writer refuses duplicates, so one name is patched into the other.
    let both = vec![
        ("a/main.c".to_owned(), b"int first;".to_vec()),
        ("a/maim.c".to_owned(), b"int second;".to_vec()),
    ];
    let all: Files = both.into_iter().chain(files(&["b/main.c"])).collect();
    let found = upload("c.zip", &replaced(zip(&all), b"a/maim.c", b"a/main.c")).unwrap().0;
    assert_eq!(found.submissions[0].files[0].text, "int first;");
    assert_eq!(listed(&found), ["a: main.c: a second entry with the same path"]);
    let mut doubled = tar(&all);
    doubled.truncate(doubled.len() - 1024);
    doubled.extend(tar(&files(&["./a//main.c"])));
    assert_eq!(
        listed(&upload("c.tar", &doubled).unwrap().0),
        ["a: main.c: a second entry with the same path"]
    );
}

#[test]
fn a_folder_wins_over_a_file_of_its_path_whichever_comes_first() {
    let mut all = with(vec![("a".to_owned(), b"int x;".to_vec())]);
    for _ in 0..2 {
        assert_eq!(taken(Limits::default(), "c.tar", &tar(&all)), ["-: c.tar/a: a folder has the same path"]);
        all.reverse();
    }
}

#[test]
fn overlapping_entries_refuse_the_archive() {
    // Every central header refers to the first local header: a bomb without layers.
    let mut bytes = zip(&with(vec![]));
    for at in central_headers(&bytes) {
        bytes[at + 42..at + 46].fill(0);
    }
    let (code, message) = refused(Limits::default(), "c.zip", &bytes);
    assert_eq!(code, "overlapping-entries", "{message}");
    // As an inner archive, it affects only itself.
    let found = taken(Limits::default(), "c.zip", &zip(&with(one("carol.zip", &bytes))));
    assert_eq!(found[1], "carol: .: nothing to analyse: none of its files can be read");
    assert!(found[0].starts_with("carol: .: entries of the archive overlap"), "{}", found[0]);
}

#[test]
fn archives_inside_archives_end_at_the_limit() {
    let mut inner = zip(&files(&["x.c"]));
    for _ in 0..5 {
        inner = zip(&vec![("in.zip".to_owned(), inner)]);
    }
    let found = taken(Limits::default(), "c.zip", &zip(&with(one("b/deep.zip", &inner))));
    assert_eq!(found, ["b: deep.zip/in.zip/in.zip: archive nested more than 3 deep (the limit); not opened"]);
    let limits = Limits { nested_bytes: 100, ..Limits::default() };
    let found = taken(limits, "c.zip", &zip(&with(one("b/deep.zip", &inner))));
    let expected = format!(
        "b: deep.zip: {} bytes, more than the limit for an archive inside an archive (100 bytes)",
        inner.len()
    );
    assert_eq!(found, [expected]);
}

#[test]
fn names_are_shown_harmless_and_unique() {
    let all = vec![
        ("s\u{202e}c.1/main.c".to_owned(), b"int x;".to_vec()),
        ("s\u{1b}[31m/m\u{0}ain.c".to_owned(), b"int x;".to_vec()),
        ("sc.1/main.c".to_owned(), b"int x;".to_vec()),
    ];
    let found = upload("c.zip", &zip(&all)).unwrap().0;
    assert_eq!(outline(&found), ["s\\u{1b}[31m: m\\u{0}ain.c", "s\\u{202e}c.1: main.c", "sc.1: main.c"]);
    // Letters of the DOS code page, from a program that declares DOS.
    let mut bytes = replaced(zip(&files(&["caf_/x.c", "b/x.c"])), b"caf_", b"caf\x82");
    for at in central_headers(&bytes) {
        bytes[at + 5] = 0;
    }
    assert_eq!(outline(&upload("c.zip", &bytes).unwrap().0), ["b: x.c", "caf\u{e9}: x.c"]);
    // Latin-1 from an old Windows program, and a UTF-8 name without the UTF-8 flag.
    let bytes = replaced(zip(&files(&["caf___/x.c", "caf+++/x.c"])), b"caf___", b"caf\xe9\xe9\xe9");
    let bytes = replaced(bytes, b"caf+++", "caf\u{e9}+".as_bytes());
    assert_eq!(outline(&upload("c.zip", &bytes).unwrap().0), ["caf\\xE9\\xE9\\xE9: x.c", "caf\u{e9}+: x.c"]);
}

#[test]
fn prepended_data_and_zip64_are_read() {
    let mut bytes = b"#!/bin/sh\nexit\n".to_vec();
    bytes.extend(zip(&with(vec![])));
    assert_eq!(taken(Limits::default(), "c.zip", &bytes), [""; 0]);

    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in with(vec![]) {
        writer.start_file(path, FullFileOptions::default().large_file(true)).unwrap();
        writer.write_all(&content).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(taken(Limits::default(), "c.zip", &bytes), [""; 0]);
}

#[test]
fn streams_that_become_nothing() {
    // Empty gzip members, one after the other.
    let nothing = gzip(b"").repeat(200_000);
    let (code, message) = refused(Limits::default(), "main.c.gz", &nothing);
    assert_eq!(code, "damaged-archive", "{message}");
    assert!(message.contains("too much compressed data for its content"), "{message}");
    // Between members with content, the same number of empty members is allowed.
    let found = taken(
        Limits::default(),
        "class.tar.gz",
        &[gzip(&tar(&with(vec![]))), gzip(b"").repeat(10_000)].concat(),
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn one_compressor_after_another() {
    use sevenz_rust2::EncoderMethod;
    let chained = vec![EncoderMethod::LZMA2.into(), EncoderMethod::DEFLATE.into()];
    let (code, message) =
        refused(Limits::default(), "class.7z", &crate::made::sevenzip_by(&with(vec![]), chained));
    assert_eq!(code, "too-few-submissions");
    assert!(message.contains("compressed more than once"), "{message}");
}

#[test]
fn paths_that_are_all_there_is() {
    let long = "x".repeat(1_000);
    let names: Files = (0..17_000).map(|n| (format!("c/{n}{long}.c"), vec![])).collect();
    let (code, message) = refused(Limits::default(), "class.zip", &zip(&names));
    assert_eq!(code, "path-too-long");
    assert!(message.contains("16777216 bytes together"), "{message}");
}
