//! `chaffinch corpus`: near-duplicate clustering of any documents without server, database and asynchronous runtime.

use clap::Subcommand;

use super::{add, changes, cluster, estimate, group, holders, query, recluster, sketch};
use crate::open_files::raise_open_files;
use crate::terminal::diagnostics::Diagnostics;

/// Cluster and query any number of documents by resemblance or containment
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus cluster --output clusters.jsonl pages/
  chaffinch corpus cluster --work-dir work --output clusters.jsonl.zst crawl.jsonl.gz more.zip
  chaffinch corpus recluster --work-dir work --threshold 0.8 --output strict.jsonl
  chaffinch corpus add --work-dir work --output clusters.jsonl.zst new.jsonl.gz
  chaffinch corpus query --work-dir work essay.html")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Cluster(cluster::Arguments),
    Recluster(recluster::Arguments),
    Add(add::Arguments),
    Sketch(sketch::Arguments),
    Estimate(estimate::Arguments),
    Query(query::Arguments),
    Group(group::Arguments),
    Holders(holders::Arguments),
    Changes(changes::Arguments),
}

pub(crate) fn run(arguments: Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    // Every addition has about ten files of its own, which are open at the same time. If the limit cannot be raised, it
    // stays.
    raise_open_files();
    match arguments.action {
        Action::Cluster(arguments) => cluster::run(&arguments, diagnostics),
        Action::Recluster(arguments) => recluster::run(&arguments, diagnostics),
        Action::Add(arguments) => add::run(&arguments, diagnostics),
        Action::Sketch(arguments) => sketch::run(&arguments, diagnostics),
        Action::Estimate(arguments) => estimate::run(&arguments, diagnostics),
        Action::Query(arguments) => query::run(&arguments, diagnostics),
        Action::Group(arguments) => group::run(&arguments, diagnostics),
        Action::Holders(arguments) => holders::run(&arguments, diagnostics),
        Action::Changes(arguments) => changes::run(&arguments, diagnostics),
    }
}
