//! Handles repeated requests: the key that names one, and the digest that shows whether it is the same request.

use axum::http::HeaderMap;
use chaffinch_storage::Named;

use super::upload::Received;
use crate::error::WebError;

/// Largest length of an `Idempotency-Key`, in characters.
const KEY_LENGTH: usize = 200;

pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, WebError> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        Ok(key)
            if (1..=KEY_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) =>
        {
            Ok(Some(key.to_owned()))
        }
        _ => Err(WebError::KeyFormat { limit: KEY_LENGTH }),
    }
}

/// Returns the digest of everything that a request asked for and sent. Every piece is preceded by its length, so that
/// two different requests cannot give the same input.
pub(super) fn fingerprint(pieces: &[&[u8]], received: &Received) -> [u8; 32] {
    let mut digest = blake3::Hasher::new();
    let mut put = |piece: &[u8]| {
        digest.update(&(piece.len() as u64).to_le_bytes());
        digest.update(piece);
    };
    for piece in pieces {
        put(piece);
    }
    for file in &received.files {
        put(file.kind.name().as_bytes());
        put(file.name.as_bytes());
        put(&file.digest);
    }
    *digest.finalize().as_bytes()
}
