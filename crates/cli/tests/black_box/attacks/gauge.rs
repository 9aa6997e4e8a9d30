//! What an attack costs: memory of the service and its children together, and how long others wait for a page meanwhile.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::faults::process::children;

/// Between two looks at the memory of processes.
const PACE: Duration = Duration::from_millis(5);

/// Bytes of memory of a process's own; 0 where it is gone. Without the pages of the program itself, which all share.
pub(super) fn held(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) << 10
}

fn held_with_children(process: u32) -> u64 {
    held(process) + children(process).into_iter().map(held).sum::<u64>()
}

/// Measures from its making to [`Gauge::read`].
pub(super) struct Gauge {
    idle: u64,
    peak: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
    watch: std::thread::JoinHandle<()>,
    pages: tokio::task::JoinHandle<Vec<Duration>>,
}

/// What was measured.
pub(super) struct Reading {
    /// Bytes over those before.
    pub(super) over_idle: u64,
    /// How long each request for a page took.
    pub(super) pages: Vec<Duration>,
}

impl Gauge {
    /// Of this process and its children; `page` is asked for again and again, and has to come.
    pub(super) fn new(process: u32, client: &Client, page: &str) -> Self {
        let (peak, ended) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let watch = {
            let (peak, ended) = (Arc::clone(&peak), Arc::clone(&ended));
            std::thread::spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    peak.fetch_max(held_with_children(process), Ordering::Relaxed);
                    std::thread::sleep(PACE);
                }
            })
        };
        let (client, page, stop) = (client.clone(), page.to_owned(), Arc::clone(&ended));
        let pages = tokio::spawn(async move {
            let mut took = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let began = Instant::now();
                client.page(&page).await;
                took.push(began.elapsed());
            }
            took
        });
        Self { idle: held_with_children(process), peak, ended, watch, pages }
    }

    pub(super) async fn read(self) -> Reading {
        self.ended.store(true, Ordering::Relaxed);
        self.watch.join().unwrap();
        let pages = self.pages.await.expect("pages come, whatever is uploaded");
        Reading { over_idle: self.peak.load(Ordering::Relaxed).saturating_sub(self.idle), pages }
    }
}

/// The duration that this share of all does not exceed.
pub(crate) fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let at = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or_default()
}
