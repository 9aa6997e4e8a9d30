//! Hidden names and redacted sides: no part of a name is left, and the same code is marked as before.

use std::collections::BTreeSet;

use super::named::{ADA, GRACE, Named, coded, first_pair, key};
use super::sample::{Sample, sources};
use crate::{Mask, Region, Report, Side, Sources, SubmissionId, hide_names, redact};

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
    coded(&text.replace("Ada", "Person1").replace("graCe", "Person2"))
}

#[test]
fn marked_code_stays_marked() {
    let named = Named::new();
    let (report, hidden) = hide_names(&named.report, &named.sources(), key(), &[]);
    let before = places(&named.report, &named.sources());
    let after = places(&report, &hidden);
    assert!(before.iter().any(|(_, text)| text.contains("graCe")));
    let mut expected: Vec<_> =
        before.iter().map(|(id, text)| (key().code(*id), without_names(text))).collect();
    // Sides and lists are in the order of codes.
    expected.sort();
    let mut after = after;
    after.sort();
    assert_eq!(after, expected);
    for (&(submission, file), text) in &named.texts {
        let submission = key().code(submission);
        let hidden = hidden.text(submission, file).unwrap();
        assert_eq!(hidden.as_str(), without_names(text));
        assert_eq!(hidden.rows().line_count(), chaffinch_submission::LineTable::new(text).count());
        let size = report.submission(submission).unwrap().files[file as usize].bytes;
        assert_eq!(size as usize, hidden.as_str().len());
    }
}

/// Attack: with the digest of a file, a reader tries which name of a class list completes its text.
#[test]
fn digests_do_not_tell_names() {
    let named = Named::new();
    let (report, _) = hide_names(&named.report, &named.sources(), key(), &[1]);
    let digests = |report: &Report| -> Vec<Vec<String>> {
        let of = |one: &crate::Submission| one.files.iter().map(|file| file.digest.clone()).collect();
        report.submissions.iter().map(of).collect()
    };
    let (before, after) = (digests(&named.report), digests(&report));
    let shown = report.place(key().code(1)).unwrap();
    assert_eq!(after[shown], before[0]);
    let hidden = after.iter().enumerate().filter(|(at, _)| *at != shown).flat_map(|(_, files)| files);
    assert!(hidden.clone().all(|digest| !before.iter().flatten().any(|known| known == digest)));
    // The second and the third submission have the same file.
    let hidden: Vec<&String> = hidden.collect();
    assert_eq!(hidden[0], hidden[1]);
}

#[test]
fn a_page_made_alone_agrees_with_the_whole_report() {
    let named = Named::new();
    let (whole, _) = hide_names(&named.report, &named.sources(), key(), &[]);
    let pair = named.report.pairs[0].clone();
    let mut head = named.report.head();
    head.pairs[0] = pair;
    let mut some = Sources::new();
    some.insert(2, 0, named.texts[&(2, 0)].as_str());
    let (part, _) = hide_names(&head, &some, key(), &[]);
    let second = |report: &Report| {
        let pair = first_pair(report);
        let side = if pair.id.left == key().code(2) { Side::Left } else { Side::Right };
        side.region(&pair.matches.as_ref().unwrap()[0]).clone()
    };
    assert_eq!(second(&part), second(&whole));
    assert_eq!(part.submission(key().code(2)), whole.submission(key().code(2)));
}

