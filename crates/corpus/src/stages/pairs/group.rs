//! Groups sorted postings by value. Pure.

use crate::document::Sizes;
use crate::error::Result;

/// Gathers postings into lists of documents: one list for each value that at least two documents and at most `limit`
/// documents share.
pub(super) struct Group<'a> {
    key: u64,
    documents: Vec<u32>,
    /// Number of documents with the value, including those beyond the limit.
    count: u32,
    limit: u32,
    /// The first document of the newest segment. A list without a document from this one on was counted before, and is
    /// left out.
    newest: u32,
    /// Sizes that lose the values that turn out to be common. `None` if that is already done.
    sizes: Option<&'a Sizes>,
    /// Number of values that exceed the limit.
    pub(super) common: u64,
}

impl<'a> Group<'a> {
    pub(super) fn new(limit: u32, newest: u32, sizes: Option<&'a Sizes>) -> Self {
        Self { key: 0, documents: Vec::new(), count: 0, limit, newest, sizes, common: 0 }
    }

    /// Takes the next posting, in the order of values, then documents. Passes the previous list to `each` when a new
    /// value begins.
    #[inline]
    pub(super) fn add(
        &mut self,
        key: u64,
        document: u32,
        each: &mut impl FnMut(&[u32]) -> Result<()>,
    ) -> Result<()> {
        if self.key != key || self.count == 0 {
            self.end(each)?;
            self.key = key;
        }
        self.count += 1;
        if self.count <= self.limit {
            self.documents.push(document);
        } else {
            self.leave_out(document);
        }
        Ok(())
    }

    /// The value is common. Removes it from the sizes of this document and of those before.
    #[cold]
    fn leave_out(&mut self, document: u32) {
        if self.count == self.limit + 1 {
            self.common += 1;
            for document in std::mem::take(&mut self.documents) {
                self.loses(document);
            }
        }
        self.loses(document);
    }

    /// Removes the value from the size of a document of the newest segment. Earlier documents keep what was decided
    /// when they were added.
    fn loses(&self, document: u32) {
        if let Some(sizes) = self.sizes
            && self.newest <= document
        {
            sizes.lose(document, self.key);
        }
    }

    /// Ends the current value, and passes its list to `each`.
    #[inline]
    pub(super) fn end(&mut self, each: &mut impl FnMut(&[u32]) -> Result<()>) -> Result<()> {
        if let [_, .., last] = *self.documents
            && self.newest <= last
        {
            each(&self.documents)?;
        }
        self.documents.clear();
        self.count = 0;
        Ok(())
    }
}
