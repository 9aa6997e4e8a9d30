//! Seek pagination: a page is asked for by the key of the last entry seen, so that entries which come or go in
//! between are neither repeated nor left out, and the thousandth page costs what the first does.

/// Some entries of a list, and where to go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T, Key> {
    /// At most as many as were asked for.
    pub items: Vec<T>,
    /// Pass it as `after` to go on; `None`: this was the end.
    pub next: Option<Key>,
}

impl<T, Key> Page<T, Key> {
    /// Makes a page of a query that asked for one entry more than wanted.
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
