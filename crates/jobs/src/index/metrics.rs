//! Measures the queue and the index.

use chaffinch_storage::{Run, Storage, StorageError};
use chrono::{DateTime, Utc};

/// Records the state of queue and index in metrics. Every process reports the same values.
pub(crate) async fn record_metrics(storage: &dyn Storage, now: DateTime<Utc>) -> Result<(), StorageError> {
    let queue = storage.queue().await?;
    let waits = queue.oldest.map_or(0.0, |oldest| (now - oldest).as_seconds_f64().max(0.0));
    metrics::gauge!("chaffinch_queue_jobs", "state" => "queued").set(queue.queued as f64);
    metrics::gauge!("chaffinch_queue_jobs", "state" => "running").set(queue.running as f64);
    metrics::gauge!("chaffinch_queue_oldest_seconds").set(waits);
    for (scheme, known) in storage.index_schemes().await? {
        let runs = storage.runs(scheme).await?;
        let sum = |of: fn(&Run) -> u64| runs.iter().map(of).sum::<u64>() as f64;
        let label = format!("{}-{}-{}", known.family, known.normalizer, known.format);
        metrics::gauge!("chaffinch_index_runs", "scheme" => label.clone()).set(runs.len() as f64);
        metrics::gauge!("chaffinch_index_postings", "scheme" => label.clone()).set(sum(|run| run.postings));
        metrics::gauge!("chaffinch_index_bytes", "scheme" => label.clone()).set(sum(|run| run.bytes));
        metrics::gauge!("chaffinch_index_dead_documents", "scheme" => label).set(sum(|run| run.dead));
    }
    Ok(())
}
