//! Parses texts that users write on the command line, over HTTP and in forms: names and times, and tables of teams and
//! people, which are exported from a spreadsheet or written as a list.

use std::collections::BTreeMap;

use chaffinch_submission::composed;
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

use crate::{ArchiveId, PersonName, ReferenceLabel};

/// Largest length of an archive's name, in characters.
const NAME_LENGTH: usize = 100;

/// Checks the name of an archive and returns it without surrounding blanks. Where archives are listed, an id also names
/// one, and `none` stands for no archive, so these are refused.
///
/// # Errors
/// Returns what is wrong with the name, as text that continues "the name ...".
pub fn archive_name(name: &str) -> Result<&str, String> {
    let name = name.trim();
    if name.is_empty() || NAME_LENGTH < name.chars().count() {
        Err(format!("must have 1 to {NAME_LENGTH} characters"))
    } else if name.chars().any(char::is_control) {
        Err("must not contain control characters".to_owned())
    } else if name == ReferenceLabel::ARCHIVE {
        Err(format!("cannot be {name:?}, which stands for the reference answers of an upload"))
    } else if name == "none" || name.parse::<ArchiveId>().is_ok() {
        Err(format!("cannot be {name:?}, which has another meaning in lists of archives"))
    } else {
        Ok(name)
    }
}

