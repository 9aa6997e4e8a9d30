//! Common options of the subcommands of `chaffinch-corpus`, and the output of their results.

use std::path::{Path, PathBuf};

use chaffinch_corpus::{
    Clustering, DocumentSource, Format, Measure, Output, Policy, Popularity, Resources, Run,
};
use chaffinch_submission::Named;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use crate::program::Usage;
use crate::program::diagnostics::Diagnostics;

/// Options that decide how documents are linked, and how links become clusters.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct PolicyOptions {
    /// Link documents that are at least this much alike; linked documents form one cluster
    #[arg(long, default_value_t = 0.5, value_parser = parse_share)]
    threshold: f64,
    /// Measure of likeness: shared shingles as a share of all shingles of both documents (resemblance), or of the
    /// shingles of one of them, whichever share is larger (containment)
    #[arg(long, default_value = "resemblance", value_parser = name_parser::<Measure>())]
    measure: Measure,
    /// For small corpora: each document joins the cluster whose representative it is most like, if it is alike enough.
    /// The representative is the first member, or the values most popular among the members
    #[arg(long, value_name = "REPRESENTATIVE", value_parser = name_parser::<Popularity>())]
    greedy: Option<Popularity>,
}

impl PolicyOptions {
    pub(crate) fn policy(&self) -> Policy {
        Policy { measure: self.measure, threshold: self.threshold }
    }

    pub(crate) fn clusters<'a>(&self, run: &'a Run) -> anyhow::Result<Clustering<'a>> {
        Ok(match self.greedy {
            None => run.clusters(self.policy())?,
            Some(popularity) => run.greedy_clusters(self.policy(), popularity)?,
        })
    }
}

/// Returns a parser that lists the names of an enumeration in `--help` and in its refusals.
pub(crate) fn name_parser<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::names()).try_map(|name| T::from_name(&name).ok_or("unknown name"))
}

/// Parses a share between 0 and 1.
pub(crate) fn parse_share(text: &str) -> Result<f64, Usage> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| Usage("must be a number between 0 and 1".to_owned()))
}

/// Options that limit memory and threads.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct ResourceOptions {
    /// Maximum memory, including tables of documents: bytes, or a number with KB, MB, GB, KiB, MiB or GiB
    #[arg(long, default_value = "2GB", value_name = "SIZE", value_parser = parse_size)]
    memory: u64,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ResourceOptions {
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(all, usize::from)
    }

    pub(crate) fn resources(&self) -> Resources {
        Resources { memory: self.memory, threads: self.threads() }
    }
}

/// Options for the output files.
#[derive(Debug, clap::Args)]
pub(crate) struct ResultOptions {
    /// File for the clusters, as JSON Lines with one document per line, in the order of the input; compressed if its
    /// name ends in .gz or .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// File for every pair of documents that are at least --floor alike, as JSON Lines; compressed if its name ends in
    /// .gz or .zst
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,
}

impl ResultOptions {
    /// Writes the clusters of a run and, if requested, its pairs, and prints a summary. `keep` says whether the
    /// clusters are kept in the work directory for queries.
    pub(crate) fn write(
        &self,
        run: &Run,
        policy: &PolicyOptions,
        (floor, keep): (f64, bool),
        diagnostics: Diagnostics,
    ) -> anyhow::Result<()> {
        if let Some(path) = &self.pairs {
            let mut out = Output::create(path)?;
            run.write_pairs(floor, &mut out)?;
            out.finish()?;
        }
        let clusters = policy.clusters(run)?;
        let mut out = Output::create(&self.output)?;
        clusters.write(&mut out)?;
        out.finish()?;
        // A temporary folder cannot be queried later.
        if keep {
            clusters.keep()?;
        }
        print_summary(run, &clusters, diagnostics)
    }
}

fn print_summary(run: &Run, clusters: &Clustering, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let (found, done) = (clusters.summary()?, run.figures()?);
    let common = match done.common {
        0 => String::new(),
        common => format!(". Ignored {common} shingles that too many documents share"),
    };
    let skipped = match found.skipped {
        0 => String::new(),
        skipped => format!(", {skipped} skipped (kind \"skipped\" in the result)"),
    };
    let folded = done.identical + done.lexically_equivalent + done.shingle_equivalent;
    let message = format!(
        "{} documents, {} bytes: {} in {} clusters ({} of them in {} clusters of identical documents), {} single, {} \
         compared only as a whole{skipped}. {folded} folded ({} identical, {} lexically equivalent, {} \
         shingle-equivalent). {} pairs share a shingle{common}",
        found.documents,
        done.bytes,
        found.clustered,
        found.clusters,
        found.identical_documents,
        found.identical_clusters,
        found.single,
        found.unsketched,
        done.identical,
        done.lexically_equivalent,
        done.shingle_equivalent,
        done.pairs,
    );
    diagnostics.say(&message, &json!({ "summary": found, "figures": done }));
    Ok(())
}

/// Returns the sources that the paths name.
pub(crate) fn sources(paths: &[PathBuf]) -> anyhow::Result<Vec<DocumentSource>> {
    Ok(paths.iter().map(|path| DocumentSource::new(path)).collect::<Result<_, _>>()?)
}

/// Returns the sources of a filter. `-` stands for standard input.
pub(crate) fn sources_or_input(paths: &[PathBuf]) -> anyhow::Result<Vec<DocumentSource>> {
    let source = |path: &PathBuf| match path.as_path() {
        input if input == Path::new("-") => Ok(DocumentSource::standard_input()),
        path => DocumentSource::new(path),
    };
    Ok(paths.iter().map(source).collect::<Result<_, _>>()?)
}

/// Parses the format of a text.
pub(crate) fn parse_format(word: &str) -> Result<Format, Usage> {
    let unknown =
        || Usage("must be text, html, markdown, or a language from `chaffinch languages`".to_owned());
    Format::from_word(word).ok_or_else(unknown)
}

fn parse_size(text: &str) -> Result<u64, Usage> {
    const UNITS: [(&str, u64); 8] = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("KB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000),
        ("B", 1),
    ];
    let unit = UNITS.into_iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let (number, factor) = unit.unwrap_or((text, 1));
    let bytes = number
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|number| *number >= 0.0)
        .map(|number| number * factor as f64);
    let least = Resources::LEAST_MEMORY;
    match bytes {
        Some(bytes) if least as f64 <= bytes => Ok(bytes as u64),
        Some(_) => Err(Usage(format!("must be at least {least} bytes"))),
        None => Err(Usage("must be a size such as 500MB or 2GB".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_a_unit_and_a_minimum() {
        assert_eq!(parse_size("2GB").unwrap(), 2_000_000_000);
        assert_eq!(parse_size("1.5GiB").unwrap(), 3 << 29);
        assert_eq!(parse_size("200000000").unwrap(), 200_000_000);
        for wrong in ["", "GB", "-1GB", "1MB", "much"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
