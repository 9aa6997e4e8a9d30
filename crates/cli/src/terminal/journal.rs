//! Log lines for the journal of systemd. Each line begins with its priority (sd-daemon(3)), which the journal takes off
//! and stores. The journal has its own times.

use std::fmt;
use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::fs::MetadataExt as _;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

/// Returns whether the journal reads standard error. A program that inherited the variable may have redirected it.
pub(super) fn receives_errors() -> bool {
    let Some(stream) = std::env::var_os("JOURNAL_STREAM") else { return false };
    let file = io::stderr().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    file.is_ok_and(|found| stream == *format!("{}:{}", found.dev(), found.ino()))
}

/// Returns the prefix of a line of this level.
pub(super) fn priority(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

/// A format of events with the priority before it.
pub(super) struct WithPriority<F>(pub(super) F);

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
