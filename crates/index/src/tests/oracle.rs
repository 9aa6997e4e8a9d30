//! The definition of the index: one map that is searched from end to end.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use chaffinch_storage::DocumentId;

use crate::{Candidate, DocumentSet, Fingerprint, Question};

#[derive(Debug, Default)]
pub(super) struct Oracle {
    documents: BTreeMap<u64, BTreeSet<u64>>,
    /// Values that a compaction found in too many documents.
    frequent: BTreeSet<u64>,
}

impl Oracle {
    pub(super) fn ingest(&mut self, numbers: Range<u64>, documents: &[Vec<Fingerprint>]) {
        for (number, document) in numbers.zip(documents) {
            self.documents.insert(number, document.iter().map(|fingerprint| fingerprint.value).collect());
        }
    }

    pub(super) fn delete(&mut self, gone: &Range<u64>) {
        self.documents.retain(|document, _| !gone.contains(document));
    }

    /// Merges the runs of these documents.
    pub(super) fn compact(&mut self, documents: &DocumentSet, limit: u32) {
        let values: BTreeSet<u64> = self.documents.values().flatten().copied().collect();
        let holders = |value: &u64| {
            self.documents
                .iter()
                .filter(|(d, values)| documents.contains(**d) && values.contains(value))
                .count()
        };
        let frequent: Vec<u64> = values.into_iter().filter(|value| limit < holders(value) as u32).collect();
        self.frequent.extend(frequent);
    }

    /// Rebuilds everything.
    pub(super) fn rebuild(&mut self, limit: u32) {
        self.frequent.clear();
        let all: DocumentSet = self.documents.keys().map(|&document| document..document + 1).collect();
        self.compact(&all, limit);
    }

    pub(super) fn candidates(&self, question: &Question<'_>) -> Vec<Vec<Candidate>> {
        question.documents.iter().map(|asked| self.of(asked, question)).collect()
    }

    fn of(&self, asked: &[Fingerprint], question: &Question<'_>) -> Vec<Candidate> {
        let mut found: BTreeMap<u64, Candidate> = BTreeMap::new();
        for value in question.selection.of(asked) {
            let holders: Vec<u64> = self
                .documents
                .iter()
                .filter(|(_, values)| values.contains(&value))
                .map(|(d, _)| *d)
                .collect();
            if self.frequent.contains(&value) || question.frequency_limit < holders.len() as u32 {
                continue;
            }
            let having: Vec<u64> =
                holders.into_iter().filter(|&document| question.among.contains(document)).collect();
            let bits = ((question.among.len().max(1023) as f64 + 1.0) / having.len() as f64).log2();
            for document in having {
                let none = Candidate { document: DocumentId(document), shared: 0, weight: 0.0 };
                let candidate = found.entry(document).or_insert(none);
                candidate.shared += 1;
                // Whole steps of 1/256 are exact in any order.
                candidate.weight += (bits * bits * 256.0).round() / 256.0;
            }
        }
        let mut found: Vec<_> = found.into_values().collect();
        found.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.document.cmp(&b.document)));
        found.truncate(question.most);
        found
    }
}
