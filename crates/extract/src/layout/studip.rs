//! Reads the download of a folder of Stud.IP. Its list says who uploaded each file.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::SubmissionHeader;

use crate::input::tree::{Folder, Node};
use crate::layout::export::{Convention, Found, Recognised, parts, text_of};
use crate::layout::lists::table;
use crate::layout::names::utc;

/// Name of the list.
pub(super) const LIST: &str = "archive_filelist.csv";

/// Smallest number of columns: name, size, first name, last name, date, path. Newer versions count downloads, too. The
/// titles are in the language of the user.
const LEAST_COLUMNS: usize = 6;
const FIRST_NAME: usize = 2;
const LAST_NAME: usize = 3;

/// A row of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    path: String,
    /// Empty if the list has no name.
    owner: String,
    uploaded_at: Option<String>,
}

/// Takes the files of a list out of a folder. What one person uploaded is one submission.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    let mut rows = rows(&text_of(folder, LIST)?);
    rows.retain(|row| folder.at(&parts(&row.path)).is_some());
    // Staff who upload the files of a class do not tell its people apart.
    let owners: BTreeSet<&str> = rows.iter().map(|row| row.owner.as_str()).collect();
    if owners.len() < 2 {
        return None;
    }
    let above = common_folder(&rows);
    let mut people = BTreeMap::<String, Vec<Row>>::new();
    for row in rows {
        let person = if row.owner.is_empty() { row.path.clone() } else { row.owner.clone() };
        people.entry(person).or_default().push(row);
    }
    let mut recognised = Recognised::new(Convention::StudIp);
    for files in people.into_values() {
        let Row { path: name, owner, .. } = files[0].clone();
        let header = SubmissionHeader {
            author: Some(owner).filter(|owner| !owner.is_empty()),
            submitted_at: files.iter().filter_map(|row| row.uploaded_at.clone()).max(),
            ..SubmissionHeader::named(name)
        };
        let mut work = Folder::default();
        for row in &files {
            let path = parts(&row.path);
            let Some(node) = folder.take(&path) else { continue };
            // A single file needs no folder.
            let above = if files.len() == 1 { path.len() - 1 } else { above };
            let below: Vec<String> = path[above..].iter().map(|&part| part.to_owned()).collect();
            work.insert(&below, node);
        }
        let single = if files.len() == 1 { work.entries.pop_first() } else { None };
        let (file_name, node) = single.unwrap_or_else(|| (String::new(), Node::Folder(work)));
        recognised.found.push(Found { header, file_name, node });
    }
    folder.drop_hollow();
    folder.entries.remove(LIST);
    recognised.records.push(LIST.to_owned());
    Some(recognised)
}

/// Returns the number of folders in which all files are.
fn common_folder(rows: &[Row]) -> usize {
    let folders = |row: &Row| -> Vec<String> {
        let parts = parts(&row.path);
        parts[..parts.len().saturating_sub(1)].iter().map(|&part| part.to_owned()).collect()
    };
    let mut common = rows.first().map(folders).unwrap_or_default();
    for row in rows {
        let same = common.iter().zip(folders(row)).take_while(|(a, b)| *a == b).count();
        common.truncate(same);
    }
    common.len()
}

fn rows(text: &str) -> Vec<Row> {
    let found = table(text, |titles| titles.len() >= LEAST_COLUMNS);
    found.into_iter().flat_map(|(_, records)| records).filter_map(|record| row(&record)).collect()
}

fn row(record: &csv::StringRecord) -> Option<Row> {
    let last = record.len().checked_sub(1).filter(|_| LEAST_COLUMNS <= record.len())?;
    let name = [FIRST_NAME, LAST_NAME].map(|at| record[at].trim());
    let uploaded_at = chrono::NaiveDateTime::parse_from_str(record[last - 1].trim(), "%d.%m.%Y %H:%M");
    Some(Row {
        path: record[last].trim().to_owned(),
        owner: name.join(" ").trim().to_owned(),
        uploaded_at: uploaded_at.ok().map(utc),
    })
}
