//! Visits the texts of a report, as JSON, in which somebody may be named. Anybody who looks for a person and anybody who erases one
//! visits the same texts, those of later versions included.

use chaffinch_submission::split_ending;
use serde_json::Value;

use super::erased_names::ErasedNames;

/// Members whose texts are words of this program, and no names.
const MACHINE_WORDS: [&str; 16] = [
    "id",
    "change",
    "chaffinch",
    "digest",
    "encoding",
    "family",
    "index_rebuilt",
    "kind",
    "language",
    "languages",
    "layouts",
    "literal",
    "masked",
    "submitted_at",
    "view",
    "team",
];

/// Returns whether a report, or a part of one, names a person.
pub fn names_person(report: &Value, names: &ErasedNames) -> bool {
    let mut report = report.clone();
    each_text(&mut report, &mut |text| names.renamed(text))
}

/// Offers each text to `replaced`, and puts what it returns in the place of the text. Returns whether any changed. The end of
/// a file name is not offered: it says how the file was read.
pub(super) fn each_text(part: &mut Value, replaced: &mut dyn FnMut(&str) -> Option<String>) -> bool {
    match part {
        Value::String(text) => match replaced(text) {
            Some(clean) => {
                *text = clean;
                true
            }
            None => false,
        },
        Value::Array(items) => {
            items.iter_mut().fold(false, |changed, item| each_text(item, replaced) | changed)
        }
        Value::Object(members) => {
            members.iter_mut().fold(false, |changed, (name, member)| match (name.as_str(), member) {
                (name, _) if MACHINE_WORDS.contains(&name) => changed,
                ("path", Value::String(path)) => {
                    let (stem, ending) = split_ending(path);
                    let Some(clean) = replaced(stem) else { return changed };
                    *path = clean + ending;
                    true
                }
                (_, member) => each_text(member, replaced) | changed,
            })
        }
        _ => false,
    }
}
