//! Reads author, attempt, task and time from names in the exports of Brightspace, Autolab, PrairieLearn, CodeGrade and
//! ILIAS, and of quizzes in Canvas. There is one function per platform. Pure functions.

use chrono::{NaiveDate, NaiveTime};

use crate::layout::names::{Claim, is_number, time, utc};

/// Reads a Brightspace name: `397063-2557369 - Jane Smith - Sep 24, 2024 926 PM`, a folder, or with ` - main.py` after it.
pub(super) fn brightspace(name: &str) -> Option<Claim> {
    let parts: Vec<&str> = name.split(" - ").collect();
    let (person, _) = parts[0].split_once('-').filter(|(a, b)| is_number(a) && is_number(b))?;
    let is_date = |part: &&str| {
        let is_year = |digits: &str| digits.len() == 4 && digits.starts_with("20");
        part.split(|c: char| !c.is_ascii_digit()).any(is_year)
    };
    let at = parts.iter().rposition(is_date).filter(|at| *at > 1)?;
    let file = parts[at + 1..].join(" - ");
    Some(Claim {
        person: person.to_owned(),
        author: parts[1..at].join(" - "),
        submitted_at: brightspace_time(parts[at]),
        moment: parts[at].to_owned(),
        file: (!file.is_empty()).then_some(file),
        ..Claim::default()
    })
}

/// Formats of dates in Brightspace, which depend on the language of the reader.
const DATES: &[&str] =
    &["%b %d, %Y", "%d %b, %Y", "%d %b %Y", "%Y-%m-%d", "%d-%m-%Y", "%m/%d/%Y", "%d/%m/%Y"];

/// Reads a time such as `Sep 24, 2024 926 PM`. It is that of the institution, and counts as UTC.
fn brightspace_time(text: &str) -> Option<String> {
    let (text, afternoon) = match text.rsplit_once(' ')? {
        (rest, "AM" | "am") => (rest, Some(0)),
        (rest, "PM" | "pm") => (rest, Some(12)),
        _ => (text, None),
    };
    let (date, clock) = text.rsplit_once(' ')?;
    let date = DATES.iter().find_map(|format| NaiveDate::parse_from_str(date, format).ok())?;
    let number: u32 = clock.replace([':', '.', 'h'], "").parse().ok()?;
    let hour = afternoon.map_or(number / 100, |afternoon| number / 100 % 12 + afternoon);
    Some(utc(date.and_time(NaiveTime::from_hms_opt(hour, number % 100, 0)?)))
}

/// Reads an Autolab name: `jane@example.edu_3_main.c`, the user, the number of the version, and the file.
pub(super) fn autolab(name: &str) -> Option<Claim> {
    let (user, rest) = address(name)?;
    let (version, file) = rest.split_once('_').filter(|(_, file)| !file.is_empty())?;
    if !is_number(version) {
        return None;
    }
    Some(Claim {
        person: user.to_owned(),
        author: user.to_owned(),
        attempt: version.parse().ok(),
        file: Some(file.to_owned()),
        ..Claim::default()
    })
}

/// Returns the electronic mail address at the beginning of a name, and what follows after an underscore.
fn address(name: &str) -> Option<(&str, &str)> {
    let at = name.find('@').filter(|at| *at > 0)?;
    let end = at + name[at..].find('_')?;
    Some((&name[..end], &name[end + 1..]))
}

/// Reads a PrairieLearn name: `jane@example.edu_1_sort/list_1_2_99_main.py`, with the user or group, the number of the
/// assessment instance, the question, the variant, the number of the submission among those of the variant, its own
/// number, and the file. Some downloads have the name of the assessment after the user.
pub(super) fn prairielearn(name: &str) -> Option<Claim> {
    let (user, rest) = address(name).or_else(|| name.split_once('_'))?;
    let parts: Vec<&str> = rest.split('_').collect();
    let is_place = |at: &usize| parts[*at..*at + 3].iter().all(|part| is_number(part));
    // The instance and the question come before the three numbers, the file after them.
    let at = (2..parts.len().saturating_sub(3)).rfind(is_place)?;
    let instance =
        parts[..at].iter().position(|part| is_number(part)).filter(|instance| instance + 1 < at)?;
    Some(Claim {
        person: user.to_owned(),
        author: user.to_owned(),
        task: parts[instance + 1..at].join("_"),
        order: parts[at + 2].parse().ok(),
        file: Some(parts[at + 3..].join("_")),
        ..Claim::default()
    })
}

/// Reads the name of a file that was handed in to a question of a Canvas quiz: `lee_ann102_question_7_9001_main.py`, with
/// the author, the number of the person, that of the question and that of the file.
pub(super) fn canvas_quiz(name: &str) -> Option<Claim> {
    let (who, rest) = name.split_once("_question_")?;
    let (question, rest) = rest.split_once('_')?;
    let (number, file) = rest.split_once('_')?;
    if who.is_empty() || file.is_empty() || !is_number(question) || !is_number(number) {
        return None;
    }
    let author = who.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    Some(Claim {
        person: who.to_owned(),
        author: if author.is_empty() { who } else { author }.to_owned(),
        task: format!("question_{question}"),
        file: Some(file.to_owned()),
        ..Claim::default()
    })
}

