//! Reads the lists that platforms put beside submissions (`info.csv` of Dodona, `submission_metadata.yml` of Gradescope),
//! and finds the author of an attempt in a Blackboard download. Pure functions.
//!
//! In Blackboard, both assignment names and user names may contain underscores, so `Lab_1_a_smith_attempt_...` alone does
//! not show where the user name begins. The part before the attempt is kept whole until all names are known.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::SubmissionHeader;

use crate::layout::names::{Claim, shared, time, utc};

/// Names of the lists. Their text is read even if texts are not kept.
pub(super) const DODONA: &str = "info.csv";
pub(super) const GRADESCOPE: &str = "submission_metadata.yml";

/// Largest number of rows read of one list. A course has fewer.
const MAX_ROWS: usize = 100_000;

/// A row of `info.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// The path of the file, relative to the list, as the name, and what the list says about author and time. Its `person`
    /// distinguishes persons with the same name, if the list allows it.
    pub(super) header: SubmissionHeader,
    /// Whether the file is starter code.
    pub(super) ignored: bool,
}

/// Returns the rows, or `None` if the text is not such a list.
pub(super) fn dodona(text: &str) -> Option<Vec<Row>> {
    let column_of = |headers: &csv::StringRecord, name: &str| {
        headers.iter().position(|header| header.trim().eq_ignore_ascii_case(name))
    };
    let (headers, records) = table(text, |headers| column_of(headers, "filename").is_some())?;
    let column = |name: &str| column_of(&headers, name);
    let file = column("filename")?;
    let (author, time_column) = (column("full_name"), column("created_at"));
    let ignored = column("ignored");
    let of_person = |id: &usize| column("submission_id").is_some() || tells_persons(&records, *id);
    let person = column("username").or_else(|| column("email")).or_else(|| column("id").filter(of_person));
    let mut rows = Vec::new();
    for record in records {
        let field = |at: Option<usize>| {
            at.and_then(|at| record.get(at)).map(str::trim).filter(|field| !field.is_empty())
        };
        let Some(file) = field(Some(file)) else { continue };
        rows.push(Row {
            header: SubmissionHeader {
                author: field(author).map(str::to_owned),
                person: field(person).map(str::to_owned),
                submitted_at: field(time_column).and_then(time),
                ..SubmissionHeader::named(file)
            },
            ignored: field(ignored).is_some_and(|field| field.eq_ignore_ascii_case("true") || field == "1"),
        });
    }
    Some(rows)
}

/// Returns the titles and the rows of a table, by the first separator with which its titles are the expected ones.
pub(super) fn table(
    text: &str,
    is_expected: impl Fn(&csv::StringRecord) -> bool,
) -> Option<(csv::StringRecord, Vec<csv::StringRecord>)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Spreadsheet programs save lists with the field separator of their country.
    b",;\t".iter().find_map(|&delimiter| {
        let mut table =
            csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
        let titles = table.headers().ok().filter(|titles| is_expected(titles))?.clone();
        Some((titles, table.records().take(MAX_ROWS).flatten().collect()))
    })
}

/// Returns whether a column `id` numbers persons, for lists in which no other column numbers submissions. Numbers of
/// submissions never repeat and consist of digits.
fn tells_persons(records: &[csv::StringRecord], id: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut ids =
        records.iter().filter_map(|record| record.get(id)).map(str::trim).filter(|id| !id.is_empty());
    ids.any(|id| !seen.insert(id) || !id.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What the list says about one submission.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The names of the authors.
    pub(super) names: Vec<String>,
    /// The numbers or email addresses of the authors.
    pub(super) people: Vec<String>,
    pub(super) submitted_at: Option<String>,
}

/// Returns the submissions by the names of their folders. The list also contains all results, so it is read line by
/// line. Only the authors and the time of each submission are used, which Gradescope writes on lines of their own.
pub(super) fn gradescope(text: &str) -> BTreeMap<String, Entry> {
    let mut found = BTreeMap::<String, Entry>::new();
    let mut current = None;
    let mut among_submitters = false;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim();
        if indent == 0 && !words.starts_with('-') {
            let name = words.strip_suffix(':').map(unquoted);
            current = name.filter(|name| super::names::gradescope(name).is_some() && found.len() < MAX_ROWS);
            if let Some(name) = &current {
                found.insert(name.clone(), Entry::default());
            }
            among_submitters = false;
            continue;
        }
        let Some(entry) = current.as_ref().and_then(|name| found.get_mut(name)) else { continue };
        let Some((key, value)) = words.trim_start_matches("- ").trim_start_matches(':').split_once(':')
        else {
            continue;
        };
        let value = unquoted(value);
        let is_item = words.starts_with('-') || indent > 2;
        match key {
            "submitters" => among_submitters = true,
            _ if !is_item && key != "submitters" => {
                among_submitters = false;
                if key == "created_at" && entry.submitted_at.is_none() {
                    entry.submitted_at = time(&value);
                }
            }
            "name" if among_submitters && !value.is_empty() => entry.names.push(value),
            "sid" | "email" if among_submitters && !value.is_empty() => entry.people.push(value),
            _ => {}
        }
    }
    found
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = ['\'', '"'].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote));
    inner.unwrap_or(text).to_owned()
}

