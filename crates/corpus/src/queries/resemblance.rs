//! On-the-fly resemblance (Broder et al. 1997, section "On the fly resemblance"): the documents of a finished run that
//! any text resembles, contains or is contained in. It only reads.
//!
//! A text is sketched like the documents of the run. Its values are looked up in the sorted postings, and the documents
//! that have a value are counted. Common values do not count, as in the run. For the documents of a segment, these are
//! the values that were common when the segment was added.

use std::io::Write;

use chaffinch_sketch::Share;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::document::{ALL_COMMON, Document, LinkKind, Measure, Overlap, Size, Sizes, likeness, pair_kind};
use crate::error::{Error, Result};
use crate::queries::index::Index;
use crate::queries::look_up::Cursor;
use crate::queries::measures::Measures;
use crate::results::json::line;
use crate::sketching::sketch_all;
use crate::sources::DocumentSource;
use chaffinch_submission::Progress;

/// Options of a query with a text.
#[derive(Debug, Clone, Copy)]
pub struct QueryOptions {
    /// Most rows for each text.
    pub most: usize,
    /// Most copies that are listed after a document. Further documents that were folded with it are only counted.
    pub copies: usize,
    /// Documents are left out if all measures are below this.
    pub floor: f64,
    /// The measure that sorts rows, best first: the resemblance, or the larger containment.
    pub order: Measure,
}

/// A document that a text resembles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QueryMatch<'a> {
    /// The text's name.
    pub query: &'a str,
    /// The document's name.
    pub document: String,
    /// What the two share.
    #[serde(flatten)]
    pub measures: Measures,
    /// Number of its cluster, if clusters are stored.
    pub cluster: Option<u32>,
    /// How the two are related.
    pub kind: LinkKind,
    /// Number of further documents that are the same to the run: identical, lexically or shingle-equivalent to this
    /// one.
    pub copies: u64,
}

/// A text for which nothing can be estimated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason<'a> {
    /// The text's name.
    pub query: &'a str,
    /// Why nothing can be estimated.
    pub reason: &'static str,
}

/// How many values a text shares with the representatives of each segment.
pub(crate) struct SharedCounts {
    /// For each segment, the text's values that are not common there.
    pub(crate) left: Sizes,
    /// Representatives, and how many values each shares with the text.
    pub(crate) counts: Vec<(u32, u32)>,
}

impl SharedCounts {
    /// Returns whether all of the text's values are common everywhere.
    fn is_common(&self) -> bool {
        self.left.all().all(|left| left.own() == 0)
    }
}

/// A document of the corpus, and its overlap with a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) number: u32,
    pub(crate) overlap: Overlap,
    /// The level at which they are compared.
    pub(crate) level: u32,
}

impl Index {
    /// Writes, for every document of the sources, the documents of the corpus that it resembles, best first, as JSON
    /// Lines. Returns the number of texts.
    pub fn query(
        &self,
        sources: &[DocumentSource],
        options: QueryOptions,
        progress: &dyn Progress,
        out: &mut dyn Write,
    ) -> Result<u64> {
        let under = self.run.sketched_under()?;
        let threads = self.run.corpus.resources.threads;
        let read = sketch_all(sources, under, threads, progress, &mut |harvest| {
            if let Some((material, at)) = harvest.material {
                self.run.check_material(Some(&(material, harvest.name(at as usize).to_owned())))?;
            }
            harvest
                .each()
                .try_for_each(|(name, document, sketch)| self.answer(name, document, sketch, options, out))
        })?;
        Ok(read.documents)
    }

    /// Writes the rows for one text.
    fn answer(
        &self,
        query: &str,
        document: &Document,
        sketch: &[u64],
        options: QueryOptions,
        out: &mut dyn Write,
    ) -> Result<()> {
        let shared = self.shared(sketch, document.size)?;
        let is_common = !sketch.is_empty() && shared.is_common();
        if let Some(reason) = document.state.reason().or(is_common.then_some(ALL_COMMON)) {
            line(out, &Reason { query, reason })?;
        }
        let most_members = options.copies.saturating_add(1).min(options.most);
        let equal = self.equal(document, most_members)?;
        let mut candidates = self.candidates(&shared, options.floor)?;
        sort(&mut candidates, options.order);
        // A text that has no sample, or shares only common values, may still be in the corpus with the same bytes or
        // words.
        let root = equal.first().map(|&number| self.root(number)).transpose()?;
        if let Some(root) = root
            && candidates.iter().all(|like| like.number != root)
        {
            candidates.insert(0, self.whole(root)?);
        }
        let mut rows = 0;
        for like in candidates {
            let equal = if root == Some(like.number) { equal.as_slice() } else { &[] };
            let (members, all) = self.members(like.number, equal, most_members.min(options.most - rows))?;
            for number in members {
                line(out, &self.found(query, document, Candidate { number, ..like }, all - 1)?)?;
                rows += 1;
            }
            if rows == options.most {
                break;
            }
        }
        Ok(())
    }

