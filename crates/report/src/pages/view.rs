//! How the list of pairs is looked at: cut-off, filter, order, page. It comes from the address's query, whatever
//! stands in it, and goes into the links of the page; it makes no revision and changes no report.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use crate::frame::PageLocation;
use crate::model::{Pair, Report, Submission};

/// What of the pairs is shown, and how. The default shows all by rank, at the report's own cut-off.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct View {
    /// Counts from 1; none is the first.
    pub page: Option<usize>,
    /// What the list is sorted by.
    #[serde(deserialize_with = "lenient")]
    pub sort: Option<Column>,
    /// None: the column's own.
    #[serde(deserialize_with = "lenient")]
    pub order: Option<Order>,
    /// Part of a name.
    pub q: String,
    /// Both sides have a file of this language; empty: any.
    pub language: String,
    /// An archive's name, [`View::THIS_CLASS`] or [`View::ANY_ARCHIVE`]; empty: whatever.
    pub archive: String,
    /// Instead of the report's; none where it is no number above 0.
    #[serde(deserialize_with = "lenient")]
    pub cutoff: Option<f64>,
}

/// A column that pairs are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The report's own order.
    Rank,
    /// Name of the left side.
    Left,
    /// Name of the right side.
    Right,
    /// Suspicion.
    Suspicion,
    /// Share of the left side.
    LeftShare,
    /// Share of the right side.
    RightShare,
    /// Tokens of the longest match.
    Longest,
    /// Number of matches.
    Matches,
    /// Lines of the left side.
    Lines,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Column {
    /// As addresses call them, in the order of the table.
    const NAMES: [(Self, &'static str); 9] = [
        (Self::Rank, "rank"),
        (Self::Left, "left"),
        (Self::Right, "right"),
        (Self::Suspicion, "suspicion"),
        (Self::LeftShare, "left-share"),
        (Self::RightShare, "right-share"),
        (Self::Longest, "longest"),
        (Self::Matches, "matches"),
        (Self::Lines, "lines"),
    ];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(column, _)| *column == self).map_or("", |(_, name)| name)
    }

    /// Numbers begin with the largest, ranks and names with the first.
    fn first(self) -> Order {
        if matches!(self, Self::Rank | Self::Left | Self::Right) {
            Order::Ascending
        } else {
            Order::Descending
        }
    }
}

impl FromStr for Column {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(column, _)| *column).ok_or(())
    }
}

impl Order {
    pub(in crate::pages) fn word(self) -> &'static str {
        if self == Self::Ascending { "ascending" } else { "descending" }
    }

    fn other(self) -> Self {
        if self == Self::Ascending { Self::Descending } else { Self::Ascending }
    }
}

impl FromStr for Order {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        [Self::Ascending, Self::Descending].into_iter().find(|order| order.word() == word).ok_or(())
    }
}

/// What cannot be read is as if it were not there: a form sends its empty fields too.
fn lenient<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(String::deserialize(deserializer)?.trim().parse().ok())
}

impl View {
    /// [`View::archive`]: pairs of two submissions of the class.
    pub const THIS_CLASS: &'static str = "-";
    /// [`View::archive`]: pairs with an earlier submission.
    pub const ANY_ARCHIVE: &'static str = "*";

    /// One page of the whole list.
    pub fn page(page: usize) -> Self {
        Self { page: Some(page), ..Self::default() }
    }

    /// Which page is wanted.
    pub(in crate::pages) fn page_number(&self) -> usize {
        self.page.unwrap_or(1).max(1)
    }

    /// The cut-off looked at.
    pub(in crate::pages) fn cutoff_of(&self, report: &Report) -> f64 {
        self.cutoff.filter(|cutoff| cutoff.is_finite() && 0.0 < *cutoff).unwrap_or(report.settings.cutoff)
    }

    /// Whether some pairs may be left out.
    pub(in crate::pages) fn is_filtered(&self) -> bool {
        !(self.q.trim().is_empty() && self.language.is_empty() && self.archive.is_empty())
    }

    /// How a column stands: None unless the list is sorted by it.
    pub(in crate::pages) fn order_of(&self, column: Column) -> Option<Order> {
        (self.sort == Some(column)).then(|| self.order.unwrap_or(column.first()))
    }

    /// The same pairs sorted by a column; the other way round if they are already.
    pub(in crate::pages) fn sorted_by(&self, column: Column) -> Self {
        let order = self.order_of(column).map(Order::other);
        Self { sort: Some(column), order, page: None, ..self.clone() }
    }

