//! In another language, no English text of ours is left on any page. Only texts of students and of the engine are.

use std::collections::BTreeSet;

use chaffinch_report::{Archive, PseudonymKey, Report};
use scraper::{ElementRef, Html, Selector};

use super::overview::{class, clustered, expecting};
use super::pages::all_pages;
use super::sample::{Sample, sources};
use crate::frame::{CaseLink, NamesSwitch};
use crate::locale::Locale;
use crate::{
    self as pages, Account, Column, EvidenceContext, Frame, MenuItem, PageLocation, View, evidence_file,
};

/// Attributes that people read or hear, and those from which scripts write.
const READ: [&str; 9] = [
    "aria-label",
    "title",
    "placeholder",
    "alt",
    "data-say",
    "data-or-more",
    "data-at-least",
    "data-about",
    "data-fewer",
];

/// Powers of ten on the picture's axis, a time zone, a name of digests.
const SIGNS: [&str; 4] = ["k", "M", "UTC", "BLAKE"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

/// Words in names, paths, notes, reasons and comments of a report.
fn foreign(report: &Report) -> BTreeSet<String> {
    let mut texts = vec![report.title.clone(), report.chaffinch.clone()];
    for submission in &report.submissions {
        texts.push(submission.name.clone());
        texts.extend([&submission.author, &submission.team].into_iter().flatten().cloned());
        texts.extend(submission.archive.iter().map(|archive| archive.name.clone()));
        for file in &submission.files {
            texts.extend([&file.path, &file.language, &file.encoding].map(String::clone));
            texts.extend(file.notes.iter().cloned());
        }
    }
    for file in &report.skipped {
        texts.extend(file.submission.iter().chain([&file.path, &file.reason]).cloned());
    }
    for found in report.pairs.iter().flat_map(|pair| pair.matches.iter().flatten()) {
        for evidence in found.evidence.iter().flatten() {
            texts.push(evidence.text.clone());
            texts.extend(evidence.usual.clone());
        }
    }
    let own_work = report.settings.own_work.iter().flat_map(|own_work| &own_work.sources);
    texts
        .extend(report.settings.background.sources.iter().chain(own_work).map(|source| source.title.clone()));
    texts.extend(report.settings.schemes.iter().map(|scheme| scheme.family.clone()));
    let all = texts.join(" ");
    // Invisible characters are shown as codes.
    words(&all).chain(SIGNS).chain(["u"]).map(str::to_owned).collect()
}

/// Returns the English words of a page that do not come from elsewhere.
fn english(html: &str, foreign: &BTreeSet<String>) -> Vec<String> {
    let page = Html::parse_document(html);
    let all = Selector::parse("*").unwrap();
    // Code, keys to press, times, and the styles of a file that needs no other.
    let skipped = ["code", "pre", "kbd", "time", "style"];
    let is_read = |element: &ElementRef| {
        let within = element.ancestors().filter_map(ElementRef::wrap).chain([*element]);
        within
            .into_iter()
            .all(|outer| !skipped.contains(&outer.value().name()) && outer.attr("translate").is_none())
    };
    let mut found = Vec::new();
    for element in page.select(&all).filter(is_read) {
        let own = element.children().filter_map(|child| child.value().as_text().map(|text| text.to_string()));
        let read = READ.iter().filter_map(|name| element.attr(name)).map(|value| {
            // Where scripts put a number.
            let pieces = value.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest));
            pieces.collect::<Vec<_>>().join(" ")
        });
        for text in own.chain(read) {
            // A shortened name cannot be recognised.
            if !text.ends_with('…')
                && words(&text).any(|word| !foreign.contains(word) && !is_code_point(word))
            {
                found.push(text.trim().to_owned());
            }
        }
    }
    found
}

/// Returns whether a word is part of `\u{202E}`.
fn is_code_point(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_hexdigit() && byte.is_ascii_uppercase())
}

fn frames() -> [Frame; 2] {
    let words = Locale::pseudo();
    let folder = Frame { words, ..Frame::new("", PageLocation::Folder { up: "" }) };
    let mut service = Frame { words, ..Frame::new("", PageLocation::batch("0198")) };
    service.menu.push(MenuItem { label: "…".to_owned(), href: "/".to_owned(), current: false });
    service.names = Some(NamesSwitch { action: "/names".to_owned(), hidden: true });
    service.account =
        Some(Account { name: "…".to_owned(), menu: Vec::new(), sign_out: "/sign-out".to_owned() });
    service.actions.template = Some("/template".to_owned());
    let case = CaseLink { status: "…".to_owned(), href: None, open: Some("/cases".to_owned()) };
    service.actions.case = Some(case);
    [folder, service]
}

