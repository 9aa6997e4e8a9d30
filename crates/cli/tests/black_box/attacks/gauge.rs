//! Measures the cost of an attack: memory of the service and its children, and the time that others wait for a page.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::faults::process::children;

/// Interval between two measurements of memory.
const PACE: Duration = Duration::from_millis(5);

/// Returns the bytes of private memory of a process, or 0 if it has ended. Shared pages of the program are not counted.
pub(super) fn held(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) << 10
}

fn held_with_children(process: u32) -> u64 {
    held(process) + children(process).into_iter().map(held).sum::<u64>()
}

/// Measures from its creation until [`Gauge::read`].
pub(super) struct Gauge {
    idle: u64,
    peak: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
    watch: std::thread::JoinHandle<()>,
    pages: tokio::task::JoinHandle<Vec<Duration>>,
}

/// The result of a measurement.
pub(super) struct Reading {
    /// Additional bytes of memory.
    pub(super) over_idle: u64,
    /// Duration of each request for a page.
    pub(super) pages: Vec<Duration>,
}

impl Gauge {
    /// Measures this process and its children. It requests `page` repeatedly, which must succeed.
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

/// Returns the duration that this share of all requests does not exceed.
pub(crate) fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let at = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or_default()
}
