//! The documents that share one value, as sorted postings come by. Pure.

use crate::document::Sizes;
use crate::error::Result;

/// Gathers postings into lists of documents, one for each value that at least two documents share and no more than the
/// limit.
pub(super) struct Group<'a> {
    key: u64,
    documents: Vec<u32>,
    /// How many there are, those beyond the limit too.
    count: u32,
    limit: u32,
    /// Lists without a document from this one on are known from before, and left out.
    newest: u32,
    /// How many values each document has: loses those that turn out to be common. None where that is done already.
    sizes: Option<&'a Sizes>,
    /// Values beyond the limit.
    pub(super) common: u64,
}

impl<'a> Group<'a> {
    pub(super) fn new(limit: u32, newest: u32, sizes: Option<&'a Sizes>) -> Self {
        Self { key: 0, documents: Vec::new(), count: 0, limit, newest, sizes, common: 0 }
    }

    /// Takes the next posting, in the order of values, then documents; a list that has ended goes to `each`.
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

    /// The value is common: no longer that of this document, nor of those before.
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

    /// Of earlier documents it was decided when they came.
    fn loses(&self, document: u32) {
        if let Some(sizes) = self.sizes
            && self.newest <= document
        {
            sizes.lose(document, self.key);
        }
    }

    /// No posting of the same value follows.
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
