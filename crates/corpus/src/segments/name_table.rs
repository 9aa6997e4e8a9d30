//! Returns names of documents by number, in any order. Names are held in memory if they fit, and otherwise read one by
//! one.

use std::borrow::Cow;

use crate::error::Result;
use crate::segments::corpus::Corpus;

/// The names of a corpus.
pub(crate) struct NameTable<'a> {
    corpus: &'a Corpus,
    /// All names one after the other, and the end of each; `None` if they do not fit into memory.
    held: Option<(String, Vec<u64>)>,
}

impl<'a> NameTable<'a> {
    /// Reads all names if the corpus' resources allow it.
    pub(crate) fn new(corpus: &'a Corpus) -> Result<Self> {
        let documents = u64::from(corpus.documents());
        let room = corpus.resources.buffer(documents)? as u64 * corpus.resources.threads as u64;
        let mut needed = documents * 8;
        for segment in &corpus.segments {
            needed += segment.name_bytes()?;
        }
        if room < needed {
            return Ok(Self { corpus, held: None });
        }
        let (mut all, mut ends) = (String::new(), Vec::with_capacity(documents as usize));
        for segment in &corpus.segments {
            let mut names = segment.names()?;
            for _ in 0..segment.documents {
                all.push_str(names.next()?);
                ends.push(all.len() as u64);
            }
        }
        Ok(Self { corpus, held: Some((all, ends)) })
    }

    /// Returns the name of a document.
    pub(crate) fn get(&self, number: u32) -> Result<Cow<'_, str>> {
        let Some((all, ends)) = &self.held else { return Ok(self.corpus.name(number)?.into()) };
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| ends[before]);
        Ok(all[start as usize..ends[number] as usize].into())
    }
}

#[cfg(test)]
mod tests {
    use crate::ClusterSettings;
    use crate::DocumentSource;
    use crate::Run;
    use crate::resources::Resources;

    use super::*;

    #[test]
    fn names_are_the_same_in_memory_and_where_they_lie() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..300).map(|at| format!("{}{at}", "né ".repeat(at % 7))).collect();
        let source = |at: usize| {
            let path = folder.path().join(format!("{at}.jsonl"));
            let line = |name| serde_json::json!({"document": name, "text": name}).to_string();
            let lines: Vec<_> = names[200 * at..(200 * at + 200).min(300)].iter().map(line).collect();
            std::fs::write(&path, lines.join("\n")).unwrap();
            DocumentSource::new(&path).unwrap()
        };
        let resources = Resources { memory: 200 << 20, threads: 2 };
        let work = folder.path().join("work");
        let mut run = Run::cluster(&work, &[source(0)], ClusterSettings::STANDARD, resources, &()).unwrap();
        run.add(&[source(1)], &()).unwrap();
        let held = NameTable::new(&run.corpus).unwrap();
        let lying = NameTable { corpus: &run.corpus, held: None };
        assert!(held.held.is_some());
        for at in (0..300).rev() {
            assert_eq!(held.get(at).unwrap(), names[at as usize]);
            assert_eq!(lying.get(at).unwrap(), names[at as usize]);
        }
    }
}
