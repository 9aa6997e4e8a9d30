//! Collects the metrics of the service in this process, which show where an analysis spends its time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use metrics::{
    Counter, CounterFn, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};

/// Sums of measurements by the name of the metric, or for stages by the name of the stage.
#[derive(Debug, Clone, Default)]
pub(super) struct Measured(Arc<Mutex<BTreeMap<String, f64>>>);

impl Measured {
    /// Starts to collect metrics of the whole process.
    pub(super) fn install() -> anyhow::Result<Self> {
        let measured = Self::default();
        metrics::set_global_recorder(measured.clone())
            .map_err(|_| anyhow::anyhow!("another recorder of metrics is already installed"))?;
        Ok(measured)
    }

    /// Returns what was collected since the last call.
    pub(super) fn take(&self) -> BTreeMap<String, f64> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn sum(&self, key: &Key) -> Arc<Sum> {
        let stage = key.labels().find(|label| label.key() == "stage");
        let name = stage.map_or_else(|| key.name(), |label| label.value()).to_owned();
        Arc::new(Sum { of: self.clone(), name })
    }
}

struct Sum {
    of: Measured,
    name: String,
}

impl Sum {
    fn add(&self, value: f64) {
        let mut sums = self.of.0.lock().unwrap_or_else(PoisonError::into_inner);
        *sums.entry(self.name.clone()).or_default() += value;
    }
}

impl CounterFn for Sum {
    fn increment(&self, value: u64) {
        self.add(value as f64);
    }

    fn absolute(&self, _: u64) {}
}

impl HistogramFn for Sum {
    fn record(&self, value: f64) {
        self.add(value);
    }
}

impl Recorder for Measured {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.sum(key))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.sum(key))
    }
}
