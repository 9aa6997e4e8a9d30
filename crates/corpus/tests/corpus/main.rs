//! The whole pipeline, compared with a brute-force implementation, and in the presence of errors.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod changes;
mod holders;
mod ladder;
mod oracle;
mod queries;
mod sketches;
mod sources;
mod stages;
mod trouble;

use std::fs;
use std::path::{Path, PathBuf};

use chaffinch_corpus::{ClusterSettings, DocumentSource, Measure, Policy, Resources, Result, Run};
use serde_json::Value;

/// The least memory, so that most tables do not fit.
pub(crate) const RESOURCES: Resources = Resources { memory: Resources::LEAST_MEMORY + (1 << 20), threads: 3 };

pub(crate) const HALF: Policy = Policy { measure: Measure::Resemblance, threshold: 0.5 };

/// A temporary folder with sources and a work directory.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.path("work")
    }

    /// Writes JSON Lines.
    pub(crate) fn lines(&self, name: &str, lines: &[Value]) -> DocumentSource {
        let mut text = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
        text.push('\n');
        self.file(name, text.as_bytes())
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> DocumentSource {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        DocumentSource::new(&path).unwrap()
    }
}

/// Returns settings that keep every shingle of this many words.
pub(crate) fn every(shingle: usize) -> ClusterSettings {
    let mut settings = ClusterSettings { floor: 0.0, ..ClusterSettings::STANDARD };
    settings.sketch.shingle = shingle.try_into().unwrap();
    settings.sketch.sample = chaffinch_sketch::Sample::Modulus(1.try_into().unwrap());
    settings
}

pub(crate) fn run(work: &Path, sources: &[DocumentSource], settings: ClusterSettings) -> Result<Run> {
    Run::cluster(work, sources, settings, RESOURCES, &())
}

/// Returns the rows of a clustering as JSON.
pub(crate) fn rows(run: &Run, policy: Policy) -> Vec<Value> {
    let mut out = Vec::new();
    run.clusters(policy).unwrap().write(&mut out).unwrap();
    json(&out)
}

pub(crate) fn pairs(run: &Run, floor: f64) -> Vec<Value> {
    let mut out = Vec::new();
    run.write_pairs(floor, &mut out).unwrap();
    json(&out)
}

pub(crate) fn json(bytes: &[u8]) -> Vec<Value> {
    std::str::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the name, cluster and kind of each row.
pub(crate) fn told(rows: &[Value]) -> Vec<(&str, u64, &str)> {
    rows.iter()
        .map(|row| {
            let cluster = row["cluster"].as_u64().unwrap_or(0);
            (row["document"].as_str().unwrap(), cluster, row["kind"].as_str().unwrap())
        })
        .collect()
}