/// Reads a name such as `gradebook_CS1_jdoe_attempt_2024-10-01-12-30-05_main.py`, or that of the `.txt` beside it,
/// which has no file name. Person and author are everything before the attempt; [`blackboard_users`] divides it.
pub(super) fn blackboard(name: &str) -> Option<Claim> {
    let (before, after) = name.split_once("_attempt_")?;
    before.rsplit_once('_').filter(|(_, user)| !user.is_empty())?;
    let (time, rest) = after.split_at_checked("2024-10-01-12-30-05".len())?;
    let submitted_at = Some(moment(time)?);
    let (file, is_record) = match rest {
        ".txt" => (None, true),
        rest => (Some(rest.strip_prefix('_').filter(|file| !file.is_empty())?.to_owned()), false),
    };
    Some(Claim {
        person: before.to_owned(),
        author: before.to_owned(),
        submitted_at,
        file,
        is_record,
        ..Claim::default()
    })
}

fn moment(time: &str) -> Option<String> {
    chrono::NaiveDateTime::parse_from_str(time, "%Y-%m-%d-%H-%M-%S").ok().map(utc)
}

/// Returns whether a file with this name is Blackboard's own record of an attempt.
pub(crate) fn is_blackboard_record(name: &str) -> bool {
    blackboard(name).is_some_and(|claim| claim.is_record)
}

/// Returns the name and the user that a record names (`Name: Ada Smith (a_smith)`), if the part before its attempt ends
/// with this user. Without a name, the user is the name.
pub(super) fn blackboard_user(record: &str, before: &str) -> Option<(String, String)> {
    let name = record.lines().find_map(|line| line.trim().strip_prefix("Name:"))?;
    let (author, user) = name.trim().strip_suffix(')')?.rsplit_once('(')?;
    let assignment = before.strip_suffix(user)?;
    let author = Some(author.trim()).filter(|author| !author.is_empty()).unwrap_or(user);
    (!user.is_empty() && assignment.ends_with('_')).then(|| (author.to_owned(), user.to_owned()))
}

/// Returns the user for each part before an attempt, where no record gives the user. The common beginning of all names,
/// up to an underscore, is the assignment. In doubt, the user name is too long rather than equal to another one.
pub(super) fn blackboard_users<'a>(
    befores: impl Iterator<Item = &'a str> + Clone,
) -> BTreeMap<String, String> {
    let assignment = match befores.clone().nth(1) {
        None => {
            let before = befores.clone().next().unwrap_or_default();
            let from = before.strip_prefix(COLUMN).map_or(0, |_| COLUMN.len());
            before[from..].find('_').map_or(0, |at| from + at + 1)
        }
        Some(_) => shared(befores.clone()).and_then(|shared| shared.rfind('_')).map_or(0, |at| at + 1),
    };
    befores.map(|before| (before.to_owned(), before[assignment..].to_owned())).collect()
}

