//! Reads author, attempt and time from the names in an export of a learning platform. There is one function per
//! platform. Pure functions.

use crate::input::tree::Node;
use crate::names::without_ending;

/// What one name says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Claim {
    /// Distinguishes persons with the same name. It is equal for all files of one person.
    pub(super) person: String,
    /// Name of the person.
    pub(super) author: String,
    /// Time of submission in RFC 3339.
    pub(super) submitted_at: Option<String>,
    /// Original name of the file. `None` if the name stands for a whole folder, or for a record of the platform.
    pub(super) file: Option<String>,
    /// Whether the file is the platform's own record of the submission.
    pub(super) is_record: bool,
    /// Task of the file, if the export can hold several.
    pub(super) task: String,
    /// Number of the attempt.
    pub(super) attempt: Option<u32>,
    /// Number that is larger for later attempts, if attempts have no numbers of their own.
    pub(super) order: Option<u64>,
    /// Time of submission as it is written. It separates submissions whose time cannot be read.
    pub(super) moment: String,
}

/// Reads a Moodle name: `Ada Lovelace_12345_assignsubmission_file_`, a folder, or with the file name after it.
pub(super) fn moodle(name: &str) -> Option<Claim> {
    let (who, rest) = name.split_once("_assignsubmission_")?;
    let (author, number) = who.rsplit_once('_')?;
    let file = rest.strip_prefix("file").or_else(|| rest.strip_prefix("onlinetext"))?;
    let file = match file.strip_prefix('_') {
        None if !file.is_empty() => return None,
        file => file.unwrap_or_default(),
    };
    if author.is_empty() || !is_number(number) {
        return None;
    }
    Some(Claim {
        person: number.to_owned(),
        author: author.to_owned(),
        file: (!file.is_empty()).then(|| file.to_owned()),
        ..Claim::default()
    })
}

/// Reads a Canvas name, which has one of these forms:
/// - `lovelaceada_LATE_12345_678901_main.py`: author, number of the person, number of the file, name of the file.
/// - `lovelaceada_12345_text.html`: text that was typed in, or an address (`link.html`).
/// - `LATE_anon_aB3xZ_678901_main.py`: graded anonymously, with a word that stands for a person.
pub(super) fn canvas(name: &str) -> Option<Claim> {
    fn on_time(rest: &str) -> &str {
        rest.strip_prefix("LATE_").unwrap_or(rest)
    }
    let (author, rest) = on_time(name).split_once('_')?;
    let (person, rest) = on_time(rest).split_once('_')?;
    let rest = on_time(rest);
    let file = match rest.split_once('_') {
        Some((number, file)) if is_number(number) && !file.is_empty() => file,
        _ if matches!(rest, "text.html" | "link.html") => rest,
        _ => return None,
    };
    let is_anonymous = author == "anon" && person.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if author.is_empty() || person.is_empty() || !(is_anonymous || is_number(person)) {
        return None;
    }
    Some(Claim {
        person: person.to_owned(),
        author: if is_anonymous { format!("{author}_{person}") } else { author.to_owned() },
        file: Some(file.to_owned()),
        ..Claim::default()
    })
}

/// Returns the name without its number, and the number. `main-1.py` is the second `main.py` that a person handed in.
pub(super) fn resubmitted(file: &str) -> (String, u32) {
    let (stem, ending) = match file.rfind('.') {
        Some(at) if at > 0 => file.split_at(at),
        _ => (file, ""),
    };
    match stem.rsplit_once('-') {
        Some((stem, number)) if !stem.is_empty() && is_number(number) && number.len() < 4 => {
            (format!("{stem}{ending}"), number.parse().unwrap_or(0))
        }
        _ => (file.to_owned(), 0),
    }
}

/// Returns the number of the submission in a folder name such as `submission_123456`.
pub(super) fn gradescope(name: &str) -> Option<&str> {
    name.strip_prefix("submission_").filter(|number| is_number(number))
}

/// Returns the common beginning of names of repositories (`hw1-ada`, `hw1-bob-smith`), up to the last hyphen that all
/// share. Returns `None` if there is none, or if the remaining parts are not names of accounts.
pub(super) fn classroom<'a>(mut names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let shared = shared(names.clone())?;
    let prefix = &shared[..=shared.rfind('-')?];
    let is_account = |name: &str| {
        let account = &name[prefix.len()..];
        let fits = account.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        fits && !account.is_empty() && account.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    (prefix.len() > 1 && names.clone().nth(1).is_some() && names.all(is_account)).then_some(prefix)
}

/// Returns the common beginning of all names.
pub(super) fn shared<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut shared = names.next()?;
    for name in names {
        let same = shared.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        shared = &shared[..shared.floor_char_boundary(same)];
    }
    Some(shared)
}

/// Returns the branch, with its hyphen, that ends the names of all downloaded repositories (`hw1-ada-main`), or an
/// empty string if they are named otherwise.
pub(super) fn branch(names: &[&str]) -> &'static str {
    let of_all = |branch: &&str| names.iter().all(|name| name.ends_with(branch));
    ["-main", "-master"].into_iter().find(of_all).unwrap_or_default()
}

