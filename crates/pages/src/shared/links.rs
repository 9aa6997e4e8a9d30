//! Links, and lists that are divided over pages.

use askama::Template;
use chaffinch_report::Report;

use crate::escape::visible;
use crate::frame::Frame;

pub(crate) fn render(page: &impl Template) -> String {
    let html = page.render().expect("templates only write to a String");
    visible(&html).into_owned()
}

/// A link with its text.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) text: String,
    /// `None`: text only.
    pub(crate) href: Option<String>,
}

/// Returns the breadcrumbs: the report, then this page.
pub(crate) fn crumbs(frame: &Frame, report: &Report, here: &str) -> Vec<Link> {
    vec![
        Link { text: report.title.clone(), href: Some(frame.place.overview(1)) },
        Link { text: here.to_owned(), href: None },
    ]
}

/// Returns links to the pages of a list; none if there is only one page.
pub(crate) fn pager(pages: usize, page: usize, href: impl Fn(usize) -> String) -> Vec<Link> {
    if pages < 2 {
        return Vec::new();
    }
    (1..=pages)
        .map(|number| Link { text: number.to_string(), href: (number != page).then(|| href(number)) })
        .collect()
}

/// Returns the rows of a page, from 1; none beyond the last page.
pub(crate) fn page_of<T>(rows: &[T], page: usize, size: usize) -> &[T] {
    rows.chunks(size).nth(page.saturating_sub(1)).unwrap_or_default()
}

pub(crate) fn pages_for(rows: usize, size: usize) -> usize {
    rows.div_ceil(size).max(1)
}

#[cfg(test)]
mod tests {
    use super::{page_of, pages_for};

    #[test]
    fn pages_hold_every_row_once() {
        let rows: Vec<u32> = (0..11).collect();
        let paged: Vec<u32> =
            (1..=pages_for(11, 5)).flat_map(|page| page_of(&rows, page, 5).iter().copied()).collect();
        assert_eq!(paged, rows);
        assert!(page_of(&rows, 4, 5).is_empty());
        assert_eq!(pages_for(0, 5), 1);
    }
}
