//! The log of processes that run for a long time. A line is a readable message with fields. Source text, names of
//! students or files, and tokens are never logged. The journal of systemd gets the priority of each line, and has its own
//! times.

use std::fmt;
use std::io::{self, IsTerminal as _};

use opentelemetry_sdk::trace::SdkTracer;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{self, FormatEvent, FormatFields, Writer};
use tracing_subscriber::layer::Layer as _;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::diagnostics::{Diagnostics, LogFormat};
use crate::program::journal::receives_errors;

impl Diagnostics {
    /// Starts logging, for processes that run for a long time. `CHAFFINCH_LOG` selects messages in the filter language
    /// of `tracing`. A tracer receives the spans of this program: requests and jobs, with ids and without names.
    pub(crate) fn start_log(self, tracer: Option<SdkTracer>) {
        let default = if self.quiet { "error" } else { "info" };
        let filter = EnvFilter::try_from_env("CHAFFINCH_LOG").unwrap_or_else(|_| EnvFilter::new(default));
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
        let lines = match self.format {
            LogFormat::Json => lines.json().flatten_event(true).with_filter(filter).boxed(),
            LogFormat::Text if receives_errors() => lines
                .with_ansi(false)
                .event_format(WithPriority(format::format().without_time()))
                .with_filter(filter)
                .boxed(),
            LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).with_filter(filter).boxed(),
        };
        let spans = tracer.map(|tracer| {
            tracing_opentelemetry::layer()
                .with_tracer(tracer)
                .with_location(false)
                .with_threads(false)
                .with_filter(filter_fn(|metadata| {
                    metadata.is_span() && metadata.target().starts_with("chaffinch")
                }))
        });
        tracing_subscriber::registry().with(lines).with(spans).init();
    }
}

/// Returns the prefix of a line of this level.
fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// A format of events with the priority before it.
struct WithPriority<F>(F);

impl<S, N, F> FormatEvent<S, N> for WithPriority<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        writer.write_str(priority(*event.metadata().level()))?;
        self.0.format_event(context, writer, event)
    }
}
