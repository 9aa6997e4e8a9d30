//! Handling of names that all backends share: finds names in stored texts, and returns the texts without them.

use std::ops::Range;

use chaffinch_submission::split_ending;
use serde_json::Value;

use crate::{Column, Holds, IsMeant, MossJob, NameMatcher, Packed, PersonScope};

/// Members of stored JSON that are lists of names, or lists of such lists, or texts that may name a person.
const NAMES: [&str; 6] = ["teams", "staff", "handed_out", "ignored", "encodings", "comment"];

/// The member of stored JSON that lists origins of reference answers.
const ORIGINS: &str = "references";

/// Returns the parts of a stored text that may name a person.
pub fn named(column: Column, mut text: String) -> Vec<String> {
    let mut names = Vec::new();
    each_part(column, &mut text, &mut |name| {
        names.push(name.to_owned());
        None
    });
    names
}

/// Returns a stored text in which the pseudonym replaces the person's names, or `None` if there are none.
pub fn cleaned(column: Column, text: &str, words: &dyn NameMatcher, pseudonym: &str) -> Option<String> {
    let mut clean = text.to_owned();
    each_part(column, &mut clean, &mut |name| words.renamed(name, pseudonym)).then_some(clean)
}

/// What takes the place of a name, if anything does.
type Replaced<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// Offers each part of a stored text that may name a person. Anybody who searches and anybody who erases gets the same parts.
/// Returns whether the text has changed.
fn each_part(column: Column, text: &mut String, replaced: Replaced<'_>) -> bool {
    match column.holds {
        Holds::Json(_) => {
            let Ok(mut json) = serde_json::from_str::<Value>(text) else { return false };
            let changed = each_name(&mut json, None, replaced);
            if changed {
                *text = json.to_string();
            }
            changed
        }
        Holds::Path(_) | Holds::Upload(_) => {
            let stem = split_ending(text).0.len();
            replace(text, 0..stem, replaced)
        }
        Holds::Origin(_) => each_source(text, replaced),
        _ => replace(text, 0..text.len(), replaced),
    }
}

/// Offers the source of a reference answer.
fn each_source(origin: &mut String, replaced: Replaced<'_>) -> bool {
    let Some(colon) = origin.find(':') else { return false };
    replace(origin, colon + 1..origin.len(), replaced)
}

fn replace(text: &mut String, part: Range<usize>, replaced: Replaced<'_>) -> bool {
    let Some(new) = replaced(&text[part.clone()]) else { return false };
    text.replace_range(part, &new);
    true
}

/// Offers each name in the lists of names of stored JSON. The JSON is only as deep as this program writes it.
fn each_name(json: &mut Value, list: Option<&str>, replaced: Replaced<'_>) -> bool {
    match (json, list) {
        (Value::String(origin), Some(ORIGINS)) => each_source(origin, replaced),
        (Value::String(name), Some(_)) => replace(name, 0..name.len(), replaced),
        (Value::Array(items), _) => {
            items.iter_mut().fold(false, |changed, item| each_name(item, list, replaced) | changed)
        }
        (Value::Object(members), _) => members.iter_mut().fold(false, |changed, (name, member)| {
            let known = NAMES.iter().chain([&ORIGINS]).find(|list| *list == name);
            each_name(member, known.copied(), replaced) | changed
        }),
        _ => false,
    }
}

/// Returns whether an origin of a reference answer says that it is the work of somebody who is meant.
pub fn is_by(origin: &str, is_meant: IsMeant<'_>) -> bool {
    origin.split_once(':').is_some_and(|(_, source)| is_meant(source))
}

/// Returns the stored JSON of a review, or of a job with a review, without the passages in these submissions that are
/// marked as starter code. Returns `None` if there are none.
pub fn without_templates(text: &str, submissions: &[u32]) -> Option<String> {
    fn drop_them(json: &mut Value, submissions: &[u32]) -> bool {
        let Value::Object(members) = json else { return false };
        let mut changed = false;
        if let Some(Value::Array(templates)) = members.get_mut("templates") {
            let before = templates.len();
            templates.retain(|template| {
                let of = template.get("submission").and_then(Value::as_u64);
                !submissions.iter().any(|&submission| of == Some(u64::from(submission)))
            });
            changed = templates.len() < before;
        }
        changed | members.get_mut("review").is_some_and(|review| drop_them(review, submissions))
    }
    let mut json: Value = serde_json::from_str(text).ok()?;
    drop_them(&mut json, submissions).then(|| json.to_string())
}

/// Returns a stored MOSS job without the order in which files of these submissions arrived, which it stores by hashes
/// of their names. Returns `None` if it has no order for them.
pub fn without_order<'a>(text: &str, submissions: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut job: MossJob = serde_json::from_str(text).ok()?;
    let before = job.order.len();
    for submission in submissions {
        job.order.remove(&MossJob::key(submission));
    }
    (job.order.len() < before).then(|| super::json(&job))
}

/// Returns whether the name of an uploaded file, or of a folder in its path, is a name of the person, with or without
/// its extension.
pub fn is_upload_of(name: &str, words: &dyn NameMatcher) -> bool {
    name.split(['/', '\\']).any(|part| {
        let stems = std::iter::successors(Some(part), |part| part.rsplit_once('.').map(|(stem, _)| stem));
        // `.tar.gz` is the longest extension that occurs.
        stems.take(3).any(|stem| !stem.is_empty() && words.is_name(stem))
    })
}

