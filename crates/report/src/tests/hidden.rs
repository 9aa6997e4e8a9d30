//! Hidden names and redacted sides: no part of a name is left, and the same code is marked as before.

use std::collections::BTreeMap;

use super::sample::{Sample, sources, text_of};
use crate::{
    Frame, Mask, PageLocation, Region, Report, Review, Side, Sources, Template, hide_names, pages, redact,
};

const ADA: &str = "Ada Lovelace";
const GRACE: &str = "Hopper, Grace";

/// The sample with people in it. Their names are where students write them: inside matches and before them.
struct Named {
    report: Report,
    texts: BTreeMap<(u32, u32), String>,
}

impl Named {
    /// Inserts a name after the first `mark` of each text, and moves the offsets of the report.
    fn new() -> Self {
        let mut report = Sample::new().report();
        let renamed: BTreeMap<String, String> = (report.submissions.iter())
            .zip([ADA, GRACE, "spring/Babbage"])
            .map(|(submission, name)| (submission.name.clone(), name.to_owned()))
            .collect();
        let mut json = report.to_json();
        for (name, other) in &renamed {
            let quoted = |name: &String| serde_json::to_string(name).unwrap();
            json = json.replace(&quoted(name), &quoted(other));
        }
        report = serde_json::from_str(&json).unwrap();
        report.title = "Work of Grace Hopper".to_owned();
        report.submissions[0].files[0].path = "ada/list.c".to_owned();
        report.submissions[0].files[1].path = "Ada/list.c".to_owned();
        // The name has the same length as `total`, so that the offsets of the sample stay valid.
        let mut texts = BTreeMap::new();
        for (submission, file) in [(1, 0), (1, 1), (1, 2), (2, 0)] {
            let text = text_of(submission, file).replace("sum", "Ada").replace("next", "Grac");
            let text = text.replace("total", "graCe").replace("Grac ", "Ada. ");
            texts.insert((submission, file), text);
        }
        Self { report, texts }
    }

    fn sources(&self) -> Sources<'_> {
        let mut sources = Sources::new();
        for (&(submission, file), text) in &self.texts {
            sources.insert(submission, file, text.as_str());
        }
        sources
    }
}

fn cut<'t>(sources: &'t Sources, submission: u32, region: &Region) -> &'t str {
    let text = sources.text(submission, region.file).unwrap().as_str();
    &text[region.start_byte as usize..region.end_byte as usize]
}

/// Returns every region of a report, with its text.
fn places(report: &Report, sources: &Sources) -> Vec<(u32, String)> {
    let mut places = Vec::new();
    for pair in &report.pairs {
        for found in pair.matches.iter().flatten() {
            for (submission, region) in [(pair.id.left, &found.left), (pair.id.right, &found.right)] {
                if sources.text(submission, region.file).is_some() {
                    places.push((submission, cut(sources, submission, region).to_owned()));
                }
            }
        }
    }
    for submission in &report.submissions {
        for file in &submission.files {
            let Some(text) = sources.text(submission.id, file.file) else { continue };
            for &(start, end, _) in &file.masked {
                places.push((submission.id, text.as_str()[start as usize..end as usize].to_owned()));
            }
        }
    }
    places
}

fn without_names(text: &str) -> String {
    text.replace("Ada", "Person1").replace("graCe", "Person2")
}

#[test]
fn marked_code_stays_marked() {
    let named = Named::new();
    let (report, hidden) = hide_names(&named.report, &named.sources(), &[]);
    let before = places(&named.report, &named.sources());
    let after = places(&report, &hidden);
    assert!(before.iter().any(|(_, text)| text.contains("graCe")));
    let expected: Vec<_> = before.iter().map(|(id, text)| (*id, without_names(text))).collect();
    assert_eq!(after, expected);
    for (&(submission, file), text) in &named.texts {
        let hidden = hidden.text(submission, file).unwrap();
        assert_eq!(hidden.as_str(), without_names(text));
        assert_eq!(hidden.rows().line_count(), chaffinch_submission::LineTable::new(text).count());
        let size = report.submission(submission).unwrap().files[file as usize].bytes;
        assert_eq!(size as usize, hidden.as_str().len());
    }
}

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
    let (report, sources) = hide_names(&named.report, &named.sources(), &[]);
    let mut files = Vec::new();
    crate::export(crate::Locale::english(), &report, &sources, &mut |path, bytes| {
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
    assert_eq!(report.title, "Work of Person2");
    let paths: Vec<&str> = report.submissions[0].files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["Person1/list.c", "Person1/list.c (2)", "README"]);
    assert_eq!(report.pairs[0].left, "Person 1");
    let review = report.settings.review.unwrap();
    assert_eq!(review.templates[0].region, report.pairs[0].matches.as_ref().unwrap()[0].right);
    assert_eq!(report.clusters[0].submissions, ["Person 1", "Person 2", "Person 3"]);
}

#[test]
fn a_page_made_alone_agrees_with_the_whole_report() {
    let named = Named::new();
    let (whole, _) = hide_names(&named.report, &named.sources(), &[]);
    let pair = named.report.pairs[0].clone();
    let mut head = named.report.head();
    head.pairs[0] = pair;
    let mut some = Sources::new();
    some.insert(2, 0, named.texts[&(2, 0)].as_str());
    let (part, _) = hide_names(&head, &some, &[]);
    let right = |report: &Report| report.pairs[0].matches.as_ref().unwrap()[0].right.clone();
    assert_eq!(right(&part), right(&whole));
    assert_eq!(part.submissions[1], whole.submissions[1]);
}

