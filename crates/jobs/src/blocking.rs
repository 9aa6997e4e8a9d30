//! Runs work that takes long on threads of its own.

/// Runs a computation on a blocking thread, because a delayed heartbeat can cost the lease.
pub(crate) async fn run_blocking<Value: Send + 'static>(
    work: impl FnOnce() -> Value + Send + 'static,
) -> Value {
    tokio::task::spawn_blocking(work).await.expect("work on a blocking thread does not panic")
}