/// Returns ranges of documents without those that are gone. Both are in ascending order.
pub fn without(ranges: impl IntoIterator<Item = Range<u64>>, gone: &[u64]) -> Vec<Range<u64>> {
    let mut left = Vec::new();
    for range in ranges {
        let mut start = range.start;
        for &gone in &gone[gone.partition_point(|&gone| gone < range.start)..] {
            if range.end <= gone {
                break;
            }
            left.push(start..gone);
            start = gone + 1;
        }
        left.push(start..range.end);
    }
    left.retain(|range| !range.is_empty());
    left
}

/// Returns whether a draft names a person, in its columns or in what was found in its upload. A draft that cannot be
/// read counts as naming the person.
pub fn draft_names(title: &str, options: &str, preview: Vec<u8>, is_meant: IsMeant<'_>) -> bool {
    let found =
        Packed::from_bytes(preview).unpack().map(|found| String::from_utf8_lossy(&found).into_owned());
    is_meant(title) || is_meant(options) || found.map_or(true, |found| is_meant(&found))
}

/// Returns the columns `course` and `batch` of a scope.
pub fn of_scope(scope: PersonScope) -> (Option<uuid::Uuid>, Option<uuid::Uuid>) {
    (scope.course.map(|id| id.0), scope.batch.map(|id| id.0))
}

/// Returns the hashes in a column, where they follow each other, or `None` if the last is incomplete.
pub fn hashes(column: &[u8]) -> Option<Vec<[u8; 32]>> {
    let (hashes, rest) = column.as_chunks::<32>();
    rest.is_empty().then(|| hashes.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Home, columns};

    struct Ada;

    impl NameMatcher for Ada {
        fn is_name(&self, name: &str) -> bool {
            name == "ada"
        }

        fn without(&self, text: &str) -> Option<String> {
            text.contains("ada").then(|| text.replace("ada", "removed-1"))
        }
    }

    #[test]
    fn names_in_json_are_replaced_where_names_stand_and_nowhere_else() {
        let column = columns().find(|column| column.column == "options").unwrap();
        assert_eq!(column.home, Home::Batch("id"));
        let json = r#"{"encodings":["ada/*.c=utf-8"],"layout":"ada","references":["other","other:ada"],"staff":["ada","eve"],"teams":[["bob","ada"],["ada and bob"]]}"#;
        let clean = r#"{"encodings":["removed-1/*.c=utf-8"],"layout":"ada","references":["other","other:removed-1"],"staff":["removed-1","eve"],"teams":[["bob","removed-1"],["removed-1 and bob"]]}"#;
        let names = ["ada/*.c=utf-8", "ada", "ada", "eve", "bob", "ada", "ada and bob"];
        assert_eq!(named(column, json.to_owned()), names);
        assert_eq!(cleaned(column, json, &Ada, "removed-1").as_deref(), Some(clean));
        assert_eq!(cleaned(column, clean, &Ada, "removed-1"), None);
        assert_eq!(cleaned(column, "no json, ada", &Ada, "removed-1"), None);
        let title = columns().find(|column| column.column == "title").unwrap();
        assert_eq!(cleaned(title, "for ada", &Ada, "removed-1").as_deref(), Some("for removed-1"));
    }

    #[test]
    fn the_ending_of_a_path_and_the_kind_of_an_origin_are_no_names() {
        let clean = |table, name, text| {
            let column = columns().find(|column| (column.table, column.column) == (table, name)).unwrap();
            cleaned(column, text, &Ada, "removed-1")
        };
        assert_eq!(clean("document", "path", "ada/x-ada.ada").as_deref(), Some("removed-1/x-removed-1.ada"));
        assert_eq!(clean("document", "path", "main.ada"), None);
        assert_eq!(clean("part", "name", "ada.zip").as_deref(), Some("removed-1.zip"));
        assert_eq!(clean("submission", "reference", "ada"), None);
        assert_eq!(clean("submission", "reference", "ada:by ada").as_deref(), Some("ada:by removed-1"));
    }

    #[test]
    fn passages_called_template_go_with_their_submission() {
        let review = r#"{"templates":[{"file":0,"submission":2},{"file":0,"submission":3}]}"#;
        let left = r#"{"templates":[{"file":0,"submission":3}]}"#;
        assert_eq!(without_templates(review, &[2, 9]).as_deref(), Some(left));
        assert_eq!(without_templates(review, &[1]), None);
        let job = format!(r#"{{"kind":"rescore","review":{review}}}"#);
        assert_eq!(without_templates(&job, &[2]), Some(format!(r#"{{"kind":"rescore","review":{left}}}"#)));
    }

    #[test]
    fn an_upload_may_be_one_persons() {
        for (name, is) in [
            ("ada", true),
            ("ada.zip", true),
            ("ada.tar.gz", true),
            ("class-ada.zip", false),
            ("ada/src/main.c", true),
            ("adam/main.c", false),
            (".ada", false),
        ] {
            assert_eq!(is_upload_of(name, &Ada), is, "{name}");
        }
    }

    #[test]
    fn documents_that_are_gone_split_ranges() {
        assert_eq!(without([0..5, 5..9, 20..30], &[0, 4, 5, 6, 7, 8, 25, 40]), [1..4, 20..25, 26..30]);
        assert_eq!(without([3..4, 6..7], &[]), [3..4, 6..7]);
        assert_eq!(without([3..4, 6..7], &[3, 6]), []);
    }
}