#[test]
fn the_other_side_shows_what_matches_and_nothing_else() {
    let named = Named::new();
    let sources = named.sources();
    let id = named.report.pairs[0].id;
    for reader in [Side::Left, Side::Right] {
        let (report, redacted) =
            redact(&named.report, &sources, id, reader, key(), &[reader.of(id)]).unwrap();
        let (own, other) = (key().code(reader.of(id)), key().code(reader.other().of(id)));
        let pair = &report.pairs[0];
        let side_of_other = if pair.id.left == other { Side::Left } else { Side::Right };
        let name = if reader == Side::Left { ADA } else { GRACE };
        assert_eq!([&pair.left, &pair.right].iter().filter(|side| **side == name).count(), 1);
        assert_eq!(report.submission(own).unwrap().name, name);
        assert_eq!(report.submission(other).unwrap().name, format!("Person {}", SubmissionId(other)));
        for (&(submission, file), text) in &named.texts {
            let submission = key().code(submission);
            let shown = redacted.text(submission, file).unwrap();
            assert_eq!(shown.rows().line_count(), chaffinch_submission::LineTable::new(text).count());
            let mut left: String = shown.as_str().to_owned();
            for found in pair.matches.iter().flatten() {
                let region = side_of_other.region(found);
                if submission == other && region.file == file {
                    left = left.replacen(cut(&redacted, other, region), "", 1);
                }
            }
            assert_eq!(left.trim().is_empty(), submission == other, "{submission} {file}: {left:?}");
        }
        // The same code matches as before, except for the name.
        let hidden = |text: &str| match reader {
            Side::Left => coded(&text.replace("graCe", "Person2")),
            Side::Right => coded(&text.replace("Ada", "Person1")),
        };
        let code_of = |report: &Report, texts: &Sources, side: Side| -> BTreeSet<String> {
            let pair = &report.pairs[0];
            let matches = pair.matches.iter().flatten();
            matches.map(|found| cut(texts, side.of(pair.id), side.region(found)).to_owned()).collect()
        };
        for (before, after) in [(reader, side_of_other.other()), (reader.other(), side_of_other)] {
            let before = code_of(&named.report, &sources, before);
            let expected: BTreeSet<String> = before.iter().map(|text| hidden(text)).collect();
            assert_eq!(code_of(&report, &redacted, after), expected);
        }
        assert!(redacted.text(key().code(3), 0).is_none());
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
    let (report, _) = hide_names(&named.report, &named.sources(), key(), &[]);
    let masked = &report.submission(key().code(2)).unwrap().files[0].masked;
    assert!(masked.windows(2).all(|two| two[0].1 <= two[1].0) && masked.iter().all(|mask| mask.0 < mask.1));
    assert_eq!(masked.len(), 2);
}

#[test]
fn a_report_without_people_only_loses_its_names() {
    let report = Sample::new().report();
    let (hidden, _) = hide_names(&report, &sources(), key(), &[1, 2, 3]);
    for submission in &report.submissions {
        let code = key().code(submission.id);
        assert_eq!(hidden.submission(code), Some(&crate::Submission { id: code, ..submission.clone() }));
    }
    for pair in &report.pairs {
        let hidden = hidden.pair(crate::PairId::new(key().code(pair.id.left), key().code(pair.id.right)));
        assert_eq!(hidden.map(|pair| (pair.expect, pair.suspicion)), Some((pair.expect, pair.suspicion)));
    }
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
    let (_, all) = hide_names(&report, &sources, key(), &[]);
    let (one, file) = crate::NameHider::new(&report, key(), &[]).place(1, 0);
    assert_eq!(all.text(one, file).unwrap().as_str(), hidden);
    // The author of the first submission gets it unchanged.
    let (_, own) = hide_names(&report, &sources, key(), &[1]);
    assert_eq!(own.text(key().code(1), 0).unwrap().as_str(), source);
    assert_eq!(own.text(key().code(2), 0).unwrap().as_str(), hidden);
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
    let (_, redacted) = redact(&report, &sources, id, Side::Left, key(), &[1]).unwrap();
    let shown = redacted.text(key().code(2), 0).unwrap().as_str();
    assert!(shown.contains("// by SomePerson") && !shown.contains("Zoe"), "{shown}");
}

#[test]
fn a_case_has_the_pseudonyms_of_its_report() {
    let named = Named::new();
    let persons = [(ADA, None), ("Mary Somerville", None), ("Emmy Noether", Some(9))];
    let pseudonyms = crate::CaseNames::new(Some(&named.report), key(), &persons);
    let ninth = format!("Person {}", SubmissionId(key().code(9)));
    let expected = [coded("Person 1"), "SomePerson".to_owned(), ninth];
    assert_eq!(persons.map(|(name, _)| pseudonyms.name(name)), expected);
    assert_eq!(
        pseudonyms.text("Lovelace, Hopper and Somerville: asked by Mr. Smith, smith@uni.example"),
        coded("Person1, Person2 and SomePerson: asked by Mr. Smith, SomePerson")
    );
    let alone = crate::CaseNames::new(None, key(), &[(ADA, Some(3))]);
    assert_eq!(alone.text("ask Ada"), coded("ask Person3"));
}
