//! Traces and metrics for an OpenTelemetry collector, by OTLP over HTTP. Off unless a collector is set.
//!
//! Spans are requests, with the pattern of their route, and jobs, with their kind. Attributes are ids, kinds and numbers:
//! no names, no paths, no titles. The standard variables of OpenTelemetry (`OTEL_EXPORTER_OTLP_HEADERS`,
//! `OTEL_METRIC_EXPORT_INTERVAL`, `OTEL_RESOURCE_ATTRIBUTES`, ...) apply.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use async_trait::async_trait;
use metrics_exporter_opentelemetry::Recorder;
use metrics_exporter_prometheus::PrometheusRecorder;
use metrics_util::layers::FanoutBuilder;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{Bytes, HttpClient, Request, Response};
use opentelemetry_otlp::{MetricExporter, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use reqwest::header::HeaderMap;
use tokio::runtime::Handle;

use crate::http::http_client;

/// Name of this program in traces and metrics.
const NAME: &str = "chaffinch";

/// Time for one request to the collector.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Time for the traces, and for the metrics, at the end of the process.
const END_TIMEOUT: Duration = Duration::from_secs(2);

/// Largest answer of a collector that is read.
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// What is sent to a collector.
pub(super) struct Telemetry {
    traces: SdkTracerProvider,
    metrics: SdkMeterProvider,
    recorder: Recorder,
}

impl Telemetry {
    /// Prepares to send to a collector, if there is one. Requests run on this runtime.
    pub(super) fn new(endpoint: Option<&str>, runtime: &Handle) -> anyhow::Result<Option<Self>> {
        let Some(endpoint) = endpoint else { return Ok(None) };
        let (endpoint, credentials) = without_credentials(endpoint)?;
        let spans = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender::new(runtime, &credentials)?)
            .with_endpoint(format!("{endpoint}/v1/traces"))
            .build()
            .context("cannot send traces")?;
        let numbers = MetricExporter::builder()
            .with_http()
            .with_http_client(Sender::new(runtime, &credentials)?)
            .with_endpoint(format!("{endpoint}/v1/metrics"))
            .build()
            .context("cannot send metrics")?;
        let resource = Resource::builder()
            .with_service_name(NAME)
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let traces =
            SdkTracerProvider::builder().with_resource(resource.clone()).with_batch_exporter(spans).build();
        let (metrics, recorder) = Recorder::builder(NAME)
            .with_meter_provider(|builder| builder.with_resource(resource).with_periodic_exporter(numbers))
            .build();
        Ok(Some(Self { traces, metrics, recorder }))
    }

    pub(super) fn tracer(&self) -> SdkTracer {
        self.traces.tracer(NAME)
    }

    /// Sends what is left. The runtime must still run.
    pub(super) fn end(self) {
        // The collector may be away. Its absence was logged.
        let _ = self.traces.shutdown_with_timeout(END_TIMEOUT);
        let _ = self.metrics.shutdown_with_timeout(END_TIMEOUT);
    }
}

/// Installs what records the metrics of this process, for Prometheus and for the collector.
pub(super) fn record(
    prometheus: Option<PrometheusRecorder>,
    telemetry: Option<&Telemetry>,
) -> anyhow::Result<()> {
    let mut all = FanoutBuilder::default();
    if let Some(recorder) = prometheus {
        all = all.add_recorder(recorder);
    }
    if let Some(telemetry) = telemetry {
        all = all.add_recorder(telemetry.recorder.clone());
    }
    // The error holds the recorders, which cannot be shown.
    let installed = metrics::set_global_recorder(all.build()).map_err(|error| error.to_string());
    installed.map_err(anyhow::Error::msg).context("cannot start the collection of metrics")
}

/// Returns the URL of a collector without user and password, and the header that has them instead. Messages and logs
/// of the libraries contain the URL.
fn without_credentials(endpoint: &str) -> anyhow::Result<(String, HeaderMap)> {
    let mut request = client()?
        .get(endpoint)
        .build()
        .map_err(reqwest::Error::without_url)
        .context("the OTLP URL is not valid")?;
    let credentials = std::mem::take(request.headers_mut());
    Ok((request.url().as_str().trim_end_matches('/').to_owned(), credentials))
}

fn client() -> anyhow::Result<reqwest::Client> {
    http_client(None)?.timeout(TIMEOUT).build().context("cannot set up connections")
}

/// Sends requests for threads outside of the runtime.
#[derive(Debug)]
struct Sender {
    http: reqwest::Client,
    /// Headers with the user and the password, if there are any. They are marked as secret.
    credentials: HeaderMap,
    runtime: Handle,
    /// Whether the last request failed, which is logged once.
    failing: AtomicBool,
}

impl Sender {
    fn new(runtime: &Handle, credentials: &HeaderMap) -> anyhow::Result<Self> {
        let (credentials, runtime) = (credentials.clone(), runtime.clone());
        Ok(Self { http: client()?, credentials, runtime, failing: AtomicBool::new(false) })
    }
}

type SendError = Box<dyn std::error::Error + Send + Sync>;

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, mut request: Request<Bytes>) -> Result<Response<Bytes>, SendError> {
        request.headers_mut().extend(self.credentials.clone());
        let sent = self.runtime.spawn(send(self.http.clone(), request)).await;
        let sent = sent.map_err(SendError::from).and_then(|sent| sent);
        let failed = !sent.as_ref().is_ok_and(|answer| answer.status().is_success());
        if failed && !self.failing.swap(failed, Ordering::Relaxed) {
            let reason = match &sent {
                Ok(answer) => answer.status().to_string(),
                Err(error) => error.to_string(),
            };
            tracing::warn!(reason, "the OpenTelemetry collector does not take traces or metrics");
        }
        self.failing.store(failed, Ordering::Relaxed);
        sent
    }
}

async fn send(http: reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, SendError> {
    let mut answer = http.execute(reqwest::Request::try_from(request)?).await?;
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await? {
        body.extend_from_slice(&piece);
        if MAX_ANSWER_BYTES < body.len() {
            return Err("the answer is too long".into());
        }
    }
    let mut response = Response::builder().status(answer.status()).body(Bytes::from(body))?;
    *response.headers_mut() = answer.headers().clone();
    Ok(response)
}
