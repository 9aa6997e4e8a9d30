//! Reads teams and names as people write them: a table exported from a spreadsheet, or a list.

use std::collections::BTreeMap;

/// Largest number of names in a table. A course with five attempts of each of its students has fewer.
const MAX_NAMES: usize = 100_000;

/// Longest name, in characters.
const MAX_LENGTH: usize = 1000;

/// Reads teams from a table separated by commas, semicolons or tabs. If its first row has the words `member` and
/// `team`, each further row gives one member and the team. Otherwise each row is a team. Names are trimmed, and empty
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

fn named(row: Vec<String>) -> Vec<String> {
    row.into_iter().filter(|name| !name.is_empty()).collect()
}

/// Returns the columns of members and teams, if the first row names them.
fn columns(first: &[String]) -> Option<(usize, usize)> {
    let place = |word: &str| first.iter().position(|cell| cell.eq_ignore_ascii_case(word));
    place("member").zip(place("team"))
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
        let row: Vec<String> =
            record.map_err(|error| format!("cannot be read: {error}"))?.iter().map(str::to_owned).collect();
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
    use super::{names, teams};

    fn found(table: &str) -> Vec<String> {
        teams(table).unwrap().into_iter().map(|team| team.join("+")).collect()
    }

    #[test]
    fn a_table_has_a_team_a_row_or_a_member_a_row() {
        assert_eq!(found("ann, bob\n\n\"Žiga, jr.\",dan,eve,\n"), ["ann+bob", "Žiga, jr.+dan+eve"]);
        assert_eq!(found("ann;bob\r\ncid;dan\r\n"), ["ann+bob", "cid+dan"]);
        let rows = "\u{feff}Member\tPoints\tTeam\nann\t3\tred\nbob\t4\tblue\neve\t5\tred\nlou\t1\t\n";
        assert_eq!(found(rows), ["bob", "ann+eve"]);
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
    fn a_list_of_names_may_be_written_either_way() {
        assert_eq!(names("ann\nbob, eve\n").unwrap(), ["ann", "bob", "eve"]);
    }
}