#[test]
fn the_other_side_shows_what_matches_and_nothing_else() {
    let named = Named::new();
    let sources = named.sources();
    let id = named.report.pairs[0].id;
    for reader in [Side::Left, Side::Right] {
        let (report, redacted) = redact(&named.report, &sources, id, reader, &[reader.of(id)]).unwrap();
        let (own, other) = (reader.of(id), reader.other().of(id));
        let pair = &report.pairs[0];
        let name = if reader == Side::Left { ADA } else { GRACE };
        assert_eq!([&pair.left, &pair.right].iter().filter(|side| **side == name).count(), 1);
        assert_eq!(report.submission(own).unwrap().name, name);
        assert_eq!(report.submission(other).unwrap().name, format!("Person {other}"));
        for (&(submission, file), text) in &named.texts {
            let shown = redacted.text(submission, file).unwrap();
            assert_eq!(shown.rows().line_count(), chaffinch_submission::LineTable::new(text).count());
            let mut left: String = shown.as_str().to_owned();
            for found in pair.matches.iter().flatten() {
                let region = if reader == Side::Left { &found.right } else { &found.left };
                if submission == other && region.file == file {
                    left = left.replacen(cut(&redacted, other, region), "", 1);
                }
            }
            assert_eq!(left.trim().is_empty(), submission == other, "{submission} {file}: {left:?}");
        }
        // The same code matches as before, except for the name.
        for (before, after) in
            named.report.pairs[0].matches.iter().flatten().zip(pair.matches.iter().flatten())
        {
            let hidden = |text: &str| match reader {
                Side::Left => text.replace("graCe", "Person2"),
                Side::Right => text.replace("Ada", "Person1"),
            };
            assert_eq!(cut(&redacted, id.left, &after.left), hidden(cut(&sources, id.left, &before.left)));
            assert_eq!(
                cut(&redacted, id.right, &after.right),
                hidden(cut(&sources, id.right, &before.right))
            );
        }
        let frame = Frame::new("", PageLocation::Folder { up: "../" });
        assert!(pages::PairLayout::new(&frame, &report, pair, &redacted).is_some());
        assert!(redacted.text(3, 0).is_none());
    }
}

#[test]
fn masks_stay_ascending_and_disjoint() {
    let mut named = Named::new();
    let text = &named.texts[&(2, 0)];
    let at = text.find("graCe").unwrap() as u32;
    named.report.submissions[1].files[0].masked = vec![
        (at - 4, at + 2, Mask::Common),
        (at + 2, at + 4, Mask::Boilerplate),
        (at + 4, at + 9, Mask::Common),
    ];
    let (report, _) = hide_names(&named.report, &named.sources(), &[]);
    let masked = &report.submissions[1].files[0].masked;
    assert!(masked.windows(2).all(|two| two[0].1 <= two[1].0) && masked.iter().all(|mask| mask.0 < mask.1));
    assert_eq!(masked.len(), 2);
}

#[test]
fn a_report_without_people_only_loses_its_names() {
    let report = Sample::new().report();
    let (hidden, _) = hide_names(&report, &sources(), &[1, 2, 3]);
    assert_eq!(hidden, report);
}

#[test]
fn people_who_are_not_in_the_report_are_hidden_where_comments_name_them_as_authors() {
    let report = Sample::new().report();
    let source = "/* @author Maria Huber <maria@uni.example>\n * sorted by Name */\nint by = Maria; // by @jdoe\n\
                  char *s = \"by Maria Huber, huber@uni.example\";\n";
    let hidden = "/* @author SomePerson <SomePerson>\n * sorted by Name */\nint by = Maria; // by SomePerson\n\
                  char *s = \"by Maria Huber, SomePerson\";\n";
    let mut sources = Sources::new();
    sources.insert(1, 0, source);
    sources.insert(2, 0, source);
    let (_, all) = hide_names(&report, &sources, &[]);
    assert_eq!(all.text(1, 0).unwrap().as_str(), hidden);
    // The author of the first submission gets it unchanged.
    let (_, own) = hide_names(&report, &sources, &[1]);
    assert_eq!(own.text(1, 0).unwrap().as_str(), source);
    assert_eq!(own.text(2, 0).unwrap().as_str(), hidden);
}

#[test]
fn a_redacted_side_names_no_author() {
    let report = Sample::new().report();
    let id = report.pairs[0].id;
    let mut sources = sources();
    let found = report.pairs[0].matches.as_ref().unwrap()[0].right.clone();
    let text = sources.text(2, 0).unwrap().as_str().to_owned();
    // A comment inside the matching passage, as long as what it replaces.
    let at = found.start_byte as usize;
    let line = text[at..].find('\n').unwrap();
    let comment = format!("{:line$}", "// by Zoe");
    assert_eq!(comment.len(), line);
    sources.insert(2, 0, format!("{}{comment}{}", &text[..at], &text[at + line..]));
    let (_, redacted) = redact(&report, &sources, id, Side::Left, &[1]).unwrap();
    let shown = redacted.text(2, 0).unwrap().as_str();
    assert!(shown.contains("// by SomePerson") && !shown.contains("Zoe"), "{shown}");
}

#[test]
fn a_case_has_the_pseudonyms_of_its_report() {
    let named = Named::new();
    let persons = [(ADA, 0), ("Mary Somerville", 0), ("Emmy Noether", 9)];
    let pseudonyms = crate::CaseNames::new(Some(&named.report), &persons);
    assert_eq!(persons.map(|(name, _)| pseudonyms.name(name)), ["Person 1", "SomePerson", "Person 9"]);
    assert_eq!(
        pseudonyms.text("Lovelace, Hopper and Somerville: asked by Mr. Smith, smith@uni.example"),
        "Person1, Person2 and SomePerson: asked by Mr. Smith, SomePerson"
    );
    let alone = crate::CaseNames::new(None, &[(ADA, 4)]);
    assert_eq!(alone.text("ask Ada"), "ask Person4");
}