    fn found<'a>(
        &self,
        query: &'a str,
        document: &Document,
        like: Candidate,
        copies: u64,
    ) -> Result<QueryMatch<'a>> {
        let other = self.run.corpus.document(like.number)?;
        Ok(QueryMatch {
            query,
            document: self.run.corpus.name(like.number)?,
            measures: self.measures(like),
            cluster: self.cluster_of(like.number)?,
            kind: pair_kind(likeness(document, &other)),
            copies,
        })
    }

    /// Returns at most `most` documents of a representative and its copies, those of `first` first, and the number of
    /// all of them. The documents of `first` are among them.
    fn members(&self, root: u32, first: &[u32], most: usize) -> Result<(Vec<u32>, u64)> {
        let mut members: Vec<u32> = first.iter().copied().take(most).collect();
        let given: FxHashSet<u32> = members.iter().copied().collect();
        let mut take = |number: u32| {
            if members.len() < most && !given.contains(&number) {
                members.push(number);
            }
        };
        take(root);
        let mut all = 1;
        self.copies(root, |number| {
            take(number);
            all += 1;
            Ok(true)
        })?;
        Ok((members, all))
    }

    /// Returns how many of a sketch's values each document shares; `size` is the sketch's size.
    pub(crate) fn shared(&self, sketch: &[u64], size: Size) -> Result<SharedCounts> {
        let limit = self.run.common_limit() as usize;
        let mut cursors: Vec<(usize, Cursor)> = Vec::new();
        for (at, table) in self.tables.iter().enumerate() {
            cursors.extend(table.postings.iter().map(|indexed| (at, Cursor::new(indexed))));
        }
        // The text's values for each segment, without those that are common there.
        let mut left = Sizes::with_room(self.tables.len() as u32, self.run.levels()?);
        self.tables.iter().for_each(|_| left.push(size));
        let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
        let mut postings = Vec::new();
        let documents = self.documents();
        for &value in sketch {
            postings.clear();
            let mut next = cursors.iter_mut().peekable();
            for segment in 0..self.tables.len() as u32 {
                let before = postings.len();
                while let Some((_, cursor)) = next.next_if(|(at, _)| *at == segment as usize) {
                    cursor.each(value, |document| {
                        postings.push(document);
                        postings.len() <= limit
                    })?;
                }
                if postings.len() > limit {
                    // Common from this segment on, but not in the segments before it.
                    postings.truncate(before);
                    (segment..self.tables.len() as u32).for_each(|segment| left.lose(segment, value));
                    break;
                }
            }
            for &document in &postings {
                if documents <= document {
                    let path = self.run.folder().to_owned();
                    return Err(Error::Damaged { path, what: "a posting belongs to no document" });
                }
                *counts.entry(document).or_default() += 1;
            }
        }
        let mut counts: Vec<(u32, u32)> = counts.into_iter().collect();
        counts.sort_unstable();
        Ok(SharedCounts { left, counts })
    }

    /// Returns the measures of a text and a document.
    pub(crate) fn measures(&self, like: Candidate) -> Measures {
        let is_exact = self.samples_from.is_none_or(|level| like.level < level);
        Measures::with(like.overlap, is_exact, |share| self.intervals.around(share))
    }

    /// Returns the representatives for which any measure reaches the floor.
    pub(crate) fn candidates(&self, shared: &SharedCounts, floor: f64) -> Result<Vec<Candidate>> {
        let mut candidates = Vec::new();
        for &(number, count) in &shared.counts {
            let left = shared.left.get(self.run.corpus.segment_of(number) as u32);
            let right = self.size(number)?;
            let overlap = left.overlap(right, count);
            if overlap.reaches(floor) {
                candidates.push(Candidate { number, overlap, level: left.common_level(right) });
            }
        }
        Ok(candidates)
    }

    /// Returns the candidate for a representative that equals the text.
    pub(crate) fn whole(&self, number: u32) -> Result<Candidate> {
        let size = self.size(number)?;
        Ok(Candidate { number, overlap: size.whole(), level: size.level() })
    }
}

/// Sorts the best candidates first; of equally good ones, the earliest first.
fn sort(candidates: &mut [Candidate], order: Measure) {
    let value = |share: Option<Share>| share.map_or(0.0, Share::value);
    let key = |like: &Candidate| {
        let resemblance = value(like.overlap.resemblance());
        let containment = value(like.overlap.left_containment()).max(value(like.overlap.right_containment()));
        match order {
            Measure::Resemblance => [resemblance, containment],
            Measure::Containment => [containment, resemblance],
        }
    };
    candidates.sort_by(|left, right| {
        let (left_key, right_key) = (key(left), key(right));
        right_key[0]
            .total_cmp(&left_key[0])
            .then(right_key[1].total_cmp(&left_key[1]))
            .then(left.number.cmp(&right.number))
    });
}