/// Returns reports that together need every text of the pages.
fn reports() -> Vec<Report> {
    let mut reports = vec![Sample::new().report()];
    // Every verdict.
    let four = [(1, 2, 13.0), (3, 4, 12.0), (5, 6, 11.0), (7, 8, 10.5)];
    let beyond = [(1, 2, 130.0), (3, 60, 120.0), (5, 6, 11.0), (7, 8, 10.5)];
    for pairs in [&four[..], &beyond, &[(1, 2, 130.0)], &[(1, 2, 3.0)], &[]] {
        for known in [false, true] {
            let mut report = class(60, pairs);
            report.distribution.chance = None;
            if known {
                report = expecting(report);
                report.submissions[59].archive =
                    Some(Archive { name: "…".to_owned(), year: None, reference: None });
            }
            report.verified_pairs += 9;
            reports.push(report);
        }
    }
    let mut one = expecting(class(60, &beyond[..2]));
    one.submissions[59].archive = Some(Archive { name: "…".to_owned(), year: None, reference: None });
    reports.push(one);
    reports.push(expecting(clustered(4, &beyond[..1])));
    let mut copies = class(60, &[]);
    copies.duplicates = Sample::new().report().duplicates;
    reports.push(copies);
    let mut short = class(3, &[(1, 2, 3.0)]);
    for submission in &mut short.submissions {
        submission.too_short = true;
    }
    short.pairs[0].too_short = true;
    short.pairs[0].match_count = None;
    reports.push(short);
    // Times, archives, staff, links that are not drawn.
    let links: Vec<_> = (2..=90).map(|id| (1, id, 200.0 - f64::from(id))).collect();
    let mut timed = clustered(90, &links);
    for (submission, at) in timed.submissions.iter_mut().zip(0..80) {
        submission.submitted_at = Some(format!("2026-03-02T10:{:02}:00Z", at % 60));
        submission.attempt = Some(1);
    }
    timed.submissions[4].archive = Some(Archive { name: "…".to_owned(), year: None, reference: None });
    timed.submissions[5].archive =
        Some(Archive { name: "…".to_owned(), year: Some(2024), reference: None });
    timed.submissions[6].staff = true;
    timed.submissions[7].files[0].language = "…".to_owned();
    reports.push(timed);
    reports
}

#[test]
fn no_page_has_english_text_in_another_language() {
    let known =
        |_: &[u32]| Some(CaseLink { status: "…".to_owned(), href: None, open: Some("/cases".to_owned()) });
    let views = [
        View::default(),
        View { cutoff: Some(2.5), ..View::default() },
        View { q: "nobody".to_owned(), sort: Some(Column::Lines), ..View::default() },
        View { q: "p0".to_owned(), archive: View::ANY_ARCHIVE.to_owned(), ..View::default() },
        View::page(2),
    ];
    let mut left = BTreeSet::new();
    for (report, at) in reports().iter().zip(0..) {
        let foreign = foreign(report);
        for frame in frames() {
            let mut shown: Vec<(&str, String)> = Vec::new();
            for view in &views {
                shown.push(("overview", pages::overview(&frame, report, view, &known)));
                shown.push(("clusters", pages::clusters(&frame, report, view)));
            }
            shown.push(("submissions", pages::submissions(&frame, report, 1)));
            shown.push(("skipped", pages::skipped(&frame, report, 1)));
            if at == 0 {
                shown.extend(all_pages(&frame, report));
                let context = EvidenceContext {
                    revised: None,
                    made: None,
                    made_by: None,
                    hide_names: false,
                    key: PseudonymKey::new(b"test", 3),
                    reader: None,
                    case: None,
                };
                let evidence = evidence_file(frame.words, report, &sources(), &[1, 2, 3], &context);
                shown.push(("evidence", evidence.unwrap().html));
            }
            for (name, html) in shown {
                left.extend(english(&html, &foreign).into_iter().map(|text| (name, text)));
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn english_words_are_found() {
    let none = BTreeSet::new();
    assert_eq!(english("<p title=\"two\">one <code>x</code> 3</p>", &none), ["one", "two"]);
    assert!(english("<p data-say=\"{shown} / {all}\">ｏｎｅ</p>", &none).is_empty());
}
