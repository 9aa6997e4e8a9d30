//! Hashes and verifies passwords with Argon2id, on blocking threads and a few at a time.

use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::error::{Result, WebError};
use crate::limits::fair_queue::{FairQueue, QueueFull, QueueLimits};

/// The minimum length of a password, in characters. There are no rules about kinds of characters.
pub const MIN_PASSWORD_CHARS: usize = 12;
/// Maximum length of a password, in bytes. Longer ones are no safer.
pub const MAX_PASSWORD_BYTES: usize = 1024;

/// Memory of one hash in KiB, passes over it, and lanes. It is the first choice of the OWASP Password Storage Cheat
/// Sheet for Argon2id.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);
/// Hashes that run at the same time. Together they take 76 MiB.
const AT_ONCE: usize = 4;
/// The maximum number of requests that wait for a turn. Attack: thousands of sign-ins at once, each of which keeps a
/// connection waiting. Beyond the limit, requests from networks with the most wrong passwords are refused.
const MAX_WAITING: usize = 256;

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefused {
    /// The password is too short to resist guessing.
    #[error("must have at least {MIN_PASSWORD_CHARS} characters")]
    Short,
    /// The password exceeds the maximum length.
    #[error("must have at most {MAX_PASSWORD_BYTES} bytes")]
    Long,
}

/// Checks whether a password may be set.
///
/// # Errors
/// [`PasswordRefused`] if it is too short or too long.
pub fn check_password(password: &str) -> Result<(), PasswordRefused> {
    if password.chars().count() < MIN_PASSWORD_CHARS {
        Err(PasswordRefused::Short)
    } else if password.len() > MAX_PASSWORD_BYTES {
        Err(PasswordRefused::Long)
    } else {
        Ok(())
    }
}

/// Returns the stored form of a password: a PHC string with its own salt. It takes about 20 ms and 19 MiB.
pub fn hash_password(password: &str) -> String {
    let hashed = hasher().hash_password(password.as_bytes());
    hashed.expect("the parameters are sound and the machine has randomness").to_string()
}

fn hasher() -> Argon2<'static> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).expect("within Argon2's bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Compares a password with a stored hash in constant time. A stored text that is not a hash matches no password.
fn fits(password: &str, stored: &str) -> bool {
    PasswordHash::new(stored)
        .is_ok_and(|stored| hasher().verify_password(password.as_bytes(), &stored).is_ok())
}

/// A hash to verify against if there is no account or no password. Without it, a faster response would reveal that.
static NOBODYS: LazyLock<String> = LazyLock::new(|| hash_password("the password of nobody"));

/// Runs password hashes, and queues them.
pub(crate) struct Passwords {
    turns: FairQueue<()>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        // Created now, so that the first sign-in without an account takes no longer than the second.
        LazyLock::force(&NOBODYS);
        Self {
            turns: FairQueue::new(QueueLimits {
                at_once: AT_ONCE,
                waiting: MAX_WAITING,
                ..QueueLimits::NONE
            }),
        }
    }

    /// Returns whether this is the stored password. It takes equally long if none is stored. Lower ranks are checked
    /// first.
    pub(crate) async fn verify(&self, rank: u32, password: String, stored: Option<String>) -> Result<bool> {
        self.in_turn(rank, move || {
            let known = stored.is_some();
            let fits = fits(&password, stored.as_deref().unwrap_or(&NOBODYS));
            fits && known && password.len() <= MAX_PASSWORD_BYTES
        })
        .await
    }

    /// Returns the stored form of a password that a signed-in user sets.
    pub(crate) async fn hash(&self, password: String) -> Result<String> {
        self.in_turn(0, move || hash_password(&password)).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        rank: u32,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let turn = self.turns.take((), rank).await.map_err(|QueueFull| WebError::TooMany {
            what: "sign-ins at the same time",
            limit: MAX_WAITING as u32,
            seconds: 2,
        })?;
        // The turn moves into the work, so that a client that disconnects does not let another hash begin before this
        // one ends.
        let done = tokio::task::spawn_blocking(move || {
            let _held = turn;
            work()
        });
        done.await.map_err(WebError::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let stored = hash_password("correct horse battery");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(fits("correct horse battery", &stored));
        assert!(!fits("correct horse batter", &stored) && !fits("", &stored));
        assert_ne!(stored, hash_password("correct horse battery"), "a salt of its own");
        assert!(!fits("", "") && !fits("x", "$argon2id$"));
    }

    #[test]
    fn lengths() {
        assert_eq!(check_password("elf letters"), Err(PasswordRefused::Short));
        assert_eq!(check_password("zwölf Zeiche"), Ok(()));
        assert_eq!(check_password(&"x".repeat(MAX_PASSWORD_BYTES + 1)), Err(PasswordRefused::Long));
    }

    #[tokio::test]
    async fn nobody_has_no_password() {
        let passwords = Passwords::new();
        assert!(!passwords.verify(0, "the password of nobody".to_owned(), None).await.unwrap());
        let stored = passwords.hash("correct horse battery".to_owned()).await.unwrap();
        assert!(passwords.verify(0, "correct horse battery".to_owned(), Some(stored)).await.unwrap());
    }
}
