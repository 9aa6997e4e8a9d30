//! The view of the list of pairs: cut-off, filter, order, page. It is read from the query of the address, which may
//! contain anything, and goes into the links of the page. It does not change the report or create a revision.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::str::FromStr;

use chaffinch_report::{Cutoff, Pair, Report, Submission, Unit};
use chaffinch_submission::Named;
use serde::{Deserialize, Deserializer};

use crate::escape::percent_encode;
use crate::frame::{PageLocation, Review};

/// Selection and order of the pairs that are shown. The default shows all by rank, at the report's own cut-off.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct View {
    /// Page from 1; `None`: the first.
    pub page: Option<usize>,
    /// Column by which the list is sorted.
    #[serde(deserialize_with = "lenient")]
    pub sort: Option<Column>,
    /// Order; `None`: that of the column.
    #[serde(deserialize_with = "lenient")]
    pub order: Option<Order>,
    /// Part of a name.
    pub q: String,
    /// Language of which both sides must have a file; empty: any.
    pub language: String,
    /// Name of an archive, [`View::THIS_CLASS`] or [`View::ANY_ARCHIVE`]; empty: no filter.
    pub archive: String,
    /// The pairs of one range of the chart, in the unit of the cut-off: above `from` and at most `to` for expect values,
    /// from `from` and below `to` for bits. Only judged pairs of the class, which the chart counts.
    #[serde(deserialize_with = "lenient")]
    pub from: Option<f64>,
    /// See [`View::from`].
    #[serde(deserialize_with = "lenient")]
    pub to: Option<f64>,
    /// `1`: only pairs that reach the cut-off.
    #[serde(deserialize_with = "lenient")]
    pub above: Option<u8>,
    /// Name of the state of a mark, or [`Review::OPEN`]; empty: no filter.
    pub marked: String,
    /// `1`: only pairs that the reader is to look at.
    #[serde(deserialize_with = "lenient")]
    pub mine: Option<u8>,
    /// Cut-off in place of the report's, in the same unit. Numbers that are not above 0 are ignored.
    #[serde(deserialize_with = "lenient")]
    pub cutoff: Option<f64>,
}

/// Reads a value, or nothing if it cannot be read. Forms send their empty fields too.
fn lenient<'de, D: Deserializer<'de>, T: FromStr>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(String::deserialize(deserializer)?.trim().parse().ok())
}

impl View {
    /// Value of [`View::archive`] for pairs of two submissions of the class.
    pub const THIS_CLASS: &'static str = "-";
    /// Value of [`View::archive`] for pairs with an earlier submission.
    pub const ANY_ARCHIVE: &'static str = "*";

    /// Returns a page of the whole list.
    pub fn page(page: usize) -> Self {
        Self { page: Some(page), ..Self::default() }
    }

    /// Returns the number of the requested page.
    pub(crate) fn page_number(&self) -> usize {
        self.page.unwrap_or(1).max(1)
    }

    /// Returns the cut-off of this view.
    pub(crate) fn cutoff_of(&self, report: &Report) -> Cutoff {
        let own = Cutoff::from_report(report);
        let chosen = self.cutoff.filter(|cutoff| cutoff.is_finite() && *cutoff > 0.0);
        Cutoff { value: chosen.unwrap_or(own.value), ..own }
    }

    /// Returns whether some pairs may be excluded.
    pub(crate) fn is_filtered(&self) -> bool {
        !(self.q.trim().is_empty() && self.language.is_empty() && self.archive.is_empty())
            || self.has_range()
            || self.only_above()
            || !self.marked.is_empty()
            || self.only_mine()
    }