/// Prefix of names in a download from the grade centre. The course follows.
const COLUMN: &str = "gradebook_";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_csv_names_authors_and_times() {
        let text = "filename,full_name,id,status,created_at,ignored\n\
                    a/ada.py,\"Lovelace, Ada\",7,correct,2019-07-23 17:12:37 +0200,\n\
                    start.py,,,,,true\n";
        let rows = dodona(text).expect("a list");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].header.author.as_deref(), Some("Lovelace, Ada"));
        assert_eq!(rows[0].header.submitted_at.as_deref(), Some("2019-07-23T17:12:37+02:00"));
        assert!(rows[1].ignored && rows[1].header.author.is_none());
        assert_eq!(dodona("name,age\nx,1\n"), None);
    }

    #[test]
    fn people_are_told_apart_by_their_number_and_not_by_that_of_a_submission() {
        let people = |text: &str| -> Vec<Option<String>> {
            dodona(text).expect("a list").into_iter().map(|row| row.header.person).collect()
        };
        let named = |people: &[&str]| people.iter().map(|one| Some((*one).to_owned())).collect::<Vec<_>>();
        assert_eq!(
            people("filename,full_name,id,status,submission_id\na.c,Wei,1,correct,7\nb.c,Wei,2,correct,8\n"),
            named(&["1", "2"])
        );
        assert_eq!(people("filename,id\na.c,1\nb.c,2\nc.c,1\n"), named(&["1", "2", "1"]));
        assert_eq!(people("filename,id\na.c,wei\nb.c,kim\n"), named(&["wei", "kim"]));
        assert_eq!(people("filename,id\na.c,1\nb.c,2\n"), [None, None]);
        assert_eq!(people("filename,id,username,submission_id\na.c,1,wei,3\n"), named(&["wei"]));
        // The format in which spreadsheet programs save the list.
        let saved = "\u{feff}filename;full_name;id;submission_id\r\na.c;\"Wei; Z\";1;7\r\n";
        assert_eq!(people(saved), named(&["1"]));
        assert_eq!(dodona(saved).expect("a list")[0].header.author.as_deref(), Some("Wei; Z"));
    }

    #[test]
    fn submission_metadata_names_groups_and_leaves_results_alone() {
        let text = "---\nsubmission_101:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '12'\n    :email: ada@example.org\n  \
                    - :name: Bob\n  :created_at: 2020-09-24 23:14:26.383614000 Z\n  :score: 1.0\n  :results:\n    tests:\n    \
                    - name: the first test\n  :history:\n  - :id: 5\n    :created_at: 2019-01-01 00:00:00.000000000 Z\n\
                    submission_102:\n  :submitters:\n  - :name: \"Carol: C\"\n";
        let found = gradescope(text);
        let ada = &found["submission_101"];
        assert_eq!(ada.names, ["Ada Lovelace", "Bob"]);
        assert_eq!(ada.people, ["12", "ada@example.org"]);
        assert_eq!(ada.submitted_at.as_deref(), Some("2020-09-24T23:14:26Z"));
        assert_eq!(found["submission_102"].names, ["Carol: C"]);
    }

    #[test]
    fn names_of_blackboard() {
        let at = "2024-10-01T12:30:05Z";
        for (name, expected) in [
            (
                "gradebook_CS1_jdoe_attempt_2024-10-01-12-30-05_main.py",
                Some(("gradebook_CS1_jdoe", "main.py")),
            ),
            ("Lab 1_jdoe_attempt_2024-10-01-12-30-05.txt", Some(("Lab 1_jdoe", "(record)"))),
            ("Lab_jdoe_attempt_2024-10-01-12-30-05_notes.txt", Some(("Lab_jdoe", "notes.txt"))),
            ("Lab_jdoe_attempt_2024-13-01-12-30-05_main.py", None),
            ("Lab_jdoe_attempt_2024-10-01_main.py", None),
            ("jdoe_main.py", None),
        ] {
            let claimed = blackboard(name).map(|claim| {
                assert_eq!((&claim.person, claim.submitted_at.as_deref()), (&claim.author, Some(at)));
                let file =
                    if claim.is_record { "(record)".to_owned() } else { claim.file.unwrap_or_default() };
                assert_eq!(is_blackboard_record(name), claim.is_record);
                (claim.person, file)
            });
            assert_eq!(claimed, expected.map(|(who, file)| (who.to_owned(), file.to_owned())), "{name}");
        }
    }

    #[test]
    fn users_keep_their_underscores() {
        for (befores, expected) in [
            (
                &["Homework 1_a_smith", "Homework 1_b_smith", "Homework 1_kim"][..],
                &["a_smith", "b_smith", "kim"][..],
            ),
            (&["gradebook_X_1_a_smith", "gradebook_X_1_b_smith"], &["a_smith", "b_smith"]),
            (&["HW 1_a_smith", "HW 2_b_smith"], &["HW 1_a_smith", "HW 2_b_smith"]),
            (&["gradebook_CS1_a_smith"], &["a_smith"]),
            (&["Homework 1_a_smith"], &["a_smith"]),
            (&["Lab_\u{e4}_x", "Lab_\u{e5}_x"], &["\u{e4}_x", "\u{e5}_x"]),
        ] {
            let found = blackboard_users(befores.iter().copied());
            assert_eq!(found.into_values().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_record_names_its_user() {
        let record = "Name: Some Body (II) (a_smith)\nAssignment: Lab (b)\n";
        let found = Some(("Some Body (II)".to_owned(), "a_smith".to_owned()));
        assert_eq!(blackboard_user(record, "Lab_a_smith"), found);
        assert_eq!(blackboard_user(record, "Lab_b_smith"), None);
        assert_eq!(blackboard_user(record, "Laba_smith"), None);
        assert_eq!(blackboard_user("Name: Some Body\n", "Lab_a_smith"), None);
        assert_eq!(blackboard_user("Name: Nobody ()\n", "Lab_"), None);
    }
}
