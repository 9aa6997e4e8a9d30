//! Reads the lists that platforms put beside submissions: `info.csv` of Dodona and `submission_metadata.yml` of
//! Gradescope. Pure functions.

use std::collections::{BTreeMap, BTreeSet};

use super::names::time;

/// Names of the lists. Their text is read even if texts are not kept.
pub(super) const DODONA: &str = "info.csv";
pub(super) const GRADESCOPE: &str = "submission_metadata.yml";

/// Largest number of rows read of one list. A course has fewer.
const MAX_ROWS: usize = 100_000;

/// A row of `info.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// Path of the file, relative to the list.
    pub(super) file: String,
    pub(super) author: Option<String>,
    /// Distinguishes persons with the same name, if the list allows it.
    pub(super) person: Option<String>,
    pub(super) submitted_at: Option<String>,
    /// Whether the file is starter code.
    pub(super) ignored: bool,
}

/// Returns the rows, or `None` if the text is not such a list.
pub(super) fn dodona(text: &str) -> Option<Vec<Row>> {
    // Spreadsheet programs save lists with the field separator of their country.
    b",;\t".iter().find_map(|&delimiter| rows(text.strip_prefix('\u{feff}').unwrap_or(text), delimiter))
}

fn rows(text: &str, delimiter: u8) -> Option<Vec<Row>> {
    let mut table =
        csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let headers = table.headers().ok()?.clone();
    let column = |name: &str| headers.iter().position(|header| header.trim().eq_ignore_ascii_case(name));
    let file = column("filename")?;
    let (author, time_column) = (column("full_name"), column("created_at"));
    let ignored = column("ignored");
    let records: Vec<csv::StringRecord> = table.records().take(MAX_ROWS).flatten().collect();
    let of_person = |id: &usize| column("submission_id").is_some() || tells_persons(&records, *id);
    let person = column("username").or_else(|| column("email")).or_else(|| column("id").filter(of_person));
    let mut rows = Vec::new();
    for record in records {
        let field = |at: Option<usize>| {
            at.and_then(|at| record.get(at)).map(str::trim).filter(|field| !field.is_empty())
        };
        let Some(file) = field(Some(file)) else { continue };
        rows.push(Row {
            file: file.to_owned(),
            author: field(author).map(str::to_owned),
            person: field(person).map(str::to_owned),
            submitted_at: field(time_column).and_then(time),
            ignored: field(ignored).is_some_and(|field| field.eq_ignore_ascii_case("true") || field == "1"),
        });
    }
    Some(rows)
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
        assert_eq!(rows[0].author.as_deref(), Some("Lovelace, Ada"));
        assert_eq!(rows[0].submitted_at.as_deref(), Some("2019-07-23T17:12:37+02:00"));
        assert!(rows[1].ignored && rows[1].author.is_none());
        assert_eq!(dodona("name,age\nx,1\n"), None);
    }

    #[test]
    fn people_are_told_apart_by_their_number_and_not_by_that_of_a_submission() {
        let people = |text: &str| -> Vec<Option<String>> {
            dodona(text).expect("a list").into_iter().map(|row| row.person).collect()
        };
        let told = |people: &[&str]| people.iter().map(|one| Some((*one).to_owned())).collect::<Vec<_>>();
        assert_eq!(
            people("filename,full_name,id,status,submission_id\na.c,Wei,1,correct,7\nb.c,Wei,2,correct,8\n"),
            told(&["1", "2"])
        );
        assert_eq!(people("filename,id\na.c,1\nb.c,2\nc.c,1\n"), told(&["1", "2", "1"]));
        assert_eq!(people("filename,id\na.c,wei\nb.c,kim\n"), told(&["wei", "kim"]));
        assert_eq!(people("filename,id\na.c,1\nb.c,2\n"), [None, None]);
        assert_eq!(people("filename,id,username,submission_id\na.c,1,wei,3\n"), told(&["wei"]));
        // The format in which spreadsheet programs save the list.
        let saved = "\u{feff}filename;full_name;id;submission_id\r\na.c;\"Wei; Z\";1;7\r\n";
        assert_eq!(people(saved), told(&["1"]));
        assert_eq!(dodona(saved).expect("a list")[0].author.as_deref(), Some("Wei; Z"));
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
}