    /// The address of this view. A folder has only the plain pages: there, scripts sort and filter.
    pub(in crate::pages) fn href(&self, place: &PageLocation) -> String {
        self.with_query(place, PageLocation::overview)
    }

    /// The address of the clusters at this view's cut-off.
    pub(in crate::pages) fn clusters_href(&self, place: &PageLocation) -> String {
        Self { page: self.page, cutoff: self.cutoff, ..Self::default() }
            .with_query(place, PageLocation::clusters)
    }

    fn with_query(&self, place: &PageLocation, path: impl Fn(&PageLocation, usize) -> String) -> String {
        let page = self.page_number();
        if matches!(place, PageLocation::Folder { .. }) {
            return path(place, page);
        }
        let mut href = path(place, 1);
        let mut separator = '?';
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                write!(href, "{separator}{name}={}", encoded(value))
                    .expect("writing to a String cannot fail");
                separator = '&';
            }
        };
        add("page", &if page == 1 { String::new() } else { page.to_string() });
        add("sort", self.sort.map_or("", Column::name));
        add("order", self.order.map_or("", Order::word));
        add("q", self.q.trim());
        add("language", &self.language);
        add("archive", &self.archive);
        add("cutoff", &self.cutoff.map(|cutoff| cutoff.to_string()).unwrap_or_default());
        href
    }

    /// The pairs of this view, all pages of it, in its order.
    pub(in crate::pages) fn pairs<'a>(&self, report: &'a Report) -> Vec<&'a Pair> {
        let wanted = self.q.trim().to_lowercase();
        let mut pairs: Vec<&Pair> = report
            .pairs
            .iter()
            .filter(|pair| {
                let named =
                    || [&pair.left, &pair.right].iter().any(|name| name.to_lowercase().contains(&wanted));
                let (left, right) = (report.submission(pair.id.left), report.submission(pair.id.right));
                (wanted.is_empty() || named())
                    && self.has_language(left, right)
                    && self.is_of_archive(left, right)
            })
            .collect();
        if let Some(column) = self.sort {
            let order = self.order.unwrap_or(column.first());
            // Stable: equal ones stay in the order of their ranks.
            pairs.sort_by(|a, b| {
                let ordering = compared(column, a, b);
                if order == Order::Ascending { ordering } else { ordering.reverse() }
            });
        }
        pairs
    }

    fn has_language(&self, left: Option<&Submission>, right: Option<&Submission>) -> bool {
        let has = |side: Option<&Submission>| {
            side.is_some_and(|side| side.files.iter().any(|file| file.language == self.language))
        };
        self.language.is_empty() || has(left) && has(right)
    }

    fn is_of_archive(&self, left: Option<&Submission>, right: Option<&Submission>) -> bool {
        let mut archives = [left, right].into_iter().flatten().filter_map(|side| side.archive.as_ref());
        match self.archive.as_str() {
            "" => true,
            Self::THIS_CLASS => archives.next().is_none(),
            Self::ANY_ARCHIVE => archives.next().is_some(),
            name => archives.any(|archive| archive.name == name),
        }
    }
}

fn compared(column: Column, a: &Pair, b: &Pair) -> std::cmp::Ordering {
    match column {
        Column::Rank => a.rank.cmp(&b.rank),
        Column::Left => a.left.cmp(&b.left),
        Column::Right => a.right.cmp(&b.right),
        Column::Suspicion => a.suspicion.total_cmp(&b.suspicion),
        Column::LeftShare => a.left_share.total_cmp(&b.left_share),
        Column::RightShare => a.right_share.total_cmp(&b.right_share),
        Column::Longest => a.longest_match.cmp(&b.longest_match),
        Column::Matches => a.match_count.cmp(&b.match_count),
        Column::Lines => a.matched_lines.cmp(&b.matched_lines),
    }
}

/// Languages that files of the report are in.
pub(in crate::pages) fn languages(report: &Report) -> Vec<&str> {
    let files = report.submissions.iter().flat_map(|submission| &submission.files);
    files.map(|file| file.language.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Archives that submissions of the report are from.
pub(in crate::pages) fn archives(report: &Report) -> Vec<&str> {
    let archives = report.submissions.iter().filter_map(|submission| submission.archive.as_ref());
    archives.map(|archive| archive.name.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// A value of a query, percent-encoded.
fn encoded(value: &str) -> String {
    value.bytes().fold(String::with_capacity(value.len()), |mut text, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(byte));
            }
            _ => write!(text, "%{byte:02X}").expect("writing to a String cannot fail"),
        }
        text
    })
}