/// Reads a CodeGrade name: `Ann Lee - 2024-10-01T12:30:05.123456`, a folder.
pub(super) fn codegrade(name: &str) -> Option<Claim> {
    let (author, moment) = name.rsplit_once(" - ").filter(|(author, _)| !author.is_empty())?;
    Some(Claim {
        person: author.to_owned(),
        author: author.to_owned(),
        submitted_at: Some(time(moment).filter(|_| moment.contains('T'))?),
        moment: moment.to_owned(),
        ..Claim::default()
    })
}

/// Reads an ILIAS name: `Lee_Ann_alee_4711`, a folder with the name of the person, the user name and a number.
pub(super) fn ilias(name: &str) -> Option<Claim> {
    let (rest, number) = name.rsplit_once('_')?;
    let (author, user) = rest.rsplit_once('_')?;
    let is_user = user.starts_with(|c: char| c.is_ascii_lowercase()) && !user.contains(' ');
    let is_author =
        author.contains('_') && author.split('_').all(|word| word.starts_with(char::is_uppercase));
    (is_number(number) && is_user && is_author).then(|| Claim {
        person: user.to_owned(),
        author: author.replace('_', " "),
        ..Claim::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns person, author, task, attempt or order, time and file.
    fn said(claim: Option<Claim>) -> Option<String> {
        let claim = claim?;
        let number = claim.attempt.map(u64::from).or(claim.order);
        let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let words = [
            claim.person,
            claim.author,
            claim.task,
            number,
            claim.submitted_at.unwrap_or_default(),
            claim.file.unwrap_or_default(),
        ];
        Some(words.join("|"))
    }

    fn check(read: fn(&str) -> Option<Claim>, cases: &[(&str, Option<&str>)]) {
        for (name, expected) in cases {
            assert_eq!(said(read(name)).as_deref(), *expected, "{name}");
        }
    }

    #[test]
    fn names_of_brightspace() {
        check(
            brightspace,
            &[
                (
                    "397063-2557369 - Jane Smith - Sep 24, 2024 926 PM",
                    Some("397063|Jane Smith||-|2024-09-24T21:26:00Z|"),
                ),
                (
                    "1-9 - Ann - Marie Lee - Jan 3, 2025 1205 AM - my - main.py",
                    Some("1|Ann - Marie Lee||-|2025-01-03T00:05:00Z|my - main.py"),
                ),
                ("1-9 - Zoe Roy - 24 sept. 2024 21 h 26", Some("1|Zoe Roy||-||")),
                ("1-9 - Zoe Roy - 2024-09-24 21:26", Some("1|Zoe Roy||-|2024-09-24T21:26:00Z|")),
                ("1 - Jane Smith - Sep 24, 2024 926 PM", None),
                ("1-9 - 2024", None),
                ("Jane Smith", None),
            ],
        );
    }

    #[test]
    fn names_of_autolab_and_prairielearn() {
        check(
            autolab,
            &[
                ("jane@example.edu_3_my_main.c", Some("jane@example.edu|jane@example.edu||3||my_main.c")),
                (
                    "jane_doe@example.edu_12_hw.tar",
                    Some("jane_doe@example.edu|jane_doe@example.edu||12||hw.tar"),
                ),
                ("jane@example.edu_x_main.c", None),
                ("jane_3_main.c", None),
            ],
        );
        check(
            prairielearn,
            &[
                ("j@x.edu_hw3_1_q-prog_1_2_99_main.py", Some("j@x.edu|j@x.edu|q-prog|99||main.py")),
                (
                    "j_k@x.edu_1_sort_list_1_2_99_my_main.py",
                    Some("j_k@x.edu|j_k@x.edu|sort_list|99||my_main.py"),
                ),
                ("team7_1_q1_1_1_5_a.py", Some("team7|team7|q1|5||a.py")),
                ("j@x.edu_1_q1_1_1_main.py", None),
                ("lovelaceada_12345_678901_main.py", None),
                ("j@x.edu_3_main.c", None),
            ],
        );
    }

    #[test]
    fn names_of_quizzes_codegrade_and_ilias() {
        check(
            canvas_quiz,
            &[
                (
                    "lee_ann102_question_7_9001_my_main.py",
                    Some("lee_ann102|lee_ann|question_7|-||my_main.py"),
                ),
                ("annlee_question_123_456_file.py", Some("annlee|annlee|question_123|-||file.py")),
                ("annlee_question_one_456_file.py", None),
                ("annlee_12345_678901_main.py", None),
            ],
        );
        check(
            codegrade,
            &[
                ("Ann Lee - 2024-10-01T12:30:05.123456", Some("Ann Lee|Ann Lee||-|2024-10-01T12:30:05Z|")),
                ("Ann Lee - 2024", None),
            ],
        );
        check(
            ilias,
            &[
                ("Lee_Ann_alee_4711", Some("alee|Lee Ann||-||")),
                ("Van_Dyk_Ann_adyk_4711", Some("adyk|Van Dyk Ann||-||")),
                ("lab_one_ann_1", None),
                ("Lee_alee_4711", None),
            ],
        );
    }
}
