//! Untrusted archives: the first byte chooses the ending of the name (its highest bit: the archive lies in another one),
//! the rest is the file. Reading and surveying must agree, keep their limits, and give names and paths that are harmless.

use std::collections::BTreeSet;
use std::io::{Cursor, Write};

use chaffinch_extract::{Input, Limits, Looked, Refusal, Request, extract, survey};
use chaffinch_submission::{Batch, SourceFile};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Endings of names.
const ENDINGS: [&str; 8] = ["zip", "tar", "tar.gz", "tar.xz", "7z", "ipynb", "c", "txt"];

/// Small enough to be met.
fn limits() -> Limits {
    Limits {
        entries: 200,
        total_bytes: 1 << 20,
        file_bytes: 64 << 10,
        nested_bytes: 64 << 10,
        ..Limits::default()
    }
}

/// What a fuzzer made.
pub fn check(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let ending = ENDINGS[usize::from(choice & 0x7f) % ENDINGS.len()];
    let name = format!("given.{ending}");
    let (name, bytes) = if choice & 0x80 == 0 {
        (name, bytes.to_vec())
    } else {
        ("class.zip".to_owned(), class(&[("a/main.c", b"int a;"), (&format!("b/{name}"), bytes)]))
    };
    let folder = tempfile::tempdir().expect("there is room for a small file");
    let place = folder.path().join("upload");
    std::fs::write(&place, bytes).expect("there is room for a small file");
    let submissions = vec![Input { name, place }];
    let request = Request { submissions, limits: limits(), least: 0, ..Request::default() };
    let told = |refusal: &Refusal| {
        assert!(refusal.is_about_the_request(), "our own fault: {refusal}");
        (refusal.code(), refusal.to_string())
    };
    match (extract(&request), survey(&request, &|_| Looked::default())) {
        (Ok(batch), Ok(survey)) => {
            check_batch(&batch);
            let files = |files: &[SourceFile]| files.len();
            let seen = survey.submissions.iter().map(|seen| (seen.header.name.as_str(), seen.files.len()));
            assert!(
                seen.eq(batch.submissions.iter().map(|one| (one.header.name.as_str(), files(&one.files))))
            );
            assert_eq!(survey.skipped, batch.skipped);
        }
        (Err(extracted), Err(surveyed)) => assert_eq!(told(&extracted), told(&surveyed)),
        (extracted, surveyed) => panic!("extract and survey differ: {extracted:?} {surveyed:?}"),
    }
}

/// What was found once.
pub fn replay(data: &[u8]) {
    check(data);
}

fn check_batch(batch: &Batch) {
    let limits = limits();
    let mut names = BTreeSet::new();
    let mut bytes = 0;
    for submission in &batch.submissions {
        let name = &submission.header.name;
        check_shown(name);
        assert!(names.insert(name), "two submissions are called {name:?}");
        assert!(submission.files.is_sorted_by_key(|file| &file.path));
        for file in &submission.files {
            check_shown(&file.path);
            let inside = file.path.split('/').all(|part| !matches!(part, "" | "." | ".."));
            assert!(inside, "{:?} leads elsewhere", file.path);
            if let Some(notebook) = &file.notebook {
                assert!(notebook.cells.is_sorted());
                assert!(notebook.cells.iter().all(|&cell| file.text.is_char_boundary(cell as usize)));
            }
            bytes += file.text.len() as u64;
        }
    }
    assert!(names.iter().is_sorted());
    assert!((names.len() as u64) <= limits.entries);
    // A byte of another encoding is three of UTF-8 at most.
    assert!(bytes <= 3 * limits.total_bytes, "{bytes} bytes of text");
    assert!(batch.skipped.is_sorted());
    for skipped in &batch.skipped {
        check_shown(&skipped.path);
        assert!(!skipped.reason.is_empty());
    }
}

/// Nothing that drives a terminal.
fn check_shown(text: &str) {
    assert!(!text.chars().any(char::is_control), "{text:?}");
}

/// A zip of stored entries.
fn class(files: &[(&str, &[u8])]) -> Vec<u8> {
    zipped(files, CompressionMethod::Stored)
}

fn zipped(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*path, options).expect("a name that a zip can have");
        writer.write_all(content).expect("memory takes what is written");
    }
    writer.finish().expect("memory takes what is written").into_inner()
}

fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, path, *content).expect("memory takes what is written");
    }
    builder.into_inner().expect("memory takes what is written")
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).expect("memory takes what is written");
    writer.finish().expect("memory takes what is written")
}

/// A class in every form, and files of every kind in it.
pub fn seeds() -> Vec<Vec<u8>> {
    let notebook: &[u8] =
        br#"{"cells":[{"cell_type":"code","source":["x = 1\n","%ls"]},{"cell_type":"markdown","source":"a"}],
        "metadata":{"kernelspec":{"language":"python"}},"nbformat":4,"nbformat_minor":5}"#;
    let long = format!("c/{}.c", "d/".repeat(60));
    let inner = class(&[("main.c", b"int i;")]);
    let files: &[(&str, &[u8])] = &[
        ("a/main.c", b"int main(void) { return 0; }\n"),
        ("b/umlaut.c", b"// gr\xfc\xdfe\nint b;\n"),
        ("b/wide.c", b"\xff\xfei\0n\0t\0 \0x\0;\0"),
        ("b/binary", b"\x7fELF\0\0\0"),
        ("b/note.ipynb", notebook),
        ("__MACOSX/._a", b""),
        ("inner.zip", &inner),
        (&long, b"int deep;"),
    ];
    let (stored, deflated) = (class(files), zipped(files, CompressionMethod::Deflated));
    let tar = tarred(&files[..7]);
    let mut encrypted = stored.clone();
    // The flag of the first entry, in its own header and in the directory.
    encrypted[6] |= 1;
    let mut seeds = Vec::new();
    for (ending, content) in [
        (0, stored),
        (0, deflated),
        (0, encrypted),
        (1, tar.clone()),
        (2, gzipped(&tar)),
        (5, notebook.to_vec()),
        (6, b"int a;".to_vec()),
    ] {
        for outer in [0, 0x80] {
            seeds.push([&[outer | ending], content.as_slice()].concat());
        }
    }
    seeds
}
