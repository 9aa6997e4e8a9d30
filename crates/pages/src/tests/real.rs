//! A real class: what the pages of pairs highlight, compared with the bytes in the report, for every match.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chaffinch_detect as detect;
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_report::{Mask, Report, ReportHeading, Sources, build};
use chaffinch_submission::{
    FileRecord, LineTable, Reading, SourceFile, Submission, SubmissionHeader, TokenStream, TokenizedFile,
    TokenizedSubmission,
};
use scraper::{Html, Selector};

use super::code::{joined, segments};
use crate::{self as pages, Frame, PageLocation, View};

/// Returns the files in a folder of `/samples`, by folder.
fn files(folder: &str) -> Vec<(String, Vec<SourceFile>)> {
    let list = |path: &Path| {
        let mut paths: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let read = |path: &Path| SourceFile::plain(name(path), fs::read_to_string(path).unwrap());
    list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(folder))
        .iter()
        .map(|path| {
            let files = if path.is_dir() { list(path) } else { vec![path.clone()] };
            (name(path), files.iter().map(|file| read(file)).collect())
        })
        .collect()
}

fn tokenized(file: &SourceFile) -> TokenizedFile {
    TokenizedFile {
        record: FileRecord {
            path: file.path.clone(),
            encoding: file.encoding,
            cells: None,
            digest: file.digest,
            bytes: file.text.len() as u32,
            lines: LineTable::new(&file.text),
            notes: Vec::new(),
            provenance: None,
        },
        stream: tokenize(file, Choice::Auto).into(),
    }
}

/// The sample class, compared with its starter code and with a limit above which code is common.
fn class() -> (Report, Vec<Submission>) {
    let submissions: Vec<Submission> = files("submissions")
        .into_iter()
        .map(|(name, files)| Submission { header: SubmissionHeader::named(name), archive: None, files })
        .collect();
    let streams: Vec<TokenizedSubmission> = submissions
        .iter()
        .map(|submission| TokenizedSubmission {
            header: submission.header.clone(),
            archive: None,
            files: submission.files.iter().map(tokenized).collect(),
        })
        .collect();
    let handout: Vec<TokenStream> = files("handout")
        .iter()
        .flat_map(|(_, files)| files)
        .map(|file| tokenized(file).stream.into())
        .collect();
    let options = detect::Options { common_limit: 5, ..detect::Options::DEFAULT };
    let analysis = detect::analyse(&streams, &handout, &detect::Background::default(), &options, &());
    let ids: Vec<u32> = (1..=streams.len() as u32).collect();
    let heading = ReportHeading {
        title: "Class",
        revision: 1,
        ids: &ids,
        skipped: &[],
        layouts: &[],
        translations: None,
        background: chaffinch_report::Background::default(),
        own_work: None,
        handed_in_before: &Vec::new(),
    };
    let readings: Vec<Vec<Reading>> = (submissions.iter().zip(&streams))
        .map(|(submission, streams)| {
            let files = submission.files.iter().zip(&streams.files);
            files.map(|(file, read)| Reading { text: &file.text, stream: &read.stream }).collect()
        })
        .collect();
    let evidence = chaffinch_evidence::find(&analysis, &readings, &ids, &[]);
    let report = build(&analysis, &streams, evidence, heading);
    (report, submissions)
}

#[test]
fn every_match_of_a_class_is_highlighted_byte_by_byte() {
    let (report, submissions) = class();
    let sources = Sources::from_submissions(&submissions);
    let frame = Frame::new("", PageLocation::Folder { up: "../" });
    let mut seen = BTreeSet::new();
    for pair in report.pairs.iter().filter(|pair| pair.matches.is_some()) {
        let layout = pages::PairLayout::new(&frame, &report, pair, &sources).unwrap();
        assert_eq!(layout.parts(), 1);
        let page =
            Html::parse_document(&pages::pair(&frame, &report, &View::default(), pair, &layout, 1).unwrap());
        let side = |side: &str, letter: char, file: u32, rest: &str| {
            let found = Selector::parse(&format!("#{side} #{letter}-f{file} {rest}")).unwrap();
            joined(page.select(&found))
        };
        for (found, number) in pair.matches.as_ref().unwrap().iter().zip(1..) {
            for (name, letter, region) in [("left", 'l', &found.left), ("right", 'r', &found.right)] {
                let shown = side(name, letter, region.file, &format!(".m[data-match=\"{number}\"]"));
                assert_eq!(shown, [(region.start_byte, region.end_byte)], "{} {name} {number}", pair.id);
            }
            // Both sides and nothing else.
            let both = segments(&page, number);
            let bytes = |ranges: &[(u32, u32)]| ranges.iter().map(|range| range.1 - range.0).sum::<u32>();
            let [l, r] = [&found.left, &found.right].map(|region| region.end_byte - region.start_byte);
            assert_eq!(bytes(&both), l + r);
            seen.extend(found.literal.clone());
        }
        for (name, letter, id) in [("left", 'l', pair.id.left), ("right", 'r', pair.id.right)] {
            for file in &report.submission(id).unwrap().files {
                for (mask, class) in [(Mask::Boilerplate, "boilerplate"), (Mask::Common, "common")] {
                    let masked = file.masked.iter().filter(|row| row.2 == mask);
                    // Adjacent masks are one range on the page.
                    let mut expected: Vec<(u32, u32)> = Vec::new();
                    for row in masked {
                        match expected.last_mut() {
                            Some(last) if last.1 == row.0 => last.1 = row.1,
                            _ => expected.push((row.0, row.1)),
                        }
                        seen.insert(class.to_owned());
                    }
                    let shown = side(name, letter, file.file, &format!(".code .{class}"));
                    assert_eq!(shown, expected, "{} {name} {class}", pair.id);
                }
            }
        }
    }
    let all = ["boilerplate", "common", "identical", "renamed", "rewritten"].map(str::to_owned);
    assert_eq!(seen, all.into(), "the class shows everything there is to see");
}