/// Converts a time as platforms write it to RFC 3339. A time without a zone counts as UTC.
pub(super) fn time(text: &str) -> Option<String> {
    use chrono::{DateTime, NaiveDateTime, SecondsFormat};
    let text = text.trim().trim_matches(['\'', '"']);
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Some(time.to_rfc3339_opts(SecondsFormat::Secs, true));
    }
    let zoned = text
        .strip_suffix("UTC")
        .or_else(|| text.strip_suffix('Z'))
        .map(|text| format!("{}+00:00", text.trim_end()));
    let zoned = zoned.as_deref().unwrap_or(text);
    let formats = ["%Y-%m-%d %H:%M:%S%.f %z", "%Y-%m-%d %H:%M:%S%.f%z", "%Y-%m-%dT%H:%M:%S%.f%z"];
    if let Some(time) = formats.iter().find_map(|format| DateTime::parse_from_str(zoned, format).ok()) {
        return Some(time.to_rfc3339_opts(SecondsFormat::Secs, true));
    }
    let formats = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M"];
    formats.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok()).map(utc)
}

/// Converts a time without a zone to RFC 3339. It counts as UTC.
pub(super) fn utc(time: chrono::NaiveDateTime) -> String {
    time.and_utc().to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Removes the extension of regular files and archives only, because `v1.2` may be a folder.
pub(super) fn without_ending_if_any<'a>(name: &'a str, node: &Node) -> &'a str {
    match node {
        Node::Folder(_) => name,
        Node::Archive(_) | Node::File(_) | Node::Other(_) => without_ending(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(claim: Option<Claim>) -> Option<(String, String, String, String)> {
        claim.map(|claim| {
            let file = if claim.is_record { "(record)".to_owned() } else { claim.file.unwrap_or_default() };
            (claim.person, claim.author, claim.submitted_at.unwrap_or_default(), file)
        })
    }

    fn check(read: fn(&str) -> Option<Claim>, name: &str, expected: Option<[&str; 4]>) {
        let expected = expected.map(|[a, b, c, d]| (a.to_owned(), b.to_owned(), c.to_owned(), d.to_owned()));
        assert_eq!(said(read(name)), expected, "{name}");
    }

    #[test]
    fn names_of_moodle() {
        for (name, expected) in [
            ("Ada Lovelace_12345_assignsubmission_file_", Some(["12345", "Ada Lovelace", "", ""])),
            ("Ada Lovelace_12345_assignsubmission_file", Some(["12345", "Ada Lovelace", "", ""])),
            ("Ada Lovelace_12345_assignsubmission_onlinetext_", Some(["12345", "Ada Lovelace", "", ""])),
            (
                "Ada_Lovelace_12345_assignsubmission_file_my_main.c",
                Some(["12345", "Ada_Lovelace", "", "my_main.c"]),
            ),
            ("Participant_7_assignsubmission_file_main.c", Some(["7", "Participant", "", "main.c"])),
            ("Ada Lovelace_x_assignsubmission_file_", None),
            ("_12345_assignsubmission_file_", None),
            ("Ada_12345_assignsubmission_filemain.c", None),
            ("Ada_12345_main.c", None),
        ] {
            check(moodle, name, expected);
        }
    }

    #[test]
    fn names_of_canvas() {
        for (name, expected) in [
            ("lovelaceada_12345_678901_main.py", Some(["12345", "lovelaceada", "", "main.py"])),
            (
                "lovelaceada_LATE_12345_678901_my_main-1.py",
                Some(["12345", "lovelaceada", "", "my_main-1.py"]),
            ),
            ("lovelaceada_12345_text.html", Some(["12345", "lovelaceada", "", "text.html"])),
            ("kimlee_LATE_102_link.html", Some(["102", "kimlee", "", "link.html"])),
            ("anon_aB3xZ_9001_main.py", Some(["aB3xZ", "anon_aB3xZ", "", "main.py"])),
            ("LATE_anon_12345_9001_my_main.py", Some(["12345", "anon_12345", "", "my_main.py"])),
            ("anon_LATE_aB3xZ_text.html", Some(["aB3xZ", "anon_aB3xZ", "", "text.html"])),
            ("anon__9001_main.py", None),
            ("ada_aB3xZ_9001_main.py", None),
            ("lovelaceada_12345_main.py", None),
            ("main_1_2", None),
            ("main.py", None),
        ] {
            check(canvas, name, expected);
        }
        for (file, stem, number) in [
            ("main-1.py", "main.py", 1),
            ("main.py", "main.py", 0),
            ("a-b.py", "a-b.py", 0),
            ("-1.py", "-1.py", 0),
            ("x-12.tar", "x.tar", 12),
        ] {
            assert_eq!(resubmitted(file), (stem.to_owned(), number), "{file}");
        }
    }

    #[test]
    fn names_of_repositories() {
        for (names, prefix) in [
            (&["hw1-ada", "hw1-bob-smith"][..], Some("hw1-")),
            (&["intro-hw1-ada", "intro-hw1-bob"], Some("intro-hw1-")),
            (&["student-01", "student-02"], None),
            (&["hw1-ada"], None),
            (&["ada", "bob"], None),
            (&["-ada", "-bob"], None),
            (&["hw1-ada", "hw1-b\u{f6}b"], None),
        ] {
            assert_eq!(classroom(names.iter().copied()), prefix, "{names:?}");
        }
    }

    #[test]
    fn times_of_all_platforms() {
        for (text, expected) in [
            ("2019-07-23 17:12:37 +0200", Some("2019-07-23T17:12:37+02:00")),
            ("2020-09-24 23:14:26.383614000 Z", Some("2020-09-24T23:14:26Z")),
            ("2020-09-24 23:14:26 UTC", Some("2020-09-24T23:14:26Z")),
            ("2020-09-24T23:14:26.000-07:00", Some("2020-09-24T23:14:26-07:00")),
            ("2020-09-24 23:14:26", Some("2020-09-24T23:14:26Z")),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(time(text).as_deref(), expected, "{text}");
        }
    }
}
