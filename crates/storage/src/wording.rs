//! Parses texts that users write on the command line, over HTTP and in forms.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

use crate::ArchiveId;

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

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::{archive_name, keep_until};

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
}