/// Parses a time of deletion: an RFC 3339 time, or a date, which stands for the beginning of the day in UTC. It must be
/// in the future.
///
/// # Errors
/// Returns what is wrong with the time, as text that continues "the time ...".
pub fn keep_until(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, String> {
    let time = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    let day = || text.parse::<NaiveDate>().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    // RFC 3339, which answers use, ends with the year 9999, whose last second may be a leap second.
    match time.or_else(|_| day()).ok().filter(|time| time.year() < 9999) {
        Some(time) if time > now => Ok(time),
        Some(_) => Err(format!("is {text:?}, which is in the past")),
        None => Err(format!("must be a date (2030-01-31) or an RFC 3339 time, not {text:?}")),
    }
}

/// Largest number of names in a table. A course with five attempts of each of its students has fewer.
const MAX_NAMES: usize = 100_000;

/// Longest name, in characters.
const MAX_LENGTH: usize = 1000;

/// Reads teams from a table separated by commas, semicolons or tabs. If its first row has the words `member` (or
/// `full_name`) and `team`, each further row gives one member and the team. Otherwise each row is a team. Names are trimmed, and empty
/// ones are left out.
///
/// # Errors
/// Returns what is wrong with the table, as text that continues "the table ...".
pub fn teams(table: &str) -> Result<Vec<Vec<String>>, String> {
    let rows = rows(table)?;
    let Some((member, team)) = rows.first().and_then(|row| columns(row)) else {
        return Ok(rows.into_iter().map(named).filter(|team| !team.is_empty()).collect());
    };
    let mut teams: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (row, number) in rows.into_iter().skip(1).zip(2..) {
        let cell = |column: usize| row.get(column).filter(|cell| !cell.is_empty()).cloned();
        match (cell(member), cell(team)) {
            (Some(member), Some(team)) => teams.entry(team).or_default().push(member),
            // Members without a team may be listed.
            (_, None) => {}
            (None, Some(_)) => return Err(format!("has a team without a member in row {number}")),
        }
    }
    Ok(teams.into_values().collect())
}

/// Reads names, one per line or separated as in a table.
///
/// # Errors
/// See [`teams`].
pub fn names(list: &str) -> Result<Vec<String>, String> {
    Ok(rows(list)?.into_iter().flat_map(named).collect())
}

/// Reads who is who in a course from a table whose first row has the words `name` and `person`, and may have `task`. Each
/// further row says which person has handed in under a name, an author or the name of a submission; with a task only in
/// the comparison of this title. Returns them sorted.
///
/// # Errors
/// See [`teams`].
pub fn person_names(table: &str) -> Result<Vec<PersonName>, String> {
    let rows = rows(table)?;
    let place = |words: &[&str]| {
        let first = rows.first()?;
        first.iter().position(|cell| words.iter().any(|word| cell.eq_ignore_ascii_case(word)))
    };
    let (Some(name), Some(person)) = (place(&["name", "author", "submission"]), place(&["person"])) else {
        return Err("must begin with a row that has the words name and person".to_owned());
    };
    let task = place(&["task", "comparison", "group"]);
    let mut found: BTreeMap<(String, String), String> = BTreeMap::new();
    for (row, number) in rows.iter().zip(1..).skip(1) {
        let cell = |column: usize| row.get(column).cloned().unwrap_or_default();
        let (task, name, person) = (task.map(cell).unwrap_or_default(), cell(name), cell(person));
        match (name.is_empty(), person.is_empty()) {
            (true, true) => continue,
            (false, false) => {}
            (true, false) => return Err(format!("has a person without a name in row {number}")),
            (false, true) => return Err(format!("has a name without a person in row {number}")),
        }
        let known = found.entry((task, name)).or_insert_with(|| person.clone());
        if *known != person {
            return Err(format!("gives one name to two people in row {number}; a task tells them apart"));
        }
    }
    Ok(found.into_iter().map(|((task, name), person)| PersonName { task, name, person }).collect())
}

fn named(row: Vec<String>) -> Vec<String> {
    row.into_iter().filter(|name| !name.is_empty()).collect()
}

/// Returns the columns of members and teams, if the first row names them.
fn columns(first: &[String]) -> Option<(usize, usize)> {
    let place = |word: &str| first.iter().position(|cell| cell.eq_ignore_ascii_case(word));
    // A table of names beside submissions has authors under `full_name`.
    place("member").or_else(|| place("full_name")).zip(place("team"))
}

fn rows(table: &str) -> Result<Vec<Vec<String>>, String> {
    let table = table.strip_prefix('\u{feff}').unwrap_or(table);
    // Spreadsheets use the separator of their country. It is guessed from the first row.
    let first = table.lines().next().unwrap_or_default();
    let delimiter = [b'\t', b';'].into_iter().find(|&sign| first.contains(char::from(sign))).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    let (mut rows, mut all) = (Vec::new(), 0);
    for record in reader.records() {
        let row: Vec<String> = record
            .map_err(|error| format!("cannot be read: {error}"))?
            .iter()
            .map(|cell| composed(cell).into_owned())
            .collect();
        all += row.len();
        if MAX_NAMES < all {
            return Err(format!("has more than {MAX_NAMES} names"));
        }
        if row.iter().any(|name| MAX_LENGTH < name.chars().count()) {
            return Err(format!("has a name of more than {MAX_LENGTH} characters in row {}", rows.len() + 1));
        }
        rows.push(row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn times_are_in_the_future_and_can_be_written() {
        let start = DateTime::UNIX_EPOCH;
        let until = keep_until("2030-01-31", start).unwrap();
        assert_eq!(until.to_rfc3339(), "2030-01-31T00:00:00+00:00");
        assert_eq!(keep_until("2030-01-31T01:00:00+01:00", start), Ok(until));
        assert!(keep_until("2030-01-31", until).is_err(), "it has passed");
        for late in ["+262142-12-31", "9999-12-31T23:59:60Z", "10000-01-01", "tomorrow", ""] {
            assert!(keep_until(late, start).is_err(), "{late}");
        }
        assert_eq!(keep_until("9998-12-31", start).unwrap().to_rfc3339(), "9998-12-31T00:00:00+00:00");
    }

    #[test]
    fn names_can_stand_in_a_list() {
        assert_eq!(archive_name(" Žiga's week 3, 2024 "), Ok("Žiga's week 3, 2024"));
        let (long, longest) = ("x".repeat(101), "x".repeat(100));
        assert_eq!(archive_name(&longest), Ok(longest.as_str()));
        for wrong in ["", "  ", "none", "a\tb", "0190a2f0-0000-7000-8000-000000000000", &long] {
            assert!(archive_name(wrong).is_err(), "{wrong:?}");
        }
    }

    fn found(table: &str) -> Vec<String> {
        teams(table).unwrap().into_iter().map(|team| team.join("+")).collect()
    }

    #[test]
    fn a_table_has_a_team_a_row_or_a_member_a_row() {
        assert_eq!(found("ann, bob\n\n\"Žiga, jr.\",dan,eve,\n"), ["ann+bob", "Žiga, jr.+dan+eve"]);
        assert_eq!(found("ann;bob\r\ncid;dan\r\n"), ["ann+bob", "cid+dan"]);
        let rows = "\u{feff}Member\tPoints\tTeam\nann\t3\tred\nbob\t4\tblue\neve\t5\tred\nlou\t1\t\n";
        assert_eq!(found(rows), ["bob", "ann+eve"]);
        let names = "filename,full_name,team\na.c,ann,red\nb.c,bob,\nc.c,eve,red\n";
        assert_eq!(found(names), ["ann+eve"]);
        assert_eq!(found("ann,red\neve,red\n"), ["ann+red", "eve+red"], "without a head, rows are teams");
        assert_eq!(found(" \n"), [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(teams("member,team\n,red\n").unwrap_err().contains("row 2"));
        assert!(teams(&format!("ann,{}\n", "x".repeat(2000))).unwrap_err().contains("row 1"));
        assert!(teams(&"a,".repeat(200_000)).unwrap_err().contains("names"));
    }

    #[test]
    fn who_is_who_is_read_by_the_words_of_the_first_row() {
        let read = |table: &str| {
            let names = person_names(table)?;
            let texts = names.into_iter().map(|one| format!("{}/{}={}", one.task, one.name, one.person));
            Ok::<_, String>(texts.collect::<Vec<_>>())
        };
        assert_eq!(read("name,person\nzoe,Zoe\nann,Ann Lee\n,\n").unwrap(), ["/ann=Ann Lee", "/zoe=Zoe"]);
        let tasks = "Person;Submission;Task\nAnn;s001;Sheet 2\nBob;s001;Sheet 1\nAnn;a.lee;\n";
        assert_eq!(read(tasks).unwrap(), ["/a.lee=Ann", "Sheet 1/s001=Bob", "Sheet 2/s001=Ann"]);
        assert!(read("ann,Ann\n").unwrap_err().contains("name and person"));
        assert!(read("name,person\nann,\n").unwrap_err().contains("row 2"));
        assert!(read("name,person\nann,Ann\nann,Bob\n").unwrap_err().contains("row 3"));
    }

    #[test]
    fn a_list_of_names_may_be_written_either_way() {
        assert_eq!(names("ann\nbob, eve\n").unwrap(), ["ann", "bob", "eve"]);
    }
}
