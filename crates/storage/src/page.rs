//! Seek pagination: a page is requested by the key of the last entry seen. Entries that are added or removed in between
//! are neither repeated nor left out, and the thousandth page costs as much as the first.

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

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn a_page_goes_on_only_where_there_is_more() {
        let key = |item: &u32| *item;
        assert_eq!(Page::cut(vec![1, 2, 3], 2, key), Page { items: vec![1, 2], next: Some(2) });
        assert_eq!(Page::cut(vec![1, 2], 2, key), Page { items: vec![1, 2], next: None });
        assert_eq!(Page::cut(vec![], 2, key), Page { items: vec![], next: None });
    }
}
