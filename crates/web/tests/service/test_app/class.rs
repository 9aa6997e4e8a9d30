//! A small class, and the results that workers produce for it.

use chaffinch_report::{FoundCounts, Report};
use chaffinch_storage::{
    Document, Found, NewIngest, NewRevision, NewSubmission, Packed, PairRecord, Review, SubmissionHeader,
};
use serde_json::json;

use super::zip;

const SOURCE: &str = "int main(void) { return 0; }\n";

pub(crate) fn class() -> Vec<u8> {
    zip([
        ("s01/main.c", SOURCE.as_bytes()),
        ("s02/main.c", SOURCE.as_bytes()),
        ("s03/main.c", b"int other;\n"),
    ])
}

/// A report of the class. It has two pairs, and the first has a match.
pub(crate) fn report() -> Report {
    let submission = |id: u32| {
        json!({"id": id, "name": format!("s0{id}"), "archive": null, "author": null, "attempt": null,
            "submitted_at": null, "tokens": 9, "counted_tokens": 9, "too_short": false, "files": [
                {"file": 0, "path": "main.c", "language": "c", "encoding": "UTF-8", "digest": "00", "bytes": 29,
                 "lines": 1, "tokens": 9, "masked": [], "notes": [], "cells": null}]})
    };
    let region =
        json!({"path": "main.c", "start_line": 1, "end_line": 1, "start_byte": 0, "end_byte": 28, "file": 0});
    let pair = |rank: u32, left: u32, right: u32, suspicion: f64| {
        json!({"id": format!("{left}-{right}"), "rank": rank, "left": format!("s0{left}"),
            "right": format!("s0{right}"), "suspicion": suspicion, "similarity": 1.0, "too_short": false,
            "left_share": 1.0, "right_share": 1.0, "left_share_raw": 1.0, "right_share_raw": 1.0,
            "matched_tokens": 9, "matched_lines": 1, "longest_match": 9, "resemblance": 1.0,
            "left_containment": 1.0, "right_containment": 1.0, "references": [], "right_matched_lines": 1,
            "match_count": 1, "matches": [
                {"tokens": 9, "groups": 2, "archived": 0, "language": "c", "literal": null, "evidence": null,
                 "left": region, "right": region,
                 "left_further": [], "right_further": []}]})
    };
    serde_json::from_value(json!({"format": 1, "title": "class", "chaffinch": "0.1.0", "revision": 1,
        "settings": {"schemes": [{"family": "c", "languages": ["c"], "normalizer": 1, "k": 5, "w": 4, "t": 8}],
            "common": 0, "cutoff": 10.0, "min_match": 8, "boilerplate_run": 20, "too_short": 5, "neighbours": 10,
            "screening": {"max_postings": 512, "frequent_fingerprints": 0, "all_verified": true},
            "background": {"submissions": 0, "sources": [], "passages": 0}, "submission_limit": 0},
        "distribution": {"submissions": 3, "pairs": 3, "bars": [], "chance": null}, "groups": 3, "references": [],
        "verified_pairs": 2, "submissions": [submission(1), submission(2), submission(3)],
        "pairs": [pair(1, 1, 2, 30.0), pair(2, 1, 3, 5.0)],
        "clusters": [{"submissions": ["s01", "s02"], "similarity": 1.0, "suspicion": 30.0,
            "links": [], "between": []}],
        "duplicates": [{"kind": "identical", "submissions": ["s01", "s02"]}], "boilerplate": {"files": 0},
        "skipped": [{"submission": "s03", "path": "a.class", "reason": "not text"}]}))
    .unwrap()
}

fn found(report: &Report) -> Found {
    let found = FoundCounts::new(report);
    Found { counts: serde_json::to_value(found).unwrap(), total: found.total(), beyond: found.beyond_chance }
}

pub(crate) fn revision(report: &Report) -> NewRevision {
    NewRevision {
        engine: report.chaffinch.clone(),
        settings: serde_json::to_value(&report.settings).unwrap(),
        review: Review::default(),
        submissions: report.submissions.len() as u32,
        head: Packed::pack(report.head().to_json().as_bytes()),
        body: Packed::pack(report.to_json().as_bytes()),
        pairs: report
            .pairs
            .iter()
            .map(|pair| PairRecord {
                rank: pair.rank,
                left: pair.id.left,
                right: pair.id.right,
                suspicion: pair.suspicion,
                body: Packed::pack(&serde_json::to_vec(pair).unwrap()),
            })
            .collect(),
        archived: Vec::new(),
        found: found(report),
        changed: None,
        judged: None,
    }
}

pub(crate) fn ingest(report: &Report) -> NewIngest {
    let document = |submission: u32| Document {
        submission,
        file: 0,
        path: "main.c".to_owned(),
        text: Some(Packed::pack(SOURCE.as_bytes())),
        stream: Packed::pack(b"tokens"),
        fingerprints: None,
    };
    let documents = report.submissions.iter().map(|submission| document(submission.id)).collect();
    let submissions = report.submissions.iter().map(|submission| NewSubmission {
        number: submission.id,
        header: SubmissionHeader {
            author: submission.author.clone(),
            ..SubmissionHeader::named(submission.name.clone())
        },
        reference: None,
    });
    NewIngest { documents, submissions: submissions.collect(), ..NewIngest::default() }
}
