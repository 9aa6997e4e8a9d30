//! Runs work that blocks a thread outside the threads that answer requests.

use crate::error::WebError;

/// Runs work on a thread that may block, inside the current tracing span. A panic becomes an error.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, WebError> + Send + 'static,
) -> Result<T, WebError> {
    let span = tracing::Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(work)).await {
        Ok(result) => result,
        Err(failed) => Err(match failed.try_into_panic() {
            Ok(cause) => WebError::panic(&*cause),
            Err(cancelled) => WebError::internal(cancelled),
        }),
    }
}
