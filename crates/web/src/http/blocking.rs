//! Runs work that blocks a thread outside the threads that answer requests.

use crate::error::WebError;

/// Does what takes more than a moment where it holds up nobody else.
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
