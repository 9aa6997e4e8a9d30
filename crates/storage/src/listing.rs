//! Lists: pages of any list, and the list of batches, with what it shows and how it is searched and sorted. Plain data and
//! pure functions.
//!
//! The search and the order of batches are here and not in SQL: SQLite lowers only ASCII letters, and PostgreSQL lowers and
//! sorts by the locale of its server. Here every database gives the same list.

use std::cmp::{Ordering, Reverse};

use crate::{AccountId, BatchId, CourseId, Found};

/// Some entries of a list, and where to continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T, Key> {
    /// The entries, at most as many as requested.
    pub items: Vec<T>,
    /// Key to pass as `after` to continue. `None`: this was the last page.
    pub next: Option<Key>,
}

impl<T, Key> Page<T, Key> {
    /// Creates a page from the result of a query for one entry more than requested.
    pub fn cut(mut items: Vec<T>, limit: u32, key: impl Fn(&T) -> Key) -> Self {
        let more = (limit as usize) < items.len();
        items.truncate(limit as usize);
        let next = if more { items.last().map(key) } else { None };
        Self { items, next }
    }
}

/// The part of a list of batches that a page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchListing {
    /// Only batches in courses of this account.
    pub account: AccountId,
    /// Only batches whose title or course contains each of these words, in any case.
    pub words: String,
    /// Order of the list.
    pub order: BatchOrder,
    /// Whether the order is reversed: the largest and the newest first, Z before A.
    pub descending: bool,
    /// Number of batches to leave out at the beginning.
    pub offset: usize,
    /// Largest number of batches.
    pub limit: usize,
}

/// What decides the order of a list of batches. Equal batches are listed newest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BatchOrder {
    /// Time of the upload.
    #[default]
    #[strum(serialize = "date")]
    Created,
    /// Title.
    Title,
    /// Number of submissions of the class. Batches without a report come last.
    Submissions,
    /// How much their reports found. Batches of which this is not known come last.
    #[strum(serialize = "beyond")]
    Found,
    /// Number of open cases.
    #[strum(serialize = "cases")]
    OpenCases,
}

/// What lists of batches are searched and sorted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchSummary {
    /// The batch.
    pub id: BatchId,
    /// Its title.
    pub title: String,
    /// Its course.
    pub course: CourseId,
    /// The name of its course.
    pub course_name: String,
    /// Number of submissions of the class in its current report.
    pub submissions: Option<u32>,
    /// What its current report found. `None`: there is no report.
    pub found: Option<Found>,
    /// Number of undecided cases with a submission of the batch.
    pub open_cases: u32,
}

impl BatchListing {
    /// Returns the requested part of a list that is sorted newest first, and the number of batches found.
    pub fn select(&self, mut rows: Vec<BatchSummary>) -> (Vec<BatchSummary>, usize) {
        let words = self.words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        if !words.is_empty() {
            rows.retain(|row| {
                let text = format!("{}\n{}", row.title, row.course_name).to_lowercase();
                words.iter().all(|word| text.contains(word))
            });
        }
        match self.order {
            BatchOrder::Created if self.descending => {}
            BatchOrder::Created => rows.reverse(),
            BatchOrder::Title if self.descending => {
                rows.sort_by_cached_key(|row| Reverse(row.title.to_lowercase()));
            }
            BatchOrder::Title => rows.sort_by_cached_key(|row| row.title.to_lowercase()),
            BatchOrder::Submissions => rows.sort_by(|one, other| self.by(one.submissions, other.submissions)),
            BatchOrder::Found => {
                let total = |row: &BatchSummary| row.found.as_ref().map(|found| found.total);
                rows.sort_by(|one, other| self.by(total(one), total(other)));
            }
            BatchOrder::OpenCases => {
                rows.sort_by(|one, other| self.by(Some(one.open_cases), Some(other.open_cases)));
            }
        }
        let found = rows.len();
        (rows.into_iter().skip(self.offset).take(self.limit).collect(), found)
    }

    /// Compares two numbers in the requested direction. An unknown number comes last in both directions.
    fn by(&self, one: Option<u32>, other: Option<u32>) -> Ordering {
        match (one, other) {
            (Some(one), Some(other)) if self.descending => other.cmp(&one),
            (Some(one), Some(other)) => one.cmp(&other),
            (one, other) => one.is_none().cmp(&other.is_none()),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_page_goes_on_only_where_there_is_more() {
        let key = |item: &u32| *item;
        assert_eq!(Page::cut(vec![1, 2, 3], 2, key), Page { items: vec![1, 2], next: Some(2) });
        assert_eq!(Page::cut(vec![1, 2], 2, key), Page { items: vec![1, 2], next: None });
        assert_eq!(Page::cut(vec![], 2, key), Page { items: vec![], next: None });
    }

    fn row(id: u128, title: &str, course: &str, numbers: [Option<u32>; 2], open_cases: u32) -> BatchSummary {
        BatchSummary {
            id: BatchId(Uuid::from_u128(id)),
            title: title.to_owned(),
            course: CourseId(Uuid::nil()),
            course_name: course.to_owned(),
            submissions: numbers[0],
            found: numbers[1].map(|total| Found { total, ..Found::default() }),
            open_cases,
        }
    }

    /// Returns the ids in the order of the list.
    fn listed(words: &str, order: BatchOrder, descending: bool) -> Vec<u128> {
        let rows = vec![
            row(5, "Übung 3", "Programming I", [Some(10), None], 0),
            row(4, "sheet 1", "Straße und Weg", [None, None], 2),
            row(3, "Sheet 1", "Programming II", [Some(200), Some(7)], 1),
            row(2, "ورقة", "Programming I", [Some(10), Some(0)], 0),
        ];
        let listing = BatchListing {
            account: AccountId(Uuid::nil()),
            words: words.to_owned(),
            order,
            descending,
            offset: 0,
            limit: 10,
        };
        listing.select(rows).0.iter().map(|row| row.id.0.as_u128()).collect()
    }

    #[test]
    fn every_word_is_looked_for_in_title_and_course() {
        let found = |words| listed(words, BatchOrder::Created, true);
        assert_eq!(found(""), [5, 4, 3, 2]);
        assert_eq!(found("  SHEET "), [4, 3]);
        assert_eq!(found("programming sheet"), [3]);
        assert_eq!(found("ÜBUNG"), [5]);
        assert_eq!(found("ورقة"), [2]);
        assert!(found("100%").is_empty());
    }

    #[test]
    fn equal_rows_stay_newest_first_and_unknown_numbers_are_last() {
        assert_eq!(listed("", BatchOrder::Created, false), [2, 3, 4, 5]);
        assert_eq!(listed("", BatchOrder::Title, false), [4, 3, 5, 2]);
        assert_eq!(listed("", BatchOrder::Title, true), [2, 5, 4, 3]);
        assert_eq!(listed("", BatchOrder::Submissions, true), [3, 5, 2, 4]);
        assert_eq!(listed("", BatchOrder::Submissions, false), [5, 2, 3, 4]);
        assert_eq!(listed("", BatchOrder::Found, true), [3, 2, 5, 4]);
        assert_eq!(listed("", BatchOrder::Found, false), [2, 3, 5, 4]);
        assert_eq!(listed("", BatchOrder::OpenCases, true), [4, 3, 5, 2]);
    }
}
