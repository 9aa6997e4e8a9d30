//! Pages of reports without names and of reports without an erased person.

use chaffinch_report::{
    ErasedNames, HashedNames, Report, Review, Sources, Template, csv, erase_person, hide_names,
};

use super::named::{ADA, GRACE, Named, coded, first_pair, key};
use super::sample::{HOSTILE_NAME, Sample, sources};
use crate::{Frame, Locale, PageLocation, PairLayout, View, export, pair as pair_page};

#[test]
fn no_page_and_no_export_contains_a_name() {
    let mut named = Named::new();
    let region = named.report.pairs[0].matches.as_ref().unwrap()[0].right.clone();
    let template = Template { submission: GRACE.to_owned(), region };
    named.report.settings.review = Some(Review {
        templates: vec![template],
        teams: vec![vec![ADA.to_owned(), "Charles Babbage".to_owned()]],
        staff: vec!["Grace Hopper".to_owned()],
    });
    named.report.submissions[0].author = Some("Augusta Ada King".to_owned());
    let (report, sources) = hide_names(&named.report, &named.sources(), key(), &[]);
    let mut files = Vec::new();
    export(Locale::english(), &report, &sources, &mut |path, bytes| {
        files.push((path.to_owned(), String::from_utf8_lossy(bytes).into_owned()));
        Ok(())
    })
    .unwrap();
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("static/")) {
        let text = text.to_lowercase();
        for name in ["ada", "lovelace", "augusta", "grace", "hopper", "babbage"] {
            assert!(!text.contains(name), "{path} says {name}");
        }
    }
    assert_eq!(report.title, coded("Work of Person2"));
    let first = report.submission(key().code(1)).unwrap();
    let paths: Vec<&str> = first.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["Person1/list.c", "Person1/list.c (2)", "README"].map(coded));
    let review = report.settings.review.as_ref().unwrap();
    let matches = first_pair(&report).matches.as_ref().unwrap();
    let mut sides = matches.iter().flat_map(|found| [&found.left, &found.right]);
    assert!(sides.any(|region| *region == review.templates[0].region));
    assert!(report.clusters[0].submissions.is_sorted());
    // A name in a list of names is hidden even if the report does not know it.
    assert_eq!(review.staff, [coded("Person2")]);
    assert!(review.teams[0].iter().all(|name| name.contains("Person")), "{:?}", review.teams);
}

/// Attack: a reader has a class list, whose places are the numbers.
#[test]
fn no_page_and_no_export_contains_a_number_of_a_submission() {
    let named = Named::new();
    let (report, sources) = hide_names(&named.report, &named.sources(), key(), &[]);
    let codes: Vec<String> =
        report.submissions.iter().map(|submission| submission.written_id().to_string()).collect();
    assert!(codes.iter().all(|code| code.starts_with(char::is_alphabetic)) && codes.is_sorted());
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    let ids: Vec<&str> =
        json["submissions"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, codes);
    let read: Report = serde_json::from_value(json).unwrap();
    assert_eq!(read, report);
    let is_of_codes = |id: &str| id.split('-').all(|side| codes.iter().any(|code| code == side));
    let mut pages = 0;
    export(Locale::english(), &report, &sources, &mut |path, bytes| {
        for folder in ["pairs/", "submissions/"] {
            let Some((name, _)) = path.strip_prefix(folder).and_then(|name| name.split_once('.')) else {
                continue;
            };
            let id = name.split("-diff").next().unwrap().split("-part").next().unwrap();
            assert!(is_of_codes(id), "{path}");
            pages += 1;
        }
        let text = String::from_utf8_lossy(bytes);
        for link in ["pairs/", "submissions/"] {
            for (at, _) in text.match_indices(link).filter(|_| path.contains(".html")) {
                let id = &text[at + link.len()..];
                assert!(
                    id.starts_with(|first: char| first.is_uppercase() || first == '{'),
                    "{path}: {}",
                    &id[..20]
                );
            }
        }
        Ok(())
    })
    .unwrap();
    assert!(pages > 3);
    let csv = String::from_utf8(csv(&report)).unwrap();
    for row in csv.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        assert!(codes.contains(&cells[1].to_owned()) && codes.contains(&cells[2].to_owned()), "{row}");
    }
}

#[test]
fn a_page_shows_the_other_side_and_says_what_was_removed() {
    let mut report = Sample::new().report();
    report.submissions[1].author = Some("Eva Zebravander".to_owned());
    let names = HashedNames::new([5; 32], ["Eva Zebravander", HOSTILE_NAME]);
    erase_person(&mut report, &[2], &ErasedNames::new(&names, "removed-3".to_owned())).unwrap();
    let all = sources();
    let mut left = Sources::new();
    for submission in report.submissions.iter().filter(|one| !one.removed) {
        for file in &submission.files {
            if let Some(text) = all.text(submission.id, file.file) {
                left.insert(submission.id, file.file, text.as_str().to_owned());
            }
        }
    }
    left.remove(2);
    let pair = report.pairs.iter().find(|pair| (pair.id.left, pair.id.right) == (1, 2)).unwrap();
    let frame = Frame::new("", PageLocation::batch("0198"));
    let layout = PairLayout::new(&frame, &report, pair, &left).unwrap();
    let page = pair_page(&frame, &report, &View::default(), pair, &layout, 1).unwrap();
    assert!(page.contains("removed-3") && page.contains("was erased on request"), "{page}");
    assert!(page.contains("printf"), "the other side has its code");
    assert!(!page.to_lowercase().contains("zebra") && !page.contains("cmd()"));
}
