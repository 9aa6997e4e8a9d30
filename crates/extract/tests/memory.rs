//! How much memory the formats with large dictionaries take, measured in a process of its own:
//! `cargo test -p chaffinch-extract --test memory -- --ignored --nocapture`

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![expect(clippy::print_stdout, reason = "its figures are what it is for")]

use std::fs;
use std::io::{Cursor, Write as _};

use chaffinch_extract::{DICTIONARY, Input, Request, survey};
use sevenz_rust2::encoder_options::{Lzma2Options, PpmdOptions};
use sevenz_rust2::{ArchiveEntry, ArchiveWriter, EncoderConfiguration, SourceReader};

/// Files of a class, and bytes of each: more in all than any dictionary holds.
const FILES: usize = 6;
const BYTES: usize = 15 << 20;
/// What is held beside the dictionary: a file and its text, buffers, tables.
const BESIDE: u64 = 80 << 20;

/// Text that hardly compresses, so that no ratio stops it.
fn text(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut text = Vec::with_capacity(BYTES + 64);
    while text.len() < BYTES {
        text.extend_from_slice(format!("{:016x}\n", next()).as_bytes());
    }
    text.truncate(BYTES);
    text
}

fn sevenzip(method: EncoderConfiguration) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    writer.set_content_methods(vec![method]);
    let texts: Vec<_> = (0..FILES as u64).map(text).collect();
    let entries = (0..FILES).map(|at| ArchiveEntry::new_file(&format!("s{at}/main.c"))).collect();
    writer
        .push_archive_entries(entries, texts.iter().map(|text| SourceReader::from(text.as_slice())).collect())
        .unwrap();
    writer.finish().unwrap().into_inner()
}

fn tar() -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for at in 0..FILES {
        let text = text(at as u64);
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, format!("s{at}/main.c"), text.as_slice()).unwrap();
    }
    tar.into_inner().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut options = lzma_rust2::XzOptions::with_preset(0);
    options.lzma_options.dict_size = DICTIONARY as u32;
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

/// A line of this process' status, in bytes.
fn status(key: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

#[test]
#[ignore = "half a minute of compressing; prints figures"]
fn dictionaries_stay_within_what_they_may_take() {
    let folder = tempfile::tempdir().unwrap();
    let lzma2 = || {
        let mut options = Lzma2Options::from_level(1);
        options.set_dictionary_size(DICTIONARY as u32);
        sevenzip(options.into())
    };
    let ppmd = || sevenzip(PpmdOptions::from_order_memory_size(6, DICTIONARY as u32).into());
    let zst = || {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.window_log(DICTIONARY.ilog2()).unwrap();
        encoder.write_all(&tar()).unwrap();
        encoder.finish().unwrap()
    };
    let made: [(&str, &dyn Fn() -> Vec<u8>); 4] =
        [("c.tar.xz", &|| xz(&tar())), ("c.tar.zst", &zst), ("lzma2.7z", &lzma2), ("ppmd.7z", &ppmd)];
    for (name, make) in made {
        let place = folder.path().join(name);
        fs::write(&place, make()).unwrap();
        // The peak so far was of compressing.
        fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = status("VmRSS");
        let input = Input { name: name.to_owned(), place };
        let survey = survey(&Request { submissions: vec![input], ..Request::default() }, |_| "text").unwrap();
        assert_eq!(survey.submissions.len(), FILES);
        let peak = status("VmHWM").saturating_sub(before);
        println!("{name}: {} MiB over what was in use before", peak >> 20);
        assert!(peak < DICTIONARY + BESIDE, "{name}: {peak}");
    }
}