    /// Returns whether only the pairs of a range of the chart are shown.
    pub(crate) fn has_range(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    /// Returns whether only pairs that reach the cut-off are shown.
    pub(crate) fn only_above(&self) -> bool {
        self.above == Some(1)
    }

    /// Returns whether only the pairs of the reader are shown.
    pub(crate) fn only_mine(&self) -> bool {
        self.mine == Some(1)
    }

    /// Returns this view with the pairs of a range of the chart only.
    pub(crate) fn of_range(&self, from: Option<f64>, to: Option<f64>) -> Self {
        Self { from, to, page: None, ..self.clone() }
    }

    /// Returns the order of a column; `None` if the list is not sorted by it.
    pub(crate) fn order_of(&self, column: Column) -> Option<Order> {
        (self.sort == Some(column)).then(|| self.order.unwrap_or(column.first()))
    }

    /// Returns this view sorted by a column, in reverse if it is sorted by it already.
    pub(crate) fn sorted_by(&self, column: Column) -> Self {
        let order = self.order_of(column).map(Order::other);
        Self { sort: Some(column), order, page: None, ..self.clone() }
    }

    /// Returns the address of this view. A folder has only the plain pages, where scripts sort and filter.
    pub fn href(&self, place: &PageLocation) -> String {
        self.with_query(place, PageLocation::overview)
    }

    /// Returns the address of the clusters at this view's cut-off.
    pub(crate) fn clusters_href(&self, place: &PageLocation) -> String {
        Self { page: self.page, cutoff: self.cutoff, ..Self::default() }
            .with_query(place, PageLocation::clusters)
    }

    fn with_query(&self, place: &PageLocation, path: impl Fn(&PageLocation, usize) -> String) -> String {
        let page = self.page_number();
        if place.is_folder() {
            return path(place, page);
        }
        let href = path(place, 1);
        let query = self.query();
        if query.is_empty() { href } else { format!("{href}?{query}") }
    }

    /// Returns the location from which links to pairs stay in this list.
    pub fn place(&self, place: &PageLocation) -> PageLocation {
        place.with_list(Self { page: None, ..self.clone() }.query())
    }

    /// Returns the query of an address with this view, without `?`; empty if it is the default.
    pub(crate) fn query(&self) -> String {
        let page = self.page_number();
        let mut query = String::new();
        let mut add = |name: &str, value: &str| {
            if !value.is_empty() {
                let separator = if query.is_empty() { "" } else { "&" };
                write!(query, "{separator}{name}={}", percent_encode(value))
                    .expect("writing to a String cannot fail");
            }
        };
        add("page", &if page == 1 { String::new() } else { page.to_string() });
        add("sort", self.sort.map_or("", Column::name));
        add("order", self.order.map_or("", Order::name));
        add("q", self.q.trim());
        add("language", &self.language);
        add("archive", &self.archive);
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        add("from", &number(self.from));
        add("to", &number(self.to));
        add("above", if self.only_above() { "1" } else { "" });
        add("marked", &self.marked);
        add("mine", if self.only_mine() { "1" } else { "" });
        add("cutoff", &number(self.cutoff));
        query
    }
}

/// Returns the languages of the report's files.
pub(crate) fn languages(report: &Report) -> Vec<&str> {
    let files = report.submissions.iter().flat_map(|submission| &submission.files);
    files.map(|file| file.language.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the names of the archives of the report's submissions.
pub(crate) fn archives(report: &Report) -> Vec<&str> {
    let archives = report.without_references().filter_map(|submission| submission.archive.as_ref());
    archives.map(|archive| archive.name.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// A column by which pairs are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Column {
    /// Order of the report.
    Rank,
    /// Name of the left side.
    Left,
    /// Name of the right side.
    Right,
    /// Expect value.
    Expect,
    /// Suspicion.
    Suspicion,
    /// Share of the left side.
    LeftShare,
    /// Share of the right side.
    RightShare,
    /// Tokens of the longest match.
    Longest,
    /// Lines of the left side.
    Lines,
}

/// Direction of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Column {
    /// Returns the first direction of a column: the strongest pairs first, or the first names.
    pub(super) fn first(self) -> Order {
        if matches!(self, Self::Rank | Self::Left | Self::Right | Self::Expect) {
            Order::Ascending
        } else {
            Order::Descending
        }
    }
}

impl Order {
    pub(super) fn other(self) -> Self {
        if self == Self::Ascending { Self::Descending } else { Self::Ascending }
    }
}

/// Compares two pairs by a column, ascending.
pub(super) fn compared(column: Column, a: &Pair, b: &Pair) -> Ordering {
    match column {
        Column::Rank => a.rank.cmp(&b.rank),
        Column::Left => a.left.cmp(&b.left),
        Column::Right => a.right.cmp(&b.right),
        Column::Expect => {
            let strength = |pair: &Pair| Unit::Expect.strength(pair.expect, pair.suspicion);
            strength(b).total_cmp(&strength(a))
        }
        Column::Suspicion => a.suspicion.total_cmp(&b.suspicion),
        Column::LeftShare => a.left_share.total_cmp(&b.left_share),
        Column::RightShare => a.right_share.total_cmp(&b.right_share),
        Column::Longest => a.longest_match.cmp(&b.longest_match),
        Column::Lines => a.matched_lines.cmp(&b.matched_lines),
    }
}

impl View {
    /// Returns the pairs of this view in its order, of all pages. Without marks, they have none.
    pub(crate) fn pairs<'a>(&self, report: &'a Report, review: Option<&Review>) -> Vec<&'a Pair> {
        let wanted = self.q.trim().to_lowercase();
        let cutoff = self.cutoff_of(report);
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
                    && (!self.only_above() || cutoff.is_reached_by(pair))
                    && (!self.has_range() || self.is_in_range(report, pair, cutoff.unit))
                    && review.is_none_or(|review| review.fits(&self.marked, self.only_mine(), pair.id))
            })
            .collect();
        if let Some(column) = self.sort {
            let order = self.order.unwrap_or(column.first());
            // The sort is stable: equal pairs stay in the order of their ranks.
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

    fn is_in_range(&self, report: &Report, pair: &Pair, unit: Unit) -> bool {
        let value = match unit {
            Unit::Expect => pair.expect,
            Unit::Suspicion => Some(pair.suspicion),
        };
        let (from, to) = (self.from.unwrap_or(0.0), self.to.unwrap_or(f64::INFINITY));
        let fits = |value: f64| match unit {
            Unit::Expect => (from < value || from == 0.0) && value <= to,
            Unit::Suspicion => from <= value && value < to,
        };
        !pair.too_short && report.is_of_class(pair) && !report.has_staff(pair) && value.is_some_and(fits)
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
